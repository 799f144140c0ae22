import FootingMapping
import Foundation
import XCTest

/// Objects of a kind that a union doesn't know.
final class UnionFallbackTests: XCTestCase {
    private struct Car: Mappable, Equatable {
        var doors = 0
        static let mapping = Mapping<Car> { Field("doors", \.doors) }
    }
    private struct Other: Mappable, Equatable {
        var kind = ""
        var members: [String: Int] = [:]
        static let mapping = Mapping<Other> {
            Field("type", \.kind)
            UnknownMembers(\.members)
        }
    }
    private enum Vehicle: MappableUnion, Equatable {
        case car(Car), other(Other)

        static let union = MappingUnion<Vehicle>(
            "type",
            ["car": .object(Vehicle.car) { if case .car(let car) = $0 { car } else { nil } }],
            unknownCase: .object(Vehicle.other) {
                if case .other(let other) = $0 { other } else { nil }
            }
        )
    }
    private struct Fleet: Equatable {
        var first = Vehicle.car(Car())
        var all: [Vehicle] = []
        var spare: Vehicle?
        static let mapping = Mapping<Fleet> {
            Field("first", \.first)
            Field("all", \.all)
            Field("spare", \.spare)
        }
    }

    func testAKindThatIsNotDeclaredBecomesTheFallback() throws {
        var options = MappingOptions.standard
        options.listsFields = true
        let json = #"""
            {"first": {"type": "boat", "sails": 2}, "spare": {"type": 7},
             "all": [{"type": "car", "doors": 4}, {"type": "plane", "wings": "2"}]}
            """#
        try applying(Fleet.mapping, to: Fleet(), json, options) { fleet, report in
            XCTAssertEqual(
                fleet,
                Fleet(
                    first: .other(Other(kind: "boat", members: ["sails": 2])),
                    all: [
                        .car(Car(doors: 4)), .other(Other(kind: "plane", members: ["wings": 2])),
                    ],
                    spare: .other(Other(kind: "7"))
                )
            )
            XCTAssertEqual(report.issues, [])
            XCTAssertEqual(report.unknownKeyCount, 0)
            XCTAssertEqual(
                report.notes.filter { $0.kind == .fallbackCase }.map(\.path.description),
                ["$.first", "$.all", "$.spare"]
            )
            let (written, writing) = Fleet.mapping.json(from: fleet)
            XCTAssertEqual(writing.issues, [])
            let again = try Fleet.mapping.make(Fleet(), json: written)
            XCTAssertEqual(again.value, fleet)
        }
    }

    func testAnObjectOfAnUnknownKindIsAlwaysNew() throws {
        let boat = Fleet(first: .other(Other(kind: "boat", members: ["sails": 2])))
        try applying(Fleet.mapping, to: boat, #"{"first": {"type": "plane", "wings": 2}}"#) {
            fleet,
            _ in
            XCTAssertEqual(fleet.first, .other(Other(kind: "plane", members: ["wings": 2])))
        }
    }

    func testWithoutANameThereIsNoFallback() throws {
        for json in [#"{"first": {"sails": 2}}"#, #"{"first": {"type": []}}"#] {
            try applying(Fleet.mapping, to: Fleet(), json) { fleet, report in
                XCTAssertEqual(fleet, Fleet())
                XCTAssertEqual(report.issues.map(\.path.description), ["$.first.type"])
            }
        }
    }

    func testAFallbackThatDoesNotKeepTheNameIsNotWritten() throws {
        struct Blank: Mappable, Equatable {
            var size = 0
            static let mapping = Mapping<Blank> { Field("size", \.size) }
        }
        enum Part: MappableUnion, Equatable {
            case car(Car), blank(Blank)
            static let union = MappingUnion<Part>(
                "type",
                ["car": .object(Part.car) { if case .car(let car) = $0 { car } else { nil } }],
                unknownCase: .object(Part.blank) {
                    if case .blank(let blank) = $0 { blank } else { nil }
                }
            )
        }
        struct Holder {
            var part = Part.car(Car())
            static let mapping = Mapping<Holder> { Field("part", \.part) }
        }
        try applying(Holder.mapping, to: Holder(), #"{"part": {"type": "x", "size": 3}}"#) {
            holder,
            report in
            XCTAssertEqual(holder.part, .blank(Blank(size: 3)))
            XCTAssertEqual(report.unknownKeyCount, 0)
            XCTAssertTrue(report.isClean)
            let (_, writing) = Holder.mapping.json(from: holder)
            XCTAssertEqual(
                writing.issues.map(\.description),
                [
                    "$.part.type: the field can't be used as declared: "
                        + "its kind is not known (wanted String); dropped"
                ]
            )
        }
    }

    func testAValueOfSeveralKindsIsWrittenAsTheFirstInOrder() {
        enum Same: MappableUnion {
            case car(Car)
            static let union = MappingUnion<Same>(
                "type",
                Dictionary(
                    uniqueKeysWithValues: (10..<40).map { number in
                        (
                            "\(number)x",
                            .object(Same.car) { if case .car(let car) = $0 { car } else { nil } }
                        )
                    }
                )
            )
        }
        struct Holder {
            var part = Same.car(Car())
            static let mapping = Mapping<Holder> { Field("part", \.part) }
        }
        let (json, _) = Holder.mapping.json(from: Holder())
        XCTAssertEqual(
            String(decoding: json, as: UTF8.self),
            #"{"part":{"doors":0,"type":"10x"}}"#
        )
    }
}

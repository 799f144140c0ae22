import Foundation
import XCTest

import FootingMapping

final class MappingUnionTests: XCTestCase {
    fileprivate struct Car: Mappable, Equatable {
        var doors = 4
        var colour = ""

        static let mapping = Mapping<Car> {
            Field("doors", \.doors).required()
            Field("colour", \.colour)
        }
    }

    /// A class, which reads the tag itself.
    fileprivate final class Bike: Mappable, Equatable {
        var kind = ""
        var gears = 1
        var load: [Vehicle] = []

        static let mapping = Mapping<Bike> {
            Field("type", \.kind)
            Field("gears", \.gears)
            Field("load", \.load)
        }

        static func == (a: Bike, b: Bike) -> Bool {
            (a.kind, a.gears, a.load) == (b.kind, b.gears, b.load)
        }
    }

    fileprivate enum Vehicle: MappableUnion, Equatable {
        case car(Car)
        case bike(Bike)

        static let union = MappingUnion<Vehicle>(
            "type",
            [
                "car": .object(Vehicle.car) { if case .car(let car) = $0 { car } else { nil } },
                "2": .object(Vehicle.bike) { if case .bike(let bike) = $0 { bike } else { nil } },
            ]
        )
    }

    fileprivate struct Garage: Equatable {
        var first = Vehicle.car(Car(doors: 2, colour: "red"))
        var second: Vehicle?
        var others: [Vehicle] = []

        static let mapping = Mapping<Garage> {
            Field("first", \.first)
            Field("second", \.second)
            Field("others", \.others)
        }
    }

    private func check(
        _ json: String,
        _ garage: inout Garage,
        options: MappingOptions = .standard,
        issues: [String] = [],
        line: UInt = #line
    ) throws {
        let dictionary = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        var twin = garage
        var options = options
        options.listsUnknownKeys = true
        let report = try Garage.mapping.apply(json: Data(json.utf8), to: &garage, options: options)
        XCTAssertEqual(report.issues.map(\.description), issues, line: line)
        XCTAssertEqual(report.notes, [], line: line)
        let other = Garage.mapping.apply(try XCTUnwrap(dictionary), to: &twin, options: options)
        XCTAssertEqual(other.issues.map(\.description), issues, line: line)
        XCTAssertEqual(other.unknownKeyCount, report.unknownKeyCount, line: line)
        XCTAssertEqual(other.appliedCount, report.appliedCount, line: line)
        XCTAssertEqual(twin, garage, line: line)
    }

    func testAnObjectOfTheSameKindIsUpdatedAndOneOfAnotherKindIsNew() throws {
        var garage = Garage()
        try check(#"{"first":{"type":"car","doors":3}}"#, &garage)
        XCTAssertEqual(garage.first, .car(Car(doors: 3, colour: "red")))
        try check(
            #"{"first":{"colour":"blue","type":"car"}}"#,
            &garage,
            issues: [
                "$.first.doors: required, but missing (wanted Int); kept"
            ]
        )
        XCTAssertEqual(garage.first, .car(Car(doors: 3, colour: "blue")))
        try check(#"{"second":{"doors":3,"type":"car"}}"#, &garage)
        XCTAssertEqual(garage.second, .car(Car(doors: 3)))
        try check(#"{"first":{"type":2,"gears":7}, "second": null}"#, &garage)
        XCTAssertNil(garage.second)
        guard case .bike(let bike) = garage.first else { return XCTFail() }
        XCTAssertEqual(bike.kind, "2")
        XCTAssertEqual(bike.gears, 7)
        let report = Garage.mapping.apply(["first": ["type": "2", "gears": 8]], to: &garage)
        XCTAssertEqual(report.appliedCount, 2)
        XCTAssertEqual(bike.gears, 8)
    }

    func testAnObjectWithoutAKnownKindIsRefusedAtTheMemberThatTellsIt() throws {
        var garage = Garage()
        let old = garage
        try check(
            #"{"first":{"type":"plane"}}"#,
            &garage,
            issues: [
                "$.first.type: no case has this raw value (string, wanted String); failed"
            ]
        )
        try check(
            #"{"first":{"doors":3}}"#,
            &garage,
            issues: [
                "$.first.type: required, but missing (wanted String); failed"
            ]
        )
        try check(
            #"{"first":{"type":null}}"#,
            &garage,
            issues: [
                "$.first.type: null, but not optional (null, wanted String); failed"
            ]
        )
        try check(
            #"{"first":[1]}"#,
            &garage,
            issues: [
                "$.first: wrong kind of value (array, wanted Vehicle); kept"
            ]
        )
        try check(
            #"{"second":{"type":"car"}}"#,
            &garage,
            issues: [
                "$.second.doors: required, but missing (wanted Int); failed"
            ]
        )
        XCTAssertEqual(garage, old)
        try check(
            #"{"others":[{"type":"car","doors":1},{"type":"x"},{"type":"2","load":[{"type":"2"},7]}, {"type":"car"}]}"#,
            &garage,
            issues: [
                "$.others[1].type: no case has this raw value (string, wanted String); dropped",
                "$.others[2].load[1]: wrong kind of value (number, wanted Vehicle); dropped",
                "$.others[3].doors: required, but missing (wanted Int); dropped",
            ]
        )
        XCTAssertEqual(garage.others.count, 2)
    }

    func testNothingIsChangedByAnAtomicCallWithAnIssue() throws {
        var options = MappingOptions.standard
        options.isAtomic = true
        var garage = Garage()
        let old = garage
        try check(
            #"{"first":{"type":"car","doors":1},"second":{"type":"x"}}"#,
            &garage,
            options: options,
            issues: [
                "$.second.type: no case has this raw value (string, wanted String); kept"
            ]
        )
        XCTAssertEqual(garage, old)
        try check(
            #"{"first":{"type":"2"},"second":{"type":"car","doors":1}}"#,
            &garage,
            options: options
        )
        XCTAssertNotEqual(garage, old)
    }

    func testUnknownKeysOfTheObjectAreCountedOnce() throws {
        var garage = Garage()
        let input =
            ["first": ["type": "car", "doors": 1, "x": 2], "others": [["type": "2", "y": 1]]]
            as [String: Any]
        XCTAssertEqual(Garage.mapping.apply(input, to: &garage).unknownKeyCount, 2)
    }

    func testAKindThatIsAnIntegerIsWrittenAsANumber() throws {
        struct First: Mappable, Equatable {
            var x = 0
            static let mapping = Mapping<First> { Field("x", \.x) }
        }
        struct Second: Mappable, Equatable {
            var version = 0
            static let mapping = Mapping<Second> { Field("version", \.version) }
        }
        struct Third: Mappable, Equatable {
            var version = ""
            static let mapping = Mapping<Third> { Field("version", \.version) }
        }
        enum Document: MappableUnion, Equatable {
            case first(First), second(Second), third(Third), draft(First), old(First)
            static let union = MappingUnion<Document>(
                "version",
                [
                    "1": .object(Document.first) {
                        if case .first(let it) = $0 { it } else { nil }
                    },
                    "-2": .object(Document.second) {
                        if case .second(let it) = $0 { it } else { nil }
                    },
                    "3": .object(Document.third) {
                        if case .third(let it) = $0 { it } else { nil }
                    },
                    "2.0": .object(Document.draft) {
                        if case .draft(let it) = $0 { it } else { nil }
                    },
                    "01": .object(Document.old) { if case .old(let it) = $0 { it } else { nil } },
                ]
            )
        }
        struct Box: Equatable {
            var document = Document.first(First())
            static let mapping = Mapping<Box> { Field("d", \.document) }
        }
        for json in [
            #"{"d":{"version":1,"x":5}}"#, #"{"d":{"version":-2}}"#,
            // The object declares a string, and these are no integers as JSON writes them.
            #"{"d":{"version":"3"}}"#, #"{"d":{"version":"2.0","x":5}}"#,
            #"{"d":{"version":"01","x":5}}"#,
        ] {
            var box = Box()
            XCTAssertEqual(try Box.mapping.apply(json: Data(json.utf8), to: &box).issues, [])
            let (data, report) = Box.mapping.json(from: box)
            XCTAssertEqual(String(decoding: data, as: UTF8.self), json)
            XCTAssertEqual(report.issues, [])
            let dictionary = Box.mapping.dictionary(from: box).dictionary
            XCTAssertEqual(Box.mapping.make(Box(), from: dictionary).value, box)
        }
    }

    func testTheKindIsWrittenWithTheObject() throws {
        let bike = Bike()
        bike.kind = "2"
        bike.load = [.car(Car(doors: 1))]
        let garage = Garage(second: .bike(bike), others: [.car(Car())])
        let (json, report) = Garage.mapping.json(from: garage, omittingNil: true)
        XCTAssertEqual(
            String(decoding: json, as: UTF8.self),
            #"{"first":{"colour":"red","doors":2,"type":"car"},"#
                + #""others":[{"colour":"","doors":4,"type":"car"}],"#
                + #""second":{"gears":1,"load":[{"colour":"","doors":1,"type":"car"}],"type":"2"}}"#
        )
        XCTAssertTrue(report.isClean, "\(report.issues)")
        XCTAssertEqual(try Garage.mapping.make(Garage(), json: json).value, garage)
    }
}

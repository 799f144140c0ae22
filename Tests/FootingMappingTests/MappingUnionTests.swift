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
        options.listsUnusedKeys = true
        let report = try Garage.mapping.apply(json: Data(json.utf8), to: &garage, options: options)
        XCTAssertEqual(report.issues.map(\.description), issues, line: line)
        XCTAssertEqual(report.notes, [], line: line)
        let other = Garage.mapping.apply(try XCTUnwrap(dictionary), to: &twin, options: options)
        XCTAssertEqual(other.issues.map(\.description), issues, line: line)
        XCTAssertEqual(other.unusedKeyCount, report.unusedKeyCount, line: line)
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

    func testUnusedKeysOfTheObjectAreCountedOnce() throws {
        var garage = Garage()
        let input =
            ["first": ["type": "car", "doors": 1, "x": 2], "others": [["type": "2", "y": 1]]]
            as [String: Any]
        XCTAssertEqual(Garage.mapping.apply(input, to: &garage).unusedKeyCount, 2)
    }

    func testTheKindIsWrittenWithTheObject() throws {
        let bike = Bike()
        bike.kind = "2"
        bike.load = [.car(Car(doors: 1))]
        let garage = Garage(second: .bike(bike), others: [.car(Car())])
        let (json, report) = Garage.mapping.json(from: garage, omitsNil: true)
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

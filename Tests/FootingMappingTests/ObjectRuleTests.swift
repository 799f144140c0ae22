import Foundation
import XCTest

import FootingMapping

final class ObjectRuleTests: XCTestCase {
    private struct Stay: Mappable, Equatable {
        var from = 1
        var to = 2

        static let mapping = Mapping<Stay> {
            Field("from", \.from)
            Field("to", \.to).skippingEqual()
        }
        .validated("to after from") { $0.to > $0.from }
        .validated("not endless") {
            guard $0.to < 1000 else { throw Endless() }
            return true
        }
    }

    private struct Endless: Error {}

    private struct Booking: Equatable {
        var guest = ""
        var stay = Stay()
        var next: Stay?
        var all: [Stay] = []

        static let mapping = Mapping<Booking> {
            Field("guest", \.guest)
            Field("stay", \.stay)
            Field("next", \.next)
            Field("all", \.all)
        }
    }

    private final class Room: Mappable {
        var low = 0
        var high = 1

        static let mapping = Mapping<Room> {
            Field("low", \.low)
            Field("high", \.high)
        }
        .validated("high above low") { $0.high > $0.low }
    }

    func testAStructThatBreaksTheRuleIsNotStored() throws {
        for atomic in [false, true] {
            var options = MappingOptions.standard
            options.isAtomic = atomic
            var stay = Stay(from: 3, to: 7)
            var report = try Stay.mapping.apply(
                json: Data(#"{"from":9}"#.utf8),
                to: &stay,
                options: options
            )
            XCTAssertEqual(stay, Stay(from: 3, to: 7))
            XCTAssertEqual(
                report.issues.map(\.description),
                ["$: rejected: to after from (object, wanted Stay); kept"]
            )
            XCTAssertEqual(report.appliedCount, 0)
            report = Stay.mapping.apply(["from": 9, "to": 10], to: &stay, options: options)
            XCTAssertEqual(stay, Stay(from: 9, to: 10))
            XCTAssertTrue(report.isClean)
            XCTAssertEqual(report.appliedCount, 2)
            let (made, madeReport) = Stay.mapping.make(Stay(), from: ["to": 1], options: options)
            XCTAssertNil(made)
            XCTAssertEqual(madeReport.issues.map(\.resolution), [.madeNothing])
        }
    }

    func testTheFirstRuleThatRefusesHasItsSay() {
        var stay = Stay()
        let report = Stay.mapping.apply(["to": 1000], to: &stay)
        XCTAssertEqual(
            report.issues.first?.explanation,
            "the rule threw ObjectRuleTests.Endless".replacingOccurrences(
                of: "ObjectRuleTests",
                with: "FootingMappingTests.ObjectRuleTests"
            )
        )
        XCTAssertEqual(stay, Stay())
    }

    func testAnObjectInsideAnotherIsKeptOrLeftOut() {
        let input: [String: Any] = [
            "guest": "Ada", "stay": ["from": 5], "next": ["from": 5],
            "all": [["from": 5], ["to": 8], ["to": 0, "from": "x"]],
        ]
        var booking = Booking(guest: "Bo", next: Stay(from: 1, to: 3))
        let report = Booking.mapping.apply(input, to: &booking)
        XCTAssertEqual(
            booking,
            Booking(guest: "Ada", next: Stay(from: 1, to: 3), all: [Stay(from: 1, to: 8)])
        )
        XCTAssertEqual(
            report.issues.map { "\($0.path) \($0.code) \($0.resolution)" },
            [
                "$.stay rejected keptOldValue", "$.next rejected keptOldValue",
                "$.all[0] rejected droppedElement", "$.all[2].from notNumeric keptOldValue",
                "$.all[2] rejected droppedElement",
            ]
        )
        XCTAssertNil(Booking.mapping.make(Booking(), from: ["stay": ["from": 5]]).value)
        XCTAssertNotNil(Booking.mapping.make(Booking(), from: ["all": [["from": 5]]]).value)
    }

    func testAnAtomicCallStoresNothingOfAStructWithAnObjectThatBreaksItsRule() {
        var options = MappingOptions.standard
        options.isAtomic = true
        options.listsFields = true
        let old = Booking(guest: "Bo", next: Stay(from: 1, to: 3))
        for input: [String: Any] in [
            ["guest": "Ada", "stay": ["from": 5]], ["guest": "Ada", "next": ["from": 5]],
            ["guest": "Ada", "all": [["from": 5]]],
        ] {
            var booking = old
            let report = Booking.mapping.apply(input, to: &booking, options: options)
            XCTAssertEqual(booking, old, "\(input)")
            XCTAssertEqual(report.issues.map(\.code), [.rejected], "\(input)")
            XCTAssertEqual(report.appliedCount, 0, "\(input)")
            XCTAssertEqual(report.notes, [], "\(input)")
        }
        let list = [["from": 1, "to": 4], ["from": 9]]
        XCTAssertEqual(Stay.mapping.makeArray(of: Stay(), from: list, options: options).values, [])
        XCTAssertEqual(
            Stay.mapping.makeArray(of: Stay(), from: list).values,
            [Stay(from: 1, to: 4)]
        )
    }

    func testAnInstanceOfAClassIsChangedAndTheReportSaysSo() {
        let room = Room()
        let report = Room.mapping.apply(["low": 5], to: room)
        XCTAssertEqual(room.low, 5)
        XCTAssertEqual(
            report.issues.map(\.description),
            ["$: rejected: high above low (object, wanted Room); changed"]
        )
        XCTAssertEqual(report.appliedCount, 1)
        XCTAssertNil(Room.mapping.make(Room(), from: ["low": 5]).value)
    }

    private final class Desk {
        var title = ""
        var boss: Room?
        static let mapping = Mapping<Desk> {
            Field("title", \.title)
            Field("boss", \.boss)
        }
    }

    func testAnInstanceThatAnAtomicCallDoesNotTouchIsNotReportedAsChanged() {
        var options = MappingOptions.standard
        options.isAtomic = true
        let desk = Desk()
        desk.boss = Room()
        let report = Desk.mapping.apply(
            ["title": "new", "boss": ["low": 5]],
            to: desk,
            options: options
        )
        XCTAssertEqual(desk.title, "")
        XCTAssertEqual(desk.boss?.low, 0)
        XCTAssertEqual(
            report.issues.map { "\($0.path) \($0.code) \($0.resolution)" },
            ["$.boss rejected keptOldValue"]
        )
    }

    private class Person {
        var age = 0
        static let mapping = Mapping<Person> { Field("age", \.age) }
            .validated("age under 100") { $0.age < 100 }
    }

    private final class Employee: Person {
        var level = 1
        static let employeeMapping = Mapping<Employee> {
            InheritedFields(Person.mapping) { $0 }
            Field("level", \.level)
        }
        .validated("level above 0") { $0.level > 0 }
    }

    func testInheritedFieldsBringTheRulesOfTheParentsMapping() {
        for (input, rules) in [
            (["age": 200, "level": 1], ["age under 100"]),
            (["age": 5, "level": 0], ["level above 0"]),
            (["age": 200, "level": 0], ["age under 100"]), (["age": 5, "level": 1], []),
        ] {
            let (employee, report) = Employee.employeeMapping.make(Employee(), from: input)
            XCTAssertEqual(report.issues.map(\.explanation), rules, "\(input)")
            XCTAssertEqual(employee == nil, !rules.isEmpty, "\(input)")
        }
    }
}

import Foundation
import XCTest

import FootingMapping

final class UnknownMembersTests: XCTestCase {
    /// Any JSON.
    private enum JSON: MappingConvertible, Equatable {
        case null, bool(Bool), number(Double), text(String), list([JSON]), object([String: JSON])

        static func converted(from source: borrowing MappingSource) -> MappingConversion<JSON> {
            if case .exact(let value?) = Bool?.converted(from: source) {
                return .exact(.bool(value))
            }
            if case .exact(let value?) = Double?.converted(from: source) {
                return .exact(.number(value))
            }
            if case .exact(let value?) = String?.converted(from: source) {
                return .exact(.text(value))
            }
            if case .exact(.none) = Bool?.converted(from: source) { return .exact(.null) }
            if case .exact(let value) = [String: JSON].converted(from: source) {
                return .exact(.object(value))
            }
            return [JSON].converted(from: source).map { .list($0) }
        }
    }

    private struct Event: Equatable {
        var name = ""
        var place = ""
        var rest: [String: JSON] = [:]

        static let mapping = Mapping<Event> {
            UnknownMembers(\.rest)
            Field("name", \.name).aliases("title")
            Field("venue.name", \.place)
        }
    }

    private struct Numbers: Mappable, Equatable {
        var id = 0
        var rest: [String: Int] = ["old": 1]

        static let mapping = Mapping<Numbers> {
            Field("id", \.id)
            UnknownMembers(\.rest)
        }
    }

    func testMembersThatNoFieldReadsAreKept() throws {
        let json = #"{"a":[1,{"b":null}],"name":"x","venue":{"name":"Rome","x":1},"\u0063":true}"#
        let dictionary = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let expected = Event(
            name: "x",
            place: "Rome",
            rest: ["a": .list([.number(1), .object(["b": .null])]), "c": .bool(true)]
        )
        let (event, report) = try Event.mapping.make(Event(), json: Data(json.utf8))
        XCTAssertEqual(event, expected)
        XCTAssertTrue(report.isClean)
        XCTAssertEqual(report.appliedCount, 4)
        XCTAssertEqual(report.unknownKeyCount, 1)
        let (other, otherReport) = Event.mapping.make(Event(), from: try XCTUnwrap(dictionary))
        XCTAssertEqual(other, expected)
        XCTAssertEqual(otherReport, report)
    }

    func testAnUpdateKeepsWhatTheInputLeavesOutAndReportsWhatCannotBeUsed() throws {
        var options = MappingOptions.standard
        options.includesKeys = true
        var numbers = Numbers()
        let report = Numbers.mapping.apply(
            ["id": 3, "b": "x", "a": "7", "c": NSNull()],
            to: &numbers,
            options: options
        )
        XCTAssertEqual(numbers, Numbers(id: 3, rest: ["old": 1, "a": 7]))
        XCTAssertEqual(
            report.issues.map(\.description),
            [
                "$.b: not a number (string, wanted Int); kept",
                "$.c: null, but not optional (null, wanted Int); kept",
            ]
        )
        XCTAssertEqual(report.unknownKeyCount, 0)
        options.isAtomic = true
        XCTAssertEqual(
            Numbers.mapping.apply(["id": 4, "a": [1, 2]], to: &numbers, options: options)
                .issueCount,
            1
        )
        XCTAssertEqual(numbers.id, 3)
    }

    func testADuplicateOfAnUnknownMemberIsCountedAndChosenLikeAnyOther() throws {
        let composed = "\u{E0}"
        let decomposed = "a\u{300}"
        for json in [
            #"{"x":1,"id":5,"x":2}"#, #"{"x":1,"\u0078":2}"#,
            "{\"\(composed)\":1,\"\(decomposed)\":2}",
        ] {
            for (duplicateKeys, expected, issueCount) in [
                (.first, [1, 1], 0), (.last, [1, 2], 0), (.reject, [1], 1),
            ] as [(MappingOptions.DuplicateKeys, [Int], Int)] {
                var options = MappingOptions.standard
                options.duplicateKeys = duplicateKeys
                var numbers = Numbers()
                let report = try Numbers.mapping.apply(
                    json: Data(json.utf8),
                    to: &numbers,
                    options: options
                )
                XCTAssertEqual(report.duplicateKeyCount, 1, json)
                XCTAssertEqual(numbers.rest.values.sorted(), expected, json)
                XCTAssertEqual(report.issueCount, issueCount, json)
            }
        }
    }

    func testADuplicateOfADeclaredKeyIsCountedOnceAndHidesNoUnknownMember() throws {
        struct Letters: Equatable {
            var letter = 0
            var rest: [String: Int] = [:]
            static let mapping = Mapping<Letters> {
                Field("\u{E0}", \.letter)
                UnknownMembers(\.rest)
            }
        }
        // In JSON, keys are compared by their bytes.
        let json = "{\"\u{E0}\":1,\"\u{E0}\":2,\"a\u{300}\":3}"
        let (letters, report) = try Letters.mapping.make(Letters(), json: Data(json.utf8))
        XCTAssertEqual(letters, Letters(letter: 1, rest: ["a\u{300}": 3]))
        XCTAssertEqual(report.duplicateKeyCount, 1)
        XCTAssertTrue(report.isClean)
    }

    func testTheyAreKnownIfAnotherFieldReadsTheSameObject() throws {
        struct Holder {
            var numbers = Numbers()
            var id = 0
            static let mapping = Mapping<Holder> {
                Field("numbers", \.numbers)
                Field("numbers.id", \.id)
            }
        }
        for listsUnknownKeys in [false, true] {
            var options = MappingOptions.standard
            options.listsUnknownKeys = listsUnknownKeys
            try applying(Holder.mapping, to: Holder(), #"{"numbers": {"id": 1, "a": 2}}"#, options)
            {
                XCTAssertEqual($0.numbers.rest, ["old": 1, "a": 2])
                XCTAssertEqual($1.unknownKeyCount, 0)
                XCTAssertEqual($1.notes, [])
            }
        }
    }

    func testTheDictionaryIsSetOnce() throws {
        struct Watched {
            var counts: [Int] = []
            var rest: [String: Int] = ["old": 1] { didSet { counts.append(rest.count) } }
            static let mapping = Mapping<Watched> { UnknownMembers(\.rest) }
        }
        for (json, counts) in [
            (#"{"a": 1, "b": "2", "c": "x"}"#, [3]), (#"{"c": "x"}"#, []), ("{}", []),
        ] {
            try applying(Watched.mapping, to: Watched(), json) { watched, _ in
                XCTAssertEqual(watched.counts, counts)
            }
        }
    }

    func testPathsDoNotShowKeysOfTheInputUnlessAsked() throws {
        let (_, report) = try Numbers.mapping.make(Numbers(), json: Data(#"{"secret":"x"}"#.utf8))
        XCTAssertEqual(report.issues.map(\.path.description), ["$[*]"])
    }

    func testObjectsInListsKeepTheirs() throws {
        struct List {
            var all: [Numbers] = []
            static let mapping = Mapping<List> { Field("all", \.all) }
        }
        let (list, report) = List.mapping.make(
            List(),
            from: ["all": [["x": 1], ["id": 2, "y": "z"]]]
        )
        XCTAssertEqual(list?.all, [Numbers(rest: ["old": 1, "x": 1]), Numbers(id: 2)])
        XCTAssertEqual(report.issues.map(\.path.description), ["$.all[1][*]"])
    }

    func testLimitsHold() throws {
        var options = MappingOptions.standard
        options.limits.stringBytes = 3
        let marks = "e" + String(repeating: "\u{301}\u{323}", count: 100)
        for json in [#"{"abcd":1}"#, "{\"\(marks)\":1}"] {
            let (value, report) = try Numbers.mapping.make(
                Numbers(),
                json: Data(json.utf8),
                options: options
            )
            XCTAssertEqual(value, Numbers())
            XCTAssertEqual(report.issues.map(\.code), [.limitExceeded])
        }
    }

    private class Parent {
        var rest: [String: String] = [:]
        static let mapping = Mapping<Parent> { UnknownMembers(\.rest) }
    }

    private final class Child: Parent {
        var name = ""
        static let childMapping = Mapping<Child> {
            InheritedFields(Parent.mapping) { $0 }
            Field("name", \.name)
        }
    }

    func testAParentsDictionaryGetsThem() throws {
        let child = Child()
        XCTAssertTrue(Child.childMapping.apply(["name": "x", "y": "z"], to: child).isClean)
        XCTAssertEqual(child.rest, ["y": "z"])
    }

    func testTheyAreWrittenBack() throws {
        let numbers = Numbers(id: 3, rest: ["z": 1, "a": 2, "id": 9])
        let (json, report) = Numbers.mapping.json(from: numbers)
        XCTAssertEqual(String(decoding: json, as: UTF8.self), #"{"a":2,"id":3,"z":1}"#)
        XCTAssertEqual(
            report.issues.map(\.description),
            [
                "$[*]: the field can't be used as declared: another field writes another value there (wanted Int); dropped"
            ]
        )
    }
}

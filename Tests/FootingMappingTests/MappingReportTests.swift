import FootingMapping
import Foundation
import XCTest

final class MappingReportTests: XCTestCase {
    struct Values {
        var text = ""
        var number = 0
        var fraction = 0.0
        var flag: Bool?
        var inner = Inner()
    }
    struct Inner {
        var id = 0
        static let mapping = Mapping<Inner> { Field("id", \.id).required() }
    }

    static let mapping = Mapping<Values> {
        Field("text", \.text)
        Field("number", \.number)
        Field("fraction", \.fraction)
        Field("flag", \.flag)
        Field("inner", \.inner, Inner.mapping)
    }

    func testCountsStayExactWhenTheListIsCapped() throws {
        var options = MappingOptions.standard
        options.limits.issues = 2
        options.listsFields = true
        let json = #"{"text": [], "number": "x", "fraction": {}, "flag": 7, "inner": {"id": 1}}"#
        try applying(Self.mapping, to: Values(), json, options) { _, report in
            XCTAssertEqual(report.issues.map { "\($0.path)" }, ["$.text", "$.number"])
            XCTAssertEqual(report.issueCount, 4)
            XCTAssertEqual(report.omittedIssueCount, 2)
            XCTAssertFalse(report.isClean)
            XCTAssertEqual(report.notes.count, 1)
        }
    }

    func testNotesListWhatWasSetAndHowOnlyIfAskedTo() throws {
        let json =
            #"{"text": "a", "number": "5", "fraction": 0.12345678901234567890, "inner": {"id": 3.0}}"#
        try applying(Self.mapping, to: Values(), json) { _, report in
            XCTAssertEqual(report.notes, [])
        }
        var options = MappingOptions.standard
        options.listsFields = true
        try applying(Self.mapping, to: Values(), json, options) { _, report in
            XCTAssertEqual(
                report.notes.map(\.description),
                [
                    "$.text: applied (string to String)",
                    "$.number: converted (string to Int)",
                    "$.fraction: rounded (number to Double)",
                    "$.inner.id: converted (number to Int)",
                ]
            )
            XCTAssertEqual(report.appliedCount, 4)
            XCTAssertEqual(report.convertedCount, 3)
        }
    }

    struct Lists: Equatable {
        var numbers = [9]
        var table: [[Int]?] = []

        static let mapping = Mapping<Lists> {
            Field("numbers", \.numbers)
            Field("table", \.table)
        }
    }

    func testEveryElementThatIsRefusedHasAnIssueAndTheListStays() throws {
        let json = #"{"numbers": [1, "x", 2.5], "table": [[1], null, [2, [], "y"]]}"#
        try applying(Lists.mapping, to: Lists(), json) { lists, report in
            XCTAssertEqual(lists, Lists())
            XCTAssertEqual(
                report.issues.map(\.description),
                [
                    "$.numbers[1]: not a number (string, wanted Int); kept",
                    "$.numbers[2]: not exactly representable (number, wanted Int); kept",
                    "$.table[2][1]: wrong kind of value (array, wanted Int); kept",
                    "$.table[2][2]: not a number (string, wanted Int); kept",
                ]
            )
        }
        try applying(Lists.mapping, to: Lists(), #"{"table": {}}"#) { _, report in
            XCTAssertEqual(
                report.issues.map(\.description),
                ["$.table: wrong kind of value (object, wanted [[Int]?]); kept"]
            )
        }
    }

    func testRefusedElementsAreCountedBeyondTheCap() throws {
        var options = MappingOptions.standard
        options.limits.issues = 2
        let json = #"{"numbers": ["a", "b", "c", "d"], "table": [["e"], "f"]}"#
        try applying(Lists.mapping, to: Lists(), json, options) { _, report in
            XCTAssertEqual(report.issues.map { "\($0.path)" }, ["$.numbers[0]", "$.numbers[1]"])
            XCTAssertEqual(report.issueCount, 6)
        }
    }

    func testUnknownKeysAreCountedAtEveryLevelThatIsMapped() throws {
        let json = #"{"a": {"b": 1}, "text": "", "inner": {"id": 1, "c": 2, "d": 3}, "": null}"#
        try applying(Self.mapping, to: Values(), json) { _, report in
            XCTAssertEqual(report.unknownKeyCount, 4)
        }
    }

    func testIssueTellsWhereItsValueBegins() throws {
        var values = Values()
        let json = #"{"inner": {"id": "x"}, "number": [1]}"#
        let report = try Self.mapping.apply(json: Data(json.utf8), to: &values)
        let text = Array(json.utf8)
        XCTAssertEqual(
            report.issues.map { $0.offset.map { text[$0] } },
            [UInt8(ascii: "["), UInt8(ascii: "\"")]
        )
        let other = Self.mapping.apply(["number": [1]], to: &values)
        XCTAssertEqual(other.issues.map(\.offset), [nil])
    }

    func testDescriptionIsOneLineOfCounts() throws {
        let json = #"{"text": 5, "number": "x", "z": 1}"#
        try applying(Self.mapping, to: Values(), json) { _, report in
            XCTAssertEqual(
                "\(report)",
                "1 value applied (1 converted), 1 issue, 1 unknown key"
            )
        }
    }

    func testReportThatIsNotCleanCanBeThrown() throws {
        try applying(Self.mapping, to: Values(), #"{"text": "a"}"#) { _, report in
            XCTAssertNoThrow(try report.requireClean())
        }
        let json = #"{"text": [], "number": "x", "fraction": {}, "flag": 7}"#
        var options = MappingOptions.standard
        options.includesValues = true
        try applying(Self.mapping, to: Values(), json, options) { _, report in
            do throws(MappingError) {
                try report.requireClean()
                XCTFail("a report with issues was not thrown")
            } catch {
                XCTAssertEqual(error.code, .notClean)
                XCTAssertEqual(error.report, report)
                XCTAssertNil(error.line)
                XCTAssertEqual(
                    "\(error)",
                    "0 values applied (0 converted), 4 issues, 0 unknown keys; "
                        + "$.text: wrong kind of value (array, wanted String); kept; "
                        + "$.number: not a number (string, wanted Int); kept; "
                        + "$.fraction: wrong kind of value (object, wanted Double); kept"
                )
            }
        }
    }
}

import Foundation
import XCTest

import FootingMapping

final class CollectionTests: XCTestCase {
    private enum Plan: String, MappingConvertible, CodingKeyRepresentable { case free, team }

    private struct Lists: Equatable {
        var numbers: Set<Int> = []
        var words: Set<String> = []
        var mark: Character = "?"
        var byNumber: [Int: String] = [:]
        var byPlan: [Plan: Int] = [:]

        static func mapping(_ isLong: Bool) -> Mapping<Lists> {
            Mapping<Lists> {
                if isLong { Field("numbers", \.numbers) }
                if isLong {
                    Field("words", \.words).split(by: ",")
                    Field("mark", \.mark)
                } else {
                    Field("w", \.words)
                }
                for key in ["byNumber", "numbered"] { Field(key, \.byNumber) }
                Field("byPlan", \.byPlan)
            }
        }
    }

    private func check(
        _ json: String,
        _ expected: Lists,
        _ issues: [String] = [],
        isLong: Bool = true,
        line: UInt = #line
    ) throws {
        let dictionary = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        for fromBytes in [true, false] {
            let (value, report) =
                fromBytes
                ? try Lists.mapping(isLong).make(Lists(), json: Data(json.utf8))
                : Lists.mapping(isLong).make(Lists(), from: try XCTUnwrap(dictionary))
            XCTAssertEqual(value, expected, line: line)
            XCTAssertEqual(report.issues.map(\.description).sorted(), issues, line: line)
        }
    }

    func testSetsTakeWhatListsTake() throws {
        try check(#"{"numbers":[3,"4",3]}"#, Lists(numbers: [3, 4]))
        try check(#"{"numbers":7,"words":"a,b,a"}"#, Lists(numbers: [7], words: ["a", "b"]))
        try check(
            #"{"numbers":{}}"#,
            Lists(),
            ["$.numbers: wrong kind of value (object, wanted Set<Int>); kept"]
        )
        try check(
            #"{"numbers":[1,"x"]}"#,
            Lists(),
            ["$.numbers[1]: not a number (string, wanted Int); kept"]
        )
        let (_, report) = Lists.mapping(true).make(Lists(), from: ["numbers": [3, 3]])
        XCTAssertEqual(report.convertedCount, 1)
    }

    func testTextsThatTakeLongToCompareAreBeyondTheLimits() throws {
        let marks = "e" + String(repeating: "\u{301}\u{323}", count: 64_000)
        let json = "{\"words\":[\"\(marks)\"],\"mark\":\"\(marks)\"}"
        let (_, report) = try Lists.mapping(true).make(Lists(), json: Data(json.utf8))
        XCTAssertEqual(report.issues.map(\.explanation), ["combiningMarks", "combiningMarks"])
    }

    func testACharacterIsATextOfOne() throws {
        try check(#"{"mark":"é"}"#, Lists(mark: "é"))
        try check(#"{"mark":7}"#, Lists(mark: "7"))
        for text in ["", "ab"] {
            try check(
                "{\"mark\":\"\(text)\"}",
                Lists(),
                ["$.mark: invalid format (string, wanted Character); kept"]
            )
        }
    }

    func testKeysOfDictionariesAreConverted() throws {
        try check(
            #"{"byNumber":{"1":"a","-20":"b"},"byPlan":{"team":1}}"#,
            Lists(byNumber: [1: "a", -20: "b"], byPlan: [.team: 1])
        )
        try check(
            #"{"byPlan":{"x":1}}"#,
            Lists(),
            [
                """
                $.byPlan[*]: wrong kind of value: the key can't be converted to Plan (number, \
                wanted Int); kept
                """
            ]
        )
        // Other strings for the same number would be equal keys.
        for key in ["01", "+1", "1.0", " 1"] {
            try check(
                "{\"byNumber\":{\"\(key)\":\"a\"}}",
                Lists(),
                [
                    """
                    $.byNumber[*]: wrong kind of value: the key can't be converted to Int (string, \
                    wanted String); kept
                    """
                ]
            )
        }
    }

    func testFieldsAreChosenByConditionsAndLoops() throws {
        try check(
            #"{"numbers":[1],"w":["a"],"numbered":{"1":"x"}}"#,
            Lists(words: ["a"], byNumber: [1: "x"]),
            isLong: false
        )
    }

    func testFormsOfACallAreThoseOfFieldsThatHaveNone() throws {
        struct Times: Mappable, Equatable {
            var from = Date(timeIntervalSince1970: 0)
            var to = Date(timeIntervalSince1970: 0)
            var digits = Data()
            var inner: [Times] = []
            static let mapping = Mapping<Times> {
                Field("from", \.from)
                Field("to", \.to).dates(.epochSeconds)
                Field("digits", \.digits)
                Field("inner", \.inner)
            }
        }
        var options = MappingOptions.standard
        options.dateFormats = [.epochMilliseconds]
        options.dataEncodings = [.hexadecimal]
        let json = #"{"from":2000,"to":5,"inner":[{"from":3000,"digits":"ff"}]}"#
        let (times, report) = try Times.mapping.make(
            Times(),
            json: Data(json.utf8),
            options: options
        )
        XCTAssertTrue(report.isClean)
        XCTAssertEqual(times?.from.timeIntervalSince1970, 2)
        XCTAssertEqual(times?.to.timeIntervalSince1970, 5)
        XCTAssertEqual(times?.inner.first?.from.timeIntervalSince1970, 3)
        XCTAssertEqual(times?.inner.first?.digits, Data([0xFF]))
        options.dateFormats = [.date(in: .gmt)]
        XCTAssertEqual(
            try Times.mapping.make(Times(), json: Data(#"{"from":3}"#.utf8), options: options)
                .report.issueCount,
            1
        )
    }
}

import FootingMapping
import Foundation
import Synchronization
import XCTest

/// `allKeys` for a type's own keys, if the input spells them differently.
final class LenientDecoderAllKeysTests: XCTestCase {
    private enum Figure: Decodable, Equatable {
        case bigCircle(innerRadius: Int), square(Int), emptyURL, USD(x: Int), aVeryLongNameOfACase
    }
    private enum Only: Decodable, Equatable { case oneCase(atIndex: Int) }

    private func check<Value: Decodable & Equatable>(
        _ strategy: MappingOptions.KeyStrategy,
        _ json: String,
        _ expected: Value?,
        unknown: Int = 0,
        line: UInt = #line
    ) throws {
        var decoder = LenientDecoder()
        decoder.options.keyStrategy = strategy
        for input in try Input.all(#"{"v": \#(json)}"#) {
            let (value, report): ([String: Value]?, MappingReport) =
                switch input {
                case .bytes(let data): try decoder.decode([String: Value].self, json: data)
                case .dictionary(let values): decoder.decode([String: Value].self, from: values)
                }
            XCTAssertEqual(value?["v"], expected, json, line: line)
            XCTAssertEqual(report.isClean, expected != nil, "\(json): \(report)", line: line)
            if expected != nil {
                XCTAssertEqual(report.unknownKeyCount, unknown, json, line: line)
            }
        }
    }

    func testAnEnumerationsCasesAreFoundInAnyCase() throws {
        for (json, expected) in [
            (#"{"bigCircle": {"innerRadius": 1}}"#, Figure.bigCircle(innerRadius: 1)),
            (#"{"BIGcircle": {"InnerRADIUS": 1}}"#, .bigCircle(innerRadius: 1)),
            (#"{"bigcircle": {"innerradius": 1}}"#, .bigCircle(innerRadius: 1)),
            (#"{"SQUARE": {"_0": "7"}}"#, .square(7)), (#"{"emptyurl": {}}"#, .emptyURL),
            (#"{"usd": {"X": 2}}"#, .USD(x: 2)),
        ] {
            try check(.caseInsensitive, json, expected)
            try check(.caseInsensitive, #"[\#(json)]"#, [expected])
        }
        try check(.caseInsensitive, #"{"ONECASE": {"ATINDEX": 3}}"#, Only.oneCase(atIndex: 3))
        try check(.exact, #"{"BIGcircle": {"innerRadius": 1}}"#, Figure?.none)
        try check(.caseInsensitive, #"{"other": {"innerRadius": 1}}"#, Figure?.none)
    }

    func testAnEnumerationsCasesAreFoundInSnakeCase() throws {
        for (json, expected) in [
            (#"{"big_circle": {"inner_radius": 1}}"#, Figure.bigCircle(innerRadius: 1)),
            (#"{"empty_url": {}}"#, .emptyURL), (#"{"square": {"_0": 7}}"#, .square(7)),
        ] {
            try check(.snakeCase, json, expected)
        }
        try check(.snakeCase, #"{"one_case": {"at_index": 3}}"#, Only.oneCase(atIndex: 3))
    }

    /// Records the keys of an object, in the order of the input.
    private struct Asking<Key: CodingKey>: Decodable {
        let keys: [String]
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            keys = container.allKeys.map(\.stringValue)
            for key in container.allKeys { XCTAssertTrue(container.contains(key)) }
        }
    }
    private enum Few: CodingKey { case firstOne, second }
    private enum Listed: String, CodingKey, CaseIterable {
        case many = "aNameOfMoreThanThreeWORDS", other
    }

    func testEachKeyIsListedOnceHoweverItIsSpelled() throws {
        func keys<Key: CodingKey>(_: Key.Type, _ json: String) throws -> [String] {
            var decoder = LenientDecoder()
            decoder.options.keyStrategy = .caseInsensitive
            let (asking, report) = try decoder.decode(Asking<Key>.self, json: Data(json.utf8))
            XCTAssertTrue(report.isClean)
            return try XCTUnwrap(asking).keys
        }
        let twice = #"{"FIRSTONE": 1, "x": 2, "Second": 3, "firstone": 4, "SECOND": 5}"#
        XCTAssertEqual(try keys(Few.self, twice), ["firstOne", "second"])
        let long = #"{"anameofmorethanthreewords": 1, "OTHER": 2}"#
        XCTAssertEqual(try keys(Listed.self, long), ["aNameOfMoreThanThreeWORDS", "other"])
    }

    /// A key type that rejects every name, and counts the attempts.
    private struct Tried: CodingKey {
        static let counter = Atomic(0)
        var stringValue: String { "" }
        var intValue: Int? { nil }
        init?(stringValue: String) {
            Self.counter.add(1, ordering: .relaxed)
            return nil
        }
        init?(intValue: Int) { nil }
    }

    func testASearchForKeysHasAnEnd() throws {
        var decoder = LenientDecoder()
        decoder.options.keyStrategy = .caseInsensitive
        func countOfTriedNames(_ keyCount: Int) throws -> Int {
            let keys = (0..<keyCount).map { #""anUnknownKeyThatIsSomewhatLong\#($0)": 1"# }
            let json = "{\(keys.joined(separator: ","))}"
            let before = Tried.counter.load(ordering: .relaxed)
            let asking = try decoder.decode(Asking<Tried>.self, json: Data(json.utf8)).value
            XCTAssertEqual(asking?.keys, [])
            return Tried.counter.load(ordering: .relaxed) - before
        }
        // A single key has thousands of possible spellings.
        XCTAssertGreaterThan(try countOfTriedNames(1), 1_000)
        let (count, twice) = (try countOfTriedNames(2_000), try countOfTriedNames(4_000))
        XCTAssertLessThan(count, 120_000)
        // Once the limit is reached, a key is only looked up in its own spelling.
        XCTAssertLessThanOrEqual(twice - count, 2 * 2_000)
    }
}

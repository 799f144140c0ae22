import FootingMapping
import Foundation
import XCTest

/// `allKeys` for a type's own keys, if the input spells them differently.
final class LenientDecoderAllKeysTests: XCTestCase {
    private enum Figure: Decodable, Equatable {
        case bigCircle(innerRadius: Int), square(Int), emptyURL, _hidden_(x: Int)
    }

    private func check(
        _ strategy: MappingOptions.KeyStrategy,
        _ json: String,
        _ expected: Figure?,
        because explanation: String? = nil,
        line: UInt = #line
    ) throws {
        var decoder = LenientDecoder()
        decoder.options.keyStrategy = strategy
        for input in try Input.all(#"{"v": \#(json)}"#) {
            let (value, report) = try input.decode([String: Figure].self, decoder)
            XCTAssertEqual(value?["v"], expected, json, line: line)
            XCTAssertEqual(report.isClean, expected != nil, "\(json): \(report)", line: line)
            XCTAssertEqual(report.issues.first?.explanation, explanation, json, line: line)
            XCTAssertEqual(report.unknownKeyCount, 0, json, line: line)
        }
    }

    func testSnakeCaseFindsTheCasesThatConvertFromSnakeCaseFinds() throws {
        for (json, expected) in [
            (#"{"big_circle": {"inner_radius": 1}}"#, Figure.bigCircle(innerRadius: 1)),
            (#"{"square": {"_0": "7"}}"#, .square(7)),
            (#"{"_hidden_": {"x": 3}}"#, ._hidden_(x: 3)),
        ] {
            try check(.snakeCase, json, expected)
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            let data = Data(json.replacing(#""7""#, with: "7").utf8)
            XCTAssertEqual(try decoder.decode(Figure.self, from: data), expected)
        }
    }

    func testAnUnknownCaseNamesTheStrategy() throws {
        for (strategy, json, name) in [
            (MappingOptions.KeyStrategy.snakeCase, #"{"empty_url": {}}"#, "snakeCase"),
            (.snakeCase, #"{"bigCircle": {"innerRadius": 1}}"#, "snakeCase"),
            (.caseInsensitive, #"{"SQUARE": {"_0": 7}}"#, "caseInsensitive"),
            (.custom(KeySpelling { $0.uppercased() }), #"{"SQUARE": {"_0": 7}}"#, "custom"),
        ] {
            let explanation = "a key is unknown under the key strategy \(name)"
            try check(strategy, json, nil, because: explanation)
        }
        try check(.exact, #"{"SQUARE": {"_0": 7}}"#, nil)
        try check(.caseInsensitive, #"{"square": {"_0": 7}}"#, .square(7))
        try check(
            .caseInsensitive,
            #"{"bigCircle": {"INNERradius": 1}}"#,
            .bigCircle(innerRadius: 1)
        )
    }

    /// Records the keys of an object, in the order of the input.
    private struct Asking: Decodable {
        enum Key: CodingKey { case firstOne, second }
        let keys: [String]
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            keys = container.allKeys.map(\.stringValue)
            for key in container.allKeys { XCTAssertTrue(container.contains(key)) }
        }
    }

    func testEachKeyIsListedOnce() throws {
        var decoder = LenientDecoder()
        decoder.options.keyStrategy = .snakeCase
        let json = #"{"first_one": 1, "x": 2, "second": 3, "first_one": 4, "second": 5}"#
        let (asking, report) = try decoder.decode(Asking.self, json: Data(json.utf8))
        XCTAssertTrue(report.isClean)
        XCTAssertEqual(asking?.keys, ["firstOne", "second"])
    }
}

import FootingMapping
import Foundation
import XCTest

final class MappingErrorTests: XCTestCase {
    func testMalformedDocumentNamesCodeLineAndColumn() {
        typealias Case = (json: String, code: MappingError.Code, line: Int, column: Int)
        let cases: [Case] = [
            ("", .truncated, 1, 1),
            (" \n ", .truncated, 2, 2),
            ("{\n  \"a\": 1,\n}", .malformed, 3, 1),
            ("{\r\n\"a\": 1\r\n\"b\"}", .malformed, 3, 1),
            ("{\r\"a\" 1}", .malformed, 2, 5),
            ("{\"é\": nul}", .malformed, 1, 10),
            ("[1,]", .malformed, 1, 4),
            ("[1 2]", .malformed, 1, 4),
            ("[01]", .malformed, 1, 3),
            ("[-]", .malformed, 1, 3),
            ("[1.]", .malformed, 1, 4),
            ("[\"\\x\"]", .malformed, 1, 3),
            ("[\"\\u12g4\"]", .malformed, 1, 3),
            ("[\"a\nb\"]", .malformed, 1, 4),
            ("{} {}", .malformed, 1, 4),
            ("{1: 2}", .malformed, 1, 2),
            ("{\"a\": 1", .truncated, 1, 8),
            ("[\"a", .truncated, 1, 4),
            ("[\"\\u12", .truncated, 1, 7),
            ("[tru", .truncated, 1, 5),
            ("[1e", .truncated, 1, 4),
            ("'a'", .malformed, 1, 1),
        ]
        for (json, code, line, column) in cases {
            let error = failure(Data(json.utf8))
            XCTAssertEqual(error?.code, code, json)
            XCTAssertEqual([error?.line, error?.column], [line, column], json)
            XCTAssertTrue("\(error as Any)".contains("line \(line), column \(column): "), json)
            XCTAssertEqual(error?.localizedDescription, error?.description, json)
        }
    }

    func testInvalidUTF8IsAnError() {
        let sequences: [[UInt8]] = [
            [0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80],
            [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
            [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
        ]
        for sequence in sequences {
            for padding in 0...9 {
                let text = Array(repeating: UInt8(ascii: "a"), count: padding) + sequence
                let error = failure(Data([0x22] + text + [0x22]))
                XCTAssertEqual(error?.code, .invalidUTF8, "\(sequence)")
                XCTAssertEqual(error?.offset, 1 + padding, "\(sequence)")
            }
        }
    }

    func testBytesThatAreNotUTF8OutsideOfStringsAreAnErrorOfTheEncoding() throws {
        for encoding in [String.Encoding.utf16, .utf32] {
            let data = try XCTUnwrap(#"{"a":1}"#.data(using: encoding))
            XCTAssertEqual(failure(data)?.code, .invalidUTF8, "\(encoding)")
            XCTAssertEqual(failure(data)?.offset, 0, "\(encoding)")
        }
        for (before, after) in [
            ("", "{}"), ("{", "}"), (#"{"a""#, ""), (#"{"a":"#, "1}"), (#"{"a":1"#, "}"),
            ("{}", ""), ("[1", "]"), ("[-", "]"), ("[tr", "]"),
        ] {
            let data = Data(before.utf8) + [0xE9, 0x20] + Data(after.utf8)
            XCTAssertEqual(failure(data)?.code, .invalidUTF8, before)
            XCTAssertEqual(failure(data)?.offset, before.utf8.count, before)
            // Valid UTF-8 that is not JSON.
            let valid = failure(Data("\(before)é\(after)".utf8))
            XCTAssertEqual(valid?.code, .malformed, before)
            XCTAssertEqual(valid?.offset, before.utf8.count, before)
        }
    }

    func testByteOrderMarkIsPassedOver() throws {
        var nothing = Nothing()
        let report = try Nothing.mapping.apply(
            json: Data([0xEF, 0xBB, 0xBF]) + Data("{}".utf8),
            to: &nothing
        )
        XCTAssertTrue(report.isClean)
    }

    func testDeepNestingIsAnErrorAndNotACrash() throws {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let core = open == "[" ? "" : "1"
            let fits = String(repeating: open, count: 512) + core
            XCTAssertNil(failure(Data((fits + String(repeating: close, count: 512)).utf8)))
            let error = failure(Data(String(repeating: open, count: 1_000_000).utf8))
            XCTAssertEqual(error?.limit, .depth)
            XCTAssertEqual(error?.offset, 512 * open.utf8.count)
        }
    }

    func testNothingIsSetFromAMalformedDocument() {
        struct Value { var a = 1 }
        var value = Value()
        let mapping = Mapping<Value> { Field("a", \.a) }
        XCTAssertThrowsError(try mapping.apply(json: Data(#"{"a": 2, "b": }"#.utf8), to: &value))
        XCTAssertThrowsError(try mapping.make(value, json: Data(#"{"a": 2"#.utf8)))
        XCTAssertThrowsError(try mapping.makeArray(of: Value(), json: Data("[{}".utf8)))
        XCTAssertEqual(value.a, 1)
    }

    private struct Nothing {
        static let mapping = Mapping<Nothing> {}
    }

    private func failure(_ data: Data) -> MappingError? {
        var nothing = Nothing()
        do {
            _ = try Nothing.mapping.apply(json: data, to: &nothing)
            return nil
        } catch {
            return error
        }
    }
}

import Foundation
import XCTest

@testable import FootingBytes
@testable import FootingHTML

final class ReferencesTests: XCTestCase {
    private func read(_ string: String, isInAttribute: Bool = false) -> (String, Int)? {
        var string = string
        return string.withUTF8 { bytes in
            unsafe Reference.read(in: ByteView(bytes), at: 0, isInAttribute: isInAttribute)
                .map { reference in
                    var text: [UInt8] = []
                    reference.text.append(to: &text)
                    return (String(decoding: text, as: UTF8.self), reference.length)
                }
        }
    }

    func testEveryNameOfTheStandardHasItsValue() throws {
        guard let folder = ProcessInfo.processInfo.environment["FOOTING_HTML5LIB"] else {
            throw XCTSkip("FOOTING_HTML5LIB does not name the tests of html5lib")
        }
        struct File: Decodable {
            struct Test: Decodable {
                let input: String
                let description: String
                let output: [[String]]
            }
            let tests: [Test]
        }
        let url = URL(filePath: folder).appending(path: "tokenizer/namedEntities.test")
        let tests = try JSONDecoder().decode(File.self, from: Data(contentsOf: url)).tests
        var count = 0
        for test in tests {
            let found = read(String(test.input.dropFirst()))
            if test.description.hasPrefix("Named entity") {
                XCTAssertEqual(found?.0, test.output[0][1], test.input)
                XCTAssertEqual(found?.1, test.input.utf8.count - 1, test.input)
                count += 1
            } else {
                XCTAssertNil(found, test.input)
            }
        }
        XCTAssertEqual(count, 2231)
    }

    func testTheLongestNameCounts() {
        let rows: [(String, String?, Int)] = [
            ("amp;", "&", 4), ("amp", "&", 3), ("ampx", "&", 3), ("am", nil, 0), ("", nil, 0),
            ("notit;", "¬", 3), ("notin;", "∉", 6), ("notinva;", "∉", 8), ("notinv;", "¬", 3),
            ("CounterClockwiseContourIntegral;", "∳", 32), ("NotEqualTilde;", "≂̸", 14),
            ("fjlig;", "fj", 6), ("AMP;", "&", 4), ("Amp;", nil, 0), ("nbsp", "\u{A0}", 4),
            ("zwnj;", "\u{200C}", 5), ("zzz;", nil, 0), ("é;", nil, 0), (";", nil, 0),
            ("ngt;", "≯", 4), ("nGt;", "≫⃒", 4), ("nGtv;", "≫̸", 5),
        ]
        for (input, text, length) in rows {
            XCTAssertEqual(read(input)?.0, text, input)
            XCTAssertEqual(read(input)?.1 ?? 0, length, input)
        }
    }

    func testNamesWithoutSemicolonInAttributesEndBeforeOtherCharacters() {
        XCTAssertNil(read("copy=1", isInAttribute: true))
        XCTAssertNil(read("copya", isInAttribute: true))
        XCTAssertNil(read("copy1", isInAttribute: true))
        XCTAssertEqual(read("copy", isInAttribute: true)?.0, "©")
        XCTAssertEqual(read("copy&", isInAttribute: true)?.0, "©")
        XCTAssertEqual(read("copy;=1", isInAttribute: true)?.0, "©")
        XCTAssertEqual(read("copy=1")?.0, "©")
    }

    func testNumbersAreCharactersOrReplaced() {
        let rows: [(String, String?, Int)] = [
            ("#65;", "A", 4), ("#65", "A", 3), ("#x41;", "A", 5), ("#X4a", "J", 4),
            ("#0;", "\u{FFFD}", 3), ("#xD800;", "\u{FFFD}", 7), ("#x10FFFF;", "\u{10FFFF}", 9),
            ("#x110000;", "\u{FFFD}", 9), ("#99999999999999999999;", "\u{FFFD}", 22),
            ("#128;", "€", 5), ("#x81;", "\u{81}", 5), ("#x9F;", "Ÿ", 5), ("#", nil, 0),
            ("#;", nil, 0), ("#x;", nil, 0), ("#xg", nil, 0), ("#a", nil, 0), ("#13;", "\r", 4),
        ]
        for (input, text, length) in rows {
            XCTAssertEqual(read(input)?.0, text, input)
            XCTAssertEqual(read(input)?.1 ?? 0, length, input)
        }
    }

    func testErrorsAreThoseOfTheStandard() {
        let rows: [(String, String?)] = [
            ("#0;", "null-character-reference"), ("#xD800;", "surrogate-character-reference"),
            ("#x110000;", "character-reference-outside-unicode-range"),
            ("#x80;", "control-character-reference"), ("#x0D;", "control-character-reference"),
            ("#x0C;", nil), ("#xFFFE;", "noncharacter-character-reference"),
            ("#xFDD0;", "noncharacter-character-reference"), ("#65;", nil),
            ("#;", "absence-of-digits-in-numeric-character-reference"),
            ("zzz;", "unknown-named-character-reference"), ("zzz", nil),
        ]
        for (input, name) in rows {
            var error: String?
            var input = input
            let reference = input.withUTF8 { bytes in
                unsafe Reference.read(in: ByteView(bytes), at: 0, isInAttribute: false) {
                    error = $0
                }
            }
            XCTAssertEqual((error ?? reference?.error).map { "\($0)" }, name, input)
        }
    }
}

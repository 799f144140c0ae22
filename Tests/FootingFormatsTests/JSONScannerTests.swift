@testable import FootingBytes
import Foundation
import TestSupport
import XCTest

/// The scanner accepts the documents of RFC 8259, and no input makes it crash.
final class JSONScannerTests: XCTestCase {
    private let sample = Array(
        #"""
         { "text": "Zürich \"é\u00e9\ud83d\ude00\n", "n": -12.50e-1, "a": {"b": 7, "c": [[], {}]},
           "inner": {"flag": true, "x": null}, "list": [1, "two", false, [3.0]] }
        """#.utf8
    )

    func testPublicSuiteIsJudgedRight() throws {
        guard let folder = ProcessInfo.processInfo.environment["FOOTING_JSON_TEST_SUITE"] else {
            throw XCTSkip("FOOTING_JSON_TEST_SUITE does not name the folder of JSONTestSuite.")
        }
        let parent = URL(filePath: folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: parent.path)
        var counts: [Character: Int] = [:]
        for name in names.sorted() where name.hasSuffix(".json") {
            let fault = fault(in: try Data(contentsOf: parent.appending(path: name)))
            switch name.first {
            case "y": XCTAssertNil(fault, name)
            case "n": XCTAssertNotNil(fault, name)
            default: break
            }
            counts[name.first ?? "?", default: 0] += 1
        }
        XCTAssertEqual(counts["y"], 95)
        XCTAssertEqual(counts["n"], 188)
        print("JSONTestSuite: \(counts)")
    }

    func testFaultSaysWhatIsWrongAtWhichByte() {
        typealias Case = (json: String, reason: JSONFault.Reason, offset: Int)
        let cases: [Case] = [
            ("", .endOfInput, 0),
            (" \n", .endOfInput, 2),
            ("{", .endOfInput, 1),
            (#"{"a""#, .endOfInput, 4),
            (#"["a"#, .endOfInput, 3),
            (#"["\u12"#, .endOfInput, 6),
            ("-", .endOfInput, 1),
            ("[1.", .endOfInput, 3),
            ("tru", .endOfInput, 3),
            ("]", .value, 0),
            ("[1,]", .value, 3),
            ("\u{A0}", .value, 0),
            ("{1: 2}", .key, 1),
            (#"{"a": 1, }"#, .key, 9),
            (#"{"a" 1}"#, .colon, 5),
            (#"{"a": 1 "b"}"#, .commaOrObjectEnd, 8),
            (#"{"a": 1]"#, .commaOrObjectEnd, 7),
            ("[1 2]", .commaOrArrayEnd, 3),
            ("[1}", .commaOrArrayEnd, 2),
            ("{} {}", .trailingContent, 3),
            ("nul!", .literal, 3),
            ("01", .number, 1),
            ("[-a]", .number, 2),
            ("[1.e1]", .number, 3),
            ("[1e+]", .number, 4),
            ("[\"a\nb\"]", .controlCharacter, 3),
            (#"["\x"]"#, .escape, 2),
            (#"["\u12g4"]"#, .escape, 2),
            (#"["\ud800\u12g4"]"#, .escape, 8),
        ]
        for (json, reason, offset) in cases {
            let fault = fault(in: json.utf8)
            XCTAssertEqual(fault?.reason, reason, json)
            XCTAssertEqual(fault?.offset, offset, json)
        }
    }

    func testTextMustBeUTF8() {
        let cases: [[UInt8]] = [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x22],
            [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xE2, 0x82, 0x41],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xF5], [0xFF],
        ]
        for bytes in cases {
            let fault = fault(in: [0x22, 0x61] + bytes + [0x22])
            XCTAssertEqual(fault?.reason, .utf8, "\(bytes)")
            XCTAssertEqual(fault?.offset, 2, "\(bytes)")
        }
        for text in ["\u{80}", "\u{7FF}", "\u{800}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}"] {
            XCTAssertNil(fault(in: "\"a\(text)b\"".utf8), text.debugDescription)
        }
    }

    func testContainersNestAsDeepAsTheLimit() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        XCTAssertNil(fault(in: nested(512).utf8))
        let tooDeep = fault(in: nested(512 + 1).utf8)
        XCTAssertEqual(tooDeep?.reason, .depth)
        XCTAssertEqual(tooDeep?.offset, 512)
        let endless = fault(in: String(repeating: #"{"a":["#, count: 100_000).utf8)
        XCTAssertEqual(endless?.reason, .depth)
    }

    func testMarkOfTheByteOrderIsPassedOverAtTheStartAlone() {
        XCTAssertNil(fault(in: [0xEF, 0xBB, 0xBF] + "{}".utf8))
        XCTAssertEqual(fault(in: "{} ".utf8 + [0xEF, 0xBB, 0xBF])?.reason, .trailingContent)
        XCTAssertEqual(fault(in: [0xEF, 0xBB])?.reason, .utf8)
    }

    func testNoPrefixOfADocumentIsADocument() {
        XCTAssertNil(fault(in: sample))
        for count in sample.indices {
            XCTAssertNotNil(fault(in: sample.prefix(count)), "\(count)")
        }
    }

    func testMutatedBytesNeverCrashAndAgreeWithFoundationOnWhatIsAccepted() {
        var generator = SeededRandom(seed: 5)
        let alphabet = Array(#"{}[]",:\tfnu0123456789.eE+- "#.utf8) + [0, 0x80, 0xC3, 0xFF, 0x0A]
        var accepted = 0
        for _ in 0..<rounds(5_000, underStress: 100_000) {
            let bytes = sample.mutated(from: alphabet, using: &generator)
            guard fault(in: bytes) == nil else { continue }
            accepted += 1
            // It also refuses numbers beyond its range, and halves of surrogate pairs.
            if (try? JSONSerialization.jsonObject(with: Data(bytes))) == nil {
                let text = String(decoding: bytes, as: UTF8.self)
                XCTAssertTrue(
                    text.contains("e") || text.contains("E") || text.contains(#"\u"#),
                    text
                )
            }
        }
        XCTAssertGreaterThan(accepted, 100)
    }

    func testSpaceIsTheFourCharactersOfTheGrammar() {
        for space in [" ", "\t", "\n", "\r", " \t\r\n"] {
            let json = "\(space){\(space)\"a\"\(space):\(space)1\(space)}"
            XCTAssertNil(fault(in: json.utf8), json.debugDescription)
        }
        for space in ["\u{B}", "\u{C}", "\u{A0}", "\u{2028}", "\u{0}", "/**/"] {
            XCTAssertNotNil(fault(in: "{\(space)}".utf8), space.debugDescription)
        }
    }

    func testRunsOfSpaceOfAnyLengthEndWhereTheyEnd() {
        var generator = SeededRandom(seed: 3)
        for length in 0...70 {
            for blanks in [" ", " \n", " \t\r\n"] {
                let space = (0..<length).map { _ in
                    blanks.utf8.randomElement(using: &generator) ?? 0x20
                }
                for other: UInt8 in [0x00, 0x0B, 0x1F, 0x21, 0x28, 0xA0] {
                    let fault = fault(in: space + [other] + space)
                    XCTAssertEqual(fault?.offset, length, "\(space) \(other)")
                    let reason = other < 0x80 ? JSONFault.Reason.value : .utf8
                    XCTAssertEqual(fault?.reason, reason, "\(space) \(other)")
                }
                XCTAssertEqual(fault(in: space)?.offset, length, "\(space)")
                let json = space + [UInt8(ascii: "[")] + space + [UInt8(ascii: "7")] + space
                XCTAssertEqual(fault(in: json)?.offset, json.count, "\(space)")
                XCTAssertNil(fault(in: json + [UInt8(ascii: "]")] + space), "\(space)")
            }
        }
    }

    private func fault(in json: some Collection<UInt8>) -> JSONFault? {
        withBytes(json) { bytes in
            do throws(JSONFault) {
                _ = try JSONTape.scan(bytes)
                return nil
            } catch {
                return error
            }
        }
    }
}

import TestSupport
import XCTest

@testable import FootingExtendedAttributes

/// The parser of dumps.
///
/// `setfattr --restore` reads the same texts in the same way.
final class DumpReaderTests: XCTestCase {
    func testValuesAreReadAsTheToolReadsThem() {
        let rows: [(text: String, value: String)] = [
            // Without quotes.
            ("", ""), ("abc", "abc"), (" abc ", " abc "), ("a=b", "a=b"), ("'a'", "'a'"),
            (#"a\012b"#, "a\nb"), (#"a\"b"#, "a\"b"), (#"a\\b"#, #"a\b"#), (#"a\"#, #"a\"#),
            (#"abc""#, #"abc""#), ("0", "0"), ("0t41", "0t41"), ("0b1", "0b1"), ("x41", "x41"),
            (#"\060x41"#, "0x41"), (#"\"abc""#, #""abc""#),
            // With quotes.
            (#""""#, ""), (#""abc""#, "abc"), (#""a"b""#, #"a"b"#), (#""0x41""#, "0x41"),
            (#""a\012b""#, "a\nb"), (#""a\0""#, "a\0"), (#""a\12""#, "a\n"),
            (#""a\1x""#, "a\u{1}x"),
            (#""a\000""#, "a\0"), (#""\18""#, "\u{1}8"), (#""\8""#, #"\8"#),
            (#""\0000""#, "\u{0}0"),
            (#""\400""#, "\0"), (#""a\xb""#, #"a\xb"#), (#""a\\b""#, #"a\b"#),
            (#""a\"b""#, #"a"b"#), (#""a\\""#, #"a\"#), ("\"a\tb\"", "a\tb"), ("\"a\rb\"", "a\rb"),
            // With one quote, or with something behind the second.
            (#"""#, #"""#), (#""abc"#, #""abc"#), (#""abc" "#, #""abc" "#), (#""a"x"#, #""a"x"#),
            (#""a\""#, #"a""#), (#""\""#, #"""#), (#""\\\""#, #"\""#), (#""abc\q"#, #""abc\q"#),
            (#""abc\012"#, "\"abc\n"),
            // Hexadecimal.
            ("0x", ""), ("0X", ""), ("0x41", "A"), ("0X41", "A"), ("0x6a6A", "jj"), ("0x00", "\0"),
            ("0x41 42", "AB"), ("0x4 1", "A"), ("0x 41", "A"), ("0x41\t", "A"), ("0x  ", ""),
            ("0x41\u{B}42\u{C}", "AB"),
            // Base64. The tool itself fails on the first, though `getfattr` prints it.
            ("0s", ""), ("0S", ""), ("0sQUJD", "ABC"), ("0SQUI=", "AB"), ("0sQQ==", "A"),
            ("0sQUJDRA==", "ABCD"), ("0sQUJD ", "ABC"), ("0s QUJD", "ABC"), ("0s  ", ""),
            ("0sQUJD QUJD", "ABCABC"), ("0sQUJD\tQQ==  ", "ABCA"), ("0s/w==", "\u{FF}"),
            ("0s++++", "\u{FB}\u{EF}\u{BE}"),
        ]
        for (text, value) in rows {
            // Each scalar of the row's value is a byte.
            let bytes = value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
            XCTAssertEqual(DumpValue(Array(text.utf8)[...]), .bytes(bytes), "“\(text)”")
        }
        XCTAssertEqual(DumpValue([0x22, 0xFF, 0x22]), .bytes([0xFF]), "no UTF-8 in quotes")
        XCTAssertEqual(DumpValue([0xFF, 0xFE]), .bytes([0xFF, 0xFE]), "no UTF-8 without quotes")
        XCTAssertEqual(DumpValue(Array(#""\777""#.utf8)[...]), .bytes([0xFF]), "too large a number")
    }

    func testBadDigitsMakeNoValue() {
        let rows = [
            "0x4", "0x414", "0x4 ", "0x41 4\t", "0xzz", "0x41g", "0x\\060", "0x4=", "0x\u{A0}",
            "0sQQ=", "0sQQ", "0sQ", "0sQU JD", "0sQQ==QQ==", "0sQQ== QUJD", "0sUJ*A", "0s=",
            "0s====",
            "0sQ===", "0sQR==", "0sQUK=", "0sQUJ_", "0sQQ==x", "0sQQ=A", "0s=QUJ", "0sQUJD=",
        ]
        for text in rows {
            guard case .malformed = DumpValue(Array(text.utf8)[...]) else {
                XCTFail("“\(text)” was read as \(DumpValue(Array(text.utf8)[...]))")
                continue
            }
        }
    }

    func testNamesAndPathsAreReadAsTheToolReadsThem() {
        let rows: [(text: String, bytes: String)] = [
            ("user.a", "user.a"), ("user.a b ", "user.a b "), (#"user.a\075b"#, "user.a=b"),
            (#"user.a\134b"#, #"user.a\b"#), (#"user.a\012b"#, "user.a\nb"), (#"a\7b"#, #"a\7b"#),
            (#"a\08b"#, #"a\08b"#), (#"a\q"#, #"a\q"#), (#"a\"#, #"a\"#), (#"a\12"#, #"a\12"#),
            (#"a\\b"#, #"a\\b"#), (#"a\\061"#, #"a\1"#), (#"a\1234"#, "aS4"), (#"a\"b"#, #"a\"b"#),
            (#"a\777"#, "a\u{FF}"), (#"a\000b"#, "a\0b"), (#""a""#, #""a""#),
        ]
        for (text, expected) in rows {
            let bytes = expected.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
            XCTAssertEqual(
                items("# file: \(text)\n\(text)=1\n").map(\.item),
                [.file(bytes), .attribute(ExtendedAttributeName(bytes: bytes), value: [0x31])],
                "“\(text)”"
            )
        }
    }

    func testEachKindOfLineIsRead() {
        let one = DumpReader.Item.attribute("user.a", value: [0x31])
        let file = DumpReader.Item.file([0x66])
        let orphan = DumpReader.Item.malformed(nil, expected: "a line after one that names a file")
        let pathless = DumpReader.Item.malformed(nil, expected: "a path after “# file: ”")
        let rows: [(text: String, items: [DumpReader.Item], lines: [Int])] = [
            ("", [], []), ("\n\n", [], []), ("#\n# owner: x\n", [], []), ("\r\n", [], []),
            ("# file: f\nuser.a=1\n\n", [file, one], [1, 2]),
            ("# file: f\nuser.a=1", [file, one], [1, 2]),
            ("# file: f\r\nuser.a=1\r\n\r\n", [file, one], [1, 2]),
            ("# file: f\r\r\nuser.a=1\r", [file, one], [1, 2]),
            ("\n\n# file: f\n# comment\nuser.a=1\n", [file, one], [3, 5]),
            ("# comment\n# file: f\nuser.a=1\n#=\n", [file, one], [2, 3]),
            ("# file: f\nuser.a=1\n# file: f\nuser.a=1\n", [file, one, file, one], [1, 2, 3, 4]),
            ("# file: f\nuser.a=1\n\n\n# file: f\n", [file, one, file], [1, 2, 5]),
            ("# file: f\nuser.a\n", [file, .attribute("user.a", value: [])], [1, 2]),
            ("# file: f\n=1\n", [file, .attribute("", value: [0x31])], [1, 2]),
            ("# file: f\n user.a=1\n", [file, .attribute(" user.a", value: [0x31])], [1, 2]),
            ("# file: \n", [.file([])], [1]), ("# file:  f \n", [.file(Array(" f ".utf8))], [1]),
            ("# file: #\n", [.file([0x23])], [1]),
            ("user.a=1\n", [orphan], [1]),
            ("# file: f\n\nuser.a=1\nuser.a=1\n", [file, orphan, orphan], [1, 3, 4]),
            ("# file: f\n# file:g\nuser.a=1\n", [file, pathless, orphan], [1, 2, 3]),
            ("# file: f\n# file:\nuser.a=1\n", [file, pathless, orphan], [1, 2, 3]),
            (
                "# file: f\nuser.a=0xA\nuser.a=1\n",
                [file, .malformed("user.a", expected: "pairs of hexadecimal digits"), one],
                [1, 2, 3]
            ),
            (
                "# file: f\nuser.a=0sA\nuser.a=1\n",
                [file, .malformed("user.a", expected: "Base64"), one], [1, 2, 3]
            ),
        ]
        for (text, expected, lines) in rows {
            let read = items(text)
            XCTAssertEqual(read.map(\.item), expected, "“\(text)”")
            XCTAssertEqual(read.map(\.line), lines, "“\(text)”")
        }
    }

    func testTextsOfTheSamePartAgainAndAgainAreReadToTheLastLine() {
        let file = "# file: f\n"
        let rows: [(start: String, part: String)] = [
            ("", "\n"), ("", "\r"), ("", "#"), ("", "a\n"), ("", file), (file, "\r\n"),
            (file, "a=1\r\n"), (file, "user.a=\"\\\"\n"), (file, "a=0s\n"), (file, "a=0x4\n"),
            (file, "a\\075=\\1\\\\\n"), (file + "a=", "\\"), (file + "a=\"", "\\07"),
            (file + "a=\"", "\""), (file + "a=0x", "4 "), (file + "a=0s", "QUJD "), (file, "\\07"),
            ("# file: ", "\\"),
        ]
        for (start, part) in rows {
            for size in isUnderStress ? [20_000, 40_000] : [4_000, 8_000] {
                let bytes = Array(
                    (start + String(repeating: part, count: size / part.utf8.count)).utf8
                )
                var reader = DumpReader(bytes)
                var count = 0
                while reader.next() != nil { count += 1 }
                let lines = bytes.split(
                    separator: UInt8(ascii: "\n"),
                    omittingEmptySubsequences: false
                )
                let lineCount = lines.last?.isEmpty == true ? lines.count - 1 : lines.count
                XCTAssertEqual(reader.line, lineCount, "“\(part)” behind “\(start)”")
                XCTAssertLessThanOrEqual(count, lineCount, "“\(part)” behind “\(start)”")
            }
        }
    }

    private func items(_ text: String) -> [(item: DumpReader.Item, line: Int)] {
        var reader = DumpReader(Array(text.utf8))
        var items: [(item: DumpReader.Item, line: Int)] = []
        while let item = reader.next() { items.append((item, reader.line)) }
        return items
    }
}

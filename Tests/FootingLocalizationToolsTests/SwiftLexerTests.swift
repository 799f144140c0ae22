import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

final class SwiftLexerTests: XCTestCase {
    func testTheTextOfALiteralIsThatOfTheCompiler() throws {
        let rows: [(source: String, keys: [String])] = [
            (#"tr("a")"#, ["a"]),
            (#"tr("")"#, []),
            (#"tr("a\n\t\r\0\\\"\'b")"#, ["a\n\t\r\0\\\"'b"]),
            (#"tr("\u{e4}\u{1F600}")"#, ["ä😀"]),
            (##"tr(#"a\n"b"\#n"#)"##, ["a\\n\"b\"\n"]),
            (###"tr(##"a"#b"##)"###, ["a\"#b"]),
            ("tr(#\"\"\"#)", ["\""]),
            ("tr(\"\"\"\n    a\n      b\n\n    c\n    \"\"\")", ["a\n  b\n\nc"]),
            ("tr(\"\"\"\r\n\ta\r\n\tb\r\n\t\"\"\")", ["a\nb"]),
            ("tr(\"\"\"\n  a \\\n  b\n  \"\"\")", ["a b"]),
            ("tr(\"\"\"\n  a \\  \n  b\\\n  \"\"\")", ["a b"]),
            ("tr(\"\"\"\n\n  \"\"\")", []),
            ("tr(\"\"\"\na \"\"quoted\"\" \\\"\"\" b\n\"\"\")", ["a \"\"quoted\"\" \"\"\" b"]),
            ("tr(#\"\"\"\n a \\ \\#\n b\n \"\"\"#)", ["a \\ b"]),
            (#"tr("abc \(tr("inner \(x)!") + "y") def")"#, ["abc %@ def", "inner %@!"]),
            ("tr(\"\"\"\n  abc \\(f(\n1, 2)) def\n  \"\"\")", ["abc %@ def"]),
            (##"tr(#"abc \(x) \#(y)"#)"##, ["abc \\(x) %@"]),
            (#"tr("ä\u{301}")"#, ["ä\u{301}"]),
        ]
        for row in rows {
            XCTAssertEqual(
                try readSources(row.source, functions: ["tr(_:)"]).calls.map(\.key),
                row.keys
            )
        }
    }

    func testWhatIsNoStringIsPassedOver() throws {
        let rows: [(source: String, keys: [String])] = [
            ("// tr(\"a\")\ntr(\"b\")", ["b"]),
            ("/* tr(\"a\") /* \" */ tr(\"c\") */ tr(\"b\")", ["b"]),
            ("let a = /\"/; tr(\"b\") // \"", ["b"]),
            ("let a = x / y; tr(\"b\"); z / 2", ["b"]),
            ("let a = f(x) / \"a\".count / 2; tr(\"b\")", ["b"]),
            ("let a = #/\"/#; tr(\"b\")", ["b"]),
            ("let a = #/\n  \" # comment\n/#; tr(\"b\")", ["b"]),
            ("a.split(/[\"]+/).map { tr(\"b\") }", ["b"]),
            ("return /\\/\"/ ; tr(\"b\")", ["b"]),
            ("#!/usr/bin/swift \"\ntr(\"b\")", ["b"]),
            ("#if os(Linux)\ntr(\"a\")\n#else\ntr(\"b\")\n#endif", ["a", "b"]),
            ("let `tr` = 1; `tr`(\"a\")", ["a"]),
            ("tr\n(\"a\")", []),
            ("func tr(_ key: String = \"a\") {}", []),
            ("@tr(\"a\") var x", []),
            ("init tr(\"a\")", []),
            ("case .label(tr(\"a\")): break", ["a"]),
            ("x.tr(\"a\").tr(\"b\")", ["a", "b"]),
            ("tr([1: (2, 3)][1]!, \"c\"); f(1, tr(\"b\"), [tr(\"c\")])", ["b", "c"]),
            ("}}})))]]] tr(\"b\")", ["b"]),
            ("func f( { tr(\"a\" } \n tr(\"b\")", ["b"]),
        ]
        for row in rows {
            let keys = try readSources(row.source, functions: ["tr(_:)"])
            XCTAssertEqual(keys.calls.map(\.key), row.keys, row.source)
        }
    }

    func testAnUnfinishedStringIsAFindingAndReadingGoesOn() throws {
        let rows: [(source: String, keys: [String], findings: [String])] = [
            ("tr(\"a)\ntr(\"b\")", ["b"], ["error syntax 1"]),
            ("\nx = \"a \\(f(\"c) \"\ntr(\"b\")", ["b"], ["error syntax 2"]),
            ("let a = \"\"\"\n  text\ntr(\"b\")", ["b"], ["error syntax 1"]),
            ("/* text\ntr(\"b\")", ["b"], ["error syntax 1"]),
            ("let a = #\"abc\"\ntr(\"b\")", ["b"], ["error syntax 1"]),
            ("tr(\"a\\", [], ["error syntax 1"]),
            ("tr(\"a\\(", [], ["error syntax 1"]),
            ("`a", [], []), ("#", [], []), ("\\", [], []), ("", [], []),
            ("\"", [], ["error syntax 1"]),
        ]
        for row in rows {
            let keys = try readSources(row.source, functions: ["tr(_:)"])
            XCTAssertEqual(keys.calls.map(\.key), row.keys, row.source)
            XCTAssertEqual(try sourceFindings(keys), row.findings, row.source)
        }
    }

    func testAnyBytesAreReadInLinearTime() throws {
        let count = rounds(1 << 15, underStress: 1 << 18)
        let rows: [(name: String, unit: String)] = [
            ("parentheses", "("), ("interpolations", "\"\\("), ("strings", "\""),
            ("calls", "tr("), ("calls with commas", "tr(a,"), ("closing", ")}]"),
            ("lines of text", "\"\"\"\n"), ("comments", "/*\n"),
            ("comments", "// Translators: a\n"),
            ("regular expressions", "=/\\/"), ("others", "#/\n"), ("slashes", "(/ /"),
            ("ternary", "a ? \"b\" : "), ("sums", "\"a\"+"), ("backticks", "`"),
            ("lines in interpolations", "\"\"\"\n\\(\"\\("), ("hashes", "#"), ("hashed", "#\""),
            ("declarations", "let a = b.localizer(for: c);"), ("braces", "f({"), ("nulls", "\0"),
        ]
        let harmless = String(repeating: "a ", count: count / 2)
        for row in rows {
            let hostile = String(repeating: row.unit, count: count / row.unit.utf8.count)
            try checkTime(row.name) {
                let keys = try readSources(hostile, functions: ["tr(_:)"])
                XCTAssertLessThanOrEqual(keys.calls.count, count, row.name)
            } comparedWith: {
                _ = try readSources(harmless, functions: ["tr(_:)"])
            }
        }
    }

    func testHostileFilesAreReadInLinearTime() throws {
        let sum = Array(repeating: "\"x\"", count: 3000).joined(separator: " + ")
        let letters = "// Translators: " + String(repeating: "a", count: 4000) + "\n"
        let rows: [(name: String, hostile: String, harmless: String)] = [
            (
                "strings of several lines in interpolations",
                String(repeating: "\"\\(#\"\"\"\n", count: 4000) + "\"\"\"#\n",
                String(repeating: "\"\\(a)\"\n", count: 4000)
            ),
            (
                "comments", letters + String(repeating: "//\n", count: 4000),
                letters + String(repeating: "a\n", count: 4000)
            ),
            (
                "branches",
                "tr(\(String(repeating: "a ? \"b\" : ", count: 3000)) c, table: \(sum))",
                String(repeating: "tr(\"b\");", count: 3000) + sum
            ),
        ]
        for row in rows {
            try checkTime(row.name) {
                _ = try readSources(row.hostile, functions: ["tr(_:)"])
            } comparedWith: {
                _ = try readSources(row.harmless, functions: ["tr(_:)"])
            }
        }
    }

    func testBytesThatAreNoTextAreAFinding() throws {
        let folder = try TemporaryFolder(self)
        try folder.write(Data([0x0A, 0x22, 0xFF, 0x22] + "tr(\"a\")".utf8), to: "A.swift")
        let keys = SourceKeys(in: [folder.url], functions: ["tr(_:)"])
        XCTAssertEqual(keys.calls.map(\.key), ["a"])
        XCTAssertEqual(try sourceFindings(keys), ["error undecodableText 2"])
    }
}

import FootingLocalization
import Foundation
import TestSupport
import XCTest

final class StringsReaderTests: XCTestCase {
    private typealias Code = LocalizationIssue.Code

    func testFilesThatFoundationReadsAreReadTheSameWay() throws {
        let rows: [(strings: String, expected: [String: String])] = [
            ("", [:]),
            ("// nothing\n/* at all */", [:]),
            (#""a" = "b";"#, ["a": "b"]),
            (#""a"="b";"c"="d";"#, ["a": "b", "c": "d"]),
            (
                "a = b; c.d-e_f/g:h$1 = 'single \"quoted\"';",
                ["a": "b", "c.d-e_f/g:h$1": "single \"quoted\""]
            ),
            ("key;", ["key": "key"]),
            ("{ a = b; c = d; }", ["a": "b", "c": "d"]),
            ("a = b;\rc = d;\r\ne = f;", ["a": "b", "c": "d", "e": "f"]),
            ("/* a */ a /* b */ = // c\n b /* d */ ; // e", ["a": "b"]),
            ("a = \"two\nlines\";", ["a": "two\nlines"]),
            ("\u{FEFF}a = b;", ["a": "b"]),
            ("a = \"\";", ["a": "a"]),
            ("\"\" = a;", ["": "a"]),
            ("a = \"ñ 😀 \u{2028}\";\u{2028}b = c;", ["a": "ñ 😀 \u{2028}", "b": "c"]),
            (#"a = "\U00f1\U00F1 \Ud83d\Ude00";"#, ["a": "ññ 😀"]),
            (#"a = "\n\t\r\a\b\f\v\\\"\'";"#, ["a": "\n\t\r\u{7}\u{8}\u{C}\u{B}\\\"'"]),
            (#"a = "\102\341\7z";"#, ["a": "BÆ\u{7}z"]),
            ("a = \"line \\\nnext\";", ["a": "line \nnext"]),
            ("a = b; a = b;", ["a": "b"]),
        ]
        for row in rows {
            let store = try makeStore(["en.lproj/Localizable.strings": row.strings])
            let l10n = store.localizer(for: ["en"])
            for (key, text) in row.expected {
                XCTAssertEqual(l10n(key, default: "nothing"), text, row.strings)
            }
            XCTAssertEqual(store.report.issueCount, 0, "\(row.strings)\n\(store.report.issues)")
        }
    }

    func testEveryOctalEscapeIsTheCharacterThatFoundationReads() throws {
        let codes = (1...255).map {
            (key: "k\($0)", escape: "\\" + String($0 + 512, radix: 8).dropFirst())
        }
        let strings = codes.map { "\($0.key) = \"\($0.escape)\";\n" }.joined()
        let foundation = try PropertyListDecoder().decode(
            [String: String].self,
            from: Data(strings.utf8)
        )
        let l10n = try makeLocalizer(strings)
        for code in codes { XCTAssertEqual(l10n(code.key), foundation[code.key], code.escape) }
    }

    func testABadEntryLosesOnlyItselfAndNamesItsLine() throws {
        let before = "\"first\" = \"1\";\n// comment\n"
        let after = "\n\"last\" = \"2\";\n\"end\" = \"3\";\n"
        let rows: [(entry: String, codes: [Code])] = [
            (#""bad" = "unclosed;"#, [.syntax]),
            (#""bad = "unopened";"#, [.syntax]),
            (#"bad" = "unopened";"#, [.syntax]),
            (#""bad" "no equals";"#, [.syntax]),
            (#""bad" = ;"#, [.syntax]),
            (#"= "no key";"#, [.syntax]),
            (#""bad" = "a "quoted" word";"#, [.syntax]),
            (#""bad" = 1 2 3;"#, [.syntax]),
            (#""bad" == "b";"#, [.syntax]),
            (#"ü = "a bare word in UTF-8";"#, [.syntax]),
            (#"bad"#, [.syntax]),
            (#";"#, [.syntax]),
            (#"}"#, [.syntax]),
            (#""bad" = (1, 2);"#, [.nonStringValue]),
            (#""bad" = { a = "}"; };"#, [.nonStringValue]),
            (#""bad" = <0fbd77>;"#, [.nonStringValue]),
            (#""bad" = (1, 2;"#, [.syntax]),
            (#""bad" = { a = b;"#, [.syntax]),
            (#""bad" = <0fbd77;"#, [.syntax]),
            ("\"bad\" = " + String(repeating: "(", count: 200_000), [.syntax]),
            (
                "\"bad\" = " + String(repeating: "(", count: 200)
                    + String(repeating: ")", count: 200) + ";", [.syntax]
            ),
        ]
        for row in rows {
            let store = try makeStore(["en.lproj/Localizable.strings": before + row.entry + after])
            let l10n = store.localizer(for: ["en"])
            let name = row.entry.prefix(40)
            XCTAssertEqual([l10n("first"), l10n("last"), l10n("end")], ["1", "2", "3"], "\(name)")
            XCTAssertEqual(l10n("bad"), "bad", "\(name)")
            XCTAssertEqual(
                store.report.issues.map(\.code),
                row.codes,
                "\(name)\n\(store.report.issues)"
            )
            XCTAssertEqual(store.report.issues.first?.line, 3, "\(name)")
            XCTAssertEqual(store.report.issues.first?.resolution, .skippedInput, "\(name)")
        }
    }

    func testACommentThatIsNotEndedIsAnIssueOfItsLine() throws {
        let rows: [(strings: String, lines: [Int])] = [
            ("a = b; /* ended */", []), ("a = b; // not /* one", []), ("a = \"b /* \";", []),
            ("a = b; /* never", [1]), ("a = b;\n/* never\nc = d;\n", [2]), ("a = b;\n/*", [2]),
            ("a = b;\r\n\r\n/*/", [3]), ("a = b; /* never *", [1]),
            ("a = b;\n/* one */\n/* two\nc = d; // *\n", [3]),
            ("a = b;\n; /* lost\nc = d;", [2]), ("a = b;\nc = /* never\nd = e;", [2]),
        ]
        for row in rows {
            let store = try makeStore(["en.lproj/Localizable.strings": row.strings])
            let issues = store.report.issues
            XCTAssertEqual(store.localizer(for: ["en"])("a").first, "b", row.strings)
            XCTAssertEqual(issues.map(\.line), row.lines, row.strings)
            XCTAssertTrue(issues.allSatisfy { $0.code == .syntax }, row.strings)
        }
        let report = try makeStore(["en.lproj/Localizable.strings": "a = b;\n/*"]).report
        XCTAssertEqual(
            report.issues.first?.message,
            "A comment is not ended: write “*/” at its end."
        )
    }

    func testMistakesThatCanBePutRightAreAndAreReported() throws {
        let rows: [(strings: String, key: String, text: String, codes: [Code])] = [
            ("a = b", "a", "b", [.missingSemicolon]),
            ("a = b\nc = d;", "a", "b", [.missingSemicolon]),
            ("a = b\nc = d;", "c", "d", [.missingSemicolon]),
            (#""a" = "b" "c" = "d";"#, "c", "d", [.missingSemicolon]),
            ("{ a = b }", "a", "b", [.missingSemicolon]),
            (#"a = "\u00f1";"#, "a", "ñ", [.lowercaseUnicodeEscape]),
            (#"a = "\(sum)";"#, "a", "(sum)", [.unknownEscape]),
            (#"a = "C:\Users";"#, "a", "C:Users", [.unknownEscape]),
            (#"a = "\%\ä\9\k\u";"#, "a", "%ä9ku", Array(repeating: .unknownEscape, count: 5)),
            (#"a = "\Ud83dx";"#, "a", "\u{FFFD}x", [.undecodableText]),
            (#"a = "\Ude00";"#, "a", "\u{FFFD}", [.undecodableText]),
            (#"a = "\Ud83d\U0041";"#, "a", "\u{FFFD}A", [.undecodableText]),
            ("a = b; a = c;", "a", "c", [.duplicateKey]),
        ]
        for row in rows {
            let store = try makeStore(["en.lproj/Localizable.strings": row.strings])
            XCTAssertEqual(store.localizer(for: ["en"])(row.key), row.text, row.strings)
            XCTAssertEqual(store.report.issues.map(\.code), row.codes, row.strings)
            let isRepaired = store.report.issues.allSatisfy { $0.resolution == .usedRepaired }
            XCTAssertTrue(isRepaired, row.strings)
        }
    }

    func testAnEscapedCharacterThatNeedsNoBackslashIsNoIssue() throws {
        let strings = #"a = "\"\'\\\/\?\n\t\101\U00e9\"# + "\n\";"
        let store = try makeStore(["en.lproj/Localizable.strings": strings])
        XCTAssertEqual(store.localizer(for: ["en"])("a"), "\"'\\/?\n\tAé\n")
        XCTAssertEqual(store.report.issues, [])
    }

    func testAVariableInAFileThatCanDefineNoneIsAnIssue() throws {
        let xml = "<plist><dict><key>k</key><string>%#@files@ left</string></dict></plist>"
        for (strings, line) in [("\nk = \"%#@files@ left\";", 2), (xml, 1)] {
            let store = try makeStore(["en.lproj/Localizable.strings": strings])
            XCTAssertEqual(store.localizer(for: [])("k", 3), "%#@files@ left")
            XCTAssertEqual(store.report.issues.map(\.code), [.undefinedVariable], strings)
            XCTAssertEqual(store.report.issues.first?.line, line)
        }
    }

    func testBytesThatAreNoUTF8AreShownAsReplacements() throws {
        let data = Data("good = \"ä\";\nbad = \"".utf8) + [0xE4, 0x62] + Data("\";\n".utf8)
        let store = try makeStore(data: ["en.lproj/Localizable.strings": data])
        let l10n = store.localizer(for: ["en"])
        XCTAssertEqual([l10n("good"), l10n("bad")], ["ä", "\u{FFFD}b"])
        XCTAssertEqual(store.report.issues.map(\.code), [.undecodableText])
        XCTAssertEqual(store.report.issues.first?.line, 2)
    }

    func testLinesAreCountedByEveryKindOfLineEnd() throws {
        for lineEnd in ["\n", "\r", "\r\n"] {
            let strings = ["a = b;", "", "/* two", "lines */", "c = d", "; e = ;"]
            let text = strings.joined(separator: lineEnd)
            let store = try makeStore(["en.lproj/Localizable.strings": text])
            XCTAssertEqual(store.report.issues.map(\.line), [6], lineEnd.debugDescription)
        }
    }

    func testKeysAreComparedByTheirBytes() throws {
        let l10n = try makeLocalizer("\"\u{E9}\" = composed; \"e\u{301}\" = decomposed;")
        XCTAssertEqual(l10n("\u{E9}"), "composed")
        XCTAssertEqual(l10n("e\u{301}"), "decomposed")
    }

    func testKeysOfEveryLengthAreFound() throws {
        let keys = (0..<100).map { String(repeating: "k", count: $0) }
        let l10n = try makeLocalizer(
            keys.map { "\"\($0)\" = \"\($0.count)\";" }.joined(separator: "\n")
        )
        for key in keys { XCTAssertEqual(l10n(key), "\(key.count)") }
        XCTAssertEqual(l10n("kkl"), "kkl")
    }

    func testALargeTableIsReadWhole() throws {
        let strings = (0..<20_000).map { "\"key.\($0)\" = \"text \($0)\";\n" }.joined()
        let l10n = try makeLocalizer(strings)
        for number in 0..<20_000 { XCTAssertEqual(l10n("key.\(number)"), "text \(number)") }
        XCTAssertEqual(l10n("key.20000"), "key.20000")
    }

    func testALargeXMLListIsReadWhole() throws {
        let entries = (0..<1000).map { "<key>key.\($0)</key><string>text &#\($0 + 192);</string>" }
        let l10n = try makeLocalizer(
            "<plist><dict>\(entries.joined(separator: "\n"))</dict></plist>"
        )
        for number in 0..<1000 {
            let scalar = try XCTUnwrap(Unicode.Scalar(number + 192))
            XCTAssertEqual(l10n("key.\(number)"), "text \(scalar)")
        }
    }

    func testATableEndsAtAMillionEntries() throws {
        guard isUnderStress else { throw XCTSkip("FOOTING_STRESS=1 reads a million entries.") }
        let strings = String(repeating: "k;\n", count: 1_000_000)
        XCTAssertEqual(try storeInOneFolder(Data(strings.utf8)).report.issueCount, 0)
        let report = try storeInOneFolder(Data((strings + "last;").utf8)).report
        XCTAssertEqual(report.issues.map(\.code), [.limitExceeded])
        XCTAssertEqual(report.issues.first?.line, 1_000_001)
    }

    func testAKeyThatStandsTwiceInAnXMLListIsAnIssueIfItsValuesDiffer() throws {
        let rows: [(entries: String, codes: [Code])] = [
            ("<key>k</key><string>a</string><key>k</key><string>a</string>", []),
            ("<key>k</key><string>a</string><key>k</key><string>b</string>", [.duplicateKey]),
            ("<key>k</key> <string>a</string>\n<key>l</key><string>a</string>", []),
            (
                "<key>k</key><string>a</string><!-- <key>k</key><string>b</string> -->", []
            ),
            (
                "<key>k</key><string>a</string><key>d</key><dict><key>k</key><string/></dict>",
                [.nonStringValue]
            ),
        ]
        for row in rows {
            let strings = "<plist><dict>\(row.entries)</dict></plist>"
            let store = try makeStore(["en.lproj/Localizable.strings": strings])
            XCTAssertEqual(store.report.issues.map(\.code), row.codes, row.entries)
            let isOther = row.codes == [.duplicateKey]
            XCTAssertEqual(store.localizer(for: [])("k"), isOther ? "b" : "a", row.entries)
        }
    }

    func testFilesAreReadAsFoundationReadsThemInEveryEncoding() throws {
        var generator = SeededRandom(seed: 11)
        let folder = try TemporaryFolder(self)
        for round in 0..<rounds(15, underStress: 400) {
            let text = randomStrings(&generator)
            let decoded = try? PropertyListDecoder().decode(
                [String: String].self,
                from: Data(text.utf8)
            )
            let foundation = try XCTUnwrap(decoded, text)
            for (name, data) in encodings(of: text) {
                try folder.write(data, to: "Test.bundle/en.lproj/Localizable.strings")
                let bundle = try ResourceBundle.locate("Test", in: [folder.url])
                let store = LocalizationStore(bundle)
                let l10n = store.localizer(for: ["en"])
                for (key, value) in foundation {
                    XCTAssertEqual(
                        Array(l10n(key, default: "nothing").unicodeScalars),
                        Array((value.isEmpty ? key : value).unicodeScalars),
                        "\(name) \(round)\n\(text)"
                    )
                }
                let codes = Set(store.report.issues.map(\.code))
                XCTAssertTrue(
                    codes.isSubset(of: [.duplicateKey, .unknownEscape]),
                    "\(store.report.issues)\n\(text)"
                )
            }
        }
    }

    /// A file that the decoder reads, of everything that it reads. (It refuses escaped pairs of
    /// surrogates, which `PropertyListSerialization` takes.)
    private func randomStrings(_ generator: inout SeededRandom) -> String {
        let pieces = [
            "a", "key", " ", "ä", "語", "😀", "%@", "\\n", "\\\"", "\\\\", "\\U00f1",
            "\\101", "\\341", "'", "/* */", "//", ";", "=", "{", "\\k", "\n", "e\u{301}",
        ]
        let blanks = [" ", "\n", "\r\n", "\t", "/* a comment; \"x\" = 1 */", "// one line\n", ""]
        var text = ""
        for number in 0..<Int.random(in: 0...12, using: &generator) {
            func blank() { text += blanks.randomElement(using: &generator) ?? "" }
            func quoted() {
                text += "\""
                for _ in 0..<Int.random(in: 0...9, using: &generator) {
                    text += pieces.randomElement(using: &generator) ?? ""
                }
                text += "\""
            }
            blank()
            if Bool.random(using: &generator) {
                text += "word.\(number) "
            } else {
                text += "\"\(number)"
                for _ in 0..<3 { text += pieces.randomElement(using: &generator) ?? "" }
                text += "\""
            }
            blank()
            if Int.random(in: 0..<8, using: &generator) > 0 {
                text += "="
                blank()
                quoted()
                blank()
            }
            text += ";"
        }
        // Foundation refuses a file without anything in it.
        return text + "last = entry;"
    }

    private func encodings(of text: String) -> [(String, Data)] {
        let units = Array(text.utf16)
        let scalars = text.unicodeScalars.map(\.value)
        let little = Data(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        let big = Data(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
        func wide(_ shifts: [UInt32]) -> Data {
            Data(scalars.flatMap { scalar in shifts.map { UInt8(scalar >> $0 & 0xFF) } })
        }
        return [
            ("UTF-8", Data(text.utf8)),
            ("UTF-8 with a mark", [0xEF, 0xBB, 0xBF] + Data(text.utf8)),
            ("UTF-16 LE with a mark", [0xFF, 0xFE] + little),
            ("UTF-16 BE with a mark", [0xFE, 0xFF] + big),
            ("UTF-16 LE", little),
            ("UTF-16 BE", big),
            ("UTF-32 LE with a mark", [0xFF, 0xFE, 0, 0] + wide([0, 8, 16, 24])),
            ("UTF-32 BE with a mark", [0, 0, 0xFE, 0xFF] + wide([24, 16, 8, 0])),
            ("UTF-32 LE", wide([0, 8, 16, 24])),
            ("UTF-32 BE", wide([24, 16, 8, 0])),
        ]
    }

    func testPropertyListsAreReadToo() throws {
        let table: [String: Any] = ["a": "b & ü", "n": 1, "%": "100 %"]
        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
            let data = try PropertyListSerialization.data(
                fromPropertyList: table,
                format: format,
                options: 0
            )
            let store = try makeStore(data: ["en.lproj/Localizable.strings": data])
            let l10n = store.localizer(for: ["en"])
            XCTAssertEqual([l10n("a"), l10n("%"), l10n("n")], ["b & ü", "100 %", "n"])
            XCTAssertEqual(store.report.issues.map(\.code), [.nonStringValue])
        }
    }

    func testAnXMLListIsNoDeeperThanAllowedHereEither() throws {
        let bytes = Data(("<plist>" + String(repeating: "<array>", count: 20_000)).utf8)
        let codes = try storeInOneFolder(bytes).report.issues.map(\.code)
        XCTAssertEqual(codes, [.limitExceeded])
    }

    func testEveryFaultIsCountedAndAThousandAreListed() throws {
        let count = rounds(20_000, underStress: 1_000_000)
        let bytes = Data(String(repeating: ";", count: count).utf8)
        let report = try storeInOneFolder(bytes).report
        XCTAssertEqual(report.issueCount, count / 2, "one for two semicolons")
        XCTAssertEqual(report.issues.count, 1000)
    }

    func testHostileFilesHaveNoMoreIssuesThanTheyAreLong() throws {
        let size = isUnderStress ? 1_000_000 : 6_000
        let patterns = [
            "\"", "'", "\"a\n", "'\n\"\n", "(\n", "k = (\n", "k = {\n", "k = <\n", "k = \"\n", "\\",
            "/*",
            "/", ";", "}", "k\n", "k = v\n", "\"\\U", "k = \"v\n\" x\n", "\r", "'\"\n",
        ]
        for pattern in patterns {
            let count = size / pattern.utf8.count
            let counts = try [count, 2 * count].map { count in
                let text = String(repeating: pattern, count: count)
                let report = try storeInOneFolder(Data(text.utf8)).report
                XCTAssertEqual(report.issues.count, min(report.issueCount, 1000))
                return report.issueCount
            }
            XCTAssertEqual(counts[0] == 0, ["\r", "/"].contains(pattern), pattern.debugDescription)
            XCTAssertLessThanOrEqual(counts[0], size, pattern.debugDescription)
            XCTAssertLessThanOrEqual(counts[1], 2 * counts[0] + 1, pattern.debugDescription)
        }
    }

    private var folder: TemporaryFolder?

    /// A store of one table, for tests that make thousands.
    private func storeInOneFolder(_ table: Data) throws -> LocalizationStore {
        let folder = try self.folder ?? TemporaryFolder(self)
        self.folder = folder
        try folder.write(table, to: "Test.bundle/en.lproj/Localizable.strings")
        return LocalizationStore(try ResourceBundle.locate("Test", in: [folder.url]))
    }
}

import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

final class SourceKeysTests: XCTestCase {
    private func read(
        _ files: [String: String],
        functions: [SourceFunction] = .standard
    ) throws -> SourceKeys {
        let folder = try TemporaryFolder(self)
        for (path, text) in files { try folder.write(Data(text.utf8), to: path) }
        return SourceKeys(in: [folder.url], functions: functions)
    }

    private func read(
        _ source: String,
        functions: [SourceFunction] = .standard
    ) throws -> SourceKeys {
        try read(["Source.swift": source], functions: functions)
    }

    private func findings(_ keys: SourceKeys) throws -> [String] {
        let all = keys.findings(comparedWith: try makeStore([String: String]()))
        return all.filter { $0.code != .undefinedKey }.map {
            "\($0.severity) \($0.code) \($0.line ?? 0)"
        }
    }

    // Tokens.

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
            XCTAssertEqual(try read(row.source, functions: ["tr(_:)"]).calls.map(\.key), row.keys)
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
            let keys = try read(row.source, functions: ["tr(_:)"])
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
            let keys = try read(row.source, functions: ["tr(_:)"])
            XCTAssertEqual(keys.calls.map(\.key), row.keys, row.source)
            XCTAssertEqual(try findings(keys), row.findings, row.source)
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
                let keys = try read(hostile, functions: ["tr(_:)"])
                XCTAssertLessThanOrEqual(keys.calls.count, count, row.name)
            } comparedWith: {
                _ = try read(harmless, functions: ["tr(_:)"])
            }
        }
    }

    /// Checks that hostile input takes at most 20 times as long as harmless input of its size; a
    /// quadratic search would take longer by far.
    private func checkTime(
        _ name: String,
        of hostile: () throws -> Void,
        comparedWith harmless: () throws -> Void
    ) rethrows {
        let clock = ContinuousClock()
        // Once more if other work of the machine came between.
        for _ in 0..<3 {
            let limit = max(try clock.measure(harmless), .milliseconds(10)) * 20
            if try clock.measure(hostile) < limit { return }
        }
        XCTFail(name)
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
                _ = try read(row.hostile, functions: ["tr(_:)"])
            } comparedWith: {
                _ = try read(row.harmless, functions: ["tr(_:)"])
            }
        }
    }

    func testHostileFilesAreComparedInLinearTime() throws {
        func check(_ name: String, _ hostile: String, _ harmless: String, _ table: String) throws {
            let store = try makeStore(["en.lproj/Localizable.strings": table])
            let (hostile, harmless) = (try read(hostile), try read(harmless))
            checkTime(name) {
                _ = hostile.findings(comparedWith: store)
            } comparedWith: {
                _ = harmless.findings(comparedWith: store)
            }
        }
        let specifiers = String(repeating: "%d", count: 500)
        let interpolations = String(repeating: "\\(a)", count: 2000)
        try check(
            "arguments",
            String(repeating: "l10n(\"a\", 1);", count: 500),
            String(repeating: "l10n(\"b\", 1);", count: 500),
            "a = \"\(specifiers)\"; b = \"\";"
        )
        try check(
            "interpolations",
            String(repeating: "l10n(\"\(interpolations)abc\");", count: 20),
            String(repeating: "l10n(\"\\(a)abc\");", count: 20),
            (0..<1000).map { "k\($0) = \"\";" }.joined()
        )
    }

    func testBytesThatAreNoTextAreAFinding() throws {
        let folder = try TemporaryFolder(self)
        try folder.write(Data([0x0A, 0x22, 0xFF, 0x22] + "tr(\"a\")".utf8), to: "A.swift")
        let keys = SourceKeys(in: [folder.url], functions: ["tr(_:)"])
        XCTAssertEqual(keys.calls.map(\.key), ["a"])
        XCTAssertEqual(try findings(keys), ["error undecodableText 2"])
    }

    func testFilesAreFoundAsTablesAre() throws {
        let folder = try TemporaryFolder(self)
        let source = Data("tr(\"a\")".utf8)
        for path in ["B/A.swift", "A/B.swift", ".build/C.swift", "A/.D.swift", "A/text.txt"] {
            try folder.write(source, to: path)
        }
        let large = Data(repeating: 0x20, count: 16 << 20 + 1)
        try folder.write(large + Data("tr(\"b\")".utf8), to: "A/Large.swift")
        try folder.write(source, to: "C.swift/A.swift")
        try folder.write(Data(), to: "D.swift")
        // The file has a size, but no blocks.
        let sparse = try FileHandle(forWritingTo: folder.url.appending(path: "D.swift"))
        try sparse.truncate(atOffset: 65 << 20)
        try sparse.close()
        let manager = FileManager.default
        let file = folder.url.appending(path: "A/B.swift")
        try manager.createSymbolicLink(
            at: folder.url.appending(path: "E.swift"),
            withDestinationURL: file
        )
        try manager.linkItem(at: file, to: folder.url.appending(path: "F.swift"))
        let keys = SourceKeys(
            in: [folder.url, folder.url.appending(path: "none")],
            functions: ["tr(_:)"]
        )
        let names = keys.calls.map { URL(filePath: $0.file).lastPathComponent }
        XCTAssertEqual(names, ["E.swift", "A.swift", "A.swift"])
        XCTAssertEqual(
            try findings(keys),
            ["error limitExceeded 0", "error limitExceeded 0", "error unreadable 0"]
        )
    }

    // Calls.

    private func summary(_ call: SourceKeys.Call) -> String {
        "\(call.line) \(call.key) \(call.table ?? "?")"
            + (call.argumentCount.map { " \($0)" } ?? "")
            + (call.defaultText.map { " =\($0)" } ?? "")
            + (call.comment.map { " /\($0)" } ?? "")
    }

    func testRecognisedCalls() throws {
        let rows: [(source: String, calls: [String])] = [
            (#"l10n("k")"#, ["1 k Localizable 0"]),
            (
                #"l10n("k", 5, x(1, 2), table: "Mail", default: "d")"#,
                ["1 k Mail 2 =d"]
            ),
            (#"self.localizer("k", arguments: list)"#, ["1 k Localizable"]),
            (#"l10n.explain("k", count: 1, table: "T")"#, ["1 k T"]),
            (#"explain("k")"#, []),
            (#"LocalizedMessage("k", 1, table: nil)"#, ["1 k Localizable 1"]),
            (#"LocalizedMessage("k", arguments: [1])"#, ["1 k Localizable"]),
            ("// Generated from string tables: edit the tables instead.\nl10n(\"k\")", []),
            (
                #"NSLocalizedString("k", tableName: "T", bundle: .main, value: "v", comment: "c")"#,
                ["1 k T =v /c"]
            ),
            (#"NSLocalizedString("k", comment: "")"#, ["1 k Localizable"]),
            (
                #"String(localized: "k \(n)", defaultValue: "d \(n)", table: "T", comment: "c")"#,
                ["1 k %@ T /c"]
            ),
            (#"String("k"); String(describing: "k")"#, []),
            (#"AttributedString(localized: "k")"#, ["1 k Localizable"]),
            (#"LocalizedStringResource("k", defaultValue: "d")"#, ["1 k Localizable =d"]),
            (#"LocalizedStringKey("k")"#, ["1 k Localizable"]),
            (#"String.LocalizationValue("k")"#, ["1 k Localizable"]),
            (#"bundle.localizedString(forKey: "k", value: "v", table: "T")"#, ["1 k T =v"]),
            (#"static let a: LocalizedStringResource = "k""#, ["1 k Localizable"]),
            (#"var a: LocalizedStringKey? = "k""#, ["1 k Localizable"]),
            (#"var a: String = "k"; f(LocalizedStringKey: "k")"#, []),
            ("l10n(\n  \"k\",\n  1\n)", ["1 k Localizable 1"]),
            (#"l10n("k", table: name)"#, ["1 k ? 0"]),
            (#"l10n("k", table: "T\(name)")"#, ["1 k ? 0"]),
            (#"l10n("k", table: "")"#, ["1 k Localizable 0"]),
            (#"Text("k")"#, []),
            // Keys.
            (#"l10n("a" + "b" + "c", 1)"#, ["1 abc Localizable 1"]),
            (#"l10n(isOn ? "x" : "y")"#, ["1 x Localizable 0", "1 y Localizable 0"]),
            (
                #"l10n(a?.b ? "x" : c(1, 2) ? "y" : "z")"#,
                ["1 x Localizable 0", "1 y Localizable 0", "1 z Localizable 0"]
            ),
            (
                #"l10n(a ? b ? "x" : "y" : "z")"#,
                ["1 x Localizable 0", "1 y Localizable 0", "1 z Localizable 0"]
            ),
            (
                #"l10n(a ? (b ? "x" : "y") : (c ?? "z"))"#,
                ["1 x Localizable 0", "1 y Localizable 0", "1 z Localizable 0"]
            ),
            (#"l10n(name ?? "x")"#, ["1 x Localizable 0"]),
            (#"l10n?("k", 1); self.l10n!("l")"#, ["1 k Localizable 1", "1 l Localizable 0"]),
            (#"l10n("error.\(code)")"#, ["1 error.%@ Localizable 0"]),
            (#"l10n(.booksLeft(count: 5))"#, []),
        ]
        for row in rows {
            let keys = try read(row.source)
            XCTAssertEqual(keys.calls.map(summary), row.calls, row.source)
            XCTAssertEqual(try findings(keys), [], row.source)
        }
    }

    func testKeysThatCanNotBeReadAreFindings() throws {
        let sources = [
            #"l10n(name)"#, #"l10n(prefix + "x")"#, #"l10n("\(a)b")"#, #"l10n(f("x"))"#,
            #"String(localized: resource)"#, #"NSLocalizedString(key, comment: "")"#,
        ]
        for source in sources {
            let keys = try read(source)
            XCTAssertEqual(keys.calls, [], source)
            XCTAssertEqual(try findings(keys), ["info dynamicKey 1"], source)
        }
    }

    func testOwnFunctions() throws {
        let source = """
            tr("a", table: "T", comment: "c")
            L(1, key: "b")
            "c".localized
            "d".localized(comment: "e")
            x.localized
            "f".localizedCase
            tr(key: "g")
            ("h" + "i").localized
            f(.localized)
            return .localized
            f("x").localized
            """
        let keys = try read(source, functions: ["tr(_:)", "L(key:)", "_.localized"])
        XCTAssertEqual(
            keys.calls.map(summary),
            [
                "1 a T /c", "2 b Localizable", "3 c Localizable", "4 d Localizable /e",
                "8 hi Localizable",
            ]
        )
        XCTAssertEqual(try findings(keys), ["info dynamicKey 5", "info dynamicKey 11"])
    }

    func testSpellingsOfFunctions() throws {
        for text in ["tr(_:)", "L(key:)", "tr(_:table:)", "_.localized", "größe(_:)"] {
            XCTAssertEqual(SourceFunction(text)?.description, text)
        }
        for text in ["tr", "", "tr()", "tr(_)", "_.", ".tr", "_.tr(_:)", "a.tr(_:)", "tr(_:) "] {
            XCTAssertNil(SourceFunction(text), text)
        }
    }

    func testSwiftUI() throws {
        let source = """
            Text("a \\(n)"); Text(verbatim: "no"); Text(name)
            Button("b", systemImage: "no") { }
            view.navigationTitle("c").alert(isPresented: x)
            @Parameter(title: "d") var x
            IntentDescription("e")
            Text(title: "f"); Text(flag ? "g" : "h")
            """
        let keys = try read(source, functions: .standard + .swiftUI)
        XCTAssertEqual(
            keys.calls.map(\.key),
            ["a %@", "b", "c", "d", "e", "f", "g", "h"]
        )
        XCTAssertEqual(try findings(keys), [])
    }

    func testNamesOfLocalizers() throws {
        let rows: [(source: String, keys: [String])] = [
            ("let strings: Localizer\nstrings(\"a\"); self.strings(\"b\")", ["a", "b"]),
            ("var strings: Localizer?\nstrings?(\"a\"); strings(\"b\")", ["a", "b"]),
            ("func f(_ s: Localizer) { s(\"a\") }", ["a"]),
            ("s(\"a\")\nlet s = store.localizer(for: [\"de\"])", ["a"]),
            ("let s = store.localizer(for: x).fitting(width: 3); s(\"a\")", ["a"]),
            ("let s = other.isolatingArguments()\ns(\"a\")", ["a"]),
            ("guard let s = a?.localizer(for: b) else { return }\ns(\"a\")", ["a"]),
            ("store.localizer(for: [\"de\"])(\"a\", 1)", ["a"]),
            ("let s = store.localizer(for: x)(\"a\")\ns(\"no\")", ["a"]),
            ("let s = store.localizer(for: x).languages\ns(\"no\")", []),
            ("let s = store.other(for: x)\ns(\"no\")", []),
            ("let s: [String: Localizer] = [:]\nString(\"no\")", []),
            ("let s: [String: Localizer?] = [:]\nString(\"no\")", []),
            ("switch a { case .plain: Localizer.shared }\nplain(\"no\")", []),
            ("let s = a\nstore.localizer(for: x)\ns(\"no\")", []),
            ("let s = a\nreturn store.localizer(for: x)\ns(\"no\")", []),
            ("let s = { return store.localizer(for: x) }\ns(\"no\")", []),
            ("let s = a; store.localizer(for: x)\ns(\"no\")", []),
            ("let s =\n    store\n    .localizer(\n    for: x\n)\ns(\"a\")", ["a"]),
        ]
        for row in rows {
            XCTAssertEqual(try read(row.source).calls.map(\.key), row.keys, row.source)
        }
        // Of another file, a declared property counts after a dot.
        let files = [
            "A.swift": "struct S { let strings: Localizer; func f(words: Localizer) {} }",
            "B.swift": "s.strings(\"a\"); strings(\"no\"); s.words(\"no\")",
        ]
        XCTAssertEqual(try read(files).calls.map(\.key), ["a"])
    }

    func testCommentsForTranslators() throws {
        let rows: [(source: String, comment: String?)] = [
            ("// Translators: A name.\nl10n(\"k\")", "A name."),
            ("// Translators: A\n// long  name.\nl10n(\"k\")", "A long name."),
            ("/// Translators: A\nl10n(\"k\")", "A"),
            ("// Translators:\n// A\nl10n(\"k\")", "A"), ("// Translators:\nl10n(\"k\")", nil),
            ("/* Translators: A\n * name. */\nl10n(\"k\")", "A * name."),
            ("l10n(\"k\") // Translators: A", "A"),
            ("/* Translators: A */ l10n(\"k\")", "A"),
            ("// Translators: A\n\nl10n(\"k\")", nil),
            ("// For Translators: A\nl10n(\"k\")", nil),
            ("// Translators: A\nNSLocalizedString(\"k\", comment: \"own\")", "own"),
            ("// Translators: A\nNSLocalizedString(\"k\", comment: \"\")", "A"),
            ("// Translators: A\nlet x =\n    l10n(\"k\")", nil),
            ("l10n(\"k\") // Translators: A\n// B", "A"),
            ("// Translators: A\n\(String(repeating: "//\n", count: 63))l10n(\"k\")", "A"),
            ("// Translators: A\n\(String(repeating: "//\n", count: 64))l10n(\"k\")", nil),
        ]
        for row in rows {
            XCTAssertEqual(try read(row.source).calls.map(\.comment), [row.comment], row.source)
        }
    }

    // Tables.

    /// The findings of sources and tables, as in `LintCase`.
    private func check(
        _ source: String,
        _ tables: [String: String],
        _ wanted: String...,
        functions: [SourceFunction] = .standard,
        line: UInt = #line
    ) throws {
        let keys = try read(source, functions: functions)
        let found = keys.findings(comparedWith: try makeStore(tables)).map {
            LintCase.summary(of: $0).replacing(/[^ ]*\/Source/) { _ in "Source" }
        }
        XCTAssertEqual(found.sorted(), wanted.sorted(), source, line: line)
    }

    func testKeysAreComparedWithTables() throws {
        let strings = "en.lproj/Localizable.strings"
        try check(
            "l10n(\"a\")\nl10n(\"b\")\nl10n(\"c\", table: \"Mail\")\nl10n(\"m\", table: \"Mail\")",
            [
                strings: "a = x;", "de.lproj/Localizable.strings": "a = x;\nc = y;",
                "de.lproj/Mail.strings": "m = x;",
            ],
            "warning undefinedKey Source.swift:2 b",
            "warning undefinedKey Source.swift:3 c"
        )
        try check(
            "l10n(\"c\", table: name); l10n(\"nowhere\", table: name)",
            [strings: "a = x;\nc = y;"],
            "info unusedKey \(strings):1 a (en)"
        )
        try check(
            "let x = [\"a\", \"@b\"] // \"c\"\n\"d \\(e)\"",
            [
                strings: "a = x;\nb = y;\nc = z;\n\"d \" = w;",
                "en.lproj/InfoPlist.strings": "p = q;",
            ],
            "info unusedKey \(strings):3 c (en)",
            "info unusedKey \(strings):4 d  (en)"
        )
        try check(
            "",
            [
                "Localizable.xcstrings": catalog(
                    """
                    "a": {"extractionState": "stale"},
                    "b": {"localizations": {"de": \(unit("b"))}}
                    """
                )
            ],
            "info unusedKey Localizable.xcstrings:5 b (en)"
        )
    }

    func testInterpolationsUseAllKeysThatTheyMatch() throws {
        let strings = "en.lproj/Localizable.strings"
        try check(
            "l10n(\"error.\\(code).title\")\nl10n(\"none.\\(x)\")",
            [strings: "\"error.1.title\" = x;\n\"error.2.title\" = x;\n\"error.2\" = x;"],
            "warning undefinedKey Source.swift:2 none.%@",
            "info unusedKey \(strings):3 error.2 (en)"
        )
        try check(
            """
            String(localized: "\\(n) of \\(m)")
            String(localized: "\\(n) % of \\(m)")
            String(localized: "\\(n)th of \\(m)")
            Text("\\(n)")
            """,
            [
                "Localizable.xcstrings": catalog(
                    """
                    "%lld of %@": {},
                    "%lld %% of %1$@": {},
                    "%@": {}, "%(n)lld": {}, "%": {}, "%lld %": {}
                    """
                )
            ],
            "warning undefinedKey Source.swift:3 %@th of %@",
            "info unusedKey Localizable.xcstrings:6 % (en)",
            "info unusedKey Localizable.xcstrings:6 %lld % (en)",
            functions: .standard + .swiftUI
        )
    }

    func testAReportAndAnUpdateAgreeOnUses() throws {
        // A pattern uses the keys of its table.
        try check(
            "l10n(\"error.\\(code)\", table: \"A\")",
            ["en.lproj/A.strings": "error.1 = x;", "en.lproj/B.strings": "error.1 = x;"],
            "info unusedKey en.lproj/B.strings:1 error.1 (en)"
        )
        // App Intents look up these keys.
        try check(
            "l10n(\"a\")",
            [
                "en.lproj/Localizable.strings": "a = x;",
                "en.lproj/AppShortcuts.strings": "phrase = x;",
            ]
        )
    }

    func testNamesOfTablesAreComparedByTheirBytes() throws {
        try check(
            "l10n(\"k\", table: \"e\u{301}\")",
            ["en.lproj/\u{E9}.strings": "k = x;"],
            "warning undefinedKey Source.swift:1 k"
        )
    }

    func testALiteralInAnUnfinishedStringIsNone() throws {
        try check(
            "\"\\(\"\"\"\ntext\n\"\"\"\n",
            ["en.lproj/Localizable.strings": "text = x;"],
            "error syntax Source.swift:1",
            "error syntax Source.swift:3",
            "info unusedKey en.lproj/Localizable.strings:1 text (en)"
        )
    }

    func testMembersUseTheKeysOfTheirNames() throws {
        try check(
            "l10n(.ordersLeft(count: 5)); l10n(.Mail.title); ordersRight()",
            [
                "en.lproj/Localizable.strings": """
                orders.left = x;
                orders.right = x;
                """, "en.lproj/Mail.strings": "Title = x;",
            ],
            "info unusedKey en.lproj/Localizable.strings:2 orders.right (en)"
        )
    }

    func testArgumentsAreCounted() throws {
        let source = """
            l10n("none"); l10n("two", 1, 2); l10n("two", arguments: x)
            l10n("two", 1)
            l10n("two")
            l10n("two", 1, 2, 3)
            l10n("none", 1)
            l10n("second", 1, 2); l10n("prose"); NSLocalizedString("two", comment: "")
            """
        try check(
            source,
            [
                "en.lproj/Localizable.strings": """
                none = x; two = "%@ %d"; second = "%2$@"; prose = "100 % of it";
                """
            ],
            "error argumentCount Source.swift:2 two",
            "warning argumentCount Source.swift:3 two",
            "warning argumentCount Source.swift:4 two",
            "warning argumentCount Source.swift:5 none"
        )
    }

    func testDefaultsAreCompared() throws {
        try check(
            """
            l10n("a", default: "x"); l10n("a"); l10n("a", default: "x")
            l10n("a", default: "y"); l10n("a", table: "T", default: "y")
            """,
            ["en.lproj/Localizable.strings": "a = x;", "en.lproj/T.strings": "a = x;"],
            "warning conflictingDefault Source.swift:2 a"
        )
    }

    func testMessagesNameTheFault() throws {
        let keys = try read("l10n(\"order.late\")\nl10n(\"stock\", 1)")
        let store = try makeStore([
            "en.lproj/Localizable.strings": "stock = \"%@ %@\";\npickup = x;"
        ])
        XCTAssertEqual(
            keys.findings(comparedWith: store).map(\.message).sorted(),
            [
                "Nothing uses “pickup”: remove it, or ignore it if a program builds its key.",
                "“order.late” is in no table “Localizable”: add it, or correct the key.",
                "“stock” takes 2 arguments, but the call passes 1: pass all of them.",
            ]
        )
    }
}

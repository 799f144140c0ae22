import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

final class SourceKeysTests: XCTestCase {
    func testHostileFilesAreComparedInLinearTime() throws {
        func check(_ name: String, _ hostile: String, _ harmless: String, _ table: String) throws {
            let store = try makeStore(["en.lproj/Localizable.strings": table])
            let (hostile, harmless) = (try readSources(hostile), try readSources(harmless))
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
            try sourceFindings(keys),
            ["error limitExceeded 0", "error limitExceeded 0", "error unreadable 0"]
        )
    }

    /// The findings of sources and tables, as in `LintCase`.
    private func check(
        _ source: String,
        _ tables: [String: String],
        _ wanted: String...,
        functions: [SourceFunction] = .standard,
        line: UInt = #line
    ) throws {
        let keys = try readSources(source, functions: functions)
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

    func testTheKeysOfATableThatCannotBeReadAreNotUndefined() throws {
        let utf16 = try XCTUnwrap("{\"sourceLanguage\": \"en\"}".data(using: .utf16))
        let fine = Data("a = x;".utf8)
        let source = try readSources(
            "l10n(\"a\"); l10n(\"lost\"); l10n(\"lost\", table: \"T\"); l10n(\"b\\(x)abc\")"
        )
        let rows: [(files: [String: Data], undefined: [String])] = [
            (["en.lproj/Localizable.strings": fine], ["Localizable", "Localizable", "T"]),
            (["Localizable.xcstrings": utf16, "en.lproj/T.strings": fine], ["T"]),
            (
                [
                    "Localizable.xcstrings": utf16, "en.lproj/Localizable.strings": fine,
                    "T.xcstrings": Data("{".utf8),
                ], []
            ), (["en.lproj/Localizable.strings": Data("a = x;\n= y;".utf8)], ["T"]),
        ]
        for row in rows {
            let findings = source.findings(comparedWith: try makeStore(data: row.files))
                .filter { $0.code == .undefinedKey }
            XCTAssertEqual(findings.map(\.table), row.undefined, "\(row.files.keys)")
        }
    }

    func testMessagesNameTheFault() throws {
        let keys = try readSources("l10n(\"order.late\")\nl10n(\"stock\", 1)")
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

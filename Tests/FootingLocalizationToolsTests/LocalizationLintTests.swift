import FootingLocalization
import FootingLocalizationTools
import XCTest

/// One planted fault a case, in tables that are faultless otherwise.
final class LocalizationLintTests: XCTestCase {
    /// Two tables of texts, which begin on their second lines.
    private static func strings(
        _ source: String,
        _ translation: String,
        in language: String = "de"
    ) -> [String: String] {
        [
            "en.lproj/Localizable.strings": "// en\n" + source,
            "\(language).lproj/Localizable.strings": "// \(language)\n" + translation,
        ]
    }

    func testKeysThatAreMissingOrTooMany() throws {
        let source = "a = \"one\";\nb = \"two\";"
        try checkLint([
            LintCase("none", Self.strings(source, "a = \"eins\";\nb = \"zwei\";")),
            LintCase(
                "missing",
                Self.strings(source, "a = \"eins\";"),
                "warning missingKey en.lproj/Localizable.strings:3 b (de)"
            ),
            LintCase(
                "extra",
                Self.strings(source, "a = \"eins\";\nb = \"zwei\";\nc = \"drei\";"),
                "warning extraKey de.lproj/Localizable.strings:4 c (de)"
            ),
            LintCase(
                "without words",
                Self.strings("a = \"%@: %d\";", ""),
                "info missingKey en.lproj/Localizable.strings:2 a (de)"
            ),
            LintCase(
                "a whole table",
                [
                    "en.lproj/Mail.strings": "a = one;", "en.lproj/Other.strings": "a = one;",
                    "de.lproj/Other.strings": "a = eins;",
                ],
                "warning missingKey en.lproj/Mail.strings (de)"
            ),
            LintCase(
                "no table in the development language",
                [
                    "de.lproj/Localizable.strings": "a = eins;\nb = zwei;",
                    "fr.lproj/Localizable.strings": "b = deux;",
                ],
                "warning noTables  (en)",
                "warning missingKey de.lproj/Localizable.strings:1 a (fr)"
            ),
            LintCase(
                "no table of one name in the development language",
                [
                    "de.lproj/Localizable.strings": "a = eins;", "en.lproj/Other.strings": "b = x;",
                    "de.lproj/Other.strings": "b = y;",
                ]
            ),
        ])
    }

    func testARequiredLanguageHasEachTable() throws {
        let one = ["en.lproj/A.strings": "a = one;"]
        let two = one.merging([
            "de.lproj/A.strings": "a = eins;", "en.lproj/B.strings": "b = two;",
            "de.lproj/B.strings": "b = zwei;",
        ]) { $1 }
        let only = "The table “A” with 1 key is only in en: add it in de, pl, or remove it."
        let missing = { (table: String, language: String) in
            "The table “\(table)” with 1 key is missing in \(language): add it."
        }
        let rows: [(files: [String: String], required: Set<LanguageTag>, messages: [String])] = [
            (one, [], []), (one, ["en", "en-GB"], []), (one, ["pl", "de"], [only]),
            (one, ["pl"], [missing("A", "pl")]),
            // A region inherits from its language.
            (two, ["de", "de-AT", "en"], []),
            (two, ["fr", "de"], [missing("A", "fr"), missing("B", "fr")]),
        ]
        for row in rows {
            let lint = LocalizationLint(try makeStore(row.files), requiring: row.required)
            XCTAssertEqual(lint.findings.map(\.message), row.messages, "\(row.required)")
            XCTAssertEqual(lint.count(of: .warning), row.messages.count)
        }
    }

    func testABundleInMemoryIsNamedAsInAReport() {
        let files = ["de.lproj/A.strings": Array("a = b;".utf8)]
        let lint = LocalizationLint(ResourceBundle(name: "Memory", files: files))
        XCTAssertEqual(lint.findings.filter { $0.code == .noTables }.map(\.file), ["Memory"])
    }

    func testAKeyThatTheSourceLacksIsOneFindingWithItsLanguages() throws {
        let names = ["cs", "da", "de", "es", "fi", "fr", "hu", "it", "ja", "nl", "pl", "sv", "uk"]
        let keys = (100..<400).map { "k\($0)" }
        var files = ["en.lproj/Localizable.strings": "title = \"Title %@\";"]
        for name in names {
            // Every third key is in twelve of the languages.
            let own = keys.enumerated().filter { name != "it" || $0.offset % 3 != 0 }
            let lines = own.map { "\($0.element) = \"\(name) \($0.element)\";" }
            files["\(name).lproj/Localizable.strings"] =
                "title = \"\(name) %@\";\n" + lines.joined(separator: "\n")
        }
        let lint = LocalizationLint(try makeStore(files))
        let all = names.joined(separator: ", ")
        let others = names.filter { $0 != "it" }.joined(separator: ", ")
        XCTAssertEqual(
            lint.findings.map(\.message),
            keys.enumerated().map { offset, key in
                "“\(key)” is in \(offset % 3 == 0 ? others : all) but not in en: remove it, or add it "
                    + "to en."
            }
        )
        XCTAssertEqual(lint.findings.map(\.key), keys)
        XCTAssertEqual(lint.findings.map(\.line), Array(2...301))
        XCTAssertTrue(lint.findings.allSatisfy { $0.code == .extraKey && $0.language == nil })
        XCTAssertTrue(lint.findings.allSatisfy { $0.file?.contains("/cs.lproj/") == true })
        XCTAssertEqual(lint.count(of: .warning), 300)
    }

    func testALanguageNeedsOnlyWhatItDoesNotInherit() throws {
        try checkLint([
            LintCase("from the development language", Self.strings("a = one;", "", in: "en-GB")),
            LintCase(
                "from another",
                Self.strings("a = one;\nb = two;", "a = eins;\nb = zwei;").merging([
                    "de-AT.lproj/Localizable.strings": "b = zwo;"
                ]) { $1 }
            ),
            LintCase(
                "from another that lacks it",
                Self.strings("a = one;\nb = two;", "a = eins;").merging([
                    "de-AT.lproj/Localizable.strings": ""
                ]) { $1 },
                "warning missingKey en.lproj/Localizable.strings:3 b (de)",
                "warning missingKey en.lproj/Localizable.strings:3 b (de-AT)"
            ),
            LintCase(
                "not from another script",
                Self.strings("a = one;", "a = jedan;", in: "sr").merging([
                    "sr-Latn.lproj/Localizable.strings": ""
                ]) { $1 },
                "warning missingKey en.lproj/Localizable.strings:2 a (sr-Latn)"
            ),
        ])
    }

    func testTextsThatSayNothing() throws {
        try checkLint([
            LintCase(
                "empty",
                Self.strings("a = one;", "a = \"\";"),
                "warning emptyValue de.lproj/Localizable.strings:2 a (de)"
            ),
            LintCase(
                "empty in the source",
                Self.strings("a = \" \";\nb = \"\";", "a = \"\";")
            ),
            LintCase(
                "the same",
                Self.strings("a = \"Delete %@\";", "a = \"Delete %@\";"),
                "info sameAsSource de.lproj/Localizable.strings:2 a (de)"
            ),
            LintCase("the same without words", Self.strings("a = \"%@: 1\";", "a = \"%@: 1\";")),
            LintCase("a region's", Self.strings("a = one;", "a = one;", in: "en-GB")),
        ])
    }

    func testArguments() throws {
        func row(_ name: String, _ source: String, _ translation: String, _ codes: String...)
            -> LintCase
        {
            LintCase(
                name,
                Self.strings("a = \"\(source)\";", "a = \"\(translation)\";"),
                findings: codes.map { $0 + " de.lproj/Localizable.strings:2 a (de)" }
            )
        }
        try checkLint([
            row("same", "%@ has %d", "%@ hat %d"),
            row("numbered", "%@ has %d", "%2$d von %1$@"),
            row("missing", "%@ has %d", "%@ hat", "warning argumentMissingInTranslation"),
            row("unknown", "%@ has", "%@ hat %d", "error unknownArgument"),
            row("unknown by number", "%@", "%3$@ x %1$@", "error unknownArgument"),
            row("conflict", "%@ x", "%d y", "error argumentTypeConflict"),
            row("integer and fraction", "%d x", "%.1f y", "error argumentTypeConflict"),
            row("each specifier", "%@ %d %d", "%@ %2$d %1$d", "error argumentTypeConflict"),
            row("a number for a text", "%1$@ %2$d", "%1$@ %2$@", "error argumentTypeConflict"),
            row("too few", "%@ %d %@", "%d", "error argumentTypeConflict"),
            row("two missing", "%@ %@ x", "y", "warning argumentMissingInTranslation"),
            row(
                "by numbers",
                "%@ %d",
                "%1$d %2$@",
                "error argumentTypeConflict",
                "error argumentTypeConflict"
            ),
            row("reordered", "%@ has %d", "%d von %@", "error unnumberedReorder"),
            row("three", "%@ %d %f x", "%f %@ %d y", "error unnumberedReorder"),
            row("a length is nothing", "%ld x", "%lld y"),
            row("a C string", "%@ x", "%s y", "error argumentTypeConflict"),
            row("a C string of both", "%s x", "%s y"),
            row("two kinds of C strings", "%s x", "%S y", "error argumentTypeConflict"),
            row("widths for positions", "%@ %@ x", "%2@ %1@ y", "error unnumberedReorder"),
            row("widths in order", "%@ %@ x", "%1@ %2@ y"),
            row("the same width twice", "%d %d x", "%2d %2d y"),
            row("widths of the source", "%2d %1d x", "%1d %2d y"),
            row("a width beyond the arguments", "%@ %@ x", "%3@ %@ y"),
            row(
                "a width by an argument",
                "%*d x",
                "%2$d y",
                "warning argumentMissingInTranslation"
            ),
        ])
    }

    func testPercentSigns() throws {
        try checkLint([
            LintCase(
                "prose",
                Self.strings("a = \"100 % off\";", "a = \"100 Prozent\";"),
                "info suspiciousPercent en.lproj/Localizable.strings:2 a (en)"
            ),
            LintCase(
                "prose beside a specifier",
                Self.strings("a = \"%d% of\";", "a = \"%d %% von\";"),
                "warning suspiciousPercent en.lproj/Localizable.strings:2 a (en)"
            ),
            LintCase(
                "stray",
                Self.strings("a = \"%d%% of\";", "a = \"%d % von\";"),
                "warning suspiciousPercent de.lproj/Localizable.strings:2 a (de)"
            ),
            LintCase(
                "prose before a specifier",
                Self.strings("a = \"50%% of %@\";", "a = \"50% der %@\";"),
                "warning suspiciousPercent de.lproj/Localizable.strings:2 a (de)"
            ),
            LintCase("plain text", Self.strings("a = \"up to 50 %\";", "a = \"bis zu 50 %\";")),
        ])
    }
}

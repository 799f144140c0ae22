import FootingLocalization
import Foundation
import TestSupport
import XCTest

final class IsolationTests: XCTestCase {
    private let isolate = "\u{2068}"
    private let pop = "\u{2069}"

    /// One entry for each kind of argument, in each language.
    private func makeStore(of languages: [String]) throws -> LocalizationStore {
        let table = """
            text = "%@!"; padded = "%8@|%-8@|"; cut = "%.2s|%.0s|"; number = "%d:%02d %.1f %@";
            percent = "%@ 100%% %%@"; hexadecimal = "%x"; wrong = "%d"; letter = "%c"; missing = "%@ %@";
            """
        let dict = stringsDict([("form", "%#@n@.", "n", "d", ["other": "%d %2$@"])])
        var files: [String: String] = [:]
        for language in languages {
            files["\(language).lproj/Localizable.strings"] = table
            files["\(language).lproj/Localizable.stringsdict"] = dict
        }
        return try makeStore(files)
    }

    func testTextsAreIsolatedInLanguagesThatAreWrittenFromRightToLeft() throws {
        // By CLDR 47: the script of the tag, or the likely one.
        let rows: [(language: String, isIsolated: Bool)] = [
            ("ar", true), ("he", true), ("iw", true), ("fa", true), ("ur", true), ("yi", true),
            ("ps", true), ("ckb", true), ("dv", true), ("syr", true), ("nqo", true), ("sd", true),
            ("ug", true), ("ff-Adlm", true), ("rhg", true), ("az-Arab", true), ("uz-AF", true),
            ("pa-PK", true), ("ks", true), ("en-Arab", true), ("en-Hebr", true), ("und-Mand", true),
            ("en", false), ("de", false), ("ru", false), ("ja", false), ("hi", false),
            ("ff", false), ("az", false), ("uz", false), ("pa", false), ("sd-Deva", false),
            ("ks-Deva", false), ("ar-Latn", false), ("qaa", false), ("und", false),
        ]
        let store = try makeStore(of: rows.map(\.language))
        for row in rows {
            let tag = try XCTUnwrap(LanguageTag(row.language), row.language)
            let l10n = store.localizer(for: [tag])
            XCTAssertEqual(l10n.languages.first, tag, row.language)
            let expected = row.isIsolated ? "\(isolate)Anna\(pop)!" : "Anna!"
            XCTAssertEqual(l10n.isolatingArguments()("text", "Anna"), expected, row.language)
            XCTAssertEqual(l10n("text", "Anna"), "Anna!", row.language)
        }
    }

    func testOnlyTextThatIsNotEmptyIsIsolatedAndOnce() throws {
        let store = try makeStore(of: ["he"])
        let l10n = store.localizer(for: ["he"]).isolatingArguments()
        let rows: [(key: String, arguments: [any FormatArgument], expected: String)] = [
            ("text", [""], "!"), ("text", ["a"], "<a>!"), ("text", ["ab"[...]], "<ab>!"),
            ("text", [7], "7!"), ("text", [1.5], "1.5!"), ("text", [Decimal(7)], "7!"),
            ("text", [.verbatim("a")], "<a>!"), ("text", [.verbatim(2026)], "2026!"),
            // Two numbers stay one time of day.
            ("number", [12, 30, 2.5, 9], "12:30 2.5 9"), ("hexadecimal", [255], "ff"),
            ("percent", ["a"], "<a> 100% %@"),
            // The blanks stand outside, and what is isolated is as wide as it looks.
            ("padded", ["abc", "abc"], "     <abc>|<abc>     |"),
            ("cut", ["abc", "abc"], "<ab>||"),
            ("wrong", ["a"], "<a>"), ("letter", [65], "<A>"), ("missing", ["a"], "<a> %@"),
            // A form is the translator's; what is filled into it is not.
            ("form", [7, "a"], "7 <a>."),
        ]
        for row in rows {
            let expected = row.expected.replacing("<", with: isolate).replacing(">", with: pop)
            XCTAssertEqual(l10n(row.key, arguments: row.arguments), expected, "\(row)")
        }
        XCTAssertEqual(l10n("text"), "%@!")
    }

    func testItGoesByTheLanguageThatAnswers() throws {
        let store = try makeStore([
            "he.lproj/Localizable.strings": "hebrew = \"%@\";",
            "en.lproj/Localizable.strings": "english = \"%@\";",
        ])
        let l10n = store.localizer(for: ["he", "en"]).isolatingArguments()
        XCTAssertEqual(l10n("hebrew", "a"), isolate + "a" + pop)
        XCTAssertEqual(l10n("english", "a"), "a")
        XCTAssertEqual(l10n("nowhere %@", "a"), "nowhere a")
        let hebrew = try makeStore([:], developmentLanguage: "he").localizer(for: [])
        XCTAssertEqual(hebrew.isolatingArguments()("nowhere %@", "a"), "nowhere \(isolate)a\(pop)")
    }

    func testOtherViewsKeepIt() throws {
        let store = try makeStore(of: ["he"])
        let l10n = store.localizer(for: ["he"])
        let expected = isolate + "a" + pop + "!"
        XCTAssertEqual(l10n.isolatingArguments().fitting(width: 5)("text", "a"), expected)
        XCTAssertEqual(l10n.fitting(width: 5).isolatingArguments()("text", "a"), expected)
        XCTAssertEqual(l10n.isolatingArguments().isolatingArguments()("text", "a"), expected)
        XCTAssertEqual(l10n.isolatingArguments().languages, l10n.languages)
    }

    func testNoTextCanBreakOutOfItsPlaceOrOpenAnother() throws {
        let rows: [(argument: String, expected: String)] = [
            // <> is the place, () are the text's own marks.
            ("a)b", "<ab>!"), (")a", "<a>!"), ("a)", "<a>!"), (")", "!"), ("))))", "!"),
            ("(a", "<(a)>!"), ("a(", "<a()>!"), ("(", "<()>!"), ("((a)", "<((a))>!"),
            ("(a)b)c", "<(a)bc>!"), (")(a", "<(a)>!"), ("a)(b)(c", "<a(b)(c)>!"),
            // Embeddings and overrides end where the isolate does.
            ("\u{202E}a", "<\u{202E}a>!"), ("\u{202C}a\u{202B}", "<\u{202C}a\u{202B}>!"),
            // Each paragraph has a place of its own.
            ("a\nb", "<a>\n<b>!"), ("a\n", "<a>\n!"), ("\na", "\n<a>!"), ("\n", "\n!"),
            ("a\r\n\r\nb", "<a>\r\n\r\n<b>!"), ("(a\nb)c", "<(a)>\n<bc>!"),
            ("a\u{1C}b\u{1D}c\u{1E}d", "<a>\u{1C}<b>\u{1D}<c>\u{1E}<d>!"),
            ("a\u{85}b\u{2029}c", "<a>\u{85}<b>\u{2029}<c>!"),
            // These end no paragraph.
            ("a\tb\u{B}c\u{C}d\u{2028}e", "<a\tb\u{B}c\u{C}d\u{2028}e>!"),
            ("\u{86}\u{2065}\u{206A}\u{20E9}é…", "<\u{86}\u{2065}\u{206A}\u{20E9}é…>!"),
        ]
        let l10n = try makeStore(of: ["he"]).localizer(for: ["he"]).isolatingArguments()
        for row in rows {
            let expected = row.expected.replacing("<", with: isolate).replacing(">", with: pop)
                .replacing(")", with: pop)
            for opening in ["\u{2066}", "\u{2067}", "\u{2068}"] {
                let argument = row.argument.replacing("(", with: opening).replacing(")", with: pop)
                let text = l10n("text", argument)
                XCTAssertTrue(
                    text.utf8.elementsEqual(expected.replacing("(", with: opening).utf8),
                    "\(row): \(text.debugDescription)"
                )
            }
        }
        XCTAssertEqual(l10n("letter", 0x2069), "")
        XCTAssertEqual(l10n("letter", 0x2067), isolate + "\u{2067}" + pop + pop)
        let cut = l10n("cut", "\u{2067}a\u{2069}b", "")
        XCTAssertEqual(cut, isolate + "\u{2067}a" + pop + pop + "||")
    }

    /// Of every isolate in a text of one or more paragraphs, the end stands in the same paragraph.
    private func assertIsBalanced(
        _ text: String,
        _ message: @autoclosure () -> String,
        line: UInt = #line
    ) {
        for paragraph in ReferenceIsolation.paragraphs(text.unicodeScalars) {
            let (depths, open) = ReferenceIsolation.depths(in: paragraph)
            XCTAssertEqual(open, 0, message(), line: line)
            XCTAssertFalse(depths.contains(nil), message(), line: line)
        }
    }

    func testEachTextStandsInAPlaceOfItsOwnWhateverMarksItHas() throws {
        let parts: [Character] = [
            "\u{61C}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}",
            "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}", "\u{2069}", "\n", "\r",
            "\u{85}", "\u{2028}", "\u{2029}", "\r\n", "a", "é", "ש", "…", " ",
        ]
        let marks = Set("\u{2066}\u{2067}\u{2068}\u{2069}".unicodeScalars)
        let l10n = try makeStore([:], developmentLanguage: "he").localizer(for: [])
            .isolatingArguments()
        var generator = SeededRandom(seed: 31)
        func random() -> String {
            let count = Int.random(in: 0...12, using: &generator)
            return String((0..<count).map { _ in parts.randomElement(using: &generator) ?? "a" })
        }
        for _ in 0..<rounds(1_000, underStress: 75_000) {
            let arguments = [random(), random(), random()]
            // The translator's own text is in digits, which no argument has.
            let text = l10n("1%@2%12@3%-3.4s4", arguments: arguments)
            assertIsBalanced(text, "\(arguments): \(text.debugDescription)")
            var shown: [String.UnicodeScalarView] = [.init()]
            for paragraph in ReferenceIsolation.paragraphs(text.unicodeScalars) {
                let (depths, _) = ReferenceIsolation.depths(in: paragraph)
                for (scalar, depth) in zip(paragraph, depths) where !marks.contains(scalar) {
                    if scalar.properties.numericType != nil {
                        XCTAssertEqual(depth, 0, "\(arguments): \(text.debugDescription)")
                        shown.append(.init())
                    } else {
                        if depth == 0 {
                            // Only blanks of the width stand outside, and what ends a paragraph.
                            let isOutside = scalar.properties.isWhitespace || scalar == "\u{1C}"
                            XCTAssertTrue(isOutside, "\(arguments): \(text.debugDescription)")
                        }
                        shown[shown.count - 1].append(scalar)
                    }
                }
            }
            // Nothing but marks of isolates, and blanks beside them, makes a difference.
            let visible = [arguments[0], arguments[1], String(arguments[2].prefix(4))]
            for (argument, shown) in zip(visible, shown.dropFirst()) {
                let content = argument.unicodeScalars.filter { !marks.contains($0) && $0 != " " }
                let scalars = shown.filter { $0 != " " }
                XCTAssertTrue(scalars.elementsEqual(content), "\(arguments)")
            }
        }
    }

    func testATextThatIsCutAtTheLimitLeavesNoIsolateOpen() throws {
        let limit = 1 << 20
        let l10n = try makeStore([:], developmentLanguage: "he").localizer(for: [])
            .isolatingArguments()
        let rows: [(format: String, unit: String)] = [
            ("%@", "a"), ("\u{2067}1%@", "\u{2066}ü"), ("%1000@%1$@2", "\u{2067}a\n"),
        ]
        for row in rows {
            let count = limit / row.unit.utf8.count
            let text = l10n(row.format, String(repeating: row.unit, count: count))
            XCTAssertLessThanOrEqual(text.utf8.count, limit, "\(row)")
            XCTAssertGreaterThan(text.utf8.count, limit - 6, "\(row)")
            assertIsBalanced(text, "\(row)")
        }
    }
}

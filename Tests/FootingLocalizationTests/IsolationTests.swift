import FootingLocalization
import Foundation
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
}

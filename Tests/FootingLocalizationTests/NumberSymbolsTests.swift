import Foundation
import TestSupport
import XCTest

// Locales that we have no symbols for are told by that alone.
@testable import FootingLocalization

final class NumberSymbolsTests: XCTestCase {
    /// A store with a table in each language, that shows one number with each conversion.
    private func makeStore(of languages: [String]) throws -> LocalizationStore {
        let table = """
            integer = "%d"; plus = "%+d"; padded = "%08d"; precise = "%.6d"; wide = "%8d|";
            fixed = "%.2f"; natural = "%@"; scientific = "%.1e"; general = "%g"; padded2 = "%09.2f";
            hexadecimal = "%x"; octal = "%o"; character = "%c"; bits = "%a";
            """
        return try makeStore(
            Dictionary(
                languages.map { ("\($0).lproj/Localizable.strings", table) },
                uniquingKeysWith: { first, _ in first }
            )
        )
    }

    private func localizer(for tag: String, _ store: LocalizationStore) throws -> Localizer {
        let localizer = store.localizer(for: [try XCTUnwrap(LanguageTag(tag), tag)])
        XCTAssertEqual(localizer.languages.first, LanguageTag(tag), tag)
        return localizer
    }

    /// Strings that are the same to a reader can differ in scalars, and `==` would not tell.
    private func scalars(_ text: String) -> String {
        text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    }

    func testNumbersInTheSymbolsOfLanguages() throws {
        // From CLDR 47's own files: 1234 and -1234567.50.
        let rows: [(language: String, integer: String, fixed: String)] = [
            ("af", "1\u{a0}234", "-1\u{a0}234\u{a0}567,50"),
            ("ar", "1,234", "\u{200e}-1,234,567.50"),
            (
                "ar-EG", "\u{661}\u{66c}\u{662}\u{663}\u{664}",
                "\u{61c}-\u{661}\u{66c}\u{662}\u{663}\u{664}\u{66c}\u{665}\u{666}\u{667}\u{66b}\u{665}\u{660}"
            ),
            ("ar-MA", "1.234", "\u{200e}-1.234.567,50"),
            ("be", "1234", "-1\u{a0}234\u{a0}567,50"),
            ("bg", "1234", "-1\u{a0}234\u{a0}567,50"),
            (
                "bn", "\u{9e7},\u{9e8}\u{9e9}\u{9ea}",
                "-\u{9e7}\u{9e8},\u{9e9}\u{9ea},\u{9eb}\u{9ec}\u{9ed}.\u{9eb}\u{9e6}"
            ),
            ("ca", "1.234", "-1.234.567,50"),
            (
                "ckb", "\u{661}\u{66c}\u{662}\u{663}\u{664}",
                "\u{200f}-\u{661}\u{66c}\u{662}\u{663}\u{664}\u{66c}\u{665}\u{666}\u{667}\u{66b}\u{665}\u{660}"
            ),
            ("cs", "1\u{a0}234", "-1\u{a0}234\u{a0}567,50"),
            ("da", "1.234", "-1.234.567,50"),
            ("de", "1.234", "-1.234.567,50"),
            ("de-AT", "1\u{a0}234", "-1\u{a0}234\u{a0}567,50"),
            ("de-CH", "1\u{2019}234", "-1\u{2019}234\u{2019}567.50"),
            (
                "dz", "\u{f21},\u{f22}\u{f23}\u{f24}",
                "-\u{f21}\u{f22},\u{f23}\u{f24},\u{f25}\u{f26}\u{f27}.\u{f25}\u{f20}"
            ),
            ("ee", "1234", "-1,234,567.50"),
            ("el", "1.234", "-1.234.567,50"),
            ("en", "1,234", "-1,234,567.50"),
            ("en-DE", "1.234", "-1.234.567,50"),
            ("en-IN", "1,234", "-12,34,567.50"),
            ("en-ZA", "1\u{a0}234", "-1\u{a0}234\u{a0}567,50"),
            ("es", "1234", "-1.234.567,50"),
            ("es-AR", "1.234", "-1.234.567,50"),
            ("es-MX", "1,234", "-1,234,567.50"),
            ("et", "1234", "\u{2212}1\u{a0}234\u{a0}567,50"),
            ("eu", "1.234", "\u{2212}1.234.567,50"),
            (
                "fa", "\u{6f1}\u{66c}\u{6f2}\u{6f3}\u{6f4}",
                "\u{200e}\u{2212}\u{6f1}\u{66c}\u{6f2}\u{6f3}\u{6f4}\u{66c}\u{6f5}\u{6f6}\u{6f7}\u{66b}\u{6f5}\u{6f0}"
            ),
            (
                "ff-Adlm", "\u{1e951}\u{2e41}\u{1e952}\u{1e953}\u{1e954}",
                "-\u{1e951}\u{2e41}\u{1e952}\u{1e953}\u{1e954}\u{2e41}\u{1e955}\u{1e956}\u{1e957}.\u{1e955}\u{1e950}"
            ),
            ("fi", "1\u{a0}234", "\u{2212}1\u{a0}234\u{a0}567,50"),
            ("fr", "1\u{202f}234", "-1\u{202f}234\u{202f}567,50"),
            ("fr-CA", "1\u{a0}234", "-1\u{a0}234\u{a0}567,50"),
            ("fr-CH", "1\u{202f}234", "-1\u{202f}234\u{202f}567,50"),
            ("gsw", "1\u{2019}234", "\u{2212}1\u{2019}234\u{2019}567.50"),
            ("he", "1,234", "\u{200e}-1,234,567.50"),
            ("hi", "1,234", "-12,34,567.50"),
            ("hr", "1.234", "\u{2212}1.234.567,50"),
            ("hu", "1234", "-1\u{a0}234\u{a0}567,50"),
            ("id", "1.234", "-1.234.567,50"),
            ("it", "1234", "-1.234.567,50"),
            ("it-CH", "1234", "-1\u{2019}234\u{2019}567.50"),
            ("ja", "1,234", "-1,234,567.50"),
            ("ka", "1234", "-1\u{a0}234\u{a0}567,50"),
            ("ko", "1,234", "-1,234,567.50"),
            ("lt", "1\u{a0}234", "\u{2212}1\u{a0}234\u{a0}567,50"),
            ("lv", "1234", "-1\u{a0}234\u{a0}567,50"),
            (
                "mr", "\u{967},\u{968}\u{969}\u{96a}",
                "-\u{967}\u{968},\u{969}\u{96a},\u{96b}\u{96c}\u{96d}.\u{96b}\u{966}"
            ),
            (
                "my", "\u{1041},\u{1042}\u{1043}\u{1044}",
                "-\u{1041},\u{1042}\u{1043}\u{1044},\u{1045}\u{1046}\u{1047}.\u{1045}\u{1040}"
            ),
            ("nb", "1\u{a0}234", "\u{2212}1\u{a0}234\u{a0}567,50"),
            (
                "ne", "\u{967},\u{968}\u{969}\u{96a}",
                "-\u{967}\u{968},\u{969}\u{96a},\u{96b}\u{96c}\u{96d}.\u{96b}\u{966}"
            ),
            ("nl", "1.234", "-1.234.567,50"),
            (
                "nqo", "\u{7c1}\u{60c}\u{7c2}\u{7c3}\u{7c4}",
                "-\u{7c1}\u{60c}\u{7c2}\u{7c3}\u{7c4}\u{60c}\u{7c5}\u{7c6}\u{7c7}.\u{7c5}\u{7c0}"
            ),
            (
                "pa-Arab", "\u{6f1}\u{66c}\u{6f2}\u{6f3}\u{6f4}",
                "\u{200e}-\u{200e}\u{6f1}\u{66c}\u{6f2}\u{6f3}\u{6f4}\u{66c}\u{6f5}\u{6f6}\u{6f7}\u{66b}\u{6f5}\u{6f0}"
            ),
            ("pl", "1234", "-1\u{a0}234\u{a0}567,50"),
            ("pt", "1.234", "-1.234.567,50"),
            ("pt-PT", "1234", "-1\u{a0}234\u{a0}567,50"),
            ("ro", "1.234", "-1.234.567,50"),
            ("ru", "1\u{a0}234", "-1\u{a0}234\u{a0}567,50"),
            (
                "sd", "\u{661}\u{66c}\u{662}\u{663}\u{664}",
                "\u{61c}-\u{661}\u{66c}\u{662}\u{663}\u{664}\u{66c}\u{665}\u{666}\u{667}.\u{665}\u{660}"
            ),
            ("sk", "1\u{a0}234", "-1\u{a0}234\u{a0}567,50"),
            ("sl", "1234", "\u{2212}1.234.567,50"),
            ("sr", "1.234", "-1.234.567,50"),
            ("sr-Latn", "1.234", "-1.234.567,50"),
            ("sv", "1\u{a0}234", "\u{2212}1\u{a0}234\u{a0}567,50"),
            ("sw", "1,234", "-1,234,567.50"),
            ("ta", "1,234", "-12,34,567.50"),
            ("th", "1,234", "-1,234,567.50"),
            ("tok", "12\u{a0}34", "-1\u{a0}23\u{a0}45\u{a0}67,50"),
            ("tr", "1.234", "-1.234.567,50"),
            ("uk", "1\u{a0}234", "-1\u{a0}234\u{a0}567,50"),
            ("ur", "1,234", "\u{200e}-1,234,567.50"),
            ("uz", "1\u{a0}234", "-1\u{a0}234\u{a0}567,50"),
            ("vi", "1.234", "-1.234.567,50"),
            ("xh", "1\u{a0}234", "-1\u{a0}234\u{a0}567.50"),
            ("zh-Hans", "1,234", "-1,234,567.50"),
            ("zh-Hant", "1,234", "-1,234,567.50"),
        ]
        let store = try makeStore(of: rows.map(\.language))
        for row in rows {
            let l10n = try localizer(for: row.language, store)
            XCTAssertEqual(scalars(l10n("integer", 1234)), scalars(row.integer), row.language)
            XCTAssertEqual(scalars(l10n("fixed", -1_234_567.5)), scalars(row.fixed), row.language)
            XCTAssertEqual(scalars(l10n("fixed", .verbatim(-1234.5))), "-1234.50", row.language)
            XCTAssertEqual(l10n("integer", .verbatim(1234)), "1234", row.language)
        }
        XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
    }

    func testEachConversionInALanguageWithSymbolsOfItsOwn() throws {
        let rows: [(language: String, key: String, number: any FormatArgument, text: String)] = [
            ("ar-EG", "plus", 42, "\u{61c}+\u{664}\u{662}"),
            ("ar-EG", "plus", -42, "\u{61c}-\u{664}\u{662}"),
            ("sv", "plus", -42, "\u{2212}42"),
            // Zeros in front and groups exclude each other, and are the language's own.
            ("mr", "padded", 123_456, "\u{966}\u{966}\u{967}\u{968}\u{969}\u{96a}\u{96b}\u{96c}"),
            ("mr", "precise", 12345, "\u{966}\u{967}\u{968}\u{969}\u{96a}\u{96b}"),
            ("hi", "padded", 1_234_567, "01234567"),
            ("de", "padded2", 12345.5, "012345,50"),
            (
                "my", "padded2", 12.5,
                "\u{1040}\u{1040}\u{1040}\u{1040}\u{1041}\u{1042}.\u{1045}\u{1040}"
            ),
            // A width counts scalars, as many bytes as they may have.
            ("mr", "wide", 42, "      \u{96a}\u{968}|"),
            ("ff-Adlm", "wide", 42, "      \u{1e954}\u{1e952}|"),
            ("fa", "natural", 1.5, "\u{6f1}\u{66b}\u{6f5}"),
            ("bn", "natural", 1_234_567, "\u{9e7}\u{9e8},\u{9e9}\u{9ea},\u{9eb}\u{9ec}\u{9ed}"),
            ("bn", "general", 0.5, "\u{9e6}.\u{9eb}"),
            ("sv", "scientific", -0.00015, "\u{2212}1,5e\u{2212}04"),
            ("mr", "scientific", 1500.0, "\u{967}.\u{96b}e+\u{966}\u{969}"),
            ("hi", "integer", 12_345_678_901, "12,34,56,78,901"),
            ("hi", "integer", 999, "999"), ("hi", "integer", 99999, "99,999"),
            ("es", "integer", 4321, "4321"), ("es", "integer", 54321, "54.321"),
            ("es", "fixed", 4321.5, "4321,50"), ("es", "fixed", 54321.5, "54.321,50"),
            ("ee", "integer", 54321, "54321"), ("ee", "integer", 654_321, "654,321"),
            // Conversions that no language writes in its own way.
            ("ar-EG", "hexadecimal", 0xC0FFEE, "c0ffee"), ("ar-EG", "octal", 8, "10"),
            ("ar-EG", "character", 65, "A"), ("mr", "bits", -1.5, "-0x1.8p+0"),
            ("sv", "bits", -1.5, "-0x1.8p+0"),
            ("ar-EG", "padded", .verbatim(42), "00000042"),
        ]
        let store = try makeStore(of: rows.map(\.language))
        for row in rows {
            let text = try localizer(for: row.language, store)(row.key, row.number)
            XCTAssertEqual(scalars(text), scalars(row.text), "\(row.language) \(row.key)")
        }
    }

    func testAnInheritedRowIsFoundAndAWrongOneIsNot() throws {
        let rows: [(language: String, fixed: String)] = [
            ("de-DE", "1.234,50"), ("de-BE", "1.234,50"), ("fr-BE", "1\u{202f}234,50"),
            ("es-ES", "1234,50"), ("es-GT", "1,234.50"), ("es-419", "1,234.50"),
            ("pt-FR", "1234,50"),
            ("pt-MZ", "1234,50"), ("pt-BR", "1.234,50"), ("sr-Latn-ME", "1.234,50"),
            ("en-Latn-GB", "1,234.50"), ("zh-Hant-HK", "1,234.50"), ("be-tarask", "1234,50"),
            ("ar-Arab-EG", "\u{661}\u{66c}\u{662}\u{663}\u{664}\u{66b}\u{665}\u{660}"),
            // The region implies the Arabic script.
            ("uz-AF", "\u{6f1}\u{66c}\u{6f2}\u{6f3}\u{6f4}\u{66b}\u{6f5}\u{6f0}"),
            ("pa-Arab-PK", "\u{6f1}\u{66c}\u{6f2}\u{6f3}\u{6f4}\u{66b}\u{6f5}\u{6f0}"),
            // Regions of English and Spanish, a language and a script that the CLDR knows nothing
            // of.
            ("en-UA", "1234.50"), ("es-CA", "1234.50"), ("qaa", "1234.50"), ("tg-Arab", "1234.50"),
            ("en-US-posix", "1234.50"),
        ]
        let store = try makeStore(of: rows.map(\.language))
        for row in rows {
            let text = try localizer(for: row.language, store)("fixed", 1234.5)
            XCTAssertEqual(scalars(text), scalars(row.fixed), row.language)
        }
    }

    func testNumbersAreShownAsByTheSystemsOwnFormatterInEveryLocale() throws {
        let identifiers = Set(Locale.availableIdentifiers.map { $0.replacing("_", with: "-") })
        let languages = identifiers.filter { LanguageTag($0)?.description == $0 }.sorted()
        let store = try makeStore(of: languages)
        var differing: [String] = []
        var compared = 0
        // Under stress, all of them: the table itself is compared with Babel's by `.ci/generated`.
        let step = isUnderStress ? 1 : 8
        for (index, language) in languages.enumerated()
        where Self.differences[language] == nil && index % step == 0 {
            let tag = try XCTUnwrap(LanguageTag(language))
            guard !NumberSymbols.symbols(of: tag).isPlain else { continue }
            compared += 1
            let l10n = try localizer(for: language, store)
            let locale = Locale(identifier: language)
            let style = FloatingPointFormatStyle<Double>.number.locale(locale)
            let integers = [0, 7, -7, 1234, -54321, 654_321, 1_234_567, -9_876_543_210]
            let numbers = [0.25, -1.5, 1234.5, -54321.25, 1_234_567.75]
            let pairs =
                integers.map { (l10n("integer", $0), $0.formatted(.number.locale(locale))) }
                + numbers.map {
                    (l10n("fixed", $0), $0.formatted(style.precision(.fractionLength(2))))
                }
            for (ours, theirs) in pairs where scalars(ours) != scalars(theirs) {
                differing.append("\(language): \(scalars(ours)), \(scalars(theirs))")
            }
        }
        XCTAssertEqual(differing, [])
        XCTAssertGreaterThan(compared, 800 / step)
    }

    /// Where the system's ICU, which Apple has changed, writes otherwise than CLDR 46, which it is
    /// made from, and CLDR 47.
    private static let differences: [String: String] = [
        "bn": "digits 0 to 9", "bn-BD": "digits 0 to 9", "bn-IN": "digits 0 to 9",
        "mr": "digits 0 to 9", "mr-IN": "digits 0 to 9",
        "ur-Arab-IN": "digits 0 to 9", "ur-Aran-IN": "digits 0 to 9",
        "kn": "groups of two digits", "kn-IN": "groups of two digits",
        "ur": "groups of two digits", "ur-Arab": "groups of two digits",
        "ur-Arab-PK": "groups of two digits", "ur-Aran-PK": "groups of two digits",
        "de-AT": "a point between groups", "es-CR": "a point between groups",
        "en-CH": "a straight apostrophe between groups",
        "gez": "a word between groups", "gez-ER": "a word between groups",
        "gez-ET": "a word between groups",
        "wal": "an apostrophe between groups", "wal-ET": "an apostrophe between groups",
        "en-PL": "the symbols of Polish; not in CLDR 46",
    ]
}

extension NumberSymbols {
    fileprivate var isPlain: Bool { "\(self)" == "\(NumberSymbols.plain)" }
}

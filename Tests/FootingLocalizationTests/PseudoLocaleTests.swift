import Foundation
import TestSupport
import XCTest

@testable import FootingLocalization

final class PseudoLocaleTests: XCTestCase {
    func testWordsAreAccentedAndAThirdLonger() {
        let rows: [(text: String, expected: String)] = [
            ("", ""), ("a", "[åå]"), ("b", "[ƀƀ]"), ("HTTP", "[ĤŢŢÞÞÞ]"),
            ("Hello, world!", "[Ĥééļļöö, ŵööŕļðð!]"),
            ("OK 12", "[ÖÖĶ 12]"), ("12 – 13", "[12 – 13]"), ("\n", "[\n]"),
            ("don't", "[ðööñ'ţţ]"), ("aeiou", "[ååéîööû]"),
            // Letters that have no accents here are repeated as well; marks stay at their letters.
            ("да", "[даа]"), ("漢字", "[漢字字]"), ("e\u{301}te", "[éé\u{301}ţéé]"), ("👩‍👩‍👧", "[👩‍👩‍👧]"),
        ]
        for row in rows {
            XCTAssertEqual(PseudoLocale.accented.string(for: row.text), row.expected, row.text)
        }
    }

    func testWordsAreTurnedFromRightToLeft() {
        let rows: [(text: String, expected: String)] = [
            ("", ""), ("a", "(a)"), ("Hello, world!", "(Hello,) (world!)"),
            ("  a\nb ", "  (a)\n(b) "),
            ("%d files of %@", "%d (files) (of) %@"), ("100%% sure", "(100)%% (sure)"),
            ("AT&T", "(AT)&(T)"), ("<b>bold</b>", "<b>(bold)</b>"),
            ("<a href='it>x' b=\">\">y</a> it's", "<a href='it>x' b=\">\">(y)</a> (it's)"),
        ]
        for row in rows {
            let expected = row.expected
                .replacingOccurrences(of: "(", with: "\u{200F}\u{202E}")
                .replacingOccurrences(of: ")", with: "\u{202C}\u{200F}")
            XCTAssertEqual(
                Array(PseudoLocale.rightToLeft.string(for: row.text).unicodeScalars),
                Array(expected.unicodeScalars),
                row.text
            )
        }
    }

    func testTextBetweenWordsStaysByteForByte() {
        let kept = [
            "%@", "%d", "%1$@", "%-08.3lf", "%*d", "%2$*1$d", "%#@files@", "%1$#@Name of it@",
            "%arg",
            "%%", "% d", "%", #"\n"#, #"\\"#, #"\""#, #"\u00e9"#, #"\U00E9"#, #"\U0001F600"#,
            #"\x1b"#, "<b>", "</b>", "<br/>", #"<a href="http://a.org/%@?b=c">"#, "<!-- note -->",
            "&amp;", "&#x2014;", "&#39;", "7", "0.5", "–", "…", "“", "\u{2068}", "\t", "\r\n", "👍🏽",
        ]
        for text in kept {
            XCTAssertEqual(PseudoLocale.accented.string(for: text), "[\(text)]", text)
            let turned = PseudoLocale.rightToLeft.string(for: "\(text) x")
            XCTAssertTrue(turned.contains(text), text)
        }
        let words = ["a < b", "a <", "<b", "&a b;", "&a", "%#@open", "<b c"]
        for text in words { XCTAssertFalse(PseudoLocale.accented.string(for: text).contains(text)) }
    }

    func testEachLetterOfTheAlphabetHasAnAccentOfItsOwn() {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        var seen: Set<Unicode.Scalar> = []
        for letter in alphabet.unicodeScalars {
            let scalars = PseudoLocale.accented.string(for: String(letter)).unicodeScalars
            XCTAssertEqual(scalars.count, 4)
            guard let accented = scalars.dropFirst().first else { continue }
            XCTAssertTrue(accented.properties.isAlphabetic)
            XCTAssertFalse(accented.isASCII)
            let isUppercase = letter.properties.isUppercase
            XCTAssertEqual(accented.properties.isUppercase, isUppercase, "\(letter)")
            seen.insert(accented)
        }
        XCTAssertEqual(seen.count, 52)
    }

    /// Formats of all that can stand in one, with what must stay in the order in which it stands.
    private func randomFormat(
        _ generator: inout SeededRandom
    ) -> (text: String, kept: [String]) {
        let placeholders = [
            "%@", "%d", "%1$@", "%2$d", "%.2f", "%-8@", "%08x", "%lld", "%s", "%%", "%c", "% d",
        ]
        let others = ["<b>", "</b>", "<br>", "&lt;", "&nbsp;", #"\n"#, #"\u00E9"#]
        let words = [
            "Hello", "a", "I", "WORLD", "rhythm", "naïve", "да", "漢字", "x", "“quoted”", "12", "–",
            "f",
            "100%", "50 %", "l", "< ", "a&b ", "é", "e\u{301}", "ß", "@", "$", "#", "1$", "it's",
        ]
        var (text, kept): (String, [String]) = ("", [])
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
            switch Int.random(in: 0..<6, using: &generator) {
            case 0, 1:
                kept.append(placeholders.randomElement(using: &generator) ?? "")
                // The text before it could begin a specifier.
                text += "; \(kept.last ?? "")"
            case 2:
                kept.append(others.randomElement(using: &generator) ?? "")
                text += "; \(kept.last ?? "")"
            default:
                text += words.randomElement(using: &generator) ?? ""
                if Bool.random(using: &generator) { text += " " }
            }
        }
        return (text, kept)
    }

    private func letterCount(_ text: String) -> Int {
        text.unicodeScalars.count { $0.properties.isAlphabetic }
    }

    /// The specifiers of a format in order, as they are written.
    private func specifiers(of text: String) -> [String] {
        let format = FormatString(text)
        return format.pieces.filter { $0.kind == .value }.map {
            let range = Int($0.source.lowerBound)..<Int($0.source.upperBound)
            return String(decoding: format.bytes[range], as: UTF8.self)
        }
    }

    func testRandomFormatsKeepTheirSpecifiersAndGrow() {
        var generator = SeededRandom(seed: 11)
        let arguments: [any FormatArgument] = ["Anna", 7, 2.5, 1, 2, 3, 4, 5, 6, 7, 8, 9]
        let language = LanguageContext("en")
        for _ in 0..<(isUnderStress ? 60_000 : 300) {
            let (text, kept) = randomFormat(&generator)
            for pseudo in [PseudoLocale.accented, .rightToLeft] {
                let made = pseudo.string(for: text)
                XCTAssertEqual(specifiers(of: made), specifiers(of: text), text)
                var rest = made[...]
                for part in kept {
                    guard let range = rest.range(of: part, options: .literal) else {
                        return XCTFail("\(text): no “\(part)” in \(made)")
                    }
                    rest = rest[range.upperBound...]
                }
                let original = FilledFormat(
                    LocalizedFormat(FormatString(text)),
                    arguments,
                    in: language
                )
                for format in [
                    LocalizedFormat(FormatString(made)),
                    pseudo.format(of: LocalizedFormat(FormatString(text))),
                ] {
                    let filled = FilledFormat(format, arguments, in: language)
                    XCTAssertEqual(filled.deviations, original.deviations, text)
                    XCTAssertEqual(filled.output.isEmpty, text.isEmpty)
                }
            }
            // Of what is kept no letter counts.
            let made = PseudoLocale.accented.string(for: text)
            let fixed = Set(kept + specifiers(of: text)).sorted { $0.utf8.count > $1.utf8.count }
            let (before, after) = (words(of: text, without: fixed), words(of: made, without: fixed))
            let counts = (letterCount(before), letterCount(after))
            XCTAssertGreaterThanOrEqual(Double(counts.1), 1.3 * Double(counts.0), "\(text) \(made)")
        }
    }

    private func words(of text: String, without kept: [String]) -> String {
        kept.reduce(text) { $0.replacingOccurrences(of: $1, with: " ", options: .literal) }
    }

    private let files = [
        "en.lproj/Localizable.strings": """
        hello = "Hello, %@!"; plain = "Save as…"; percent = "50 % off"; empty = ""; gap = "%@ of";
        """,
        "en.lproj/Mail.strings": "to = \"To %@\";",
        "en.lproj/Localizable.stringsdict": stringsDict([
            (
                "files", "Found %#@n@ here", "n", "d",
                ["one": "%d file", "other": "%d files", "zero": "no file"]
            )
        ]),
        "de.lproj/Localizable.strings": "hello = \"Hallo, %@!\"; german = nur;",
        "Localizable.xcstrings": #"""
        {"sourceLanguage": "en", "version": "1.0", "strings": {"pages": {"localizations": {"en":
        {"variations": {"plural": {
            "one": {"stringUnit": {"state": "translated", "value": "%lld page"}},
            "other": {"stringUnit": {"state": "translated", "value": "%lld pages"}}
        }}}}}}}
        """#,
    ]

    func testAReaderOfAPseudolocaleGetsTheDevelopmentLanguagesTextsInIt() throws {
        let store = try makeStore(files)
        let l10n = store.localizer(for: ["en-XA", "de"])
        XCTAssertEqual(l10n.languages, ["en-XA"])
        XCTAssertEqual(l10n("hello"), "[Ĥééļļöö, %@!]")
        XCTAssertEqual(l10n("hello", "Anna"), "[Ĥééļļöö, Anna!]")
        XCTAssertEqual(l10n("plain"), "[Šååʋéé ååš…]")
        XCTAssertEqual(l10n("plain", 1), "[Šååʋéé ååš…]")
        XCTAssertEqual(l10n("empty"), "empty")
        XCTAssertEqual(l10n("to", "Anna", table: "Mail"), "[Ţöö Anna]")
        XCTAssertEqual(l10n("gap", "a"), "[a ööƒ]")
        // Forms are chosen, and numbers written, as in the development language.
        let forms = [(0, "ñöö ƒîîļéé"), (1, "1 ƒîîļéé"), (1234, "1,234 ƒîîļééš")]
        for (count, form) in forms {
            XCTAssertEqual(l10n("files", count), "[Ƒööûñðð \(form) ĥééŕéé]")
            XCTAssertEqual(
                l10n.fitting(width: 9).isolatingArguments()("files", count),
                l10n("files", count)
            )
        }
        XCTAssertEqual(l10n("pages", 1), "[1 þååĝéé]")
        XCTAssertEqual(l10n("pages", 2), "[2 þååĝééš]")
        XCTAssertEqual(l10n("pages"), "[%lld þååĝééš]")
        // A key that no table has shows as it is.
        XCTAssertEqual(l10n("german"), "german")
        XCTAssertEqual(l10n("none", default: "Default"), "Default")
        XCTAssertEqual(l10n("%d none", 1), "1 none")
        XCTAssertEqual(store.report.issueCount, 0)
    }

    func testArabicsPlaceholderIsWrittenFromRightToLeft() throws {
        let l10n = try makeStore(files).localizer(for: ["ar-XB"])
        XCTAssertEqual(l10n.languages, ["ar-XB"])
        let (start, end) = ("\u{200F}\u{202E}", "\u{202C}\u{200F}")
        XCTAssertEqual(l10n("hello", "Anna"), "\(start)Hello,\(end) Anna\(start)!\(end)")
        XCTAssertEqual(
            l10n.isolatingArguments()("hello", "Anna"),
            "\(start)Hello,\(end) \u{2068}Anna\u{2069}\(start)!\(end)"
        )
        XCTAssertEqual(
            l10n("files", 2),
            "\(start)Found\(end) 2 \(start)files\(end) \(start)here\(end)"
        )
    }

    func testKeysStandInPlaceOfTexts() throws {
        let l10n = try makeStore(files).localizer(for: ["qps-keys"])
        XCTAssertEqual(l10n.languages, ["qps-keys"])
        XCTAssertEqual(l10n("hello"), "Localizable.hello")
        XCTAssertEqual(l10n("hello", "Anna"), "Localizable.hello")
        XCTAssertEqual(l10n("plain", "Anna"), "Localizable.plain")
        XCTAssertEqual(l10n("files", 2), "Localizable.files")
        XCTAssertEqual(l10n("to", table: "Mail"), "Mail.to")
        XCTAssertEqual(l10n("none", default: "Default"), "Default")
    }

    func testEachWidthHasItsPseudoText() throws {
        let widths = """
            <plist version="1.0"><dict><key>inbox</key><dict><key>NSStringVariableWidthRuleType</key>
            <dict><key>10</key><string>None</string><key>40</key><string>No %@</string></dict>
            </dict></dict></plist>
            """
        let store = try makeStore(["en.lproj/Localizable.stringsdict": widths])
        let l10n = store.localizer(for: ["en-XA"])
        XCTAssertEqual(l10n("inbox"), "[Ñöö %@]")
        XCTAssertEqual(l10n.fitting(width: 50)("inbox", "x"), "[Ñöö x]")
        XCTAssertEqual(l10n.fitting(width: 10)("inbox"), "[Ñööñéé]")
        XCTAssertEqual(l10n.fitting(width: 10)("inbox", "x"), "[Ñööñéé]")
    }

    func testALanguageOfTheBundlesOwnGoesBeforeOneThatIsMade() throws {
        for name in ["en-XA", "ar-XB", "qps-keys"] {
            let store = try makeStore(languages: ["en", name])
            let tag = try XCTUnwrap(LanguageTag(name))
            let l10n = store.localizer(for: LanguagePreferences([tag]))
            XCTAssertEqual(l10n.languages.first, tag)
            XCTAssertEqual(l10n("name"), name)
        }
    }

    func testOnlyAListOfLanguagesCanAskForAPseudolocale() throws {
        let store = try makeStore(files)
        let names = ["en-XA", "ar-XB", "qps-keys"]
        for name in names {
            let header = LanguagePreferences(acceptLanguage: name)
            XCTAssertEqual(store.localizer(for: header)("plain"), "Save as…", name)
            XCTAssertEqual(store.localizer(acceptLanguage: name)("plain"), "Save as…", name)
            let long = name + String(repeating: ", de;q=0.1", count: 200)
            XCTAssertEqual(store.localizer(acceptLanguage: long)("plain"), "Save as…", name)
            // A server that trusts it can say so.
            let trusted = LanguagePreferences(header.languages)
            XCTAssertNotEqual(store.localizer(for: trusted)("plain"), "Save as…", name)
            let environment = ["LANG": "en_US.UTF-8", "LANGUAGE": name]
            let tester = LanguagePreferences(environment: environment)
            XCTAssertEqual(
                store.localizer(for: tester).languages.first?.description,
                LanguageTag(name)?.description
            )
        }
        // Another language goes before it.
        XCTAssertEqual(store.localizer(for: ["de", "en-XA"])("german"), "nur")
    }

    func testTheDevelopmentLanguageCanBeAnyAndHaveParents() throws {
        let store = try makeStore(
            [
                "pt.lproj/Localizable.strings": "a = casa; b = casa;",
                "pt-PT.lproj/Localizable.strings": "a = lar;",
                "en.lproj/Localizable.strings": "a = house; c = house;",
            ],
            developmentLanguage: "pt-PT"
        )
        let l10n = store.localizer(for: ["en-XA"])
        XCTAssertEqual(["a", "b", "c"].map { l10n($0) }, ["[ļååŕ]", "[çååšåå]", "c"])
        XCTAssertEqual(try makeStore([:]).localizer(for: ["en-XA"])("key"), "key")
    }

    func testAMissingKeyIsOneOfTheDevelopmentLanguage() throws {
        let store = try makeStore(files)
        let told = Shared<[LanguageTag]>([])
        store.onMissingKey { missing in
            told.change { $0.append(missing.language) }
            return "asked for %d"
        }
        XCTAssertEqual(store.localizer(for: ["en-XA"])("german", 1234), "asked for 1,234")
        XCTAssertEqual(told.value, ["en"])
    }

    func testAStoreForOneReaderHasTheTextsForAPseudolocale() throws {
        let folder = try TemporaryFolder(self)
        for (path, text) in files { try folder.write(text, to: "Test.bundle/\(path)") }
        let bundle = try ResourceBundle.locate("Test", in: [folder.url])
        let store = LocalizationStore(bundle, for: ["en-XA"])
        XCTAssertEqual(store.localizer(for: ["en-XA"])("plain"), "[Šååʋéé ååš…]")
    }
}

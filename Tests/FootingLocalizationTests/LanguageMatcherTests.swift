import Foundation
import TestSupport
import XCTest

// Stores are made of folders; tens of thousands of languages are better made without.
@testable import FootingLocalization

final class LanguageMatcherTests: XCTestCase {
    private func answers(
        _ wanted: String,
        _ available: String,
        development: LanguageTag = "vo",
        _ matching: LanguageMatching = .standard
    ) -> String {
        let tags = available.split(separator: " ").compactMap { LanguageTag(String($0)) }
        let matcher = LanguageMatcher(available: tags, developmentLanguage: development)
        let preferences = LanguagePreferences(names: wanted.split(separator: " ").map(String.init))
        return matcher.chain(for: preferences, matching).map { tags[$0].description }
            .joined(separator: " ")
    }

    func testTheNearestLanguageAnswersFirst() {
        let rows: [(wanted: String, available: String, expected: String)] = [
            // The same tag, in whatever form it is written.
            ("de", "de-AT de", "de"), ("de-AT", "de de-AT", "de-AT de"),
            ("zh-TW", "zh-Hant-TW zh-HK", "zh-Hant-TW"), ("zh-Hant", "zh-TW zh", "zh-TW"),
            ("sr-Cyrl", "sr sr-Latn", "sr"), ("sr", "sr-Cyrl sr", "sr sr-Cyrl"),
            ("sr-Cyrl", "sr-Cyrl sr", "sr-Cyrl sr"), ("zh-HK", "zh-Hant-HK", "zh-Hant-HK"),
            ("pt", "pt-PT pt-BR", "pt-BR"), ("en-US", "en-GB en", "en"), ("iw", "he", "he"),
            // The script is never given up, whoever implies it.
            ("zh-TW", "zh zh-Hans", ""), ("zh-Hant", "zh-CN", ""), ("zh", "zh-Hant zh-TW", ""),
            ("zh-HK", "zh-Hans zh-TW", "zh-TW"), ("zh-Hant-CN", "zh", ""), ("sr-Latn", "sr", ""),
            ("sr", "sr-Latn", ""), ("sr-ME", "sr sr-Latn", "sr-Latn"), ("sr-ME", "sr-Cyrl", ""),
            ("uz-AF", "uz", ""), ("uz-Arab", "uz uz-AF", "uz-AF"), ("pa-PK", "pa", ""),
            ("az-Cyrl", "az", ""), ("tlh-Latn", "tlh", ""), ("tlh-US", "tlh", "tlh"),
            // English: the United States with theirs, Britain for the rest of the world.
            ("en-AU", "en en-GB", "en-GB en"), ("en-AU", "en-US en-GB", "en-GB"),
            ("en-IN", "en en-GB", "en-GB en"), ("en-GB", "en-US en-AU", "en-AU"),
            ("en-PH", "en-GB en-CA", "en-CA"), ("en-CA", "en-GB en-US", "en-US"),
            ("en-NZ", "en-GB en-001 en", "en-GB en-001 en"), ("en-NZ", "en en-001", "en-001 en"),
            ("en-AT", "en en-150", "en-150 en"), ("en-AT", "en-001 en-150 en", "en-150 en-001 en"),
            ("en", "en-AU en-GB", "en-GB"), ("en", "en-GB en-CA", "en-CA"), ("en-GB", "en", "en"),
            // Spanish and Portuguese: the Americas, and all else.
            ("es-CO", "es es-419", "es-419 es"), ("es-CO", "es-MX es es-419", "es-419 es"),
            ("es-CO", "es es-MX", "es-MX es"), ("es-US", "es-ES es-AR", "es-AR"),
            ("es-GQ", "es-MX es", "es"), ("es-PH", "es-419 es", "es"), ("es", "es-MX", "es-MX"),
            ("es-419", "es-ES es-MX", "es-MX"), ("es-ES", "es-419 es-MX", "es-419"),
            ("pt-MZ", "pt pt-PT", "pt-PT pt"), ("pt-AO", "pt-BR pt-MZ", "pt-MZ"),
            ("pt-AO", "pt", "pt"), ("pt-PT", "pt-BR", "pt-BR"), ("pt-US", "pt-PT pt-BR", "pt-BR"),
            // Chinese: Hong Kong with Macau. Arabic: the Maghreb.
            ("zh-MO", "zh-TW zh-HK", "zh-HK"), ("zh-HK", "zh-TW zh-MO", "zh-MO"),
            ("zh-HK", "zh-TW", "zh-TW"), ("zh-TW", "zh-HK zh", "zh-HK"),
            ("zh-SG", "zh-CN zh-TW", "zh-CN"), ("ar-MA", "ar-EG ar-DZ", "ar-DZ"),
            ("ar-MA", "ar ar-TN", "ar-TN ar"), ("ar-SA", "ar-DZ ar-EG", "ar-EG"),
            ("ar-AE", "ar-DZ ar-SA", "ar-SA"),
            // Elsewhere all regions are as far, and the language's own goes before others.
            ("de-AT", "de-CH", "de-CH"), ("de-CH", "de-AT de-DE", "de-DE"),
            ("fr-CA", "fr-BE fr-FR", "fr-FR"), ("fr-CA", "fr-FR fr", "fr"),
            ("fr", "fr-CA", "fr-CA"),
            ("fr-CA", "fr-CH fr-BE", "fr-CH"), ("fr-CA", "fr-BE fr-CH", "fr-BE"),
            // Variants go before nothing else, and those that were not asked for are last.
            ("de-1996", "de de-1996", "de-1996 de"), ("de-1996", "de-1901 de", "de"),
            ("de", "de-1996 de", "de"), ("de", "de-1996", "de-1996"),
            ("de-AT-1996", "de-1996 de-AT", "de-AT de-1996"), ("ca-ES-valencia", "ca", "ca"),
            ("ca-valencia", "ca ca-ES-valencia", "ca-ES-valencia ca"),
            // No other language at all.
            ("da", "nb de", ""), ("gsw", "de", ""), ("ca", "es", ""), ("hr", "bs sr-Latn", ""),
            ("ms", "id", ""), ("ht", "fr", ""), ("hi-Latn", "en hi", ""), ("de", "", ""),
            ("und", "en", ""), ("xx", "xx-YY", "xx-YY"), ("xx-Cyrl", "xx", ""),
            // But what is the same one under two names.
            ("nb", "no", "no"), ("no", "nb nn", "nb"), ("nn", "nb", "nb"), ("nn", "nb no", "no"),
            ("nb", "nn", "nn"), ("nb-NO", "no nn nb", "nb no"), ("yue", "zh-Hant zh", "zh-Hant"),
            ("yue", "zh", ""), ("yue-Hans", "zh", "zh"), ("zh-HK", "yue", ""),
            ("yue", "zh-Hant yue", "yue"), ("yue-HK", "zh-TW zh-HK", "zh-HK"),
        ]
        for row in rows {
            XCTAssertEqual(answers(row.wanted, row.available), row.expected, "\(row)")
        }
    }

    func testPreferencesAreAskedInTheirOrderAndInheritBeforeTheNext() {
        let rows: [(wanted: String, available: String, expected: String)] = [
            ("fr de", "de fr", "fr de"), ("pt-PT fr", "pt-BR fr-CA", "pt-BR fr-CA"),
            ("en-GB fr", "en-US fr", "en-US fr"), ("es-CO fr", "fr es es-419", "es-419 es fr"),
            ("en-NZ de", "de en en-001", "en-001 en de"),
            ("pt-MZ es", "pt pt-PT es", "pt-PT pt es"),
            ("zh-Hant-HK en", "zh zh-Hant en", "zh-Hant en"), ("zh-Hant-HK en", "zh en", "en"),
            ("sr-Latn en", "sr en sr-Latn", "sr-Latn en"),
            ("zh-MO", "zh-HK zh-Hant", "zh-HK zh-Hant"),
            // The languages that the match inherits from come after those of the preference.
            ("es-CO", "es-MX es", "es-MX es"), ("en-AU", "en-GB en-001 en", "en-GB en-001 en"),
            ("en", "en-AU en-001", "en-AU en-001"), ("es", "es-MX es-419", "es-419"),
            ("es-ES", "es-MX es-419", "es-419"), ("pt", "pt-MZ pt-PT", "pt-PT"),
            ("en-US", "en-AT en-150", "en-AT en-150"), ("en-US", "en-AT", "en-AT"),
            ("zh-TW", "zh-MO zh-Hant-HK", "zh-MO zh-Hant-HK"), ("nn", "no", "no"),
            // Each language once, where it first comes.
            ("en-GB en-US en", "en en-GB", "en-GB en"), ("de-AT de de-CH", "de", "de"),
        ]
        for row in rows {
            XCTAssertEqual(answers(row.wanted, row.available), row.expected, "\(row)")
        }
    }

    func testAChainEndsAtThePreferenceThatTheDevelopmentLanguageMatches() {
        let rows: [(wanted: String, development: LanguageTag, expected: String)] = [
            // Among de, en, fr and nb.
            ("fr", "en", "fr en"), ("fr de", "en", "fr de en"), ("fr en de", "en", "fr en"),
            ("fr en-GB de", "en", "fr en"), ("fr en de", "en-GB", "fr en"), ("en fr", "en", "en"),
            ("it", "en", "en"), ("", "en", "en"), ("", "it", ""), ("it fr", "it", ""),
            ("it-CH fr", "it", ""), ("fr it de", "it", "fr"), ("no fr", "nn", "nb"),
            ("zh-TW fr", "zh", "fr"), ("", "de-AT", "de"), ("fr", "no", "fr nb"),
        ]
        for row in rows {
            XCTAssertEqual(
                answers(row.wanted, "de en fr nb", development: row.development),
                row.expected,
                "\(row)"
            )
        }
    }

    func testALanguageForPrivateUseAnswersOnlyThoseThatAskForIt() {
        let rows: [(wanted: String, available: String, expected: String)] = [
            ("en", "en-x-pirate", ""), ("en-US", "en-x-pirate fr", ""),
            ("en", "en en-x-pirate", "en"), ("en-GB fr", "en-x-pirate fr", "fr"),
            ("en-x-pirate", "en en-x-pirate", "en-x-pirate en"), ("en-x-pirate", "en", "en"),
            ("en-x-other", "en-x-pirate en", "en"), ("en-x-other", "en-x-pirate", ""),
            ("en-US-x-pirate", "en-US en-x-pirate", "en-x-pirate en-US"),
            ("nb", "no-x-old", ""),
        ]
        for row in rows {
            XCTAssertEqual(answers(row.wanted, row.available), row.expected, "\(row)")
        }
        XCTAssertEqual(answers("fr", "en-x-pirate fr", development: "en"), "fr")
        // A development language for private use is not the one that a reader of English means.
        XCTAssertEqual(answers("en fr", "en-x-own fr", development: "en-x-own"), "fr en-x-own")
    }

    func testRelatedLanguagesAnswerOnlyWhenTheyAreAskedTo() {
        let related = LanguageMatching(acceptsRelatedLanguages: true)
        let rows: [(wanted: String, available: String, expected: String)] = [
            ("gsw", "de en", "de"), ("de", "gsw", ""), ("ca", "es", "es"), ("da", "nb", "nb"),
            ("nb", "da", "da"), ("da", "nb no", "nb no"), ("cs", "sk", "sk"), ("sk", "cs", "cs"),
            ("hr", "bs", "bs"), ("ht", "fr", "fr"), ("arz", "ar", "ar"), ("nan", "zh", "zh"),
            // Its own language goes first, its region does not matter.
            ("gsw", "de gsw-FR", "gsw-FR"), ("nn", "da nb", "nb"), ("da", "de nn no", "no"),
            ("de-AT", "de-CH gsw", "de-CH"),
            // Never in another script.
            ("be", "ru", "ru"), ("uz-Cyrl", "ru", ""), ("uz", "ru", ""), ("ka", "en", ""),
            ("nan", "zh-Hant", "zh-Hant"), ("az-Arab", "ar", ""), ("sr-Latn", "sr", ""),
            ("hi-Latn", "en hi", ""), ("yue", "zh", ""),
            // Texts inherited from another language.
            ("ht", "ht fr fr-HT", "ht fr-HT fr"), ("fr it", "fr it", "fr it"),
        ]
        for row in rows {
            XCTAssertEqual(answers(row.wanted, row.available, related), row.expected, "\(row)")
        }
        XCTAssertEqual(answers("ht", "ht fr fr-HT"), "ht")
    }

    func testAMatchIsOneOfTheAvailableAndTheSameEachTime() {
        var generator = SeededRandom(seed: 4)
        for _ in 0..<rounds(500, underStress: 25_000) {
            let texts = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                String.randomTag(using: &generator)
            }
            let tags = Array(Set(texts.compactMap { LanguageTag($0) }))
            let development = tags.randomElement(using: &generator) ?? "en"
            let available = tags.filter { _ in Bool.random(using: &generator) }
                .sorted { $0.description < $1.description }
            let matcher = LanguageMatcher(available: available, developmentLanguage: development)
            let matching = LanguageMatching.all.randomElement(using: &generator)
            let wanted = texts.shuffled(using: &generator).map {
                Bool.random(using: &generator) ? $0 : $0 + ";q=0.\($0.utf8.count % 2)"
            }
            let others = Bool.random(using: &generator) ? ",*" : ""
            let header = wanted.joined(separator: ",") + others
            let preferences = LanguagePreferences(acceptLanguage: header)
            let chain = matcher.chain(for: preferences, matching ?? .standard)
            XCTAssertEqual(Set(chain).count, chain.count, header)
            XCTAssertTrue(chain.allSatisfy(available.indices.contains), header)
            XCTAssertEqual(chain, matcher.chain(for: preferences, matching ?? .standard), header)
            for excluded in preferences.exclusions.map({ LanguageProfile($0) }) {
                // But for the development language and what it inherits from, which come last.
                let last = matcher.chain(for: [development], matching ?? .standard)
                for index in chain where !last.contains(index) {
                    XCTAssertFalse(excluded.covers(LanguageProfile(available[index])), header)
                }
            }
            // A language that is there answers for itself, not another one like it.
            if let first = available.first, let matching {
                let chain = matcher.chain(for: [first], matching)
                XCTAssertEqual(chain.first.map { available[$0] }, first)
            }
        }
    }

    func testThousandsOfLanguagesAreMatched() {
        let lastRegion = isUnderStress ? 199 : 111
        var tags: [LanguageTag] = []
        for first in UInt8(97)...122 {
            for second in UInt8(97)...122 {
                for region in 100...lastRegion {
                    let code = String(decoding: [first, second], as: UTF8.self)
                    if let tag = LanguageTag("\(code)-\(region)") { tags.append(tag) }
                }
            }
        }
        XCTAssertGreaterThan(tags.count, isUnderStress ? 65_536 : 8_000)
        let matcher = LanguageMatcher(available: tags, developmentLanguage: "en")
        let wanted = LanguagePreferences(tags.indices.filter { $0 % 900 == 0 }.map { tags[$0] })
        XCTAssertGreaterThan(matcher.chain(for: wanted).count, 5)
    }
}

extension LanguageMatching {
    /// Every one there is.
    static var all: [LanguageMatching] {
        [.standard, LanguageMatching(acceptsRelatedLanguages: true)]
    }
}

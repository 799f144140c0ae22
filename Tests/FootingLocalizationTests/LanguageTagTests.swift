import FootingLocalization
import TestSupport
import XCTest

final class LanguageTagTests: XCTestCase {
    func testTagsAreReadInTheirCanonicalForm() {
        let rows: [(text: String, expected: String?)] = [
            ("en", "en"), ("EN", "en"), ("pt_br", "pt-BR"), ("pt-BR", "pt-BR"), ("PT-br", "pt-BR"),
            ("zh-hant-hk", "zh-Hant-HK"), ("zh_HANT", "zh-Hant"), ("es-419", "es-419"),
            ("pl_PL.UTF-8", "pl-PL"), ("de_AT@euro", "de-AT"), ("de_DE.ISO-8859-15@euro", "de-DE"),
            ("sr_RS@latin", "sr-Latn-RS"), ("sr_RS.UTF-8@Latin", "sr-Latn-RS"),
            ("uz_UZ.UTF-8@cyrillic", "uz-Cyrl-UZ"), ("sr-Cyrl@latin", "sr-Cyrl"),
            ("iw", "he"), ("in_ID", "id-ID"), ("mo", "ro"), ("tl", "fil"), ("cmn-Hans", "zh-Hans"),
            ("sh", "sr-Latn"), ("sh_RS", "sr-Latn-RS"), ("zh-yue", "yue"),
            ("zh-cmn-Hans-CN", "zh-Hans-CN"), ("en-USA", nil), ("de_DEU", nil),
            ("pt_BRA.UTF-8", nil),
            ("ca_ES_VALENCIA", "ca-ES-valencia"), ("de-1996", "de-1996"),
            ("en-u-nu-latn", "en"), ("de-AT-x-private", "de-AT-x-private"),
            ("en_US_POSIX", "en-US-posix"), ("EN-X-Pirate_a-1", "en-x-pirate-a-1"),
            ("de-1996-u-co-phonebk-x-own", "de-1996-x-own"),
            ("", nil), ("C", nil), ("POSIX", nil), ("x-private", nil), ("en-", nil), ("-en", nil),
            ("en--US", nil), ("german", nil), ("English", nil), ("e", nil), ("12", nil),
            ("en US", nil),
            ("en-ä", nil), ("Ünglish", nil), ("en/../..", nil), ("en\0", nil),
            ("en-123456789", nil),
            (String(repeating: "a", count: 10_000), nil),
        ]
        for row in rows {
            XCTAssertEqual(LanguageTag(row.text)?.description, row.expected, row.text)
        }
    }

    func testCodesOfOldBecomeThoseOfToday() {
        let rows: [(text: String, expected: String)] = [
            ("iw", "he"), ("in", "id"), ("ji", "yi"), ("mo", "ro"), ("tl", "fil"), ("cmn", "zh"),
            ("iw-IL", "he-IL"), ("jw", "jv"), ("scc", "sr"), ("no", "no"), ("nb", "nb"),
            // Two letters go before three.
            ("eng", "en"), ("deu-AT", "de-AT"), ("ger", "de"), ("zho-Hant", "zh-Hant"),
            ("fil", "fil"), ("haw", "haw"),
            // Subtags that come with the code give way to those that are named.
            ("sh", "sr-Latn"), ("sh-Cyrl", "sr-Cyrl"), ("sh_BA", "sr-Latn-BA"),
            ("sh@cyrillic", "sr-Cyrl"), ("cnr", "sr-ME"), ("cnr-RS", "sr-RS"), ("prs", "fa-AF"),
            ("tnf", "fa-AF"),
            // Macrolanguages, and the languages in them that they mean.
            ("arb", "ar"), ("ar-arb", "ar"), ("zsm", "ms"), ("ms-zsm", "ms"), ("swh-KE", "sw-KE"),
            // Regions.
            ("en-UK", "en-GB"), ("de-DD", "de-DE"), ("fr-FX", "fr-FR"), ("my-BU", "my-MM"),
            ("en-GB", "en-GB"), ("sr-CS", "sr-CS"),
        ]
        for row in rows {
            XCTAssertEqual(LanguageTag(row.text)?.description, row.expected, row.text)
        }
    }

    func testDroppedSubtagsMustBeWellFormed() {
        let rows: [(text: String, expected: String?)] = [
            ("en-a-bbb-x-a-ccc", "en-x-a-ccc"), ("de-1996-u-co-phonebk", "de-1996"),
            ("en-x-1", "en-x-1"), ("en-u-nu-x", nil),
            ("en-u", nil), ("en-x", nil), ("en-u-", nil), ("en-u--a", nil), ("en-u-ä", nil),
            ("en-x-123456789", nil), ("en-u-nu-latn.UTF-8@euro", "en"),
            ("en-latn-latn", nil), ("en-us-us", nil), ("en-1", nil), ("en-u-1_2", "en"),
        ]
        for row in rows {
            XCTAssertEqual(LanguageTag(row.text)?.description, row.expected, row.text)
        }
    }

    func testModifiersOfGlibcAreScriptsAndVariants() {
        let rows: [(text: String, expected: String)] = [
            ("ca_ES@valencia", "ca-ES-valencia"), ("ca_ES.UTF-8@valencia", "ca-ES-valencia"),
            ("ca@valencia", "ca-ES-valencia"), ("ca_ES_VALENCIA@valencia", "ca-ES-valencia"),
            ("tt_RU.UTF-8@iqtelif", "tt-Latn-RU"), ("tt@iqtelif", "tt-Latn"),
            ("ks_IN@devanagari", "ks-Deva-IN"), ("sd_IN.UTF-8@Devanagari", "sd-Deva-IN"),
            ("be_BY@latin", "be-Latn-BY"), ("de_DE@euro", "de-DE"), ("aa_ER@saaho", "aa-ER"),
        ]
        for row in rows {
            XCTAssertEqual(LanguageTag(row.text)?.description, row.expected, row.text)
        }
    }

    func testThePartsOfATag() {
        let tag: LanguageTag = "zh_hant_hk"
        XCTAssertEqual(tag.language, "zh")
        XCTAssertEqual(tag.script, "Hant")
        XCTAssertEqual(tag.region, "HK")
        XCTAssertNil(LanguageTag("zh").script)
        XCTAssertNil(LanguageTag("zh").region)
    }

    func testTagsOfOneMeaningAreEqual() {
        XCTAssertEqual(Set<LanguageTag>(["pt-br", "pt_BR", "PT-BR"]).count, 1)
        XCTAssertNotEqual("pt" as LanguageTag, "pt-BR")
    }

    func testRandomTextNeverTrapsAndReadingATagAgainChangesNothing() {
        var generator = SeededRandom(seed: 1)
        let alphabet = Array("aZ0-_.@ C9é\u{0}")
        for _ in 0..<rounds(2000, underStress: 100_000) {
            let length = Int.random(in: 0...24, using: &generator)
            let text = String(
                (0..<length).map { _ in alphabet.randomElement(using: &generator) ?? "a" }
            )
            guard let tag = LanguageTag(text) else { continue }
            XCTAssertEqual(LanguageTag(tag.description), tag, "“\(text)”")
        }
        var count = 0
        for _ in 0..<rounds(5000, underStress: 250_000) {
            let text = String.randomTag(using: &generator)
            guard let tag = LanguageTag(text) else { continue }
            count += 1
            XCTAssertEqual(LanguageTag(tag.description), tag, "“\(text)”")
            XCTAssertEqual(LanguageTag(tag.description)?.description, tag.description, "“\(text)”")
        }
        XCTAssertGreaterThan(count, rounds(2500, underStress: 125_000))
    }

    func testRandomBytesAreNoLanguageTheyDoNotSpell() {
        var generator = SeededRandom(seed: 2)
        for _ in 0..<rounds(2000, underStress: 100_000) {
            let bytes = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                UInt8.random(in: .min ... .max, using: &generator)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            guard let tag = LanguageTag(text) else { continue }
            XCTAssertTrue(tag.description.utf8.allSatisfy { $0 < 0x80 }, "\(bytes)")
        }
        XCTAssertNil(LanguageTag(String(repeating: "en-", count: 350_000)))
    }
}

extension String {
    /// Text made of subtags that mean something, in an order that seldom does.
    static func randomTag(using generator: inout SeededRandom) -> String {
        let languages = [
            "en", "de", "zh", "sr", "sh", "pt", "es", "nb", "no", "nn", "yue", "iw", "cnr", "ar",
            "uz", "xx", "hi", "ht", "fr", "EN", "deu", "und", "tlh",
        ]
        let parts = [
            "Hant", "hans", "Latn", "Cyrl", "US", "gb", "001", "419", "150", "TW", "HK", "PT", "BR",
            "MZ", "uk", "1996", "valencia", "u-nu-latn", "x-y", "USA", "ä", "", "q",
        ]
        var text = languages.randomElement(using: &generator) ?? "en"
        while Int.random(in: 0..<5, using: &generator) < 2 {
            text += Bool.random(using: &generator) ? "-" : "_"
            text += parts.randomElement(using: &generator) ?? "US"
        }
        return text
    }
}

import FootingLocalization
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
            ("en-u-nu-latn", "en"), ("de-AT-x-private", "de-AT"), ("en_US_POSIX", "en-US-posix"),
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

    func testRandomTextNeverTraps() {
        var generator = SeededGenerator(seed: 1)
        let alphabet = Array("aZ0-_.@ C9é\u{0}")
        for _ in 0..<(2000 * stressFactor) {
            let length = Int.random(in: 0...24, using: &generator)
            let text = String(
                (0..<length).map { _ in alphabet.randomElement(using: &generator) ?? "a" }
            )
            guard let tag = LanguageTag(text) else { continue }
            XCTAssertEqual(LanguageTag(tag.description), tag, "“\(text)”")
        }
    }
}

import Foundation
import XCTest

// The subtags that a tag implies show only in its matches.
@testable import FootingLocalization

final class LanguageCodesTests: XCTestCase {
    func testCodesAreWhatTheyWereMadeOf() {
        let rows: [(text: String, language: String, script: String?, region: String?)] = [
            ("en", "en", nil, nil), ("zh-Hant-HK", "zh", "Hant", "HK"),
            ("es-419", "es", nil, "419"),
            ("yue-Zzzz", "yue", "Zzzz", nil), ("aaa-Aaaa-AA", "aaa", "Aaaa", "AA"),
            ("zz-Zzzz-ZZ", "zz", "Zzzz", "ZZ"), ("en-001", "en", nil, "001"),
            ("en-990", "en", nil, "990"), ("en-999", "en", nil, "999"),
        ]
        for row in rows {
            let codes = LanguageCodes(row.text)
            XCTAssertEqual(codes.languageText, row.language, row.text)
            XCTAssertEqual(codes.scriptText, row.script, row.text)
            XCTAssertEqual(codes.regionText, row.region, row.text)
        }
        XCTAssertEqual(Set(rows.map { LanguageCodes($0.text) }).count, rows.count)
    }

    func testTagsImplyTheScriptAndRegionThatCLDRSays() {
        let rows: [(text: String, expected: String)] = [
            ("en", "en-Latn-US"), ("en-GB", "en-Latn-GB"), ("zh", "zh-Hans-CN"),
            ("zh-TW", "zh-Hant-TW"), ("zh-HK", "zh-Hant-HK"), ("zh-Hant", "zh-Hant-TW"),
            ("zh-SG", "zh-Hans-SG"), ("sr", "sr-Cyrl-RS"), ("sr-ME", "sr-Latn-ME"),
            ("sr-Latn", "sr-Latn-RS"), ("uz-AF", "uz-Arab-AF"), ("pt", "pt-Latn-BR"),
            ("pt-AO", "pt-Latn-AO"), ("yue", "yue-Hant-HK"), ("yue-CN", "yue-Hans-CN"),
            ("pa-PK", "pa-Arab-PK"), ("en-Shaw", "en-Shaw-GB"), ("zh-Hans-TW", "zh-Hans-TW"),
            ("tlh", "tlh"), ("tlh-US", "tlh-US"), ("und", "und"),
        ]
        for row in rows {
            XCTAssertEqual(LanguageCodes(row.text).maximized, LanguageCodes(row.expected), row.text)
        }
    }

    func testLocalesInheritAsCLDRSaysAndNeverAcrossScripts() {
        let rows: [(text: String, expected: [String])] = [
            ("en-NZ", ["en-001", "en"]), ("en-AT", ["en-150", "en-001", "en"]), ("en-US", ["en"]),
            ("es-CO", ["es-419", "es"]), ("es-ES", ["es"]), ("pt-MZ", ["pt-PT", "pt"]),
            ("pt-BR", ["pt"]), ("zh-Hant-HK", ["zh-Hant"]), ("zh-HK", ["zh-Hant"]),
            ("zh-MO", ["zh-Hant-HK", "zh-Hant"]), ("zh-CN", ["zh"]), ("sr-Latn", []),
            ("sr-Latn-BA", ["sr-Latn"]), ("sr-ME", ["sr-Latn"]), ("sr-Cyrl-RS", ["sr"]),
            ("nb-NO", ["nb", "no"]), ("nn", ["no"]), ("uz-AF", ["uz-Arab"]), ("tlh-US", ["tlh"]),
            ("en", []), ("und", []),
        ]
        for row in rows {
            var ancestors: [LanguageCodes] = []
            var codes = LanguageCodes(row.text).withScript
            while let parent = codes.parent, ancestors.count < 9 {
                ancestors.append(parent)
                codes = parent
            }
            XCTAssertEqual(ancestors, row.expected.map { LanguageCodes($0).withScript }, row.text)
        }
    }

    func testEveryLikelySubtagOfCLDROfTheLanguagesPresent() throws {
        let rows = try CLDRData.table("likelySubtags", "likelySubtags") as? [String: String]
        var count = 0
        for (text, expected) in try XCTUnwrap(rows) {
            let codes = LanguageCodes(text)
            guard codes.language.maximized != codes.language else { continue }
            count += 1
            XCTAssertEqual(codes.maximized, LanguageCodes(expected), text)
            // Implied subtags can be named.
            let full = LanguageCodes(expected)
            XCTAssertEqual(full.maximized, full, text)
        }
        XCTAssertEqual(count, 374)
    }

    func testEveryParentOfCLDR() throws {
        let table = try CLDRData.table("parentLocales", "parentLocales", "parentLocale")
        for (child, parent) in try XCTUnwrap(table as? [String: String]) {
            let expected = parent == "und" ? nil : LanguageCodes(parent).withScript
            XCTAssertEqual(LanguageCodes(child).withScript.parent, expected, child)
        }
    }

    func testEveryAliasOfCLDRThatIsACode() throws {
        let table = try CLDRData.table("aliases", "metadata", "alias", "languageAlias")
        var count = 0
        for (old, entry) in try XCTUnwrap(table as? [String: [String: String]]) {
            guard let new = entry["_replacement"], !old.contains("-"), old.utf8.count <= 3 else {
                continue
            }
            count += 1
            XCTAssertEqual(LanguageTag(old)?.description, new, old)
        }
        XCTAssertGreaterThan(count, 400)
    }
}

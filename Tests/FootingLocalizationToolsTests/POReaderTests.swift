import FootingLocalization
import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

final class POReaderTests: XCTestCase {
    func testEntriesOfPO() throws {
        let file = try readTranslations(
            #"""
            # A translator's comment
            msgid ""
            msgstr ""
            "Language: pt_BR\n"
            "Content-Type: text/plain; charset=UTF-8\n"
            "X-Original: A.xcstrings\n"

            #. Comment
            #. of two lines
            #: Sources/A.swift
            #, fuzzy, objc-format
            #| msgid "old"
            msgctxt "a"
            msgid ""
            "A\n"
            "\"%@\""
            msgstr "\tЯ\\\101"

            msgid "without context"
            msgstr ""
            #~ msgid "obsolete"
            #~ msgstr "x"
            """#,
            "a.po"
        )
        XCTAssertEqual(file.language, "pt-BR")
        XCTAssertEqual(
            file.units.map(unitSummary),
            [
                "a|A\n\"%@\"|\tЯ\\A|needs_review|Comment\nof two lines",
                "without context|without context|-|-|-",
            ]
        )
        XCTAssertEqual(file.units.map(\.original), ["A.xcstrings", "A.xcstrings"])
    }

    func testTheLanguageThatIsPassedHasThePluralForms() throws {
        let text = po(
            "\"Plural-Forms: nplurals=2; plural=n != 1;\\n\"",
            "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"X\"\nmsgstr[1] \"Y\""
        )
        XCTAssertEqual(
            try readTranslations(text, "a.po", language: "de").units.map(unitSummary),
            ["a|==|plural.one|a|X|-|-", "a|==|plural.other|b|Y|-|-"]
        )
    }

    func testPluralFormsOfPO() throws {
        let entry = """
            msgctxt "a"
            msgid "one"
            msgid_plural "many"
            msgstr[0] "X"
            msgstr[1] "Y"
            msgstr[2] "Z"
            """
        let slavic =
            "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 "
            + "|| n%100>=20) ? 1 : 2);"
        let rows: [(language: String, field: String, units: [String])] = [
            (
                "ru", slavic,
                [
                    "a|==|plural.one|one|X|-|-", "a|==|plural.few|many|Y|-|-",
                    "a|==|plural.many|many|Z|-|-",
                ]
            ),
            (
                "ru", "nplurals=2; plural=n != 1;",
                ["a|one|X|-|-"]
            ),
            (
                "de", "nplurals=2; plural=(n != 1);",
                [
                    "a|==|plural.one|one|X|-|-", "a|==|plural.other|many|Y|-|-", "a|one|Z|-|-",
                ]
            ),
            (
                "ja", "nplurals=1; plural=0;", ["a|==|plural.other|many|X|-|-", "a|one|Y|-|-"]
            ),
            // The second index is that of whole millions.
            (
                "fr",
                "nplurals=3; plural=(n == 0 || n == 1) ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;",
                [
                    "a|==|plural.one|one|X|-|-", "a|==|plural.many|many|Y|-|-",
                    "a|==|plural.other|many|Z|-|-",
                ]
            ),
            // Both forms of whole millions are that of the second index.
            (
                "fr", "nplurals=2; plural=(n > 1);",
                ["a|==|plural.one|one|X|-|-", "a|==|plural.other|many|Y|-|-", "a|one|Z|-|-"]
            ),
            // No number has the third index.
            (
                "de", "nplurals=3; plural=(n != 1);",
                ["a|==|plural.one|one|X|-|-", "a|==|plural.other|many|Y|-|-", "a|one|Z|-|-"]
            ), ("de", "nplurals=INTEGER; plural=EXPRESSION;", ["a|one|X|-|-"]),
        ]
        for row in rows {
            let header = "\"Language: \(row.language)\\n\"\n\"Plural-Forms: \(row.field)\\n\""
            let file = try readTranslations(po(header, entry), "a.po")
            XCTAssertEqual(file.units.map(unitSummary), row.units, row.field)
        }
    }

    func testInvalidPOIsRefused() throws {
        let language = "\"Language: de\\n\""
        func plural(_ field: String) -> String {
            po(language + "\n\"Plural-Forms: \(field)\\n\"", "msgid \"a\"\nmsgstr \"b\"")
        }
        let nested = String(repeating: "(", count: 200) + "n" + String(repeating: ")", count: 200)
        let rows: [(text: String, line: Int)] = [
            (po(language, "msgid \"a\nmsgstr \"b\""), 4),
            (po(language, "msgid \"a\"\nmsgstr b"), 5),
            (po(language, "msgid \"a\"\nmsgid \"b\""), 5), (po(language, "msgid \"a\""), 4),
            (po(language, "msgstr \"a\""), 4), (po(language, "msgid \"a\\\"\nmsgstr \"\""), 4),
            (po(language, "hello \"a\""), 4), (po(language, "msgid \"a\"b\"\nmsgstr \"\""), 4),
            (po("\"Content-Type: text/plain; charset=ISO-8859-1\\n\"", ""), 1),
            (plural("nplurals=7; plural=n;"), 1), (plural("nplurals=2; plural=n;"), 1),
            (plural("nplurals=2; plural=n/0;"), 1), (plural("nplurals=2; plural=n ? 1;"), 1),
            (plural("nplurals=2; plural=n !=;"), 1), (plural("plural=0;"), 1),
            (plural("nplurals=2; plural=m;"), 1), (plural("nplurals=2; plural=\(nested);"), 1),
            (plural("nplurals=2; plural=0 - 1;"), 1),
            (plural("nplurals=2; plural=999999999*999999999*999999999;"), 1),
        ]
        for row in rows {
            XCTAssertThrowsError(try readTranslations(row.text, "a.po"), row.text) { error in
                let error = error as? LocalizationToolsError
                XCTAssertEqual(error?.code, .invalidPO, row.text)
                XCTAssertEqual(error?.line, row.line, row.text)
            }
        }
        let latin = Array("msgid \"a\"\nmsgstr \"".utf8) + [0xE4, 0x22]
        XCTAssertThrowsError(try TranslationFile.read(latin, at: "de.po")) { error in
            XCTAssertEqual((error as? LocalizationToolsError)?.code, .invalidPO)
            XCTAssertEqual((error as? LocalizationToolsError)?.line, 2)
        }
    }
}

import FootingLocalization
import Foundation
import XCTest

final class LocalizerTests: XCTestCase {
    func testEachKeyFallsBackByItself() throws {
        let store = try makeStore([
            "en.lproj/Localizable.strings": "a = en; b = en; c = en; d = en;",
            "pl.lproj/Localizable.strings": "a = pl; b = pl;",
            "de.lproj/Localizable.strings": "a = de; b = de; c = de;",
            "de-AT.lproj/Localizable.strings": "a = at;",
        ])
        let l10n = store.localizer(for: ["de-AT", "pl"])
        XCTAssertEqual(["a", "b", "c", "d"].map { l10n($0) }, ["at", "de", "de", "en"])
        XCTAssertEqual(l10n("e"), "e")
        XCTAssertEqual(l10n("e", default: "nothing"), "nothing")
        XCTAssertEqual(l10n("a", default: "nothing"), "at")
    }

    func testEachKeyFallsBackToWhatItsLanguageInheritsFromBeforeTheNextPreference() throws {
        let store = try makeStore([
            "en.lproj/Localizable.strings": "a = en; b = en; c = en; d = en; e = en;",
            "fr.lproj/Localizable.strings": "a = fr; b = fr; c = fr; d = fr;",
            "es.lproj/Localizable.strings": "a = es; b = es; c = es;",
            "es-419.lproj/Localizable.strings": "a = 419; b = 419;",
            "es-MX.lproj/Localizable.strings": "a = mx;",
            "zh.lproj/Localizable.strings": "a = zh;",
        ])
        let rows: [(reader: LanguagePreferences, expected: [String])] = [
            (["es-MX", "fr"], ["mx", "419", "es", "fr", "en", "f"]),
            (["es-CO", "fr"], ["419", "419", "es", "fr", "en", "f"]),
            (["es-CO"], ["419", "419", "es", "en", "en", "f"]),
            (["zh-Hant-HK", "fr"], ["fr", "fr", "fr", "fr", "en", "f"]),
            (["en-NZ", "fr"], ["en", "en", "en", "en", "en", "f"]),
        ]
        for row in rows {
            let l10n = store.localizer(for: row.reader)
            XCTAssertEqual(["a", "b", "c", "d", "e", "f"].map { l10n($0) }, row.expected, "\(row)")
        }
    }

    func testTablesHaveNamesAndNoNameIsLocalizable() throws {
        let store = try makeStore([
            "en.lproj/Localizable.strings": "a = plain;",
            "en.lproj/Mail.strings": "a = mail; to = \"To %@\";",
            "pl.lproj/Localizable.strings": "k = v;",
        ])
        let l10n = store.localizer(for: ["pl"])
        XCTAssertEqual(l10n("a"), "plain")
        XCTAssertEqual(l10n("a", table: ""), "plain")
        XCTAssertEqual(l10n("a", table: "Localizable"), "plain")
        XCTAssertEqual(l10n("a", table: "Mail"), "mail")
        XCTAssertEqual(l10n("to", "Anna", table: "Mail"), "To Anna")
        XCTAssertEqual(l10n("a", table: "mail"), "a")
        XCTAssertEqual(l10n("title", table: "Mail", default: "Mail"), "Mail")
        XCTAssertEqual(l10n("title", 2, table: "Mail", default: "%d mails"), "2 mails")
    }

    func testAKeyWithoutATextIsItsOwnFormat() throws {
        XCTAssertEqual(try makeLocalizer("")("%lld files for %@", 21, "Anna"), "21 files for Anna")
    }

    func testWithoutArgumentsATextIsNoFormat() throws {
        let l10n = try makeLocalizer(#"a = "100%% of %@"; b = "50 % off";"#)
        XCTAssertEqual(l10n("a"), "100%% of %@")
        XCTAssertEqual(l10n("b"), "50 % off")
        XCTAssertEqual(l10n("a", arguments: []), "100% of %@")
    }

    func testALocalizerKeepsItsTablesWhenTheStoreIsGone() throws {
        func make() throws -> Localizer { try makeLocalizer("a = b;") }
        XCTAssertEqual(try make()("a"), "b")
    }

    func testNumbersAreThoseOfTheLanguageThatAnswered() throws {
        let store = try makeStore([
            "en.lproj/Localizable.strings": "n = \"%d %.2f\"; onlyEnglish = \"%d %.1f\";",
            "de.lproj/Localizable.strings": "n = \"%d %.2f\";",
            "de-CH.lproj/Localizable.strings": "n = \"%d %.2f\";",
            "en-IN.lproj/Localizable.strings": "n = \"%d %.2f\";",
            "en-AU.lproj/Localizable.strings": "n = \"%d %.2f\";",
            "en-DE.lproj/Localizable.strings": "n = \"%d %.2f\";",
            "en-UA.lproj/Localizable.strings": "n = \"%d %.2f\";",
            "pl.lproj/Localizable.strings": "n = \"%d %.2f\";",
            "xx.lproj/Localizable.strings": "n = \"%d %.2f\";",
        ])
        let rows: [(language: LanguageTag, number: Int, expected: String)] = [
            ("en", 1234567, "1,234,567 1,234,567.00"), ("en", 1000, "1,000 1,000.00"),
            ("en", 999, "999 999.00"),
            ("de", 1234567, "1.234.567 1.234.567,00"), ("de", -1000, "-1.000 -1.000,00"),
            ("de-CH", 1234567, "1’234’567 1’234’567.00"),
            ("en-IN", 1234567, "12,34,567 12,34,567.00"),
            ("en-IN", 123456789, "12,34,56,789 12,34,56,789.00"),
            ("en-AU", 1234567, "1,234,567 1,234,567.00"),
            ("en-DE", 1234567, "1.234.567 1.234.567,00"),
            // Where readers may take the English separators for one another, there are none.
            ("en-UA", 1234567, "1234567 1234567.00"),
            ("pl", 1234567, "1\u{A0}234\u{A0}567 1\u{A0}234\u{A0}567,00"),
            ("pl", 12345, "12\u{A0}345 12\u{A0}345,00"), ("pl", 1234, "1234 1234,00"),
            ("pl", -9999, "-9999 -9999,00"),
            ("xx", 1234567, "1234567 1234567.00"),
        ]
        for row in rows {
            let text = store.localizer(for: [row.language])("n", row.number, Double(row.number))
            XCTAssertEqual(
                Array(text.unicodeScalars),
                Array(row.expected.unicodeScalars),
                "\(row.language) \(text)"
            )
        }
        XCTAssertEqual(store.localizer(for: ["de"])("onlyEnglish", 1234, 0.5), "1,234 0.5")
    }

    func testVerbatimNumbersHaveNoSeparatorsAndKeepTheirPoint() throws {
        let store = try makeStore(["de.lproj/Localizable.strings": "n = \"%d %@ %.1f\";"])
        let l10n = store.localizer(for: ["de"])
        XCTAssertEqual(
            l10n("n", .verbatim(2026), .verbatim(1234.5), .verbatim(1e4)),
            "2026 1234.5 10000.0"
        )
        XCTAssertEqual(l10n("n", 2026, 1234.5, 1e4), "2.026 1.234,5 10.000,0")
    }

    func testATypeOfTheUsersOwnIsAnArgument() throws {
        struct ShelfMark: FormatArgument {
            var room: String
            var shelf: Int
            var formatValue: FormatValue { "\(room)-\(shelf)".formatValue }
        }
        XCTAssertEqual(try makeLocalizer("")("%@", ShelfMark(room: "B", shelf: 7)), "B-7")
    }

    func testArgumentsOfEveryTypeAreShown() throws {
        let l10n = try makeLocalizer("")
        let arguments: [any FormatArgument] = [
            Int(-1), Int8.min, Int16.min, Int32.min, Int64.min, UInt(1), UInt8.max, UInt16.max,
            UInt32.max,
            UInt64.max, 0.1, Float(0.1), "text", "text"[...],
        ]
        let expected = [
            "-1", "-128", "-32,768", "-2,147,483,648", "-9,223,372,036,854,775,808", "1", "255",
            "65,535",
            "4,294,967,295", "18,446,744,073,709,551,615", "0.1", "0.1", "text", "text",
        ]
        for (argument, text) in zip(arguments, expected) {
            XCTAssertEqual(l10n("%@", argument), text)
        }
    }

    func testManyThreadsShareOneLocalizer() throws {
        let l10n = try makeLocalizer(
            (0..<100).map { "k\($0) = \"text number \($0) of a table\";" }.joined()
        )
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for round in 0..<1000 {
                XCTAssertEqual(l10n("k\(round % 100)"), "text number \(round % 100) of a table")
            }
        }
    }

    func testAnIssueOfFormattingIsReportedOnceWithItsFileAndLine() throws {
        let store = try makeStore(["en.lproj/Localizable.strings": "\na = \"%@ and %@\";\n"])
        let l10n = store.localizer(for: ["en"])
        for _ in 0..<3 { XCTAssertEqual(l10n("a", "x"), "x and %@") }
        XCTAssertEqual(store.report.issueCount, 1)
        let issue = try XCTUnwrap(store.report.issues.first)
        XCTAssertEqual(issue.code, .missingArgument)
        XCTAssertEqual(issue.line, 2)
        XCTAssertEqual(issue.key, "a")
        XCTAssertEqual(issue.resolution, .usedAsWritten)
        XCTAssertTrue(issue.file?.hasSuffix("Localizable.strings") == true)
        XCTAssertTrue(issue.message.contains("“%@”"), issue.message)
    }

    func testIssuesOfFormattingAreBounded() throws {
        let store = try makeStore(["en.lproj/Localizable.strings": ""])
        let l10n = store.localizer(for: ["en"])
        for number in 0..<10_100 { _ = l10n("key \(number) %@", arguments: []) }
        XCTAssertEqual(store.report.issueCount, 10_000)
        XCTAssertEqual(store.report.issues.count, 1000)
    }
}

import FootingLocalization
import Foundation
import XCTest

/// An empty translation: of every kind of table, and with the option that passes over it.
final class EmptyStringsTests: XCTestCase {
    /// An empty string of the key `Mail %d` in each kind of table.
    private static let tables: [String: Data] = {
        let key = "Mail %d"
        let list = "<plist><dict><key>\(key)</key><string></string></dict></plist>"
        let forms = #"{"one": \#(unit), "other": \#(unit)}"#
        func catalog(_ localization: String) -> Data {
            let strings = #"{"\#(key)": {"localizations": {"de": \#(localization)}}}"#
            return Data(#"{"sourceLanguage": "en", "strings": \#(strings), "version": "1.0"}"#.utf8)
        }
        let dict = stringsDict([(key, "", "n", "d", ["other": "%d"])])
        let binary = try? binaryPropertyList(Data(list.utf8))
        return [
            "de.lproj/Text.strings": Data("\"\(key)\" = \"\";".utf8),
            "de.lproj/XML.strings": Data(list.utf8),
            "de.lproj/Binary.strings": binary ?? Data(),
            "de.lproj/Forms.stringsdict": Data(dict.utf8),
            "Catalog.xcstrings": catalog(unit),
            "CatalogForms.xcstrings": catalog(#"{"variations": {"plural": \#(forms)}}"#),
        ]
    }()
    private static let unit = #"{"stringUnit": {"state": "translated", "value": ""}}"#

    func testAnEmptyTranslationShowsTheKeyInEveryKindOfTable() throws {
        for (path, data) in Self.tables {
            let file = try XCTUnwrap(path.split(separator: "/").last)
            let name = String(file.prefix { $0 != "." })
            let store = try makeStore(data: [path: data, "en.lproj/Other.strings": Data()])
            let l10n = store.localizer(for: ["de"])
            XCTAssertEqual(l10n("Mail %d", table: name), "Mail %d", path)
            XCTAssertEqual(l10n("Mail %d", 3, table: name), "Mail 3", path)
            XCTAssertEqual(l10n("Mail %d", table: name, default: "no"), "Mail %d", path)
            XCTAssertEqual(l10n.fitting(width: 9)("Mail %d", 3, table: name), "Mail 3", path)
            XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
        }
    }

    func testAnEmptyTranslationInTheFirstTableShowsTheKey() throws {
        let l10n = try makeLocalizer("a = \"\"; b = \"%d\";")
        XCTAssertEqual([l10n("a"), l10n("a", 1), l10n("b", 2)], ["a", "a", "2"])
        XCTAssertEqual(l10n.localizingValue("@a"), "a")
    }

    func testWithTheOptionAnEmptyTranslationShowsTheSource() throws {
        for (path, data) in Self.tables {
            let file = try XCTUnwrap(path.split(separator: "/").last)
            let name = String(file.prefix { $0 != "." })
            let english = Data("\"Mail %d\" = \"%d mails\";".utf8)
            let store = try makeStore(data: [path: data, "en.lproj/\(name).strings": english])
            let reading = LocalizationStore(
                store.bundles[0],
                developmentLanguage: "en",
                skippingEmptyStrings: true
            )
            let l10n = reading.localizer(for: ["de"])
            XCTAssertEqual(l10n("Mail %d", table: name), "%d mails", path)
            XCTAssertEqual(l10n("Mail %d", 3, table: name), "3 mails", path)
            XCTAssertFalse(try reading.reloadIfChanged())
            try reading.reload()
            XCTAssertEqual(reading.localizer(for: ["de"])("Mail %d", 3, table: name), "3 mails")
        }
        let source = try makeStore(["en.lproj/Localizable.strings": "k = \"\";"])
        let stacked = LocalizationStore(source.bundles, skippingEmptyStrings: true)
        XCTAssertEqual(stacked.localizer(for: ["de"])("k"), "k")
    }

    func testAnEmptyWidthVariantShowsTheKey() throws {
        let dict = """
            <plist><dict><key>k</key><dict><key>NSStringVariableWidthRuleType</key><dict>
            <key>1</key><string></string><key>20</key><string>%d wide</string>
            </dict></dict></dict></plist>
            """
        let store = try makeStore(["en.lproj/Localizable.stringsdict": dict])
        let l10n = store.localizer(for: [])
        XCTAssertEqual(l10n.fitting(width: 5)("k"), "k")
        XCTAssertEqual(l10n.fitting(width: 5)("k", 1), "k")
        XCTAssertEqual(l10n("k", 1), "1 wide")
    }
}

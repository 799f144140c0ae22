import FootingLocalization
import XCTest

final class LocalizedMessageTests: XCTestCase {
    private let files = [
        "en.lproj/Localizable.strings":
            "greeting = \"Hello, %@!\"; percent = \"100 %d\"; empty = \"\";",
        "en.lproj/Mail.strings": "count = \"%lld mails in %@\";",
        "de.lproj/Localizable.strings": "greeting = \"Hallo, %@!\";",
    ]

    private func store() -> LocalizationStore {
        LocalizationStore(ResourceBundle(name: "Tables", files: files.mapValues { Array($0.utf8) }))
    }

    func testAMessageIsShownLikeTheCallWithItsParts() {
        for language: LanguageTag in ["de", "en", "en-XA", "qps-keys"] {
            let l10n = store().localizer(for: LanguagePreferences([language]))
            let rows: [(LocalizedMessage, String)] = [
                (LocalizedMessage("greeting", "Anna"), l10n("greeting", "Anna")),
                (LocalizedMessage("greeting"), l10n("greeting")),
                (LocalizedMessage("percent"), l10n("percent")),
                (LocalizedMessage("empty", 1), l10n("empty", 1)),
                (
                    LocalizedMessage("count", 1200, "Inbox", table: "Mail"),
                    l10n("count", 1200, "Inbox", table: "Mail")
                ),
                (
                    LocalizedMessage(
                        "count",
                        arguments: [FormatValue.verbatim(2026)],
                        table: "Mail"
                    ),
                    l10n("count", .verbatim(2026), table: "Mail")
                ),
                (
                    LocalizedMessage("gone", 5, default: "%d gone"),
                    l10n("gone", 5, default: "%d gone")
                ),
                (LocalizedMessage("gone", table: "None"), l10n("gone", table: "None")),
            ]
            for (message, wanted) in rows {
                XCTAssertEqual(l10n(message), wanted, "\(message.key) \(language)")
            }
        }
    }

    func testAMissingMessageAsksTheHandler() {
        let store = store()
        store.onMissingKey { $0.key == "gone" && $0.table == "Mail" ? "\($0.key): %d" : nil }
        XCTAssertEqual(store.localizer()(LocalizedMessage("gone", 7, table: "Mail")), "gone: 7")
    }

    func testAMessageHasNoNameForTheDefaultTable() {
        for table in [nil, "", "Localizable"] as [String?] {
            XCTAssertNil(LocalizedMessage("a", table: table).table)
        }
        XCTAssertEqual(LocalizedMessage("a", table: "Mail").table, "Mail")
    }

    func testNumbersAreNumericArguments() {
        func text(_ value: some NumericArgument) -> String {
            store().localizer()(LocalizedMessage("percent", arguments: [value.formatValue]))
        }
        XCTAssertEqual(text(5), "100 5")
        XCTAssertEqual(text(UInt8(5)), "100 5")
        XCTAssertEqual(text(.verbatim(2026)), "100 2026")
    }
}

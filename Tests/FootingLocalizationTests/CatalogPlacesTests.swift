import FootingLocalization
import Foundation
import TestSupport
import XCTest

/// Catalogs wherever they lie in a bundle, and tables in `Tests/Data/Catalogs` like real ones.
final class CatalogPlacesTests: XCTestCase {
    private func catalog(_ strings: [String: [String: String]]) -> String {
        let entries = strings.map { key, localizations in
            let units = localizations.map { #""\#($0)": \#(unit($1))"# }
            return #""\#(key)": {"localizations": {\#(units.joined(separator: ", "))}}"#
        }
        return FootingLocalizationTests.catalog(entries.joined(separator: ", "))
    }

    func testACatalogIsReadWhereverItLies() throws {
        let places = ["", "mul.lproj/", "MUL.lproj/", "Base.lproj/", "en.lproj/", "German.lproj/"]
        for place in places {
            let store = try makeStore([
                place + "Main.xcstrings": catalog(["k": ["en": "text", "de": "Text"]])
            ])
            XCTAssertEqual(store.localizer(for: ["de"])("k", table: "Main"), "Text", place)
            XCTAssertEqual(store.languages, ["de", "en"], place)
            XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
        }
    }

    func testTheFolderOfALanguageGoesBeforeTheRootMulAndBase() throws {
        let places = [
            "de.lproj/T.xcstrings", "en.lproj/T.xcstrings", "T.xcstrings", "mul.lproj/T.xcstrings",
            "Base.lproj/T.xcstrings",
        ]
        // Each place with all that go before it.
        for count in 1...places.count {
            var files: [String: String] = [:]
            for place in places.suffix(count) {
                files[place] = catalog(["k": ["en": "en in \(place)", "de": "de in \(place)"]])
            }
            let store = try makeStore(files)
            let winner = places[places.count - count]
            let english = count == 5 ? "en.lproj/T.xcstrings" : winner
            XCTAssertEqual(store.localizer(for: ["de"])("k", table: "T"), "de in \(winner)")
            XCTAssertEqual(store.localizer(for: ["en"])("k", table: "T"), "en in \(english)")
            let issues = store.report.issues
            XCTAssertEqual(issues.count, (count - 1) * 2)
            for issue in issues {
                XCTAssertEqual(issue.code, .duplicateTableEntry)
                let named = places.filter { place in
                    ["/", " "].contains { issue.description.contains($0 + place) }
                }
                XCTAssertGreaterThanOrEqual(named.count, 2, issue.description)
            }
        }
    }

    func testATableInAFolderGoesBeforeACatalogInAFolder() throws {
        for place in ["mul.lproj", "Base.lproj", "de.lproj"] {
            let store = try makeStore([
                "\(place)/T.xcstrings": catalog(["k": ["de": "catalog"], "l": ["de": "only"]]),
                "de.lproj/T.strings": "k = strings;",
            ])
            let l10n = store.localizer(for: ["de"])
            XCTAssertEqual(l10n("k", table: "T"), "strings", place)
            XCTAssertEqual(l10n("l", table: "T"), "only", place)
            let issues = store.report.issues
            XCTAssertEqual(issues.map(\.code), [.duplicateTableEntry], place)
            XCTAssertEqual(issues.first?.file?.hasSuffix("de.lproj/T.strings"), true, place)
            XCTAssertEqual(issues.first?.message, "“k” replaces the entry in \(place)/T.xcstrings.")
        }
    }

    func testACatalogInAFolderIsReadInMemoryAndAgainAfterAChange() throws {
        let bundle = ResourceBundle(
            name: "Test",
            files: ["mul.lproj/Main.xcstrings": Array(catalog(["k": ["de": "Text"]]).utf8)]
        )
        let store = LocalizationStore(bundle)
        XCTAssertEqual(store.localizer(for: ["de"])("k", table: "Main"), "Text")

        let folder = try TemporaryFolder(self)
        let path = "Test.bundle/mul.lproj/Main.xcstrings"
        try folder.write(catalog(["k": ["de": "alt"]]), to: path)
        let reader = LocalizationStore(
            try ResourceBundle.locate("Test", in: [folder.url]),
            for: ["de"]
        )
        XCTAssertFalse(try reader.reloadIfChanged())
        try folder.write(catalog(["k": ["de": "neu und länger"]]), to: path)
        XCTAssertTrue(try reader.reloadIfChanged())
        XCTAssertEqual(reader.localizer(for: ["de"])("k", table: "Main"), "neu und länger")
    }

    func testABundleWithCatalogsInNoLanguagesFolderSaysSo() throws {
        let store = try makeStore(["no language.lproj/T.xcstrings": catalog(["k": ["de": "Text"]])])
        XCTAssertEqual(store.report.issues.map(\.code), [.unusableLanguage])
    }

    private func dataStore(_ name: String) throws -> LocalizationStore {
        let data = URL(filePath: #filePath).appending(path: "../../Data/Catalogs").standardized
        let bundle = try ResourceBundle.locate(name, in: [data])
        return LocalizationStore(bundle, developmentLanguage: "en")
    }

    /// The issues with paths in the folder.
    private func issues(_ store: LocalizationStore) -> [String] {
        store.report.issues.map { issue in
            let place = (issue.file ?? "").split(separator: "/").suffix(2).joined(separator: "/")
            return "\(issue.code) \(issue.resolution) \(place):\(issue.line ?? 0) \(issue.message)"
        }
    }

    func testAStoryboardsCatalogIsReadAndItsLeftoversAreIssues() throws {
        let store = try dataStore("storyboard")
        let keys = [
            "0xp-eq-s21.title", "7Vd-OK-nMo.title", "gkS-2t-W0e.headerCell.title",
            "q1z-Aa-3Dk.title", "z9Y-77-bKq.title",
        ]
        let rows: [(reader: LanguageTag, texts: [String])] = [
            ("en", ["Mark All Read", "Refresh", "Feed", "Quit", "Report a Bug"]),
            ("de", ["Alle gelesen", "Refresh", "Feed", "Beenden", "Fehler melden"]),
            ("pt", ["Marcar tudo como lido", "Atualizar", "Fonte", "Sair", "Report a Bug"]),
        ]
        for row in rows {
            let l10n = store.localizer(for: LanguagePreferences([row.reader]))
            XCTAssertEqual(keys.map { l10n($0, table: "Main", default: "lost") }, row.texts)
        }
        XCTAssertEqual(store.localizer(for: ["de"])("unread"), "Ungelesen")
        XCTAssertEqual(
            issues(store),
            [
                // In German and English.
                "duplicateTableEntry usedRepaired mul.lproj/Main.xcstrings:76 “q1z-Aa-3Dk.title” "
                    + "replaces the entry in Base.lproj/Main.xcstrings.",
                "duplicateTableEntry usedRepaired de.lproj/Main.strings:2 “0xp-eq-s21.title” replaces "
                    + "the entry in mul.lproj/Main.xcstrings.",
                "duplicateTableEntry usedRepaired mul.lproj/Main.xcstrings:76 “q1z-Aa-3Dk.title” "
                    + "replaces the entry in Base.lproj/Main.xcstrings.",
            ]
        )
    }

    func testAHalfTranslatedCatalogShowsTheSourceWhereATranslationIsMissing() throws {
        let store = try dataStore("half-translated")
        let nodes = "%ld meters, %ld nodes", edits = "%ld edits by %@", of = "%ld of %@"
        let rows: [(reader: LanguageTag, key: String, arguments: [any FormatArgument], String)] = [
            ("it", nodes, [3, 5], "3 metri e 5 nodes"), ("it", nodes, [1, 1], "1 metro e 1 node"),
            ("it", nodes, [12345, 12345], "12.345 metri e 12,345 nodes"),
            ("de", nodes, [3, 1], "3 meters, 1 node"),
            ("pt-BR", nodes, [2, 1], "2 metros e 1 node"),
            ("pl", nodes, [22, 1], "22 metry i 1 węzeł"),
            ("pl", nodes, [5, 22], "5 metrów i 22 węzły"),
            ("pl", nodes, [1, 25], "1 metr i 25 nodes"),
            ("it", edits, [1, "Anna"], "1 modifica di Anna"),
            ("it", edits, [5, "Anna"], "5 edits by Anna"),
            ("pl", edits, [5, "Anna"], "5 edycji: Anna"),
            ("it", of, [1, "Anna"], "uno di Anna"), ("it", of, [5, "Anna"], "5 of Anna"),
            ("fr", of, [1_000_000, "Anna"], "1\u{202F}000\u{202F}000 sur Anna"),
            ("it", "%ld tracks", [1], "1 track"), ("it", "%ld tracks", [7], "7 tracks"),
        ]
        for row in rows {
            let l10n = store.localizer(for: LanguagePreferences([row.reader]))
            let text = l10n(row.key, arguments: row.arguments)
            XCTAssertEqual(text, row.3, "\(row.reader) \(row.key) \(row.arguments)")
        }
        XCTAssertEqual(
            issues(store),
            [
                "undefinedVariable skippedInput half-translated/Localizable.xcstrings:362 "
                    + "“%ld tracks” names “brani”, which it doesn't define."
            ]
        )
    }
}

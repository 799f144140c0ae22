import FootingLocalization
import FootingLocalizationMembers

/// The tables with one name of one bundle, in all languages.
struct TableFamily {
    let name: String
    /// The tables in the order of their languages' names.
    let allTables: [TableContents]
    let tables: [LanguageTag: TableContents]
    /// The table in the development language.
    let source: TableContents?
    /// The keys that every language should have, with their entries.
    let keys: [TableEntry]
    let catalogs: [CatalogStates]
    /// The entries whose missing string is already explained by another finding.
    let settled: SettledEntries
    /// The entries that were misread, as already reported by another finding.
    let misread: SettledEntries

    init(
        _ tables: [TableContents],
        _ name: String,
        development: LanguageTag,
        catalogs: [CatalogStates],
        lost: [String: SettledEntries],
        misread: [String: SettledEntries]
    ) {
        self.name = name
        allTables = tables
        self.tables = Dictionary(tables.map { ($0.table.languageTag, $0) }) { first, _ in first }
        self.catalogs = catalogs
        let source = tables.first { $0.table.languageTag == development }
        self.source = source
        if let source {
            keys = source.entries
        } else {
            var known: Set<KeyBytes> = []
            keys = tables.flatMap(\.entries).filter { known.insert(KeyBytes($0.key)).inserted }
        }
        let files = Set(tables.flatMap(\.table.files))
        settled = SettledEntries(catalogs.map(\.settled) + files.compactMap { lost[$0] })
        self.misread = SettledEntries(catalogs.map(\.misread) + files.compactMap { misread[$0] })
    }

    /// The indices of the keys that are in no table of the given languages.
    func missingKeys(
        in languages: [LanguageTag],
        _ known: inout [[LanguageTag]: [Int]]
    ) -> [Int] {
        if let missing = known[languages] { return missing }
        let missing: [Int]
        if let first = languages.first {
            let table = tables[first]
            missing = missingKeys(in: Array(languages.dropFirst()), &known)
                .filter { table?[keys[$0].key] == nil }
        } else {
            missing = keys.indices.filter {
                !keys[$0].string.isBlank && isTranslatable(keys[$0].key)
            }
        }
        known[languages] = missing
        return missing
    }

    func isTranslatable(_ key: String) -> Bool {
        !catalogs.contains { $0.untranslatable.contains(KeyBytes(key)) }
    }
}

import FootingLocalization

/// The tables of one name of one bundle, in all its languages.
struct TableFamily {
    let name: String
    /// The tables in the order of their languages' names.
    let allTables: [TableContents]
    let tables: [LanguageTag: TableContents]
    /// The table in the development language.
    let source: TableContents?
    /// The keys that every language should have, and where they stand.
    let keys: [(entry: TableContents.Entry, table: StringTable)]
    let catalog: CatalogStates?
    /// The keys that a catalog calls new, by language.
    private let new: [LanguageTag: Set<KeyBytes>]

    init(
        _ tables: [TableContents],
        _ name: String,
        development: LanguageTag,
        catalog: CatalogStates?
    ) {
        self.name = name
        allTables = tables
        self.tables = Dictionary(tables.map { ($0.table.languageTag, $0) }) { first, _ in first }
        self.catalog = catalog
        let source = tables.first { $0.table.languageTag == development }
        self.source = source
        if let source {
            keys = source.entries.map { ($0, source.table) }
        } else {
            var known: Set<KeyBytes> = []
            keys = tables.flatMap { contents in
                contents.entries
                    .filter { known.insert(KeyBytes($0.key)).inserted }
                    .map { ($0, contents.table) }
            }
        }
        var new: [LanguageTag: Set<KeyBytes>] = [:]
        for state in catalog?.states ?? [] where state.code == .stateNew {
            if let language = state.language {
                new[language, default: []].insert(KeyBytes(state.key))
            }
        }
        self.new = new
    }

    /// Which of the keys no table of some languages has.
    func missingKeys(
        in languages: [LanguageTag],
        _ known: inout [[LanguageTag]: [Int]]
    ) -> [Int] {
        if let missing = known[languages] { return missing }
        let missing: [Int]
        if let first = languages.first {
            let table = tables[first]
            missing = missingKeys(in: Array(languages.dropFirst()), &known)
                .filter { table?[keys[$0].entry.key] == nil }
        } else {
            missing = keys.indices.filter { isTranslatable(keys[$0].entry.key) }
        }
        known[languages] = missing
        return missing
    }

    func isTranslatable(_ key: String) -> Bool {
        catalog?.untranslatable.contains(KeyBytes(key)) != true
    }

    func isNew(_ key: String, in language: LanguageTag) -> Bool {
        new[language]?.contains(KeyBytes(key)) == true
    }
}

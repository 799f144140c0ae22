import FootingLocalization

/// The tables with one name of one bundle, in all languages.
struct TableFamily {
    let name: String
    /// The tables in the order of their languages' names.
    let allTables: [TableContents]
    let tables: [LanguageTag: TableContents]
    /// The table in the development language.
    let source: TableContents?
    /// The keys that every language should have, with their entries.
    let keys: [(entry: TableContents.Entry, table: StringTable)]
    let catalog: CatalogStates?
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
        var catalog = catalogs.first
        for other in catalogs.dropFirst() { catalog?.formUnion(other) }
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
        let files = Set(tables.flatMap(\.table.files))
        settled = files.reduce(into: catalog?.settled ?? SettledEntries()) { all, file in
            if let lost = lost[file] { all.formUnion(lost) }
        }
        self.misread = files.reduce(into: catalog?.misread ?? SettledEntries()) { all, file in
            if let misread = misread[file] { all.formUnion(misread) }
        }
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
                .filter { table?[keys[$0].entry.key] == nil }
        } else {
            missing = keys.indices.filter {
                !keys[$0].entry.text.isBlank && isTranslatable(keys[$0].entry.key)
            }
        }
        known[languages] = missing
        return missing
    }

    func isTranslatable(_ key: String) -> Bool {
        catalog?.untranslatable.contains(KeyBytes(key)) != true
    }
}

/// A set of entries: of a key in one language or in all, or of all keys in a language.
struct SettledEntries {
    struct Entry: Hashable {
        let key: KeyBytes?
        let language: LanguageTag?
    }

    private var entries: Set<Entry> = []

    /// Adds a key, or all keys if `nil`, in a language, or in all languages if `nil`.
    mutating func insert(_ key: String?, in language: LanguageTag?) {
        entries.insert(Entry(key: key.map(KeyBytes.init), language: language))
    }

    mutating func formUnion(_ other: SettledEntries) { entries.formUnion(other.entries) }

    func contains(_ key: String, in language: LanguageTag) -> Bool {
        guard !entries.isEmpty else { return false }
        let key = KeyBytes(key)
        return entries.contains(Entry(key: key, language: language))
            || entries.contains(Entry(key: key, language: nil))
            || entries.contains(Entry(key: nil, language: language))
    }
}

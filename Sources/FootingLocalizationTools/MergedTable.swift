import FootingLocalization
import FootingLocalizationMembers

/// The entries of one table in one language, as a localizer sees them: if several bundles have a
/// key, the entry of the first bundle.
struct MergedTable {
    private(set) var files: [String] = []
    private(set) var entries: [TableEntry] = []
    private var indices: [KeyBytes: Int] = [:]

    subscript(key: String) -> TableEntry? { indices[KeyBytes(key)].map { entries[$0] } }

    private mutating func add(_ table: StringTable) {
        files += table.files
        for entry in table.entries where indices[KeyBytes(entry.key)] == nil {
            indices[KeyBytes(entry.key)] = entries.count
            entries.append(entry)
        }
    }

    /// The tables with a name, by language.
    static func tables(
        named name: String,
        in bundles: [[StringTable]]
    ) -> [LanguageTag: MergedTable] {
        var tables: [LanguageTag: MergedTable] = [:]
        for table in bundles.joined() where table.name == name {
            tables[table.languageTag, default: MergedTable()].add(table)
        }
        return tables
    }
}

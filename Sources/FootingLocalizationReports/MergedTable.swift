import FootingLocalization

/// The entries of one table in one language, as a localizer sees them: if several bundles have a
/// key, the entry of the first bundle.
struct MergedTable {
    struct Entry {
        let own: TableContents.Entry
        let table: StringTable

        var file: String { table.files[own.file] }

        /// The string, followed by the forms of its variables and the strings for widths.
        var fullText: String {
            var text = own.text
            var isInForm = false
            for part in table.parts(ofEntryAt: own.index) {
                switch part {
                case .text(let variant, let width):
                    if let width { text += " {\(width)} \(variant)" }
                    isInForm = false
                case .variable(let name, _, _): text += " {\(name)}"
                case .form(let category):
                    text += " {\(category.rawValue)} "
                    isInForm = true
                case .literal(let literal): if isInForm { text += literal }
                case .specifier(let specifier): if isInForm { text += specifier.source }
                case .strayPercent: break
                }
            }
            return text
        }
    }

    private(set) var entries: [Entry] = []
    private var places: [KeyBytes: Int] = [:]

    mutating func add(_ table: StringTable) {
        table.forEachEntry { index, key, text, file, line in
            let key = KeyBytes(key)
            guard places[key] == nil else { return }
            places[key] = entries.count
            let own = TableContents.Entry(
                index: index,
                key: key.text,
                text: text,
                file: file,
                line: line
            )
            entries.append(Entry(own: own, table: table))
        }
    }

    subscript(key: String) -> Entry? { places[KeyBytes(key)].map { entries[$0] } }

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

extension Optional<String> {
    /// The name of a table; `Localizable` if none is given.
    var tableName: String {
        guard let self, !self.isEmpty else { return "Localizable" }
        return self
    }
}

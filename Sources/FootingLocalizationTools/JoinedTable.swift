public import FootingLocalization
import FootingLocalizationMembers

/// A table in all languages side by side: a row for each key, a cell for each language.
///
/// ```swift
/// let joined = JoinedTable(store)
/// print(joined["greeting", "pl"] ?? "not translated")  // Cześć, %@!
/// ```
///
/// A cell is the string for a reader of only that language, without arguments: the unformatted
/// string of the table, and the widest string of a width rule. Plural forms are omitted; for a
/// catalog's string that consists only of plural forms, the cell is the form `other`.
public struct JoinedTable: Sendable {
    /// One key with its strings.
    public struct Row: Hashable, Sendable {
        /// The key.
        public let key: String
        /// The strings in the order of ``JoinedTable/languages``; `nil` if a language has none.
        public let cells: [String?]
    }

    /// The name of the table.
    public let name: String
    /// The development language, if it has the table, followed by the other languages by name.
    public let languages: [LanguageTag]
    /// The rows in the order of the first language's files, followed by keys that only later
    /// languages have.
    public let rows: [Row]

    private let indices: [KeyBytes: Int]

    /// Joins the tables with a name, in all languages that the store has read.
    ///
    /// - Parameters:
    ///   - store: The store. If several bundles have a key, the string of the first bundle is used.
    ///   - table: The name of the table; `nil` and the empty string mean `Localizable`.
    /// - Complexity: O(*n*) in the number of cells.
    public init(_ store: LocalizationStore, table: String? = nil) {
        name = table.tableName
        let tables = MergedTable.tables(named: name, in: store.tables)
        let development = store.developmentLanguage
        let languages =
            store.languages.filter { $0 == development && tables[$0] != nil }
            + store.languages.filter { $0 != development && tables[$0] != nil }
        var rows: [Row] = []
        var indices: [KeyBytes: Int] = [:]
        for language in languages {
            for entry in tables[language]?.entries ?? [] {
                let key = entry.key
                guard indices[KeyBytes(key)] == nil else { continue }
                indices[KeyBytes(key)] = rows.count
                rows.append(Row(key: key, cells: languages.map { tables[$0]?[key]?.string }))
            }
        }
        self.languages = languages
        self.rows = rows
        self.indices = indices
    }

    /// The string of a key in a language, or `nil` if the language itself has none.
    public subscript(key: String, language: LanguageTag) -> String? {
        guard let row = indices[KeyBytes(key)], let column = languages.firstIndex(of: language)
        else { return nil }
        return rows[row].cells[column]
    }

    /// Returns the table as comma-separated values (RFC 4180).
    ///
    /// The first record consists of `key` and the languages; every record ends with a carriage
    /// return and a line feed. Fields with commas, quotation marks, line ends or outer spaces are
    /// quoted. An empty string is `""`; an empty field is a missing string.
    ///
    /// Spreadsheets interpret cells that begin with `=`, `+`, `-`, `@`, a tab or a carriage return
    /// as formulas, which an untrusted translation could exploit. Pass `true` for a file that is
    /// opened in a spreadsheet: such fields then begin with an apostrophe. Otherwise fields are the
    /// exact strings.
    ///
    /// - Parameter disarmsFormulas: Whether fields that begin like a formula get a leading
    ///   apostrophe.
    /// - Returns: The content of the file, without a byte order mark.
    /// - Complexity: O(*n*) in the size of the strings.
    public func csv(disarmingFormulas disarmsFormulas: Bool = false) -> String {
        let header = ["key"] + languages.map(\.description)
        return CSV.document(
            [header] + rows.map { [$0.key] + $0.cells },
            disarmingFormulas: disarmsFormulas
        )
    }
}

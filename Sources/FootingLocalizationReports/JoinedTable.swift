public import FootingLocalization

/// A table in all its languages beside each other: a row for each key, a cell for each language.
///
/// ```swift
/// let joined = JoinedTable(store)
/// print(joined["greeting", "pl"] ?? "not translated")  // Cześć, %@!
/// ```
///
/// A cell is what a reader of that language alone is shown for the key, without arguments: the text
/// as it stands in the table, of a width rule the widest. Forms of plurals are not in it, but
/// of a text in a catalog that has nothing else the form `other`.
public struct JoinedTable: Sendable {
    /// One key with its texts.
    public struct Row: Hashable, Sendable {
        /// The key.
        public let key: String
        /// The texts in the order of ``JoinedTable/languages``; `nil` where a language has none.
        public let cells: [String?]
    }

    /// The name of the table.
    public let name: String
    /// The development language, if it has the table, and then the others by name.
    public let languages: [LanguageTag]
    /// The rows, in the order in which the first language's files have the keys, then the next one's.
    public let rows: [Row]

    private let places: [KeyBytes: Int]

    /// Joins the tables of a name, in all languages that the store has read.
    ///
    /// - Parameters:
    ///   - store: The store; of a key in several bundles, the first bundle's text is taken.
    ///   - table: The name of the table; `nil` and the empty text mean `Localizable`.
    /// - Complexity: O(*n*) in the number of cells.
    public init(_ store: LocalizationStore, table: String? = nil) {
        name = table.tableName
        let tables = MergedTable.tables(named: name, in: store.tables)
        let development = store.developmentLanguage
        let languages =
            store.languages.filter { $0 == development && tables[$0] != nil }
            + store.languages.filter { $0 != development && tables[$0] != nil }
        var rows: [Row] = []
        var places: [KeyBytes: Int] = [:]
        for language in languages {
            for entry in tables[language]?.entries ?? [] {
                let key = entry.own.key
                guard places[KeyBytes(key)] == nil else { continue }
                places[KeyBytes(key)] = rows.count
                rows.append(Row(key: key, cells: languages.map { tables[$0]?[key]?.own.text }))
            }
        }
        self.languages = languages
        self.rows = rows
        self.places = places
    }

    /// The text of a key in a language, or `nil` if the language itself has none.
    public subscript(key: String, language: LanguageTag) -> String? {
        guard let row = places[KeyBytes(key)], let column = languages.firstIndex(of: language)
        else { return nil }
        return rows[row].cells[column]
    }

    /// Returns the table as comma-separated values after RFC 4180.
    ///
    /// The first record is `key` and the languages; every record ends with a carriage return and a
    /// line feed. Fields with commas, quotation marks, line ends or outer blanks stand in quotation
    /// marks, and so does the empty text: a field without anything is a text that isn't there.
    ///
    /// Spreadsheets take cells that begin with `=`, `+`, `-`, `@`, a tab or a carriage return for
    /// formulas, which texts from translators should not be able to run. For a file that is opened
    /// in one, let an apostrophe be put before them; without that the fields are the texts, byte for
    /// byte.
    ///
    /// - Parameter disarmsFormulas: Whether an apostrophe is put before what begins like a formula.
    /// - Returns: The text of the file, without a byte order mark.
    /// - Complexity: O(*n*) in the size of the texts.
    public func csv(disarmingFormulas disarmsFormulas: Bool = false) -> String {
        var text = Self.record(["key"] + languages.map(\.description), disarmsFormulas)
        for row in rows { text += Self.record([row.key] + row.cells, disarmsFormulas) }
        return text
    }

    private static func record(_ fields: [String?], _ disarmsFormulas: Bool) -> String {
        var record = ""
        for (index, field) in fields.enumerated() {
            if index > 0 { record += "," }
            if let field { record += self.field(field, disarmsFormulas) }
        }
        return record + "\r\n"
    }

    private static func field(_ text: String, _ disarmsFormulas: Bool) -> String {
        let isFormula = text.utf8.first.map("=+-@\t\r".utf8.contains) == true
        let text = isFormula && disarmsFormulas ? "'" + text : text
        let bytes = text.utf8
        let isPlain =
            !bytes.contains { "\",\r\n".utf8.contains($0) }
            && bytes.first.map { $0 > 0x20 } == true && bytes.last.map { $0 > 0x20 } == true
        guard !isPlain else { return text }
        var field = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { field.unicodeScalars.append(scalar) }
            field.unicodeScalars.append(scalar)
        }
        return field + "\""
    }
}

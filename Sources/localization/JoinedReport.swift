import FootingLocalization
import FootingLocalizationTools

/// The tables of folders in all languages side by side.
struct JoinedReport {
    /// A key with its strings.
    struct Row: Codable, Equatable {
        let folder: String
        let table: String
        let key: String
        /// The strings by language.
        let texts: [String: String]
    }

    private(set) var rows: [Row] = []
    /// The languages of all tables: the development language first, then the others by name.
    private(set) var languages: [String] = []

    init(_ paths: [String], developmentLanguage: LanguageTag) {
        var known: Set<LanguageTag> = []
        for path in paths {
            let bundle = SearchedFolder(path).bundle
            let store = LocalizationStore(bundle, developmentLanguage: developmentLanguage)
            for table in Set(store.tables.joined().map(\.name)).sorted() {
                let joined = JoinedTable(store, table: table)
                known.formUnion(joined.languages)
                for row in joined.rows {
                    let texts = zip(joined.languages, row.cells).compactMap { language, text in
                        text.map { (language.description, $0) }
                    }
                    rows.append(
                        Row(
                            folder: path,
                            table: table,
                            key: row.key,
                            texts: Dictionary(texts) { first, _ in first }
                        )
                    )
                }
            }
        }
        let others = known.subtracting([developmentLanguage]).map(\.description).sorted()
        languages =
            (known.contains(developmentLanguage) ? [developmentLanguage.description] : []) + others
    }

    /// The rows as comma-separated values, with a column for each language.
    var csv: String {
        CSV.document(
            [["folder", "table", "key"] + languages]
                + rows.map { row in
                    [row.folder, row.table, row.key] + languages.map { row.texts[$0] }
                }
        )
    }
}

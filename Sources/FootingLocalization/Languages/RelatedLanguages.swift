/// The languages that can replace another one, with their distances, from ``LanguageTable``.
struct RelatedLanguages: Sendable {
    private var table = CodeTable()

    /// A language and its distance: 1 or more, and lower is better.
    typealias Row = (language: LanguageCodes, distance: Int)

    static let all = RelatedLanguages(LanguageTable.related)

    /// The pairs that readers read like their own language: the written forms of Norwegian, and
    /// Chinese for readers of Cantonese.
    static let closest = RelatedLanguages([
        (1, "nb=no no=nb"), (10, "yue=zh"), (20, "nn=no nn=nb no=nn nb=nn"),
    ])

    private init(_ groups: [(distance: Int, pairs: String)]) {
        for (distance, pairs) in groups { table.append(pairs, .asWritten, distance) }
    }

    subscript(language: LanguageCodes) -> [Row] {
        var rows: [Row] = []
        table.forEach(of: language) { rows.append(($0, $1)) }
        return rows
    }
}

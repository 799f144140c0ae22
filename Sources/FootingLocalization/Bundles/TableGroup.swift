/// The tables with one name, in all languages.
final class TableGroup: Sendable {
    let name: String
    let readings: [TableReading]
    var tables: [StringTable] { readings.map(\.table) }
    /// The issues of catalogs that don't belong to one language.
    let catalogIssues: LocalizationReport
    private let files: [BundledTable]

    init(
        _ name: String,
        _ files: [BundledTable],
        in languages: WantedLanguages,
        _ options: ReadingOptions,
        after previous: TableGroup?,
        readsAll: Bool
    ) {
        self.name = name
        self.files = files
        var wanted = languages
        var kept: [TableReading] = []
        var keptIssues: LocalizationReport?
        if let previous, !readsAll, Self.isSame(files, previous.files, of: nil) {
            // The catalogs are unchanged, so only languages with changed files are read again.
            var stale: [LanguageTag] = []
            for file in files + previous.files {
                guard let language = file.language, !stale.contains(language),
                    !Self.isSame(files, previous.files, of: language)
                else { continue }
                stale.append(language)
            }
            wanted = WantedLanguages(only: stale)
            kept = previous.readings.filter { !stale.contains($0.table.language.tag) }
            keptIssues = previous.catalogIssues
        }
        let builders = TableBuilders(
            name: name,
            wanted: wanted,
            options,
            after: previous?.tables ?? []
        )
        if wanted.isAny {
            for file in files { file.read(into: builders) }
        }
        // Tables that stay in use need a builder for the issues of their files.
        for table in builders.kept { _ = builders.builder(of: table.language.tag) }
        let new = builders.builders.map { builder in
            let table = builders.kept.first { $0.language.tag == builder.language.tag }
            return TableReading(
                table ?? StringTable(builder),
                issues: builder.issues,
                wasRead: builder.hasRead
            )
        }
        readings = (kept + new).sorted(by: \.table.language.tag.description)
        catalogIssues = keptIssues ?? builders.issues
    }

    /// Whether the files of a language, or the catalogs for `nil`, are unchanged.
    @inline(never)
    private static func isSame(
        _ first: [BundledTable],
        _ second: [BundledTable],
        of language: LanguageTag?
    ) -> Bool {
        BundledTable.areSame(
            first.filter { $0.language == language },
            second.filter { $0.language == language }
        )
    }
}

final class TableReading: Sendable {
    let table: StringTable
    let issues: LocalizationReport
    /// Whether any of its files could be read.
    let wasRead: Bool

    init(_ table: StringTable, issues: LocalizationReport, wasRead: Bool) {
        self.table = table
        self.issues = issues
        self.wasRead = wasRead
    }
}

final class BundleTables: Sendable {
    let listing: BundleListing
    let wasRead: Bool
    /// Whether only other languages than the wanted ones have files.
    var isOfOthers: Bool { listing.sources.isEmpty && listing.hasOthers }
    /// The tables, sorted by name.
    let groups: [TableGroup]

    /// Reads the tables of a bundle in the wanted languages.
    ///
    /// Keeps the tables of `previous`, which was read for the same languages, if their files are
    /// unchanged and not `readsAll`, or if one of their files has become unreadable.
    init(
        _ listing: BundleListing,
        in wanted: WantedLanguages,
        _ options: ReadingOptions,
        after previous: BundleTables? = nil,
        readsAll: Bool = false
    ) {
        self.listing = listing
        let sources = listing.sources
        var groups: [TableGroup] = []
        var start = 0
        while start < sources.count {
            let name = sources[start].table
            var end = start
            while end < sources.count, sources[end].table == name { end += 1 }
            let earlier = previous?.groups.first { $0.name == name }
            groups.append(
                TableGroup(
                    name,
                    Array(sources[start..<end]),
                    in: wanted,
                    options,
                    after: earlier,
                    readsAll: readsAll
                )
            )
            start = end
        }
        self.groups = groups
        wasRead = groups.contains { $0.readings.contains(where: \.wasRead) }
    }

    /// All issues in a stable order: those of folders, then those of tables by name and language.
    var issues: LocalizationReport {
        var issues = listing.issues
        for group in groups {
            issues.add(group.catalogIssues)
            for reading in group.readings { issues.add(reading.issues) }
        }
        return issues
    }
}

struct TableReading: Sendable {
    let table: StringTable
    let issues: LocalizationReport
    /// Whether any of its files could be read.
    let wasRead: Bool
}

/// The tables with one name, in all languages.
final class TableGroup: Sendable {
    let name: String
    let readings: [TableReading]
    var tables: [StringTable] { readings.map(\.table) }
    /// The issues of catalogs that don't belong to one language.
    let catalogIssues: LocalizationReport
    private let sources: [TableSource]

    init(
        _ name: String,
        _ sources: [TableSource],
        in languages: WantedLanguages,
        _ options: ReadingOptions,
        after previous: TableGroup?,
        readsAll: Bool
    ) {
        self.name = name
        self.sources = sources
        var wanted = languages
        var kept: [TableReading] = []
        var keptIssues: LocalizationReport?
        if let previous, !readsAll, Self.isSame(sources, previous.sources, of: nil) {
            // The catalogs are unchanged, so only languages with changed files are read again.
            var stale: [LanguageTag] = []
            for source in sources + previous.sources {
                guard let language = source.language, !stale.contains(language),
                    !Self.isSame(sources, previous.sources, of: language)
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
            for source in sources { TableFileReader(source: source).read(into: builders) }
        }
        // Tables that stay in use need a builder for the issues of their files.
        for table in builders.kept { _ = builders.builder(of: table.language.tag) }
        let new = builders.builders.map { builder in
            let table = builders.kept.first { $0.language.tag == builder.language.tag }
            return TableReading(
                table: table ?? StringTable(builder),
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
        _ first: [TableSource],
        _ second: [TableSource],
        of language: LanguageTag?
    ) -> Bool {
        TableSource.areSame(
            first.filter { $0.language == language },
            second.filter { $0.language == language }
        )
    }
}

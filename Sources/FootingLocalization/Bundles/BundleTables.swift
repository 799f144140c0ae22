/// One version of a bundle's tables.
final class BundleTables: Sendable {
    let listing: BundleListing
    /// Whether any file could be read.
    let wasRead: Bool
    /// Whether there is nothing to read in languages that are wanted, though there is in others.
    var isOfOthers: Bool { listing.sources.isEmpty && listing.hasOthers }
    /// The tables, by their names and in the order of these.
    let groups: [TableGroup]

    /// Reads the tables of a bundle in the languages that are wanted.
    ///
    /// Of an earlier version for the same languages, the tables are taken over whose files are still
    /// the same, unless all are to be read again, and those with a file that can't be used any more.
    init(
        _ listing: BundleListing,
        in wanted: WantedLanguages,
        device: String?,
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
                    device: device,
                    after: earlier,
                    readsAll: readsAll
                )
            )
            start = end
        }
        self.groups = groups
        wasRead = groups.contains { $0.readings.contains(where: \.wasRead) }
    }

    /// All issues, in an order that is the same every time: folders, and then tables by name and
    /// language.
    var issues: LocalizationReport {
        var issues = listing.issues
        for group in groups {
            issues.add(group.catalogIssues)
            for reading in group.readings { issues.add(reading.issues) }
        }
        return issues
    }
}

/// A table, and how its files were when they were read last.
struct TableReading: Sendable {
    let table: StringTable
    let issues: LocalizationReport
    /// Whether one of the files could be read.
    let wasRead: Bool
}

/// The tables of one name, of all languages.
final class TableGroup: Sendable {
    let name: String
    /// The tables in the order of their languages' names.
    let readings: [TableReading]
    var tables: [StringTable] { readings.map(\.table) }
    /// The issues of catalogs that are of no one language.
    let catalogIssues: LocalizationReport
    private let sources: [TableSource]

    init(
        _ name: String,
        _ sources: [TableSource],
        in languages: WantedLanguages,
        device: String?,
        after previous: TableGroup?,
        readsAll: Bool
    ) {
        self.name = name
        self.sources = sources
        let earlier = previous?.tables ?? []
        guard let previous, !readsAll, Self.isSame(sources, previous.sources, of: nil) else {
            let builders = TableBuilders(
                name: name,
                wanted: languages,
                device: device,
                after: earlier
            )
            readings = Self.read(sources, builders)
            catalogIssues = builders.issues
            return
        }
        // The others of the same files are as they were; so are the catalog's languages.
        catalogIssues = previous.catalogIssues
        var kept: [TableReading] = []
        var stale: [LanguageTag] = []
        for reading in previous.readings {
            let language = reading.table.language.tag
            if Self.isSame(sources, previous.sources, of: language) {
                kept.append(reading)
            } else {
                stale.append(language)
            }
        }
        for source in sources {
            guard let language = source.language, !stale.contains(language) else { continue }
            if !kept.contains(where: { $0.table.language.tag == language }) {
                stale.append(language)
            }
        }
        guard !stale.isEmpty else {
            readings = kept
            return
        }
        let wanted = WantedLanguages(only: stale)
        let builders = TableBuilders(name: name, wanted: wanted, device: device, after: earlier)
        readings = Self.sorted(kept + Self.read(sources, builders))
    }

    private static func read(_ sources: [TableSource], _ builders: TableBuilders) -> [TableReading]
    {
        for source in sources { TableFileReader(source: source).read(into: builders) }
        var readings = builders.builders.map { builder in
            let kept = builders.kept.first { $0.language.tag == builder.language.tag }
            return TableReading(
                table: kept ?? StringTable(builder),
                issues: builder.issues,
                wasRead: builder.hasRead
            )
        }
        for table in builders.kept {
            let language = table.language.tag
            if !readings.contains(where: { $0.table.language.tag == language }) {
                let none = LocalizationReport()
                readings.append(TableReading(table: table, issues: none, wasRead: false))
            }
        }
        return sorted(readings)
    }

    private static func sorted(_ readings: [TableReading]) -> [TableReading] {
        readings.sorted(by: \.table.language.tag.description)
    }

    /// Whether the files of a language, or the catalogs, are the same.
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

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
    /// the same.
    init(
        _ listing: BundleListing,
        in wanted: WantedLanguages,
        device: String?,
        after previous: BundleTables? = nil
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
            let own = Array(sources[start..<end])
            groups.append(TableGroup(name, own, in: wanted, device: device, after: earlier))
            start = end
        }
        self.groups = groups
        wasRead = groups.contains { $0.tables.contains(where: \.wasRead) }
    }

    /// All issues, in an order that is the same every time: folders, and then tables by name and
    /// language.
    var issues: LocalizationReport {
        var issues = listing.issues
        for group in groups {
            issues.add(group.catalogIssues)
            for table in group.tables { issues.add(table.issues) }
        }
        return issues
    }
}

/// The tables of one name, of all languages.
final class TableGroup: Sendable {
    let name: String
    /// The tables in the order of their languages' names.
    let tables: [StringTable]
    /// What was wrong in catalogs and is of no one language.
    let catalogIssues: LocalizationReport
    private let sources: [TableSource]

    init(
        _ name: String,
        _ sources: [TableSource],
        in languages: WantedLanguages,
        device: String?,
        after previous: TableGroup?
    ) {
        self.name = name
        self.sources = sources
        guard let previous, Self.isSame(sources, previous.sources, of: nil) else {
            (tables, catalogIssues) = Self.read(sources, name, in: languages, device)
            return
        }
        // The others of the same files are as they were; so are the catalog's languages.
        catalogIssues = previous.catalogIssues
        var kept: [StringTable] = []
        var stale: [LanguageTag] = []
        for table in previous.tables {
            let language = table.language.tag
            if Self.isSame(sources, previous.sources, of: language) {
                kept.append(table)
            } else {
                stale.append(language)
            }
        }
        for source in sources {
            guard let language = source.language, !stale.contains(language) else { continue }
            if !kept.contains(where: { $0.language.tag == language }) { stale.append(language) }
        }
        let read =
            stale.isEmpty
            ? [] : Self.read(sources, name, in: WantedLanguages(only: stale), device).tables
        tables = Self.sorted(kept + read)
    }

    private static func read(
        _ sources: [TableSource],
        _ name: String,
        in languages: WantedLanguages,
        _ device: String?
    ) -> (tables: [StringTable], issues: LocalizationReport) {
        let builders = TableBuilders(name: name, wanted: languages, device: device)
        for source in sources { TableFileReader(source: source).read(into: builders) }
        return (sorted(builders.builders.map { StringTable($0) }), builders.issues)
    }

    private static func sorted(_ tables: [StringTable]) -> [StringTable] {
        sortedIndices(of: tables.map(\.language.tag.description)).map { tables[$0] }
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

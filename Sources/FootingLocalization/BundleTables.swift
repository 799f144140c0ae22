/// One version of a bundle's tables.
struct BundleTables: Sendable {
    let listing: BundleListing
    /// The tables by name, by language.
    private(set) var tables: [LanguageTag: [String: StringTable]] = [:]
    /// What was wrong in catalogs and is of no one language, by the name of the table.
    private(set) var catalogIssues: [String: IssueList] = [:]

    /// Reads the tables of a bundle.
    ///
    /// Of an earlier version, the tables are taken over whose files are still the same.
    init(_ listing: BundleListing, after previous: BundleTables? = nil) {
        self.listing = listing
        for (name, sources) in Dictionary(grouping: listing.sources, by: \.table) {
            let earlier = previous.map { $0.listing.sources.filter { $0.table == name } } ?? []
            let kept = previous?.tablesToKeep(name, sources, earlier) ?? [:]
            for (language, table) in kept { tables[language, default: [:]][name] = table }
            if let previous, sources.filter(\.isCatalog) == earlier.filter(\.isCatalog) {
                // The others of the same files are as they were; so are the catalog's languages.
                let stale = Set(
                    previous.tables.keys.filter { previous.tables[$0]?[name] != nil }
                        + sources.compactMap(\.language)
                )
                .subtracting(kept.keys)
                if !stale.isEmpty { read(sources, name, wanted: stale) }
                catalogIssues[name] = previous.catalogIssues[name]
            } else {
                read(sources, name, wanted: nil)
            }
        }
    }

    /// The tables of a name whose files haven't changed.
    private func tablesToKeep(
        _ name: String,
        _ sources: [TableSource],
        _ earlier: [TableSource]
    ) -> [LanguageTag: StringTable] {
        guard sources.filter(\.isCatalog) == earlier.filter(\.isCatalog) else { return [:] }
        return tables.compactMapValues { $0[name] }.filter { language, _ in
            sources.filter { $0.language == language }
                == earlier.filter { $0.language == language }
        }
    }

    private mutating func read(
        _ sources: [TableSource],
        _ name: String,
        wanted: Set<LanguageTag>?
    ) {
        var builders = TableBuilders(name: name, wanted: wanted)
        for source in sources {
            TableFileReader(source: source).read(into: &builders)
        }
        for builder in builders.builders {
            tables[builder.language.tag, default: [:]][name] = StringTable(builder)
        }
        catalogIssues[name] = builders.issues
    }

    /// All issues, in an order that is the same every time: folders, and then tables by name and
    /// language.
    var issues: IssueList {
        var issues = listing.issues
        let languages = tables.keys.sorted { $0.description < $1.description }
        for name in Set(listing.sources.map(\.table)).sorted() {
            if let own = catalogIssues[name] { issues.add(own) }
            for language in languages {
                if let table = tables[language]?[name] { issues.add(table.issues) }
            }
        }
        return issues
    }

    /// Whether any file could be read.
    var wasRead: Bool { tables.values.contains { $0.values.contains(where: \.wasRead) } }
}

extension TableSource {
    fileprivate var isCatalog: Bool { kind == .catalog }
}

final class BundleTables: Sendable {
    let listing: BundleListing
    let wasRead: Bool
    /// Whether only other languages than the wanted ones have files.
    var isOfOthers: Bool { listing.files.isEmpty && listing.hasOthers }
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
        let files = listing.files
        var groups: [TableGroup] = []
        var start = 0
        while start < files.count {
            let name = files[start].table
            var end = start
            while end < files.count, files[end].table == name { end += 1 }
            let earlier = previous?.groups.first { $0.name == name }
            groups.append(
                TableGroup(
                    name,
                    Array(files[start..<end]),
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

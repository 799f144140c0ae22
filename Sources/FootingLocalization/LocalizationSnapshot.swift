/// One version of the tables of bundles; immutable except for the log of issues.
final class LocalizationSnapshot: Sendable {
    let languages: [LanguageTag]
    let development: LanguageContext
    let log: IssueLog
    let missingKeys: MissingKeys
    /// The tables by bundle, in order of precedence.
    let bundles: [BundleTables]

    /// The index of each table name in the second level of `tables`.
    let tableIndices: NameIndices
    /// The tables by language, then by name; for each name, one table per bundle, in order.
    let tables: [[[StringTable]]]
    /// Selects the languages to search for a reader, as indices of ``languages``.
    let matcher: LanguageMatcher

    init(
        _ bundles: [BundleTables],
        developmentLanguage: LanguageTag,
        missingKeyHook: MissingKeyHook = MissingKeyHook()
    ) {
        self.bundles = bundles
        missingKeys = MissingKeys(missingKeyHook)
        development = LanguageContext(developmentLanguage)
        var issues = LocalizationReport()
        let tableIndices = NameIndices()
        tableIndices.insert(Self.defaultTable, Self.defaultTableIndex)
        var found: [StringTable] = []
        for bundle in bundles {
            issues.add(bundle.issues)
            for group in bundle.groups {
                if tableIndices[group.name] == nil {
                    tableIndices.insert(group.name, tableIndices.count)
                }
                found += group.tables
            }
        }
        var languages: [LanguageTag] = []
        var tables: [[[StringTable]]] = []
        // Groups tables by language; the sort is stable, which keeps the order of the bundles.
        for table in found.sorted(by: \.language.tag.description) {
            if languages.last != table.language.tag {
                languages.append(table.language.tag)
                tables.append([[StringTable]](repeating: [], count: tableIndices.count))
            }
            let index = tableIndices[table.name] ?? Self.defaultTableIndex
            tables[languages.count - 1][index].append(table)
        }
        log = IssueLog(issues)
        self.tableIndices = tableIndices
        self.tables = tables
        self.languages = languages
        matcher = LanguageMatcher(available: languages, developmentLanguage: developmentLanguage)
    }

    static let defaultTable = "Localizable"
    static let defaultTableIndex = 0

    /// Whether the name of a table means ``defaultTable``, as `nil` and the empty string do.
    @inline(__always)
    static func isDefault(_ table: String?) -> Bool {
        // A literal is compared without a call, since it is stored in the string itself.
        guard let table else { return true }
        return table == "Localizable" || table.isEmpty
    }

    var wasRead: Bool { bundles.contains(where: \.wasRead) }
}

/// One version of the tables of bundles; immutable, but for the log of what goes wrong with them.
final class LocalizationSnapshot: Sendable {
    let languages: [LanguageTag]
    let development: LanguageContext
    let log: IssueLog
    let missingKeys: MissingKeys
    /// What was read, by bundle; those that go before others first.
    let bundles: [BundleTables]

    /// Where tables of a name are among those of a language.
    private let places: [String: Int]
    /// The tables of each language, by place; of one name, those of each bundle.
    private let tables: [[[StringTable]]]
    private let matcher: LanguageMatcher

    init(
        _ bundles: [BundleTables],
        developmentLanguage: LanguageTag,
        missingKeyHook: MissingKeyHook = MissingKeyHook()
    ) {
        self.bundles = bundles
        missingKeys = MissingKeys(missingKeyHook)
        development = LanguageContext(developmentLanguage)
        var issues = LocalizationReport()
        var places = [Self.defaultTable: Self.defaultPlace]
        var found: [StringTable] = []
        for bundle in bundles {
            issues.add(bundle.issues)
            for group in bundle.groups {
                if places[group.name] == nil { places[group.name] = places.count }
                found += group.tables
            }
        }
        var languages: [LanguageTag] = []
        var tables: [[[StringTable]]] = []
        // Those of a language stand behind one another then, in the order of the bundles.
        for table in found.sorted(by: \.language.tag.description) {
            if languages.last != table.language.tag {
                languages.append(table.language.tag)
                tables.append([[StringTable]](repeating: [], count: places.count))
            }
            let place = places[table.name] ?? Self.defaultPlace
            tables[languages.count - 1][place].append(table)
        }
        log = IssueLog(issues)
        self.places = places
        self.tables = tables
        self.languages = languages
        matcher = LanguageMatcher(available: languages, developmentLanguage: developmentLanguage)
    }

    /// The name of the table that is asked when none is named.
    static let defaultTable = "Localizable"
    static let defaultPlace = 0

    /// Whether any file could be read.
    var wasRead: Bool { bundles.contains(where: \.wasRead) }
    /// Whether there is a bundle with nothing but tables that are not wanted.
    var isOfOthers: Bool { bundles.contains(where: \.isOfOthers) }

    /// The languages to ask for a reader, in order, by their index in ``languages``.
    func chain(for preferences: LanguagePreferences, _ matching: LanguageMatching) -> [Int] {
        matcher.chain(for: preferences, matching)
    }

    /// Where the tables of a name are among those of a language, or `nil` if there are none.
    func place(of name: String) -> Int? { places[name] }

    /// The tables of a language at a place; those of each bundle, in order.
    @inline(__always)
    func tables(of language: Int, at place: Int) -> [StringTable] { tables[language][place] }
}

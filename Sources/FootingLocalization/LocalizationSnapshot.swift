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
        // The languages by their names, each with its number.
        var numbers: [String: Int] = [:]
        var found: [LanguageTag] = []
        for bundle in bundles {
            issues.add(bundle.issues)
            for group in bundle.groups {
                if places[group.name] == nil { places[group.name] = places.count }
                for table in group.tables {
                    let tag = table.language.tag
                    if numbers.updateValue(0, forKey: tag.description) == nil { found.append(tag) }
                }
            }
        }
        let order = sortedIndices(of: found.map(\.description))
        let languages = order.map { found[$0] }
        for (index, language) in languages.enumerated() { numbers[language.description] = index }
        var tables = [[[StringTable]]](
            repeating: [[StringTable]](repeating: [], count: places.count),
            count: languages.count
        )
        for bundle in bundles {
            for group in bundle.groups {
                guard let place = places[group.name] else { continue }
                for table in group.tables {
                    guard let index = numbers[table.language.tag.description] else { continue }
                    tables[index][place].append(table)
                }
            }
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

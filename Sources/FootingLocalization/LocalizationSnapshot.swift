/// One version of the tables of bundles; immutable, but for the log of what goes wrong with them.
final class LocalizationSnapshot: Sendable {
    let languages: [LanguageTag]
    let development: LanguageContext
    let log: IssueLog
    /// What was read, by bundle; those that go before others first.
    let bundles: [BundleTables]

    /// The tables of each language, by name; within a language those of each bundle.
    private let tables: [[[String: StringTable]]]
    private let matcher: LanguageMatcher

    init(_ bundles: [BundleTables], developmentLanguage: LanguageTag) {
        self.bundles = bundles
        development = LanguageContext(developmentLanguage)
        var issues = IssueList()
        for bundle in bundles { issues.add(bundle.issues) }
        log = IssueLog(issues)
        let languages = Set(bundles.flatMap(\.tables.keys))
            .sorted { $0.description < $1.description }
        self.languages = languages
        tables = languages.map { language in bundles.compactMap { $0.tables[language] } }
        matcher = LanguageMatcher(available: languages, developmentLanguage: developmentLanguage)
    }

    /// Whether any file could be read.
    var wasRead: Bool { bundles.contains(where: \.wasRead) }

    /// The languages to ask for a reader, in order, by their index in ``languages``.
    func chain(for preferences: LanguagePreferences, _ matching: LanguageMatching) -> [Int] {
        matcher.chain(for: preferences, matching)
    }

    /// The tables of each language of a chain, by name; within a language those of each bundle.
    func tables(in chain: [Int]) -> [[String: StringTable]] {
        chain.flatMap { tables[$0] }
    }
}

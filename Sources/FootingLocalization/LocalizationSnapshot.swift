/// One version of the tables of bundles; immutable, but for the log of what goes wrong with them.
final class LocalizationSnapshot: Sendable {
    let languages: [LanguageTag]
    let development: LanguageContext
    let log: IssueLog
    /// What was read, by bundle; those that go before others first.
    let bundles: [BundleTables]

    init(_ bundles: [BundleTables], developmentLanguage: LanguageTag) {
        self.bundles = bundles
        development = LanguageContext(developmentLanguage)
        var issues = IssueList()
        for bundle in bundles { issues.add(bundle.issues) }
        log = IssueLog(issues)
        languages = Set(bundles.flatMap(\.tables.keys)).sorted { $0.description < $1.description }
    }

    /// Whether any file could be read.
    var wasRead: Bool { bundles.contains(where: \.wasRead) }

    /// The languages to ask for a reader, in order.
    func chain(for preferences: LanguagePreferences) -> [LanguageTag] {
        let matcher = LanguageMatcher(available: languages, developmentLanguage: development.tag)
        return matcher.chain(for: preferences)
    }

    /// The tables of each language of a chain, by name; within a language those of each bundle.
    func tables(in chain: [LanguageTag]) -> [[String: StringTable]] {
        chain.flatMap { language in bundles.compactMap { $0.tables[language] } }
    }
}

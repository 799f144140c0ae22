/// The languages whose tables are read.
final class WantedLanguages: Sendable {
    private let reader: LanguagePreferences?
    private let developmentLanguage: LanguageTag
    private let languages: [LanguageTag]?

    /// Includes the languages that match a reader, with any matching, or all without a reader.
    init(_ reader: LanguagePreferences?, developmentLanguage: LanguageTag) {
        self.reader = reader
        self.developmentLanguage = developmentLanguage
        languages = nil
    }

    init(only languages: [LanguageTag]) {
        reader = nil
        developmentLanguage = .root
        self.languages = languages
    }

    var isAll: Bool { languages == nil && (reader == nil || reader?.wildcard != nil) }

    var isAny: Bool { languages?.isEmpty != true }

    func contains(_ language: LanguageTag) -> Bool {
        if let languages { return languages.contains(language) }
        // With `*`, each language can add those that it inherits from, so all are read.
        guard let reader, !isAll else { return true }
        // A language that matches in a larger set also matches alone, so each is tested alone.
        let matcher = LanguageMatcher(
            available: [language],
            developmentLanguage: developmentLanguage
        )
        return [false, true].contains {
            !matcher.chain(for: reader, LanguageMatching(acceptsRelatedLanguages: $0)).isEmpty
        }
    }
}

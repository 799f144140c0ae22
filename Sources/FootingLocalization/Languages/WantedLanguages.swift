/// The languages that tables are read for.
final class WantedLanguages: Sendable {
    private let reader: LanguagePreferences?
    private let developmentLanguage: LanguageTag
    private let languages: [LanguageTag]?

    /// Those that can answer a reader, by whatever matching, or all.
    init(_ reader: LanguagePreferences?, developmentLanguage: LanguageTag) {
        self.reader = reader
        self.developmentLanguage = developmentLanguage
        languages = nil
    }

    /// Only these.
    init(only languages: [LanguageTag]) {
        reader = nil
        developmentLanguage = .root
        self.languages = languages
    }

    /// Whether these are all languages.
    var isAll: Bool { languages == nil && (reader == nil || reader?.wildcard != nil) }

    /// Whether there can be any.
    var isAny: Bool { languages?.isEmpty != true }

    func contains(_ language: LanguageTag) -> Bool {
        if let languages { return languages.contains(language) }
        // After `*`, each language can bring in those that it inherits from.
        guard let reader, !isAll else { return true }
        // What answers beside others also answers alone.
        let matcher = LanguageMatcher(
            available: [language],
            developmentLanguage: developmentLanguage
        )
        return [false, true].contains {
            !matcher.chain(for: reader, LanguageMatching(relatedLanguages: $0)).isEmpty
        }
    }
}

/// The languages that tables are read for.
enum WantedLanguages: Sendable {
    case all
    /// Those that can answer a reader, by whatever matching.
    case answering(LanguagePreferences, developmentLanguage: LanguageTag)
    case only([LanguageTag])

    init(_ reader: LanguagePreferences?, developmentLanguage: LanguageTag) {
        self = reader.map { .answering($0, developmentLanguage: developmentLanguage) } ?? .all
    }

    func contains(_ language: LanguageTag) -> Bool {
        switch self {
        case .all: true
        case .answering(let reader, let developmentLanguage):
            // What answers beside others also answers alone.
            Self.isAnswer(language, to: reader, developmentLanguage)
        case .only(let languages): languages.contains(language)
        }
    }

    private static func isAnswer(
        _ language: LanguageTag,
        to reader: LanguagePreferences,
        _ developmentLanguage: LanguageTag
    ) -> Bool {
        let matcher = LanguageMatcher(
            available: [language],
            developmentLanguage: developmentLanguage
        )
        return LanguageMatching.all.contains { !matcher.chain(for: reader, $0).isEmpty }
    }
}

/// The rules that match a reader's languages with those of a bundle.
///
/// ```swift
/// let matching = LanguageMatching(acceptsRelatedLanguages: true)
/// let swiss = store.localizer(for: ["gsw"], matching: matching)
/// ```
///
/// The rules are those of CLDR. A language matches only languages in the same script. An earlier
/// preference takes precedence even if only another region's variant matches it.
public struct LanguageMatching: Hashable, Sendable {
    /// Whether a missing language is replaced by one that, according to CLDR, most of its readers
    /// understand: German for Swiss German, Spanish for Catalan, Norwegian for Danish.
    ///
    /// Norwegian's written forms always match each other, and Chinese always matches Cantonese.
    public var acceptsRelatedLanguages: Bool

    /// Creates rules with or without related languages.
    public init(acceptsRelatedLanguages: Bool = false) {
        self.acceptsRelatedLanguages = acceptsRelatedLanguages
    }

    /// The rules without related languages.
    public static var standard: LanguageMatching { LanguageMatching() }
}

/// The rules that match a reader's languages with those of a bundle.
///
/// ```swift
/// let swiss = store.localizer(for: ["gsw"], matching: LanguageMatching(relatedLanguages: true))
/// ```
///
/// The rules are those of CLDR. A language matches only languages in the same script. An earlier
/// preference takes precedence over a later one, even if it is matched only by another region's
/// variant.
public struct LanguageMatching: Hashable, Sendable {
    /// Whether a missing language is replaced by one that, according to CLDR, most of its readers
    /// understand: German for Swiss German, Spanish for Catalan, Norwegian for Danish.
    ///
    /// The written forms of Norwegian always match each other, and Chinese always matches
    /// Cantonese.
    public var relatedLanguages: Bool

    /// Creates rules with or without related languages.
    public init(relatedLanguages: Bool = false) {
        self.relatedLanguages = relatedLanguages
    }

    /// The rules without related languages.
    public static var standard: LanguageMatching { LanguageMatching() }
}

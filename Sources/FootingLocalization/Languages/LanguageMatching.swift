/// How the languages a reader wants are matched with those a bundle has.
///
/// ```swift
/// let swiss = store.localizer(for: ["gsw"], matching: LanguageMatching(relatedLanguages: true))
/// ```
///
/// The rules are those of CLDR. A language matches only one that is written in the same script, and
/// an earlier preference goes before a later one even if only another region's form of it is there.
public struct LanguageMatching: Hashable, Sendable {
    /// Whether a reader whose language is not there is answered in one that, after CLDR, most of
    /// its readers understand: in German for Swiss German, in Spanish for Catalan, in Norwegian for
    /// Danish.
    ///
    /// The written forms of Norwegian answer for each other, and Chinese for Cantonese, without
    /// this.
    public var relatedLanguages: Bool

    /// Creates the rules, with or without related languages.
    public init(relatedLanguages: Bool = false) {
        self.relatedLanguages = relatedLanguages
    }

    /// The rules without related languages.
    public static var standard: LanguageMatching { LanguageMatching() }
}

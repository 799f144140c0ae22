/// How the languages a reader wants are matched with those a bundle has.
///
/// ```swift
/// let swiss = store.localizer(for: ["gsw"], matching: LanguageMatching(relatedLanguages: true))
/// ```
///
/// Whatever is said here, a language matches only one that is written in the same script, and the
/// preferences are asked in their order.
public struct LanguageMatching: Sendable {
    /// Whether a reader whose language is not there is answered in one that, after CLDR, most of
    /// its readers understand: in German for Swiss German, in Spanish for Catalan, in Norwegian for
    /// Danish.
    ///
    /// The written forms of Norwegian answer for each other, and Chinese for Cantonese, without
    /// this.
    public var relatedLanguages: Bool

    /// Whether Brazilian Portuguese answers a reader of European Portuguese only when nothing else
    /// that reader wants is there.
    let defersBrazilian: Bool

    /// Creates the standard rules, with or without related languages.
    public init(relatedLanguages: Bool = false) {
        self.init(relatedLanguages: relatedLanguages, defersBrazilian: false)
    }

    private init(relatedLanguages: Bool, defersBrazilian: Bool) {
        self.relatedLanguages = relatedLanguages
        self.defersBrazilian = defersBrazilian
    }

    /// The rules of CLDR: an earlier preference goes before a later one even if only another
    /// region's form of it is there.
    public static var standard: LanguageMatching { LanguageMatching() }

    /// The standard rules with the one exception that Apple's platforms make to their order: for
    /// readers of `pt-PT` and then French, a bundle in `pt-BR` and French answers in French.
    public static var appleCompatible: LanguageMatching {
        LanguageMatching(relatedLanguages: false, defersBrazilian: true)
    }

    func isSame(as other: LanguageMatching) -> Bool {
        relatedLanguages == other.relatedLanguages && defersBrazilian == other.defersBrazilian
    }

    /// Every one there is.
    static var all: [LanguageMatching] {
        [.standard, .appleCompatible, LanguageMatching(relatedLanguages: true)]
    }
}

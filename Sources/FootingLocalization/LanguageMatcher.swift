/// Decides which languages of a bundle answer a reader, and in which order.
///
/// A language matches its own tag and what is left of the tag without variants and region. The
/// script is never given up: who asks for `zh-Hant` is not answered in `zh`.
struct LanguageMatcher {
    let available: [LanguageTag]
    let developmentLanguage: LanguageTag

    /// The available languages to ask, one after the other, each once.
    ///
    /// A preference that the development language answers is the last: keys and defaults are in
    /// that language, even if no table is.
    func chain(for preferences: LanguagePreferences) -> [LanguageTag] {
        var chain: [LanguageTag] = []
        for wanted in preferences.languages {
            for tag in matches(for: wanted, in: available) where !chain.contains(tag) {
                chain.append(tag)
            }
            guard matches(for: wanted, in: [developmentLanguage]).isEmpty else { break }
        }
        for tag in matches(for: developmentLanguage, in: available) where !chain.contains(tag) {
            chain.append(tag)
        }
        return chain
    }

    private func matches(for wanted: LanguageTag, in available: [LanguageTag]) -> [LanguageTag] {
        let script = Self.script(of: wanted)
        let candidates = available.filter {
            $0.language == wanted.language && Self.script(of: $0) == script
        }
        let exact = candidates.filter { $0 == wanted }
        let withoutVariants = candidates.filter {
            $0.variants.isEmpty && $0.region == wanted.region
        }
        let withoutRegion = candidates.filter { $0.variants.isEmpty && $0.region == nil }
        return exact + withoutVariants + withoutRegion
    }

    /// The script that a tag names or implies, or `nil` where the language is not in our table:
    /// such a language matches only tags that don't name a script either, or the same one.
    private static func script(of tag: LanguageTag) -> String? {
        if let script = tag.script { return script }
        if let region = tag.region, let script = likelyScripts["\(tag.language)-\(region)"] {
            return script
        }
        return likelyScripts[tag.language]
    }

    /// From CLDR 47's likely subtags: the languages with rules of their own here, and those that
    /// most often come in two scripts.
    private static let likelyScripts: [String: String] = [
        "de": "Latn", "en": "Latn", "pl": "Latn",
        "sr": "Cyrl", "sr-ME": "Latn", "uz": "Latn", "uz-AF": "Arab",
        "zh": "Hans", "zh-HK": "Hant", "zh-MO": "Hant", "zh-TW": "Hant",
    ]
}

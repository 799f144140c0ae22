/// Decides which languages of a bundle answer a reader, and in which order.
struct LanguageMatcher: Sendable {
    private let available: [LanguageProfile]
    private let development: LanguageProfile

    private static let european: LanguageTag = "pt-PT"
    private static let brazilian: LanguageTag = "pt-BR"

    init(available: [LanguageTag], developmentLanguage: LanguageTag) {
        self.available = available.map { LanguageProfile($0) }
        development = LanguageProfile(developmentLanguage)
    }

    /// The available languages to ask, one after the other, each once, as indices.
    ///
    /// For each preference that is the language that matches it best, then those that the
    /// preference inherits from, then those that the match inherits from. A preference that the
    /// development language answers is the last: keys and defaults are in that language, even if no
    /// table is.
    func chain(
        for preferences: LanguagePreferences,
        _ matching: LanguageMatching = .standard
    ) -> [Int] {
        var search = Search(preferences, matching)
        append(preferences, to: &search)
        if search.isDeferring, preferences.languages.contains(Self.european) {
            search.isDeferring = false
            append(Wanted(Self.european, search), to: &search)
        }
        if !preferences.excludesOthers {
            append(Wanted(development, search), to: &search)
        }
        return search.chain
    }

    private func append(_ preferences: LanguagePreferences, to search: inout Search) {
        for (position, tag) in preferences.languages.enumerated() {
            if position == preferences.wildcard, appendAnyOther(preferences, to: &search) { return }
            let wanted = Wanted(tag, search)
            append(wanted, to: &search)
            if search.allows(development), wanted.distance(to: development) != nil { return }
        }
        if preferences.wildcard == preferences.languages.count {
            _ = appendAnyOther(preferences, to: &search)
        }
    }

    /// Adds the language of `*`, which is any that has no place of its own among the preferences:
    /// the development language, or else the first.
    ///
    /// - Returns: Whether it is the development language, which ends the chain.
    private func appendAnyOther(
        _ preferences: LanguagePreferences,
        to search: inout Search
    ) -> Bool {
        let named = preferences.languages.map { LanguageProfile($0) }
        let isOther = { (language: LanguageProfile) in
            !named.contains { $0.covers(language) }
        }
        if search.allows(development), isOther(development) { return true }
        let other = available.first { search.allows($0) && isOther($0) }
        if let other { append(Wanted(other, search), to: &search) }
        return false
    }

    private func append(_ wanted: Wanted, to search: inout Search) {
        guard let best = bestMatch(for: wanted, search) else { return }
        search.append(best)
        appendLineage(of: wanted.language, to: &search)
        appendLineage(of: available[best], to: &search)
    }

    /// Adds the available languages that a language inherits from, itself included.
    private func appendLineage(of language: LanguageProfile, to search: inout Search) {
        var codes = language.inherited
        while true {
            for (index, candidate) in available.enumerated()
            where candidate.inherited == codes && search.allows(candidate) {
                let variants = candidate.tag.variants
                if variants.isEmpty || variants == language.tag.variants { search.append(index) }
            }
            guard let parent = codes.parent, search.isInherited(parent, by: codes) else { return }
            codes = parent
        }
    }

    /// The available language that is nearest to a wanted one: by language, by region, by variants,
    /// by inheritance, as it is written, by CLDR's paradigms, by where most of its speakers are, and
    /// by order.
    private func bestMatch(for wanted: Wanted, _ search: Search) -> Int? {
        var best: (index: Int, score: Int)?
        for (index, candidate) in available.enumerated() {
            guard let distance = wanted.distance(to: candidate), search.allows(candidate) else {
                continue
            }
            let (language, variants) = (wanted.language, candidate.tag.variants)
            var score = distance << 8 | language.regionDistance(to: candidate)
            score = score << 2 | (variants == language.tag.variants ? 0 : variants.isEmpty ? 1 : 2)
            score = score << 3 | language.generations(to: candidate)
            score = score << 1 | (candidate.tag == language.tag ? 0 : 1)
            score = score << 1 | (candidate.isParadigm ? 0 : 1)
            score = score << 1 | (candidate.isInLikelyRegion ? 0 : 1)
            if score < best?.score ?? .max { best = (index, score) }
        }
        return best?.index
    }
}

extension LanguageMatcher {
    /// What is found for a reader while one is looking.
    private struct Search {
        let related: RelatedLanguages
        let exclusions: [LanguageProfile]
        var isDeferring: Bool
        var chain: [Int] = []

        init(_ preferences: LanguagePreferences, _ matching: LanguageMatching) {
            related = matching.relatedLanguages ? .all : .closest
            exclusions = preferences.exclusions.map { LanguageProfile($0) }
            isDeferring = matching.defersBrazilian
        }

        func allows(_ language: LanguageProfile) -> Bool {
            exclusions.isEmpty || !exclusions.contains { $0.covers(language) }
        }

        /// Whether the reader of a language is answered in one it inherits from: one that is
        /// another language must be related.
        func isInherited(_ parent: LanguageCodes, by codes: LanguageCodes) -> Bool {
            parent.language == codes.language
                || related[codes.language].contains { $0.language == parent.language }
        }

        mutating func append(_ index: Int) {
            if !chain.contains(index) { chain.append(index) }
        }
    }

    /// A language to match others with.
    private struct Wanted {
        let language: LanguageProfile
        private let related: [RelatedLanguages.Row]
        private let isDeferringBrazilian: Bool

        init(_ tag: LanguageTag, _ search: Search) { self.init(LanguageProfile(tag), search) }

        init(_ language: LanguageProfile, _ search: Search) {
            self.language = language
            related = search.related[language.maximized.language]
            isDeferringBrazilian = search.isDeferring && language.tag == LanguageMatcher.european
        }

        /// How far a language is from this one, regions aside, or `nil` if it doesn't match.
        ///
        /// The script must be the same. Where this is none of the languages whose script we know,
        /// that of a related one will do.
        func distance(to candidate: LanguageProfile) -> Int? {
            let (wanted, codes) = (language.maximized, candidate.maximized)
            if wanted.language == codes.language {
                guard wanted.script == codes.script else { return nil }
                let isDeferred =
                    isDeferringBrazilian && candidate.tag == LanguageMatcher.brazilian
                return isDeferred ? nil : 0
            }
            guard !related.isEmpty, wanted.script == codes.script || wanted.script.isEmpty else {
                return nil
            }
            return related.first { $0.language == codes.language }?.distance
        }
    }
}

/// Decides which languages of a bundle answer a reader, and in which order.
final class LanguageMatcher: Sendable {
    private let available: [LanguageProfile]
    /// The codes of each that are looked for, beside each other: all are looked through for each
    /// preference.
    private let forms: [LanguageCodes]
    private let inherited: [LanguageCodes]
    private let development: LanguageProfile

    init(available: [LanguageTag], developmentLanguage: LanguageTag) {
        self.available = available.map { LanguageProfile($0) }
        forms = self.available.map(\.form)
        inherited = self.available.map(\.inherited)
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
        // A text in a language that is not wanted says more than a bare key.
        search.exclusions = []
        append(Wanted(development, search), to: &search)
        return search.chain
    }

    /// Adds the languages of preferences, up to the first one that the development language
    /// answers.
    private func append(_ preferences: LanguagePreferences, to search: inout Search) {
        for (position, tag) in preferences.languages.enumerated() {
            if position == preferences.wildcard, appendAnyOther(preferences, to: &search) { return }
            let wanted = Wanted(LanguageProfile(tag), search)
            append(wanted, to: &search)
            if search.allows(development), wanted.distance(to: development.form) != nil { return }
        }
        if preferences.wildcard == preferences.languages.count {
            _ = appendAnyOther(preferences, to: &search)
        }
    }

    /// Adds the language of `*`, which is any that has no place of its own among the preferences:
    /// the development language, or else the first.
    ///
    /// - Returns: Whether it is the development language.
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
        guard let (best, isAlone) = bestMatch(for: wanted, search) else { return }
        search.append(best)
        // What is inherited from is of the same language, or of a related one.
        if isAlone, wanted.related.isEmpty { return }
        appendLineage(of: wanted.language, to: &search)
        appendLineage(of: available[best], to: &search)
    }

    /// Adds the available languages that a language inherits from, itself included.
    private func appendLineage(of language: LanguageProfile, to search: inout Search) {
        var codes = language.inherited
        while true {
            for index in inherited.indices
            where inherited[index] == codes && search.allows(available[index]) {
                let variants = available[index].tag.variants
                if variants.isEmpty || variants == language.tag.variants { search.append(index) }
            }
            guard let parent = codes.parent, search.isInherited(parent, by: codes) else { return }
            codes = parent
        }
    }

    /// The available language that is nearest to a wanted one: by language, by region, by variants,
    /// by inheritance, as it is written, by CLDR's paradigms, by where most of its speakers are, and
    /// by order.
    ///
    /// - Returns: Its index, and whether no other one matches at all.
    private func bestMatch(
        for wanted: Wanted,
        _ search: Search
    ) -> (index: Int, isAlone: Bool)? {
        var best: (index: Int, distance: Int)?
        // It is only asked for when there is a choice.
        var bestScore: Int?
        for index in forms.indices {
            guard let distance = wanted.distance(to: forms[index]),
                search.allows(available[index])
            else { continue }
            guard let other = best else {
                best = (index, distance)
                continue
            }
            let otherScore =
                bestScore ?? wanted.language.score(available[other.index], distance: other.distance)
            let score = wanted.language.score(available[index], distance: distance)
            if score < otherScore { best = (index, distance) }
            bestScore = min(score, otherScore)
        }
        return best.map { ($0.index, bestScore == nil) }
    }
}

extension LanguageProfile {
    /// A number for how far a language is from this one; the least is the nearest.
    fileprivate func score(_ candidate: LanguageProfile, distance: Int) -> Int {
        let variants = candidate.tag.variants
        var score = distance << 8 | regionDistance(to: candidate)
        score = score << 2 | (variants == tag.variants ? 0 : variants.isEmpty ? 1 : 2)
        score = score << 3 | generations(to: candidate)
        score = score << 1 | (candidate.tag == tag ? 0 : 1)
        score = score << 1 | (candidate.isParadigm ? 0 : 1)
        return score << 1 | (candidate.isInLikelyRegion ? 0 : 1)
    }
}

extension LanguageMatcher {
    /// What is found for a reader while one is looking.
    private struct Search {
        let related: RelatedLanguages
        var exclusions: [LanguageProfile]
        private(set) var chain: [Int] = []

        init(_ preferences: LanguagePreferences, _ matching: LanguageMatching) {
            related = matching.relatedLanguages ? .all : .closest
            exclusions = preferences.exclusions.map { LanguageProfile($0) }
            chain.reserveCapacity(8)
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
        private let form: LanguageCodes
        let related: [RelatedLanguages.Row]

        init(_ language: LanguageProfile, _ search: Search) {
            self.language = language
            form = language.form
            related = search.related[language.maximized.language]
        }

        /// How far a language of a certain form is from this one, regions aside, or `nil` if it
        /// doesn't match.
        ///
        /// The script must be the same. Where this is none of the languages whose script we know,
        /// that of a related one will do.
        @inline(__always)
        func distance(to other: LanguageCodes) -> Int? {
            if other == form { return 0 }
            guard !related.isEmpty, other.script == form.script || form.script.isEmpty else {
                return nil
            }
            return related.first { $0.language == other.language }?.distance
        }
    }
}

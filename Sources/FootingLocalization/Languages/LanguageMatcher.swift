/// Selects the languages of a bundle for a reader, in the order of look-up.
final class LanguageMatcher: Sendable {
    private let available: [LanguageProfile]
    /// The codes of `available` in contiguous arrays, since each preference scans all of them.
    private let written: [LanguageCodes]
    private let inherited: [LanguageCodes]
    private let development: LanguageProfile

    init(available: [LanguageTag], developmentLanguage: LanguageTag) {
        self.available = available.map { LanguageProfile($0) }
        written = self.available.map(\.written)
        inherited = self.available.map(\.inherited)
        development = LanguageProfile(developmentLanguage)
    }

    /// The indices of the available languages to search, in order, without duplicates.
    ///
    /// Each preference adds the language that matches it best, then those that the preference
    /// inherits from, then those that the match inherits from. Stops after a preference that the
    /// development language matches: keys and defaults are in that language, even if it has no
    /// table.
    func chain(
        for preferences: LanguagePreferences,
        _ matching: LanguageMatching = .standard
    ) -> [Int] {
        var search = Search(preferences, matching)
        append(preferences, to: &search)
        // A string in an excluded language is more useful than a bare key.
        search.exclusions = []
        append(Wanted(development, search), to: &search)
        return search.chain
    }

    private func append(_ preferences: LanguagePreferences, to search: inout Search) {
        for (position, tag) in preferences.languages.enumerated() {
            if position == preferences.wildcard, appendAnyOther(preferences, to: &search) { return }
            let wanted = Wanted(LanguageProfile(tag), search)
            append(wanted, to: &search)
            if search.allows(development), development.isFor(wanted.language),
                wanted.distance(to: development.written) != nil
            {
                return
            }
        }
        if preferences.wildcard == preferences.languages.count {
            _ = appendAnyOther(preferences, to: &search)
        }
    }

    /// Adds the language that `*` stands for: the development language or else the first available
    /// one, among those that no preference names.
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
        let other = available.first { search.allows($0) && $0.isFor(development) && isOther($0) }
        if let other { append(Wanted(other, search), to: &search) }
        return false
    }

    private func append(_ wanted: Wanted, to search: inout Search) {
        guard let (best, isAlone) = bestMatch(for: wanted, search) else { return }
        search.append(best)
        // Parents are of the same language or of a related one.
        if isAlone, wanted.related.isEmpty { return }
        appendLineage(of: wanted.language, to: &search)
        appendLineage(of: available[best], to: &search)
    }

    /// Adds a language, if available, and the available ones that it inherits from.
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

    /// The index of the nearest available language, and whether no other language matches.
    private func bestMatch(
        for wanted: Wanted,
        _ search: Search
    ) -> (index: Int, isAlone: Bool)? {
        var best: (index: Int, distance: Int)?
        // Computed only when a second language matches.
        var bestScore: Int?
        for index in written.indices {
            guard let distance = wanted.distance(to: written[index]),
                search.allows(available[index]), available[index].isFor(wanted.language)
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
    /// The distance of a language from this one, in the order of the criteria; lower is nearer.
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
    private struct Search {
        let related: RelatedLanguages
        var exclusions: [LanguageProfile]
        private(set) var chain: [Int] = []

        init(_ preferences: LanguagePreferences, _ matching: LanguageMatching) {
            related = matching.acceptsRelatedLanguages ? .all : .closest
            exclusions = preferences.exclusions.map { LanguageProfile($0) }
            chain.reserveCapacity(8)
        }

        func allows(_ language: LanguageProfile) -> Bool {
            exclusions.isEmpty || !exclusions.contains { $0.covers(language) }
        }

        /// Whether a parent is of the same language or of one that is related for this reader.
        func isInherited(_ parent: LanguageCodes, by codes: LanguageCodes) -> Bool {
            parent.language == codes.language
                || related[codes.language].contains { $0.language == parent.language }
        }

        mutating func append(_ index: Int) {
            if !chain.contains(index) { chain.append(index) }
        }
    }

    private struct Wanted {
        let language: LanguageProfile
        private let written: LanguageCodes
        let related: [RelatedLanguages.Row]

        init(_ language: LanguageProfile, _ search: Search) {
            self.language = language
            written = language.written
            related = search.related[language.maximized.language]
        }

        /// The distance of a language in the same script, or `nil` if it doesn't match.
        ///
        /// If CLDR doesn't know the script of this language, a related one matches in any script.
        @inline(__always)
        func distance(to other: LanguageCodes) -> Int? {
            if other == written { return 0 }
            guard !related.isEmpty, other.script == written.script || written.script.isEmpty else {
                return nil
            }
            return related.first { $0.language == other.language }?.distance
        }
    }
}

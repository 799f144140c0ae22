import FootingBytes

extension Localizer {
    /// The immutable state of a localizer, shared by its copies.
    final class View: Sendable {
        let snapshot: LocalizationSnapshot
        let languages: [LanguageTag]
        /// The `Localizable` tables of these languages, which most look-ups search.
        let tables: [StringTable]
        /// The memory of the first table, whose use counts no references; `nil` if a string found
        /// there can't be shown as is.
        let firstMemory: StringTableMemory?
        let hasOneTable: Bool
        let missingKeyHook: MissingKeyHook
        let keyHash = KeyHash.current

        /// The width that strings must fit; `nil` for the widest strings.
        let width: Int?
        /// Whether arguments shown as strings are isolated, in right-to-left languages.
        let isolates: Bool
        /// Whether strings are shown without width variants and without a pseudolocale.
        let isPlain: Bool
        let pseudo: PseudoLocale?
        let preferences: LanguagePreferences
        let matching: LanguageMatching
        let chain: [Int]

        @inline(never)
        init(
            _ snapshot: LocalizationSnapshot,
            _ preferences: LanguagePreferences,
            _ matching: LanguageMatching,
            chain: [Int]? = nil,
            width: Int? = nil,
            isolates: Bool = false,
            pseudo: PseudoLocale? = nil
        ) {
            isPlain = width == nil && pseudo == nil
            self.isolates = isolates
            self.pseudo = pseudo
            self.snapshot = snapshot
            self.preferences = preferences
            self.matching = matching
            let chain = chain ?? snapshot.matcher.chain(for: preferences, matching)
            self.chain = chain
            self.width = width
            languages = pseudo.map { [$0.tag] } ?? chain.map { snapshot.languages[$0] }
            var tables: [StringTable] = []
            for language in chain {
                tables += snapshot.tables[language][LocalizationSnapshot.defaultTableIndex]
            }
            self.tables = tables
            missingKeyHook = snapshot.missingKeys.hook
            // Its strings can be shown without their formats only if the widest ones are wanted and
            // they are in the reader's best language.
            let first = isPlain ? tables.first : nil
            let isOwn = first.map { [languages] in languages[0].isAnswered(by: $0.language.tag) }
            firstMemory = isOwn == true ? first?.memory : nil
            hasOneTable = isOwn == true && tables.count == 1
        }

        convenience init(_ other: View, width: Int?, isolates: Bool) {
            self.init(
                other.snapshot,
                other.preferences,
                other.matching,
                chain: other.chain,
                width: width,
                isolates: isolates,
                pseudo: other.pseudo
            )
        }
    }
}

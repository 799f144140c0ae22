extension Localizer {
    /// What a localizer looks at, shared by its copies.
    final class View: Sendable {
        let snapshot: LocalizationSnapshot
        let languages: [LanguageTag]
        /// The tables `Localizable` of these languages, which most look-ups are in.
        let tables: [StringTable]
        /// The first of these tables' own memory, so that its look-ups count no references; `nil`
        /// where what is found in it has to be looked at.
        let firstMemory: StringTableMemory?
        let hasOneTable: Bool
        /// What is asked when a key is missing; here, since each look-up that misses asks it.
        let missingKeyHook: MissingKeyHook
        let keyHash = KeyHash.current

        /// The width that texts are chosen for; `nil` for the widest ones.
        let width: Int?
        /// Whether texts among arguments are isolated, in languages that need it.
        let isolates: Bool
        /// Whether what is found is shown as it stands.
        let isPlain: Bool
        /// What is made of the texts; `nil` for the texts themselves.
        let pseudo: PseudoLocale?
        let preferences: LanguagePreferences
        let matching: LanguageMatching
        /// The languages by their index in the snapshot.
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
            let chain = chain ?? snapshot.chain(for: preferences, matching)
            self.chain = chain
            self.width = width
            languages = pseudo.map { [$0.tag] } ?? chain.map { snapshot.languages[$0] }
            var tables: [StringTable] = []
            for language in chain {
                tables += snapshot.tables(of: language, at: LocalizationSnapshot.defaultPlace)
            }
            self.tables = tables
            missingKeyHook = snapshot.missingKeys.hook
            // What is found without a look at the formats is the widest text, and in the language
            // that was asked for.
            let first = isPlain ? tables.first : nil
            let isOwn = first.map { [languages] in languages[0].isAnswered(by: $0.language.tag) }
            firstMemory = isOwn == true ? first?.memory : nil
            hasOneTable = isOwn == true && tables.count == 1
        }

        /// The best language of the reader's, whose texts are asked for first.
        var language: LanguageTag {
            chain.first.map { snapshot.languages[$0] } ?? snapshot.development.tag
        }

        /// Creates the same view for another width, or with arguments isolated or not.
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

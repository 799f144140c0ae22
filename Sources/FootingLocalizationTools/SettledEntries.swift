import FootingLocalization
import FootingLocalizationMembers

/// A set of entries: of a key in one language or in all, or of all keys in a language.
struct SettledEntries {
    struct Entry: Hashable {
        let key: KeyBytes?
        let language: LanguageTag?
    }

    private var entries: Set<Entry> = []

    /// Creates the union of sets.
    init(_ others: [SettledEntries] = []) {
        for other in others { entries.formUnion(other.entries) }
    }

    /// Adds a key, or all keys if `nil`, in a language, or in all languages if `nil`.
    mutating func insert(_ key: String?, in language: LanguageTag?) {
        entries.insert(Entry(key: key.map(KeyBytes.init), language: language))
    }

    func contains(_ key: String, in language: LanguageTag) -> Bool {
        guard !entries.isEmpty else { return false }
        let key = KeyBytes(key)
        return entries.contains(Entry(key: key, language: language))
            || entries.contains(Entry(key: key, language: nil))
            || entries.contains(Entry(key: nil, language: language))
    }
}

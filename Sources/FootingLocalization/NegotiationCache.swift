/// The localizers of the headers that were read last.
///
/// Each header has one place, by its hash, and a new one takes the place of the old: so nothing has
/// to be counted or thrown out, and what is kept is bounded.
struct NegotiationCache: Sendable {
    private static let places = 256
    private static let maximumHeaderLength = 1024

    /// A header, as it is looked for.
    struct Key: Equatable, Sendable {
        fileprivate let hash: UInt64
        fileprivate let header: String
        fileprivate let matching: LanguageMatching

        /// The key of a header, or `nil` if it is too long to be kept.
        init?(_ header: String, _ matching: LanguageMatching) {
            guard header.utf8.count <= NegotiationCache.maximumHeaderLength else { return nil }
            hash = unsafe header.withUTF8Bytes { unsafe KeyHash.hash($0, seed: KeyHash.seed) }
            self.header = header
            self.matching = matching
        }

        fileprivate var place: Int {
            Int(truncatingIfNeeded: hash) & (NegotiationCache.places - 1)
        }
    }

    private struct Entry: Sendable {
        let key: Key
        let localizer: Localizer
    }

    private var entries = [Entry?](repeating: nil, count: places)

    subscript(key: Key) -> Localizer? {
        let place = key.place
        guard entries[place]?.key == key else { return nil }
        return entries[place]?.localizer
    }

    /// Keeps a localizer, and returns what was in its place.
    ///
    /// Whoever holds a lock drops that after it.
    mutating func insert(_ localizer: Localizer, for key: Key) -> (any Sendable)? {
        let previous = entries[key.place]
        entries[key.place] = Entry(key: key, localizer: localizer)
        return previous
    }
}

/// The localizers of the headers that were read last.
///
/// Each header has one place, by its hash, and a new one takes the place of the old: so nothing has
/// to be counted or thrown out, and what is kept is bounded.
struct NegotiationCache: Sendable {
    private static let places = 256
    private static let maximumHeaderLength = 1024

    /// A localizer, and what it was made for.
    private final class Entry: Sendable {
        let hash: UInt64
        let header: String
        let matching: LanguageMatching
        let localizer: Localizer

        init(_ hash: UInt64, _ header: String, _ matching: LanguageMatching, _ localizer: Localizer)
        {
            self.hash = hash
            self.header = header
            self.matching = matching
            self.localizer = localizer
        }
    }

    private var entries = [Entry?](repeating: nil, count: places)

    /// The hash of a header, or `nil` if it is too long to be kept.
    static func hash(of header: String) -> UInt64? {
        guard header.utf8.count <= maximumHeaderLength else { return nil }
        return KeyHash.hash(header)
    }

    private static func place(of hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash) & (places - 1)
    }

    /// The localizer for a header with a hash.
    func localizer(for header: String, hash: UInt64, _ matching: LanguageMatching) -> Localizer? {
        guard let entry = entries[Self.place(of: hash)], entry.hash == hash,
            entry.header == header, entry.matching.isSame(as: matching)
        else { return nil }
        return entry.localizer
    }

    /// Keeps a localizer, and returns what was in its place.
    ///
    /// Whoever holds a lock drops that after it.
    mutating func insert(
        _ localizer: Localizer,
        for header: String,
        hash: UInt64,
        _ matching: LanguageMatching
    ) -> (any Sendable)? {
        let place = Self.place(of: hash)
        let previous = entries[place]
        entries[place] = Entry(hash, header, matching, localizer)
        return previous
    }
}

import FootingLocks

/// The localizers of the headers that were read last.
///
/// Each header has one place, by its hash, and a new one takes the place of the old: so nothing has
/// to be counted or thrown out, and what is kept is bounded.
final class NegotiationCache: Sendable {
    private struct Entry: Sendable {
        let header: String
        let matching: LanguageMatching
        let localizer: Localizer
    }

    private static let places = 256
    private static let maximumHeaderLength = 1024

    private let entries = Lock([Entry?](repeating: nil, count: places))

    /// The localizer kept for a header, or else the one that `make` makes for it.
    func localizer(
        for header: String,
        _ matching: LanguageMatching,
        make: () -> Localizer
    ) -> Localizer {
        guard header.utf8.count <= Self.maximumHeaderLength else { return make() }
        let hash = unsafe header.withUTF8Bytes { unsafe KeyHash.hash($0, seed: KeyHash.seed) }
        let place = Int(truncatingIfNeeded: hash) & (Self.places - 1)
        let found = entries.withLock { $0[place] }
        // Equal text can have other bytes, and asks for the same.
        if let found, found.header == header, found.matching == matching { return found.localizer }
        let entry = Entry(header: header, matching: matching, localizer: make())
        // What was in the place is dropped when the lock no longer is held.
        _ = entries.withLock { entries in
            let previous = entries[place]
            entries[place] = entry
            return previous
        }
        return entry.localizer
    }
}

import FootingLocks

/// Keeps observations active for as long as the bag lives.
///
/// Releasing the bag ends all its observations. Like its tokens, a bag may be used on any thread.
/// It discards the tokens of ended observations when it needs room for new ones.
public final class ObservationBag: Sendable {
    private struct Contents {
        static let leastRoom = 16
        var tokens: [ObservationToken] = []
        /// The number of tokens at which those of ended observations are discarded.
        var room = Contents.leastRoom
    }

    private let contents = Lock(Contents())

    /// Creates an empty bag.
    public init() {}

    deinit {
        cancel()
    }

    /// Ends all observations in the bag, and empties it.
    ///
    /// The bag can be used again: a token stored in it afterwards is kept, and must be cancelled
    /// again.
    ///
    /// After this returns, no further call of their handlers starts, even if another thread is
    /// cancelling the bag at the same time.
    ///
    /// - Complexity: O(*n*) in the number of observations.
    public func cancel() {
        let (tokens, registrations) = contents.withLock { contents in
            defer { contents = Contents() }
            // Finished under the lock: another thread that cancels then finds the bag empty, and
            // returns.
            return (contents.tokens, contents.tokens.flatMap { $0.finish() })
        }
        for registration in registrations { registration.unlink() }
        withExtendedLifetime(tokens) {}
    }

    func insert(_ token: ObservationToken) {
        let tokens = contents.withLock { contents -> [ObservationToken] in
            contents.tokens.append(token)
            guard contents.tokens.count > contents.room else { return [] }
            contents.room = 2 * contents.tokens.count
            return contents.tokens
        }
        if tokens.isEmpty { return }
        // Checked without the lock: an object that an observation is bound to may lose its last
        // reference meanwhile, and is then released here. The tokens are released here, too.
        let ended = Set(tokens.lazy.filter { !$0.isLive }.map { ObjectIdentifier($0) })
        contents.withLock { contents in
            contents.tokens.removeAll { ended.contains(ObjectIdentifier($0)) }
            contents.room = max(2 * contents.tokens.count, Contents.leastRoom)
        }
        withExtendedLifetime(tokens) {}
    }
}

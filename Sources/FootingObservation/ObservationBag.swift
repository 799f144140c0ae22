import FootingLocks

/// Keeps observations going for as long as the bag lives.
///
/// Releasing the bag ends them all. Like its tokens, a bag may be used on any thread. It lets go of
/// observations that are over when it needs room.
public final class ObservationBag: Sendable {
    private struct Contents {
        static let leastRoom = 16
        var tokens: [ObservationToken] = []
        /// How many tokens there may be before those are dropped that are over.
        var room = Contents.leastRoom
    }

    private let contents = Lock(Contents())

    /// Creates an empty bag.
    public init() {}

    deinit {
        cancel()
    }

    /// Ends all observations in the bag, which is empty then and can be used again.
    ///
    /// When this returns, no further call of their handlers starts, even if another thread is cancelling
    /// the bag just now.
    ///
    /// - Complexity: O(*n*) in the number of observations.
    public func cancel() {
        let cancelled = contents.withLock { contents in
            // All over before the lock is free, since another canceller then finds the bag empty.
            let ended = contents.tokens.map { (token: $0, tickets: $0.finish()) }
            contents = Contents()
            return ended
        }
        for (_, tickets) in cancelled { for ticket in tickets { ticket.unlink() } }
    }

    func insert(_ token: ObservationToken) {
        let dropped = contents.withLock { contents -> [ObservationToken] in
            guard contents.tokens.count >= contents.room else {
                contents.tokens.append(token)
                return []
            }
            let all = contents.tokens
            contents.tokens = all.filter(\.isLive)
            contents.room = max(2 * contents.tokens.count, Contents.leastRoom)
            contents.tokens.append(token)
            return all
        }
        withExtendedLifetime(dropped) {}  // Released here, where no lock is held.
    }
}

import FootingLocks

/// Keeps observations going for as long as the bag lives.
///
/// Releasing the bag ends them all. Like its tokens, a bag may be used on any thread.
public final class ObservationBag: Sendable {
    private let tokens = Lock<[ObservationToken]>([])

    /// Creates an empty bag.
    public init() {}

    deinit {
        cancel()
    }

    /// Ends all observations in the bag, which is empty then and can be used again.
    ///
    /// - Complexity: O(*n*) in the number of observations.
    public func cancel() {
        let cancelled = tokens.withLock { tokens in
            let all = tokens
            tokens = []
            return all
        }
        for token in cancelled { token.cancel() }
    }

    func insert(_ token: ObservationToken) {
        tokens.withLock { $0.append(token) }
    }
}

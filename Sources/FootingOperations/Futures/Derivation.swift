import FootingLocks

/// The futures that another one is made of.
// Unchecked as its superclass is: all that this class adds is behind a lock.
final class Derivation: Origin, @unchecked Sendable {
    /// A future, and the handler that it calls.
    private typealias Source = (future: FutureCore, link: Handler)

    private struct Sources {
        /// Most futures have no other source, so they need no array.
        var first: Source?
        var others: [Source] = []
        /// Whether they go on although the derived future is cancelled.
        var goOn = false

        mutating func takeAll() -> (first: Source?, others: [Source]) {
            defer { (first, others) = (nil, []) }
            return (first, others)
        }
    }

    private let sources = Lock(Sources())

    override var isDerivation: Bool { true }

    override var obstacle: Obstacle {
        .futures(
            sources.withLock { ($0.first.map { [$0] } ?? []) + $0.others }.map(\.future)
        )
    }

    fileprivate func add(_ future: FutureCore, _ link: Handler) {
        sources.withLock { sources in
            if sources.first == nil {
                sources.first = (future, link)
            } else {
                sources.others.append((future, link))
            }
        }
    }

    fileprivate func letSourcesGoOn() {
        sources.withLock { $0.goOn = true }
    }

    private var sourcesGoOn: Bool { sources.withLock { $0.goOn } }

    /// Takes the sources out, and calls `body` with each for which nothing else waits.
    fileprivate func abandonSources(_ body: (FutureCore, Handler) -> Void) {
        let (first, others) = sources.withLock { $0.takeAll() }
        if let first, first.future.remove(first.link) { body(first.future, first.link) }
        for (future, link) in others where future.remove(link) { body(future, link) }
    }

    override func unlinkSources(of derived: FutureCore) {
        abandonSources { future, _ in
            if derived.isCancelled, !sourcesGoOn { future.settleAsCancelled(.requested) }
        }
    }
}

extension FutureCore {
    /// Makes this a future derived from another one, and calls `body` where that is settled, or now if
    /// it is.
    @usableFromInline
    final func follow(_ future: FutureCore, _ body: @escaping @Sendable () -> Void) {
        if future.isSettled { return body() }
        let link = Handler(body)
        derivation.add(future, link)
        if !future.add(link) { body() }
        // It may have been settled meanwhile, by `cancel` or by another source.
        if isSettled { derivation.unlinkSources(of: self) }
    }

    /// The sources of a derived future; made by the thread that makes the future.
    private var derivation: Derivation {
        // Sound: a derived future has no origin but this one.
        if let origin { return unsafe unsafeDowncast(origin, to: Derivation.self) }
        return makeDerivation()
    }

    /// Makes this a derived future, before another thread knows it.
    @discardableResult
    final func makeDerivation() -> Derivation {
        let derivation = Derivation()
        origin = derivation
        return derivation
    }

    /// Lets the sources go on even if this derived future is cancelled.
    final func letSourcesGoOn() { derivation.letSourcesGoOn() }

    /// Settles a derived future as cancelled, after the sources that nothing else waits for.
    ///
    /// In this order: code that goes on when this is settled may wait for a source itself, and must find
    /// that it was cancelled.
    final func cancelWithSources(_ reason: CancellationReason) {
        derivation.abandonSources { future, link in
            // It may have been settled in between, without the link.
            if !future.settleAsCancelled(reason) { link.body() }
        }
        settleAsCancelled(reason)
    }

    /// Adds a link to a derived future.
    ///
    /// - Returns: `false` if this future is settled and its handlers were called.
    fileprivate final func add(_ link: Handler) -> Bool {
        attached.withLock { attached in
            if isSettled, !attached.isDelivering { return false }
            attached.handlers.append(link)
            return true
        }
    }

    /// Removes a link, unless this future is settled.
    ///
    /// - Returns: Whether the future is not settled and nothing waits for it any more.
    fileprivate final func remove(_ link: Handler) -> Bool {
        // Afterwards the list belongs to the thread that calls the handlers.
        !isSettled
            && attached.withLock { attached in
                guard !isSettled else { return false }
                _ = attached.handlers.remove(link)
                return attached.waiters.isEmpty && attached.handlers.isEmpty
                    && attached.dependents.isEmpty
            }
    }
}

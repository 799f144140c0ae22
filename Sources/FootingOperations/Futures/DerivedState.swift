import FootingLocks

/// The state of a future that is made of others.
// Unchecked as its superclass is: all that this class adds is behind a lock.
final class DerivedState<Success: Sendable, Failure: Error>: FutureState<Success, Failure>,
    @unchecked Sendable
{
    private struct Sources {
        /// The futures that this is made of, each with the handler that it calls.
        var links: [(future: FutureCore, link: Handler)] = []
        /// Whether they go on although this is cancelled.
        var goOn = false
    }

    private let sources = Lock(Sources())

    override var isDerived: Bool { true }

    override var obstacle: Obstacle {
        .futures(sources.withLock { $0.links.map(\.future) })
    }

    /// Adds a source, and calls `body` where it is settled, or now if it is.
    func follow(_ future: FutureCore, _ body: @escaping @Sendable () -> Void) {
        if future.isSettled { return body() }
        let link = Handler(body)
        sources.withLock { $0.links.append((future, link)) }
        if !future.add(link) { body() }
        // It may have been settled meanwhile, by `cancel` or by another source.
        if isSettled { unlinkSources() }
    }

    /// Settles with the outcome of one source, while the others go on even if it is a cancellation.
    func settleAlone(_ outcome: Outcome<Success, Failure>) {
        guard !isSettled else { return }
        sources.withLock { $0.goOn = true }
        settle(outcome)
    }

    /// Settles as cancelled, after the sources that nothing else waits for.
    ///
    /// In this order: code that goes on when this is settled may wait for a source itself, and must find
    /// that it was cancelled.
    func cancelWithSources(_ reason: CancellationReason) {
        let links = sources.withLock { sources in
            defer { sources.links = [] }
            return sources.links
        }
        for (future, link) in links where future.remove(link) {
            // It may have been settled in between, without the link.
            if !future.settleAsCancelled(reason) { link.body() }
        }
        settle(.cancelled(reason))
    }

    /// Drops the sources and, if this was cancelled, cancels each for which nothing else waits.
    override func unlinkSources() {
        let (links, goOn) = sources.withLock { sources in
            defer { sources.links = [] }
            return (sources.links, sources.goOn)
        }
        for (future, link) in links where future.remove(link) && isCancelled && !goOn {
            future.settleAsCancelled(.requested)
        }
    }
}

extension FutureCore {
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
        attached.withLock { attached in
            // Afterwards the list belongs to the thread that calls the handlers.
            guard !isSettled else { return false }
            _ = attached.handlers.remove(link)
            return attached.waiters.isEmpty && attached.handlers.isEmpty
                && attached.dependents.isEmpty
        }
    }
}

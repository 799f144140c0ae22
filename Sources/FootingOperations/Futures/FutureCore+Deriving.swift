import FootingLocks
import FootingWaiting

extension FutureCore {
    /// Derives this future from another one.
    ///
    /// Calls `body` where the source is settled, or immediately if it already is.
    ///
    /// - Returns: Whether `body` will be called later.
    @discardableResult
    @usableFromInline
    final func follow(
        _ source: FutureCore,
        _ body: consuming @escaping @Sendable () -> Void
    ) -> Bool {
        if source.isSettled {
            body()
            return false
        }
        let link = Link(to: source, body)
        attached.withLock { attached in
            if let first = attached.firstLink {
                first.others.append(link)
            } else {
                attached.firstLink = link
            }
        }
        let isPending = source.attached.withLock { attached in
            // Otherwise, a thread runs the handlers, or will.
            if source.isSettled, !source.handlersAreClaimed { return false }
            unsafe attached.handlers.append(.passRetained(link))
            return true
        }
        if !isPending { link.body() }
        // This future may have been settled meanwhile, by `cancel` or by another source.
        if isSettled { leaveSources() }
        return isPending
    }

    /// Derives this future from another one by a `body` that calls foreign code.
    ///
    /// Behaves like ``follow(_:_:)``, but if too many nested calls are under way on this thread,
    /// calls `body` before the outermost one returns.
    @usableFromInline
    final func transform(
        _ source: FutureCore,
        _ body: consuming @escaping @Sendable () -> Void
    ) {
        guard source.isSettled else {
            follow(source, body)
            return
        }
        let thread = ThreadWork.current
        if thread.nest(body) { return }
        let link = Link(to: source, body)
        attached.withLock { $0.firstLink = link }
        thread.perform((self, .transform))
    }

    /// The remaining sources of this derived future.
    final var sources: [FutureCore] {
        attached.withLock { attached in
            attached.firstLink.map { [$0.source] + $0.others.map(\.source) } ?? []
        }
    }

    /// Leaves the sources of a settled derived future.
    ///
    /// If it was cancelled, cancels each source that has no other waiters, unless the sources are
    /// to continue.
    final func leaveSources() {
        let keeps = !isCancelled || status.contains(.keepsSources)
        leaveSources(cancelling: keeps ? nil : .requested)
    }

    /// Leaves the sources, and given a reason, cancels those that have no other waiters.
    final func leaveSources(cancelling reason: CancellationReason?) {
        // Once taken, the links are not reachable from other threads.
        guard let first = attached.withLock({ $0.firstLink.take() }) else { return }
        first.source.leave(first, cancelling: reason)
        for link in first.others { link.source.leave(link, cancelling: reason) }
    }

    /// Removes a link, unless this future is settled.
    ///
    /// Given a reason, also cancels this future if nothing else waits for it.
    private func leave(_ link: Link, cancelling reason: CancellationReason?) {
        if isSettled { return }
        if let reason {
            settleAsCancelled(reason, without: link)
        } else {
            attached.withLock { attached in
                // Once settled, the list belongs to the thread that calls the handlers.
                if !isSettled { attached.handlers.discard(link) }
            }
        }
    }
}

extension FutureState {
    /// Returns a separate future for one of the callers that share this one, or `nil` if it is
    /// settled.
    ///
    /// When all of these futures have been cancelled, this one is cancelled too, and can no longer
    /// be joined.
    func join() -> Future<Success, Failure>? {
        if isSettled { return nil }
        let derived = FutureState()
        return derived.follow(self) { derived.settle(self.outcome) } ? Future(state: derived) : nil
    }
}

import FootingLocks

extension FutureCore {
    /// Makes this a future derived from another one, and calls `body` where that is settled, or now if
    /// it is.
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
        let isPending = source.add(link)
        if !isPending { link.body() }
        // It may have been settled meanwhile, by `cancel` or by another source.
        if isSettled { leaveSources() }
        return isPending
    }

    /// The futures from which this is derived and that it has not left.
    final var sources: [FutureCore] {
        attached.withLock { attached in
            attached.firstLink.map { [$0.source] + $0.others.map(\.source) } ?? []
        }
    }

    /// Leaves the sources of a derived future that is settled, and cancels those that nothing else waits for
    /// if it was cancelled, unless they are to go on.
    final func leaveSources() {
        let goOn = !isCancelled || status.contains(.sourcesGoOn)
        leaveSources(cancelling: goOn ? nil : .requested)
    }

    /// Settles a derived future as cancelled, after the sources that nothing else waits for.
    ///
    /// In this order: code that goes on when this is settled may wait for a source itself, and must find
    /// that it was cancelled.
    final func cancelWithSources(_ reason: CancellationReason) {
        leaveSources(cancelling: reason)
        settleAsCancelled(reason)
    }

    private func leaveSources(cancelling reason: CancellationReason?) {
        // Afterwards no other thread finds the links.
        guard let first = attached.withLock({ $0.firstLink.take() }) else { return }
        first.source.leave(first, cancelling: reason)
        for link in first.others { link.source.leave(link, cancelling: reason) }
    }

    /// Adds a link to a derived future.
    ///
    /// - Returns: `false` if this future is settled and its handlers were called.
    private func add(_ link: Link) -> Bool {
        attached.withLock { attached in
            if isSettled, !isDelivering { return false }
            unsafe attached.handlers.append(.passRetained(link))
            return true
        }
    }

    /// Removes a link, unless this future is settled, and cancels this if there is a reason and nothing else
    /// waits for it.
    private func leave(_ link: Link, cancelling reason: CancellationReason?) {
        if isSettled { return }
        if let reason {
            settleAsCancelled(reason, without: link)
        } else {
            attached.withLock { attached in
                // Afterwards the list belongs to the thread that calls the handlers.
                if !isSettled { attached.remove(link) }
            }
        }
    }
}

extension FutureState {
    /// Returns a future for one of those who share this one, or `nil` if this is settled.
    ///
    /// When all of these futures have been cancelled, so is this one, and nobody can join it any more.
    func join() -> Future<Success, Failure>? {
        if isSettled { return nil }
        let derived = FutureState()
        return derived.follow(self) { derived.settle(self.outcome) } ? Future(derived) : nil
    }
}

extension Attached {
    /// Removes a link that someone else holds, too.
    mutating func remove(_ link: Link) {
        unsafe handlers.remove(link)?.release()
    }

    /// Whether nothing waits for the future.
    var isEmpty: Bool { waiters.isEmpty && handlers.isEmpty && dependents.isEmpty }
}

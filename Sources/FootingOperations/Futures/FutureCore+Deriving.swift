import FootingLocks

extension FutureCore {
    /// Makes this a future derived from another one, and calls `body` where that is settled, or now if
    /// it is.
    @usableFromInline
    final func follow(_ source: FutureCore, _ body: consuming @escaping @Sendable () -> Void) {
        if source.isSettled { return body() }
        let link = Link(to: source, body)
        attached.withLock { attached in
            if let first = attached.firstLink {
                first.others.append(link)
            } else {
                attached.firstLink = link
            }
        }
        if !source.add(link) { link.body() }
        // It may have been settled meanwhile, by `cancel` or by another source.
        if isSettled { leaveSources() }
    }

    /// The futures from which this is derived and that it has not left.
    final var sources: [FutureCore] {
        attached.withLock { attached in
            attached.firstLink.map { [$0.source] + $0.others.map(\.source) } ?? []
        }
    }

    /// Takes the links out, and calls `body` with each whose source nothing else waits for.
    private func abandonSources(_ body: (Link) -> Void) {
        guard let first = attached.withLock({ $0.firstLink.take() }) else { return }
        // No other thread finds them any more.
        if first.source.remove(first) { body(first) }
        for link in first.others where link.source.remove(link) { body(link) }
    }

    /// Leaves the sources of a derived future that is settled, and cancels those that nothing else waits for
    /// if it was cancelled, unless they are to go on.
    final func leaveLinkedSources() {
        abandonSources { link in
            if isCancelled, !status.contains(.sourcesGoOn) {
                link.source.settleAsCancelled(.requested)
            }
        }
    }

    /// Settles a derived future as cancelled, after the sources that nothing else waits for.
    ///
    /// In this order: code that goes on when this is settled may wait for a source itself, and must find
    /// that it was cancelled.
    final func cancelWithSources(_ reason: CancellationReason) {
        abandonSources { link in
            // It may have been settled in between, without the link.
            if !link.source.settleAsCancelled(reason) { link.body() }
        }
        settleAsCancelled(reason)
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

    /// Removes a link, unless this future is settled.
    ///
    /// - Returns: Whether the future is not settled and nothing waits for it any more.
    private func remove(_ link: Link) -> Bool {
        // Afterwards the list belongs to the thread that calls the handlers.
        !isSettled
            && attached.withLock { attached in
                guard !isSettled else { return false }
                // Not the last reference: the caller has one.
                unsafe attached.handlers.remove(link)?.release()
                return attached.waiters.isEmpty && attached.handlers.isEmpty
                    && attached.dependents.isEmpty
            }
    }
}

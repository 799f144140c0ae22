import Dispatch
import FootingLocks
import FootingWaiting

extension FutureCore {
    /// Blocks until the future is settled or the time is up.
    ///
    /// - Returns: If the wait would never finish, the names for ``FutureError/wouldDeadlock(_:)``.
    @usableFromInline
    final func wait(_ timeout: Duration?, canBeRefused: Bool = true) -> [String]? {
        if isSettled { return nil }
        if let timeout, timeout <= .zero { return nil }
        let deadline = DispatchTime(after: timeout)
        let thread = ThreadWork.existing
        // Handlers that this thread has deferred might settle this future.
        thread?.performDeferred()
        let queue = unsafe thread?.queue
        if let thread, let queue, timeout == nil, self.queue === queue, !thread.isStackNearlyUsed,
            queue.runWithin(thread, self)
        {
            return nil
        }
        if spin(until: isSettled) { return nil }
        // A blocked worker lends its slot to another job.
        var isLent = false
        defer { if isLent, let thread { queue?.reclaimSlot(thread) } }
        let slot = queue.map { WaitGraph.LentSlot($0, isForAnyJob: $0.width > 1) }
        let result = block(
            until: deadline,
            for: self,
            canBeRefused: canBeRefused,
            lending: slot
        ) { needed in
            guard let thread, let queue else { return nil }
            if queue.width > 1 || timeout == nil && !needed.isEmpty {
                isLent = queue.lend(thread, to: needed.compactMap { $0 as? FutureCore })
            }
            if isLent || needed.isEmpty { return nil }
            return [thread.job, self].compactMap { $0?.title }
        }
        return if case .wouldDeadlock(let names) = result { names } else { nil }
    }

    final func add(_ waiter: Waiter) -> Bool {
        attached.withLock { attached in
            if isSettled { return false }
            unsafe attached.waiters.append(.passRetained(waiter))
            return true
        }
    }

    final func remove(_ waiter: Waiter) -> Bool {
        attached.withLock { attached in
            // Once settled, the list belongs to the thread that wakes the waiters.
            !isSettled && attached.waiters.discard(waiter)
        }
    }
}

import Dispatch
import FootingLocks

extension FutureCore {
    /// Blocks until the future is settled or the time is up.
    ///
    /// - Returns: If the wait would never end, the names for ``FutureError/wouldDeadlock(_:)``.
    @usableFromInline
    final func wait(_ timeout: Duration?) -> [String]? {
        if isSettled { return nil }
        if let timeout, timeout <= .zero { return nil }
        let deadline = DispatchTime(after: timeout)
        let thread = ThreadRecord.existing
        // Handlers that this thread has deferred might settle this future.
        thread?.performDeferred()
        guard let thread, let queue = unsafe thread.queue else {
            sleep(until: deadline)
            return nil
        }
        if timeout == nil, home === queue, !thread.isStackNearlyUsed,
            queue.runWithin(thread, self)
        {
            return nil
        }
        return sleep(on: thread, of: queue, runningNeeded: timeout == nil, until: deadline)
    }

    /// Blocks a worker, and lends its slot to another job meanwhile.
    private func sleep(
        on thread: ThreadRecord,
        of queue: QueueCore,
        runningNeeded: Bool,
        until deadline: DispatchTime
    ) -> [String]? {
        if spin() { return nil }
        switch WaitGraph.enter(thread, waitingFor: self) {
        case .circle(let names):
            return isSettled ? nil : names
        case .blocks(let needed):
            defer { WaitGraph.leave(thread) }
            let isLent =
                (queue.width > 1 || runningNeeded && !needed.isEmpty) && queue.lend(to: needed)
            guard isLent || needed.isEmpty else {
                return [thread.job, self].compactMap { $0?.title }
            }
            defer { if isLent { queue.takeBack() } }
            sleep(until: deadline)
            return nil
        }
    }

    /// Checks repeatedly for about a microsecond, which is shorter than blocking and waking.
    private func spin() -> Bool {
        for _ in 0..<spinRounds where isSettled { return true }
        return false
    }

    private func sleep(until deadline: DispatchTime) {
        if spin() { return }
        let semaphore = DispatchSemaphore(value: 0)
        let waiter = Waiter(sleepingOn: semaphore)
        let isListed = attached.withLock { attached in
            if isSettled { return false }
            unsafe attached.waiters.append(.passRetained(waiter))
            return true
        }
        guard isListed, semaphore.wait(timeout: deadline) == .timedOut else { return }
        // If the future was settled at the last moment, the settling thread owns the list, and its
        // signal is ignored.
        _ = stopWaiting(waiter)
    }

    /// Suspends this task until the future is settled, the time is up or, if `untilCancelled`, this
    /// task is cancelled.
    final func settlement(
        within timeout: Duration?,
        untilCancelled: Bool,
        onCancel cancel: @escaping @Sendable () -> Void
    ) async {
        if let timeout, timeout <= .zero {
            // A cancelled task cancels the work even if it does not wait.
            if !untilCancelled, Task.isCancelled { cancel() }
            return
        }
        let waiter = Waiter()
        let timer = timeout.map { Timer(after: $0) { self.wake(waiter) } }
        await withTaskCancellationHandler {
            // Checked, because the thread sanitizer reports false races in the unchecked one.
            await withCheckedContinuation { continuation in
                // This order is needed: the cancellation handler may have run before the waiter was
                // listed. If so, the task's cancellation flag is already set.
                let isListed = attached.withLock { attached in
                    if isSettled || untilCancelled && Task.isCancelled { return false }
                    waiter.suspend(continuation)
                    unsafe attached.waiters.append(.passRetained(waiter))
                    return true
                }
                if isListed { timer?.start() } else { continuation.resume() }
            }
        } onCancel: {
            // The runtime holds the task's lock here: no foreign code may run.
            if untilCancelled { wake(waiter) } else { cancel() }
        }
        timer?.cancel()
    }

    /// Wakes one waiter before the future is settled.
    private func wake(_ waiter: Waiter) {
        if stopWaiting(waiter) { waiter.wake() }
    }

    /// Whether any thread or task is waiting; used by tests.
    final var hasWaiters: Bool {
        attached.withLock { !$0.waiters.isEmpty }
    }

    /// The number of futures that share this one; used by tests.
    final var joinedCount: Int {
        attached.withLock { $0.handlers.entries.count }
    }

    /// Removes a waiter from the list, unless the settling thread has taken them all.
    private func stopWaiting(_ waiter: Waiter) -> Bool {
        attached.withLock { attached in
            guard !isSettled, let entry = unsafe attached.waiters.remove(waiter) else {
                return false
            }
            unsafe entry.release()
            return true
        }
    }
}

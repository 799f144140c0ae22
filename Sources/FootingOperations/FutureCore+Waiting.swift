import Dispatch
import FootingLocks

/// How a wait that blocks ended.
@usableFromInline
enum WaitEnd: Sendable {
    case settled, timedOut, wouldDeadlock
}

extension FutureCore {
    /// Blocks until settled, or until the time is up.
    @usableFromInline
    final func wait(_ timeout: Duration?) -> WaitEnd {
        if isSettled { return .settled }
        if let timeout, timeout <= .zero { return .timedOut }
        let deadline = DispatchTime(after: timeout)

        if let thread = ThreadRecord.existing {
            // Handlers that this thread has put off might be what settles this future.
            thread.performDeferred()
            if thread.isRunning(self) { return isSettled ? .settled : .wouldDeadlock }
            if let queue = thread.queue, queue == home, runIfUnstarted(on: thread) {
                return .settled
            }
        }
        return spin() ? .settled : sleep(until: deadline)
    }

    /// Looks again and again for about a microsecond: shorter than it takes to sleep and wake.
    private func spin() -> Bool {
        for _ in 0..<spinRounds where isSettled { return true }
        return false
    }

    private func sleep(until deadline: DispatchTime) -> WaitEnd {
        let semaphore = DispatchSemaphore(value: 0)
        let waiter = Waiter(sleepingOn: semaphore)
        let isListed = attached.withLock { attached in
            if isSettled { return false }
            attached.waiters.append(waiter)
            return true
        }
        guard isListed, semaphore.wait(timeout: deadline) == .timedOut else { return .settled }
        // Settled in the last moment: the list is gone, and somebody signals a semaphore in vain.
        return stopWaiting(waiter) ? .timedOut : .settled
    }

    /// Waits until settled, or, if `untilCancelled`, until this task is cancelled.
    final func settlement(
        untilCancelled: Bool,
        onCancel cancel: @escaping @Sendable () -> Void
    ) async {
        let waiter = Waiter(sleepingOn: nil)
        await withTaskCancellationHandler {
            await unsafe withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
                // In this order: the cancellation handler may have run before we were listed. It ran
                // after the task's flag was set, so the flag tells.
                let isListed = attached.withLock { attached in
                    if isSettled || untilCancelled && Task.isCancelled { return false }
                    unsafe waiter.suspend(continuation)
                    attached.waiters.append(waiter)
                    return true
                }
                if !isListed { unsafe continuation.resume() }
            }
        } onCancel: {
            // The runtime holds the task's lock: nothing foreign may run here.
            if untilCancelled {
                if stopWaiting(waiter) { waiter.wake() }
            } else {
                cancel()
            }
        }
    }

    /// Whether anybody is in the list; tests ask.
    final var hasWaiters: Bool {
        attached.withLock { !$0.waiters.isEmpty }
    }

    /// Takes a waiter out of the list, unless the settling thread has taken them all.
    private func stopWaiting(_ waiter: Waiter) -> Bool {
        attached.withLock { attached in
            isSettled ? false : attached.waiters.remove(waiter)
        }
    }
}

extension DispatchTime {
    /// The moment that is `duration` from now; `nil`, and what is beyond sixty years, never comes.
    fileprivate init(after duration: Duration?) {
        guard let (seconds, attoseconds) = duration?.components, seconds < 2_000_000_000 else {
            self = .distantFuture
            return
        }
        // Rounded up: a wait may be a nanosecond long, but never a fraction too short.
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000) + 1
        self = .now() + .nanoseconds(nanoseconds)
    }
}

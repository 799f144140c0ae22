package import Dispatch

/// Something that is settled once, and that threads and tasks can wait for.
package protocol Settling: AnyObject, Sendable {
    /// Whether no more waiters can be added.
    var isSettled: Bool { get }

    /// Adds a waiter, which is woken when this is settled.
    ///
    /// - Returns: Whether the waiter was added. It is not added if this is already settled.
    func add(_ waiter: Waiter) -> Bool

    /// Removes a waiter whose wait is over, so that the settlement does not wake it.
    ///
    /// - Returns: Whether the waiter was removed; if not, it has been woken or is about to be.
    func remove(_ waiter: Waiter) -> Bool
}

/// The result of a blocking wait.
package enum WaitResult: Sendable {
    case settled
    case timedOut
    /// The wait was refused because of this cycle.
    case wouldDeadlock([String])
}

extension Settling {
    /// Blocks until this is settled, until `deadline`, or until the wait is refused because of a
    /// cycle.
    ///
    /// - Parameters:
    ///   - deadline: The latest time at which the wait stops.
    ///   - target: The target in the graph of waits; `nil` if it can't be part of a cycle.
    ///   - canBeRefused: Whether the wait may be refused to break a cycle.
    ///   - cancelsWhenAbandoned: See ``Waiter/cancelsWhenAbandoned``.
    ///   - slot: The slot that the calling job lends while it is blocked.
    ///   - prepare: Called before the thread blocks, with the jobs that need the slot, unless the
    ///     wait is refused. If it returns names, the wait is refused with these.
    /// - Returns: The result of the wait.
    package func block(
        until deadline: DispatchTime,
        for target: (any WaitTarget)?,
        canBeRefused: Bool = true,
        cancelsWhenAbandoned: Bool = false,
        lending slot: WaitGraph.LentSlot? = nil,
        after prepare: ([any WaitTarget]) -> [String]? = { _ in nil }
    ) -> WaitResult {
        let waiter = Waiter(
            for: self,
            canBeRefused: canBeRefused,
            cancelsWhenAbandoned: cancelsWhenAbandoned
        )
        defer { waiter.returnSemaphore() }
        guard add(waiter) else { return .settled }
        var number: Int?
        var needed: [any WaitTarget] = []
        if let target {
            switch WaitGraph.enter(target, from: CurrentPlace(), waiter, lending: slot) {
            case .entered(let recorded, let jobs): (number, needed) = (recorded, jobs)
            case .refused(let names): return waiter.abandon(nil) ? .wouldDeadlock(names) : .settled
            }
        }
        defer { if let number { WaitGraph.leave(number) } }
        if let names = prepare(needed) {
            return waiter.abandon(number) ? .wouldDeadlock(names) : .settled
        }
        return waiter.block(until: deadline, as: number)
    }

    /// Suspends until this is settled, until the time is up, or until the task is cancelled.
    ///
    /// - Parameters:
    ///   - timeout: The maximum time to wait; `nil` sets no limit, zero or less does not wait.
    ///   - untilCancelled: Whether a cancelled task stops waiting.
    ///   - cancel: Called when the task is cancelled, unless `untilCancelled`. The runtime holds
    ///     the task's lock then, so this must not run foreign code.
    package func suspend(
        within timeout: Duration? = nil,
        untilCancelled: Bool = false,
        onCancel cancel: @escaping @Sendable () -> Void = {}
    ) async {
        if let timeout, timeout <= .zero {
            // A cancelled task cancels even if it does not wait.
            if !untilCancelled, Task.isCancelled { cancel() }
            return
        }
        let waiter = Waiter()
        let timer = timeout.map { Timer(after: $0) { self.wakeEarly(waiter) } }
        await withTaskCancellationHandler {
            // Checked, because the thread sanitizer reports false races in the unchecked one.
            await withCheckedContinuation { continuation in
                waiter.continuation = continuation
                guard add(waiter) else { return continuation.resume() }
                // A cancellation before the waiter was added found nothing to remove.
                if untilCancelled, Task.isCancelled { wakeEarly(waiter) }
                timer?.start()
            }
        } onCancel: {
            if untilCancelled { wakeEarly(waiter) } else { cancel() }
        }
        timer?.cancel()
    }

    private func wakeEarly(_ waiter: Waiter) {
        if remove(waiter) { waiter.wake() }
    }
}

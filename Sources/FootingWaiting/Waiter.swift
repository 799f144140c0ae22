package import Dispatch

/// A thread or a task that waits until something is settled.
///
/// It waits for as long as it is in the list of its object. The settlement, the deadline, a
/// cancellation and a cycle of waits compete to remove it from that list.
// Unchecked: `links` and `continuation` are set before the waiter is in a list, then guarded by the
// lock of the list, and belong to the thread that removed the waiter afterwards; `cycle` is set
// before the signal that the waiter waits for.
@safe
package final class Waiter: ListEntry, @unchecked Sendable {
    @safe @exclusivity(unchecked) package var links = ListLinks()
    /// Whether a time-out or a refusal of the wait cancels its object.
    ///
    /// If the object's work has begun, such a wait continues until the object is settled.
    package let cancelsWhenAbandoned: Bool
    /// Whether the wait may be refused to break a cycle that another wait completes.
    let canBeRefused: Bool
    /// The object that a thread waits for; `nil` for a task.
    private let settling: (any Settling)?
    private let semaphore: DispatchSemaphore?
    fileprivate var continuation: CheckedContinuation<Void, Never>?
    private var cycle: [String]?

    /// Creates the waiter of the calling thread, which must then call ``returnSemaphore()``.
    ///
    /// Without an object, creates the waiter of a task.
    fileprivate init(
        for settling: (any Settling)? = nil,
        canBeRefused: Bool = false,
        cancelsWhenAbandoned: Bool = false
    ) {
        self.settling = settling
        self.canBeRefused = canBeRefused
        self.cancelsWhenAbandoned = cancelsWhenAbandoned
        semaphore = settling == nil ? nil : ThreadRecord.current.claimSemaphore()
    }

    /// Whether the object of the wait is settled, so that the thread is about to continue.
    var isOver: Bool { settling?.isSettled == true }

    /// Resumes the thread or the task; called once, after the waiter was removed from its list.
    package func wake() {
        semaphore?.signal()
        continuation?.resume()
    }

    /// Stops the wait because it is part of a cycle, if it can be refused.
    ///
    /// - Returns: Whether the wait is over.
    func refuse(_ cycle: [String]) -> Bool {
        guard canBeRefused, let settling else { return false }
        guard settling.remove(self) else { return settling.isSettled }
        self.cycle = cycle
        semaphore?.signal()
        return true
    }

    /// Blocks the calling thread until another thread wakes the waiter, or until `deadline`.
    fileprivate func block(until deadline: DispatchTime, as number: Int?) -> WaitResult {
        if semaphore?.wait(timeout: deadline) == .timedOut, abandon(number) { return .timedOut }
        return cycle.map(WaitResult.wouldDeadlock) ?? .settled
    }

    /// Stops the wait, unless another thread is waking the waiter or the wait must continue.
    ///
    /// - Returns: Whether the wait was stopped; if not, it has finished.
    fileprivate func abandon(_ number: Int?) -> Bool {
        guard let settling else { return false }
        // One atomic step: a wait that is over must not be found in a cycle.
        let isOver =
            number.map { WaitGraph.leave($0) { settling.remove(self) } } ?? settling.remove(self)
        if !isOver { semaphore?.wait() }
        return isOver
    }

    fileprivate func returnSemaphore() {
        if let semaphore { ThreadRecord.current.returnSemaphore(semaphore) }
    }
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

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

/// The end of a blocking wait.
package enum WaitEnd: Sendable {
    case settled
    case timedOut
    /// The wait was refused because of this circle.
    case wouldDeadlock([String])
}

extension Settling {
    /// Blocks until this is settled, until `deadline`, or until the wait is refused because of a
    /// circle.
    ///
    /// - Parameters:
    ///   - deadline: The time at which the wait ends in any case.
    ///   - target: The target in the graph of waits; `nil` if it can't be part of a circle.
    ///   - canBeRefused: Whether the wait may be refused to break a circle.
    ///   - withdraws: Whether the waiter's early end cancels what it waits for; see
    ///     ``Waiter/withdraws``.
    ///   - loan: The slot that the calling job lends while it is blocked.
    ///   - prepare: Called before the thread blocks, with the jobs that need the loan, unless the
    ///     wait is refused. If it returns names, the wait is refused with these.
    /// - Returns: The end of the wait.
    package func block(
        until deadline: DispatchTime,
        for target: (any WaitTarget)?,
        canBeRefused: Bool = true,
        withdraws: Bool = false,
        lending loan: WaitGraph.Loan? = nil,
        after prepare: ([any WaitTarget]) -> [String]? = { _ in nil }
    ) -> WaitEnd {
        let waiter = Waiter(for: self, canBeRefused: canBeRefused, withdraws: withdraws)
        defer { waiter.giveBack() }
        guard add(waiter) else { return .settled }
        var number: Int?
        var needed: [any WaitTarget] = []
        if let target {
            switch WaitGraph.enter(target, from: CurrentPlace(), waiter, lending: loan) {
            case .unrecorded: break
            case .recorded(let recorded, let jobs): (number, needed) = (recorded, jobs)
            case .refused(let names): return waiter.abandon(nil) ? .wouldDeadlock(names) : .settled
            }
        }
        defer { if let number { WaitGraph.leave(number) } }
        if let names = prepare(needed) {
            return waiter.abandon(number) ? .wouldDeadlock(names) : .settled
        }
        return waiter.block(until: deadline, as: number)
    }

    /// Suspends until this is settled, the time is up or, if `untilCancelled`, the task is
    /// cancelled.
    ///
    /// - Parameters:
    ///   - timeout: The maximum time to wait; `nil` sets no limit, zero or less does not wait.
    ///   - untilCancelled: Whether a cancelled task stops waiting.
    ///   - cancel: Called when the task is cancelled, unless that ends the wait. The runtime holds
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
                waiter.suspend(continuation)
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

/// A thread or a task that waits until something is settled.
///
/// It waits for as long as it is in the list of what it waits for. The settlement, the deadline, a
/// cancellation and a circle of waits compete to remove it from there.
// Unchecked: `links` and `continuation` are set before the waiter is in a list, then guarded by the
// lock of the list, and belong to the thread that removed the waiter afterwards; `circle` is set
// before the signal that the waiter waits for.
@safe
package final class Waiter: ListEntry, @unchecked Sendable {
    package var links = ListLinks()
    /// Whether an early end of the wait cancels its object.
    ///
    /// If the object's work has begun, the wait can't end early.
    package let withdraws: Bool
    /// Whether the wait may be refused to break a circle that another wait completes.
    let canBeRefused: Bool
    /// The object that a thread waits for; `nil` for a task.
    private let settling: (any Settling)?
    private let semaphore: DispatchSemaphore?
    private var continuation: CheckedContinuation<Void, Never>?
    private var circle: [String]?

    /// Creates the waiter of the calling thread, which must then call ``giveBack()``.
    fileprivate init(for settling: any Settling, canBeRefused: Bool, withdraws: Bool) {
        self.settling = settling
        self.canBeRefused = canBeRefused
        self.withdraws = withdraws
        semaphore = ThreadRecord.current.takeSemaphore()
    }

    /// Creates the waiter of a task.
    fileprivate init() {
        settling = nil
        canBeRefused = false
        withdraws = false
        semaphore = nil
    }

    fileprivate func suspend(_ continuation: CheckedContinuation<Void, Never>) {
        self.continuation = continuation
    }

    /// Whether the wait is about to end, since what it waits for is settled.
    var isOver: Bool { settling?.isSettled == true }

    /// Ends the wait; called once, by the code that has removed the waiter from its list.
    package func wake() {
        semaphore?.signal()
        continuation?.resume()
    }

    /// Ends the wait because it is part of a circle, if it can be refused.
    ///
    /// - Returns: Whether the wait is over.
    func refuse(_ circle: [String]) -> Bool {
        guard canBeRefused, let settling else { return false }
        guard settling.remove(self) else { return settling.isSettled }
        self.circle = circle
        semaphore?.signal()
        return true
    }

    /// Blocks the calling thread until the wait ends.
    fileprivate func block(until deadline: DispatchTime, as number: Int?) -> WaitEnd {
        if semaphore?.wait(timeout: deadline) == .timedOut, abandon(number) { return .timedOut }
        return circle.map(WaitEnd.wouldDeadlock) ?? .settled
    }

    /// Ends the wait early, unless it ends at this moment or must not end.
    fileprivate func abandon(_ number: Int?) -> Bool {
        guard let settling else { return false }
        // One atomic step: a wait that is over must not be found in a circle.
        let isOver =
            number.map { WaitGraph.leave($0) { settling.remove(self) } } ?? settling.remove(self)
        if !isOver { semaphore?.wait() }
        return isOver
    }

    fileprivate func giveBack() {
        if let semaphore { ThreadRecord.current.giveBack(semaphore) }
    }
}

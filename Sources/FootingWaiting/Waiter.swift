import Dispatch

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
    var continuation: CheckedContinuation<Void, Never>?
    private var cycle: [String]?

    /// Creates the waiter of the calling thread, which must then call ``returnSemaphore()``.
    ///
    /// Without an object, creates the waiter of a task.
    init(
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
    func block(until deadline: DispatchTime, as number: Int?) -> WaitResult {
        if semaphore?.wait(timeout: deadline) == .timedOut, abandon(number) { return .timedOut }
        return cycle.map(WaitResult.wouldDeadlock) ?? .settled
    }

    /// Stops the wait, unless another thread is waking the waiter or the wait must continue.
    ///
    /// - Returns: Whether the wait was stopped; if not, it has finished.
    func abandon(_ number: Int?) -> Bool {
        guard let settling else { return false }
        // One atomic step: a wait that is over must not be found in a cycle.
        let isOver =
            number.map { WaitGraph.leave($0) { settling.remove(self) } } ?? settling.remove(self)
        if !isOver { semaphore?.wait() }
        return isOver
    }

    func returnSemaphore() {
        if let semaphore { ThreadRecord.current.returnSemaphore(semaphore) }
    }
}

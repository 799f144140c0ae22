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

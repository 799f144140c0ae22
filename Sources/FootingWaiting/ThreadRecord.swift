package import Dispatch

/// The facts about one thread that its waits need, changed only by that thread.
// Unchecked: other threads only compare references to a record. Its variables belong to its thread,
// and each access is a plain read or assignment, so none needs an exclusivity check.
@safe
package final class ThreadRecord: @unchecked Sendable {
    private static let slot = ThreadSlot { ThreadRecord() }

    /// The record of this thread, if it has one.
    package static var existing: ThreadRecord? { slot.existing }

    /// The record of this thread, created on first use.
    package static var current: ThreadRecord { slot.current }

    /// The record of this thread, created on first use, without a retain.
    ///
    /// The reference is valid until the thread stops.
    static var reference: Unmanaged<ThreadRecord> {
        unsafe slot.reference ?? .passUnretained(current)
    }

    /// The innermost place that the thread entered and will leave.
    @safe @exclusivity(unchecked) package var place: ThreadPlace?
    /// The place of all code of the thread, until the thread ends.
    @safe @exclusivity(unchecked) package var home: ThreadPlace?

    /// The targets that the thread will settle before its current call returns, the innermost last.
    ///
    /// Safe: the code that settles each retains it for that time.
    @safe @exclusivity(unchecked) package var held: [Unmanaged<AnyObject>] = unsafe []

    /// Whether other threads may be waiting for this one.
    var isAwaited: Bool {
        if place != nil || home != nil { return true }
        return unsafe !held.isEmpty
    }

    /// The semaphore that wakes the thread; `nil` while a wait uses it.
    @safe @exclusivity(unchecked) private var idleSemaphore: DispatchSemaphore?

    /// The targets that the thread will settle, the innermost last.
    package var heldTargets: [any WaitTarget] {
        unsafe held.compactMap { unsafe $0.takeUnretainedValue() as? any WaitTarget }
    }

    /// Takes the semaphore for a wait.
    ///
    /// While a destination accepts a call, it may itself wait, and then uses another semaphore.
    package func claimSemaphore() -> DispatchSemaphore {
        idleSemaphore.take() ?? DispatchSemaphore(value: 0)
    }

    /// Returns the semaphore; each of its signals must have been waited for.
    package func returnSemaphore(_ semaphore: DispatchSemaphore) {
        idleSemaphore = semaphore
    }
}

import Dispatch

/// One thread or task that waits for a future.
// Unchecked because of its links and its continuation. Both belong to the future's lock as long as
// the waiter is in the list; whoever takes it out of the list, and only that one, wakes it.
@safe
final class Waiter: @unchecked Sendable {
    private let semaphore: DispatchSemaphore?
    private var continuation: UnsafeContinuation<Void, Never>?

    fileprivate(set) var isListed = false
    fileprivate var next: Waiter?
    fileprivate unowned(unsafe) var previous: Waiter?

    init(sleepingOn semaphore: DispatchSemaphore?) {
        self.semaphore = semaphore
    }

    /// Says how a task is woken.
    ///
    /// Called with the lock held, just before the waiter is listed.
    func suspend(_ continuation: UnsafeContinuation<Void, Never>) {
        unsafe self.continuation = continuation
    }

    func wake() {
        semaphore?.signal()
        if let continuation = unsafe continuation { unsafe continuation.resume() }
    }
}

/// The waiters of one future, in the order in which they came.
///
/// A list through the waiters themselves: to come, to leave early and to be the first cost the same.
struct WaiterList: Sendable {
    private var first: Waiter?
    private var last: Waiter?

    var isEmpty: Bool { first == nil }

    mutating func append(_ waiter: Waiter) {
        waiter.isListed = true
        unsafe waiter.previous = last
        if let last { last.next = waiter } else { first = waiter }
        last = waiter
    }

    /// Takes out one waiter, if it is in the list.
    mutating func remove(_ waiter: Waiter) -> Bool {
        guard waiter.isListed else { return false }
        waiter.isListed = false
        // Sound: a listed waiter's predecessor is listed too, and the list holds it.
        let previous = unsafe waiter.previous
        if let next = waiter.next { unsafe next.previous = previous } else { last = previous }
        if let previous { previous.next = waiter.next } else { first = waiter.next }
        waiter.next = nil
        unsafe waiter.previous = nil
        return true
    }

    /// Wakes them all, after the settling thread has taken the list out of the lock.
    func resumeAll() {
        var waiter = first
        while let current = waiter {
            // Unlinked before it is woken, so that no chain of releases can grow.
            waiter = current.next
            current.next = nil
            current.wake()
        }
    }
}

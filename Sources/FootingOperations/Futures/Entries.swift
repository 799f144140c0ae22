import Dispatch
import FootingLocks

// What can be in a list of a future. Each entry, or what it waits for, holds the future: a future is never
// released with entries in its lists.

/// One thread or task that waits for a future.
// Unchecked because of `continuation`; its comment names its owner.
@safe
final class Waiter: ListEntry, @unchecked Sendable {
    private let semaphore: DispatchSemaphore?
    /// Belongs to the future's lock until the waiter has left its list, then to the thread that took it out.
    private var continuation: UnsafeContinuation<Void, Never>?

    init(sleepingOn semaphore: DispatchSemaphore? = nil) {
        self.semaphore = semaphore
    }

    /// Stores the continuation of the task that waits.
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

/// A closure to be called once a future is settled.
// Unchecked as its superclass is: all that this class adds is constant and Sendable.
class Handler: ListEntry, @unchecked Sendable {
    /// Where a handler is called.
    enum Place {
        /// On the thread that settles the future.
        case here
        case queue(DispatchQueue)
        case mainActor
    }

    final let place: Place
    /// How often handlers had been revoked when this one was registered.
    ///
    /// `nil` for a link to a derived future, which is never revoked.
    final let revocations: UInt32?
    final let body: @Sendable () -> Void

    init(
        at place: Place = .here,
        revocations: UInt32? = nil,
        _ body: @escaping @Sendable () -> Void
    ) {
        self.place = place
        self.revocations = revocations
        self.body = body
    }
}

/// The handler of a future that passes its outcome on to another one, which is derived from it.
// Unchecked because of `others`; its comment names its lock.
final class Link: Handler, @unchecked Sendable {
    let source: FutureCore
    /// The links of the derived future to its other sources, in its first link alone, so that those with one
    /// source need no array; guarded by the lock of the derived future.
    var others: [Link] = []

    init(to source: FutureCore, _ body: consuming @escaping @Sendable () -> Void) {
        self.source = source
        super.init(body)
    }
}

/// A job that must not begin before a future has finished.
// Unchecked because of `job`; its comment names its lock.
final class Dependent: ListEntry, @unchecked Sendable {
    /// The future, which lists this.
    let source: FutureCore
    /// The job, `nil` if it was cancelled; guarded by the lock of `source`.
    var job: FutureCore?

    init(_ job: FutureCore, on source: FutureCore) {
        self.job = job
        self.source = source
    }

    /// Begins to wait; `false` if the future has finished.
    func enter() -> Bool {
        source.attached.withLock { attached in
            // Cancelled while its dependencies are being added.
            guard job != nil else { return true }
            unsafe attached.dependents.append(.passRetained(self))
            guard source.insert(.hasDependents).contains(.finished) else { return true }
            unsafe attached.dependents.remove(self)?.release()
            return false
        }
    }

    /// Stops waiting.
    func leave() {
        // Released after the lock: the job may be the last to hold anything.
        let job = source.attached.withLock { attached -> FutureCore? in
            // Afterwards the list belongs to the thread that releases the dependents.
            if !source.status.contains(.finished) {
                unsafe attached.dependents.remove(self)?.release()
            }
            return self.job.take()
        }
        withExtendedLifetime(job) {}
    }
}

import Dispatch
import FootingLocks

// The entries that a future's lists can hold. Each entry, or the code that waits for it, retains
// the future: a future is never released while its lists have entries.

/// A thread or task that waits for a future.
// Unchecked because of `continuation`; its comment names its owner.
@safe
final class Waiter: ListEntry, @unchecked Sendable {
    private let semaphore: DispatchSemaphore?
    /// Owned by the future's lock until the waiter is removed from its list, then by the thread
    /// that removed it.
    private var continuation: CheckedContinuation<Void, Never>?

    init(sleepingOn semaphore: DispatchSemaphore? = nil) {
        self.semaphore = semaphore
    }

    /// Stores the continuation of the waiting task.
    ///
    /// Called with the lock held, just before the waiter is added to the list.
    func suspend(_ continuation: CheckedContinuation<Void, Never>) {
        self.continuation = continuation
    }

    func wake() {
        semaphore?.signal()
        continuation?.resume()
    }
}

/// A closure to call when a future is settled.
// Unchecked because its superclass is: all that this class adds is constant and Sendable.
class Handler: ListEntry, @unchecked Sendable {
    /// The place where a handler is called.
    enum Place {
        /// On the thread that settles the future.
        case here
        case queue(DispatchQueue)
        case mainActor
    }

    final let place: Place
    /// The future's revocation count when this handler was registered.
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

/// A handler that passes a future's outcome to a derived future.
// Unchecked because of `others`; its comment names its lock.
final class Link: Handler, @unchecked Sendable {
    let source: FutureCore
    /// The derived future's links to its other sources.
    ///
    /// Only its first link has them, so that a future with one source needs no array. Guarded by
    /// the lock of the derived future.
    var others: [Link] = []

    init(to source: FutureCore, _ body: consuming @escaping @Sendable () -> Void) {
        self.source = source
        super.init(body)
    }
}

/// A job that must not begin before a future has finished.
// Unchecked because of `job`; its comment names its lock.
final class Dependent: ListEntry, @unchecked Sendable {
    /// The future whose list has this entry.
    let source: FutureCore
    /// The job, or `nil` if it was cancelled; guarded by the lock of `source`.
    var job: FutureCore?

    init(_ job: FutureCore, on source: FutureCore) {
        self.job = job
        self.source = source
    }

    /// Begins to wait; returns `false` if the future has already finished.
    func enter() -> Bool {
        source.attached.withLock { attached in
            // The job may be cancelled while its dependencies are being added.
            guard job != nil else { return true }
            unsafe attached.dependents.append(.passRetained(self))
            guard source.insert(.hasDependents).contains(.finished) else { return true }
            unsafe attached.dependents.remove(self)?.release()
            return false
        }
    }

    /// Stops waiting.
    func leave() {
        // Released after the lock is released: this may be the last reference to the job and its
        // captures.
        let job = source.attached.withLock { attached -> FutureCore? in
            // Once finished, the list belongs to the thread that releases the dependents.
            if !source.status.contains(.finished) {
                unsafe attached.dependents.remove(self)?.release()
            }
            return self.job.take()
        }
        withExtendedLifetime(job) {}
    }
}

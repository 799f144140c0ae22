import FootingLocks
import FootingWaiting

/// A job that must not begin before a future has finished.
// Unchecked because of `job`; its comment names its lock.
final class Dependent: ListEntry, @unchecked Sendable {
    @safe @exclusivity(unchecked) var links = ListLinks()
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
            attached.dependents.discard(self)
            return false
        }
    }

    /// Stops waiting.
    func leave() {
        // Released after the lock is released: this may be the last reference to the job and its
        // captures.
        let job = source.attached.withLock { attached -> FutureCore? in
            // Once finished, the list belongs to the thread that releases the dependents.
            if !source.status.contains(.finished) { attached.dependents.discard(self) }
            return self.job.take()
        }
        withExtendedLifetime(job) {}
    }
}

import FootingLocks
import FootingWaiting

/// A job that must not begin before a future has finished.
// Unchecked because of `links`, which are guarded by the lock of `source`.
final class Dependent: ListEntry, @unchecked Sendable {
    @safe @exclusivity(unchecked) var links = ListLinks()
    /// The future whose list has this entry.
    let source: FutureCore
    let job: FutureCore

    init(_ job: FutureCore, on source: FutureCore) {
        self.job = job
        self.source = source
    }

    /// Begins to wait; returns `false` if the future has already finished, or the job is settled.
    func enter() -> Bool {
        source.attached.withLock { attached in
            // The job may be cancelled while its dependencies are being added. It has then left, or
            // will find this entry.
            if job.isSettled { return false }
            unsafe attached.dependents.append(.passRetained(self))
            guard source.insert(.hasDependents).contains(.finished) else { return true }
            attached.dependents.discard(self)
            return false
        }
    }

    /// Stops waiting, after the job was settled.
    func leave() {
        source.attached.withLock { attached in
            // Once finished, the list belongs to the thread that releases the dependents.
            if !source.status.contains(.finished) { attached.dependents.discard(self) }
        }
    }
}

import FootingLocks
import FootingWaiting
import Synchronization

/// The name and the dependencies of a job. Most jobs have neither, and no details.
// Unchecked because of its variables. Each is set before the job is in its queue, or guarded as its
// comment says.
class JobDetails: OutcomeSource, @unchecked Sendable {
    private(set) final var name: String?
    private(set) final var requiresSuccess = false
    /// The job's entries in the lists of the futures that must have finished.
    ///
    /// Guarded by the queue's lock, or for a drain by its own lock. Emptied when the job becomes
    /// ready or is dropped: otherwise a chain of jobs that retain each other would be released by
    /// recursion.
    private(set) final var edges: [Dependent] = []
    /// Whether a running job of the queue waits for this job; guarded by the queue's lock.
    final var isUrgent = false
    /// The task of an asynchronous job that has begun.
    let task = Lock<Task<Void, Never>?>(nil)
    /// The number of unfinished dependencies, plus one while they are being added.
    private let missing = Atomic(1)

    override var job: JobDetails? { self }

    final func describe(
        _ job: FutureCore,
        name: String?,
        dependencies: [FutureCore],
        requiresSuccess: Bool = false
    ) {
        self.name = name
        self.requiresSuccess = requiresSuccess
        missing.add(dependencies.count, ordering: .relaxed)
        edges = dependencies.map { Dependent(job, on: $0) }
    }

    /// Counts a finished dependency, and returns whether it was the last one.
    final func countDown() -> Bool {
        missing.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
    }

    /// The dependencies that have not finished: a settled one counts until its body has returned.
    final var unfinished: [FutureCore] {
        edges.map(\.source).filter { !$0.status.contains(.finished) }
    }

    final func cancelTask() {
        // Cancelled after the lock is released, because that runs cancellation handlers of the
        // body.
        task.withLock { $0 }?.cancel()
    }

    final func removeEdges() -> [Dependent] {
        defer { edges = [] }
        return edges
    }

    // MARK: Operations

    /// Takes the work of an operation.
    func claimWork() -> (() -> Void)? { nil }

    /// Called after the job was cancelled; releases the body of an operation.
    func didCancel() {}
}

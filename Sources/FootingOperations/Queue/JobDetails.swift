import FootingLocks
import Synchronization

/// The list of its queue that a job is in.
enum JobPlace: UInt8 {
    /// In the intake, between two lists, or ended.
    case none
    /// It waits for its dependencies.
    case blocked
    /// It can begin.
    case ready
    /// It can begin, and a job that occupies the queue waits for it.
    case urgent
    case running
}

/// The name and the dependencies of a job, which most jobs don't have.
// Unchecked because of its variables. Each is set before the job is submitted, or guarded as said.
final class JobDetails: @unchecked Sendable {
    let name: String?
    let requiresSuccess: Bool
    /// The futures that must have finished, and the entry for this job in the list of each.
    ///
    /// Set by the submitting thread before the job is in its queue, afterwards guarded by the queue's
    /// lock. Emptied when the job is ready or dropped: a chain of jobs that hold each other would be
    /// released by recursion.
    var edges: [Edge] = []
    /// Whether a job that occupies the queue waits for this job; guarded by the queue's lock.
    var isUrgent = false
    /// The task of an asynchronous job that has begun.
    private let task = Lock<Task<Void, Never>?>(nil)
    /// How many dependencies have not finished, and one more while they are being added.
    private let missing: Atomic<Int>

    init(name: String?, requiresSuccess: Bool, dependencies: [FutureCore], of job: FutureCore) {
        self.name = name
        self.requiresSuccess = requiresSuccess
        missing = Atomic(dependencies.count + 1)
        edges = dependencies.map { ($0, Dependent(job)) }
    }

    typealias Edge = (future: FutureCore, entry: Dependent)

    /// Notes that one more dependency has finished, and returns whether it was the last one.
    func countDown() -> Bool {
        missing.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
    }

    func setTask(_ task: Task<Void, Never>) {
        self.task.withLock { $0 = task }
    }

    func cancelTask() {
        // Cancelled after the lock: that runs cancellation handlers of the body.
        task.withLock { $0 }?.cancel()
    }

    func takeEdges() -> [Edge] {
        defer { edges = [] }
        return edges
    }
}

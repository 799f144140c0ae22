import FootingLocks

/// A queue of jobs with results, which runs a limited number of jobs concurrently.
///
/// ```swift
/// let queue = FutureQueue(maxConcurrentJobs: 2)
/// let names = ["WaitForResults.swift", "AwaitResults.swift", "Missing.swift"]
/// let counts = names.map { name in
///     queue.submit { () throws(Unreadable) in try countLines(of: name) }
/// }
/// ```
///
/// Jobs of the same priority begin in the order of submission. In a queue that runs one job at a
/// time, each job finishes before the next one begins, unless a job waits for another one. Jobs may
/// block: every worker has its own thread, so blocked jobs delay neither Swift's tasks nor other
/// queues. Workers start on demand.
///
/// You need not keep a reference to a queue: after you release it, its jobs still run to the last
/// one. Releasing a suspended queue resumes it, so its jobs begin then. If they must not run, call
/// ``cancelAll()`` before you release the queue.
public final class FutureQueue: Sendable {
    private static let sharedQueue = Lock(FutureQueue(name: "shared"))

    /// The default queue, for all jobs that need no separate queue.
    ///
    /// It runs as many jobs concurrently as the machine has cores, but at least two. A program may
    /// replace it, preferably at launch: jobs that were already submitted stay in their queue.
    public static var shared: FutureQueue {
        get { sharedQueue.withLock { $0 } }
        set { _ = sharedQueue.exchange(newValue) }
    }

    let core: QueueCore

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - name: The name of the queue in messages.
    ///   - maxConcurrentJobs: The maximum number of jobs that run concurrently. Zero and negative
    ///     numbers mean one. `nil` means the number of cores, but at least two.
    public init(name: String? = nil, maxConcurrentJobs: Int? = nil) {
        core = QueueCore(name: name, width: max(1, maxConcurrentJobs ?? max(2, processorCount)))
    }

    /// Creates a queue that runs one job at a time, on a worker with background priority.
    init(backgroundQueue name: String) {
        core = QueueCore(name: name, width: 1, isBackground: true)
    }

    deinit {
        // A suspended queue without references could never be resumed, and its jobs would never
        // begin.
        if core.isSuspended { core.isSuspended = false }
    }

    /// The name of the queue in messages.
    public var name: String? { core.name }

    /// The maximum number of jobs that run concurrently, at least one.
    ///
    /// While jobs wait for other futures, up to 64 more may run in their place.
    public var maxConcurrentJobs: Int { core.width }

    /// Whether the queue is suspended, so that no jobs begin.
    ///
    /// Running jobs continue. If one of them waits for a job of this queue that has not begun, it
    /// waits until the queue is resumed. A suspended queue is resumed when its last reference is
    /// released, and its jobs begin: keep a reference while they must wait.
    public var isSuspended: Bool {
        get { core.isSuspended }
        set { core.isSuspended = newValue }
    }

    /// Cancels all jobs in the queue, including running ones, like ``Future/cancel()``.
    ///
    /// All of them are cancelled before any of them can go on: a running job whose wait for another
    /// one returns finds ``isCurrentJobCancelled`` set. Tasks that prefer the queue as their
    /// executor are not cancelled.
    ///
    /// - Complexity: O(*n*) in the number of jobs.
    public func cancelAll() {
        _ = cancelAll { !$0.status.contains(.executorJob) }
    }

    /// Cancels the jobs that satisfy a condition, and returns their number.
    func cancelAll(where isIncluded: (FutureCore) -> Bool) -> Int {
        let included = core.jobs.filter(isIncluded)
        // All are marked before any of them can notice: a job that notices its mark waits for the
        // lock.
        let jobs = core.state.withLock { _ in included.filter { $0.markAsCancelled() } }
        // Tasks can't be marked, so they are cancelled before any waiter wakes.
        for job in jobs where job.status.contains(.asynchronous) { job.details?.cancelTask() }
        for job in jobs { job.cancel(.requested) }
        return jobs.count
    }

    /// Returns a future that is settled when all jobs that are currently in the queue have
    /// finished.
    ///
    /// ```swift
    /// try await queue.drain().value
    /// ```
    ///
    /// A job has finished when its body has returned, or when it was cancelled before it began.
    /// Jobs that are submitted later are not included. Cancelling the future stops only the wait.
    ///
    /// - Complexity: O(*n*) in the number of jobs.
    public func drain() -> Future<Void, Never> {
        let drain = Drain(of: core.jobs)
        drain.enter()
        return Future(state: drain)
    }

    /// Whether the job that runs on this thread was cancelled, so that its result will be
    /// discarded.
    ///
    /// `false` if no job runs on this thread.
    public static var isCurrentJobCancelled: Bool {
        ThreadWork.existing?.job?.isCancelled ?? false
    }
}

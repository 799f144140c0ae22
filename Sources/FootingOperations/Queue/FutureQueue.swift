import FootingLocks

/// A queue of jobs with results, which runs a limited number of them at the same time.
///
/// ```swift
/// let queue = FutureQueue(maxConcurrentJobs: 2)
/// let names = ["WaitForResults.swift", "AwaitResults.swift", "Missing.swift"]
/// let counts = names.map { name in
///     queue.submit { () throws(Unreadable) in try countLines(of: name) }
/// }
/// ```
///
/// Jobs of one priority begin in the order in which they were submitted. In a queue that runs one job
/// at a time, each ends before the next one begins, unless a job waits for another one. Jobs may block:
/// every worker has a thread of its own, so blocked jobs delay neither Swift's tasks nor other queues.
/// Workers start when there is something to do.
///
/// You need not keep a queue: its jobs run to the last one after you have dropped it.
public final class FutureQueue: Sendable {
    private static let sharedQueue = Lock(FutureQueue(name: "shared"))

    /// A queue for all jobs of the program that need no queue of their own.
    ///
    /// It runs as many jobs at the same time as the machine has cores, at least two. A program may replace
    /// it, best when it starts: jobs that were submitted before stay in their queue.
    public static var shared: FutureQueue {
        get { sharedQueue.withLock { $0 } }
        set { _ = sharedQueue.exchange(newValue) }
    }

    let core: QueueCore

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - name: The name of the queue in messages.
    ///   - maxConcurrentJobs: How many jobs run at the same time; less than one counts as one. `nil` is
    ///     the number of cores, at least two.
    public init(name: String? = nil, maxConcurrentJobs: Int? = nil) {
        core = QueueCore(name: name, width: max(1, maxConcurrentJobs ?? max(2, processorCount)))
    }

    /// Creates a queue of one job at a time, whose worker gets less of the processor than others.
    init(backgroundQueue name: String) {
        core = QueueCore(name: name, width: 1, isBackground: true)
    }

    deinit {
        // No reference is left by which to resume it, and its jobs would never begin.
        if core.isSuspended { core.isSuspended = false }
    }

    /// The name of the queue in messages.
    public var name: String? { core.name }

    /// How many jobs run at the same time.
    ///
    /// While jobs wait for other futures, up to 64 more may run in their place.
    public var maxConcurrentJobs: Int { core.width }

    /// Whether the queue begins no jobs.
    ///
    /// Jobs that run go on. If one of them waits for a job of this queue that has not begun, it waits until
    /// this is `false` again. A suspended queue is resumed when its last reference is released.
    public var isSuspended: Bool {
        get { core.isSuspended }
        set { core.isSuspended = newValue }
    }

    /// Cancels all jobs in the queue, including running ones, as ``Future/cancel()`` does.
    ///
    /// Tasks that prefer the queue are not cancelled.
    ///
    /// - Complexity: O(*n*) in the number of jobs.
    public func cancelAll() {
        for job in core.jobs where !job.status.contains(.partOfTask) { job.cancel(.requested) }
    }

    /// Returns a future that is settled when all jobs that are in the queue now have ended.
    ///
    /// ```swift
    /// try await queue.drain().value
    /// ```
    ///
    /// A job has ended when its body has returned, or when it was cancelled before it began. Jobs that
    /// are submitted later don't count. Cancelling the future ends nothing but the wait.
    ///
    /// - Complexity: O(*n*) in the number of jobs.
    public func drain() -> Future<Void, Never> {
        Future(Drain(of: core.jobs))
    }

    /// Whether the job that runs on this thread was cancelled, so that its result will be dropped.
    ///
    /// `false` if no job runs on this thread.
    public static var isCurrentJobCancelled: Bool {
        ThreadRecord.existing?.job?.isCancelled ?? false
    }
}

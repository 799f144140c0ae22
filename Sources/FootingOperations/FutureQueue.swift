import FootingLocks

/// A queue of jobs that give results, of which a fixed number run at the same time.
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
/// at a time, each ends before the next one begins. Jobs may block: every worker has a thread of its
/// own, so blocked jobs delay neither Swift's tasks nor other queues. Workers start when there is
/// something to do.
///
/// You need not keep a queue: its jobs run to the last one without it.
public final class FutureQueue: Sendable {
    private static let sharedQueue = Lock(FutureQueue(name: "shared"))

    /// The queue for jobs that need none of their own; as many jobs run at the same time as the machine
    /// has cores, at least two.
    ///
    /// A program may set a queue of its own here, best when it starts: jobs that were submitted before
    /// stay in the queue that they are in.
    public static var shared: FutureQueue {
        get { sharedQueue.withLock { $0 } }
        set {
            // Released after the lock.
            let old = sharedQueue.withLock { queue in
                let old = queue
                queue = newValue
                return old
            }
            withExtendedLifetime(old) {}
        }
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

    deinit {
        // Nobody else could resume it, and its jobs would wait for ever.
        if core.isSuspended { core.isSuspended = false }
    }

    /// The name of the queue in messages.
    public var name: String? { core.name }

    /// How many jobs run at the same time.
    ///
    /// While jobs wait for other futures, up to 64 more may run in their place.
    public var maxConcurrentJobs: Int { core.width }

    /// Whether jobs that have not begun stay in the queue.
    ///
    /// Jobs that run go on. A job of the queue that waits for one that has not begun waits until the
    /// queue is resumed. A suspended queue that nobody keeps any more is resumed.
    public var isSuspended: Bool {
        get { core.isSuspended }
        set { core.isSuspended = newValue }
    }

    /// Cancels all jobs that are in the queue, as ``Future/cancel()`` does.
    ///
    /// - Complexity: O(*n*) in the number of jobs.
    public func cancelAll() {
        for job in core.jobs { job.cancel(.requested) }
    }

    /// Returns a future that is settled when all jobs that are in the queue now have ended.
    ///
    /// ```swift
    /// await queue.drain().value
    /// ```
    ///
    /// A job has ended when its body has returned, or when it was cancelled before it began. Jobs that
    /// are submitted later don't count. Cancelling the future ends nothing but the wait.
    public func drain() -> Future<Void, Never> {
        core.drain()
    }

    /// Whether the job that runs on this thread has been cancelled, so that its result will be dropped.
    ///
    /// `false` where no job runs.
    public static var isCurrentJobCancelled: Bool {
        ThreadRecord.existing?.job?.isCancelled ?? false
    }
}

import Dispatch
import FootingLocks
import Synchronization

/// A queue of jobs that give results, of which a fixed number run at the same time.
///
/// ```swift
/// let queue = FutureQueue(width: 2)
/// let names = ["WaitForResults.swift", "AwaitResults.swift", "Missing.swift"]
/// let counts = names.map { name in
///     queue.run { () throws(Unreadable) in try countLines(of: name) }
/// }
/// ```
///
/// Jobs begin in the order in which they were added; in a queue that is one wide, each ends before
/// the next one begins. They may block: every worker has a thread of its own, so blocked jobs delay
/// neither Swift's tasks nor other queues. Workers start when there is something to do.
///
/// You need not keep a queue: it lives until its last job is done.
public final class FutureQueue: Sendable {
    /// The queue for whatever needs none of its own, as wide as the machine has cores, at least two.
    public static let shared = FutureQueue()

    /// How many jobs run at the same time.
    public let width: Int

    // See FutureQueue+Workers.swift.
    let intake = JobIntake()
    let vacancies: Atomic<Int>
    let isSearching = Atomic<Bool>(false)
    let desk = Lock(Desk())

    /// Creates a queue.
    ///
    /// - Parameter width: How many jobs run at the same time; less than one counts as one. `nil` is
    ///   the number of cores, at least two.
    public init(width: Int? = nil) {
        self.width = max(1, width ?? max(2, processorCount))
        vacancies = Atomic(self.width)
    }

    /// Adds a job and returns at once with the future of its result.
    ///
    /// The job is kept until it has run, also if you drop the future. `body` is released when the
    /// job has run or was cancelled. An untyped `CancellationError` that it throws settles the future
    /// as cancelled.
    ///
    /// - Parameter body: What to do, on a thread of the queue. It may block. It is told by
    ///   ``isCurrentJobCancelled`` when nobody wants its result any more.
    /// - Returns: The future of what `body` returns or throws.
    @inlinable
    public func run<Success, Failure>(
        _ body: sending @escaping () throws(Failure) -> Success
    ) -> Future<Success, Failure> {
        let state = FutureState<Success, Failure>()
        submit(state) { state.settle(running: body) }
        return Future(state)
    }

    /// Whether the job that runs on this thread has been cancelled, so that its result will be dropped.
    ///
    /// `false` where no job runs.
    public static var isCurrentJobCancelled: Bool {
        guard let job = unsafe ThreadRecord.existing?.job else { return false }
        return job.isCancelled
    }
}

import FootingWaiting

/// A place where calls can run, such as a queue.
///
/// The package provides ``QueueDestination``, ``OperationQueueDestination``, ``RunLoopDestination``
/// and ``WorkerThread``. `.main` is ``MainDestination``, which does not conform to this protocol
/// because the compiler knows its isolation. To use another executor as a destination, such as the
/// event loop of a network library, conform your own type. Two members are enough. This type
/// announces the calls to another destination:
///
/// ```swift
/// struct Traced<Place: Destination>: Destination {
///     let place: Place
///     var isCurrent: Bool { place.isCurrent }
///
///     func enqueue(_ job: @escaping @Sendable () -> Void) {
///         print("a call is on its way")
///         place.enqueue(job)
///     }
/// }
/// ```
///
/// A *serial* destination runs one job at a time, and runs the jobs of one thread in the order in
/// which that thread enqueued them.
public protocol Destination: Sendable {
    /// Whether the calling code is part of a job of this destination.
    ///
    /// If this is `true`, `sync` runs its body immediately; if `false`, `sync` blocks. So it must
    /// be `true` in the destination's own jobs, which can't wait for themselves. It must be `false`
    /// in code that does not keep the destination from running a job concurrently. Code that a job
    /// waits for may run elsewhere, and is then not part of the job. May be called on any thread.
    var isCurrent: Bool { get }

    /// Runs `job` at this destination asynchronously and exactly once, and returns immediately.
    ///
    /// A destination that was stopped releases `job` without running it: a wait for the call then
    /// throws an error with the code ``InvocationError/Code/destinationGone``.
    ///
    /// If called at the destination itself, this must not run `job` before it returns.
    ///
    /// Called on the thread that makes a call; and on a thread of the package when a delay has
    /// elapsed, or to release a delayed call that was cancelled. Never called within a
    /// cancellation, whether of a ``PendingCall`` or of a task that awaits it, so this may take a
    /// lock that the code which cancels holds.
    func enqueue(_ job: consuming @escaping @Sendable () -> Void)

    /// Runs `work` at this destination, after everything that this thread enqueued there, and
    /// returns when the work is done.
    ///
    /// Called on the thread that waits, and only if ``isCurrent`` is `false`. The default
    /// implementation enqueues a job and blocks until the job has run. Implement this method if the
    /// destination has a cheaper way.
    func sync(_ work: () -> Void)
}

extension Destination {
    /// Enqueues a job that runs `work`, and blocks until the job has run.
    ///
    /// At the destination itself, `work` runs immediately. The program stops if the wait would
    /// complete a cycle of waits, or if the destination releases the job without running it.
    public func sync(_ work: () -> Void) {
        if isCurrent { work() } else { wait(within: nil, work).orStop(at: self) }
    }
}

extension Destination {
    /// The name of the destination in errors.
    ///
    /// Never includes stored properties, which may be private.
    var name: String { (self as? any CustomStringConvertible)?.description ?? "\(Self.self)" }

    /// The name of a job of the destination in cycles.
    var nameInCycles: String { (self as? QueueDestination)?.shortName ?? name }

    /// The place in the graph of waits; `nil` if several jobs may run here concurrently, or if that
    /// is unknown.
    var serialPlace: SerialPlace? {
        switch self {
        case let queue as QueueDestination: queue.place
        case let worker as WorkerThread: worker.place
        case let loop as RunLoopDestination: loop.place
        case let queue as OperationQueueDestination: queue.place
        default: nil
        }
    }

    /// Whether the destination is known to refuse all further calls.
    var refusesCalls: Bool {
        switch self {
        case is QueueDestination: false  // First, since most are queues.
        case let worker as WorkerThread: worker.isStopped
        case let loop as RunLoopDestination: loop.hasThreadStopped
        default: false
        }
    }

    /// Sends a job, which a stopped worker thread may refuse.
    @inlinable
    func send(_ job: consuming Job) {
        if let worker = self as? WorkerThread {
            worker.send(job)
        } else {
            enqueue { [job] in job.run() }
        }
    }

    /// Calls `body` with `target` here asynchronously, and releases both here.
    @inlinable
    func call<Target>(
        _ target: consuming sending Target,
        _ body: consuming sending @escaping (Target) -> Void
    ) {
        if let worker = self as? WorkerThread {
            return worker.send(
                Job { [target = consume target, body = consume body] in body(target) }
            )
        }
        // Emptied when it runs, like a job, but allocated together with the closure. Safe: only
        // that closure uses it, once. `take()` is not used, since the compiler would wrap the
        // function in another function.
        nonisolated(unsafe) var call: (target: Target, body: (Target) -> Void)? =
            (consume target, consume body)
        enqueue {
            guard let (target, body) = unsafe call else { return }
            unsafe call = nil
            body(target)
        }
    }

    /// Runs `work` immediately if this is the destination; otherwise runs it there while this
    /// thread blocks.
    // Inlined, so that the compiler knows the type of most destinations: our own handle both cases
    // in `sync`.
    @inlinable
    func syncOrCall(_ work: () -> Void) {
        if self is QueueDestination || self is WorkerThread || !isCurrent {
            sync(work)
        } else {
            work()
        }
    }
}

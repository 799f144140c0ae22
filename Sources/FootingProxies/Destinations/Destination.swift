/// A place where calls can run, such as a queue.
///
/// ``QueueDestination``, ``OperationQueueDestination``, ``RunLoopDestination`` and ``WorkerThread`` come with the
/// package. `.main` is ``MainDestination``, which does not conform to this protocol because the compiler knows
/// its isolation. Conform a type of your own to make something else a destination, such as the event loop of a
/// network library. Two members are enough. This one announces the calls to another destination:
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
/// A *serial* destination runs one job at a time, in the order in which one thread enqueued them.
public protocol Destination: Sendable {
    /// Whether the code that asks is part of a job of this destination.
    ///
    /// `sync` runs its body at once if this is true, and blocks if it is false. So it must be true in
    /// the destination's own jobs, which can't wait for themselves, and false in code that does not keep
    /// the destination from running a job at the same time. Code that a job waits for may run elsewhere,
    /// and is then not part of the job.
    var isCurrent: Bool { get }

    /// Runs `job` at this destination, later and exactly once, and returns at once.
    ///
    /// A destination that has ended releases `job` without running it: a wait for the call then throws an error with
    /// the code ``InvocationError/Code/destinationGone``.
    ///
    /// Must not run `job` before it returns when called at the destination itself.
    func enqueue(_ job: consuming @escaping @Sendable () -> Void)

    /// Runs `work` at this destination, after all that this thread enqueued there, and returns when
    /// it is done.
    ///
    /// Called only if ``isCurrent`` is false. The default enqueues a job and blocks until it ran.
    /// Implement this method if the destination has a cheaper way.
    func sync(_ work: () -> Void)
}

extension Destination {
    /// Enqueues a job that runs `work`, and blocks until it is done.
    ///
    /// At the destination itself `work` runs at once. Stops the program if the wait would close a cycle of waits, or if the destination releases the job
    /// without running it.
    public func sync(_ work: () -> Void) {
        if isCurrent { work() } else { wait(within: nil, work).orStop(at: self) }
    }
}

extension Destination {
    /// The name of the destination in errors.
    ///
    /// Its stored properties are never printed: they may be private.
    var name: String { (self as? any CustomStringConvertible)?.description ?? "\(Self.self)" }

    /// The name of a job of the destination in a cycle.
    var nameInCycles: String { (self as? QueueDestination)?.shortName ?? name }

    /// The place in the graph of waits; `nil` if several jobs may run here at a time, or if that is not known.
    var waitNode: WaitNode? {
        switch self {
        case let queue as QueueDestination: queue.node
        case let worker as WorkerThread: worker.node
        case let loop as RunLoopDestination: loop.node
        case let queue as OperationQueueDestination: queue.node
        default: nil
        }
    }

    /// Sends a job, which a worker thread that was stopped may refuse.
    @inlinable
    func send(_ job: consuming Job) {
        if let worker = self as? WorkerThread {
            worker.post(job)
        } else {
            enqueue { [job] in job.run() }
        }
    }

    /// Calls `body` with `target` here, later, and releases both here.
    @inlinable
    func call<Target>(
        _ target: consuming sending Target,
        _ body: consuming sending @escaping (Target) -> Void
    ) {
        if let worker = self as? WorkerThread {
            return worker.post(
                Job { [target = consume target, body = consume body] in body(target) }
            )
        }
        // Emptied when it runs, as a job is, but allocated together with the closure. Sound: that closure alone
        // uses it, once. Not `take()`, for which the compiler would make a function of the function.
        nonisolated(unsafe) var call: (target: Target, body: (Target) -> Void)? =
            (consume target, consume body)
        enqueue {
            guard let (target, body) = unsafe call else { return }
            unsafe call = nil
            body(target)
        }
    }

    /// Runs `work` at once if this is the destination, and otherwise there, while this thread blocks.
    // Inlined, so that the compiler knows the type of most destinations: ours answer both at once.
    @inlinable
    func syncOrCall(_ work: () -> Void) {
        if self is QueueDestination || self is WorkerThread || !isCurrent {
            sync(work)
        } else {
            work()
        }
    }
}

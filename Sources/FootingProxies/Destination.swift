/// A place where calls can run, such as a queue.
///
/// ``QueueDestination`` comes with the package. `.main` is ``MainDestination``, which does not conform to
/// this protocol because the compiler knows its isolation. Conform a type of your own to make an event
/// loop or a thread a destination. Two members are enough:
///
/// ```swift
/// struct Operations: Destination {
///     let queue: OperationQueue
///     var isCurrent: Bool { OperationQueue.current === queue }
///     func enqueue(_ job: @escaping @Sendable () -> Void) { queue.addOperation(job) }
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
    /// Must not run `job` before it returns when called at the destination itself.
    func enqueue(_ job: @escaping @Sendable () -> Void)

    /// Runs `work` at this destination, after all that this thread enqueued there, and returns when
    /// it is done.
    ///
    /// Called only if ``isCurrent`` is false. The default enqueues a job and blocks until it ran.
    /// Implement this method if the destination has a cheaper way.
    func sync(_ work: () -> Void)
}

extension Destination {
    /// Enqueues a job that runs `work`, and blocks until it is done.
    public func sync(_ work: () -> Void) {
        _ = TimedCall.run(within: nil, for: nil, work, enqueue: enqueue)
    }
}

extension Destination {
    /// The name of the destination in errors.
    ///
    /// Its stored properties are never printed: they may be private.
    @usableFromInline
    var name: String {
        (self as? any CustomStringConvertible)?.description ?? "\(Self.self)"
    }
}

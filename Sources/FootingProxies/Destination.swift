/// A place where calls can run: a queue, or anything else that runs jobs in turn.
///
/// ``QueueDestination`` is the one that comes with the package; `.main` is ``MainDestination``, which
/// stands apart because the compiler knows its isolation. Conform a type of your own to make an event
/// loop or a thread of yours a destination: two members are enough.
///
/// A *serial* destination runs one job at a time, in the order in which one thread enqueued them.
public protocol Destination: Sendable {
    /// Whether the code that asks runs at this destination already.
    ///
    /// A waiting call runs at once where this is true, so it must be true wherever waiting for the
    /// destination would wait for oneself.
    var isCurrent: Bool { get }

    /// Runs `job` at this destination, later and exactly once, and returns at once.
    ///
    /// Must not run `job` before it returns when called at the destination itself.
    func enqueue(_ job: @escaping @Sendable () -> Void)

    /// Runs `work` at this destination, after all that this thread enqueued there, and returns when
    /// it is done.
    ///
    /// Called only where ``isCurrent`` is false. The default enqueues a job and blocks until it ran;
    /// implement it where the destination has a cheaper way.
    func wait(for work: () -> Void)
}

extension Destination {
    /// Enqueues a job that runs `work`, and blocks until it is done.
    public func wait(for work: () -> Void) {
        _ = TimedCall.run(within: nil, work) { enqueue($0) }
    }
}

/// The result of work that may still be in progress.
///
/// A future is settled once, by its work or by ``cancel()``, and then keeps its outcome.
/// Submitting a job to a ``FutureQueue`` returns one, and each ``Promise`` has one:
///
/// ```swift
/// let answer = FutureQueue.shared.submit { 6 * 7 }
/// print(try answer.wait(timeout: .seconds(2)))  // 42
/// ```
///
/// All copies refer to the same future. All members may be called from any thread. Releasing a
/// future neither stops its work nor removes its handlers.
public struct Future<Success: Sendable, Failure: Error>: Sendable {
    @usableFromInline
    let state: FutureState<Success, Failure>

    @inlinable
    init(state: FutureState<Success, Failure>) {
        self.state = state
    }

    /// Creates a future that is already settled, with a value.
    ///
    /// Return one where a result needs no work, for example because it is in a cache.
    public init(_ value: Success) {
        self.init(settled: .success(value))
    }

    /// Creates a future that is already settled, with an error.
    public init(failing error: Failure) {
        self.init(settled: .failure(error))
    }

    private init(settled outcome: Outcome<Success, Failure>) {
        self.init(state: FutureState())
        state.settle(outcome)
    }

    /// Whether the future has an outcome.
    @inlinable
    public var isSettled: Bool {
        state.isSettled
    }

    /// The outcome, or `nil` if the future is not settled.
    @inlinable
    public var settledOutcome: Outcome<Success, Failure>? {
        state.settledOutcome
    }

    /// Blocks this thread until the future is settled, and returns its value.
    ///
    /// This method is unavailable in asynchronous code, which must not block; use ``value`` there.
    ///
    /// A job may wait for other jobs, even in its own queue, and even if that queue runs one job at
    /// a time. If the awaited job is in the same queue and ready to begin, it runs within this
    /// call, or on another thread if little of the stack is left. Don't hold a lock during this
    /// call that the other job takes. With a time-out, the other job always runs on another thread;
    /// in a queue that runs one job at a time, such a wait for a job that has not begun is refused.
    /// While a job waits, its queue may run another job in its place.
    ///
    /// - Parameter timeout: The maximum time to wait; `nil` or more than sixty years sets no limit.
    ///   Zero or less does not wait. The work continues after a time-out.
    /// - Returns: The value.
    /// - Throws: ``FutureError``, which wraps the work's own error. A wait that is refused, or that
    ///   could never end because jobs wait for each other, immediately throws
    ///   ``FutureError/wouldDeadlock(_:)``.
    @available(*, noasync, message: "This blocks its thread; use `await value`.")
    @inlinable
    public func wait(timeout: Duration? = nil) throws(FutureError<Failure>) -> Success {
        let cycle = state.wait(timeout)
        if isSettled { return try state.value() }
        if let cycle { throw .wouldDeadlock(cycle) }
        throw .timedOut
    }

    /// Settles the future as cancelled, unless it is already settled.
    ///
    /// All waits end immediately. Work that has not begun is released, with its captures. Work that
    /// has begun is not interrupted: its body can check ``FutureQueue/isCurrentJobCancelled``, and
    /// its result is discarded. Handlers without a queue run, and the captures of discarded work
    /// are released, on this thread. If the cancellation of a waiting task cancels the future, both
    /// happen on another thread.
    ///
    /// If this returns `true`, the outcome is `.cancelled`, and no handler is called with another
    /// outcome. If this returns `false`, the future already had an outcome; then handlers for a
    /// value or an error that were registered before this call and have not begun are not called.
    /// Handlers for the outcome `.cancelled` are always called.
    ///
    /// - Returns: Whether this call settled the future.
    @discardableResult
    public func cancel() -> Bool {
        state.cancel(.requested)
    }
}

extension Future where Failure == Never {
    /// Creates a future that is already settled, with a value, and that has no error type.
    public init(_ value: Success) {
        self.init(settled: .success(value))
    }
}

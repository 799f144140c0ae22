/// The result of work that may not have ended yet.
///
/// A future is settled once, by its work or by ``cancel()``, and then keeps its outcome.
/// Submitting a job to a ``FutureQueue`` returns one, and each ``Promise`` has one:
///
/// ```swift
/// let answer = FutureQueue.shared.submit { 6 * 7 }
/// print(try answer.wait(timeout: .seconds(2)))  // 42
/// ```
///
/// All copies are the same future. All members may be called from any thread. Dropping a future neither
/// stops its work nor removes its handlers.
public struct Future<Success: Sendable, Failure: Error>: Sendable {
    @usableFromInline
    let state: FutureState<Success, Failure>

    @inlinable
    init(_ state: FutureState<Success, Failure>) {
        self.state = state
    }

    /// The outcome, or `nil` until there is one.
    @inlinable
    public var settledOutcome: Outcome<Success, Failure>? {
        state.settledOutcome
    }

    /// Blocks this thread until the future is settled, and returns its value.
    ///
    /// This does not compile in asynchronous code, which must not block; use ``value`` there.
    ///
    /// A job may wait for other jobs, even in its own queue, and even if that runs one job at a time. A
    /// job of the same queue that could begin runs within this call, or on another thread if little of
    /// the stack is left. Don't hold a lock around this call that the other job takes. With a time-out
    /// the other job always runs on another thread; in a queue that runs one job at a time, such a wait
    /// for a job that has not begun is refused. While a job waits, its queue may run another one in its
    /// place.
    ///
    /// - Parameter timeout: How long to wait at most; `nil` and more than sixty years set no limit.
    ///   Zero or less does not wait. After the time-out the work goes on.
    /// - Returns: The value.
    /// - Throws: ``FutureError``, which wraps the work's own error. A wait that is refused, or that could
    ///   never end, since jobs wait for each other, throws ``FutureError/wouldDeadlock(_:)`` at once.
    @available(*, noasync, message: "blocking stops other tasks; use 'await' with 'value'")
    @inlinable
    public func wait(timeout: Duration? = nil) throws(FutureError<Failure>) -> Success {
        let circle = state.wait(timeout)
        if let outcome = state.settledOutcome {
            if case .cancelled(.resultNotSet) = outcome { throw .resultNotSet(state.workType) }
            return try outcome.get()
        }
        if let circle { throw .wouldDeadlock(circle) }
        throw .timedOut
    }

    /// Settles the future as cancelled, unless it is settled already.
    ///
    /// All waits end at once. Work that has not begun is dropped with everything that it captured. Work
    /// that has begun is not interrupted: it can check ``FutureQueue/isCurrentJobCancelled``, and its
    /// result is dropped. On this thread, handlers without a queue run and the captures of
    /// the dropped work are released. If a waiting task is cancelled, both happen on another thread.
    ///
    /// If this returns `true`, the outcome is `.cancelled`, and no handler is called with another one.
    /// If this returns `false`, there was an outcome before; then handlers for a success or a failure
    /// that were registered before this call and have not begun are not called. Handlers are always
    /// called if the outcome is `.cancelled`.
    ///
    /// - Returns: Whether this call settled the future.
    @discardableResult
    public func cancel() -> Bool {
        state.cancel(.requested)
    }
}

/// A value that is being made somewhere else.
///
/// A future is settled once, by the work behind it or by ``cancel()``, whichever comes first, and
/// then keeps its outcome. It comes from
/// ``FutureQueue/submit(name:priority:after:requiringSuccess:_:)`` or from a ``Promise``:
///
/// ```swift
/// let answer = FutureQueue.shared.submit { 6 * 7 }
/// print(try answer.wait(timeout: .seconds(2)))  // 42
/// ```
///
/// Copies are the same future. Everything here may be called from any thread. Dropping a future
/// neither stops its work nor loses its handlers.
public struct Future<Success: Sendable, Failure: Error>: Sendable {
    @usableFromInline
    let state: FutureState<Success, Failure>

    @inlinable
    init(_ state: FutureState<Success, Failure>) {
        self.state = state
    }

    /// The outcome, or `nil` as long as there is none.
    @inlinable
    public var settledOutcome: Outcome<Success, Failure>? {
        state.settledOutcome
    }

    /// Blocks this thread until the future is settled, and returns its value.
    ///
    /// Asynchronous code has ``value`` instead: it must not block, so this does not compile there.
    ///
    /// In the body of a job you may wait for other jobs, also for those of the same queue, even if it
    /// runs one job at a time: a job that has not begun runs within this call, or on another thread if
    /// little of the stack is left. It may then meet a lock that you hold. With a time-out the job
    /// always runs on another thread, and a queue that runs one job at a time refuses such a wait for
    /// one of its jobs that has not begun. While a job waits, its queue may run another one in its
    /// place.
    ///
    /// - Parameter timeout: How long to wait at most; `nil` is for ever, and so is anything beyond
    ///   sixty years. Zero and less only look. The end of the time ends the wait, not the work.
    /// - Returns: The value.
    /// - Throws: ``FutureError``, which wraps the work's own error. A wait that could never end, since
    ///   jobs wait for each other, throws ``FutureError/wouldDeadlock(_:)`` at once.
    @available(*, noasync, message: "blocking stops other tasks; use 'await' with 'value'")
    @inlinable
    public func wait(timeout: Duration? = nil) throws(FutureError<Failure>) -> Success {
        let end = state.wait(timeout)
        if let outcome = state.settledOutcome { return try outcome.get() }
        if case .wouldDeadlock(let names) = end { throw .wouldDeadlock(names) }
        throw .timedOut
    }

    /// Settles the future as cancelled, unless it is settled already.
    ///
    /// Who waits is freed at once, and work that has not begun is dropped with all it holds. Work
    /// that has begun is told, by ``FutureQueue/isCurrentJobCancelled``, but not interrupted; what it
    /// returns later is dropped. Handlers without a queue run, and what dropped work held is released,
    /// on this thread. Cancelling a task that waits does both on another thread.
    ///
    /// If this returns `true`, the outcome is `.cancelled` and no handler will ever see another one.
    /// If it returns `false`, there was an outcome before; handlers for a success or a failure that
    /// were registered before this call and have not begun are not called any more. Handlers that hear
    /// of a cancellation always are.
    @discardableResult
    public func cancel() -> Bool {
        state.cancel(.requested)
    }
}

/// A value that is being made somewhere else.
///
/// A future is settled once, by the work behind it or by ``cancel()``, whichever comes first, and
/// then keeps its outcome. It comes from ``FutureQueue/run(_:)`` or from a ``Promise``:
///
/// ```swift
/// let answer = FutureQueue.shared.run { 6 * 7 }
/// print(try answer.result(timeout: .seconds(2)))  // 42
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
    /// In a body that a ``FutureQueue`` runs you may wait for another job of the same queue, even if
    /// the queue is one wide: if nobody has begun that job, this thread runs it, here and now. It may
    /// then meet a lock that you hold, and it runs to its end even if that takes longer than
    /// `timeout`.
    ///
    /// - Parameter timeout: How long to wait at most; `nil` is for ever, and so is anything beyond
    ///   sixty years. Zero and less only look. The end of the time ends the wait, not the work.
    /// - Returns: The value.
    /// - Throws: ``FutureError``, which wraps the work's own error. The wait for oneself throws
    ///   ``FutureError/wouldDeadlock`` at once.
    @available(*, noasync, message: "blocking stops other tasks; use 'await' with 'value'")
    @inlinable
    public func result(timeout: Duration? = nil) throws(FutureError<Failure>) -> Success {
        let end = state.wait(timeout)
        if let outcome = state.settledOutcome { return try outcome.get() }
        throw end == .wouldDeadlock ? .wouldDeadlock : .timedOut
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

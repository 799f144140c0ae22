public import Dispatch

extension Future {
    /// Calls `handler` once with the outcome, when there is one.
    ///
    /// With `queue`, the handler is submitted to it. Without, it runs on the thread that settles the
    /// future (the worker that ran the job, or the thread that calls ``cancel()`` or settles the promise)
    /// before that thread goes on, so keep it short. It runs on the main thread only if you pass `.main`.
    /// If the future is settled already, or is settled by the cancellation of a waiting task, a handler
    /// without a queue runs on a thread of its own: never within this call nor within `Task.cancel()`.
    ///
    /// Handlers without a queue run one after the other in the order of registration. Handlers on one
    /// serial queue begin in that order, too. The order of handlers on different queues is not defined.
    ///
    /// If ``cancel()`` is called on a future that has a value or an error, handlers that were registered
    /// before and have not begun are not called. So a handler on the serial queue on which you cancel is
    /// never called after the cancellation. Handlers that are registered later are called.
    ///
    /// A handler is released after it was called, or when it can't be called any more.
    ///
    /// - Parameters:
    ///   - queue: The queue on which `handler` runs.
    ///   - handler: Receives the outcome.
    public func whenSettled(
        on queue: DispatchQueue? = nil,
        _ handler: @escaping @Sendable (Outcome<Success, Failure>) -> Void
    ) {
        state.addHandler(at: queue.map { .queue($0) } ?? .here) { [state] in
            if let outcome = state.settledOutcome { handler(outcome) }
        }
    }

    /// Calls `handler` once on the main actor with the outcome, when there is one.
    ///
    /// Such handlers begin in the order in which they were registered. ``cancel()`` revokes them as it
    /// does others: after a call on the main actor none begins.
    ///
    /// - Parameters:
    ///   - mainActor: `MainActor.self`.
    ///   - handler: Called once with the outcome.
    public func whenSettled(
        on mainActor: MainActor.Type,
        _ handler: @escaping @MainActor @Sendable (Outcome<Success, Failure>) -> Void
    ) {
        state.addHandler(at: .mainActor) { [state] in
            // Called by a task of the main actor.
            MainActor.assumeIsolated {
                if let outcome = state.settledOutcome { handler(outcome) }
            }
        }
    }
}

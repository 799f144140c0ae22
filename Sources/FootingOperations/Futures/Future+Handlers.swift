extension Future {
    /// Calls `handler` once with the outcome, when the future is settled.
    ///
    /// With `.queue(queue)`, the handler is submitted to that queue. Without a queue, it runs on
    /// the thread that settles the future (the worker that ran the job, or the thread that calls
    /// ``cancel()`` or settles the promise) before that thread continues, so keep it short. If the
    /// future is already settled, or is settled by the cancellation of a waiting task, a handler
    /// without a queue runs on a separate thread, and never within this call or within
    /// `Task.cancel()`.
    ///
    /// Handlers without a queue run one after the other in the order of registration. Handlers on
    /// one serial queue also begin in that order. The order of handlers on different queues is
    /// undefined.
    ///
    /// If ``cancel()`` is called on a future that already has a value or an error, its registered
    /// handlers that have not begun are not called. So a handler on the serial queue on which you
    /// cancel is never called after the cancellation. Handlers that are registered later are
    /// called.
    ///
    /// A handler is released after it has been called, or when it can no longer be called.
    ///
    /// - Parameters:
    ///   - place: The queue on which `handler` runs.
    ///   - handler: Called once with the outcome.
    public func whenSettled(
        on place: HandlerPlace? = nil,
        _ handler: @escaping @Sendable (Outcome<Success, Failure>) -> Void
    ) {
        state.addHandler(at: Handler.Place(place)) { [state] in
            if let outcome = state.settledOutcome { handler(outcome) }
        }
    }

    /// Calls `handler` once on the main actor with the outcome, when the future is settled.
    ///
    /// Such handlers begin in the order of registration. ``cancel()`` revokes them like others:
    /// after a call on the main actor, none begins.
    ///
    /// - Parameters:
    ///   - place: `.main`.
    ///   - handler: Called once with the outcome.
    public func whenSettled(
        on place: MainHandlerPlace,
        _ handler: @escaping @MainActor @Sendable (Outcome<Success, Failure>) -> Void
    ) {
        state.addHandler(at: .mainActor) { [state] in
            // Called by a task on the main actor.
            MainActor.assumeIsolated {
                if let outcome = state.settledOutcome { handler(outcome) }
            }
        }
    }
}

public import Dispatch

extension Future {
    /// Calls `handler` once with the outcome, when there is one.
    ///
    /// With `queue`, the handler is submitted to it. Without, it runs where the future is settled:
    /// on the worker that did the work, or on the thread that cancelled or kept the promise, before
    /// that thread goes on; so it should be brief. Nothing goes to the main thread unless you say so.
    /// If the future is settled already, the handler runs soon on a thread of the package's own: it
    /// is never called within this call.
    ///
    /// Handlers begin in the order in which they were registered. ``cancel()`` keeps those from
    /// beginning that would hear of a success or a failure, up to the moment of the call; so a handler
    /// on the queue on which you cancel never comes after the cancellation.
    ///
    /// A handler is released after it was called, or when it can't be called any more.
    public func whenSettled(
        on queue: DispatchQueue? = nil,
        _ handler: @escaping @Sendable (Outcome<Success, Failure>) -> Void
    ) {
        state.add(
            Handler(queue: queue) { [state] in
                if let outcome = state.settledOutcome { handler(outcome) }
            }
        )
    }
}

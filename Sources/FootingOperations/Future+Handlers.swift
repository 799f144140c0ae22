public import Dispatch

extension Future {
    /// Calls `handler` once with the outcome, when there is one.
    ///
    /// With `queue`, the handler is submitted to it. Without, it runs where the future is settled:
    /// on the worker that did the work, or on the thread that cancelled or kept the promise, before
    /// that thread goes on; so it should be brief. Nothing goes to the main thread unless you say so.
    /// If the future is settled already, or is settled by the cancellation of a waiting task, the
    /// handler runs soon on a thread of the package's own, where no other future's handlers can delay
    /// it: it is never called within this call, nor within `Task.cancel()`.
    ///
    /// Handlers without a queue run one after the other, and those on one serial queue begin, in the
    /// order in which they were registered. Handlers in different places begin in any order.
    ///
    /// ``Future/cancel()`` on a future that has a value or an error keeps the handlers that were
    /// registered before, and have not begun, from beginning; so a handler on the queue on which you
    /// cancel never comes after the cancellation. What you register afterwards is called.
    ///
    /// A handler is released after it was called, or when it can't be called any more.
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

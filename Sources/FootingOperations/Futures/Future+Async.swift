import FootingWaiting

extension Future {
    /// Awaits the value; cancelling the waiting task cancels the work.
    ///
    /// - Throws: ``FutureError``, which wraps the work's own error.
    public var value: Success {
        get async throws(FutureError<Failure>) {
            try await value(timeout: nil)
        }
    }

    /// Awaits the value.
    ///
    /// - Parameters:
    ///   - timeout: The maximum time to wait; `nil` sets no limit, zero or less does not wait. The
    ///     work continues after a time-out.
    ///   - policy: The effect on the work if the waiting task is cancelled.
    /// - Returns: The value.
    /// - Throws: ``FutureError``, which wraps the work's own error. With
    ///   ``TaskCancellation/detach``, a wait that ends with this task throws
    ///   ``FutureError/cancelled(_:)``, although the future is not cancelled.
    public func value(
        timeout: Duration? = nil,
        onCancel policy: TaskCancellation = .propagate
    ) async throws(FutureError<Failure>) -> Success {
        if !isSettled { await settlement(within: timeout, untilCancelled: policy == .detach) }
        if isSettled { return try state.value() }
        throw policy == .detach && Task.isCancelled ? .cancelled(.task) : .timedOut
    }

    /// Awaits the outcome; cancelling the waiting task cancels the work.
    ///
    /// This never throws: in a cancelled task, the outcome is `.cancelled`, unless the work was
    /// already done.
    public var outcome: Outcome<Success, Failure> {
        get async {
            while true {
                if let outcome = settledOutcome { return outcome }
                await settlement(within: nil, untilCancelled: false)
            }
        }
    }

    /// Awaits the outcome for a limited time; cancelling the waiting task cancels the work.
    ///
    /// - Parameter timeout: The maximum time to wait; zero or less does not wait. The work
    ///   continues after a time-out.
    /// - Returns: The outcome, or `nil` if the wait timed out.
    public func outcome(timeout: Duration) async -> Outcome<Success, Failure>? {
        if !isSettled { await settlement(within: timeout, untilCancelled: false) }
        return settledOutcome
    }

    private func settlement(within timeout: Duration?, untilCancelled: Bool) async {
        await state.suspend(within: timeout, untilCancelled: untilCancelled) { [state] in
            state.cancel(.task, performingElsewhere: true)
        }
    }
}

/// The effect on the work if a task that waits for it is cancelled.
public enum TaskCancellation: Hashable, Sendable {
    /// The work is cancelled too, for all that wait for it.
    case propagate
    /// Only this wait ends; the work goes on.
    case detach
}

extension Future {
    /// Waits for the value; cancelling the waiting task cancels the work.
    ///
    /// - Throws: The work's own error, or `CancellationError` if the future was cancelled.
    public var value: Success {
        get async throws {
            try await value(timeout: nil)
        }
    }

    /// Waits for the value.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait at most; `nil` sets no limit, zero or less does not wait. After the
    ///     time-out the work goes on.
    ///   - policy: The effect on the work if the waiting task is cancelled.
    /// - Returns: The value.
    /// - Throws: The work's own error; ``FutureError/timedOut``; or `CancellationError` if the future, or
    ///   with ``TaskCancellation/detach`` this task, was cancelled.
    public func value(
        timeout: Duration? = nil,
        onCancel policy: TaskCancellation = .propagate
    ) async throws -> Success {
        if settledOutcome == nil {
            await settlement(within: timeout, untilCancelled: policy == .detach)
        }
        switch settledOutcome {
        case .success(let value): return value
        case .failure(let error): throw error
        case .cancelled(.resultNotSet): throw FutureError<Failure>.resultNotSet(state.workType)
        case .cancelled: throw CancellationError()
        case nil where policy == .detach && Task.isCancelled: throw CancellationError()
        case nil: throw FutureError<Failure>.timedOut
        }
    }

    /// Waits for the outcome; cancelling the waiting task cancels the work.
    ///
    /// This never throws: in a cancelled task the outcome is `.cancelled`, unless the work was done before.
    public var outcome: Outcome<Success, Failure> {
        get async {
            while true {
                if let outcome = settledOutcome { return outcome }
                await settlement(within: nil, untilCancelled: false)
            }
        }
    }

    /// Waits for the outcome for a limited time; cancelling the waiting task cancels the work.
    ///
    /// - Parameter timeout: How long to wait at most; zero or less does not wait. After the time-out the
    ///   work goes on.
    /// - Returns: The outcome, or `nil` if the time was up first.
    public func outcome(timeout: Duration) async -> Outcome<Success, Failure>? {
        if settledOutcome == nil { await settlement(within: timeout, untilCancelled: false) }
        return settledOutcome
    }

    private func settlement(within timeout: Duration?, untilCancelled: Bool) async {
        await state.settlement(within: timeout, untilCancelled: untilCancelled) { [state] in
            state.cancelForTask()
        }
    }
}

/// What becomes of the work when a task that waits for it is cancelled.
public enum TaskCancellation: Hashable, Sendable {
    /// The work is cancelled too, for everybody who waits.
    case propagate
    /// Only this wait ends; the work goes on.
    case detach
}

extension Future {
    /// The value, as soon as there is one; cancelling the waiting task cancels the work.
    ///
    /// - Throws: The work's own error, or `CancellationError` if the future was cancelled by anybody.
    public var value: Success {
        get async throws {
            try await value(onCancel: .propagate)
        }
    }

    /// Waits for the value, and says what cancelling the waiting task does.
    ///
    /// - Parameter policy: What happens to the work when the waiting task is cancelled.
    /// - Returns: The value.
    /// - Throws: The work's own error, or `CancellationError` if the future, or with
    ///   ``TaskCancellation/detach`` this task, was cancelled.
    public func value(onCancel policy: TaskCancellation) async throws -> Success {
        if settledOutcome == nil {
            await settlement(untilCancelled: policy == .detach)
        }
        switch settledOutcome {
        case .success(let value): return value
        case .failure(let error): throw error
        case .cancelled, nil: throw CancellationError()
        }
    }

    /// The outcome, as soon as there is one; cancelling the waiting task cancels the work.
    ///
    /// This never throws: to a task that is cancelled it gives `.cancelled`, unless the work was done
    /// before.
    public var outcome: Outcome<Success, Failure> {
        get async {
            while true {
                if let outcome = settledOutcome { return outcome }
                await settlement(untilCancelled: false)
            }
        }
    }

    private func settlement(untilCancelled: Bool) async {
        await state.settlement(untilCancelled: untilCancelled) { [state] in
            state.cancelForTask()
        }
    }
}

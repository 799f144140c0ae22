/// The reason why a future was cancelled.
///
/// A minor release may add reasons, so a `switch` over them needs `@unknown default`.
@nonexhaustive public enum CancellationReason: Hashable, Sendable {
    /// ``Future/cancel()`` was called.
    case requested
    /// A `Task` that was waiting for the future was cancelled.
    case task
    /// The work itself threw `CancellationError`.
    case thrown
    /// The promise was released before it was settled, or the operation before it began; or
    /// ``Future/any(_:)`` got an empty list.
    case abandoned
    /// A future on whose success the job depends failed or was cancelled.
    case dependencyFailed
    /// The duration of ``Future/timeout(_:)`` elapsed.
    case timedOut
    /// A dependency of an operation would have created a cycle, or was added after the operation
    /// had been enqueued.
    case dependencyRefused
    /// The ``FutureOperation/main()`` of an operation returned without setting a result.
    ///
    /// The operation itself was not cancelled. A wait throws ``FutureError/resultNotSet(_:)``.
    case resultNotSet
}

extension CancellationReason: CustomStringConvertible {
    /// The reason, as a phrase that completes the sentence “It was cancelled: …”.
    public var description: String {
        switch self {
        case .requested: "on request"
        case .task: "a task that was waiting for it was cancelled"
        case .thrown: "the work threw CancellationError"
        case .abandoned: "its promise or operation was released before there was an outcome"
        case .timedOut: "it timed out"
        case .dependencyRefused: "a dependency was added too late, or would have created a cycle"
        case .resultNotSet: "main() returned without calling setResult(_:)"
        case .dependencyFailed: "a future on whose success it depended failed or was cancelled"
        }
    }
}

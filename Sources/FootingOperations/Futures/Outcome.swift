/// The outcome of work: a success, a failure or a cancellation.
///
/// A cancellation is a separate case, so that it can't be confused with a missing value or with one
/// of the work's own errors. Outcomes are equatable if both the value and the error are.
public enum Outcome<Success, Failure: Error> {
    /// The work returned this value.
    case success(Success)
    /// The work threw this error.
    case failure(Failure)
    /// The work was cancelled before it had a value, for this reason.
    case cancelled(CancellationReason)

    /// Whether the work was cancelled.
    public var isCancelled: Bool {
        if case .cancelled = self { true } else { false }
    }

    /// Returns the value, or throws.
    ///
    /// - Throws: ``FutureError/failure(_:)`` or ``FutureError/cancelled(_:)``.
    @inlinable
    public func get() throws(FutureError<Failure>) -> Success {
        switch self {
        case .success(let value): return value
        case .failure(let error): throw .failure(error)
        case .cancelled(let reason): throw .cancelled(reason)
        }
    }
}

extension Outcome: Sendable where Success: Sendable {}

extension Outcome: Equatable where Success: Equatable, Failure: Equatable {}

extension Outcome: Hashable where Success: Hashable, Failure: Hashable {}

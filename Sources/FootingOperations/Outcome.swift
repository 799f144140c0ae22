/// How a piece of work ended: with a value, with a failure, or cancelled.
///
/// Cancelled is a case of its own, so that it can't be mistaken for a missing value or for one of
/// the work's own failures.
public enum Outcome<Success, Failure: Error> {
    /// The work returned this value.
    case success(Success)
    /// The work threw this error.
    case failure(Failure)
    /// The work was given up before it had a value, for the reason given.
    case cancelled(CancellationReason)

    /// Returns the value, or throws what there is instead.
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

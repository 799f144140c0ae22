/// Why waiting for a future gave no value.
///
/// It wraps the work's own error type, so that a caller who waits for work that can't fail need not
/// handle a failure. A minor release may add cases, so a `switch` over them needs
/// `@unknown default`.
@nonexhaustive public enum FutureError<Failure: Error>: Error {
    /// The work threw this error.
    case failure(Failure)
    /// The future was cancelled, for the reason given.
    case cancelled(CancellationReason)
    /// The time was up before the future was settled. The work goes on.
    case timedOut
    /// The wait could never end, since the jobs or values named here wait for each other. The first and
    /// the last name are that of the waiting one.
    case wouldDeadlock([String])
}

extension FutureError: Equatable where Failure: Equatable {}

extension FutureError: Hashable where Failure: Hashable {}

extension FutureError: CustomStringConvertible {
    /// A sentence that says what became of the work.
    public var description: String {
        switch self {
        case .failure(let error): "The work failed: \(error)"
        case .cancelled(let reason): "The work was cancelled: \(reason)."
        case .timedOut: "The time was up before the work was done; it goes on."
        case .wouldDeadlock(let names):
            "The wait would never end, since each waits for the next: "
                + names.joined(separator: " → ") + "."
        }
    }
}

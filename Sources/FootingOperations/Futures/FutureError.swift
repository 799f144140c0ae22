public import Foundation

/// The reason why waiting for a future returned no value.
///
/// Wraps the work's own error type. If the work can't fail, `Failure` is `Never`, and there is no
/// failure to handle. A minor release may add cases, so a `switch` over them needs
/// `@unknown default`.
@nonexhaustive public enum FutureError<Failure: Error>: Error {
    /// The work threw this error.
    case failure(Failure)
    /// The future was cancelled for this reason; or the waiting task was, with
    /// ``TaskCancellation/detach``.
    case cancelled(CancellationReason)
    /// The time limit elapsed before the future was settled. The work continues.
    case timedOut
    /// The wait could never end, because the named jobs or values wait for each other.
    ///
    /// The first and the last name are those of the waiting job. There are only two names, of the
    /// waiting job and of the awaited future, if the queue can't run the job that the wait needs:
    /// the queue runs one job at a time and the wait has a time-out, or 256 of its slots are lent.
    case wouldDeadlock([String])
    /// The ``FutureOperation/main()`` of the named class returned without setting a result.
    case resultNotSet(String)
}

/// A ``FutureError`` of any failure type.
private protocol WaitError: Error {}

extension FutureError: WaitError {}

extension FutureError: Equatable where Failure: Equatable {}

extension FutureError: Hashable where Failure: Hashable {}

extension FutureError: CustomStringConvertible {
    /// A sentence that says why there is no value.
    ///
    /// If the work failed because of its own wait, this is the sentence of that error.
    public var description: String {
        switch self {
        case .failure(let error as any WaitError): "\(error)"
        case .failure(let error):
            "The work failed: \((error as? any LocalizedError)?.errorDescription ?? "\(error)")"
        case .cancelled(let reason): "The work was cancelled: \(reason)."
        case .timedOut: "The wait timed out before the work was done; the work continues."
        case .wouldDeadlock(let names):
            "The wait would never end, because each of these waits for the next: "
                + names.joined(separator: " → ") + "."
        case .resultNotSet(let type):
            "There is no result: main() of \(type) returned without calling setResult(_:)."
        }
    }
}

extension FutureError: LocalizedError {
    /// The same as ``description``, in English.
    public var errorDescription: String? { description }
}

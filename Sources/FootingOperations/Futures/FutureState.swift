/// The state shared by a future, its promise and its queue: ``FutureCore`` and the typed outcome.
///
/// Everything that does not depend on the types is in the core, and compiled once. This part is
/// small and inlinable, so that callers in other modules run no unspecialized generic code.
// Unchecked for `outcome` alone. It is written once, inside `settle`, which holds the core's lock
// and admits one caller. It is read only after `isSettled`, an acquiring load of the flag that the
// same critical section sets after the write.
@usableFromInline
class FutureState<Success: Sendable, Failure: Error>: FutureCore, @unchecked Sendable {
    /// The outcome; valid only if the future is settled.
    ///
    /// Not an optional, which would be one more generic type to look up at run time whenever a
    /// future is released.
    ///
    /// Safe without exclusivity checks: each access is a plain read or assignment.
    @safe @exclusivity(unchecked)
    @usableFromInline
    final var outcome: Outcome<Success, Failure> = .cancelled(.abandoned)

    @inlinable
    override init() {
        super.init()
    }

    @inlinable
    final var settledOutcome: Outcome<Success, Failure>? {
        isSettled ? outcome : nil
    }

    /// Returns the value of a settled future, or throws what a wait throws.
    @inlinable
    final func value() throws(FutureError<Failure>) -> Success {
        if case .cancelled(.resultNotSet) = outcome { throw .resultNotSet(workType) }
        return try outcome.get()
    }

    /// Whether the outcome is a success.
    final var hasValue: Bool {
        if case .success? = settledOutcome { true } else { false }
    }

    @discardableResult
    @inlinable
    final func settle(_ outcome: Outcome<Success, Failure>) -> Bool {
        let isCancelled = if case .cancelled = outcome { true } else { false }
        let isFailed = if case .failure = outcome { true } else { false }
        return settle(asCancelled: isCancelled, asFailed: isFailed) { self.outcome = outcome }
    }

    override func storeCancellation(_ reason: CancellationReason) { outcome = .cancelled(reason) }

    /// Settles with the cancellation of a future from which this one is derived.
    @usableFromInline
    final func settle(asCancelled reason: CancellationReason, like source: FutureCore) {
        _ = settle(.cancelled) {
            outcome = .cancelled(reason)
            // The source names the class of the operation in errors.
            if reason == .resultNotSet { outcomeSource = source.outcomeSource }
        }
    }

    /// Settles with the outcome of a settled future from which this one is derived.
    final func settle(like source: FutureState) {
        if case .cancelled(let reason) = source.outcome {
            settle(asCancelled: reason, like: source)
        } else {
            settle(source.outcome)
        }
    }

    /// Settles with the value or the error of `body`.
    @inlinable
    final func settle(running body: () throws(Failure) -> Success) {
        do throws(Failure) {
            settle(.success(try body()))
        } catch {
            // A typed `CancellationError` is the work's own failure; an untyped one is a
            // cancellation.
            if Failure.self == (any Error).self, error is CancellationError {
                settle(.cancelled(.thrown))
            } else {
                settle(.failure(error))
            }
        }
    }

    /// Settles with the value or the error of `body`.
    final func settle(awaiting body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            settle(.success(try await body()))
        } catch {
            settle { () throws(Failure) in throw error }
        }
    }
}

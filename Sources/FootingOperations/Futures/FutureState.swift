/// The state that a future, its promise and its queue share: ``FutureCore`` and the typed outcome.
///
/// Everything that does not need to know the types is in the core, compiled once. This part is
/// small and inlinable, so that a caller in another module pays for no generic code.
// Unchecked for `outcome` alone. It is written once, inside `settle`, which holds the core's lock
// and lets one caller through; it is read only after `isSettled`, an acquiring load of the flag that
// the same critical section published after the write.
@usableFromInline
class FutureState<Success: Sendable, Failure: Error>: FutureCore, @unchecked Sendable {
    /// The outcome, if there is one.
    ///
    /// Not an optional: that would be one more generic type to look up at run time for every future
    /// that is released.
    ///
    /// Sound without the check at run time for overlapping accesses: each is a plain read or assignment.
    @exclusivity(unchecked)
    @usableFromInline
    final var storedOutcome: Outcome<Success, Failure> = .cancelled(.abandoned)

    @inlinable
    final var outcome: Outcome<Success, Failure> {
        get { unsafe storedOutcome }
        set { unsafe storedOutcome = newValue }
    }

    @inlinable
    override init() {
        super.init()
    }

    @inlinable
    final var settledOutcome: Outcome<Success, Failure>? {
        isSettled ? outcome : nil
    }

    /// Whether the outcome is a success.
    final var hasValue: Bool {
        if case .success? = settledOutcome { true } else { false }
    }

    /// Whether the future is settled, and not with a success.
    final var hasFailed: Bool { isSettled && !hasValue }

    @discardableResult
    @inlinable
    final func settle(_ outcome: Outcome<Success, Failure>) -> Bool {
        var isCancelled = false
        var isFailed = false
        switch outcome {
        case .success: break
        case .failure: isFailed = true
        case .cancelled: isCancelled = true
        }
        return settle(asCancelled: isCancelled, asFailed: isFailed) { self.outcome = outcome }
    }

    override func settleAsCancelled(
        _ reason: CancellationReason,
        without link: Link? = nil
    ) -> Bool {
        settle(.cancelled, without: link) { outcome = .cancelled(reason) }
    }

    /// Cancels from within the cancellation of a task, during which the runtime holds the task's lock.
    final func cancelForTask() {
        let isFirst = settle(.cancelled, callingElsewhere: true) {
            outcome = .cancelled(.task)
        }
        if !isFirst { revokeHandlers() }
    }

    /// Settles with the value or the error of `body`.
    @inlinable
    final func settle(running body: () throws(Failure) -> Success) {
        do throws(Failure) {
            settle(.success(try body()))
        } catch {
            // A typed `CancellationError` is the caller's own failure; an untyped one is ours.
            if Failure.self == (any Error).self, error is CancellationError {
                settle(.cancelled(.thrown))
            } else {
                settle(.failure(error))
            }
        }
    }

    /// Settles with the value or the error of `body`.
    final func settle(awaiting body: () async throws(Failure) -> Success) async {
        let outcome: Result<Success, Failure>
        do throws(Failure) {
            outcome = .success(try await body())
        } catch {
            outcome = .failure(error)
        }
        settle { () throws(Failure) in try outcome.get() }
    }
}

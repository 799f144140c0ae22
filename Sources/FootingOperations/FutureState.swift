/// What a future, its promise and its queue share: ``FutureCore`` and the typed outcome.
///
/// Everything that does not need to know the types is in the core, compiled once. What is here is
/// small and inlinable, so that a caller in another module pays for no generic code.
// Unchecked for `outcome` alone. It is written once, inside `settle`, which holds the core's lock
// and lets one caller through; it is read only after `isSettled`, an acquiring load of the flag that
// the same critical section published after the write.
@usableFromInline
final class FutureState<Success: Sendable, Failure: Error>: FutureCore, @unchecked Sendable {
    /// The outcome, if there is one.
    ///
    /// Not an optional: that would be one more generic type to look up at run time for every future
    /// that is released.
    @usableFromInline
    var outcome: Outcome<Success, Failure> = .cancelled(.abandoned)

    @inlinable
    override init() {
        super.init()
    }

    @inlinable
    var settledOutcome: Outcome<Success, Failure>? {
        isSettled ? outcome : nil
    }

    @discardableResult
    @inlinable
    func settle(_ outcome: Outcome<Success, Failure>) -> Bool {
        let isCancelled = if case .cancelled = outcome { true } else { false }
        return settle(asCancelled: isCancelled) { self.outcome = outcome }
    }

    func cancel(_ reason: CancellationReason) -> Bool {
        let isFirst = settle(.cancelled(reason))
        if !isFirst { revokeHandlers() }
        return isFirst
    }

    /// Cancels from within the cancellation of a task, during which the runtime holds the task's lock.
    func cancelForTask() {
        let isFirst = settle(asCancelled: true, callingElsewhere: true) {
            outcome = .cancelled(.task)
        }
        if !isFirst { revokeHandlers() }
    }

    /// Settles with what `body` returns or throws.
    @inlinable
    func settle(running body: () throws(Failure) -> Success) {
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
}

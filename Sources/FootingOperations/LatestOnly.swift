import FootingLocks
import FootingWaiting

/// A slot for work of which only the latest result matters, such as a search while the user types.
///
/// ```swift
/// let search = LatestOnly<[String], Never>()
///
/// @MainActor func userTyped(_ text: String) {
///     search.submit({ queue.submit { titles(matching: text) } }, on: .main) { outcome in
///         results.show(outcome)
///     }
/// }
/// ```
///
/// Each submission supersedes the previous one: the older future is cancelled, and neither its
/// value nor its error is delivered. If `submit` is called on the queue or actor on which results
/// are delivered, no older delivery begins there after `submit` has returned. After a `submit`
/// called elsewhere, an older delivery that has already been chosen may still begin. The latest
/// submission is always delivered, unless ``cancel()`` is called or the slot is released.
///
/// Keep a reference to the slot: releasing it cancels its work, including work that waits for its
/// delay. A superseded or cancelled submission calls no handler, not even to report a cancellation.
public final class LatestOnly<Success: Sendable, Failure: Error>: Sendable {
    /// A submission, settled with the outcome of its work, or as cancelled if it is superseded.
    ///
    /// Either its delivery or a newer submission claims it.
    // Unchecked because its superclass is: all that this class adds is behind a lock.
    final class Submission: FutureState<Success, Failure>, @unchecked Sendable {
        private let timer = Lock<Timer?>(nil)

        /// Begins the work, unless the submission is superseded.
        func begin(_ start: () -> Future<Success, Failure>) {
            _ = timer.exchange(nil)
            if isSettled { return }
            let work = start()
            follow(work.state) { self.settle(like: work.state) }
            // `start` itself may have superseded the submission.
            if isCancelled { work.cancel() }
        }

        func delay(by duration: Duration, _ begin: @escaping @Sendable () -> Void) {
            let timer = Timer(after: duration, begin)
            _ = self.timer.exchange(timer)
            if isSettled { didSettle() } else { timer.start() }
        }

        override var observesSettlement: Bool { true }

        /// Cancels the work of a superseded submission, or the timer that would begin it.
        override func didSettle() {
            timer.exchange(nil)?.cancel()
            let works = isCancelled ? sources : []
            super.didSettle()
            for work in works { work.cancel(.requested) }
        }
    }

    let current = Lock<Submission?>(nil)
    private let delay: Duration?

    /// Creates an empty slot.
    ///
    /// - Parameter delay: The time for which a submission waits for a newer one before its work
    ///   begins; `nil` means no wait.
    public init(delay: Duration? = nil) {
        self.delay = delay
    }

    deinit {
        cancel()
    }

    /// Submits work that supersedes the work submitted before.
    ///
    /// - Parameters:
    ///   - start: Begins the work and returns its future. It is called before `submit` returns, or
    ///     on another thread after the delay.
    ///   - place: The queue on which `handler` is called; `nil` means the thread that settles the
    ///     future.
    ///   - handler: Called once with the outcome, unless the work is superseded first.
    public func submit(
        _ start: @escaping @Sendable () -> Future<Success, Failure>,
        on place: HandlerPlace? = nil,
        handler: @escaping @Sendable (Outcome<Success, Failure>) -> Void
    ) {
        submit(start, at: Handler.Place(place), handler)
    }

    /// Submits work that supersedes the work submitted before, and delivers its outcome on the main
    /// actor.
    ///
    /// - Parameters:
    ///   - start: Begins the work and returns its future.
    ///   - place: `.main`.
    ///   - handler: Called once with the outcome, unless the work is superseded first.
    public func submit(
        _ start: @escaping @Sendable () -> Future<Success, Failure>,
        on place: MainHandlerPlace,
        handler: @escaping @MainActor @Sendable (Outcome<Success, Failure>) -> Void
    ) {
        submit(start, at: .mainActor) { outcome in
            // Called by a task on the main actor.
            MainActor.assumeIsolated { handler(outcome) }
        }
    }

    /// Submits work that supersedes the work submitted before, and awaits its value.
    ///
    /// ```swift
    /// let found = try await search.value { queue.submit { titles(matching: text) } }
    /// ```
    ///
    /// If the work is superseded, the wait is cancelled. If all submissions are made on one
    /// actor, no older value is returned there after a newer submission. Cancelling the task
    /// cancels the work, also if others wait for the future that `start` returned.
    ///
    /// - Parameter start: Begins the work and returns its future, as for `submit`.
    /// - Returns: The value of the work.
    /// - Throws: ``FutureError/failure(_:)`` with the error of the work, or
    ///   ``FutureError/cancelled(_:)``: for the reason ``CancellationReason/requested`` if the work
    ///   was superseded or the slot was cancelled or released.
    public func value(
        of start: @escaping @Sendable () -> Future<Success, Failure>
    ) async throws(FutureError<Failure>) -> Success {
        if Task.isCancelled { throw .cancelled(.task) }
        let submission = submit(start)
        _ = await Future(state: submission).outcome
        // Checked on the caller's actor, where a newer submission may have been made meanwhile.
        if !claim(submission), !submission.isCancelled { throw .cancelled(.requested) }
        return try submission.value()
    }

    /// Cancels the work and empties the slot.
    ///
    /// - Returns: `true` if a submission was pending. Its delivery has not begun and never will.
    @discardableResult
    public func cancel() -> Bool {
        replace(with: nil)
    }

    /// Submits work, and calls `handler` with its outcome unless the work is superseded first.
    @discardableResult
    private func submit(
        _ start: @escaping @Sendable () -> Future<Success, Failure>,
        at place: Handler.Place = .here,
        _ handler: (@Sendable (Outcome<Success, Failure>) -> Void)? = nil
    ) -> Submission {
        let submission = Submission()
        replace(with: submission)
        let begin: @Sendable () -> Void = { [weak self] in
            submission.begin(start)
            guard let handler else { return }
            submission.addHandler(at: place) {
                guard let outcome = submission.settledOutcome, self?.claim(submission) == true
                else { return }
                handler(outcome)
            }
        }
        if let delay { submission.delay(by: delay, begin) } else { begin() }
        return submission
    }

    /// Supersedes the current submission; returns whether it was pending.
    @discardableResult
    private func replace(with new: Submission?) -> Bool {
        guard let old = current.exchange(new) else { return false }
        let wasPending = old.claim()
        old.cancel(.requested)
        return wasPending
    }

    /// Claims the delivery of a submission; returns `false` if it was superseded.
    private func claim(_ submission: Submission) -> Bool {
        guard submission.claim() else { return false }
        current.withLock { if $0 === submission { $0 = nil } }
        return true
    }
}

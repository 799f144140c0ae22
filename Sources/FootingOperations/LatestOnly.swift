public import Dispatch
import FootingLocks
import FootingWaiting

/// A slot for work of which only the latest result matters, such as a search while the user types.
///
/// ```swift
/// let search = LatestOnly<[String], Never>()
///
/// @MainActor func userTyped(_ text: String) {
///     search.submit({ queue.submit { titles(matching: text) } }, on: MainActor.self) { outcome in
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
    /// The current submission.
    private struct State {
        /// The number of submissions and cancellations so far.
        var generation: UInt64 = 0
        /// Whether the latest submission has not been delivered yet.
        var isPending = false
        var future: Future<Success, Failure>?
        var timer: Timer?
        /// The future for which the submitting task waits, if one does.
        var awaited: FutureCore?
    }

    private final class Slot: Sendable {
        let state = Lock(State())

        /// Supersedes the current submission, if any, and returns the new generation.
        func supersede(
            isPending: Bool,
            awaited: FutureCore? = nil
        ) -> (generation: UInt64, wasPending: Bool) {
            let (result, old) = state.withLock { state in
                let old = state
                state = State(generation: old.generation + 1, isPending: isPending)
                state.awaited = awaited
                return ((state.generation, old.isPending), old)
            }
            // After the lock is released: the `deinit` of dropped work can call this slot again.
            old.timer?.cancel()
            old.future?.cancel()
            old.awaited?.cancel(.requested)
            return result
        }

        /// Changes the state if `generation` is still the pending one.
        func update(_ generation: UInt64, _ change: (inout State) -> Void) -> Bool {
            state.withLock { state in
                guard state.isPending, state.generation == generation else { return false }
                change(&state)
                return true
            }
        }

        /// Claims the delivery of a submission; returns `false` if it was superseded.
        func claim(_ generation: UInt64) -> Bool {
            var old: State?
            defer { withExtendedLifetime(old) {} }
            return update(generation) { state in
                old = state
                state = State(generation: generation)
            }
        }
    }

    private let slot = Slot()
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
    ///   - queue: The queue on which `deliver` is called; `nil` means the thread that settles the
    ///     future.
    ///   - deliver: Called once with the outcome, unless the work is superseded first.
    public func submit(
        _ start: @escaping @Sendable () -> Future<Success, Failure>,
        on queue: DispatchQueue? = nil,
        deliver: @escaping @Sendable (Outcome<Success, Failure>) -> Void
    ) {
        submit(start, at: queue.map { .queue($0) } ?? .here, deliver)
    }

    /// Submits work that supersedes the work submitted before, and delivers its outcome on the main
    /// actor.
    ///
    /// - Parameters:
    ///   - start: Begins the work and returns its future.
    ///   - mainActor: `MainActor.self`.
    ///   - deliver: Called once with the outcome, unless the work is superseded first.
    public func submit(
        _ start: @escaping @Sendable () -> Future<Success, Failure>,
        on mainActor: MainActor.Type,
        deliver: @escaping @MainActor @Sendable (Outcome<Success, Failure>) -> Void
    ) {
        submit(start, at: .mainActor) { outcome in
            // Called by a task on the main actor.
            MainActor.assumeIsolated { deliver(outcome) }
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
    /// cancels the work.
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
        let awaited = FutureState<Success, Failure>()
        let generation = submit(start, awaited: awaited) { future, _ in
            awaited.follow(future.state) { awaited.settle(like: future.state) }
        }
        let outcome = await Future(state: awaited).outcome
        // Checked on the caller's actor, where a newer submission may have been made meanwhile.
        if !slot.claim(generation), !outcome.isCancelled { throw .cancelled(.requested) }
        return try outcome.get()
    }

    /// Cancels the work and empties the slot.
    ///
    /// - Returns: `true` if a submission was pending. Its delivery has not begun and never will.
    @discardableResult
    public func cancel() -> Bool {
        slot.supersede(isPending: false).wasPending
    }

    /// Whether a task waits for the current submission; used by tests.
    var isAwaited: Bool { slot.state.withLock { $0.awaited?.hasWaiters == true } }

    private func submit(
        _ start: @escaping @Sendable () -> Future<Success, Failure>,
        at place: Handler.Place,
        _ deliver: @escaping @Sendable (Outcome<Success, Failure>) -> Void
    ) {
        _ = submit(start) { [slot] future, generation in
            future.state.addHandler(at: place) {
                guard let outcome = future.settledOutcome, slot.claim(generation) else { return }
                deliver(outcome)
            }
        }
    }

    /// Submits work, calls `attach` with its future and generation as soon as it has begun, and
    /// returns the generation.
    private func submit(
        _ start: @escaping @Sendable () -> Future<Success, Failure>,
        awaited: FutureCore? = nil,
        _ attach: @escaping @Sendable (Future<Success, Failure>, UInt64) -> Void
    ) -> UInt64 {
        let generation = slot.supersede(isPending: true, awaited: awaited).generation
        let begin: @Sendable () -> Void = { [slot] in
            guard slot.update(generation, { $0.timer = nil }) else { return }
            let future = start()
            guard slot.update(generation, { $0.future = future }) else {
                future.cancel()
                return
            }
            attach(future, generation)
        }
        if let delay {
            let timer = Timer(after: delay, begin)
            if slot.update(generation, { $0.timer = timer }) { timer.start() }
        } else {
            begin()
        }
        return generation
    }
}

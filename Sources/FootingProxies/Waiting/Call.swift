import FootingLocks

/// The state of a call that a thread or a task can wait for.
///
/// A call is pending until one of three parties claims it: its destination runs it, its caller
/// cancels it, or its destination releases the job without running it.
@usableFromInline
final class Call: Sendable {
    /// The end of a call, or of a wait for a call.
    enum Ending: Sendable {
        case ran
        /// The caller cancelled the call before it began.
        case cancelled
        /// The destination released the call before it began.
        case gone
        /// The wait timed out; the call may continue.
        case timedOut
        /// The wait was refused because of this cycle; the call may continue.
        case wouldDeadlock([String])
    }

    private enum Phase {
        case pending, begun
        case ended(Ending)
    }

    private struct State {
        var phase = Phase.pending
        var waiters: [Waiter] = []
        var continuations: [CheckedContinuation<Void, Never>] = []
        /// The job and its destination, until the delay of the call has elapsed.
        var delayed: (job: Job, place: any Destination)?

        var ending: Ending? { if case .ended(let ending) = phase { ending } else { nil } }
    }

    private let state = Lock(State())

    /// The end of the call, or `nil` if it has not ended.
    var ending: Ending? { state.withLock { $0.ending } }

    /// Whether a thread or a task waits for the call.
    var isAwaited: Bool { state.withLock { !$0.waiters.isEmpty || !$0.continuations.isEmpty } }

    /// Claims the call for its destination.
    ///
    /// - Returns: Whether the call was pending.
    func begin() -> Bool {
        state.withLock { state in
            guard case .pending = state.phase else { return false }
            state.phase = .begun
            return true
        }
    }

    /// Ends the call and wakes all threads and tasks that wait for it.
    ///
    /// - Returns: Whether the call ended this way: a call that has begun can end only as `ran`, and
    ///   a pending call only as `cancelled` or `gone`.
    @discardableResult
    func end(_ ending: Ending) -> Bool {
        let woken: (waiters: [Waiter], tasks: [CheckedContinuation<Void, Never>])? =
            state.withLock { state in
                switch (state.phase, ending) {
                case (.begun, .ran), (.pending, .cancelled), (.pending, .gone):
                    defer { (state.waiters, state.continuations) = ([], []) }
                    state.phase = .ended(ending)
                    return (state.waiters, state.continuations)
                default:
                    return nil
                }
            }
        guard let woken else { return false }
        for waiter in woken.waiters { waiter.wake() }
        for continuation in woken.tasks { continuation.resume() }
        return true
    }

    /// Adds a waiter, which is woken when the call has ended.
    ///
    /// - Returns: Whether the waiter was added. It is not added if the call has already ended.
    func add(_ waiter: Waiter) -> Bool {
        state.withLock { state in
            guard state.ending == nil else { return false }
            state.waiters.append(waiter)
            return true
        }
    }

    /// Removes a waiter, so that the end of the call does not wake it.
    ///
    /// - Parameters:
    ///   - waiter: The waiter.
    ///   - cancels: Whether to cancel the call. If the call has begun, the waiter is not removed.
    /// - Returns: Whether the waiter was removed.
    func remove(_ waiter: Waiter, cancels: Bool) -> Bool {
        state.withLock { state in
            guard let index = state.waiters.firstIndex(where: { $0 === waiter }) else {
                return false
            }
            if cancels {
                guard case .pending = state.phase else { return false }
                state.phase = .ended(.cancelled)
            }
            state.waiters.remove(at: index)
            return true
        }
    }

    /// Suspends until the call has ended.
    @discardableResult
    func end() async -> Ending {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                guard state.ending == nil else { return true }
                state.continuations.append(continuation)
                return false
            }
            if hasEnded { continuation.resume() }
        }
        return ending ?? .gone
    }

    /// Whether the call waits for its delay to elapse.
    var isDelayed: Bool { state.withLock { $0.delayed != nil } }

    /// The destination of the call while it waits for its delay to elapse.
    var delayedPlace: (any Destination)? { state.withLock { $0.delayed?.place } }

    /// Stores the job of the call until ``sendDelayed()`` sends it to `place`.
    func delay(_ job: Job, to place: any Destination) {
        state.withLock { $0.delayed = (job, place) }
    }

    /// Sends the stored job.
    ///
    /// - Returns: Whether there was a stored job.
    @discardableResult
    func sendDelayed() -> Bool {
        guard let (job, place) = state.withLock({ $0.delayed.take() }) else { return false }
        place.send(job)
        return true
    }
}

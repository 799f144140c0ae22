import FootingLocks
public import FootingWaiting

/// The state of a call that a thread or a task can wait for.
///
/// A call is pending until one of three parties claims it: its destination runs it, its caller
/// cancels it, or its destination releases the job without running it.
@usableFromInline
final class Call: Settling {
    /// The result of a call, or of a wait for a call.
    enum Settlement: Sendable {
        case ran
        /// The call never began, or the wait was abandoned and the call may continue.
        case failed(InvocationError.Code, cycle: [String] = [])
    }

    private enum Phase {
        case pending, begun
        case settled(Settlement)
    }

    private struct State {
        var phase = Phase.pending
        var waiters = EntryList<Waiter>()
        /// The job and its destination, until the delay of the call has elapsed.
        var delayed: (job: Job, place: any Destination)?

        var settlement: Settlement? {
            if case .settled(let settlement) = phase { settlement } else { nil }
        }
    }

    private let state = Lock(State())

    var isSettled: Bool { settlement != nil }

    /// The result of the call, or `nil` if it is not settled.
    var settlement: Settlement? { state.withLock { $0.settlement } }

    /// Whether a thread or a task waits for the call.
    var isAwaited: Bool { state.withLock { !$0.waiters.isEmpty } }

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

    /// Settles the call and wakes all threads and tasks that wait for it.
    ///
    /// - Returns: Whether this settled the call: a call that has begun can be settled only as
    ///   `ran`, and a pending call only as failed.
    @discardableResult
    func settle(as settlement: Settlement) -> Bool {
        let woken = state.withLock { state -> EntryList<Waiter>? in
            switch (state.phase, settlement) {
            case (.begun, .ran), (.pending, .failed):
                state.phase = .settled(settlement)
                return state.waiters.removeAll()
            default:
                return nil
            }
        }
        guard let woken else { return false }
        woken.consume { $0.wake() }
        return true
    }

    func add(_ waiter: Waiter) -> Bool {
        state.withLock { state in
            guard state.settlement == nil else { return false }
            unsafe state.waiters.append(.passRetained(waiter))
            return true
        }
    }

    /// Removes a waiter, and cancels the call if the waiter says so; if the call has begun, such a
    /// waiter is not removed.
    func remove(_ waiter: Waiter) -> Bool {
        state.withLock { state in
            switch state.phase {
            case .settled: return false
            case .begun where waiter.cancelsWhenAbandoned: return false
            case .pending, .begun: break
            }
            guard state.waiters.discard(waiter) else { return false }
            if waiter.cancelsWhenAbandoned { state.phase = .settled(.failed(.cancelled)) }
            return true
        }
    }

    /// The result of the call after a wait for it, or the reason why the wait was abandoned.
    func settlement(after result: WaitResult) -> Settlement {
        switch result {
        case .settled: settlement ?? .failed(.destinationGone)
        case .timedOut: .failed(.timedOut)
        case .wouldDeadlock(let cycle): .failed(.wouldDeadlock, cycle: cycle)
        }
    }

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

import FootingLocks

/// A call on its way to a destination.
///
/// It is pending until one party claims it: the destination runs it, its caller cancels it, or the
/// destination lets go of it without running it. Only the destination touches the body, and only after
/// it claimed the call.
final class Call: Sendable {
    /// How a call ended.
    enum Ending: Sendable {
        case ran
        /// The caller gave it up before it began.
        case cancelled
        /// The destination let go of it before it began.
        case gone
    }

    enum Phase: Sendable {
        case pending
        case begun
        case ended(Ending)
    }

    struct State: Sendable {
        var phase = Phase.pending
        var waiters: [Waiter] = []
        var continuations: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    /// How the call ended, or `nil` if it has not.
    var ending: Ending? {
        state.withLock { if case .ended(let ending) = $0.phase { ending } else { nil } }
    }

    /// Whether somebody waits for the call.
    var isAwaited: Bool { state.withLock { !$0.waiters.isEmpty || !$0.continuations.isEmpty } }

    /// Claims the call for its destination.
    ///
    /// - Returns: Whether it was pending.
    func begin() -> Bool {
        state.withLock { state in
            guard case .pending = state.phase else { return false }
            state.phase = .begun
            return true
        }
    }

    /// Ends the call and wakes everybody who waits for it.
    ///
    /// - Returns: Whether the call ended so: see ``close(_:)``.
    @discardableResult
    func end(_ ending: Ending) -> Bool {
        guard let ended = close(ending) else { return false }
        for waiter in ended.waiters { waiter.wake() }
        for continuation in ended.continuations { continuation.resume() }
        return true
    }

    /// Ends the call and wakes nobody.
    ///
    /// - Returns: The state with those to be woken, or `nil` if the call can't end so: a call that began can
    ///   only end as `ran`, and a pending one only as something else.
    func close(_ ending: Ending) -> State? {
        state.withLock { state in
            switch (state.phase, ending) {
            case (.begun, .ran), (.pending, .cancelled), (.pending, .gone):
                let before = state
                state = State(phase: .ended(ending))
                return before
            default:
                return nil
            }
        }
    }

    /// Adds a waiter, which is woken when the call has ended.
    ///
    /// - Returns: Whether the call has not ended; otherwise the waiter was not added.
    func add(_ waiter: Waiter) -> Bool {
        state.withLock { state in
            if case .ended = state.phase { return false }
            state.waiters.append(waiter)
            return true
        }
    }

    /// Removes a waiter that waits no longer.
    func remove(_ waiter: Waiter) {
        state.withLock { state in state.waiters.removeAll { $0 === waiter } }
    }

    /// Suspends until the call has ended.
    func end() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if case .ended = state.phase { return true }
                state.continuations.append(continuation)
                return false
            }
            if hasEnded { continuation.resume() }
        }
    }
}

/// What a destination holds of a call: its contents, and the duty to run it.
///
/// If it is released without having run, the call ends as `gone`.
final class Ticket: Sendable {
    let call: Call
    /// Takes the contents out, and runs the body with them if that is asked for.
    private let open: @Sendable (_ runs: Bool) -> Void

    /// Creates a ticket whose contents are released at the destination, whether or not the call runs, and whoever
    /// else still holds the ticket.
    init<Contents>(
        _ call: Call,
        _ parcel: Parcel<Contents>,
        _ body: @escaping @Sendable (consuming Contents) -> Void
    ) {
        self.call = call
        open = { runs in
            guard let contents = parcel.open(), runs else { return }
            body(contents)
        }
    }

    /// Creates a ticket whose contents are the body of a thread that waits, and releases it if the call does not run.
    init(_ call: Call, lent parcel: Parcel<() -> Void>) {
        self.call = call
        open = { runs in
            if runs { parcel.open()?() }
        }
    }

    deinit {
        open(false)
        call.end(.gone)
    }

    func run() {
        let begins = call.begin()
        open(begins)
        if begins { call.end(.ran) }
    }
}

import Dispatch
import Synchronization

/// A call that a thread blocks for, and that is given up if it does not begin in time.
///
/// It is pending until one party claims it: the destination to run it, the waiter to abandon it, or
/// another waiter to refuse it because of a cycle. Only the party that wins touches the body. A call
/// that began is always waited for, so the body need not escape.
// Unchecked: `body` and `wait` are set before the call is enqueued. After that `body` belongs to the
// destination if it moved `state` away from `pending`, and otherwise to the waiter. `cycle` is set by
// the one who refuses the call, before the signal that the waiter waits for.
@usableFromInline
final class TimedCall: @unchecked Sendable {
    private enum State: UInt8, AtomicRepresentable {
        case pending, begun, abandoned, refused
    }

    enum Outcome: Equatable {
        case ran
        case timedOut
        case wouldDeadlock([String])
    }

    private let state = Atomic(State.pending)
    private let finished = DispatchSemaphore(value: 0)
    private var body: (() -> Void)?
    /// The number of this wait in the graph of waits.
    private var wait: Int?
    private var cycle: [String] = []

    private init(_ body: @escaping () -> Void) {
        self.body = body
    }

    /// Runs `body` at `destination` and blocks until it ran.
    ///
    /// - Throws: ``InvocationError`` if `body` did not begin. Then it never will.
    @usableFromInline
    static func run(
        within limit: Duration,
        at destination: some Destination,
        _ body: () -> Void
    ) throws(InvocationError) {
        let node = (destination as? QueueDestination)?.node
        try run(within: limit, for: node, body, enqueue: destination.enqueue)
            .orThrow(within: limit, at: destination.name)
    }

    /// Runs `body` on the main queue and blocks until it ran.
    ///
    /// - Throws: ``InvocationError`` if `body` did not begin. Then it never will.
    @usableFromInline
    static func runOnMain(within limit: Duration, _ body: () -> Void) throws(InvocationError) {
        let node = MainDestination.identity.node
        try run(within: limit, for: node, body, enqueue: MainDestination.enqueue)
            .orThrow(within: limit, at: "the main queue")
    }

    /// Enqueues `body` and blocks until it ran, until it has not begun within `limit`, or until it
    /// is refused because the wait for `node` would close a cycle.
    ///
    /// If the limit is zero or less, nothing is enqueued. Without a limit the wait can't time out and is not
    /// refused for another one.
    ///
    /// - Returns: Whether `body` ran. If not, it never will.
    static func run(
        within limit: Duration?,
        for node: WaitNode?,
        _ body: () -> Void,
        enqueue: (@escaping @Sendable () -> Void) -> Void
    ) -> Outcome {
        if let limit, limit <= .zero { return .timedOut }
        // The time begins here: a destination may be slow to take the call.
        let deadline = limit.map(DispatchTime.after) ?? .distantFuture
        return withoutActuallyEscaping(body) { body in
            let call = TimedCall(body)
            switch WaitGraph.enter(node, call: limit == nil ? nil : call) {
            case .unrecorded: break
            case .recorded(let number): call.wait = number
            case .refused(let cycle):
                call.body = nil
                return .wouldDeadlock(cycle)
            }
            enqueue { call.begin() }
            return call.wait(until: deadline)
        }
    }

    /// Prevents the call because its wait is part of `cycle`, and wakes the waiter.
    ///
    /// - Returns: Whether the call had not begun.
    func refuse(_ cycle: [String]) -> Bool {
        guard claim(.refused) else { return false }
        self.cycle = cycle
        finished.signal()
        return true
    }

    private func begin() {
        guard claim(.begun) else { return }
        runBody()
        if let wait { WaitGraph.leave(wait) }
        finished.signal()
    }

    // Not inlined, so that no copy of the body outlives it: the waiter may return at the signal, and
    // a body that does not escape must be gone by then.
    @inline(never)
    private func runBody() {
        body.take()?()
    }

    private func wait(until deadline: DispatchTime) -> Outcome {
        if finished.wait(timeout: deadline) == .timedOut {
            if abandon() {
                body = nil
                return .timedOut
            }
            finished.wait()
        }
        guard state.load(ordering: .acquiring) == .refused else { return .ran }
        body = nil
        return .wouldDeadlock(cycle)
    }

    private func abandon() -> Bool {
        guard let wait else { return claim(.abandoned) }
        // In one step: a wait that is over must not be found in a cycle.
        return WaitGraph.leave(wait, if: { claim(.abandoned) })
    }

    private func claim(_ claimed: State) -> Bool {
        state.compareExchange(
            expected: .pending,
            desired: claimed,
            ordering: .acquiringAndReleasing
        ).exchanged
    }
}

extension TimedCall.Outcome {
    /// Throws the error of a call at `destination` that did not run.
    fileprivate func orThrow(
        within limit: Duration,
        at destination: String
    ) throws(InvocationError) {
        switch self {
        case .ran: break
        case .timedOut: throw InvocationError(.timedOut, at: destination, timeout: limit)
        case .wouldDeadlock(let cycle):
            throw InvocationError(.wouldDeadlock, at: destination, timeout: limit, cycle: cycle)
        }
    }
}

extension DispatchTime {
    /// The time `duration` from now, rounded up to a nanosecond, or `distantFuture` if it overflows.
    static func after(_ duration: Duration) -> DispatchTime {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return .now() }
        let (whole, tooLong) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (delay, tooLate) = whole.addingReportingOverflow(
            UInt64(attoseconds / 1_000_000_000 + (attoseconds % 1_000_000_000 == 0 ? 0 : 1))
        )
        let (moment, wraps) = DispatchTime.now().uptimeNanoseconds.addingReportingOverflow(delay)
        // Dispatch reads the upper half of its range as another clock.
        guard !tooLong, !tooLate, !wraps, moment < Int64.max else { return .distantFuture }
        return DispatchTime(uptimeNanoseconds: moment)
    }
}

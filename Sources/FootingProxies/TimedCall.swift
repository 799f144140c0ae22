import Dispatch
import Synchronization

/// A waiting call that is given up if it does not begin in time.
///
/// It is pending until either side claims it: the destination to run it, or the waiter to abandon it.
/// Only the winner touches the body. A call that began is waited for, so the body need not escape.
// Unchecked: `body` is set before the call is enqueued; after that it belongs to whoever moves
// `state` away from `pending`, and only one can.
@usableFromInline
final class TimedCall: @unchecked Sendable {
    private enum State: UInt8, AtomicRepresentable {
        case pending, begun, abandoned
    }

    private let state = Atomic(State.pending)
    private let finished = DispatchSemaphore(value: 0)
    private var body: (() -> Void)?

    private init(_ body: @escaping () -> Void) {
        self.body = body
    }

    /// Enqueues `body` and blocks until it ran, or until it has not begun within `limit`.
    ///
    /// A limit of zero or less is over at once, and nothing is enqueued; without one it waits.
    ///
    /// - Returns: Whether `body` ran. If not, it never will.
    @usableFromInline
    static func run(
        within limit: Duration?,
        _ body: () -> Void,
        enqueue: (@escaping @Sendable () -> Void) -> Void
    ) -> Bool {
        if let limit, limit <= .zero { return false }
        // Time runs from here: a destination may be slow to take the call.
        let deadline = limit.map(DispatchTime.after) ?? .distantFuture
        return withoutActuallyEscaping(body) { body in
            let call = TimedCall(body)
            enqueue { call.begin() }
            return call.wait(until: deadline)
        }
    }

    private func begin() {
        guard claim(.begun) else { return }
        runBody()
        finished.signal()
    }

    // Not inlined, so that no copy of the body outlives it: the waiter may return at the signal, and
    // a body that does not escape must be gone by then.
    @inline(never)
    private func runBody() {
        body.take()?()
    }

    private func wait(until deadline: DispatchTime) -> Bool {
        if finished.wait(timeout: deadline) == .success { return true }
        if claim(.abandoned) {
            body = nil
            return false
        }
        finished.wait()
        return true
    }

    private func claim(_ claimed: State) -> Bool {
        state.compareExchange(
            expected: .pending,
            desired: claimed,
            ordering: .acquiringAndReleasing
        ).exchanged
    }
}

extension DispatchTime {
    /// The moment `duration` from now, rounded up to a nanosecond; what is too far away is never.
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

import Dispatch
import Synchronization

/// A thread that blocks until a call has ended.
// Unchecked: `number` is set before other threads get the waiter from its call, and `cycle` before the signal
// that the waiter waits for.
final class Waiter: @unchecked Sendable {
    enum Outcome {
        case ended(Call.Ending)
        case timedOut
        case wouldDeadlock([String])
    }

    /// What ended the wait.
    private enum End: UInt8, AtomicRepresentable {
        case none, woken, refused, abandoned
    }

    private let call: Call
    /// Whether the call is cancelled if the wait ends without it.
    private let cancelsCall: Bool
    private let state = Atomic(End.none)
    private let signal = ThreadRecord.current.takeSemaphore()
    /// The number of this wait, if the graph of waits recorded it.
    private var number: Int?
    private var cycle: [String] = []

    private init(for call: Call, cancelsCall: Bool) {
        self.call = call
        self.cancelsCall = cancelsCall
    }

    /// Blocks until `call` has ended, until `deadline`, or until the wait is refused because of a cycle.
    ///
    /// - Parameters:
    ///   - call: The call to wait for.
    ///   - deadline: The time at which the wait ends in any case.
    ///   - node: The serial place of the call.
    ///   - canBeRefused: Whether the wait may be refused to break a cycle that another wait closes.
    ///   - cancelsCall: Whether the call is cancelled, if it has not begun, when the wait ends without it. A
    ///     call that has begun is then waited for.
    ///   - send: Sends the call to its destination. It is called before the thread blocks, unless the wait is
    ///     refused at once.
    /// - Returns: What ended the wait.
    static func wait(
        for call: Call,
        until deadline: DispatchTime,
        at node: WaitNode?,
        canBeRefused: Bool = true,
        cancelsCall: Bool,
        sending send: () -> Void = {}
    ) -> Outcome {
        if let ending = call.ending { return .ended(ending) }
        let place = node == nil ? nil : CurrentPlace()
        if let node, place?.isInside(node) == true {
            return .wouldDeadlock([node.name, node.name])
        }
        let waiter = Waiter(for: call, cancelsCall: cancelsCall)
        var isAdded = false
        let entry = WaitGraph.enter(
            node,
            from: place,
            waiter: canBeRefused ? waiter : nil
        ) { number in
            waiter.number = number
            isAdded = call.add(waiter)
            return isAdded
        }
        if case .refused(let cycle) = entry { return .wouldDeadlock(cycle) }
        guard isAdded || call.add(waiter) else { return .ended(call.ending ?? .gone) }
        send()
        defer { ThreadRecord.current.giveBack(waiter.signal) }
        return waiter.wait(until: deadline)
    }

    /// Ends the wait because it is part of `cycle`.
    ///
    /// - Returns: Whether the thread waits no longer.
    func refuse(_ cycle: [String]) -> Bool {
        guard claim(.refused) else { return false }
        self.cycle = cycle
        signal.signal()
        return true
    }

    /// Ends the wait because the call has ended.
    func wake() {
        if let number { WaitGraph.leave(number) }
        if end(as: .woken) { signal.signal() }
    }

    private func wait(until deadline: DispatchTime) -> Outcome {
        if signal.wait(timeout: deadline) == .timedOut {
            if abandon() {
                call.remove(self)
                return .timedOut
            }
            signal.wait()
        }
        guard state.load(ordering: .acquiring) == .refused else {
            return .ended(call.ending ?? .gone)
        }
        call.remove(self)
        return .wouldDeadlock(cycle)
    }

    private func abandon() -> Bool {
        guard let number else { return claim(.abandoned) }
        // In one step: a wait that is over must not be found in a cycle.
        return WaitGraph.leave(number, if: { claim(.abandoned) })
    }

    /// Ends the wait without the call, which must not begin then if the wait is all that it is for.
    private func claim(_ cause: End) -> Bool {
        guard !cancelsCall || call.close(.cancelled) != nil else { return false }
        return end(as: cause)
    }

    private func end(as cause: End) -> Bool {
        state.compareExchange(
            expected: .none,
            desired: cause,
            ordering: .acquiringAndReleasing
        ).exchanged
    }
}

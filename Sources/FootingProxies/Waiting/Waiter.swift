import Dispatch

/// A thread that blocks until a call has ended.
///
/// The thread waits for as long as the waiter is in the list of its call. The end of the call, the
/// deadline, and a cycle of waits compete to remove it from there.
// Unchecked: `number` is set before the waiter is added to its call, from where other threads get
// it; `cycle` is set before the signal that the waiter waits for.
final class Waiter: @unchecked Sendable {
    private let call: Call
    /// Whether the wait may be refused to break a cycle that another wait completes.
    let canBeRefused: Bool
    /// Whether the call is cancelled if the wait ends before the call.
    private let cancelsCall: Bool
    private let signal = ThreadRecord.current.takeSemaphore()
    /// The number of this wait, if the wait graph recorded it.
    private var number: Int?
    private var cycle: [String]?

    private init(for call: Call, canBeRefused: Bool, cancelsCall: Bool) {
        self.call = call
        self.canBeRefused = canBeRefused
        self.cancelsCall = cancelsCall
    }

    /// Blocks until `call` has ended, until `deadline`, or until the wait is refused because of a
    /// cycle.
    ///
    /// - Parameters:
    ///   - call: The call to wait for.
    ///   - deadline: The time at which the wait ends in any case.
    ///   - node: The serial place of the call.
    ///   - canBeRefused: Whether the wait may be refused to break a cycle that another wait
    ///     completes.
    ///   - cancelsCall: Whether the call is cancelled, if it has not begun, when the wait ends
    ///     early. If the call has begun, the wait continues until the call has ended.
    ///   - send: Sends the call to its destination. Called before the thread blocks, unless the
    ///     wait is refused immediately.
    /// - Returns: The end of the wait.
    static func wait(
        for call: Call,
        until deadline: DispatchTime,
        at node: WaitNode?,
        canBeRefused: Bool = true,
        cancelsCall: Bool = false,
        sending send: () -> Void = {}
    ) -> Call.Ending {
        if let ending = call.ending { return ending }
        let place = node == nil ? nil : CurrentPlace()
        if let node, place?.isInside(node) == true {
            return .wouldDeadlock([node.name, node.name])
        }
        let waiter = Waiter(for: call, canBeRefused: canBeRefused, cancelsCall: cancelsCall)
        defer { ThreadRecord.current.giveBack(waiter.signal) }
        switch WaitGraph.enter(node, from: place, waiter) {
        case .refused(let cycle): return .wouldDeadlock(cycle)
        case .unrecorded where !waiter.begin(as: nil): return call.ending ?? .gone
        default: break
        }
        send()
        return waiter.wait(until: deadline)
    }

    /// Begins the wait, unless the call has ended.
    func begin(as number: Int?) -> Bool {
        self.number = number
        return call.add(self)
    }

    /// Ends the wait because it is part of `cycle`, if it can be refused.
    ///
    /// - Returns: Whether the wait is over.
    func refuse(_ cycle: [String]) -> Bool {
        guard canBeRefused else { return false }
        guard call.remove(self, cancels: cancelsCall) else { return call.ending != nil }
        self.cycle = cycle
        signal.signal()
        return true
    }

    /// Ends the wait because the call has ended.
    func wake() {
        if let number { WaitGraph.leave(number) }
        signal.signal()
    }

    private func wait(until deadline: DispatchTime) -> Call.Ending {
        if signal.wait(timeout: deadline) == .timedOut {
            if abandon() { return .timedOut }
            signal.wait()
        }
        if let cycle { return .wouldDeadlock(cycle) }
        return call.ending ?? .gone
    }

    private func abandon() -> Bool {
        guard let number else { return call.remove(self, cancels: cancelsCall) }
        // One atomic step: a finished wait must not be found in a cycle.
        return WaitGraph.leave(number) { call.remove(self, cancels: cancelsCall) }
    }
}

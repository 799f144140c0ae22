import FootingProxies
import Foundation

/// Calls after a delay, some of which are cancelled, and calls of objects that may be gone.
final class DelayedCalls: Scenario {
    private let worker = WorkerThread(name: "delays")
    private let made: Counter
    private let cancelled: Counter
    private let weak: Counter

    init(_ setting: Setting) {
        let ledger = setting.ledger
        made = ledger.counter("delays: calls made")
        cancelled = ledger.counter("delays: calls cancelled")
        weak = ledger.counter("delays: calls of weak targets")
    }

    func step(_ random: inout RandomSource, on thread: Int) throws {
        let tally = Tally()
        let calls = (1...random.number(1...20)).map { [made] _ in
            made.expect()
            let delay = Duration.microseconds(random.number(0...3000))
            return tally.on(worker).submit(delay: delay) { tally in
                made.see()
                tally.add()
            }
        }
        var prevented = 0
        for call in calls where random.oneIn(3) {
            guard call.cancel() else { continue }
            prevented += 1
            // In place of the call.
            made.see()
            cancelled.check(try isSkipped(call))
        }
        if random.oneIn(2) { try callWeakly(&random) }
        for call in calls { _ = try isSkipped(call) }
        cancelled.check(tally.count, is: calls.count - prevented)
    }

    private func callWeakly(_ random: inout RandomSource) throws {
        let made = Tally()
        var target: Tally? = Tally()
        let kept = random.oneIn(2) ? target : nil
        let call = target?.on(worker).weak.submit(delay: .microseconds(500)) { target in
            target.add()
            made.add()
        }
        target = nil
        guard let call else { return }
        // A target that is not kept may still be there when the call begins.
        let isSkipped = try isSkipped(call)
        weak.check(made.count, is: isSkipped ? 0 : 1)
        if let kept { weak.check(kept.count, is: 1) }
    }

    /// Waits for the end of a call.
    private func isSkipped(_ call: PendingCall<Void>) throws -> Bool {
        do {
            try call.wait(timeout: patience)
            return false
        } catch let error as InvocationError {
            guard error.code == .cancelled else { throw error }
            return true
        }
    }
}

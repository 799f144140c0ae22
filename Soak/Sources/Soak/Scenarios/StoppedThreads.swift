import FootingProxies
import Foundation

/// Worker threads that are stopped while calls are sent to them: each call is made or refused.
final class StoppedThreads: Scenario {
    private let madeOrRefused: Counter
    private let waited: Counter

    init(_ setting: Setting) {
        let ledger = setting.ledger
        madeOrRefused = ledger.counter("threads: calls made or refused")
        waited = ledger.counter("threads: waits answered")
    }

    func step(_ random: inout RandomSource, on thread: Int) throws {
        let worker = WorkerThread(name: "short-lived") { [madeOrRefused] _ in madeOrRefused.see() }
        let tally = Tally()
        let count = random.number(2...20)
        let last = random.number(1...count)
        for number in 1...count {
            madeOrRefused.expect()
            tally.on(worker) { [madeOrRefused] tally in
                madeOrRefused.see()
                tally.add()
            }
            if number == last { stop(worker, fromElsewhere: random.oneIn(2)) }
        }
        let call = tally.on(worker).submit { $0.count }
        waited.check(try isRefused(call))
        // It still waits for the calls that came before the stop, and runs itself.
        waited.check(tally.on(worker).sync { $0.count }, is: last)
    }

    private func stop(_ worker: WorkerThread, fromElsewhere: Bool) {
        guard fromElsewhere else { return worker.stop() }
        Tally().on(.background).sync { _ in worker.stop() }
    }

    private func isRefused(_ call: PendingCall<Int>) throws -> Bool {
        do {
            _ = try call.wait(timeout: patience)
            return false
        } catch let error as InvocationError {
            guard error.code == .destinationGone else { throw error }
            return true
        }
    }
}

import Dispatch
import FootingOperations

/// Work of which only the latest result counts, delivered on a queue and on the main actor.
final class LatestResults: Scenario {
    private let queue = FutureQueue(name: "latest", maxConcurrentJobs: 2)
    private let screen = DispatchQueue(label: "latest")
    private let delivered: Counter
    private let increasing: Counter
    private let onMain: Counter
    private let cancelled: Counter

    init(_ setting: Setting) {
        let ledger = setting.ledger
        delivered = ledger.counter("latest: last results delivered")
        increasing = ledger.counter("latest: results in order")
        onMain = ledger.counter("latest: last results on main")
        cancelled = ledger.counter("latest: empty after cancelling")
    }

    func step(_ random: inout RandomSource, on thread: Int) throws {
        let count = random.number(1...20)
        switch random.number(1...4) {
        case 1: try submitWhereDelivered(count)
        case 2: try submitElsewhere(count, delay: random.oneIn(2) ? .milliseconds(1) : nil)
        case 3: try submitForMain(count)
        default: cancel(count)
        }
    }

    /// All submissions are made on the queue, so that nothing but the last is delivered.
    private func submitWhereDelivered(_ count: Int) throws {
        let slot = LatestOnly<Int, Never>()
        let shown = Promise<Int, Never>()
        screen.sync { [queue, screen, delivered] in
            for number in 1...count {
                slot.submit({ queue.submit { number } }, on: .queue(screen)) { outcome in
                    delivered.check(outcome, is: .success(count))
                    if case .success(let number) = outcome { shown.succeed(number) }
                }
            }
        }
        delivered.check(try shown.future.wait(timeout: patience), is: count)
        withExtendedLifetime(slot) {}
    }

    private func submitElsewhere(_ count: Int, delay: Duration?) throws {
        let slot = LatestOnly<Int, Never>(delay: delay)
        let shown = Promise<Int, Never>()
        let last = Tally()
        for number in 1...count {
            slot.submit({ [queue] in queue.submit { number } }, on: .queue(screen)) {
                [increasing] outcome in
                guard case .success(let number) = outcome else {
                    return increasing.check(false, "\(outcome)")
                }
                increasing.check(number > last.count, "\(number) after \(last.count)")
                while last.count < number { last.add() }
                if number == count { shown.succeed(number) }
            }
        }
        delivered.check(try shown.future.wait(timeout: patience), is: count)
        withExtendedLifetime(slot) {}
    }

    private func submitForMain(_ count: Int) throws {
        let slot = LatestOnly<Int, Never>()
        let shown = Promise<Int, Never>()
        for number in 1...count {
            slot.submit({ [queue] in queue.submit { number } }, on: .main) { outcome in
                MainActor.preconditionIsolated()
                if case .success(count) = outcome { shown.succeed(count) }
            }
        }
        onMain.check(try shown.future.wait(timeout: patience), is: count)
        withExtendedLifetime(slot) {}
    }

    private func cancel(_ count: Int) {
        let slot = LatestOnly<Int, Never>()
        let calls = Tally()
        var isInTime = false
        screen.sync { [queue, screen] in
            for number in 1...count {
                slot.submit({ queue.submit { number } }, on: .queue(screen)) { _ in calls.add() }
            }
            isInTime = slot.cancel()
        }
        screen.sync {}
        cancelled.check(isInTime)
        cancelled.check(calls.count, is: 0)
        cancelled.check(slot.cancel(), is: false)
    }
}

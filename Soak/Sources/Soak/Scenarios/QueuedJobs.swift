import FootingOperations
import Foundation

/// Jobs of one queue, some of which fail, depend on others, or are cancelled.
final class QueuedJobs: Scenario {
    private struct Failure: Error, Equatable {
        var number: Int
    }

    private let queue = FutureQueue(name: "jobs", maxConcurrentJobs: 4)
    private let ran: Counter
    private let outcomes: Counter
    private let handled: Counter
    private let cancelled: Counter
    private let handledCancelled: Counter
    private let dependent: Counter

    init(_ setting: Setting) {
        let ledger = setting.ledger
        ran = ledger.counter("jobs: bodies run")
        outcomes = ledger.counter("jobs: outcomes")
        handled = ledger.counter("jobs: handlers called")
        cancelled = ledger.counter("jobs: outcomes after cancelling")
        handledCancelled = ledger.counter("jobs: handlers of cancelled jobs")
        dependent = ledger.counter("jobs: outcomes of dependent jobs")
    }

    func step(_ random: inout RandomSource, on thread: Int) throws {
        let count = random.number(4...20)
        var kept: [(number: Int, future: Future<Int, Failure>)] = []
        var doomed: [Future<Int, Failure>] = []
        for number in 1...count {
            if random.oneIn(4) {
                doomed.append(submitDoomed(number, &random))
            } else {
                kept.append((number, submit(number, &random)))
            }
            if random.oneIn(3), let last = kept.last {
                try submitDependent(on: last.future, fails: last.number.isMultiple(of: 5), &random)
            }
        }
        for future in doomed { try cancel(future) }
        for (number, future) in kept {
            let outcome = try outcome(of: future)
            let failure = Outcome<Int, Failure>.failure(Failure(number: number))
            let success = Outcome<Int, Failure>.success(number * number)
            outcomes.check(outcome, is: number.isMultiple(of: 5) ? failure : success)
        }
    }

    private func submit(_ number: Int, _ random: inout RandomSource) -> Future<Int, Failure> {
        ran.expect()
        let priority = random.number(0...2)
        let future = queue.submit(
            priority: [.low, .normal, .high][priority]
        ) { [ran] () throws(Failure) in
            ran.see()
            if number.isMultiple(of: 5) { throw Failure(number: number) }
            return number * number
        }
        handled.expect()
        future.whenSettled { [handled] _ in handled.see() }
        return future
    }

    /// Submits a job that is to be cancelled, which may come too late.
    private func submitDoomed(_ number: Int, _ random: inout RandomSource) -> Future<Int, Failure> {
        let naps = random.number(0...3)
        let future = queue.submit { () throws(Failure) in
            for _ in 0..<naps where !FutureQueue.isCurrentJobCancelled {
                Thread.sleep(forTimeInterval: 0.000_1)
            }
            return number
        }
        // If `cancel()` comes after the outcome, the handler may run, but not with a cancellation.
        future.whenSettled { [handledCancelled] outcome in
            if case .cancelled(.requested) = outcome { handledCancelled.see() }
        }
        return future
    }

    private func cancel(_ future: Future<Int, Failure>) throws {
        let isInTime = future.cancel()
        if isInTime { handledCancelled.expect() }
        cancelled.check(isInTime == (try outcome(of: future) == .cancelled(.requested)))
        cancelled.check(future.cancel(), is: false)
    }

    private func submitDependent(
        on future: Future<Int, Failure>,
        fails: Bool,
        _ random: inout RandomSource
    ) throws {
        let requiring = random.oneIn(2)
        let next = queue.submit(after: [future], requiringSuccess: requiring) {
            (future.settledOutcome != nil) ? 1 : 0
        }
        let outcome = try outcome(of: next)
        let isRefused = outcome == .cancelled(.dependencyFailed)
        dependent.check(isRefused || outcome == .success(1), "\(outcome)")
        dependent.check(isRefused, is: requiring && fails)
    }

    private func outcome<Success, Failure>(
        of future: Future<Success, Failure>
    ) throws -> Outcome<Success, Failure> {
        do {
            return .success(try future.wait(timeout: patience))
        } catch {
            switch error {
            case .failure(let failure): return .failure(failure)
            case .cancelled(let reason): return .cancelled(reason)
            default: throw error
            }
        }
    }
}

@testable import FootingOperations
import TestSupport
import XCTest

/// Many jobs that depend on each other, while everything is done to them that can be.
final class RandomGraphTests: XCTestCase {
    func testRandomGraphsWithRandomCancellations() {
        // For twenty seconds under stress.
        let end = ContinuousClock.now + .seconds(20)
        for round in 0... {
            if isUnderStress ? ContinuousClock.now >= end : round == 80 { break }
            guard RandomGraph(seed: round).run() else { return XCTFail("round \(round)") }
        }
    }
}

/// Forty jobs that depend on each other, while other threads cancel some and stop the queue.
private final class RandomGraph: Sendable {
    private static let size = 40

    private let seed: Int
    private let queue: FutureQueue
    private let alive = Population()
    /// 0 for a job that has not begun, 1 for one that runs, 2 for one that has ended.
    private let stages = (0..<size).map { _ in Counter() }
    private let violations = Counter()

    init(seed: Int) {
        self.seed = seed
        queue = FutureQueue(maxConcurrentJobs: 1 + seed % 3)
    }

    /// Returns whether everything went well.
    func run() -> Bool {
        var dice = SeededRandom(seed: seed)
        if Bool.random(using: &dice) { queue.isSuspended = true }
        let promises = (0..<3).map { _ in Shared<Promise<Int, Refusal>?>(Promise()) }
        var dependencies: [AnyFuture] = promises.compactMap { $0.value?.future.anyFuture }
        var jobs: [Future<Void, Refusal>] = []
        var isLink: [Bool] = []
        for index in 0..<Self.size {
            let chosen = (0..<Int.random(in: 0...4, using: &dice)).map { _ in
                Int.random(in: 0..<dependencies.count, using: &dice)
            }
            let before = chosen.filter { $0 >= 3 }.map { ($0 - 3, jobs[$0 - 3], isLink[$0 - 3]) }
            let fails = Int.random(in: 0..<8, using: &dice) == 0
            let canary = alive.canary()
            let job = queue.submit(
                priority: [.high, .normal, .low].randomElement(using: &dice) ?? .normal,
                after: chosen.map { dependencies[$0] },
                requiringSuccess: Bool.random(using: &dice)
            ) { [self] () throws(Refusal) in
                begin(index, after: before)
                defer { stages[index].add(1) }
                withExtendedLifetime(canary) {}
                if fails { throw Refusal() }
            }
            jobs.append(job)
            isLink.append(Int.random(in: 0..<6, using: &dice) == 0)
            dependencies.append(isLink[index] ? job.map {}.anyFuture : job.anyFuture)
        }
        disturb(jobs, promises, &dice)
        queue.isSuspended = false
        return end(jobs)
    }

    private func begin(_ index: Int, after before: [(Int, Future<Void, Refusal>, isLink: Bool)]) {
        if stages[index].add(1) != 1 { violations.add(1) }
        for (index, job, isLink) in before {
            switch stages[index].value {
            case 0: if !job.state.isCancelled { violations.add(1) }
            // A link is cancelled with its job, and a job goes on until its body has returned.
            case 1: if !isLink || !job.state.isCancelled { violations.add(1) }
            default: break
            }
        }
    }

    private func disturb(
        _ jobs: [Future<Void, Refusal>],
        _ promises: [Shared<Promise<Int, Refusal>?>],
        _ dice: inout SeededRandom
    ) {
        let seeds = (0..<3).map { _ in Int.random(in: 0..<1_000_000, using: &dice) }
        DispatchQueue.concurrentPerform(iterations: 3) { [queue] number in
            var dice = SeededRandom(seed: seeds[number])
            if number == 0 {
                for _ in 0..<6 { queue.isSuspended = Bool.random(using: &dice) }
            }
            for _ in 0..<5 {
                jobs.randomElement(using: &dice)?.cancel()
                for _ in 0..<Int.random(in: 0..<200, using: &dice) { _ = jobs[0].settledOutcome }
            }
            switch Int.random(in: 0..<3, using: &dice) {
            case 0: promises[number].value?.succeed(1)
            case 1: promises[number].value?.fail(Refusal())
            default: promises[number].value = nil
            }
        }
    }

    private func end(_ jobs: [Future<Void, Refusal>]) -> Bool {
        for job in jobs {
            if case .timedOut? = failure(ofWaitingFor: job, timeout: patience) { return false }
        }
        assertSucceeds(queue.drain())
        assertComesTrue(alive.count == 0)
        assertComesTrue(queue.core.jobs.isEmpty)
        for stage in stages where stage.value == 1 || stage.value > 2 { violations.add(1) }
        return violations.value == 0
    }
}

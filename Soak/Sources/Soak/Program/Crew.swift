import Foundation
import Synchronization

/// The threads that take steps of scenarios.
final class Crew: Sendable {
    /// The present work of a thread.
    private struct Station {
        var scenario: Int?
        var since = ContinuousClock.now
        var isOver = false
    }

    private let scenarios: [(name: String, scenario: any Scenario)]
    private let options: Options
    private let errors: Counter
    private let stations: [Box]
    private let isStopping = Atomic(false)
    private let isResting = Atomic(false)

    private final class Box: Sendable {
        let station = Mutex(Station())
        let counts: Mutex<[Int]>

        init(_ scenarioCount: Int) {
            counts = Mutex(Array(repeating: 0, count: scenarioCount))
        }
    }

    init(
        _ scenarios: [(name: String, scenario: any Scenario)],
        _ options: Options,
        _ ledger: Ledger
    ) {
        self.scenarios = scenarios
        self.options = options
        errors = ledger.counter("steps: without an error")
        stations = (0..<options.threads).map { _ in Box(scenarios.count) }
    }

    func start() {
        for thread in stations.indices {
            Thread.detachNewThread { [self] in work(thread) }
        }
    }

    /// Makes each thread wait after its step, until `resume()`.
    ///
    /// - Returns: Whether all wait in time.
    func rest(within limit: Duration) async -> Bool {
        isResting.store(true, ordering: .sequentiallyConsistent)
        let end = ContinuousClock.now + limit
        while !stations.allSatisfy({ $0.station.withLock { $0.scenario == nil } }) {
            guard ContinuousClock.now < end else { return false }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return true
    }

    func resume() {
        isResting.store(false, ordering: .sequentiallyConsistent)
    }

    /// Ends the threads, each after its step.
    ///
    /// - Returns: Whether all have ended in time.
    func stop(within limit: Duration) async -> Bool {
        isStopping.store(true, ordering: .sequentiallyConsistent)
        let end = ContinuousClock.now + limit
        while !stations.allSatisfy({ $0.station.withLock(\.isOver) }) {
            guard ContinuousClock.now < end else { return false }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return true
    }

    var steps: Int { counts.reduce(0, +) }

    /// The number of steps of each scenario.
    var summary: String {
        let parts = zip(scenarios, counts).map { "\($0.name) \($1)" }
        return "steps: \(steps) (\(parts.joined(separator: ", ")))"
    }

    /// Names a thread and its scenario, if a step takes longer than the limit.
    func stuckThread(after limit: Duration) -> String? {
        for (thread, box) in stations.enumerated() {
            let station = box.station.withLock(\.self)
            guard !station.isOver, let scenario = station.scenario else { continue }
            let time = station.since.duration(to: .now)
            if time > limit {
                return "thread \(thread) in “\(scenarios[scenario].name)” for \(time)"
            }
        }
        return nil
    }

    private var counts: [Int] {
        scenarios.indices.map { index in
            stations.reduce(0) { $0 + $1.counts.withLock { $0[index] } }
        }
    }

    private func work(_ thread: Int) {
        var random = RandomSource(seed: options.seed &* 1000 &+ UInt64(thread))
        let box = stations[thread]
        while !isStopping.load(ordering: .sequentiallyConsistent) {
            guard !isResting.load(ordering: .sequentiallyConsistent) else {
                Thread.sleep(forTimeInterval: 0.05)
                continue
            }
            let index = random.number(0...scenarios.count - 1)
            box.station.withLock { $0 = Station(scenario: index) }
            errors.expect()
            do {
                try scenarios[index].scenario.step(&random, on: thread)
                errors.see()
            } catch {
                errors.check(false, "\(scenarios[index].name): \(error)")
                errors.see()
            }
            box.counts.withLock { $0[index] += 1 }
            box.station.withLock { $0.scenario = nil }
        }
        box.station.withLock { $0.isOver = true }
    }
}

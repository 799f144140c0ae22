import FootingProxies
import Foundation
import Harness
import Synchronization

extension Comparison {
    /// Calls to main from elsewhere.
    ///
    /// This program ends in `dispatchMain()`, so Dispatch lets a thread that waits for
    /// the idle main queue run the work itself; under a run loop both sides take a hop, some 10 µs.
    static func proxiesOnMain() -> [Comparison] {
        [
            Comparison(
                "wait on main, which dispatchMain serves",
                to: "DispatchQueue.main.sync",
                goal: 1.05,
                ours: { count in
                    let proxy = Counter().on(.main)
                    whileMainRuns { for _ in 0..<count { proxy.sync { $0.add() } } }
                },
                peer: { count in
                    let counter = Counter()
                    whileMainRuns {
                        for _ in 0..<count { DispatchQueue.main.sync { counter.add() } }
                    }
                }
            ),
            Comparison(
                "run on main from a task",
                to: "MainActor.run",
                goal: 1.10,
                ours: { count in
                    let proxy = Counter().on(.main)
                    whileMainRuns { for _ in 0..<count { await proxy.run { $0.add() } } }
                },
                peer: { count in
                    let counter = Counter()
                    whileMainRuns { for _ in 0..<count { await MainActor.run { counter.add() } } }
                }
            ),
        ]
    }

    private final class Counter: Sendable, Invocable {
        private let count = Atomic(0)

        func add() { count.add(1, ordering: .relaxed) }
    }

    private static func whileMainRuns(_ work: @escaping @Sendable () -> Void) {
        runMain { done in
            Thread.detachNewThread {
                work()
                done()
            }
        }
    }

    private static func whileMainRuns(_ work: @escaping @Sendable () async -> Void) {
        runMain { done in
            Task.detached {
                await work()
                done()
            }
        }
    }

    /// Runs the main run loop until the closure that `start` gets is called.
    private static func runMain(_ start: (@escaping @Sendable () -> Void) -> Void) {
        let state = Done()
        start {
            state.isDone.store(true, ordering: .releasing)
            // The loop returns from a turn when a block of the main queue ran.
            DispatchQueue.main.async {}
        }
        while !state.isDone.load(ordering: .acquiring) {
            _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
        }
    }

    private final class Done: Sendable {
        let isDone = Atomic(false)
    }
}

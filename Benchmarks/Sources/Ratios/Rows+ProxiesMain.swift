import Dispatch
import FootingProxies
import Harness
import Synchronization

extension Comparison {
    /// Calls from a thread or a task to main, which runs a run loop.
    static func proxiesOnMain() -> [Comparison] {
        [
            Comparison(
                "wait on main, which runs a run loop",
                to: "DispatchQueue.main.sync",
                goal: 1.05,
                ours: { count in
                    let proxy = Counter().on(.main)
                    for _ in 0..<count { proxy.sync { $0.add() } }
                },
                peer: { count in
                    let counter = Counter()
                    for _ in 0..<count { DispatchQueue.main.sync { counter.add() } }
                }
            ),
            Comparison(
                "run on main from a task",
                to: "MainActor.run",
                goal: 1.10,
                ours: { count in
                    let proxy = Counter().on(.main)
                    runTask { for _ in 0..<count { await proxy.run { $0.add() } } }
                },
                peer: { count in
                    let counter = Counter()
                    runTask { for _ in 0..<count { await MainActor.run { counter.add() } } }
                }
            ),
        ]
    }

    private final class Counter: Sendable, Invocable {
        private let count = Atomic(0)

        func add() { count.add(1, ordering: .relaxed) }
    }

    private static func runTask(_ work: @escaping @Sendable () async -> Void) {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            await work()
            done.signal()
        }
        done.wait()
    }
}

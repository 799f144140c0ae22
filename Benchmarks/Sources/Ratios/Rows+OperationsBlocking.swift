import FootingOperations
import Foundation
import Harness
import Synchronization

extension Comparison {
    /// How long a task takes to begin, at most, while 200 jobs block their threads.
    static func operationsBlocking() -> [Comparison] {
        [
            startOfATask("a task beside 200 blocking jobs") { queue, block in
                for _ in 0..<200 { _ = queue.submit(block) }
            },
            startOfATask("a task beside 200 blocking tasks") { queue, block in
                for _ in 0..<200 { Task(executorPreference: queue) { block() } }
            },
        ]
    }

    private static func startOfATask(
        _ name: String,
        submit: @escaping (FutureQueue, @escaping @Sendable () -> Void) -> Void
    ) -> Comparison {
        Comparison(name, to: "limit", goal: 1) { _ in
            let queue = FutureQueue(maxConcurrentJobs: 200)
            let blocked = Blocked()
            submit(queue) { blocked.wait() }
            while blocked.count.load(ordering: .acquiring) < 200 { usleep(1_000) }
            let started = DispatchSemaphore(value: 0)
            return Sides(
                timingOurs: { count in
                    var longest = 0.0
                    for _ in 0..<count {
                        let time = nanoseconds(
                            of: { _ in
                                Task.detached { started.signal() }
                                started.wait()
                            },
                            1
                        )
                        longest = max(longest, time)
                    }
                    return longest * Double(count)
                },
                limit: 10_000_000,
                cleanUp: {
                    for _ in 0..<200 { blocked.end.signal() }
                    try? queue.drain().wait()
                }
            )
        }
    }

    private final class Blocked: Sendable {
        let count = Atomic(0)
        let end = DispatchSemaphore(value: 0)

        func wait() {
            count.add(1, ordering: .acquiringAndReleasing)
            end.wait()
        }
    }
}

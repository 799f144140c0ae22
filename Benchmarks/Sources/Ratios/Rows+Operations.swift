import FootingOperations
import Foundation
import Harness
import Records
import Synchronization

extension Comparison {
    static func operations() -> [Comparison] {
        [jobToResult(), timeOut()]
    }

    /// Adds jobs, then reads the result of each.
    private static func jobToResult() -> Comparison {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let operations = OperationQueue()
        operations.maxConcurrentOperationCount = 2
        return Comparison(
            "job to result, width 2",
            to: "OperationQueue",
            goal: 1.0 / 6,
            ours: { count in
                let futures = (0..<count).map { number in queue.submit { number } }
                for future in futures { blackHole(try future.wait()) }
            },
            peer: { count in
                // What an operation has in place of a result: a box that its block fills.
                let jobs = (0..<count).map { number in
                    let box = Box()
                    let operation = BlockOperation { box.value.store(number, ordering: .releasing) }
                    operations.addOperation(operation)
                    return (operation, box)
                }
                for (operation, box) in jobs {
                    operation.waitUntilFinished()
                    blackHole(box.value.load(ordering: .acquiring))
                }
            }
        )
    }

    /// A wait that ends too early makes the row fail.
    private static func timeOut() -> Comparison {
        let title = "time-out of 2 ms"
        return Comparison(title, to: "DispatchSemaphore.wait(timeout:)", goal: 1.1) { _ in
            let promise = Promise<Int, Never>()
            let semaphore = DispatchSemaphore(value: 0)
            let clock = ContinuousClock()
            func wait(_ limit: Duration) throws {
                let start = clock.now
                guard (try? promise.future.wait(timeout: limit)) == nil,
                    clock.now - start >= limit
                else { throw Difference() }
            }
            let shortest = Duration(secondsComponent: 0, attosecondsComponent: 1)
            for limit in [shortest, .nanoseconds(1), .microseconds(1), .milliseconds(20)] {
                try wait(limit)
            }
            return Sides(
                ours: { count in
                    for _ in 0..<count { try wait(.milliseconds(2)) }
                },
                peer: { count in
                    for _ in 0..<count {
                        blackHole(semaphore.wait(timeout: .now() + .milliseconds(2)))
                    }
                },
                cleanUp: { promise.succeed(1) }
            )
        }
    }

    private final class Box: Sendable {
        let value = Atomic(0)
    }
}

import FootingOperations
import Foundation
import Harness
import Synchronization

extension Comparison {
    static func operations() -> [Comparison] {
        [jobToResult()]
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

    private final class Box: Sendable {
        let value = Atomic(0)
    }
}

import FootingOperations
import Foundation
import Harness

extension Comparison {
    /// Jobs that wait for others.
    static func operationsDependencies() -> [Comparison] {
        [growthOfDependencies(), chainOfOperations(), chainInReverse(), blockedInFront()]
    }

    /// A chain of jobs, each of which depends on the one before.
    private static func growthOfDependencies() -> Comparison {
        Comparison("chain of 1,000,000 jobs", to: "chain of 1,000, 1,000 times", goal: 1.5) {
            effort in
            let length = effort.isSmoke ? 10_000 : 1_000_000
            let queue = FutureQueue(maxConcurrentJobs: 2)
            func runChain(_ length: Int) throws {
                var last = queue.submit {}
                for _ in 1..<length { last = queue.submit(after: [last]) {} }
                try last.wait()
            }
            func time(_ chains: Int, of length: Int) throws -> Double {
                try nanoseconds(of: { for _ in 0..<$0 { try runChain(length) } }, chains)
            }
            let (ours, peer) = (Samples(5), Samples(5))
            return Sides(
                timingOurs: { count in try ours.time(count) { try time(1, of: length) } },
                timingPeer: { count in
                    try peer.time(count) { try time(length / 1_000, of: 1_000) }
                }
            )
        }
    }

    /// A chain of operations with results in a queue of Foundation, which looks at all waiting
    /// operations unless the next one is ready when one finishes.
    private static func chainOfOperations() -> Comparison {
        Comparison(
            "chain of 4,000 operations in OperationQueue",
            to: "chain of 400, 10 times",
            goal: 1.6
        ) { effort in
            let length = effort.isSmoke ? 400 : 4_000
            func time(_ chains: Int, of length: Int) -> Double {
                nanoseconds(
                    of: { chains in
                        for _ in 0..<chains {
                            let queue = OperationQueue(width: 2)
                            let operations = (0..<length).map { number in
                                FutureOperation { number }
                            }
                            for (one, next) in zip(operations, operations.dropFirst()) {
                                next.addDependency(one)
                            }
                            queue.addOperations(operations, waitUntilFinished: true)
                        }
                    },
                    chains
                )
            }
            let (ours, peer) = (Samples(15), Samples(15))
            return Sides(
                timingOurs: { count in ours.time(count) { time(1, of: length) } },
                timingPeer: { count in peer.time(count) { time(10, of: length / 10) } }
            )
        }
    }

    /// A chain of jobs of which the last is submitted first.
    private static func chainInReverse() -> Comparison {
        Comparison(
            "chain of 10,000 jobs in reverse",
            to: "OperationQueue",
            goal: 1.0 / 500
        ) { effort in
            let length = effort.isSmoke ? 100 : 10_000
            let samples = Samples(2)
            return Sides(
                timingOurs: { count in
                    try nanoseconds(
                        of: { count in
                            for _ in 0..<count {
                                let queue = FutureQueue(maxConcurrentJobs: 2)
                                let ends = (0..<length).map { _ in Promise<Void, Never>() }
                                for number in (1..<length).reversed() {
                                    _ = queue.submit(after: [ends[number - 1].future]) {
                                        _ = ends[number].succeed(())
                                    }
                                }
                                _ = queue.submit { _ = ends[0].succeed(()) }
                                try ends[length - 1].future.wait()
                            }
                        },
                        count
                    )
                },
                timingPeer: { count in
                    samples.time(count) {
                        let queue = OperationQueue(width: 2)
                        let operations = (0..<length).map { _ in BlockOperation {} }
                        return nanoseconds(
                            of: { _ in
                                for (one, next) in zip(operations, operations.dropFirst()) {
                                    next.addDependency(one)
                                }
                                for operation in operations.reversed() {
                                    queue.addOperation(operation)
                                }
                                operations[length - 1].waitUntilFinished()
                            },
                            1
                        )
                    }
                }
            )
        }
    }

    /// Jobs that can begin, submitted behind as many that can't.
    private static func blockedInFront() -> Comparison {
        Comparison(
            "10,000 ready jobs behind 10,000 blocked",
            to: "OperationQueue",
            goal: 1.0 / 500
        ) { effort in
            let number = effort.isSmoke ? 100 : 10_000
            let samples = Samples(2)
            return Sides(
                timingOurs: { count in
                    try nanoseconds(
                        of: { count in
                            for _ in 0..<count {
                                let queue = FutureQueue(maxConcurrentJobs: 2)
                                let promise = Promise<Void, Never>()
                                let blocked = (0..<number).map { _ in
                                    queue.submit(after: [promise.future]) {}
                                }
                                try queue.submitNumbers(number).readAll()
                                promise.succeed(())
                                for job in blocked { try job.wait() }
                            }
                        },
                        count
                    )
                },
                timingPeer: { count in
                    samples.time(count) {
                        nanoseconds(
                            of: { _ in
                                let queue = OperationQueue(width: 2)
                                let first = BlockOperation {}
                                let blocked = (0..<number).map { _ in
                                    let operation = BlockOperation {}
                                    operation.addDependency(first)
                                    return operation
                                }
                                queue.addOperations(blocked, waitUntilFinished: false)
                                let ready = (0..<number).map { _ in BlockOperation {} }
                                queue.addOperations(ready, waitUntilFinished: true)
                                queue.addOperation(first)
                                queue.waitUntilAllOperationsAreFinished()
                            },
                            1
                        )
                    }
                }
            )
        }
    }
}

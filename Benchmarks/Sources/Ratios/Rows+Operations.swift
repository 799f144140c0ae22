import FootingOperations
import Foundation
import Harness
import Records
import Synchronization

extension Comparison {
    static func operations() -> [Comparison] {
        [
            jobsToResults(1_000), jobsToResults(10_000), jobsToResults(100_000), growthOfJobs(),
            jobsToResultsOfTasks(), awaitOfEach(), oneAtATime(), operationsToResults(), timeOut(),
        ] + operationsMemory() + operationsDependencies() + operationsBlocking()
            + operationsRemoval()
    }

    /// Submits jobs, then reads the result of each.
    private static func jobsToResults(_ number: Int) -> Comparison {
        Comparison(
            "\(number) jobs to results, width 2",
            to: "OperationQueue",
            goal: 0.17
        ) { effort in
            let number = effort.isSmoke ? number / 100 : number
            let queue = FutureQueue(maxConcurrentJobs: 2)
            let operations = OperationQueue(width: 2)
            func timeBlocks(_ count: Int) -> Double {
                nanoseconds(
                    of: { for _ in 0..<$0 { runBlocks(number, in: operations) } },
                    count
                )
            }
            // As many blocks take half a second.
            let samples = number < 100_000 ? nil : Samples(10)
            return Sides(
                timingOurs: { count in
                    try nanoseconds(
                        of: { for _ in 0..<$0 { try queue.submitNumbers(number).readAll() } },
                        count
                    )
                },
                timingPeer: { count in
                    samples?.time(count) { timeBlocks(1) } ?? timeBlocks(count)
                }
            )
        }
    }

    private static func growthOfJobs() -> Comparison {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        return growth("100,000 jobs to results", to: "10,000 jobs, 10 times", from: 10_000) {
            $0
        } _: { number in
            try queue.submitNumbers(number).readAll()
        }
    }

    private static func jobsToResultsOfTasks() -> Comparison {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        return Comparison(
            "10,000 jobs to results, width 2",
            to: "Task.detached, await of each",
            goal: 0.6,
            ours: { count in for _ in 0..<count { try queue.submitNumbers(10_000).readAll() } },
            peer: { count in for _ in 0..<count { block { await tasks(10_000) } } }
        )
    }

    private static func awaitOfEach() -> Comparison {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        return Comparison(
            "10,000 jobs, await of each",
            to: "Task.detached, await of each",
            goal: 0.9,
            ours: { count in
                for _ in 0..<count {
                    block {
                        for future in queue.submitNumbers(10_000) {
                            if case .success(let value) = await future.outcome { blackHole(value) }
                        }
                    }
                }
            },
            peer: { count in for _ in 0..<count { block { await tasks(10_000) } } }
        )
    }

    private static func oneAtATime() -> Comparison {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let operations = OperationQueue(width: 2)
        return Comparison(
            "a job and its result, one at a time",
            to: "OperationQueue",
            goal: 0.7,
            ours: { count in
                for number in 0..<count { blackHole(try queue.submit { number }.wait()) }
            },
            peer: { count in
                for number in 0..<count {
                    let box = Box()
                    let operation = BlockOperation { box.value.store(number, ordering: .releasing) }
                    operations.addOperation(operation)
                    operation.waitUntilFinished()
                    blackHole(box.value.load(ordering: .acquiring))
                }
            }
        )
    }

    private static func operationsToResults() -> Comparison {
        Comparison(
            "10,000 operations with results, width 2",
            to: "BlockOperation in OperationQueue",
            goal: 0.65
        ) { effort in
            let number = effort.isSmoke ? 100 : 10_000
            let queue = FutureQueue(maxConcurrentJobs: 2)
            let operations = OperationQueue(width: 2)
            return Sides(
                ours: { count in
                    for _ in 0..<count {
                        let added = try (0..<number).map { number in
                            let operation = FutureOperation { number }
                            try queue.add(operation)
                            return operation
                        }
                        for operation in added { blackHole(try operation.future.wait()) }
                    }
                },
                peer: { count in for _ in 0..<count { runBlocks(number, in: operations) } }
            )
        }
    }

    /// Runs block operations and reads the result of each from a box that its block fills.
    private static func runBlocks(_ number: Int, in operations: OperationQueue) {
        let added = (0..<number).map { number in
            let box = Box()
            let operation = BlockOperation { box.value.store(number, ordering: .releasing) }
            operations.addOperation(operation)
            return (operation, box)
        }
        for (operation, box) in added {
            operation.waitUntilFinished()
            blackHole(box.value.load(ordering: .acquiring))
        }
    }

    private static func tasks(_ number: Int) async {
        let tasks = (0..<number).map { number in Task.detached { number } }
        for task in tasks { blackHole(await task.value) }
    }

    /// Runs asynchronous work to its end.
    private static func block(_ work: @escaping @Sendable () async -> Void) {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            await work()
            done.signal()
        }
        done.wait()
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

extension FutureQueue {
    /// Submits jobs that return their numbers.
    func submitNumbers(_ count: Int) -> [Future<Int, Never>] {
        (0..<count).map { number in submit { number } }
    }
}

extension [Future<Int, Never>] {
    /// Waits for each.
    func readAll() throws {
        for future in self { blackHole(try future.wait()) }
    }
}

extension OperationQueue {
    /// Creates a queue that runs `width` operations at the same time.
    convenience init(width: Int) {
        self.init()
        maxConcurrentOperationCount = width
    }
}

import FootingOperations
import Foundation
import Harness
import Records
import Synchronization

extension Comparison {
    static func operations() -> [Comparison] {
        [
            jobsToResults(1_000), jobsToResults(10_000), growthOfJobs(),
            jobsToResultsOfTasks(), awaitOfEach(), oneAtATime(), operationsToResults(),
            growthOfDependencies(), blockedInFront(), timeOut(),
            removal(),
        ]
    }

    /// Submits jobs, then reads the result of each.
    private static func jobsToResults(_ number: Int) -> Comparison {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let operations = makeOperationQueue(width: 2)
        return Comparison(
            "\(number) jobs to results, width 2",
            to: "OperationQueue",
            goal: 0.17,
            ours: { count in for _ in 0..<count { try readAll(submit(number, to: queue)) } },
            peer: { count in
                for _ in 0..<count {
                    // The place of the result: a box that the block of the operation fills.
                    let jobs = (0..<number).map { number in
                        let box = Box()
                        let operation = BlockOperation {
                            box.value.store(number, ordering: .releasing)
                        }
                        operations.addOperation(operation)
                        return (operation, box)
                    }
                    for (operation, box) in jobs {
                        operation.waitUntilFinished()
                        blackHole(box.value.load(ordering: .acquiring))
                    }
                }
            }
        )
    }

    private static func growthOfJobs() -> Comparison {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        return growth("100,000 jobs to results", to: "10,000 jobs, 10 times", from: 10_000) {
            $0
        } _: { number in
            try readAll(submit(number, to: queue))
        }
    }

    private static func jobsToResultsOfTasks() -> Comparison {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        return Comparison(
            "10,000 jobs to results, width 2",
            to: "Task.detached, await of each",
            goal: 0.6,
            ours: { count in for _ in 0..<count { try readAll(submit(10_000, to: queue)) } },
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
                        for future in submit(10_000, to: queue) {
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
        let operations = makeOperationQueue(width: 2)
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
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let operations = makeOperationQueue(width: 2)
        return Comparison(
            "10,000 operations with results, width 2",
            to: "BlockOperation in OperationQueue",
            goal: 0.65,
            ours: { count in
                for _ in 0..<count {
                    let added = try (0..<10_000).map { number in
                        let operation = FutureOperation { number }
                        try queue.add(operation)
                        return operation
                    }
                    for operation in added { blackHole(try operation.future.wait()) }
                }
            },
            peer: { count in
                for _ in 0..<count {
                    let added = (0..<10_000).map { number in
                        let box = Box()
                        let operation = BlockOperation {
                            box.value.store(number, ordering: .releasing)
                        }
                        operations.addOperation(operation)
                        return (operation, box)
                    }
                    for (operation, box) in added {
                        operation.waitUntilFinished()
                        blackHole(box.value.load(ordering: .acquiring))
                    }
                }
            }
        )
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
            return Sides(
                ours: { count in for _ in 0..<count { try runChain(length) } },
                peer: { count in for _ in 0..<(count * length / 1_000) { try runChain(1_000) } }
            )
        }
    }

    /// Jobs that can begin, submitted behind as many that can't.
    private static func blockedInFront() -> Comparison {
        Comparison("ready jobs behind blocked ones", to: "OperationQueue", goal: 1.0 / 500) {
            effort in
            let number = effort.isSmoke ? 100 : 10_000
            return Sides(
                ours: { count in
                    for _ in 0..<count {
                        let queue = FutureQueue(maxConcurrentJobs: 2)
                        let promise = Promise<Void, Never>()
                        let blocked = (0..<number).map { _ in
                            queue.submit(after: [promise.future]) {}
                        }
                        try readAll(submit(number, to: queue))
                        promise.succeed(())
                        for job in blocked { try job.wait() }
                    }
                },
                peer: { count in
                    for _ in 0..<count {
                        let queue = makeOperationQueue(width: 2)
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
                    }
                }
            )
        }
    }

    private static func submit(_ number: Int, to queue: FutureQueue) -> [Future<Int, Never>] {
        (0..<number).map { number in queue.submit { number } }
    }

    private static func readAll(_ futures: [Future<Int, Never>]) throws {
        for future in futures { blackHole(try future.wait()) }
    }

    private static func tasks(_ number: Int) async {
        let tasks = (0..<number).map { number in Task.detached { number } }
        for task in tasks { blackHole(await task.value) }
    }

    private static func makeOperationQueue(width: Int) -> OperationQueue {
        let operations = OperationQueue()
        operations.maxConcurrentOperationCount = width
        return operations
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

    /// Until the path is free; the files are made before, and deleted after, the time that counts.
    private static func removal() -> Comparison {
        Comparison(
            "a folder of 20,000 files leaves its path",
            to: "FileManager.removeItem",
            goal: 1.0 / 100
        ) { effort in
            let number = effort.isSmoke ? 200 : 20_000
            let remover = BackgroundRemover()
            let files = FileManager.default
            let folder = AttributeFile.Volume.memory.folder
                .appending(path: "footing-\(UUID().uuidString)", directoryHint: .isDirectory)
            /// Returns the time for `count` folders from that of one. Each side measures eight folders
            /// and repeats their times, because to make one for each round would take minutes.
            func time(
                _ count: Int,
                _ times: inout [Double],
                _ remove: (URL) throws -> Void
            ) throws -> Double {
                if times.count == 8 {
                    times.append(times.removeFirst())
                    return times[7] * Double(count)
                }
                try files.createDirectory(at: folder, withIntermediateDirectories: true)
                for number in 0..<number {
                    close(creat("\(folder.path)/\(number)", 0o600))
                }
                let time = try nanoseconds(of: { _ in try remove(folder) }, 1)
                guard !files.fileExists(atPath: folder.path) else { throw Difference() }
                try remover.finishAll().wait()
                times.append(time)
                return time * Double(count)
            }
            var (ours, peers): ([Double], [Double]) = ([], [])
            return Sides(
                timingOurs: { count in try time(count, &ours) { try remover.remove($0) } },
                timingPeer: { count in
                    try time(count, &peers) { try files.removeItem(at: $0) }
                },
                cleanUp: { try? files.removeItem(at: folder) }
            )
        }
    }

    private final class Box: Sendable {
        let value = Atomic(0)
    }
}

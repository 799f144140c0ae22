@testable import FootingOperations
import TestSupport
import XCTest

final class AsynchronousJobsTests: XCTestCase {
    func testAnAsynchronousBodyGivesItsResult() async throws {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let value = queue.submit { () async -> Int in
            await Task.yield()
            return 6 * 7
        }
        let failure = queue.submit { () async throws(Refusal) -> Int in
            await Task.yield()
            throw Refusal(code: 3)
        }

        // Without a word, and by name: each goes to the form that takes it.
        let closure = queue.submit {
            await Task.yield()
            return 2
        }
        let named = queue.submit(one)

        let values = try await [closure.value, named.value]
        XCTAssertEqual(values, [2, 1])
        let number = try await value.value
        XCTAssertEqual(number, 42)
        let outcome = await failure.outcome
        XCTAssertEqual(outcome, .failure(Refusal(code: 3)))
    }

    func testASuspendedBodyKeepsItsSlotAndNoThread() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let promise = Promise<Void, Never>()
        let running = Counter()
        let peak = Counter()
        let full = Gate()
        let jobs = (0..<20).map { _ in
            queue.submit { () async in
                let count = running.add(1)
                peak.raise(to: count)
                if count == 2 { full.open() }
                _ = await promise.future.outcome
                running.add(-1)
            }
        }
        full.pass()

        promise.succeed(())

        for job in jobs { assertSucceeds(job) }
        assertSucceeds(queue.drain())
        XCTAssertEqual(peak.value, 2)
    }

    func testBlockingAndAsynchronousJobsKeepTheirOrder() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let log = Log<Int>()
        for number in 0..<100 {
            if number.isMultiple(of: 2) {
                _ = queue.submit { log.add(number) }
            } else {
                _ = queue.submit { () async in
                    await Task.yield()
                    log.add(number)
                }
            }
        }

        assertSucceeds(queue.drain())

        XCTAssertEqual(log.entries, Array(0..<100))
    }

    func testCancellingTheFutureCancelsTheTask() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        for _ in 0..<rounds(20) {
            let began = Gate()
            let told = Gate()
            let job = queue.submit { () async in
                began.open()
                while !Task.isCancelled { await Task.yield() }
                told.open()
            }
            began.pass()

            XCTAssertTrue(job.cancel())

            told.pass()
        }
    }

    func testAJobCancelledBeforeItBeginsNeverRuns() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        queue.isSuspended = true
        let ran = Counter()
        let held = Gate()
        let job = queue.submit { [canary = Canary(held)] () async in
            withExtendedLifetime(canary) {}
            ran.add(1)
        }

        job.cancel()
        held.pass()
        queue.isSuspended = false
        assertSucceeds(queue.submit {})

        XCTAssertEqual(ran.value, 0)
    }

    func testABlockingJobCanWaitForAnAsynchronousOneOfItsQueue() {
        for width in [1, 2] {
            let queue = FutureQueue(maxConcurrentJobs: width)
            let outer = queue.submit { () -> Int? in
                let inner = queue.submit { () async -> Int in
                    await Task.yield()
                    return 5
                }
                return try? inner.wait()
            }
            XCTAssertEqual(try outer.wait(timeout: patience), 5, "\(width)")
        }
    }

    func testADependentOfAnAsynchronousJobBeginsAfterItsEnd() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let log = Log<String>()
        let began = Gate()
        let goOn = Promise<Void, Never>()
        let first = queue.submit { () async in
            began.open()
            _ = await Task.detached { await goOn.future.outcome }.value
            log.add("first ends")
        }
        let second = queue.submit(after: [first]) { log.add("second") }
        began.pass()
        first.cancel()
        assertSucceeds(queue.submit {})
        goOn.succeed(())

        assertSucceeds(second)

        XCTAssertEqual(log.entries, ["first ends", "second"])
    }

    // MARK: Tasks that prefer the queue

    func testTasksThatPreferTheQueueRunAsItsJobs() async {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let gate = Gate()
        let log = Log<String>()
        let job = queue.submit {
            gate.pass()
            log.add("job")
        }
        let task = Task(executorPreference: queue) {
            log.add("task")
            await Task.yield()
            log.add("task again")
        }
        gate.open()

        await task.value
        assertSucceeds(job)

        XCTAssertEqual(log.entries, ["job", "task", "task again"])
    }

    func testCancellingAllJobsLeavesTheTasksOfTheQueueAlone() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let held = HeldJob(in: queue)
        let task = Task(executorPreference: queue) { Task.isCancelled }
        assertComesTrue(queue.core.jobs.count == 2)

        queue.cancelAll()

        XCTAssertEqual(queue.core.jobs.count, 2)
        held.letGo()
        inTask {
            let isCancelled = await task.value
            XCTAssertFalse(isCancelled)
        }
        assertSucceeds(queue.drain())
    }

    func testBlockingTasksOfTheQueueDoNotDelayAnUnrelatedTask() async {
        let queue = FutureQueue(maxConcurrentJobs: 4)
        let gate = Gate()
        let blocked = (0..<200).map { _ in
            Task(executorPreference: queue) { pass(gate) }
        }

        // It would never run if the tasks above held the threads of the concurrency pool.
        for _ in 0..<100 { await Task.detached {}.value }

        gate.open()
        for task in blocked { await task.value }
    }
}

@Sendable private func one() async -> Int {
    await Task.yield()
    return 1
}

private func pass(_ gate: Gate) {
    gate.pass()
}

@testable import FootingOperations
import TestSupport
import XCTest

/// Futures that are settled when a queue is empty.
final class QueueDrainTests: XCTestCase {
    func testDrainingAnEmptyQueueIsDoneAtOnce() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        XCTAssertNotNil(queue.drain().settledOutcome)
        queue.isSuspended = true
        XCTAssertNotNil(queue.drain().settledOutcome)
        queue.submit {}.cancel()
        XCTAssertNotNil(queue.drain().settledOutcome)
        queue.isSuspended = false
        assertSucceeds(queue.submit {})
        assertSucceeds(queue.drain())
    }

    func testDrainEndsWhenTheJobsThatWereThereHaveEnded() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let gates = (0..<3).map { _ in Gate() }
        let promise = Promise<Int, Never>()
        let running = queue.submit { gates[0].pass() }
        let blocked = queue.submit(after: [promise.future]) {}
        let first = queue.drain()
        let later = queue.submit { gates[1].pass() }
        let second = queue.drain()
        // This one ends with the first two.
        gates[0].open()
        assertSucceeds(running)
        XCTAssertNil(first.settledOutcome)
        promise.succeed(1)
        assertSucceeds(blocked)
        assertSucceeds(first)
        XCTAssertNil(later.settledOutcome)
        XCTAssertNil(second.settledOutcome)
        gates[1].open()
        assertSucceeds(second)
        XCTAssertNotNil(later.settledOutcome)
    }

    func testALaterJobMayEndFirstAndDrainsStillEndInTheirOrder() {
        let queue = FutureQueue(maxConcurrentJobs: 4)
        let log = Log<Int>()
        let promises = (0..<4).map { _ in Promise<Int, Never>() }
        let drains = promises.enumerated().map { number, promise in
            _ = queue.submit(after: [promise.future]) {}
            let drain = queue.drain()
            drain.whenSettled { _ in log.add(number) }
            return drain
        }
        for number in [3, 1, 2] { promises[number].succeed(1) }
        assertComesTrue(queue.core.jobs.count == 1)
        for drain in drains { XCTAssertNil(drain.settledOutcome) }
        promises[0].succeed(1)
        for drain in drains { assertSucceeds(drain) }
        assertComesTrue(log.entries == [0, 1, 2, 3])
    }

    func testACancelledRunningJobIsDrainedWhenItsBodyHasReturned() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let running = HeldJob(in: queue)
        let waiting = queue.submit {}
        let drain = queue.drain()
        queue.cancelAll()
        XCTAssertNotNil(waiting.settledOutcome)
        XCTAssertNotNil(running.future.settledOutcome)
        XCTAssertNil(drain.settledOutcome)
        running.letGo()
        assertSucceeds(drain)
        XCTAssertTrue(running.hasEnded)
    }

    func testCancelledJobsAreDrainedThoughTheQueueIsSuspended() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        queue.isSuspended = true
        let promise = Promise<Int, Never>()
        let jobs = (0..<10).map { number in
            queue.submit(after: number.isMultiple(of: 2) ? [promise.future] : []) {}
        }
        let drain = queue.drain()
        for job in jobs.dropLast() { job.cancel() }
        XCTAssertNil(drain.settledOutcome)
        jobs.last?.cancel()
        XCTAssertNotNil(drain.settledOutcome)
    }

    func testCancellingOneDrainLeavesTheOthersAlone() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        queue.isSuspended = true
        let job = queue.submit {}
        let one = queue.drain()
        let other = queue.drain()
        XCTAssertTrue(one.cancel())
        XCTAssertNil(other.settledOutcome)
        let later = queue.drain()
        XCTAssertNil(later.settledOutcome)
        XCTAssertNil(job.settledOutcome)
        queue.isSuspended = false
        assertSucceeds(other)
        assertSucceeds(later)
        assertSucceeds(job)
    }

    func testATaskThatIsCancelledWhileItWaitsForADrainEndsNoOtherWait() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        queue.isSuspended = true
        let job = queue.submit { 1 }
        let other = queue.drain()
        let waiting = Gate()
        let task = Task {
            waiting.open()
            return await queue.drain().outcome
        }
        waiting.pass()
        task.cancel()
        inTask { _ = await task.value }
        XCTAssertNil(other.settledOutcome)
        queue.isSuspended = false
        assertSucceeds(other)
        XCTAssertEqual(try job.wait(timeout: patience), 1)
    }

    func testDrainsAreUsableAsDependenciesAndFromHandlers() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let log = Log<Int>()
        for _ in 0..<10 { _ = queue.submit { log.add(1) } }
        let after = queue.submit(after: [queue.drain()]) { log.add(2) }
        let done = Gate()
        queue.drain().whenSettled { _ in
            log.add(3)
            // From a handler: nothing is left but what is added here.
            _ = queue.submit { log.add(4) }
            queue.drain().whenSettled { _ in done.open() }
        }
        done.pass()
        assertSucceeds(after)
        XCTAssertEqual(log.entries, Array(repeating: 1, count: 10) + [2, 3, 4])
    }

    func testDrainsEndWhileOthersSubmit() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let stop = Counter()
        let ran = Counter()
        DispatchQueue.concurrentPerform(iterations: 3) { number in
            if number == 0 {
                for _ in 0..<rounds(200) {
                    let own = queue.submit { ran.add(1) }
                    assertSucceeds(queue.drain())
                    XCTAssertNotNil(own.settledOutcome)
                }
                stop.add(1)
            } else {
                while stop.value == 0 {
                    let job = queue.submit { _ = ran.add(1) }
                    if number == 1 { job.cancel() } else { assertSucceeds(job) }
                }
            }
        }
        assertSucceeds(queue.drain())
        // A job leaves the queue just after it has ended.
        assertComesTrue(queue.core.jobs.isEmpty)
    }
}

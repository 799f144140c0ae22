@testable import FootingOperations
import XCTest

/// Jobs that leave their queue, one by one or all at once (rules 2 to 4).
final class QueueCancellationTests: XCTestCase {
    func testCancelAllCancelsReadyBlockedAndRunningJobs() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let promise = Promise<Int, Never>()
        let alive = Population()
        let begun = Gate()
        let gate = Gate()
        let sawCancellation = Slot<Bool>()
        let ended = Gate()
        let running = queue.submit {
            begun.open()
            gate.pass()
            sawCancellation.content = FutureQueue.isCurrentJobCancelled
            ended.open()
        }
        begun.pass()
        let waiting = (0..<99).map { number in
            let canary = alive.canary()
            return queue.submit(
                priority: number.isMultiple(of: 2) ? .high : .low,
                after: number.isMultiple(of: 3) ? [promise.future] : []
            ) { withExtendedLifetime(canary) {} }
        }
        queue.cancelAll()
        for job in waiting + [running] {
            assertThrows(.cancelled(.requested)) { () throws(FutureError<Never>) in
                try job.wait(timeout: .zero)
            }
        }
        XCTAssertEqual(alive.count, 0)
        XCTAssertEqual(queue.core.jobs.count, 1)
        gate.open()
        ended.pass()
        XCTAssertEqual(sawCancellation.content, true)
        // The queue goes on.
        XCTAssertEqual(try queue.submit { 1 }.wait(timeout: patience), 1)
    }

    func testNoJobOfAChainBeginsWhileAllAreCancelled() {
        for _ in 0..<rounds(20) {
            let queue = FutureQueue(maxConcurrentJobs: 2)
            let gate = Gate()
            let ran = Counter()
            let first = Promise<Int, Never>()
            let blocker = queue.submit { gate.pass() }
            var last = queue.submit(after: [first.future]) { _ = ran.add(1) }
            for _ in 0..<200 { last = queue.submit(after: [last]) { _ = ran.add(1) } }
            queue.cancelAll()
            gate.open()
            assertSucceeds(queue.drain())
            XCTAssertEqual(ran.value, 0)
            XCTAssertNotNil(blocker.settledOutcome)
        }
    }

    func testAJobMayCancelAllOfItsQueueAndHandlersMayAddToIt() {
        for width in 1...2 {
            let queue = FutureQueue(maxConcurrentJobs: width)
            let added = Slot<Future<Int, Never>>()
            let known = Gate()
            let begun = Gate()
            let told = Gate()
            let job = queue.submit {
                begun.open()
                known.pass()
                queue.cancelAll()
                XCTAssertTrue(FutureQueue.isCurrentJobCancelled)
                told.open()
            }
            begun.pass()
            queue.isSuspended = true
            let others = (0..<10).map { _ in queue.submit {} }
            others[4].whenSettled { _ in
                added.content = queue.submit { 8 }
                queue.cancelAll()
                added.content = queue.submit { 9 }
            }
            known.open()
            told.pass()
            queue.isSuspended = false
            for other in others { XCTAssertNotNil(other.settledOutcome) }
            XCTAssertNotNil(job.settledOutcome)
            XCTAssertNotNil(added.content)
        }
    }

    func testAGreatManyPendingJobsAreCancelled() {
        let length = greatLength
        onThread(stackSize: smallStack) {
            let queue = FutureQueue(maxConcurrentJobs: 2)
            queue.isSuspended = true
            let alive = Population()
            for _ in 0..<length {
                let canary = alive.canary()
                _ = queue.submit { withExtendedLifetime(canary) {} }
            }
            XCTAssertEqual(alive.count, length)
            XCTAssertEqual(queue.core.jobs.count, length)
            queue.cancelAll()
            XCTAssertEqual(alive.count, 0)
            XCTAssertEqual(queue.core.jobs.count, 0)
        }
    }

    func testSubmittingAndCancellingInAStoppedQueueKeepsNothing() {
        let length = greatLength
        for isSuspended in [true, false] {
            let queue = FutureQueue(maxConcurrentJobs: 1)
            let blocker = HeldJob(in: queue)
            queue.isSuspended = isSuspended
            let promise = Promise<Int, Never>()
            let alive = Population()
            for number in 0..<length {
                let canary = alive.canary()
                let job = queue.submit(after: number.isMultiple(of: 2) ? [] : [promise.future]) {
                    withExtendedLifetime(canary) {}
                }
                weak let state = job.state
                XCTAssertTrue(job.cancel())
                if number % 10_000 == 0 {
                    XCTAssertNotNil(state)
                    XCTAssertEqual(queue.core.jobs.count, 1)
                }
            }
            XCTAssertEqual(alive.count, 0)
            XCTAssertEqual(queue.core.jobs.count, 1)
            XCTAssertFalse(promise.future.state.hasDependents)
            queue.isSuspended = false
            blocker.letGo()
            assertSucceeds(blocker.future)
        }
    }

    func testACancelledJobIsReleasedWhileItsQueueIsStopped() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        queue.isSuspended = true
        weak var state: FutureState<Void, Never>?
        do {
            let job = queue.submit {}
            state = job.state
            job.cancel()
        }
        XCTAssertNil(state)
    }

    func testCancellingMeetsAWorkerThatBegins() {
        let racer = Racer()
        for width in 1...2 {
            let queue = FutureQueue(maxConcurrentJobs: width)
            for _ in 0..<rounds(300) {
                let ran = Counter()
                let alive = Population()
                let drain = Slot<Future<Void, Never>>()
                queue.isSuspended = true
                let jobs = (0..<8).map { _ in
                    let canary = alive.canary()
                    return queue.submit { withExtendedLifetime(canary) { _ = ran.add(1) } }
                }
                racer.run(
                    {
                        for job in jobs.reversed() { job.cancel() }
                        drain.content = queue.drain()
                    },
                    { queue.isSuspended = false }
                )
                assertSucceeds(drain.content)
                let values = jobs.filter {
                    if case .success? = $0.settledOutcome { true } else { false }
                }
                XCTAssertLessThanOrEqual(values.count, ran.value)
                XCTAssertTrue(jobs.allSatisfy { $0.settledOutcome != nil })
                assertComesTrue(alive.count == 0)
            }
            assertComesTrue(queue.core.jobs.isEmpty)
        }
    }
}

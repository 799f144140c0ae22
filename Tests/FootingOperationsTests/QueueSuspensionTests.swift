@testable import FootingOperations
import TestSupport
import XCTest

/// Queues that begin nothing for a while.
final class QueueSuspensionTests: XCTestCase {
    func testASuspendedQueueBeginsNothing() {
        for width in 1...3 {
            let queue = FutureQueue(maxConcurrentJobs: width)
            XCTAssertFalse(queue.isSuspended)
            queue.isSuspended = true
            XCTAssertTrue(queue.isSuspended)
            let ran = Counter()
            let jobs = (0..<10).map { _ in queue.submit { ran.add(1) } }
            let dependent = queue.submit(after: jobs) { ran.add(1) }
            for job in jobs {
                XCTAssertEqual(failure(ofWaitingFor: job, timeout: .microseconds(1)), .timedOut)
            }
            XCTAssertEqual(ran.value, 0)
            XCTAssertEqual(queue.core.jobs.count, 11)
            queue.isSuspended = false
            assertSucceeds(dependent)
            XCTAssertEqual(ran.value, 11)
        }
    }

    func testJobsThatRunGoOnWhenTheQueueIsSuspended() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let ran = Counter()
        let running = HeldJob(in: queue)
        queue.isSuspended = true
        let waiting = queue.submit { ran.add(1) }
        let dependent = queue.submit(after: [running.future]) { ran.add(1) }
        running.letGo()
        assertSucceeds(running.future)
        assertComesTrue(queue.core.jobs.count == 2)
        XCTAssertEqual(ran.value, 0)
        queue.isSuspended = false
        assertSucceeds(waiting)
        assertSucceeds(dependent)
    }

    func testAJobMaySuspendAndResumeItsOwnQueue() {
        for width in 1...2 {
            let queue = FutureQueue(maxConcurrentJobs: width)
            let ran = Counter()
            let job = queue.submit { () -> Int in
                queue.isSuspended = true
                let inner = queue.submit { ran.add(1) }
                // It must not run here.
                XCTAssertThrowsError(try inner.wait(timeout: .zero))
                queue.isSuspended = false
                return (try? inner.wait()) ?? 0
            }
            XCTAssertEqual(try job.wait(timeout: patience), 1)
            let last = queue.submit { queue.isSuspended = true }
            assertSucceeds(last)
            let next = queue.submit { ran.add(1) }
            XCTAssertNil(next.settledOutcome)
            queue.isSuspended = false
            XCTAssertEqual(try next.wait(timeout: patience), 2)
        }
    }

    func testAJobThatWaitsInASuspendedQueueGoesOnAfterItIsResumed() {
        for width in 1...2 {
            let queue = FutureQueue(maxConcurrentJobs: width)
            let inner = Shared<Future<Int, Never>?>()
            let known = Gate()
            let outer = queue.submit { () -> Int? in
                queue.isSuspended = true
                inner.value = queue.submit { 5 }
                known.open()
                return try? inner.value?.wait()
            }
            known.pass()
            assertComesTrue(inner.value?.state.hasWaiters == true)
            XCTAssertNil(outer.settledOutcome)
            queue.isSuspended = false
            XCTAssertEqual(try outer.wait(timeout: patience), 5)
        }
    }

    func testNoJobIsLostWhileOthersSuspendAndResume() {
        for width in 1...3 {
            let queue = FutureQueue(maxConcurrentJobs: width)
            let ran = Counter()
            let perThread = rounds(500)
            DispatchQueue.concurrentPerform(iterations: 4) { number in
                if number == 0 {
                    for _ in 0..<perThread {
                        queue.isSuspended = true
                        queue.isSuspended = false
                    }
                } else {
                    for index in 0..<perThread {
                        let job = queue.submit { _ = ran.add(1) }
                        if index.isMultiple(of: 50) { assertSucceeds(job) }
                    }
                }
            }
            assertSucceeds(queue.drain())
            XCTAssertEqual(ran.value, 3 * perThread)
        }
    }

    func testResumingMeetsASubmitterAndAWorkerThatFallsAsleep() {
        let racer = Racer()
        for width in 1...2 {
            let queue = FutureQueue(maxConcurrentJobs: width)
            for round in 0..<rounds(200, underStress: 15_000) {
                let submitted = Shared<Future<Int, Never>?>()
                queue.isSuspended = true
                racer.run(
                    { queue.isSuspended = false },
                    { submitted.value = queue.submit { round } }
                )
                guard (try? submitted.value?.wait(timeout: patience)) == round else {
                    return XCTFail("width \(width), round \(round)")
                }
            }
        }
    }
}

@testable import FootingOperations
import TestSupport
import XCTest

/// Jobs that wait for others (rule 14).
final class WaitingInsideJobsTests: XCTestCase {
    // MARK: Where the other job runs

    func testWaitingForAnUnstartedJobOfTheSameQueueRunsItHere() throws {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let threads = Log<ObjectIdentifier>()
        let outer = queue.submit {
            threads.add(thisThread)
            let inner = queue.submit {
                threads.add(thisThread)
                return 20
            }
            return (try? inner.wait()).map { $0 + 1 }
        }
        XCTAssertEqual(try outer.wait(timeout: patience), 21)
        XCTAssertEqual(threads.entries.count, 2)
        XCTAssertEqual(threads.entries.first, threads.entries.last)
    }

    func testPollingInsideAWorkerRunsNothing() throws {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let ran = Counter()
        let outer = queue.submit { () -> FutureError<Never>? in
            let inner = queue.submit { _ = ran.add(1) }
            let end = failure(ofWaitingFor: inner, timeout: .zero)
            XCTAssertEqual(ran.value, 0)
            return end
        }
        XCTAssertEqual(try outer.wait(timeout: patience), .timedOut)
        assertSucceeds(queue.submit {})
        XCTAssertEqual(ran.value, 1)
    }

    func testJobsNestedInWaitsEndAtAnyWidth() {
        for width in 1...3 {
            let queue = FutureQueue(maxConcurrentJobs: width)
            XCTAssertEqual(try nest(100, in: queue).wait(timeout: patience), 100, "\(width)")
        }
    }

    func testForkAndJoinEndsAtAnyWidth() {
        for width in 1...3 {
            let queue = FutureQueue(maxConcurrentJobs: width)
            XCTAssertEqual(try fibonacci(14, in: queue).wait(timeout: patience), 377, "\(width)")
        }
    }

    func testJobThatRunsInsideAnotherHasItsOwnCancellation() throws {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let slot = Shared<Future<[Bool], Never>?>()
        let known = Gate()
        let told = Log<Bool>()
        let ended = Gate()
        slot.value = queue.submit {
            known.pass()
            slot.value?.cancel()
            told.add(FutureQueue.isCurrentJobCancelled)
            let inner = queue.submit { told.add(FutureQueue.isCurrentJobCancelled) }
            try? inner.wait()
            told.add(FutureQueue.isCurrentJobCancelled)
            ended.open()
            return []
        }
        known.open()
        ended.pass()
        XCTAssertEqual(told.entries, [true, false, true])
    }

    func testAWorkerCanWaitForAnotherQueue() {
        let one = FutureQueue(maxConcurrentJobs: 1)
        let other = FutureQueue(maxConcurrentJobs: 1)
        let threads = Log<ObjectIdentifier>()
        let job = one.submit {
            threads.add(thisThread)
            return try? other.submit {
                threads.add(thisThread)
                return 7
            }.wait(timeout: patience)
        }
        XCTAssertEqual(try job.wait(timeout: patience), 7)
        // Another queue's width is its own: the job ran there.
        XCTAssertNotEqual(threads.entries.first, threads.entries.last)
    }

    func testAJobMayWaitForOneThatWaitsForOthers() {
        for width in 1...3 {
            let queue = FutureQueue(maxConcurrentJobs: width)
            let outer = queue.submit { () -> Int? in
                let jobs = (0..<5).map { number in queue.submit(priority: .low) { number } }
                let middle = queue.submit(after: jobs) { 6 }
                return try? queue.submit(after: [middle]) { 7 }.map { $0 + 1 }.wait()
            }
            XCTAssertEqual(try outer.wait(timeout: patience), 8, "\(width)")
        }
    }

    // MARK: Depth

    func testJobsThatEachWaitForTheNextNeverOverrunTheStack() throws {
        for width in [1, 2] {
            let queue = FutureQueue(maxConcurrentJobs: width)
            let depth = rounds(4_000, underStress: 100_000)
            XCTAssertEqual(try nest(depth, in: queue).wait(timeout: patience), depth, "\(width)")
        }
    }

    func testNestedWaitsNeedFewThreads() throws {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let threads = Log<ObjectIdentifier>()

        let depth = try nest(100, in: queue) { threads.add(thisThread) }.wait(timeout: patience)

        XCTAssertEqual(depth, 100)
        XCTAssertLessThan(Set(threads.entries).count, 12)
    }

    // MARK: Slots

    func testABlockedJobLendsItsSlot() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let promise = Promise<Int, Never>()
        let waiting = (0..<10).map { _ in queue.submit { try? promise.future.wait() } }
        let settling = queue.submit { promise.succeed(7) }

        assertSucceeds(settling)

        for job in waiting { XCTAssertEqual(try job.wait(timeout: patience), 7) }
    }

    func testLendingStopsAtTheWidthPlus64() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let promise = Promise<Void, Never>()
        let begun = Counter()
        let full = Gate()
        let jobs = (0..<100).map { _ in
            queue.submit {
                if begun.add(1) == 66 { full.open() }
                try? promise.future.wait()
            }
        }
        full.pass()
        // A job too many would have begun by the time that another queue has run a job.
        assertSucceeds(FutureQueue(maxConcurrentJobs: 1).submit {})

        XCTAssertEqual(begun.value, 66)

        promise.succeed(())
        for job in jobs { assertSucceeds(job) }
        XCTAssertEqual(begun.value, 100)
    }

    func testAsManyJobsAsTheWidthRunAfterLentSlotsCameBack() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        for _ in 0..<rounds(20) {
            let promise = Promise<Void, Never>()
            let running = Counter()
            let peak = Counter()
            let blocked = (0..<4).map { _ in queue.submit { try? promise.future.wait() } }
            assertSucceeds(queue.submit { promise.succeed(()) })
            for job in blocked { assertSucceeds(job) }
            // The jobs that had lent their slots are gone, so the width holds again.
            assertSucceeds(queue.drain())
            let jobs = (0..<20).map { _ in
                queue.submit {
                    peak.raise(to: running.add(1))
                    sched_yield()
                    running.add(-1)
                }
            }
            for job in jobs { assertSucceeds(job) }
            XCTAssertLessThanOrEqual(peak.value, 2)
        }
    }

    func testInAQueueOfOneAtATimeNothingBeginsBesideABlockedJobButWhatItWaitsFor() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let log = Log<String>()
        let submitted = Gate()
        let slot = Shared<Future<Void, Never>?>()
        let outer = queue.submit {
            submitted.pass()
            log.add("outer begins")
            try? slot.value?.wait()
            log.add("outer ends")
        }
        let unrelated = queue.submit { log.add("unrelated") }
        let elsewhere = FutureQueue(maxConcurrentJobs: 1)
        let first = queue.submit { log.add("first") }
        let second = elsewhere.submit(after: [first]) { log.add("second") }
        slot.value = queue.submit(after: [second]) { log.add("third") }
        submitted.open()

        for job in [outer, unrelated] { assertSucceeds(job) }

        XCTAssertEqual(
            log.entries,
            ["outer begins", "first", "second", "third", "outer ends", "unrelated"]
        )
    }

    func testADerivedFutureOfAJobOfTheSameQueueCanBeWaitedFor() {
        for width in [1, 2] {
            let queue = FutureQueue(maxConcurrentJobs: width)
            let outer = queue.submit { () -> Int? in
                let parts = (1...3).map { number in queue.submit { number }.map { $0 * 10 } }
                return try? Future.all(parts).wait().reduce(0, +)
            }
            XCTAssertEqual(try outer.wait(timeout: patience), 60, "\(width)")
        }
    }

    // MARK: Time-outs

    func testAWaitWithATimeOutDoesNotRunTheJob() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let gate = Gate()
        let ended = queue.submit { () -> FutureError<Never>? in
            let inner = queue.submit { gate.pass() }
            defer { gate.open() }
            return failure(ofWaitingFor: inner, timeout: .milliseconds(1))
        }

        XCTAssertEqual(try ended.wait(timeout: patience), .timedOut)
    }

    func testAQueueOfOneAtATimeRefusesATimedWaitForAJobThatHasNotBegun() throws {
        let queue = FutureQueue(name: "files", maxConcurrentJobs: 1)
        let slot = Shared<Future<Int, Never>?>()
        let outer = queue.submit(name: "outer") { () -> FutureError<Never>? in
            let inner = queue.submit(name: "inner") { 1 }
            slot.value = inner
            return failure(ofWaitingFor: inner, timeout: patience)
        }

        XCTAssertEqual(
            try outer.wait(timeout: patience),
            .wouldDeadlock(["“outer” in “files”", "“inner” in “files”"])
        )
        XCTAssertEqual(try slot.value?.wait(timeout: patience), 1)
    }
}

private func fibonacci(_ number: Int, in queue: FutureQueue) -> Future<Int, Never> {
    queue.submit {
        if number < 2 { return number }
        let one = fibonacci(number - 1, in: queue)
        let other = fibonacci(number - 2, in: queue)
        return ((try? one.wait()) ?? -1000) + ((try? other.wait()) ?? -1000)
    }
}

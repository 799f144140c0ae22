import Foundation
import TestSupport
import XCTest

@testable import FootingOperations

private typealias Number = FutureOperation<Int, Refusal>

/// Jobs that take the place of others (rule 18).
final class ReplaceTests: XCTestCase {
    func testReplaceCancelsTheOldJobAndRunsTheNewOne() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        queue.isSuspended = true
        var page: Future<Int, Never>?
        let ran = Log<Int>()
        let old = (0..<5).map { number -> Future<Int, Never> in
            let new = queue.replace(page) {
                ran.add(number)
                return number
            }
            page = new
            return new
        }
        queue.isSuspended = false

        XCTAssertEqual(try page?.wait(timeout: patience), 4)
        XCTAssertEqual(ran.entries, [4])
        for job in old.dropLast() { XCTAssertEqual(job.settledOutcome, .cancelled(.requested)) }
    }

    func testThereNeedNotBeAJobThatWaits() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        XCTAssertEqual(try queue.replace(nil) { 1 }.wait(timeout: patience), 1)

        let ended = queue.submit { 2 }
        assertSucceeds(ended)
        XCTAssertEqual(try queue.replace(ended) { 3 }.wait(timeout: patience), 3)
        XCTAssertEqual(ended.settledOutcome, .success(2))

        let other = FutureQueue(maxConcurrentJobs: 1)
        other.isSuspended = true
        let foreign = other.submit { 4 }
        XCTAssertEqual(try queue.replace(foreign) { 5 }.wait(timeout: patience), 5)
        XCTAssertEqual(foreign.settledOutcome, .cancelled(.requested))
        XCTAssertTrue(other.core.jobs.isEmpty)

        let promise = Promise<Int, Never>()
        XCTAssertEqual(try queue.replace(promise.future) { 6 }.wait(timeout: patience), 6)
        XCTAssertFalse(promise.succeed(7))
    }

    func testAJobThatRunsIsToldAndTheNewOneNeedNotWaitForItsEnd() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let running = HeldJob(in: queue)
        let new = queue.replace(running.future) {}
        assertSucceeds(new)
        XCTAssertEqual(running.future.settledOutcome == nil, false)
        XCTAssertFalse(running.hasEnded)
        running.letGo()
        assertSucceeds(queue.drain())
    }

    func testAJobMayReplaceItself() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let own = Shared<Future<Int, Never>?>()
        let new = Shared<Future<Int, Never>?>()
        let known = Gate()
        let told = Gate()
        own.value = queue.submit {
            known.pass()
            new.value = queue.replace(own.value) { 2 }
            told.open()
            return 1
        }
        known.open()
        told.pass()
        XCTAssertEqual(try new.value?.wait(timeout: patience), 2)
        XCTAssertEqual(own.value?.settledOutcome, .cancelled(.requested))
        own.value = nil
    }

    func testOtherJobsOfTheQueueStayAsTheyAre() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        queue.isSuspended = true
        let log = Log<Int>()
        let jobs = (0..<9).map { number in queue.submit { log.add(number) } }
        _ = queue.replace(jobs[4]) { log.add(9) }
        XCTAssertTrue(queue.isSuspended)
        XCTAssertEqual(queue.core.jobs.count, 9)
        queue.isSuspended = false
        assertSucceeds(queue.drain())
        XCTAssertEqual(log.entries, [0, 1, 2, 3, 5, 6, 7, 8, 9])
    }

    /// Replacements and handlers on one queue, as a user interface has them.
    func testNoHandlerOfAReplacedJobBeginsAfterwards() {
        let place = DispatchQueue(label: "handlers")
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let page = Shared<Future<Int, Never>?>()
        let latest = Counter()
        let stale = Counter()
        let done = Gate()
        let count = rounds(600, underStress: 20_000)
        for number in 1...count {
            place.sync {
                latest.raise(to: number)
                let new = queue.replace(page.value) { number }
                new.whenSettled(on: .queue(place)) { outcome in
                    guard case .success(let value) = outcome else { return }
                    if value != latest.value { stale.add(1) }
                    if value == count { done.open() }
                }
                page.value = new
            }
            if number.isMultiple(of: 7) { sched_yield() }
        }
        // The last one is always heard of.
        done.pass()
        XCTAssertEqual(stale.value, 0)
    }

    func testAGreatManyReplacedJobsKeepNothing() {
        let length = greatLength
        onThread(stackSize: smallStack) {
            let queue = FutureQueue(maxConcurrentJobs: 1)
            let blocker = HeldJob(in: queue)
            let alive = Population()
            var page: Future<Int, Never>?
            for number in 0..<length {
                let canary = alive.canary()
                page = queue.replace(page) { withExtendedLifetime(canary) { number } }
            }
            XCTAssertEqual(alive.count, 1)
            XCTAssertEqual(queue.core.jobs.count, 2)
            blocker.letGo()
            XCTAssertEqual(try? page?.wait(timeout: patience), length - 1)
        }
    }

    // MARK: Operations in Foundation's queue

    func testReplaceCancelsOneOperationAndAddsAnother() {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        queue.isSuspended = true
        let old = Number { 1 }
        let other = BlockOperation {}
        let new = Number { 2 }
        XCTAssertNoThrow(try queue.replace(nil, with: old))
        queue.addOperation(other)
        XCTAssertNoThrow(try queue.replace(old, with: new))
        XCTAssertTrue(old.isCancelled)
        XCTAssertFalse(other.isCancelled)
        queue.isSuspended = false
        XCTAssertEqual(try new.future.wait(timeout: patience), 2)
        assertComesTrue(other.isFinished && new.isFinished)
        XCTAssertNoThrow(try queue.replace(new, with: BlockOperation {}))
    }

    func testReplaceRefusesAnOperationThatHasBegunAndCancelsNothing() {
        let queue = OperationQueue()
        queue.isSuspended = true
        let old = Number { 1 }
        old.name = "old"
        XCTAssertThrowsError(try queue.replace(old, with: old)) {
            let refusal = OperationError(.alreadyEnqueued, operation: "old")
            XCTAssertEqual($0 as? OperationError, refusal)
        }
        let finished = BlockOperation {}
        finished.start()
        XCTAssertThrowsError(try queue.replace(old, with: finished))
        let ours = FutureQueue()
        ours.isSuspended = true
        let elsewhere = Number { 2 }
        XCTAssertNoThrow(try ours.add(elsewhere))
        XCTAssertThrowsError(try queue.replace(old, with: elsewhere))
        XCTAssertFalse(old.isCancelled)
        queue.addOperation(old)
        queue.isSuspended = false
        XCTAssertEqual(try old.future.wait(timeout: patience), 1)
    }

    func testReplaceRevokesHandlersThatHaveNotBegun() {
        let queue = OperationQueue()
        let delivery = DispatchQueue(label: "delivery")
        let old = FutureOperation { 1 }
        queue.addOperation(old)
        XCTAssertEqual(try old.future.wait(timeout: patience), 1)
        delivery.suspend()
        old.future.whenSettled(on: .queue(delivery)) { _ in XCTFail("It was delivered.") }
        XCTAssertNoThrow(try queue.replace(old, with: FutureOperation { 2 }))
        delivery.resume()
        delivery.sync {}
    }
}

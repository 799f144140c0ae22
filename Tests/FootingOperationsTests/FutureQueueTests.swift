@testable import FootingOperations
import TestSupport
import XCTest

final class FutureQueueTests: XCTestCase {
    // MARK: Width (rule 13)

    func testWidthIsAtLeastOneAndByDefaultThatOfTheMachine() {
        XCTAssertEqual(FutureQueue(maxConcurrentJobs: 3).maxConcurrentJobs, 3)
        for width in [1, 0, -1, .min] {
            XCTAssertEqual(FutureQueue(maxConcurrentJobs: width).maxConcurrentJobs, 1)
        }
        let cores = ProcessInfo.processInfo.activeProcessorCount
        XCTAssertEqual(FutureQueue().maxConcurrentJobs, max(2, cores))
        XCTAssertEqual(FutureQueue.shared.maxConcurrentJobs, max(2, cores))
        XCTAssertEqual(
            try FutureQueue(maxConcurrentJobs: .max).submit { 1 }.wait(timeout: patience),
            1
        )
    }

    func testNoMoreJobsRunAtATimeThanTheWidth() {
        for width in 1...5 {
            let queue = FutureQueue(maxConcurrentJobs: width)
            let running = Counter()
            let peak = Counter()
            let jobs = (0..<200).map { _ in
                queue.submit {
                    peak.raise(to: running.add(1))
                    for _ in 0..<20 { sched_yield() }
                    running.add(-1)
                }
            }
            for job in jobs { assertSucceeds(job) }
            XCTAssertLessThanOrEqual(peak.value, width)
        }
    }

    func testAsManyJobsAsTheWidthRunAtATime() {
        for width in 1...8 {
            let queue = FutureQueue(maxConcurrentJobs: width)
            let arrived = Counter()
            let gate = Gate()
            // No thread passes until all have come.
            let jobs = (0..<width).map { _ in
                queue.submit {
                    if arrived.add(1) == width { gate.open() }
                    gate.pass()
                }
            }
            for job in jobs { assertSucceeds(job) }
        }
    }

    func testAJobNeverWaitsBehindABlockedOneWhileAWorkerIsFree() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        for _ in 0..<rounds(300) {
            let gate = Gate()
            let blocked = queue.submit { gate.pass() }
            for number in 0..<3 {
                XCTAssertEqual(try queue.submit { number }.wait(timeout: patience), number)
            }
            gate.open()
            assertSucceeds(blocked)
        }
    }

    func testNoJobIsLeftBehindHoweverItMeetsAWorkerThatFallsAsleep() {
        for width in [1, 2] {
            let queue = FutureQueue(maxConcurrentJobs: width)
            for round in 0..<rounds(1_000, underStress: 90_000) {
                let job = queue.submit { round }
                guard (try? job.wait(timeout: patience)) == round else {
                    return XCTFail("width \(width), round \(round)")
                }
                // The worker looks for more for a while: each round meets it a little later.
                for _ in 0..<round % 700 { _ = job.settledOutcome }
            }
        }
    }

    func testOneWideQueueKeepsTheOrder() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let log = Log<Int>()
        let jobs = (0..<1000).map { number in queue.submit { log.add(number) } }

        assertSucceeds(jobs.last)

        XCTAssertEqual(log.entries, Array(0..<1000))
    }

    func testEveryJobRunsOnceWhoeverAddsIt() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let ran = Counter()
        let perThread = rounds(2000)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            var last: Future<Void, Never>?
            for _ in 0..<perThread { last = queue.submit { _ = ran.add(1) } }
            assertSucceeds(last)
        }
        // Each slot has passed once all of these have met.
        let meeting = Counter()
        let gate = Gate()
        let jobs = (0..<2).map { _ in
            queue.submit {
                if meeting.add(1) == 2 { gate.open() }
                gate.pass()
            }
        }
        for job in jobs { assertSucceeds(job) }
        XCTAssertEqual(ran.value, 4 * perThread)
    }

    func testNoOtherJobBeginsInANarrowQueueBeforeOneThatWaitsHasEnded() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let isInside = Counter()
        let intruders = Counter()
        let stop = Counter()
        let submitter = startThread {
            while stop.value == 0 {
                let job = queue.submit { if isInside.value > 0 { intruders.add(1) } }
                for _ in 0..<100 where job.settledOutcome != nil { break }
                if queue.core.jobs.count > 100 { assertSucceeds(job) }
            }
        }
        for _ in 0..<rounds(60, underStress: 6_000) {
            let outer = queue.submit {
                isInside.add(1)
                // Not the job itself, so that it runs in a slot that is lent.
                for _ in 0..<10 { _ = try? queue.submit(priority: .low) { 1 }.map { $0 }.wait() }
                isInside.add(-1)
            }
            assertSucceeds(outer)
        }
        stop.add(1)
        submitter.pass()
        XCTAssertEqual(intruders.value, 0)
    }

    // MARK: Threads (rule 15)

    func testBlockedJobsDoNotDelayAnUnrelatedTask() {
        let queue = FutureQueue(maxConcurrentJobs: 200)
        let gate = Gate()
        let begun = Counter()
        let allBegun = Gate()
        let jobs = (0..<200).map { _ in
            queue.submit {
                if begun.add(1) == 200 { allBegun.open() }
                gate.pass()
            }
        }
        allBegun.pass()
        // The jobs can't end before the task has run. On Swift's own pool the test would never end.
        inTask {}
        gate.open()
        for job in jobs { assertSucceeds(job) }
    }

    // MARK: The context of a body

    private enum Request {
        @TaskLocal static var id = "none"
    }

    func testABodyInheritsNothingFromTheTaskThatSubmitsIt() async throws {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return Request.$id.withValue("r1") {
                [
                    queue.submit { "\(Request.id), \(Task.isCancelled)" },
                    queue.submit { () async in "\(Request.id), \(Task.isCancelled)" },
                ]
            }
        }
        task.cancel()
        for job in await task.value {
            let seen = try await job.value
            XCTAssertEqual(seen, "none, false")
        }
    }

    // MARK: Reentrancy and lifetime (rule 17)

    func testBodiesMayAddToTheirOwnQueue() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let done = Gate()
        descend(1000, in: queue) { done.open() }
        done.pass()
    }

    func testAQueueThatNobodyKeepsRunsItsJobs() {
        let ran = Log<Int>()
        let done = Gate()
        let slot = Shared<FutureQueue?>(FutureQueue(maxConcurrentJobs: 1))
        let gate = Gate()
        for number in 0..<10 {
            _ = slot.value?.submit {
                gate.pass()
                // The first body drops the queue that runs it.
                slot.value = nil
                ran.add(number)
                if number == 9 { done.open() }
            }
        }
        gate.open()
        done.pass()
        XCTAssertEqual(ran.entries, Array(0..<10))
    }

    func testQueueIsReleasedWhenItsJobsAreDone() {
        for _ in 0..<rounds(50) {
            weak var released: FutureQueue?
            let last: Future<Void, Never>
            do {
                let queue = FutureQueue(maxConcurrentJobs: 2)
                released = queue
                _ = queue.submit {}
                last = queue.submit {}
            }
            assertSucceeds(last)
            // The worker goes home after the result is there.
            let deadline = ContinuousClock.now + patience
            while released != nil, ContinuousClock.now < deadline { sched_yield() }
            XCTAssertNil(released)
        }
    }

    func testASuspendedQueueThatNobodyKeepsRunsItsJobs() {
        let ran = Counter()
        let jobs: [Future<Void, Never>]
        weak let released: QueueCore?
        do {
            let queue = FutureQueue(maxConcurrentJobs: 1)
            queue.isSuspended = true
            jobs = (0..<10).map { _ in queue.submit { _ = ran.add(1) } }
            released = queue.core
        }
        XCTAssertNotNil(released)
        for job in jobs { assertSucceeds(job) }
        XCTAssertEqual(ran.value, 10)
    }

    func testAQueueThatNobodyKeepsRunsJobsThatWaitForOthers() {
        let promise = Promise<Int, Never>()
        let log = Log<Int>()
        let last: Future<Void, Never>
        let drain: Future<Void, Never>
        do {
            let queue = FutureQueue(maxConcurrentJobs: 1)
            let first = queue.submit(after: [promise.future]) { log.add(1) }
            last = queue.submit(after: [first]) { log.add(2) }
            drain = queue.drain()
        }
        XCTAssertNil(drain.settledOutcome)
        promise.succeed(1)
        assertSucceeds(last)
        assertSucceeds(drain)
        XCTAssertEqual(log.entries, [1, 2])
    }

    func testAQueueIsReleasedThoughJobsWereCancelledInIt() {
        weak var released: QueueCore?
        do {
            let promise = Promise<Int, Never>()
            let queue = FutureQueue(maxConcurrentJobs: 1)
            released = queue.core
            queue.isSuspended = true
            for _ in 0..<10 {
                _ = queue.submit {}
                _ = queue.submit(after: [promise.future]) {}
            }
            let drain = queue.drain()
            queue.cancelAll()
            XCTAssertEqual(drain.settledOutcome == nil, false)
            released = queue.core
        }
        XCTAssertNil(released)
    }
}

private func descend(
    _ steps: Int,
    in queue: FutureQueue,
    then done: @escaping @Sendable () -> Void
) {
    _ = queue.submit {
        if steps == 0 { done() } else { descend(steps - 1, in: queue, then: done) }
    }
}

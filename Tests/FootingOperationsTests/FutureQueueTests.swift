import FootingOperations
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
            // Nobody passes until all have come.
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
            for round in 0..<rounds(3000) {
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
        let jobs = (0..<1000).map { number in queue.submit { log.note(number) } }

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
        // The jobs can't end before the task has run. That would last for ever on Swift's own pool.
        inTask {}
        gate.open()
        for job in jobs { assertSucceeds(job) }
    }

    // MARK: Waiting inside a worker (rule 14)

    func testWaitingForAnUnstartedJobOfTheSameQueueRunsItHere() throws {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let threads = Log<ObjectIdentifier>()
        let outer = queue.submit {
            threads.note(thisThread)
            let inner = queue.submit {
                threads.note(thisThread)
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
            do throws(FutureError<Never>) {
                try inner.wait(timeout: .zero)
                return nil
            } catch {
                XCTAssertEqual(ran.value, 0)
                return error
            }
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
        let slot = Slot<Future<[Bool], Never>>()
        let known = Gate()
        let told = Log<Bool>()
        let ended = Gate()
        slot.content = queue.submit {
            known.pass()
            slot.content?.cancel()
            told.note(FutureQueue.isCurrentJobCancelled)
            let inner = queue.submit { told.note(FutureQueue.isCurrentJobCancelled) }
            try? inner.wait()
            told.note(FutureQueue.isCurrentJobCancelled)
            ended.open()
            return []
        }
        known.open()
        ended.pass()
        XCTAssertEqual(told.entries, [true, false, true])
    }

    func testAJobThatWaitsForItselfIsToldSo() {
        for width in 1...2 {
            let queue = FutureQueue(name: "files", maxConcurrentJobs: width)
            let slot = Slot<Future<FutureError<Never>?, Never>>()
            let known = Gate()
            let job = queue.submit(name: "read") { () -> FutureError<Never>? in
                known.pass()
                do throws(FutureError<Never>) {
                    _ = try slot.content?.wait()
                    return nil
                } catch {
                    return error
                }
            }
            slot.content = job
            known.open()
            XCTAssertEqual(
                try job.wait(timeout: patience),
                .wouldDeadlock(["“read” in “files”", "“read” in “files”"])
            )
        }
    }

    func testAJobThatWaitsForTheOneAroundItIsToldSo() {
        let queue = FutureQueue(name: "files", maxConcurrentJobs: 1)
        let slot = Slot<Future<FutureError<Never>?, Never>>()
        let known = Gate()
        let outer = queue.submit(name: "outer") { () -> FutureError<Never>? in
            known.pass()
            let inner = queue.submit(name: "inner") { () -> FutureError<Never>? in
                do throws(FutureError<Never>) {
                    _ = try slot.content?.wait()
                    return nil
                } catch {
                    return error
                }
            }
            return (try? inner.wait()) ?? .timedOut
        }
        slot.content = outer
        known.open()
        XCTAssertEqual(
            try outer.wait(timeout: patience),
            .wouldDeadlock(
                ["“inner” in “files”", "“outer” in “files”", "“inner” in “files”"]
            )
        )
    }

    func testAWorkerCanWaitForAnotherQueue() {
        let one = FutureQueue(maxConcurrentJobs: 1)
        let other = FutureQueue(maxConcurrentJobs: 1)
        let threads = Log<ObjectIdentifier>()
        let job = one.submit {
            threads.note(thisThread)
            return try? other.submit {
                threads.note(thisThread)
                return 7
            }.wait(timeout: patience)
        }
        XCTAssertEqual(try job.wait(timeout: patience), 7)
        // Another queue's width is its own: the job ran there.
        XCTAssertNotEqual(threads.entries.first, threads.entries.last)
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
        let slot = Slot(FutureQueue(maxConcurrentJobs: 1))
        let gate = Gate()
        for number in 0..<10 {
            _ = slot.content?.submit {
                gate.pass()
                // The first body drops the queue that runs it.
                slot.content = nil
                ran.note(number)
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
}

private func nest(_ depth: Int, in queue: FutureQueue) -> Future<Int, Never> {
    queue.submit {
        if depth == 0 { return 0 }
        return ((try? nest(depth - 1, in: queue).wait()) ?? -1000) + 1
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

private func descend(
    _ steps: Int,
    in queue: FutureQueue,
    then done: @escaping @Sendable () -> Void
) {
    _ = queue.submit {
        if steps == 0 { done() } else { descend(steps - 1, in: queue, then: done) }
    }
}

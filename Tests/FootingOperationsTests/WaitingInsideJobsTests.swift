import FootingOperations
import Foundation
import XCTest

final class WaitingInsideJobsTests: XCTestCase {
    // MARK: Depth

    func testJobsThatEachWaitForTheNextNeverOverrunTheStack() throws {
        for width in [1, 2] {
            let queue = FutureQueue(maxConcurrentJobs: width)
            let depth = rounds(1) > 1 ? 100_000 : 10_000
            XCTAssertEqual(try nest(depth, in: queue).wait(timeout: patience), depth, "\(width)")
        }
    }

    func testNestedWaitsNeedFewThreads() throws {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let threads = Log<ObjectIdentifier>()

        let depth = try nest(100, in: queue) { threads.note(thisThread) }.wait(timeout: patience)

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
            // Those that had lent their slots are gone, so the width holds again.
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
        let slot = Slot<Future<Void, Never>>()
        let outer = queue.submit {
            submitted.pass()
            log.note("outer begins")
            try? slot.content?.wait()
            log.note("outer ends")
        }
        let unrelated = queue.submit { log.note("unrelated") }
        let elsewhere = FutureQueue(maxConcurrentJobs: 1)
        let first = queue.submit { log.note("first") }
        let second = elsewhere.submit(after: [first]) { log.note("second") }
        slot.content = queue.submit(after: [second]) { log.note("third") }
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
            do throws(FutureError<Never>) {
                try inner.wait(timeout: .milliseconds(1))
                return nil
            } catch {
                return error
            }
        }

        XCTAssertEqual(try ended.wait(timeout: patience), .timedOut)
    }

    func testAQueueOfOneAtATimeRefusesATimedWaitForAJobThatHasNotBegun() throws {
        let queue = FutureQueue(name: "files", maxConcurrentJobs: 1)
        let slot = Slot<Future<Int, Never>>()
        let outer = queue.submit(name: "outer") { () -> FutureError<Never>? in
            let inner = queue.submit(name: "inner") { 1 }
            slot.content = inner
            do throws(FutureError<Never>) {
                _ = try inner.wait(timeout: patience)
                return nil
            } catch {
                return error
            }
        }

        XCTAssertEqual(
            try outer.wait(timeout: patience),
            .wouldDeadlock(["“outer” in “files”", "“inner” in “files”"])
        )
        XCTAssertEqual(try slot.content?.wait(timeout: patience), 1)
    }

    // MARK: Circles

    /// Two jobs that each wait for one that the other's queue has not begun.
    func testCrossingWaitsOfTwoQueuesAreRefusedOnce() {
        let one = FutureQueue(name: "one", maxConcurrentJobs: 1)
        let other = FutureQueue(name: "other", maxConcurrentJobs: 1)
        for round in 0..<rounds(300) {
            let bothRun = [Gate(), Gate()]
            let inLine = [Gate(), Gate()]
            let slots = [Slot<Future<Int, Never>>(), Slot<Future<Int, Never>>()]
            let jobs = [one, other].enumerated().map { index, queue in
                queue.submit { () -> FutureError<Never>? in
                    bothRun[index].open()
                    inLine[index].pass()
                    do throws(FutureError<Never>) {
                        _ = try slots[index].content?.wait()
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            for gate in bothRun { gate.pass() }
            slots[0].content = other.submit { 0 }
            slots[1].content = one.submit { 1 }
            for gate in inLine { gate.open() }

            let errors = jobs.compactMap { job in (try? job.wait(timeout: patience)) ?? nil }

            XCTAssertEqual(errors.count, 1, "round \(round)")
            guard case .wouldDeadlock(let names)? = errors.first else {
                return XCTFail("round \(round): \(errors)")
            }
            XCTAssertEqual(names.count, 4, "\(names)")
            XCTAssertTrue(names.contains { $0.contains("“one”") }, "\(names)")
            XCTAssertTrue(names.contains { $0.contains("“other”") }, "\(names)")
            for slot in slots { assertSucceeds(slot.content) }
        }
    }

    func testRunningJobsThatWaitForEachOtherAreRefusedOnce() {
        let queue = FutureQueue(name: "ring", maxConcurrentJobs: 5)
        for _ in 0..<rounds(100) {
            let slots = (0..<5).map { _ in Slot<Future<FutureError<Never>?, Never>>() }
            let known = Gate()
            let running = Counter()
            let allRun = Gate()
            let jobs = (0..<5).map { index in
                queue.submit(name: "\(index)") { () -> FutureError<Never>? in
                    if running.add(1) == 5 { allRun.open() }
                    known.pass()
                    do throws(FutureError<Never>) {
                        _ = try slots[(index + 1) % 5].content?.wait()
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            for (slot, job) in zip(slots, jobs) { slot.content = job }
            allRun.pass()
            known.open()

            let errors = jobs.compactMap { job in (try? job.wait(timeout: patience)) ?? nil }

            guard case .wouldDeadlock(let names)? = errors.first, errors.count == 1 else {
                return XCTFail("\(errors)")
            }
            XCTAssertEqual(names.count, 6, "\(names)")
            XCTAssertEqual(names.first, names.last)
            XCTAssertEqual(Set(names), Set((0..<5).map { "“\($0)” in “ring”" }))
        }
    }

    func testACircleThroughADependencyIsRefused() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let slot = Slot<Future<Void, Never>>()
        let known = Gate()
        let job = queue.submit(name: "first") { () -> FutureError<Never>? in
            known.pass()
            do throws(FutureError<Never>) {
                try slot.content?.wait()
                return nil
            } catch {
                return error
            }
        }
        slot.content = queue.submit(name: "last", after: [job]) {}
        known.open()

        XCTAssertEqual(
            try job.wait(timeout: patience),
            .wouldDeadlock(
                ["first", "last", "first"].map { "“\($0)” in an unnamed queue" }
            )
        )
        assertSucceeds(slot.content)
    }

    func testACircleThroughADerivedFutureIsRefused() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let slot = Slot<Future<Bool, Never>>()
        let known = Gate()
        let job = queue.submit { () -> Bool in
            known.pass()
            guard let derived = slot.content else { return false }
            do throws(FutureError<Never>) {
                _ = try derived.wait()
                return false
            } catch {
                if case .wouldDeadlock = error { return true }
                return false
            }
        }
        slot.content = job.map { !$0 }
        known.open()

        XCTAssertEqual(try job.wait(timeout: patience), true)
    }

    func testASuspendedQueueIsNoCircle() {
        let one = FutureQueue(maxConcurrentJobs: 1)
        let suspended = FutureQueue(maxConcurrentJobs: 1)
        suspended.isSuspended = true
        let inner = suspended.submit { 5 }
        let began = Gate()
        let outer = one.submit { () -> Int? in
            began.open()
            return try? inner.wait()
        }
        began.pass()

        suspended.isSuspended = false

        XCTAssertEqual(try outer.wait(timeout: patience), 5)
    }

    func testAPromiseIsNoCircle() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let promise = Promise<Int, Never>()
        let began = Gate()
        let job = queue.submit { () -> Int? in
            began.open()
            return try? promise.future.wait()
        }
        began.pass()

        promise.succeed(3)

        XCTAssertEqual(try job.wait(timeout: patience), 3)
    }
}

/// A job that waits for a job, and so on.
private func nest(
    _ depth: Int,
    in queue: FutureQueue,
    _ visit: @escaping @Sendable () -> Void = {}
) -> Future<Int, Never> {
    queue.submit {
        visit()
        if depth == 0 { return 0 }
        return ((try? nest(depth - 1, in: queue, visit).wait()) ?? -1_000_000) + 1
    }
}

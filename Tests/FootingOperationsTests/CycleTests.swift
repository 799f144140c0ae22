@testable import FootingOperations
import TestSupport
import XCTest

/// Waits that would never end, and those that only look like it (rule 14).
final class CycleTests: XCTestCase {
    // MARK: Jobs that wait for themselves

    func testAJobThatWaitsForItselfIsToldSo() {
        for width in 1...2 {
            let queue = FutureQueue(name: "files", maxConcurrentJobs: width)
            let slot = Shared<Future<FutureError<Never>?, Never>?>()
            let known = Gate()
            let job = queue.submit(name: "read") { () -> FutureError<Never>? in
                known.pass()
                return failure(ofWaitingFor: slot.value)
            }
            slot.value = job
            known.open()
            XCTAssertEqual(
                try job.wait(timeout: patience),
                .wouldDeadlock(["“read” in “files”", "“read” in “files”"])
            )
        }
    }

    func testAJobThatWaitsForTheOneAroundItIsToldSo() {
        let queue = FutureQueue(name: "files", maxConcurrentJobs: 1)
        let slot = Shared<Future<FutureError<Never>?, Never>?>()
        let known = Gate()
        let outer = queue.submit(name: "outer") { () -> FutureError<Never>? in
            known.pass()
            let inner = queue.submit(name: "inner") { failure(ofWaitingFor: slot.value) }
            return (try? inner.wait()) ?? .timedOut
        }
        slot.value = outer
        known.open()
        XCTAssertEqual(
            try outer.wait(timeout: patience),
            .wouldDeadlock(
                ["“inner” in “files”", "“outer” in “files”", "“inner” in “files”"]
            )
        )
    }

    // MARK: Several jobs and queues

    /// Two jobs that each wait for one that the other's queue has not begun.
    func testCrossingWaitsOfTwoQueuesAreRefusedOnce() {
        let one = FutureQueue(name: "one", maxConcurrentJobs: 1)
        let other = FutureQueue(name: "other", maxConcurrentJobs: 1)
        for round in 0..<rounds(300, underStress: 10_000) {
            let bothRun = [Gate(), Gate()]
            let inLine = [Gate(), Gate()]
            let slots = [Shared<Future<Int, Never>?>(), Shared<Future<Int, Never>?>()]
            let jobs = [one, other].enumerated().map { index, queue in
                queue.submit { () -> FutureError<Never>? in
                    bothRun[index].open()
                    inLine[index].pass()
                    return failure(ofWaitingFor: slots[index].value)
                }
            }
            for gate in bothRun { gate.pass() }
            slots[0].value = other.submit { 0 }
            slots[1].value = one.submit { 1 }
            for gate in inLine { gate.open() }

            let errors = jobs.compactMap { job in (try? job.wait(timeout: patience)) ?? nil }

            XCTAssertEqual(errors.count, 1, "round \(round)")
            guard case .wouldDeadlock(let names)? = errors.first else {
                return XCTFail("round \(round): \(errors)")
            }
            XCTAssertEqual(names.count, 4, "\(names)")
            XCTAssertTrue(names.contains { $0.contains("“one”") }, "\(names)")
            XCTAssertTrue(names.contains { $0.contains("“other”") }, "\(names)")
            for slot in slots { assertSucceeds(slot.value) }
        }
    }

    func testRunningJobsThatWaitForEachOtherAreRefusedOnce() {
        let queue = FutureQueue(name: "ring", maxConcurrentJobs: 5)
        for _ in 0..<rounds(100) {
            let slots = (0..<5).map { _ in Shared<Future<FutureError<Never>?, Never>?>() }
            let known = Gate()
            let running = Counter()
            let allRun = Gate()
            let jobs = (0..<5).map { index in
                queue.submit(name: "\(index)") { () -> FutureError<Never>? in
                    if running.add(1) == 5 { allRun.open() }
                    known.pass()
                    return failure(ofWaitingFor: slots[(index + 1) % 5].value)
                }
            }
            for (slot, job) in zip(slots, jobs) { slot.value = job }
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

    func testACycleThroughADependencyIsRefused() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let slot = Shared<Future<Void, Never>?>()
        let known = Gate()
        let job = queue.submit(name: "first") { () -> FutureError<Never>? in
            known.pass()
            return failure(ofWaitingFor: slot.value)
        }
        slot.value = queue.submit(name: "last", after: [job]) {}
        known.open()

        XCTAssertEqual(
            try job.wait(timeout: patience),
            .wouldDeadlock(
                ["first", "last", "first"].map { "“\($0)” in an unnamed queue" }
            )
        )
        assertSucceeds(slot.value)
    }

    func testACycleThroughADerivedFutureIsRefused() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let slot = Shared<Future<Bool, Never>?>()
        let known = Gate()
        let job = queue.submit { () -> Bool in
            known.pass()
            if case .wouldDeadlock? = failure(ofWaitingFor: slot.value) { return true }
            return false
        }
        slot.value = job.map { !$0 }
        known.open()

        XCTAssertEqual(try job.wait(timeout: patience), true)
    }

    func testASuspendedQueueIsNoCycle() {
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

    func testAPromiseIsNoCycle() {
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

    // MARK: Dependencies

    func testAJobThatWaitsForItsOwnDependentIsToldSo() {
        for width in 1...2 {
            let queue = FutureQueue(name: "files", maxConcurrentJobs: width)
            let dependent = Shared<Future<Int, Never>?>()
            let known = Gate()
            let job = queue.submit(name: "one") { () -> FutureError<Never>? in
                known.pass()
                return failure(ofWaitingFor: dependent.value)
            }
            let middle = queue.submit(name: "two", after: [job]) { 1 }
            dependent.value = queue.submit(name: "three", after: [middle]) { 2 }
            known.open()
            XCTAssertEqual(
                try job.wait(timeout: patience),
                .wouldDeadlock(
                    [
                        "“one” in “files”", "“three” in “files”", "“two” in “files”",
                        "“one” in “files”",
                    ]
                )
            )
            XCTAssertEqual(try dependent.value?.wait(timeout: patience), 2)
        }
    }

    // It is settled, but it has not finished.
    func testACancelledJobThatWaitsForItsOwnDependentIsToldSo() {
        assertWaitForOwnDependentIsRefused { queue, known, wait in
            let began = Gate()
            let job = queue.submit {
                began.open()
                known.pass()
                wait()
            }
            return (
                job,
                {
                    began.pass(); job.cancel()
                }
            )
        }
    }

    func testAHandlerThatWaitsForADependentOfItsJobIsToldSo() {
        assertWaitForOwnDependentIsRefused { queue, known, wait in
            let job = queue.submit { known.pass() }
            job.whenSettled { _ in wait() }
            return (job, {})
        }
    }

    /// Asserts that a wait for a dependent of the job that `makeJob` submits is refused.
    ///
    /// The job must pass the gate, and the other closure that `makeJob` returns is called before the
    /// gate opens.
    private func assertWaitForOwnDependentIsRefused(
        line: UInt = #line,
        _ makeJob: (FutureQueue, Gate, @escaping @Sendable () -> Void) -> (
            job: Future<Void, Never>, prepare: () -> Void
        )
    ) {
        for width in 1...2 {
            let queue = FutureQueue(name: "files", maxConcurrentJobs: width)
            let dependent = Shared<Future<Int, Never>?>()
            let (known, finished) = (Gate(), Gate())
            let told = Shared<FutureError<Never>?>()
            let (job, prepare) = makeJob(queue, known) {
                told.value = failure(ofWaitingFor: dependent.value)
                finished.open()
            }
            dependent.value = queue.submit(after: [job]) { 2 }
            prepare()
            known.open()
            finished.pass()
            guard case .wouldDeadlock = told.value else {
                return XCTFail("\(told.value as Any)", line: line)
            }
            XCTAssertEqual(try dependent.value?.wait(timeout: patience), 2, line: line)
        }
    }

    // The blocked job can't begin before the one that holds the slot of its queue finishes.
    func testACycleThroughAJobThatWaitsInANarrowQueueIsToldSo() {
        let one = FutureQueue(maxConcurrentJobs: 1)
        let other = FutureQueue(maxConcurrentJobs: 1)
        let promise = Promise<Int, Never>()
        let foreign = Shared<Future<FutureError<Never>?, Never>?>()
        let known = Gate()
        let holder = one.submit { () -> FutureError<Never>? in
            known.pass()
            return failure(ofWaitingFor: foreign.value)
        }
        let blocked = one.submit(after: [promise.future]) { 1 }
        foreign.value = other.submit { failure(ofWaitingFor: blocked) }
        known.open()
        // One of the two is refused, and then both end.
        assertComesTrue(
            holder.state.isSettled || foreign.value?.state.isSettled == true
                || (blocked.state.hasWaiters && foreign.value?.state.hasWaiters == true)
        )
        promise.succeed(1)
        let refusals = [holder, foreign.value].compactMap { $0 }.filter { job in
            if case .wouldDeadlock? = try? job.wait(timeout: patience) { true } else { false }
        }
        XCTAssertEqual(refusals.count, 1)
        assertSucceeds(blocked)
    }

    // MARK: Drains

    func testAJobThatWaitsForItsOwnQueueToDrainIsToldSo() {
        for width in 1...3 {
            let queue = FutureQueue(name: "files", maxConcurrentJobs: width)
            for timeout in [nil, patience] {
                let job = queue.submit(name: "read") {
                    failure(ofWaitingFor: queue.drain(), timeout: timeout)
                }
                XCTAssertEqual(
                    try job.wait(timeout: patience),
                    .wouldDeadlock(["“read” in “files”", "a future", "“read” in “files”"])
                )
            }
        }
    }

    // It does not count for that drain.
    func testAJobMayWaitForADrainThatBeganBeforeIt() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let before = HeldJob(in: queue)
        let drain = queue.drain()
        let job = queue.submit { failure(ofWaitingFor: drain, timeout: patience) }
        assertComesTrue(drain.state.hasWaiters || job.settledOutcome != nil)
        before.letGo()
        XCTAssertEqual(try job.wait(timeout: patience), FutureError<Never>?.none)
        assertSucceeds(before.future)
    }

    func testAJobThatOthersAwaitTooIsNoCycle() {
        let one = FutureQueue(maxConcurrentJobs: 1)
        let other = FutureQueue(maxConcurrentJobs: 1)
        let job = one.submit { () -> [Int]? in
            let needed = one.submit { 1 }
            let foreign = other.submit { (try? needed.wait(timeout: patience)) ?? -1 }
            while !needed.state.hasWaiters { sched_yield() }
            let link = needed.map { $0 }.map { $0 }.map { $0 }
            return try? Future.all([foreign, link]).wait()
        }
        XCTAssertEqual(try job.wait(timeout: patience), [1, 1])
    }

    func testTwoJobsThatWaitForEachOthersQueuesAreToldSo() {
        let queues = (0..<2).map { _ in FutureQueue(maxConcurrentJobs: 1) }
        let met = Counter()
        let jobs = (0..<2).map { number in
            queues[number].submit { () -> FutureError<Never>? in
                met.add(1)
                while met.value < 2 { sched_yield() }
                return failure(ofWaitingFor: queues[1 - number].drain())
            }
        }
        let refused = jobs.filter { job in
            if case .wouldDeadlock? = try? job.wait(timeout: patience) { true } else { false }
        }
        XCTAssertEqual(refused.count, 1)
    }

    func testAJobThatWaitsForADrainOfAQueueWhereAJobDependsOnItIsToldSo() {
        let one = FutureQueue(name: "one", maxConcurrentJobs: 1)
        let other = FutureQueue(name: "other", maxConcurrentJobs: 1)
        let blocked = Gate()
        let job = one.submit(name: "wait") { () -> FutureError<Never>? in
            blocked.pass()
            return failure(ofWaitingFor: other.drain())
        }
        let dependent = other.submit(name: "follow", after: [job]) {}
        blocked.open()
        XCTAssertEqual(
            try job.wait(timeout: patience),
            .wouldDeadlock([
                "“wait” in “one”", "a future", "“follow” in “other”", "“wait” in “one”",
            ])
        )
        assertSucceeds(dependent)
    }
}

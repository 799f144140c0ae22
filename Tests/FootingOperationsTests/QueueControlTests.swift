@testable import FootingOperations
import XCTest

/// Lanes, suspension, cancellation and draining of whole queues.
final class QueueControlTests: XCTestCase {
    // MARK: Lanes (rule 12)

    func testLanesAreStrictAndEachIsFirstInFirstOut() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        queue.isSuspended = true
        let log = Log<Int>()
        let lanes: [(FutureQueue.Priority, Int)] = [(.low, 2000), (.high, 0), (.normal, 1000)]
        var jobs: [Future<Void, Never>] = []
        for number in 0..<50 {
            for (priority, base) in lanes {
                jobs.append(queue.submit(priority: priority) { log.note(base + number) })
            }
        }
        XCTAssertEqual(log.entries, [])
        queue.isSuspended = false
        for job in jobs { assertSucceeds(job) }
        XCTAssertEqual(log.entries, Array(0..<50) + Array(1000..<1050) + Array(2000..<2050))
    }

    func testAJobOfAHigherLaneBeginsNextThoughOthersWereThereBefore() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let log = Log<Int>()
        let gate = Gate()
        let begun = Gate()
        let blocker = queue.submit(priority: .low) {
            begun.open()
            gate.pass()
        }
        begun.pass()
        let low = queue.submit(priority: .low) {
            log.note(3)
            // From within: after the ones that are there, before its own lane.
            _ = queue.submit(priority: .low) { log.note(5) }
            _ = queue.submit(priority: .high) { log.note(4) }
        }
        _ = queue.submit(priority: .normal) { log.note(2) }
        _ = queue.submit(priority: .high) { log.note(1) }
        gate.open()
        assertSucceeds(blocker)
        assertSucceeds(low)
        assertSucceeds(queue.drain())
        XCTAssertEqual(log.entries, [1, 2, 3, 4, 5])
    }

    func testCancelledJobsLeaveTheirLanesAndTheOthersKeepTheOrder() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        queue.isSuspended = true
        let log = Log<Int>()
        let priorities: [FutureQueue.Priority] = [.high, .normal, .low]
        let jobs = (0..<90).map { number in
            queue.submit(priority: priorities[number / 30]) { log.note(number) }
        }
        for number in stride(from: 0, to: 90, by: 3) { jobs[number].cancel() }
        for number in [29, 31, 88, 89] { jobs[number].cancel() }
        let rest = (0..<90).filter { !$0.isMultiple(of: 3) && ![29, 31, 88, 89].contains($0) }
        XCTAssertEqual(queue.core.jobs.count, rest.count)
        queue.isSuspended = false
        assertSucceeds(queue.drain())
        XCTAssertEqual(log.entries, rest)
    }

    // MARK: Suspension

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
                assertThrows(.timedOut) { () throws(FutureError<Never>) in
                    try job.wait(timeout: .microseconds(1))
                }
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
        let begun = Gate()
        let gate = Gate()
        let ran = Counter()
        let running = queue.submit {
            begun.open()
            gate.pass()
            return 1
        }
        begun.pass()
        queue.isSuspended = true
        let waiting = queue.submit { ran.add(1) }
        let dependent = queue.submit(after: [running]) { ran.add(1) }
        gate.open()
        XCTAssertEqual(try running.wait(timeout: patience), 1)
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
            let inner = Slot<Future<Int, Never>>()
            let known = Gate()
            let outer = queue.submit { () -> Int? in
                queue.isSuspended = true
                inner.content = queue.submit { 5 }
                known.open()
                return try? inner.content?.wait()
            }
            known.pass()
            assertComesTrue(inner.content?.state.hasWaiters == true)
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
            for round in 0..<rounds(500) {
                let submitted = Slot<Future<Int, Never>>()
                queue.isSuspended = true
                racer.run(
                    { queue.isSuspended = false },
                    { submitted.content = queue.submit { round } }
                )
                guard (try? submitted.content?.wait(timeout: patience)) == round else {
                    return XCTFail("width \(width), round \(round)")
                }
            }
        }
    }

    // MARK: Handles that nobody keeps (rule 17)

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
            let first = queue.submit(after: [promise.future]) { log.note(1) }
            last = queue.submit(after: [first]) { log.note(2) }
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

    // MARK: cancelAll

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
            let begun = Gate()
            let gate = Gate()
            let blocker = queue.submit {
                begun.open()
                gate.pass()
            }
            begun.pass()
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
            gate.open()
            assertSucceeds(blocker)
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

    // MARK: drain

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
            drain.whenSettled { _ in log.note(number) }
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
        let begun = Gate()
        let gate = Gate()
        let ended = Gate()
        let running = queue.submit {
            begun.open()
            gate.pass()
            ended.open()
        }
        let waiting = queue.submit {}
        begun.pass()
        let drain = queue.drain()
        queue.cancelAll()
        XCTAssertNotNil(waiting.settledOutcome)
        XCTAssertNotNil(running.settledOutcome)
        XCTAssertNil(drain.settledOutcome)
        gate.open()
        assertSucceeds(drain)
        XCTAssertTrue(ended.isOpen)
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

    func testAJobThatWaitsForItsOwnQueueToDrainIsToldSo() {
        for width in 1...3 {
            let queue = FutureQueue(name: "files", maxConcurrentJobs: width)
            for timeout in [nil, patience] {
                let job = queue.submit(name: "read") { () -> [String] in
                    do throws(FutureError<Never>) {
                        try queue.drain().wait(timeout: timeout)
                        return []
                    } catch {
                        guard case .wouldDeadlock(let names) = error else { return ["\(error)"] }
                        return names
                    }
                }
                XCTAssertEqual(
                    try job.wait(timeout: patience),
                    ["“read” in “files”", "a future", "“read” in “files”"]
                )
            }
        }
    }

    // It does not count for that drain.
    func testAJobMayWaitForADrainThatBeganBeforeIt() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let gate = Gate()
        let begun = Gate()
        let before = queue.submit {
            begun.open()
            gate.pass()
        }
        begun.pass()
        let drain = queue.drain()
        let job = queue.submit { () -> FutureError<Never>? in
            do throws(FutureError<Never>) {
                try drain.wait(timeout: patience)
                return nil
            } catch {
                return error
            }
        }
        assertComesTrue(drain.state.hasWaiters || job.settledOutcome != nil)
        gate.open()
        XCTAssertEqual(try job.wait(timeout: patience), FutureError<Never>?.none)
        assertSucceeds(before)
    }

    func testAJobThatOthersAwaitTooIsNoCircle() {
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
                do throws(FutureError<Never>) {
                    try queues[1 - number].drain().wait()
                    return nil
                } catch {
                    return error
                }
            }
        }
        let refused = jobs.filter { job in
            if case .wouldDeadlock? = try? job.wait(timeout: patience) { true } else { false }
        }
        XCTAssertEqual(refused.count, 1)
    }

    func testDrainsAreUsableAsDependenciesAndFromHandlers() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let log = Log<Int>()
        for _ in 0..<10 { _ = queue.submit { log.note(1) } }
        let after = queue.submit(after: [queue.drain()]) { log.note(2) }
        let done = Gate()
        queue.drain().whenSettled { _ in
            log.note(3)
            // From a handler: nothing is left but what is added here.
            _ = queue.submit { log.note(4) }
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
        XCTAssertTrue(queue.core.jobs.isEmpty)
    }

    // MARK: A queue that is one wide (rule 13)

    func testNoOtherJobBeginsInANarrowQueueBeforeOneThatWaitsHasEnded() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let isInside = Counter()
        let intruders = Counter()
        let stop = Counter()
        let submitter = Gate()
        Thread.detachNewThread {
            while stop.value == 0 {
                let job = queue.submit { if isInside.value > 0 { intruders.add(1) } }
                for _ in 0..<100 where job.settledOutcome != nil { break }
                if queue.core.jobs.count > 100 { assertSucceeds(job) }
            }
            submitter.open()
        }
        for _ in 0..<rounds(200) {
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

    // MARK: shared and name

    func testTheSharedQueueCanBeReplaced() {
        let original = FutureQueue.shared
        defer { FutureQueue.shared = original }
        XCTAssertTrue(FutureQueue.shared === original)
        weak var released: FutureQueue?
        do {
            let own = FutureQueue(name: "own", maxConcurrentJobs: 1)
            released = own
            own.isSuspended = true
            FutureQueue.shared = own
        }
        XCTAssertTrue(FutureQueue.shared === released)
        let job = FutureQueue.shared.submit { 7 }
        XCTAssertEqual(released?.core.jobs.count, 1)
        released?.isSuspended = false
        FutureQueue.shared = original
        XCTAssertTrue(FutureQueue.shared === original)
        // What was submitted before stays where it is.
        XCTAssertEqual(try job.wait(timeout: patience), 7)
        XCTAssertEqual(try FutureQueue.shared.submit { 8 }.wait(timeout: patience), 8)
    }

    func testTheSharedQueueMayBeReplacedWhileOthersUseIt() {
        let original = FutureQueue.shared
        defer { FutureQueue.shared = original }
        DispatchQueue.concurrentPerform(iterations: 3) { number in
            for round in 0..<rounds(200) {
                if number == 0 {
                    FutureQueue.shared = FutureQueue(maxConcurrentJobs: 1)
                } else {
                    XCTAssertEqual(
                        try? FutureQueue.shared.submit { round }.wait(timeout: patience),
                        round
                    )
                }
            }
        }
    }

    func testAQueueHasTheNameThatItWasGiven() {
        XCTAssertEqual(FutureQueue(name: "files").name, "files")
        XCTAssertNil(FutureQueue().name)
        XCTAssertEqual(FutureQueue.shared.name, "shared")
    }
}

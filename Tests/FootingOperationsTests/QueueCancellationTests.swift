@testable import FootingOperations
import TestSupport
import XCTest

/// Jobs that leave their queue, one by one or all at once (rules 2 to 4).
final class QueueCancellationTests: XCTestCase {
    func testCancelAllCancelsReadyBlockedAndRunningJobs() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let promise = Promise<Int, Never>()
        let alive = Population()
        let begun = Gate()
        let gate = Gate()
        let sawCancellation = Shared<Bool?>()
        let ended = Gate()
        let running = queue.submit {
            begun.open()
            gate.pass()
            sawCancellation.value = FutureQueue.isCurrentJobCancelled
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
            XCTAssertEqual(failure(ofWaitingFor: job, timeout: .zero), .cancelled(.requested))
        }
        XCTAssertEqual(alive.count, 0)
        XCTAssertEqual(queue.core.jobs.count, 1)
        gate.open()
        ended.pass()
        XCTAssertEqual(sawCancellation.value, true)
        // The queue goes on.
        XCTAssertEqual(try queue.submit { 1 }.wait(timeout: patience), 1)
    }

    func testAJobThatWaitsForACancelledJobIsCancelledBeforeItGoesOn() throws {
        for isOperation in [false, true] {
            for isAwaitedFirst in [false, true] {
                let queue = FutureQueue(maxConcurrentJobs: 2)
                let awaited = Shared<Future<Void, Never>?>()
                let saw = Shared<Bool?>()
                let (begun, known, hasGoneOn, end) = (Gate(), Gate(), Gate(), Gate())
                if isAwaitedFirst { awaited.value = HeldJob(in: queue, until: end).future }
                let body: @Sendable () -> Bool = {
                    begun.open()
                    known.pass()
                    _ = failure(ofWaitingFor: awaited.value)
                    saw.value = FutureQueue.isCurrentJobCancelled
                    hasGoneOn.open()
                    return true
                }
                let waiting: Future<Bool, Never>
                if isOperation {
                    let operation = FutureOperation(body)
                    try queue.add(operation)
                    waiting = operation.future
                } else {
                    waiting = queue.submit(body)
                }
                begun.pass()
                if !isAwaitedFirst { awaited.value = HeldJob(in: queue, until: end).future }
                let future = try XCTUnwrap(awaited.value)
                // The moment in question: the awaited job is cancelled, and this call ends when
                // the waiting job has gone on.
                future.whenSettled { _ in hasGoneOn.pass() }
                known.open()
                assertComesTrue(future.state.hasWaiters)

                queue.cancelAll()

                XCTAssertEqual(saw.value, true)
                XCTAssertEqual(waiting.settledOutcome, .cancelled(.requested))
                end.open()
                assertSucceeds(queue.drain())
            }
        }
    }

    func testJobsThatBeginAndWaitWhileAllAreCancelledSeeTheirOwnCancellationFirst() {
        let racer = Racer()
        for width in 1...3 {
            let queue = FutureQueue(maxConcurrentJobs: width)
            let early = Counter()
            for _ in 0..<rounds(100, underStress: 10_000) {
                queue.isSuspended = true
                let promise = Promise<Int, Never>()
                var last = queue.submit(after: [promise.future]) {}
                for number in 0..<8 {
                    let awaited = last
                    last = queue.submit(priority: number.isMultiple(of: 3) ? .high : .normal) {
                        let error = failure(ofWaitingFor: awaited)
                        if error != nil, !FutureQueue.isCurrentJobCancelled { early.add(1) }
                    }
                }
                racer.run({ queue.cancelAll() }, { queue.isSuspended = false })
                queue.cancelAll()
                assertSucceeds(queue.drain())
            }
            XCTAssertEqual(early.value, 0)
        }
    }

    func testAnOperationThatWaitsForAnotherOfItsClassIsCancelledBeforeItGoesOn() throws {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let (begun, hasGoneOn, end) = (Gate(), Gate(), Gate())
        let saw = Shared<Bool?>()
        let awaited = FutureOperation {
            begun.open()
            end.pass()
        }
        try queue.add(awaited)
        begun.pass()
        let future = awaited.future
        let waiting = FutureOperation {
            _ = failure(ofWaitingFor: future)
            saw.value = FutureQueue.isCurrentJobCancelled
            hasGoneOn.open()
        }
        try queue.add(waiting)
        future.whenSettled { _ in hasGoneOn.pass() }
        assertComesTrue(future.state.hasWaiters)

        XCTAssertEqual(queue.cancelAll(ofType: FutureOperation<Void, Never>.self), 2)

        XCTAssertEqual(saw.value, true)
        XCTAssertTrue(waiting.isCancelled)
        end.open()
        assertSucceeds(queue.drain())
    }

    func testAnAsynchronousJobThatAwaitsACancelledJobIsCancelledBeforeItGoesOn() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let awaited = HeldJob(in: queue)
        let future = awaited.future
        let saw = Shared<Bool?>()
        let hasGoneOn = Gate()
        let waiting = queue.submit { () async -> Int in
            _ = try? await future.value(onCancel: .detach)
            saw.value = Task.isCancelled
            hasGoneOn.open()
            return 1
        }
        assertComesTrue(future.state.hasWaiters)
        future.whenSettled { _ in hasGoneOn.pass() }

        queue.cancelAll()

        XCTAssertEqual(saw.value, true)
        XCTAssertEqual(waiting.settledOutcome, .cancelled(.requested))
        awaited.letGo()
        assertSucceeds(queue.drain())
    }

    func testAJobThatEndsWhileAllAreCancelledIsCancelled() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let (begun, end) = (Gate(), Gate())
        let first = HeldJob(in: queue)
        let second = queue.submit {
            begun.open()
            end.pass()
            return 1
        }
        begun.pass()
        // The moment in question: the second job returns its value while the first one is being
        // cancelled.
        let seen = Shared<Outcome<Int, Never>?>()
        let dependent = queue.submit(after: [second]) { 2 }
        first.future.whenSettled { _ in
            end.open()
            _ = failure(ofWaitingFor: second, timeout: patience)
            seen.value = second.settledOutcome
        }

        queue.cancelAll()

        XCTAssertEqual(seen.value, .cancelled(.requested))
        XCTAssertEqual(dependent.settledOutcome, .cancelled(.requested))
        first.letGo()
        assertSucceeds(queue.drain())
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
            let added = Shared<Future<Int, Never>?>()
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
                added.value = queue.submit { 8 }
                queue.cancelAll()
                added.value = queue.submit { 9 }
            }
            known.open()
            told.pass()
            queue.isSuspended = false
            for other in others { XCTAssertNotNil(other.settledOutcome) }
            XCTAssertNotNil(job.settledOutcome)
            XCTAssertNotNil(added.value)
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
                let drain = Shared<Future<Void, Never>?>()
                queue.isSuspended = true
                let jobs = (0..<8).map { _ in
                    let canary = alive.canary()
                    return queue.submit { withExtendedLifetime(canary) { _ = ran.add(1) } }
                }
                racer.run(
                    {
                        for job in jobs.reversed() { job.cancel() }
                        drain.value = queue.drain()
                    },
                    { queue.isSuspended = false }
                )
                assertSucceeds(drain.value)
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

@testable import FootingOperations
import TestSupport
import XCTest

/// Jobs that begin after others have finished (rule 11).
final class DependencyTests: XCTestCase {
    // MARK: Order

    func testAJobBeginsAfterItsDependenciesWhateverTheOrderOfTheQueue() {
        for width in 1...3 {
            let queue = FutureQueue(maxConcurrentJobs: width)
            let log = Log<Int>()
            queue.isSuspended = true
            let first = queue.submit(priority: .low) { log.add(1) }
            let second = queue.submit(priority: .high, after: [first]) { log.add(2) }
            let third = queue.submit(priority: .high, after: [second, first]) { log.add(3) }
            queue.isSuspended = false
            assertSucceeds(third)
            XCTAssertEqual(log.entries, [1, 2, 3])
        }
    }

    func testAJobWithoutDependenciesOvertakesOneThatWaits() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let promise = Promise<Int, Never>()
        let log = Log<Int>()
        let blocked = queue.submit(priority: .high, after: [promise.future]) { log.add(2) }
        assertSucceeds(queue.submit(priority: .low) { log.add(1) })
        promise.succeed(0)
        assertSucceeds(blocked)
        XCTAssertEqual(log.entries, [1, 2])
    }

    func testOutcomesOfDependenciesDoNotMatter() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let endings: [Outcome<Int, Refusal>] = [
            .success(1), .failure(Refusal()), .cancelled(.requested), .cancelled(.abandoned),
        ]
        for ending in endings {
            for isSettledFirst in [true, false] {
                let promise = Promise<Int, Refusal>()
                if isSettledFirst { promise.settle(ending) }
                let ran = Counter()
                let job = queue.submit(after: [promise.future]) { ran.add(1) }
                if !isSettledFirst { promise.settle(ending) }
                XCTAssertEqual(try job.wait(timeout: patience), 1)
                XCTAssertEqual(ran.value, 1)
            }
        }
        let failing = queue.submit { () throws(Refusal) -> Int in throw Refusal() }
        XCTAssertEqual(try queue.submit(after: [failing]) { 7 }.wait(timeout: patience), 7)
    }

    func testAnAbandonedPromiseLetsItsDependentsBegin() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        var promise: Promise<Int, Never>? = Promise()
        let future = promise?.future
        let job = queue.submit(after: [future].compactMap { $0?.anyFuture }) { 1 }
        promise = nil
        XCTAssertEqual(try job.wait(timeout: patience), 1)
        XCTAssertEqual(future?.settledOutcome, .cancelled(.abandoned))
    }

    func testDependenciesMayBeOfOtherQueuesAndOtherTypes() {
        let one = FutureQueue(maxConcurrentJobs: 1)
        let other = FutureQueue(maxConcurrentJobs: 1)
        let log = Log<Int>()
        let gate = Gate()
        let number = other.submit { () throws(Refusal) -> Int in
            gate.pass()
            log.add(1)
            throw Refusal()
        }
        let text = one.submit(after: [number]) { () -> String in
            log.add(2)
            return "a"
        }
        let mapped = text.map { $0 + "b" }
        let last = other.submit(after: [number, text, mapped, mapped.anyFuture]) { log.add(3) }
        XCTAssertNil(last.settledOutcome)
        gate.open()
        assertSucceeds(last)
        XCTAssertEqual(log.entries, [1, 2, 3])
    }

    func testADiamond() {
        for width in 1...4 {
            let queue = FutureQueue(maxConcurrentJobs: width)
            for _ in 0..<rounds(50) {
                let log = Log<Int>()
                let top = queue.submit { log.add(0) }
                let sides = (1...3).map { number in queue.submit(after: [top]) { log.add(number) }
                }
                let bottom = queue.submit(after: sides) { log.add(4) }
                assertSucceeds(bottom)
                XCTAssertEqual(log.entries.first, 0)
                XCTAssertEqual(log.entries.last, 4)
                XCTAssertEqual(log.entries.count, 5)
            }
        }
    }

    func testTheSameFutureSeveralTimesCountsOnce() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let promise = Promise<Int, Never>()
        let same = [any Dependency](repeating: promise.future, count: 10)
        let job = queue.submit(after: same) { 1 }
        let cancelled = queue.submit(after: same) { 1 }
        let careful = queue.submit(after: same, requiringSuccess: true) { 1 }
        cancelled.cancel()
        XCTAssertEqual(queue.core.jobs.count, 2)
        promise.future.cancel()
        XCTAssertEqual(try job.wait(timeout: patience), 1)
        XCTAssertEqual(careful.settledOutcome, .cancelled(.dependencyFailed))
        XCTAssertEqual(try queue.submit(after: same) { 2 }.wait(timeout: patience), 2)
    }

    func testDependentsOfOneFutureBeginInTheOrderOfSubmission() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let promise = Promise<Int, Never>()
        let log = Log<Int>()
        queue.isSuspended = true
        let jobs = (0..<100).map { number in
            queue.submit(after: [promise.future]) { log.add(number) }
        }
        promise.succeed(1)
        queue.isSuspended = false
        assertSucceeds(jobs.last)
        XCTAssertEqual(log.entries, Array(0..<100))
    }

    func testADependencyHasFinishedOnlyWhenItsBodyHasReturned() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let running = HeldJob(in: queue)
        let before = queue.submit(after: [running.future]) { running.hasEnded }
        XCTAssertTrue(running.future.cancel())
        let afterwards = queue.submit(after: [running.future]) { running.hasEnded }
        // There is a free worker: it would have taken them.
        assertSucceeds(queue.submit(priority: .low) {})
        XCTAssertNil(before.settledOutcome)
        XCTAssertNil(afterwards.settledOutcome)
        running.letGo()
        XCTAssertEqual(try before.wait(timeout: patience), true)
        XCTAssertEqual(try afterwards.wait(timeout: patience), true)
    }

    func testADependentMayBeSubmittedFromTheBodyOfItsDependency() {
        for width in 1...2 {
            let queue = FutureQueue(maxConcurrentJobs: width)
            let own = Shared<Future<Future<Int, Never>, Never>?>()
            let known = Gate()
            let outer = queue.submit {
                known.pass()
                let ownFuture = own.value
                return queue.submit(after: [ownFuture].compactMap { $0?.anyFuture }) { 5 }
            }
            own.value = outer
            known.open()
            XCTAssertEqual(try outer.wait(timeout: patience).wait(timeout: patience), 5)
            own.value = nil
        }
    }

    // MARK: Requiring success

    func testAJobThatRequiresSuccessIsCancelledWithoutIt() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        for ending in [Outcome<Int, Refusal>.failure(Refusal()), .cancelled(.requested)] {
            for isSettledFirst in [true, false] {
                let promise = Promise<Int, Refusal>()
                let other = Promise<Int, Never>()
                if isSettledFirst { promise.settle(ending) }
                let body = Gate()
                let job = {
                    let canary = Canary(body)
                    return queue.submit(
                        after: [other.future, promise.future],
                        requiringSuccess: true
                    ) { withExtendedLifetime(canary) {} }
                }()
                promise.settle(ending)
                // At once, though the other dependency has not finished.
                XCTAssertEqual(failure(ofWaitingFor: job), .cancelled(.dependencyFailed))
                XCTAssertTrue(body.isOpen)
                XCTAssertEqual(queue.core.jobs.count, 0)
            }
        }
    }

    func testAJobThatRequiresSuccessRunsAfterSuccess() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let promise = Promise<Int, Refusal>()
        let before = queue.submit(after: [promise.future], requiringSuccess: true) { 1 }
        promise.succeed(1)
        let afterwards = queue.submit(after: [promise.future], requiringSuccess: true) { 2 }
        XCTAssertEqual(try before.wait(timeout: patience), 1)
        XCTAssertEqual(try afterwards.wait(timeout: patience), 2)
    }

    func testFailureIsPassedOnFromJobToJob() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let gate = Gate()
        let ran = Counter()
        let failing = queue.submit { () throws(Refusal) -> Int in
            gate.pass()
            throw Refusal()
        }
        let child = queue.submit(after: [failing], requiringSuccess: true) { ran.add(1) }
        let grandchild = queue.submit(after: [child], requiringSuccess: true) { ran.add(1) }
        let tolerant = queue.submit(after: [grandchild]) { 3 }
        gate.open()
        XCTAssertEqual(try tolerant.wait(timeout: patience), 3)
        XCTAssertEqual(child.settledOutcome, .cancelled(.dependencyFailed))
        XCTAssertEqual(grandchild.settledOutcome, .cancelled(.dependencyFailed))
        XCTAssertEqual(ran.value, 0)
    }

    func testARunningDependencyThatIsCancelledTakesItsDependentsWithIt() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let running = HeldJob(in: queue)
        let job = queue.submit(after: [running.future], requiringSuccess: true) { 1 }
        running.future.cancel()
        running.letGo()
        XCTAssertEqual(failure(ofWaitingFor: job, timeout: patience), .cancelled(.dependencyFailed))
    }

    func testAHandlerOfACancelledDependentMayCancelItsNeighbours() {
        for isEveryOther in [true, false] {
            let queue = FutureQueue(maxConcurrentJobs: 1)
            let promise = Promise<Int, Refusal>()
            let jobs = Shared<[Future<Int, Never>]?>()
            jobs.value = (0..<20).map { number in
                let job = queue.submit(
                    after: [promise.future],
                    requiringSuccess: number.isMultiple(of: 4)
                ) { number }
                job.whenSettled { outcome in
                    guard case .cancelled(.dependencyFailed) = outcome else { return }
                    // The next one is just about to be told.
                    jobs.value?[number + 1].cancel()
                    if isEveryOther { jobs.value?[(number + 19) % 20].cancel() }
                }
                return job
            }
            promise.fail(Refusal())
            for (number, job) in (jobs.value ?? []).enumerated() {
                let value = try? job.wait(timeout: patience)
                switch number % 4 {
                case 0: XCTAssertEqual(job.settledOutcome, .cancelled(.dependencyFailed))
                case 1: XCTAssertEqual(job.settledOutcome, .cancelled(.requested))
                case 2: XCTAssertEqual(value, number)
                default: break
                }
            }
            assertComesTrue(queue.core.jobs.isEmpty)
            jobs.value = nil
        }
    }

    func testDependentsMayBeCancelledWhileTheirDependencyFinishes() {
        let racer = Racer()
        let queue = FutureQueue(maxConcurrentJobs: 2)
        for round in 0..<rounds(200, underStress: 15_000) {
            let promise = Promise<Int, Never>()
            let alive = Population()
            let jobs = (0..<20).map { number in
                let canary = alive.canary()
                return queue.submit(after: [promise.future]) {
                    withExtendedLifetime(canary) { number }
                }
            }
            racer.run(
                { promise.succeed(1) },
                { for number in stride(from: round % 3, to: 20, by: 2) { jobs[number].cancel() } }
            )
            for job in jobs {
                if case .timedOut? = failure(ofWaitingFor: job, timeout: patience) {
                    return XCTFail("round \(round)")
                }
            }
            assertComesTrue(alive.count == 0)
        }
    }

    // MARK: Cancelled jobs leave

    func testCancelledDependentsAreFreedAtOnce() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let promise = Promise<Int, Never>()
        let other = Promise<Int, Never>()
        let alive = Population()
        for _ in 0..<1000 {
            let canary = alive.canary()
            let job = queue.submit(after: [promise.future, other.future]) {
                withExtendedLifetime(canary) {}
            }
            XCTAssertTrue(job.cancel())
            XCTAssertEqual(alive.count, 1)
        }
        XCTAssertEqual(alive.count, 0)
        XCTAssertEqual(queue.core.jobs.count, 0)
        XCTAssertFalse(promise.future.state.hasDependents)

        var jobs: [Future<Void, Never>] = []
        for _ in 0..<1000 {
            let canary = alive.canary()
            jobs.append(queue.submit(after: [promise.future]) { withExtendedLifetime(canary) {} })
        }
        XCTAssertEqual(alive.count, 1000)
        // Neither first nor last, and then the rest.
        for number in 250..<750 { jobs[number].cancel() }
        XCTAssertEqual(alive.count, 500)
        jobs.removeSubrange(250..<750)
        XCTAssertEqual(alive.count, 500)
        for job in jobs.reversed() { job.cancel() }
        jobs = []
        XCTAssertEqual(alive.count, 0)
        XCTAssertFalse(promise.future.state.hasDependents)
        promise.succeed(1)
        XCTAssertEqual(try queue.submit(after: [promise.future]) { 1 }.wait(timeout: patience), 1)
    }

    func testJobsCancelledWhileTheyAreSubmittedLeaveNothingBehind() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let failed = Promise<Int, Refusal>()
        failed.fail(Refusal())
        let promise = Promise<Int, Never>()
        for _ in 0..<100 {
            let job = queue.submit(
                after: [failed.future, promise.future],
                requiringSuccess: true
            ) {}
            XCTAssertNotNil(job.settledOutcome)
        }
        XCTAssertFalse(promise.future.state.hasDependents)
        XCTAssertEqual(queue.core.jobs.count, 0)
    }

    func testDependentsMayBeSubmittedWhileTheQueueIsCancelled() {
        let racer = Racer()
        let queue = FutureQueue(maxConcurrentJobs: 2)
        for _ in 0..<rounds(60) {
            let promises = (0..<20).map { _ in Promise<Int, Never>() }
            let alive = Population()
            let submitted = Shared<Future<Void, Never>?>()
            racer.run(
                {
                    let canary = alive.canary()
                    submitted.value = queue.submit(after: promises.map(\.future)) {
                        withExtendedLifetime(canary) {}
                    }
                },
                {
                    while submitted.value == nil { queue.cancelAll() }
                    queue.cancelAll()
                }
            )
            XCTAssertEqual(submitted.value?.settledOutcome == nil, false)
            XCTAssertEqual(alive.count, 0)
            for promise in promises {
                XCTAssertFalse(promise.future.state.hasDependents)
            }
        }
        XCTAssertEqual(queue.core.jobs.count, 0)
    }

    func testACancelledJobInTheMiddleLetsItsDependentsBegin() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let promise = Promise<Int, Never>()
        let middle = queue.submit(after: [promise.future]) { 1 }
        let last = queue.submit(after: [middle]) { 2 }
        middle.cancel()
        XCTAssertEqual(try last.wait(timeout: patience), 2)
        XCTAssertNil(promise.future.settledOutcome)
    }

    func testAFinishedJobDoesNotKeepItsDependencies() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let value = Gate()
        var first: Future<Canary, Never>? = queue.submit { Canary(value) }
        let last = queue.submit(after: [first].compactMap { $0?.anyFuture }) {}
        assertSucceeds(last)
        first = nil
        value.pass()
        withExtendedLifetime(last) {}
    }

    // MARK: Long chains (rule 22)

    func testALongChainRunsInOrder() {
        let length = greatLength
        for width in [1, 2] {
            onThread(stackSize: smallStack) {
                let queue = FutureQueue(maxConcurrentJobs: width)
                let reached = Counter()
                queue.isSuspended = true
                var last = queue.submit { _ = reached.add(1) }
                for number in 1..<length {
                    last = queue.submit(after: [last]) {
                        if reached.value == number { reached.add(1) }
                    }
                }
                queue.isSuspended = false
                assertSucceeds(last)
                XCTAssertEqual(reached.value, length)
            }
        }
    }

    func testALongChainIsCancelledFromEitherEnd() {
        let length = greatLength
        for isFromItsEnd in [true, false] {
            onThread(stackSize: smallStack) {
                let queue = FutureQueue(maxConcurrentJobs: 1)
                let alive = Population()
                let promise = Promise<Int, Refusal>()
                var futures = [promise.future.anyFuture]
                for number in 0..<length {
                    let canary = alive.canary()
                    futures.append(
                        queue.submit(after: [futures[number]], requiringSuccess: true) {
                            withExtendedLifetime(canary) {}
                        }.anyFuture
                    )
                }
                XCTAssertEqual(alive.count, length)
                if isFromItsEnd {
                    while let future = futures.popLast() { future.cancel() }
                } else {
                    promise.fail(Refusal())
                    XCTAssertTrue(futures.allSatisfy { $0.isSettled })
                }
                XCTAssertEqual(alive.count, 0)
                XCTAssertEqual(queue.core.jobs.count, 0)
            }
        }
    }

    func testAGreatManyDependentsAndAGreatManyDependencies() {
        let length = greatLength
        onThread(stackSize: smallStack) {
            let queue = FutureQueue(maxConcurrentJobs: 2)
            let promise = Promise<Int, Never>()
            let ran = Counter()
            let jobs = (0..<length).map { _ in
                queue.submit(after: [promise.future]) { _ = ran.add(1) }
            }
            let last = queue.submit(after: jobs) { ran.value }
            promise.succeed(1)
            XCTAssertEqual(try? last.wait(timeout: patience), length)
        }
    }
}

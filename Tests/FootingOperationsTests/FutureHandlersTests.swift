import FootingOperations
import TestSupport
import XCTest

final class FutureHandlersTests: XCTestCase {
    // MARK: Where and when (rule 10)

    func testWithoutAQueueHandlersRunWhereTheFutureIsSettled() {
        let promise = Promise<Int, Never>()
        let log = Log<String>()
        promise.future.whenSettled { outcome in
            log.add("\(outcome) on main: \(Thread.isMainThread)")
        }

        XCTAssertEqual(log.entries, [])
        promise.succeed(1)

        XCTAssertEqual(log.entries, ["success(1) on main: true"])
    }

    func testHandlersOfAJobRunOnItsWorkerNotOnMain() {
        let gate = Gate()
        let called = Gate()
        let bodyThread = Shared<ObjectIdentifier?>()
        let handlerThread = Shared<ObjectIdentifier?>()
        let future = FutureQueue.shared.submit {
            bodyThread.value = thisThread
            gate.pass()
        }
        future.whenSettled { _ in
            handlerThread.value = thisThread
            called.open()
        }

        gate.open()

        called.pass()
        XCTAssertNotNil(bodyThread.value)
        XCTAssertEqual(bodyThread.value, handlerThread.value)
        XCTAssertNotEqual(handlerThread.value, thisThread)
    }

    func testHandlersRunOnTheQueueTheyAskFor() {
        let key = DispatchSpecificKey<String>()
        let queue = DispatchQueue(label: "test")
        queue.setSpecific(key: key, value: "mine")
        for isLate in [false, true] {
            let promise = Promise<Int, Never>()
            let called = Gate()
            if isLate { promise.succeed(1) }
            promise.future.whenSettled(on: .queue(queue)) { _ in
                XCTAssertEqual(DispatchQueue.getSpecific(key: key), "mine")
                called.open()
            }
            promise.succeed(1)
            called.pass()
        }
    }

    func testHandlersCanRunOnMain() {
        let called = expectation(description: "called")
        FutureQueue.shared.submit { 42 }.whenSettled(on: .main) { outcome in
            XCTAssertTrue(Thread.isMainThread)
            XCTAssertEqual(outcome, .success(42))
            called.fulfill()
        }
        wait(for: [called], timeout: 60)
    }

    @MainActor
    func testHandlersOfTheMainActorBeginThereInTheirOrder() async {
        let promise = Promise<Int, Never>()
        let done = expectation(description: "done")
        var called: [Int] = []
        for number in 0..<100 {
            promise.future.whenSettled(on: .main) { outcome in
                XCTAssertEqual(outcome, .success(1))
                called.append(number)
            }
        }
        Thread.detachNewThread { promise.succeed(1) }
        _ = await promise.future.outcome
        promise.future.whenSettled(on: .main) { _ in done.fulfill() }
        await fulfillment(of: [done], timeout: 60)
        XCTAssertEqual(called, Array(0..<100))
    }

    func testLateHandlerIsCalledButNotWithinTheCall() {
        let promise = Promise<Int, Never>()
        promise.succeed(1)
        let called = Gate()
        let registering = thisThread
        promise.future.whenSettled { outcome in
            XCTAssertEqual(outcome, .success(1))
            XCTAssertNotEqual(thisThread, registering)
            called.open()
        }
        called.pass()
    }

    func testLateHandlerOnAQueueIsSubmittedAtOnce() {
        let queue = DispatchQueue(label: "test")
        let promise = Promise<Int, Never>()
        promise.succeed(1)
        let log = Log<Int>()
        for number in 0..<100 {
            promise.future.whenSettled(on: .queue(queue)) { _ in log.add(number) }
            queue.sync {}
            XCTAssertEqual(log.entries.count, number + 1)
        }
        XCTAssertEqual(log.entries, Array(0..<100))
    }

    func testLateHandlersOfOneFutureDoNotDelayThoseOfAnother() {
        let futures = (0..<20).map { number in
            let promise = Promise<Int, Never>()
            promise.succeed(number)
            return promise.future
        }
        let met = Counter()
        let gate = Gate()
        let passed = (0..<20).map { _ in Gate() }
        // No thread passes until all have come.
        for (future, passed) in zip(futures, passed) {
            future.whenSettled { _ in
                if met.add(1) == 20 { gate.open() }
                gate.pass()
                passed.open()
            }
        }
        for passed in passed { passed.pass() }
    }

    func testLateHandlersOfOneFutureRunOneAfterTheOther() {
        let promise = Promise<Int, Never>()
        promise.succeed(1)
        let log = Log<Int>()
        let done = Gate()
        let running = Counter()
        for number in 0..<200 {
            promise.future.whenSettled { _ in
                XCTAssertEqual(running.add(1), 1)
                log.add(number)
                running.add(-1)
                if number == 199 { done.open() }
            }
        }
        done.pass()
        XCTAssertEqual(log.entries, Array(0..<200))
    }

    func testHandlersBeginInTheOrderOfRegistration() {
        let promise = Promise<Int, Never>()
        let future = promise.future
        let log = Log<Int>()
        let done = Gate()
        for number in 0..<100 { future.whenSettled { _ in log.add(number) } }
        future.whenSettled { _ in
            // Registered while the others are being called: behind them, and not within this call.
            future.whenSettled { _ in log.add(102) }
            future.whenSettled { _ in
                log.add(103)
                done.open()
            }
            log.add(100)
        }
        future.whenSettled { _ in log.add(101) }

        promise.succeed(1)

        done.pass()
        XCTAssertEqual(log.entries, Array(0...103))
    }

    func testEachHandlerIsCalledOnceForEachOutcome() {
        let outcomes: [Outcome<Int, Refusal>] = [
            .success(1), .failure(Refusal()), .cancelled(.requested), .cancelled(.abandoned),
        ]
        for outcome in outcomes {
            let promise = Promise<Int, Refusal>()
            let log = Log<Outcome<Int, Refusal>>()
            promise.future.whenSettled { log.add($0) }
            promise.settle(outcome)
            promise.settle(outcome)
            XCTAssertEqual(log.entries, [outcome])
        }
    }

    // MARK: Revocation (rules 2, 10)

    func testCancelAfterTheOutcomeRevokesHandlersThatHaveNotBegun() {
        let queue = DispatchQueue(label: "test")
        queue.suspend()
        let promise = Promise<Int, Never>()
        let log = Log<String>()
        let released = Gate()
        do {
            let canary = Canary(released)
            promise.future.whenSettled(on: .queue(queue)) { _ in
                withExtendedLifetime(canary) { log.add("called") }
            }
        }
        promise.succeed(1)

        XCTAssertFalse(promise.future.cancel())
        promise.future.whenSettled(on: .queue(queue)) { _ in log.add("called late") }

        queue.resume()
        queue.sync {}
        XCTAssertEqual(log.entries, ["called late"])
        released.pass()
        XCTAssertEqual(promise.future.settledOutcome, .success(1))
    }

    @MainActor
    func testNoHandlerOfTheMainActorBeginsAfterACancelThere() async {
        let promise = Promise<Int, Never>()
        let done = expectation(description: "done")
        var called: [String] = []
        promise.future.whenSettled(on: .main) { _ in called.append("revoked") }
        promise.succeed(1)
        // The main actor has been busy here all the time.
        XCTAssertFalse(promise.future.cancel())
        promise.future.whenSettled(on: .main) { _ in
            called.append("late")
            done.fulfill()
        }
        await fulfillment(of: [done], timeout: 60)
        XCTAssertEqual(called, ["late"])
    }

    func testASecondCancelRevokesWhatWasRegisteredSinceTheFirst() {
        let queue = DispatchQueue(label: "test")
        queue.suspend()
        let promise = Promise<Int, Never>()
        promise.succeed(1)
        let log = Log<String>()

        promise.future.cancel()
        promise.future.whenSettled(on: .queue(queue)) { _ in log.add("between") }
        promise.future.cancel()
        promise.future.whenSettled(on: .queue(queue)) { _ in log.add("after") }

        queue.resume()
        queue.sync {}
        XCTAssertEqual(log.entries, ["after"])
    }

    func testHandlersHearOfACancellationHoweverOftenItIsCancelled() {
        let queue = DispatchQueue(label: "test")
        queue.suspend()
        let promise = Promise<Int, Never>()
        let log = Log<Outcome<Int, Never>>()
        promise.future.whenSettled(on: .queue(queue)) { log.add($0) }

        XCTAssertTrue(promise.future.cancel())
        XCTAssertFalse(promise.future.cancel())

        queue.resume()
        queue.sync {}
        XCTAssertEqual(log.entries, [.cancelled(.requested)])
    }

    func testHandlerThatCancelsKeepsTheNextOnesFromBeginning() {
        let promise = Promise<Int, Never>()
        let future = promise.future
        let log = Log<Int>()
        future.whenSettled { _ in
            log.add(1)
            future.cancel()
        }
        future.whenSettled { _ in log.add(2) }

        promise.succeed(1)

        XCTAssertEqual(log.entries, [1])
    }

    func testNoHandlerBeginsAfterACancelOnItsOwnQueue() {
        let queue = DispatchQueue(label: "test")
        for _ in 0..<rounds(300) {
            let promise = Promise<Int, Never>()
            let cancelled = Counter()
            promise.future.whenSettled(on: .queue(queue)) { outcome in
                if case .success = outcome { XCTAssertEqual(cancelled.value, 0, "stale") }
            }
            let settled = startThread {
                promise.succeed(1)
            }
            queue.sync {
                promise.future.cancel()
                cancelled.add(1)
            }
            settled.pass()
            queue.sync {}
        }
    }

    // MARK: No lock is held (rule 23)

    func testHandlersMayUseTheirFutureAndAnyQueue() {
        let promise = Promise<Int, Never>()
        let future = promise.future
        let log = Log<Int>()
        future.whenSettled { _ in
            XCTAssertFalse(promise.succeed(2))
            XCTAssertEqual(try? future.wait(), 1)
            let queue = FutureQueue(maxConcurrentJobs: 1)
            let job = queue.submit { 5 }
            XCTAssertEqual(try? job.wait(timeout: patience), 5)
            let blocked = Promise<Int, Never>()
            let waiting = queue.submit { try? blocked.future.wait(timeout: patience) }
            XCTAssertTrue(queue.submit { 1 }.cancel())
            blocked.succeed(6)
            XCTAssertEqual(try? waiting.wait(timeout: patience), 6)
            XCTAssertFalse(future.cancel())
            log.add(1)
        }

        onThread { promise.succeed(1) }

        XCTAssertEqual(log.entries, [1])
    }

    func testReleasedObjectsMayUseTheFutureToo() {
        let log = Log<String>()
        onThread {
            // A late value, a cancelled body, a handler: each comes back when it is released.
            let values = Promise<Canary, Never>()
            let future = values.future
            values.succeed(Canary {})
            values.succeed(
                Canary {
                    XCTAssertNotNil(future.settledOutcome)
                    future.cancel()
                    future.whenSettled { _ in }
                    log.add("value")
                }
            )

            let queue = FutureQueue(maxConcurrentJobs: 1)
            let blocker = HeldJob(in: queue)
            let slot = Shared<Future<Void, Never>?>()
            do {
                let canary = Canary {
                    slot.value?.cancel()
                    _ = queue.submit { log.add("job") }
                    log.add("body")
                }
                slot.value = queue.submit { withExtendedLifetime(canary) {} }
            }
            slot.value?.cancel()
            blocker.letGo()
            assertSucceeds(blocker.future)
            assertSucceeds(queue.submit {})

            let promise = Promise<Int, Never>()
            let other = promise.future
            do {
                let canary = Canary {
                    other.cancel()
                    log.add("handler")
                }
                other.whenSettled { _ in withExtendedLifetime(canary) {} }
            }
            promise.succeed(1)
        }
        XCTAssertEqual(log.entries, ["value", "body", "job", "handler"])
    }
}

@testable import FootingOperations
import XCTest

/// Futures that are made of other futures.
final class CombiningTests: XCTestCase {
    // MARK: map

    func testMapMakesANewValueAndPassesOnEverythingElse() {
        let rows: [(Outcome<Int, Refusal>, Outcome<String, Refusal>)] = [
            (.success(6), .success("6")),
            (.success(13), .failure(Refusal(code: 13))),
            (.failure(Refusal(code: 4)), .failure(Refusal(code: 4))),
            (.cancelled(.requested), .cancelled(.requested)),
            (.cancelled(.abandoned), .cancelled(.abandoned)),
        ]
        for (outcome, expected) in rows {
            assertDerived(from: outcome, is: expected) { future in
                future.map { number throws(Refusal) in
                    if number == 13 { throw Refusal(code: 13) }
                    return "\(number)"
                }
            }
        }
    }

    func testATransformThatCannotFailKeepsTheTypeOfTheFailure() {
        let never: Future<Int, Never> = Self.settled(.success(1)).map { $0 + 1 }
        XCTAssertEqual(never.settledOutcome, .success(2))

        let source: Future<Int, Refusal> = Self.settled(.success(1))
        let refusal = source.map { $0 + 1 }
        XCTAssertEqual(refusal.settledOutcome, .success(2))

        let untyped: Future<Int, any Error> = Self.settled(.success(1)).map { _ in
            throw Refusal(code: 9)
        }
        guard case .failure(let error) = untyped.settledOutcome else { return XCTFail() }
        XCTAssertEqual(error as? Refusal, Refusal(code: 9))
    }

    // Rule 8.
    func testACancellationErrorOfAnUntypedTransformCancels() {
        let untyped: Future<Int, any Error> = Self.settled(.success(1))
        let mapped = untyped.map { _ -> Int in throw CancellationError() }
        let flat = untyped.flatMap { _ -> Future<Int, any Error> in throw CancellationError() }
        for future in [mapped, flat] {
            guard case .cancelled(.thrown) = future.settledOutcome else {
                return XCTFail("\(future.settledOutcome as Any)")
            }
        }
        let typed: Future<Int, CancellationError> = Self.settled(.success(1))
        let failed = typed.map { _ throws(CancellationError) -> Int in throw CancellationError() }
        guard case .failure = failed.settledOutcome else {
            return XCTFail("\(failed.settledOutcome as Any)")
        }
    }

    func testATransformRunsOnceOnTheThreadThatSettles() {
        let promise = Promise<Int, Never>()
        let threads = Log<ObjectIdentifier>()
        let mapped = promise.future.map { _ in threads.note(thisThread) }
        let flat = promise.future.flatMap { number in
            threads.note(thisThread)
            return Self.settled(Outcome<Int, Never>.success(number))
        }
        let settling = Slot<ObjectIdentifier>()
        onThread {
            settling.content = thisThread
            promise.succeed(1)
            XCTAssertNotNil(mapped.settledOutcome)
            XCTAssertNotNil(flat.settledOutcome)
        }
        XCTAssertEqual(threads.entries, [settling.content, settling.content])

        _ = promise.future.map { _ in threads.note(thisThread) }
        XCTAssertEqual(threads.entries.last, thisThread)
        XCTAssertEqual(threads.entries.count, 3)
    }

    func testATransformIsNotCalledWithoutAValue() {
        let called = Counter()
        for outcome in [Outcome<Int, Refusal>.failure(Refusal()), .cancelled(.requested)] {
            let promise = Promise<Int, Refusal>()
            let mapped = promise.future.map { _ in called.add(1) }
            let flat = promise.future.flatMap { _ in
                called.add(1)
                return promise.future
            }
            promise.settle(outcome)
            XCTAssertNotNil(mapped.settledOutcome)
            XCTAssertEqual(flat.settledOutcome, outcome)
        }
        XCTAssertEqual(called.value, 0)
    }

    func testATransformOfACancelledFutureIsNotCalled() {
        let called = Counter()
        let promise = Promise<Int, Never>()
        promise.future.whenSettled { _ in }
        let mapped = promise.future.map { _ in called.add(1) }
        XCTAssertTrue(mapped.cancel())
        promise.succeed(1)
        XCTAssertEqual(called.value, 0)
        XCTAssertEqual(mapped.settledOutcome, .cancelled(.requested))
    }

    func testTransformsAndHandlersRunInTheOrderOfTheirRegistration() {
        let promise = Promise<Int, Never>()
        let log = Log<Int>()
        var kept: [Future<Void, Never>] = []
        for number in stride(from: 0, to: 60, by: 3) {
            promise.future.whenSettled { _ in log.note(number) }
            kept.append(promise.future.map { _ in log.note(number + 1) })
            kept.append(
                promise.future.flatMap { _ in
                    log.note(number + 2)
                    return Self.settled(.success(()))
                }
            )
        }
        promise.succeed(1)
        XCTAssertEqual(log.entries, Array(0..<60))
    }

    func testATransformMayComeBackToItsFuture() {
        let promise = Promise<Int, Never>()
        let future = promise.future
        let own = Slot<Future<Int, Never>>()
        let mapped = future.map { number -> Int in
            XCTAssertEqual(future.settledOutcome, .success(number))
            XCTAssertFalse(future.cancel())
            // It cancels what it is about to settle.
            XCTAssertEqual(own.content?.cancel(), true)
            return future.map { $0 + 1 }.map { $0 + 1 }.settledOutcome == .success(number + 2)
                ? 1 : 0
        }
        own.content = mapped
        promise.succeed(1)
        XCTAssertEqual(mapped.settledOutcome, .cancelled(.requested))
        own.content = nil
    }

    // MARK: flatMap

    func testFlatMapIsSettledAsTheFutureThatTheTransformReturns() {
        let rows: [Outcome<String, Refusal>] = [
            .success("a"), .failure(Refusal(code: 5)), .cancelled(.requested),
            .cancelled(.abandoned),
        ]
        for row in rows {
            for isSettledFirst in [true, false] {
                let next = Promise<String, Refusal>()
                if isSettledFirst { next.settle(row) }
                let source = Promise<Int, Refusal>()
                let flat = source.future.flatMap { _ in next.future }
                XCTAssertNil(flat.settledOutcome)
                source.succeed(1)
                if !isSettledFirst {
                    XCTAssertNil(flat.settledOutcome)
                    next.settle(row)
                }
                XCTAssertEqual(flat.settledOutcome, row)
            }
        }
    }

    func testFlatMapPassesOnWhatIsNoValueAndWhatTheTransformThrows() {
        let rows: [(Outcome<Int, Refusal>, Outcome<String, Refusal>)] = [
            (.success(13), .failure(Refusal(code: 13))),
            (.failure(Refusal(code: 4)), .failure(Refusal(code: 4))),
            (.cancelled(.requested), .cancelled(.requested)),
        ]
        for (outcome, expected) in rows {
            assertDerived(from: outcome, is: expected) { future in
                future.flatMap { number throws(Refusal) -> Future<String, Refusal> in
                    throw Refusal(code: number)
                }
            }
        }
    }

    func testCancellingFlatMapCancelsTheFutureThatItFollows() {
        let source = Promise<Int, Never>()
        let next = Promise<Int, Never>()
        let flat = source.future.flatMap { _ in next.future }
        source.succeed(1)
        XCTAssertTrue(flat.cancel())
        XCTAssertEqual(next.future.settledOutcome, .cancelled(.requested))
        XCTAssertEqual(source.future.settledOutcome, .success(1))
    }

    func testAFutureThatATransformReturnsTooLateIsCancelled() {
        let source = Promise<Int, Never>()
        let next = Promise<Int, Never>()
        let own = Slot<Future<Int, Never>>()
        let flat = source.future.flatMap { _ in
            own.content?.cancel()
            return next.future
        }
        own.content = flat
        source.succeed(1)
        XCTAssertEqual(flat.settledOutcome, .cancelled(.requested))
        XCTAssertEqual(next.future.settledOutcome, .cancelled(.requested))
        own.content = nil
    }

    func testAnOutcomeMayBeThatOfItsOwnSource() {
        let source = Promise<Int, Never>()
        let future = source.future
        let flat = future.flatMap { _ in future }
        source.succeed(3)
        XCTAssertEqual(flat.settledOutcome, .success(3))
    }

    // MARK: all

    func testAllOfNoneIsSettledAtOnce() {
        XCTAssertEqual(Future<Int, Refusal>.all([]).settledOutcome, .success([]))
    }

    func testAllKeepsTheOrderHoweverTheyAreSettled() {
        for count in [1, 2, 3, 10, 1000] {
            for isReversed in [false, true] {
                let promises = (0..<count).map { _ in Promise<Int, Never>() }
                // Some are settled before.
                for number in stride(from: 0, to: count, by: 3) { promises[number].succeed(number) }
                let all = Future.all(promises.map(\.future))
                let order = Array(promises.enumerated())
                for (number, promise) in isReversed ? order.reversed() : order {
                    promise.succeed(number)
                }
                XCTAssertEqual(all.settledOutcome, .success(Array(0..<count)))
            }
        }
    }

    func testAllTakesTheSameFutureSeveralTimes() {
        let promise = Promise<Int, Never>()
        let all = Future.all([promise.future, promise.future, promise.future])
        promise.succeed(2)
        XCTAssertEqual(all.settledOutcome, .success([2, 2, 2]))

        let other = Promise<Int, Never>()
        XCTAssertTrue(Future.all([other.future, other.future]).cancel())
        XCTAssertEqual(other.future.settledOutcome, .cancelled(.requested))
    }

    func testAllEndsWithTheFirstThatHasNoValueAndTheOthersGoOn() {
        let endings: [Outcome<Int, Refusal>] = [
            .failure(Refusal(code: 7)), .cancelled(.requested), .cancelled(.abandoned),
        ]
        for ending in endings {
            for index in 0..<3 {
                for isSettledFirst in [true, false] {
                    let promises = (0..<3).map { _ in Promise<Int, Refusal>() }
                    if isSettledFirst { promises[index].settle(ending) }
                    let all = Future.all(promises.map(\.future))
                    if !isSettledFirst { promises[index].settle(ending) }
                    let passed: Outcome<[Int], Refusal> =
                        switch ending {
                        case .failure(let error): .failure(error)
                        case .cancelled(let reason): .cancelled(reason)
                        case .success: .success([])
                        }
                    XCTAssertEqual(all.settledOutcome, passed)
                    for (number, promise) in promises.enumerated() where number != index {
                        XCTAssertTrue(promise.succeed(number), "\(ending) of number \(index)")
                    }
                    XCTAssertEqual(all.settledOutcome, passed)
                }
            }
        }
    }

    func testCancellingAllCancelsThoseThatNobodyElseWants() {
        let promises = (0..<4).map { _ in Promise<Int, Never>() }
        let futures = promises.map(\.future)
        promises[0].succeed(0)
        futures[1].whenSettled { _ in }
        let other = futures[2].map { $0 }
        XCTAssertTrue(Future.all(futures).cancel())
        XCTAssertEqual(futures[0].settledOutcome, .success(0))
        XCTAssertNil(futures[1].settledOutcome)
        XCTAssertNil(futures[2].settledOutcome)
        XCTAssertEqual(futures[3].settledOutcome, .cancelled(.requested))
        other.cancel()
        XCTAssertEqual(futures[2].settledOutcome, .cancelled(.requested))
    }

    func testAllOfJobsGivesTheirValues() {
        for width in 1...3 {
            let queue = FutureQueue(maxConcurrentJobs: width)
            let all = Future.all((0..<500).map { number in queue.submit { number } })
            XCTAssertEqual(try all.wait(timeout: patience), Array(0..<500))
        }
    }

    func testAllIsSettledOnceWhenTwoThreadsSettleTheLastOnes() {
        let racer = Racer()
        for _ in 0..<rounds(500) {
            let one = Promise<Int, Refusal>()
            let other = Promise<Int, Refusal>()
            let heard = Log<Outcome<[Int], Refusal>>()
            let all = Future.all([one.future, other.future])
            all.whenSettled { heard.note($0) }
            let othersFailure = Bool.random()
            racer.run(
                { one.succeed(1) },
                { if othersFailure { other.fail(Refusal()) } else { other.succeed(2) } }
            )
            let expected: Outcome<[Int], Refusal> =
                othersFailure ? .failure(Refusal()) : .success([1, 2])
            XCTAssertEqual(heard.entries, [expected])
            XCTAssertEqual(all.settledOutcome, expected)
        }
    }

    // MARK: Cancelling what nobody wants any more

    func testCancellingTheLastDerivedFutureCancelsItsSource() {
        for derive in Self.derivations {
            let source = Promise<Int, Never>()
            let derived = (0..<3).map { _ in derive(source.future) }
            for future in derived {
                XCTAssertNil(source.future.settledOutcome)
                XCTAssertTrue(future.cancel())
            }
            XCTAssertEqual(source.future.settledOutcome, .cancelled(.requested))
        }
    }

    func testCancellationGoesUpAWholeTree() {
        let source = Promise<Int, Never>()
        let trunk = source.future.map { $0 }.map { $0 }
        let branches = (0..<3).map { _ in trunk.map { $0 }.timeout(.seconds(1_000_000)) }
        branches[1].cancel()
        branches[0].cancel()
        XCTAssertNil(trunk.settledOutcome)
        XCTAssertNil(source.future.settledOutcome)
        branches[2].cancel()
        XCTAssertEqual(trunk.settledOutcome, .cancelled(.requested))
        XCTAssertEqual(source.future.settledOutcome, .cancelled(.requested))
    }

    func testASourceWithAHandlerIsNotCancelled() {
        for derive in Self.derivations {
            let source = Promise<Int, Never>()
            let heard = Log<Outcome<Int, Never>>()
            source.future.whenSettled { heard.note($0) }
            XCTAssertTrue(derive(source.future).cancel())
            XCTAssertTrue(source.succeed(1))
            XCTAssertEqual(heard.entries, [.success(1)])
        }
    }

    func testASourceForWhichAThreadWaitsIsNotCancelled() {
        for derive in Self.derivations {
            let source = Promise<Int, Never>()
            let future = source.future
            let done = Gate()
            Thread.detachNewThread {
                XCTAssertEqual(try? future.wait(timeout: patience), 1)
                done.open()
            }
            assertComesTrue(future.state.hasWaiters)
            XCTAssertTrue(derive(future).cancel())
            XCTAssertTrue(source.succeed(1))
            done.pass()
        }
    }

    func testASourceForWhichATaskWaitsIsCancelledWithTheTask() {
        for derive in Self.derivations {
            let source = Promise<Int, Never>()
            let future = source.future
            let task = Task { await future.outcome }
            assertComesTrue(future.state.hasWaiters)
            XCTAssertTrue(derive(future).cancel())
            XCTAssertNil(future.settledOutcome)
            task.cancel()
            inTask { _ = await task.value }
            XCTAssertEqual(future.settledOutcome, .cancelled(.task))
        }
    }

    func testASourceOnWhichAJobDependsIsNotCancelled() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        for derive in Self.derivations {
            let source = Promise<Int, Never>()
            let job = queue.submit(after: [source.future]) { 1 }
            XCTAssertTrue(derive(source.future).cancel())
            XCTAssertTrue(source.succeed(1))
            XCTAssertEqual(try job.wait(timeout: patience), 1)
        }
    }

    func testASourceOnWhichOnlyCancelledJobsDependIsCancelled() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let failed: Future<Int, Refusal> = Self.settled(.failure(Refusal()))
        for derive in Self.derivations {
            let source = Promise<Int, Never>()
            let job = queue.submit(after: [source.future]) { 1 }
            job.cancel()
            // Cancelled while its dependencies are being added.
            let other = queue.submit(after: [failed, source.future], requiringSuccess: true) { 1 }
            XCTAssertEqual(other.settledOutcome, .cancelled(.dependencyFailed))
            XCTAssertTrue(derive(source.future).cancel())
            XCTAssertEqual(source.future.settledOutcome, .cancelled(.requested))
        }
    }

    func testATaskThatIsCancelledCancelsTheSourceOfWhatItWaitsFor() {
        for derive in Self.derivations {
            let source = Promise<Int, Never>()
            let derived = derive(source.future)
            let task = Task { await derived.outcome }
            assertComesTrue(derived.state.hasWaiters)
            task.cancel()
            inTask {
                let outcome = await task.value
                XCTAssertEqual(outcome, .cancelled(.task))
            }
            // On another thread, for the runtime holds a lock of the task.
            assertComesTrue(source.future.settledOutcome == .cancelled(.requested))
        }
    }

    func testAJobWhoseResultNobodyWantsLeavesItsQueue() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        queue.isSuspended = true
        let alive = Population()
        let mapped = (0..<100).map { _ in
            let canary = alive.canary()
            return queue.submit { withExtendedLifetime(canary) {} }.map {}
        }
        XCTAssertEqual(queue.core.jobs.count, 100)
        for future in mapped { future.cancel() }
        XCTAssertEqual(queue.core.jobs.count, 0)
        XCTAssertEqual(alive.count, 0)
    }

    func testCancellingASettledSourceDoesNotCutItsLinks() {
        let source = Promise<Int, Never>()
        let future = source.future
        let late = Counter()
        future.whenSettled { _ in XCTAssertFalse(future.cancel()) }
        future.whenSettled { _ in late.add(1) }
        let derived = Self.derivations.map { $0(future) }
        source.succeed(5)
        XCTAssertEqual(late.value, 0, "A handler that has not begun is revoked.")
        for derived in derived { XCTAssertEqual(derived.settledOutcome, .success(5)) }
    }

    func testASourceAndItsDerivedFutureMayBeCancelledAtTheSameTime() {
        let racer = Racer()
        for derive in Self.derivations {
            for round in 0..<rounds(300) {
                let source = Promise<Int, Never>()
                let future = source.future
                let derived = derive(future)
                let heard = Counter()
                derived.whenSettled { _ in heard.add(1) }
                racer.run(
                    { derived.cancel() },
                    { if round.isMultiple(of: 2) { source.succeed(1) } else { future.cancel() } }
                )
                XCTAssertNotNil(future.settledOutcome)
                XCTAssertNotNil(derived.settledOutcome)
                if case .cancelled = derived.settledOutcome { XCTAssertEqual(heard.value, 1) }
            }
        }
    }

    // A cancellation that comes too late to cancel a source is nobody's wish to hear no more of it.
    func testCancellingADerivedFutureTakesNoHandlerFromItsSource() {
        let racer = Racer()
        let handlers = DispatchQueue(label: "handlers")
        for _ in 0..<rounds(1000) {
            let source = Promise<Int, Never>()
            let future = source.future
            let derived = future.map { $0 }
            let heard = Counter()
            let gate = Gate()
            handlers.async { gate.pass() }
            racer.run(
                { derived.cancel() },
                {
                    future.whenSettled(on: handlers) { _ in heard.add(1) }
                    source.succeed(1)
                }
            )
            gate.open()
            handlers.sync {}
            XCTAssertEqual(heard.value, 1)
        }
    }

    // MARK: timeout

    func testATimeoutThatIsNotReachedChangesNothing() {
        let rows: [Outcome<Int, Refusal>] = [
            .success(1), .failure(Refusal()), .cancelled(.requested), .cancelled(.abandoned),
        ]
        let durations: [Duration] = [
            .seconds(1_000_000), .seconds(Int64.max),
            .init(secondsComponent: .max, attosecondsComponent: 0),
        ]
        for row in rows {
            for duration in durations {
                assertDerived(from: row, is: row) { $0.timeout(duration) }
            }
        }
    }

    func testNoTimeCancelsWhatIsNotSettled() {
        let durations: [Duration] = [
            .zero, .nanoseconds(-1), .seconds(-1), .seconds(-20_000_000_000),
            .init(secondsComponent: .min, attosecondsComponent: 0), .nanoseconds(1),
        ]
        for duration in durations {
            let source = Promise<Int, Never>()
            let limited = source.future.timeout(duration)
            assertThrows(.cancelled(.timedOut)) { () throws(FutureError<Never>) in
                try limited.wait(timeout: patience)
            }
            // Looks, since a wait would be a reason not to cancel it.
            assertComesTrue(source.future.settledOutcome == .cancelled(.requested))
            XCTAssertFalse(source.succeed(1))
            XCTAssertEqual(limited.settledOutcome, .cancelled(.timedOut))
        }
    }

    func testNoTimeIsEnoughForWhatIsSettled() {
        for duration in [Duration.zero, .seconds(-1), .nanoseconds(1), .seconds(1)] {
            for number in 0..<rounds(200) {
                let source = Self.settled(Outcome<Int, Never>.success(number))
                XCTAssertEqual(source.timeout(duration).settledOutcome, .success(number))
            }
        }
    }

    func testATimeoutLeavesASourceAloneThatOthersWant() {
        let source = Promise<Int, Never>()
        let heard = Log<Outcome<Int, Never>>()
        source.future.whenSettled { heard.note($0) }
        let limited = source.future.timeout(.zero)
        assertThrows(.cancelled(.timedOut)) { () throws(FutureError<Never>) in
            try limited.wait(timeout: patience)
        }
        passTimers()
        XCTAssertTrue(source.succeed(1))
        XCTAssertEqual(heard.entries, [.success(1)])
    }

    func testTimeoutsOfTimeoutsEndWithTheShortest() {
        let source = Promise<Int, Never>()
        let limited = source.future.timeout(.seconds(Int64.max)).timeout(.zero)
            .timeout(.seconds(1_000_000))
        assertThrows(.cancelled(.timedOut)) { () throws(FutureError<Never>) in
            try limited.wait(timeout: patience)
        }
        assertComesTrue(source.future.settledOutcome == .cancelled(.requested))
    }

    func testATimeoutStopsAJobThatWaitsInItsQueue() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        queue.isSuspended = true
        let body = Gate()
        let limited = {
            let canary = Canary(body)
            return queue.submit { withExtendedLifetime(canary) {} }.timeout(.zero)
        }()
        assertThrows(.cancelled(.timedOut)) { () throws(FutureError<Never>) in
            try limited.wait(timeout: patience)
        }
        body.pass()
        XCTAssertEqual(queue.core.jobs.count, 0)
    }

    func testATimeoutThatComesTooLateTakesNoHandlerAway() {
        let handlers = DispatchQueue(label: "handlers")
        for round in 0..<rounds(300) {
            let source = Promise<Int, Never>()
            let heard = Counter()
            let gate = Gate()
            handlers.async { gate.pass() }
            let limited = source.future.timeout(.microseconds(20))
            limited.whenSettled(on: handlers) { _ in heard.add(1) }
            for _ in 0..<round % 300 { _ = limited.settledOutcome }
            source.succeed(1)
            passTimers()
            gate.open()
            handlers.sync {}
            XCTAssertEqual(heard.value, 1)
        }
    }

    // MARK: Long chains (rule 22)

    func testSettlingALongChain() {
        let length = greatLength
        onThread(stackSize: smallStack) {
            let source = Promise<Int, Never>()
            var last = source.future
            for _ in 0..<length { last = last.map { $0 + 1 } }
            source.succeed(0)
            XCTAssertEqual(last.settledOutcome, .success(length))
        }
    }

    func testDroppingThePromiseOfALongChain() {
        let length = greatLength
        onThread(stackSize: smallStack) {
            var source: Promise<Int, Never>? = Promise()
            var last = source?.future
            for _ in 0..<length { last = last?.map { $0 + 1 } }
            source = nil
            XCTAssertEqual(last?.settledOutcome, .cancelled(.abandoned))
        }
    }

    func testCancellingALongChainFromItsEnd() {
        let length = greatLength
        onThread(stackSize: smallStack) {
            let alive = Population()
            let source = Promise<Int, Never>()
            var last = source.future
            for _ in 0..<length {
                let canary = alive.canary()
                last = last.map { number in withExtendedLifetime(canary) { number + 1 } }
            }
            XCTAssertEqual(alive.count, length)
            last.cancel()
            XCTAssertEqual(source.future.settledOutcome, .cancelled(.requested))
            XCTAssertEqual(alive.count, 0)
        }
    }

    func testALongChainOfWhichEveryLinkIsKept() {
        let length = greatLength
        onThread(stackSize: smallStack) {
            let source = Promise<Int, Never>()
            var links = [source.future]
            for index in 0..<length { links.append(links[index].map { $0 + 1 }) }
            source.succeed(0)
            XCTAssertEqual(links.last?.settledOutcome, .success(length))
        }
    }

    func testALongChainOfSettledFutures() {
        let length = greatLength
        onThread(stackSize: smallStack) {
            var last = Self.settled(Outcome<Int, Never>.success(0))
            for _ in 0..<length { last = last.map { $0 + 1 } }
            XCTAssertEqual(last.settledOutcome, .success(length))
        }
    }

    func testLongChainsOfFlatMap() {
        let length = greatLength / 4
        onThread(stackSize: smallStack) {
            let start = Self.settled(Outcome<Int, Never>.success(0))
            for isCancelled in [false, true] {
                let source = Promise<Int, Never>()
                // One after the other, and one within the other.
                var chain = source.future
                var nest = source.future
                for _ in 0..<length {
                    chain = chain.flatMap { Self.settled(.success($0 + 1)) }
                    let inner = nest
                    nest = start.flatMap { _ in inner }
                }
                if isCancelled {
                    chain.cancel()
                    XCTAssertNil(source.future.settledOutcome)
                    nest.cancel()
                    XCTAssertEqual(source.future.settledOutcome, .cancelled(.requested))
                } else {
                    source.succeed(0)
                    XCTAssertEqual(chain.settledOutcome, .success(length))
                    XCTAssertEqual(nest.settledOutcome, .success(0))
                }
            }
        }
    }

    func testAllOfAGreatMany() {
        let length = greatLength
        onThread(stackSize: smallStack) {
            let source = Promise<Int, Never>()
            let links = (0..<length).map { number in source.future.map { $0 + number } }
            let all = Future.all(links)
            source.succeed(1)
            XCTAssertEqual(all.settledOutcome, .success(Array(1...length)))

            let other = Promise<Int, Never>()
            let cancelled = Future.all((0..<length).map { _ in other.future.map { $0 } })
            cancelled.cancel()
            XCTAssertEqual(other.future.settledOutcome, .cancelled(.requested))
        }
    }

    func testATransformMayWaitDeepInAChain() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        onThread(stackSize: smallStack) {
            let source = Promise<Int, Never>()
            var last = source.future
            for _ in 0..<200 {
                last = last.map { number in
                    (try? queue.submit { number + 1 }.wait(timeout: patience)) ?? -1000
                }
            }
            source.succeed(0)
            XCTAssertEqual(last.settledOutcome, .success(200))
        }
    }

    // MARK: Lifetime

    func testNothingIsKeptAfterSettlement() {
        let settlings: [(String, (Promise<Int, Refusal>, Future<Int, Refusal>) -> Void)] = [
            ("finished", { source, _ in source.succeed(1) }),
            ("failed", { source, _ in source.fail(Refusal()) }),
            ("cancelled above", { source, _ in source.future.cancel() }),
            ("cancelled below", { _, derived in derived.cancel() }),
        ]
        let derivations: [(String, (Future<Int, Refusal>, Canary) -> Future<Int, Refusal>)] = [
            (
                "map",
                { future, canary in future.map { number in withExtendedLifetime(canary) { number } }
                }
            ),
            (
                "flatMap",
                { future, canary in
                    future.flatMap { number in
                        withExtendedLifetime(canary) {}
                        return Self.settled(.success(number))
                    }
                }
            ),
            (
                "timeout",
                { future, canary in
                    future.timeout(.seconds(1000)).map { number in
                        withExtendedLifetime(canary) { number }
                    }
                }
            ),
            (
                "all",
                { future, canary in
                    Future<Int, Refusal>.all([future, future])
                        .map { numbers in withExtendedLifetime(canary) { numbers[0] } }
                }
            ),
        ]
        for (ending, settle) in settlings {
            for (name, derive) in derivations {
                let transform = Gate()
                let source = Promise<Int, Refusal>()
                let derived = derive(source.future, Canary(transform))
                XCTAssertFalse(transform.isOpen)
                settle(source, derived)
                // While all futures are still there:
                XCTAssertTrue(transform.isOpen, "\(name), \(ending)")
                XCTAssertNotNil(derived.settledOutcome)
                withExtendedLifetime((source, derived)) {}
            }
        }
    }

    func testValuesAreReleasedWithTheLastFuture() {
        for derive in Self.canaryDerivations {
            let value = Gate()
            do {
                let source = Promise<Canary, Never>()
                let derived = derive(source.future)
                source.succeed(Canary(value))
                XCTAssertFalse(value.isOpen)
                withExtendedLifetime(derived) {}
            }
            value.pass()
        }
    }

    func testAllThatHasFailedLetsItsSourcesGo() {
        let value = Gate()
        let failing = Promise<Canary, Refusal>()
        let all: Future<[Canary], Refusal>
        do {
            let promise = Promise<Canary, Refusal>()
            all = Future.all([promise.future, failing.future])
            promise.succeed(Canary(value))
        }
        XCTAssertFalse(value.isOpen)
        failing.fail(Refusal())
        XCTAssertTrue(value.isOpen)
        withExtendedLifetime(all) {}
    }

    func testACancelledFutureLeavesNothingInASourceThatGoesOn() {
        let source = Promise<Int, Never>()
        source.future.whenSettled { _ in }
        let alive = Population()
        for _ in 0..<1000 {
            let canary = alive.canary()
            let mapped = source.future.map { _ in withExtendedLifetime(canary) {} }
            let flat = source.future.flatMap { _ in
                withExtendedLifetime(canary) { Self.settled(Outcome<Int, Never>.success(1)) }
            }
            let all = Future.all([source.future, source.future]).map { _ in
                withExtendedLifetime(canary) {}
            }
            mapped.cancel()
            flat.cancel()
            all.cancel()
            XCTAssertEqual(alive.count, 1)
        }
        XCTAssertEqual(alive.count, 0)
        XCTAssertTrue(source.succeed(1))
    }

    func testATimeoutThatIsNotNeededLetsItsFutureGo() {
        for isCancelled in [false, true] {
            let value = Gate()
            do {
                let source = Promise<Canary, Never>()
                let limited = source.future.timeout(.seconds(1_000_000))
                let canary = Canary(value)
                if isCancelled {
                    let mapped = limited.map { _ in withExtendedLifetime(canary) {} }
                    mapped.cancel()
                } else {
                    source.succeed(canary)
                }
            }
            // The timer lets its handler go on a thread of its own.
            value.pass()
        }
    }

    // MARK: -

    private static func settled<Success, Failure>(
        _ outcome: Outcome<Success, Failure>
    ) -> Future<Success, Failure> {
        let promise = Promise<Success, Failure>()
        promise.settle(outcome)
        return promise.future
    }

    private static let derivations: [@Sendable (Future<Int, Never>) -> Future<Int, Never>] = [
        { $0.map { $0 } },
        { $0.flatMap { settled(.success($0)) } },
        { $0.timeout(.seconds(1_000_000)) },
        { Future.all([$0]).map { $0[0] } },
    ]

    private static let canaryDerivations:
        [@Sendable (Future<Canary, Never>) -> Future<Canary, Never>] =
            [
                { $0.map { $0 } },
                { $0.flatMap { settled(.success($0)) } },
                { $0.timeout(.seconds(1_000_000)) },
                { Future.all([$0]).map { $0[0] } },
            ]

    /// Asserts what becomes of a future that is settled before, or after, another is made of it.
    private func assertDerived<Success, NewSuccess, Failure>(
        from outcome: Outcome<Success, Failure>,
        is expected: Outcome<NewSuccess, Failure>,
        line: UInt = #line,
        _ derive: (Future<Success, Failure>) -> Future<NewSuccess, Failure>
    ) where NewSuccess: Equatable, Failure: Equatable {
        let settled = derive(Self.settled(outcome))
        XCTAssertEqual(settled.settledOutcome, expected, "settled before", line: line)
        let promise = Promise<Success, Failure>()
        let unsettled = derive(promise.future)
        XCTAssertNil(unsettled.settledOutcome, line: line)
        promise.settle(outcome)
        XCTAssertEqual(unsettled.settledOutcome, expected, "settled afterwards", line: line)
    }

    /// Returns when all timers that were due have fired: there is one after the other.
    private func passTimers() {
        let last = Promise<Void, Never>()
        XCTAssertThrowsError(try last.future.timeout(.zero).wait(timeout: patience))
    }
}

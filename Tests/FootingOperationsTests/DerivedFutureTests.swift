@testable import FootingOperations
import TestSupport
import XCTest

/// Futures that are made of others: cancellation, long chains, and lifetime.
final class DerivedFutureTests: XCTestCase {
    // MARK: Cancelling unwanted sources

    func testCancellingTheLastDerivedFutureCancelsItsSource() {
        for derive in Self.derivations(of: Int.self) {
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
        for derive in Self.derivations(of: Int.self) {
            let source = Promise<Int, Never>()
            let heard = Log<Outcome<Int, Never>>()
            source.future.whenSettled { heard.add($0) }
            XCTAssertTrue(derive(source.future).cancel())
            XCTAssertTrue(source.succeed(1))
            XCTAssertEqual(heard.entries, [.success(1)])
        }
    }

    func testASourceForWhichAThreadWaitsIsNotCancelled() {
        for derive in Self.derivations(of: Int.self) {
            let source = Promise<Int, Never>()
            let future = source.future
            let done = startThread {
                XCTAssertEqual(try? future.wait(timeout: patience), 1)
            }
            assertComesTrue(future.state.hasWaiters)
            XCTAssertTrue(derive(future).cancel())
            XCTAssertTrue(source.succeed(1))
            done.pass()
        }
    }

    func testASourceForWhichATaskWaitsIsCancelledWithTheTask() {
        for derive in Self.derivations(of: Int.self) {
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
        for derive in Self.derivations(of: Int.self) {
            let source = Promise<Int, Never>()
            let job = queue.submit(after: [source.future]) { 1 }
            XCTAssertTrue(derive(source.future).cancel())
            XCTAssertTrue(source.succeed(1))
            XCTAssertEqual(try job.wait(timeout: patience), 1)
        }
    }

    func testASourceOnWhichOnlyCancelledJobsDependIsCancelled() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let failed: Future<Int, Refusal> = settled(.failure(Refusal()))
        for derive in Self.derivations(of: Int.self) {
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
        for derive in Self.derivations(of: Int.self) {
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
        let derived = Self.derivations(of: Int.self).map { $0(future) }
        source.succeed(5)
        XCTAssertEqual(late.value, 0, "A handler that has not begun is revoked.")
        for derived in derived { XCTAssertEqual(derived.settledOutcome, .success(5)) }
    }

    func testASourceAndItsDerivedFutureMayBeCancelledAtTheSameTime() {
        let racer = Racer()
        for derive in Self.derivations(of: Int.self) {
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

    func testAFutureThatJoinsWhileTheLastOneLeavesIsNotCancelledWithIt() {
        let racer = Racer()
        for _ in 0..<rounds(2_000, underStress: 500_000) {
            let promise = Promise<Int, Never>()
            let source = promise.future
            let leaving = source.map { $0 }
            let joined = Log<(future: Future<Int, Never>, isPending: Bool)>()
            racer.run(
                { leaving.cancel() },
                {
                    let future = source.map { $0 }
                    joined.add((future, future.settledOutcome == nil))
                }
            )
            promise.succeed(7)
            guard let (future, wasPending) = joined.entries.first else {
                return XCTFail("no future")
            }
            if wasPending, case .cancelled? = future.settledOutcome {
                return XCTFail("it was cancelled with the other one")
            }
        }
    }

    // A cancellation that comes too late to cancel a source does not revoke the source's handlers.
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
                    future.whenSettled(on: .queue(handlers)) { _ in heard.add(1) }
                    source.succeed(1)
                }
            )
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
            var last = settled(Outcome<Int, Never>.success(0))
            for _ in 0..<length { last = last.map { $0 + 1 } }
            XCTAssertEqual(last.settledOutcome, .success(length))
        }
    }

    func testLongChainsOfFlatMap() {
        let length = greatLength / 4
        onThread(stackSize: smallStack) {
            let start = settled(Outcome<Int, Never>.success(0))
            for isCancelled in [false, true] {
                let source = Promise<Int, Never>()
                // One after the other, and one within the other.
                var chain = source.future
                var nest = source.future
                for _ in 0..<length {
                    chain = chain.flatMap { settled(.success($0 + 1)) }
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

    func testALongLoopOfFlatMapOverSettledFuturesNeedsASmallStack() {
        let length = greatLength
        onThread(stackSize: smallStack) {
            let ran = Counter()
            @Sendable func pages(from page: Int) -> Future<Int, Never> {
                settled(Outcome<Int, Never>.success(page)).flatMap { page in
                    ran.add(1)
                    return page == length ? settled(.success(page)) : pages(from: page + 1)
                }
            }
            let last = pages(from: 1)
            XCTAssertEqual(ran.value, length)
            XCTAssertEqual(last.settledOutcome, .success(length))
        }
    }

    func testALongLoopOfMapOverSettledFuturesNeedsASmallStack() {
        let length = greatLength
        onThread(stackSize: smallStack) {
            let ran = Counter()
            @Sendable func visit(_ page: Int) {
                _ = settled(Outcome<Int, Never>.success(page)).map { page in
                    ran.add(1)
                    if page < length { visit(page + 1) }
                }
            }
            visit(1)
            XCTAssertEqual(ran.value, length)
        }
    }

    func testATransformDeepInALoopCanWaitForAFutureDerivedFromASettledOne() {
        onThread {
            @Sendable func sum(from page: Int) -> Future<Int, Never> {
                settled(Outcome<Int, Never>.success(page)).flatMap { page in
                    if page == 100 { return settled(.success(page)) }
                    // Waits for the rest of the loop on this thread.
                    let rest = try? sum(from: page + 1).wait()
                    return settled(.success(page + (rest ?? -1_000_000)))
                }
            }
            XCTAssertEqual(sum(from: 1).settledOutcome, .success(5_050))
        }
    }

    func testACancelledFutureDeepInALoopIsNotTransformed() {
        let alive = Population()
        let called = Counter()
        @Sendable func nest(_ depth: Int) {
            _ = settled(Outcome<Int, Never>.success(depth)).map { depth in
                if depth < 100 { return nest(depth + 1) }
                let canary = alive.canary()
                let late = settled(Outcome<Int, Never>.success(1)).map { _ in
                    withExtendedLifetime(canary) { called.add(1) }
                }
                // Called within `map` or after this transform, but not after a cancellation.
                XCTAssertEqual(late.cancel(), called.value == 0)
            }
        }
        nest(0)
        nest(75)
        XCTAssertEqual(alive.count, 0)
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
                        return settled(.success(number))
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
        for derive in Self.derivations(of: Canary.self) {
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
                withExtendedLifetime(canary) { settled(Outcome<Int, Never>.success(1)) }
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

    /// All ways to make a future of another.
    private static func derivations<Success: Sendable>(
        of type: Success.Type
    ) -> [@Sendable (Future<Success, Never>) -> Future<Success, Never>] {
        [
            { $0.map { $0 } },
            { $0.flatMap { settled(.success($0)) } },
            { $0.timeout(.seconds(1_000_000)) },
            { Future.all([$0]).map { $0[0] } },
        ]
    }
}

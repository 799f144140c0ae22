@testable import FootingOperations
import TestSupport
import XCTest

/// Nothing is kept longer than it can be used: bodies, handlers and values, however the work ends.
final class FutureLifetimeTests: XCTestCase {
    private enum Ending: CaseIterable {
        case finished, failed, cancelledBefore, cancelledDuring
    }

    func testBodiesHandlersAndValuesOfJobsAreReleased() {
        for ending in Ending.allCases {
            let queue = FutureQueue(maxConcurrentJobs: 1)
            let body = Gate()
            let handler = Gate()
            let value = Gate()
            let start = Gate()
            let begun = Gate()
            let end = Gate()
            do {
                let blocker = queue.submit { start.pass() }
                let future = {
                    let canary = Canary(body)
                    return queue.submit { () throws(Refusal) -> Canary in
                        begun.open()
                        end.pass()
                        if ending == .failed { throw Refusal() }
                        return withExtendedLifetime(canary) { Canary(value) }
                    }
                }()
                do {
                    let canary = Canary(handler)
                    future.whenSettled { _ in withExtendedLifetime(canary) {} }
                }
                if ending == .cancelledBefore { XCTAssertTrue(future.cancel()) }
                start.open()
                if ending == .cancelledDuring {
                    begun.pass()
                    XCTAssertTrue(future.cancel())
                }
                end.open()
                assertSucceeds(blocker)
                _ = try? future.wait(timeout: patience)
                // While the future is still there:
                body.pass()
                handler.pass()
                if ending == .finished { XCTAssertFalse(value.isOpen) }
                withExtendedLifetime(future) {}
            }
            if ending == .finished || ending == .cancelledDuring { value.pass() }
        }
    }

    func testHandlersAndValuesOfPromisesAreReleased() {
        let settlings: [(String, (Promise<Canary, Refusal>, Canary) -> Void)] = [
            ("finished", { $0.succeed($1) }),
            ("failed", { promise, _ in promise.fail(Refusal()) }),
            ("cancelled", { promise, _ in promise.future.cancel() }),
            ("abandoned", { _, _ in }),
        ]
        for (name, settle) in settlings {
            let handler = Gate()
            let value = Gate()
            do {
                let promise = Promise<Canary, Refusal>()
                let future = promise.future
                do {
                    let canary = Canary(handler)
                    future.whenSettled { _ in withExtendedLifetime((canary, future)) {} }
                }
                settle(promise, Canary(value))
            }
            XCTAssertTrue(handler.isOpen, name)
            XCTAssertTrue(value.isOpen, name)
        }
    }

    func testAFutureThatNobodyKeepsIsReleasedAfterItsJob() {
        let value = Gate()
        _ = FutureQueue.shared.submit { Canary(value) }
        value.pass()
    }

    func testTimedOutWaitsLeaveNothingBehind() {
        let promise = Promise<Canary, Never>()
        for _ in 0..<1000 {
            XCTAssertThrowsError(try promise.future.wait(timeout: .nanoseconds(1)))
        }
        XCTAssertFalse(promise.future.state.hasWaiters)
        promise.succeed(Canary {})
        XCTAssertNoThrow(try promise.future.wait())
    }

    func testWaitingThreadsAreFreedBeforeHandlersRun() {
        let promise = Promise<Int, Never>()
        let future = promise.future
        let freed = Gate()
        let called = Counter()
        future.whenSettled { _ in
            freed.pass()
            called.add(1)
        }
        Thread.detachNewThread {
            // Without a time-out, which would free it, too.
            XCTAssertEqual(try? future.wait(), 1)
            freed.open()
        }
        while !future.state.hasWaiters { sched_yield() }

        promise.succeed(1)

        XCTAssertEqual(called.value, 1)
    }
}

private let links = rounds(10_000)

/// However long the chain, the stack is small (rule 22).
final class FutureDepthTests: XCTestCase {
    func testSettlingALongChain() {
        onThread(stackSize: smallStack) {
            let first = Promise<Int, Never>()
            var last = first.future
            for _ in 0..<links {
                let next = Promise<Int, Never>()
                last.whenSettled { next.settle($0) }
                last = next.future
            }

            first.succeed(1)

            XCTAssertEqual(last.settledOutcome, .success(1))
        }
    }

    func testDroppingALongChain() {
        onThread(stackSize: smallStack) {
            let dropped = Counter()
            var first: Promise<Int, Never>? = Promise()
            var last = first?.future
            for _ in 0..<links {
                let next = Promise<Int, Never>()
                // Only kept: when the handler is released, the next promise is dropped.
                last?.whenSettled { _ in withExtendedLifetime(next) { _ = dropped.add(1) } }
                last = next.future
            }

            first = nil

            XCTAssertEqual(dropped.value, links)
            XCTAssertEqual(last?.settledOutcome, .cancelled(.abandoned))
        }
    }

    func testCancellingALongChainOfWaitingJobs() {
        onThread(stackSize: smallStack) {
            let queue = FutureQueue(maxConcurrentJobs: 1)
            let blocker = HeldJob(in: queue)
            let dropped = Counter()
            var last: Future<Void, Never>?
            for _ in 0..<links {
                let next = last
                // Dropping one body cancels the job before it.
                let canary = Canary {
                    dropped.add(1)
                    next?.cancel()
                }
                last = queue.submit { withExtendedLifetime(canary) {} }
            }

            last?.cancel()

            XCTAssertEqual(dropped.value, links)
            blocker.letGo()
            assertSucceeds(blocker.future)
        }
    }

    func testHandlersPutOffAreCalledBeforeTheThreadBlocks() {
        onThread {
            let first = Promise<Int, Never>()
            var last = first.future
            for _ in 0..<100 {
                let next = Promise<Int, Never>()
                last.whenSettled { outcome in
                    // Deep in the chain, this thread has put off the handler that answers.
                    let question = Promise<Int, Never>()
                    let answer = Promise<Int, Never>()
                    question.future.whenSettled { answer.settle($0) }
                    question.settle(outcome)
                    XCTAssertEqual(try? answer.future.wait(timeout: patience), 1)
                    next.settle(outcome)
                }
                last = next.future
            }

            first.succeed(1)

            XCTAssertEqual(last.settledOutcome, .success(1))
        }
    }
}

import Dispatch
import FootingProxies
import TestSupport
import XCTest

/// Waiting with a limit.
final class TimedWaitingTests: XCTestCase {
    func testWaitingReturnsWhatTheBodyMadeAtTheDestination() throws {
        let place = MarkedQueue()
        let there = try Ledger().on(.queue(place.queue)).sync(timeout: .seconds(ample)) { _ in
            place.isCurrent
        }
        XCTAssertTrue(there)
    }

    func testTimeoutsOfAnyLengthAreAccepted() throws {
        let queue = DispatchQueue(label: "lengths")
        let lengths: [Duration] = [
            .seconds(60), .seconds(Int64.max), .seconds(Int64.max / 2),
            .seconds(9_223_372_036), .seconds(18_446_744_073),
            Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999),
        ]
        for length in lengths {
            let value = try Ledger().on(.queue(queue)).sync(timeout: length) { _ in 1 }
            XCTAssertEqual(value, 1, "\(length)")
        }
    }

    func testTimeoutThatIsOverBeforehandMakesNoCall() {
        let queue = DispatchQueue(label: "over")
        let log = Log<Duration>()
        let lengths: [Duration] = [
            .zero, .nanoseconds(-1), .seconds(-5), .seconds(Int64.min),
            Duration(secondsComponent: 0, attosecondsComponent: -1),
        ]
        for length in lengths {
            XCTAssertThrowsError(
                try Ledger().on(.queue(queue)).sync(timeout: length) { _ in log.add(length) },
                "\(length)"
            )
        }
        queue.sync {}

        XCTAssertEqual(log.entries, [])
    }

    func testBodyNeverRunsAfterTheTimeout() {
        let queue = DispatchQueue(label: "suspended")
        let log = Log<Int>()

        queue.suspend()
        let error = thrown {
            try Ledger().on(.queue(queue)).sync(timeout: .milliseconds(5)) { _ in log.add(1) }
        }
        XCTAssertEqual(error?.code, .timedOut)
        XCTAssertEqual(error?.timeout, .milliseconds(5))
        XCTAssertEqual(error?.destination, "the queue “suspended”")
        queue.resume()
        queue.sync {}

        XCTAssertEqual(log.entries, [])
    }

    func testAbandonedCallHoldsNothing() {
        let queue = DispatchQueue(label: "abandoned")
        weak var target: Ledger?

        queue.suspend()
        do {
            let counter = Ledger()
            target = counter
            XCTAssertThrowsError(
                try counter.on(.queue(queue)).sync(timeout: .milliseconds(1)) { $0.value = 1 }
            )
        }
        XCTAssertNil(target)
        queue.resume()
        queue.sync {}
    }

    func testBodyThatBeganIsWaitedFor() {
        let queue = DispatchQueue(label: "slow")
        let begun = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        let log = Log<String>()

        // It ends only after the time of the waiter is up for long.
        Thread.detachNewThread {
            begun.wait()
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(50))
            log.add("told to end")
            mayEnd.signal()
        }
        // On a busy machine the first call may not begin in time.
        var value: Int?
        for _ in 0..<1_000 where value == nil {
            value = try? Ledger().on(.queue(queue)).sync(timeout: .milliseconds(10)) { _ in
                log.add("begun")
                begun.signal()
                _ = mayEnd.wait(timeout: .now() + ample)
                return 9
            }
        }
        log.add("returned")

        XCTAssertEqual(value, 9)
        XCTAssertEqual(log.entries, ["begun", "told to end", "returned"])
    }

    func testWaitingIsInlineWhenAlreadyThereWhateverTheTimeout() throws {
        let queue = DispatchQueue(label: "there")
        for length in [Duration.seconds(-1), .zero, .seconds(1)] {
            let value = try queue.sync {
                try Ledger().on(.queue(queue)).sync(timeout: length) { _ in 2 }
            }
            XCTAssertEqual(value, 2, "\(length)")
        }
    }

    func testErrorOfTheBodyArrivesAsItIs() throws {
        let queue = DispatchQueue(label: "throws")
        for waiter in [DispatchQueue(label: "elsewhere"), queue] {
            try waiter.sync {
                XCTAssertThrowsError(
                    try Ledger().on(.queue(queue)).sync(timeout: .seconds(ample)) { _ in
                        throw Refusal(code: 4)
                    }
                ) { XCTAssertEqual($0 as? Refusal, Refusal(code: 4)) }
            }
        }
    }

    func testThrowingBodyThatDoesNotBeginIsAnInvocationError() {
        let queue = DispatchQueue(label: "suspended")
        queue.suspend()
        XCTAssertThrowsError(
            try Ledger().on(.queue(queue)).sync(timeout: .milliseconds(1)) { _ in
                throw Refusal(code: 4)
            }
        ) { XCTAssertEqual(($0 as? InvocationError)?.code, .timedOut) }
        queue.resume()
    }

    func testTimeoutOfACallWithinNamesItsOwnDestination() {
        let (outer, inner) = (DispatchQueue(label: "outer"), DispatchQueue(label: "inner"))
        let counter = Ledger()
        inner.suspend()
        defer { inner.resume() }
        XCTAssertThrowsError(
            try counter.on(.queue(outer)).sync(timeout: .seconds(ample)) {
                try $0.on(.queue(inner)).sync(timeout: .milliseconds(1)) { _ in }
            }
        ) { XCTAssertEqual(($0 as? InvocationError)?.destination, "the queue “inner”") }
    }

    func testResultTellsATimeoutWithinFromOnesOwn() throws {
        let (outer, inner) = (DispatchQueue(label: "outer"), DispatchQueue(label: "inner"))
        let counter = Ledger()
        inner.suspend()
        defer { inner.resume() }
        let within = try counter.on(.queue(outer)).sync(timeout: .seconds(ample)) { counter in
            Result { try counter.on(.queue(inner)).sync(timeout: .milliseconds(1)) { _ in } }
        }
        XCTAssertThrowsError(try within.get()) {
            XCTAssertEqual(($0 as? InvocationError)?.code, .timedOut)
        }
    }

    func testEachRacingCallEitherRanOrTimedOut() {
        let queue = DispatchQueue(label: "race")
        let waiters = 4
        let calls = rounds(1_000, underStress: 25_000)
        let counter = Ledger()
        let successes = Log<Int>()
        let timeouts = Log<Int>()

        DispatchQueue.concurrentPerform(iterations: waiters) { waiter in
            var (ran, timedOut) = (0, 0)
            for call in 0..<calls {
                // Limits around the time that a call takes to begin, so that either side wins
                // often; now and then a job that outlasts the limit, and a limit that outlasts all
                // jobs.
                let mayEnd = DispatchSemaphore(value: 0)
                let isBlocked = call % 32 == 0
                if isBlocked { queue.async { mayEnd.wait() } }
                defer { if isBlocked { mayEnd.signal() } }
                let limit: Duration =
                    call % 32 == 1 ? .seconds(ample) : .nanoseconds(500 + 700 * (call % 64))
                do throws(InvocationError) {
                    try counter.on(.queue(queue)).sync(timeout: limit) { $0.value += 1 }
                    ran += 1
                } catch {
                    timedOut += 1
                }
            }
            successes.add(ran)
            timeouts.add(timedOut)
        }
        let executions = queue.sync { counter.value }

        let ran = successes.entries.reduce(0, +)
        XCTAssertEqual(executions, ran)
        XCTAssertEqual(ran + timeouts.entries.reduce(0, +), waiters * calls)
        // A call behind a job that waits for its end, and one with all the time, are no race.
        XCTAssertGreaterThanOrEqual(ran, waiters * (calls / 32))
        XCTAssertLessThanOrEqual(ran, waiters * (calls - calls / 32))
    }
}

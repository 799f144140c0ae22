@testable import FootingOperations
import TestSupport
import XCTest

/// Futures that are cancelled when a time is up.
final class FutureTimeoutTests: XCTestCase {
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
            XCTAssertEqual(failure(ofWaitingFor: limited, timeout: patience), .cancelled(.timedOut))
            // Looks, since a wait would be a reason not to cancel it.
            XCTAssertEqual(source.future.settledOutcome, .cancelled(.timedOut))
            XCTAssertFalse(source.succeed(1))
            XCTAssertEqual(limited.settledOutcome, .cancelled(.timedOut))
        }
    }

    func testNoTimeIsEnoughForWhatIsSettled() {
        for duration in [Duration.zero, .seconds(-1), .nanoseconds(1), .seconds(1)] {
            for number in 0..<rounds(200) {
                let source = settled(Outcome<Int, Never>.success(number))
                XCTAssertEqual(source.timeout(duration).settledOutcome, .success(number))
            }
        }
    }

    func testATimeoutLeavesASourceAloneThatOthersWant() {
        let source = Promise<Int, Never>()
        let heard = Log<Outcome<Int, Never>>()
        source.future.whenSettled { heard.add($0) }
        let limited = source.future.timeout(.zero)
        XCTAssertEqual(failure(ofWaitingFor: limited, timeout: patience), .cancelled(.timedOut))
        passTimers()
        XCTAssertTrue(source.succeed(1))
        XCTAssertEqual(heard.entries, [.success(1)])
    }

    func testTimeoutsOfTimeoutsEndWithTheShortest() {
        let source = Promise<Int, Never>()
        let limited = source.future.timeout(.seconds(Int64.max)).timeout(.zero)
            .timeout(.seconds(1_000_000))
        XCTAssertEqual(failure(ofWaitingFor: limited, timeout: patience), .cancelled(.timedOut))
        XCTAssertEqual(source.future.settledOutcome, .cancelled(.requested))
    }

    func testATimeoutStopsAJobThatWaitsInItsQueue() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        queue.isSuspended = true
        let body = Gate()
        let limited = {
            let canary = Canary(body)
            return queue.submit { withExtendedLifetime(canary) {} }.timeout(.zero)
        }()
        XCTAssertEqual(failure(ofWaitingFor: limited, timeout: patience), .cancelled(.timedOut))
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
            limited.whenSettled(on: .queue(handlers)) { _ in heard.add(1) }
            for _ in 0..<round % 300 { _ = limited.settledOutcome }
            source.succeed(1)
            passTimers()
            gate.open()
            // The timer may still be about to settle it.
            assertComesTrue(heard.value > 0)
            handlers.sync {}
            XCTAssertEqual(heard.value, 1)
        }
    }
}

/// Returns when all timers that were due have fired: there is one after the other.
private func passTimers() {
    let last = Promise<Void, Never>()
    XCTAssertThrowsError(try last.future.timeout(.zero).wait(timeout: patience))
}

import Dispatch
import FootingProxies
import TestSupport
import XCTest

/// A destination of one's own, with the two members that it needs.
final class DestinationTests: XCTestCase {
    private struct Lane: Destination {
        let place = MarkedQueue("lane")
        var isCurrent: Bool { place.isCurrent }
        func enqueue(_ job: @escaping @Sendable () -> Void) { place.queue.async(execute: job) }
    }

    private let lane = Lane()

    func testCallsArriveThereInOrder() {
        let counter = Ledger()
        for call in 0..<100 { counter.on(lane) { $0.append(call) } }
        XCTAssertEqual(counter.on(lane).sync { $0.history }, Array(0..<100))
    }

    func testWaitingBlocksUntilTheBodyReturnedThere() {
        let lane = lane
        XCTAssertTrue(Ledger().on(lane).sync { _ in lane.isCurrent })
    }

    func testWaitingIsInlineWhenAlreadyThere() {
        let proxy = Ledger().on(lane)
        XCTAssertEqual(proxy.sync { _ in proxy.sync { _ in 4 } }, 4)
    }

    func testErrorOfTheBodyArrivesWithItsType() {
        let error = failure { () throws(Refusal) in
            try Ledger().on(lane).sync { _ throws(Refusal) in throw Refusal(code: 5) }
        }
        XCTAssertEqual(error, Refusal(code: 5))
    }

    func testTimeoutNamesTheDestination() {
        lane.place.queue.suspend()
        XCTAssertEqual(refusal(at: lane, timeout: .milliseconds(1))?.destination, "Lane")
        lane.place.queue.resume()
    }

    func testTimeoutNamesTheDestinationAsItCallsItself() {
        struct Named: Destination, CustomStringConvertible {
            let description = "the mill"
            let secret = "flour"
            var isCurrent: Bool { false }
            func enqueue(_ job: @escaping @Sendable () -> Void) {}
        }
        XCTAssertThrowsError(try Ledger().on(Named()).sync(timeout: .zero) { _ in }) {
            XCTAssertEqual(($0 as? InvocationError)?.destination, "the mill")
        }
    }

    func testACallThatIsTakenTooLateNeverRuns() {
        // Takes longer over it than the call may, and runs it when the caller has given up.
        final class Slow: Destination {
            let taken = Log<@Sendable () -> Void>()
            var isCurrent: Bool { false }
            func enqueue(_ job: @escaping @Sendable () -> Void) {
                _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(20))
                taken.add(job)
            }
        }
        let slow = Slow()
        let counter = Ledger()
        XCTAssertThrowsError(
            try counter.on(slow).sync(timeout: .milliseconds(20)) { $0.value = 1 }
        )
        XCTAssertEqual(slow.taken.entries.count, 1)
        for job in slow.taken.entries { job() }
        XCTAssertEqual(counter.value, 0)
    }

    func testDestinationMayWaitItselfAsItTakesACall() throws {
        /// Notes each call, which may have ended by then, and waits until it is noted.
        struct Noted: Destination {
            let queue = DispatchQueue(label: "noted")
            let journal = DispatchQueue(label: "journal")
            let errors = Log<InvocationError?>()
            var isCurrent: Bool { false }

            func enqueue(_ job: @escaping @Sendable () -> Void) {
                queue.async(execute: job)
                queue.sync {}
                journal.async {
                    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(5))
                }
                let counter = Ledger()
                errors.add(
                    thrown {
                        try counter.on(.queue(journal)).sync(timeout: .seconds(ample)) {
                            $0.value = 1
                        }
                    }
                )
                counter.on(.queue(journal)).submit { $0.value }.cancel()
                XCTAssertEqual(counter.value, 1)
            }
        }
        let noted = Noted()
        for _ in 0..<3 {
            XCTAssertEqual(try Ledger().on(noted).sync(timeout: .seconds(ample)) { _ in 1 }, 1)
            XCTAssertEqual(Ledger().on(noted).sync { _ in 2 }, 2)
            XCTAssertEqual(try Ledger().on(noted).submit { _ in 3 }.wait(), 3)
        }
        XCTAssertEqual(noted.errors.entries.compactMap { $0 }, [])
    }
}

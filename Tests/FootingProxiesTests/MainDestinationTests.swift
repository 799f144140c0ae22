import Dispatch
import FootingProxies
import TestSupport
import XCTest

final class MainDestinationTests: XCTestCase {
    @MainActor
    final class Screen: Invocable {
        var title = ""
        func show(_ title: String) { self.title = title }
    }

    // MARK: Where main is

    func testIsCurrentOnTheMainQueueOnly() async {
        let child = DispatchQueue(label: "targets main", target: .main)
        let places: [(String, Bool, (@escaping @Sendable () -> Void) -> Void)] = [
            ("block of the main queue", true, { DispatchQueue.main.async(execute: $0) }),
            ("task of the main actor", true, { work in Task { @MainActor in work() } }),
            ("queue that targets main", true, { child.async(execute: $0) }),
            ("operation of the main queue", true, { OperationQueue.main.addOperation($0) }),
            ("queue", false, { DispatchQueue(label: "other").async(execute: $0) }),
            ("global queue", false, { DispatchQueue.global().async(execute: $0) }),
            ("detached task", false, { work in Task.detached { work() } }),
            ("thread", false, { Thread.detachNewThread($0) }),
            (
                "main queue, reached by waiting", true,
                { work in
                    DispatchQueue.global().async { DispatchQueue.main.sync(execute: work) }
                }
            ),
        ]
        for (name, expected, run) in places {
            let asked = expectation(description: name)
            run {
                XCTAssertEqual(MainDestination.isCurrent, expected, name)
                asked.fulfill()
            }
            await fulfillment(of: [asked], timeout: ample)
        }
    }

    func testMainIsServedWhileTheMainActorRuns() async {
        let served = await onThread { MainDestination.isServed(within: .seconds(ample)) }
        XCTAssertTrue(served)
    }

    @MainActor
    func testMainIsServedForWhoRunsThere() {
        XCTAssertTrue(MainDestination.isServed(within: .zero))
    }

    @MainActor
    func testMainIsNotServedWhileItIsBlocked() {
        onThread {
            XCTAssertFalse(MainDestination.isServed(within: .milliseconds(5)))
            XCTAssertFalse(MainDestination.isServed(within: .zero))
        }
    }

    // MARK: Fire and forget

    func testCallRunsIsolatedToTheMainActor() async {
        let screen = Screen()
        let shown = expectation(description: "shown")
        startThread {
            screen.on(.main) {
                $0.show("on main")
                XCTAssertTrue(MainDestination.isCurrent)
                shown.fulfill()
            }
        }
        .pass()
        await fulfillment(of: [shown], timeout: ample)
        let title = await screen.title
        XCTAssertEqual(title, "on main")
    }

    @MainActor
    func testCallIsNeverInlineNotEvenOnMain() async {
        let log = Log<String>()
        Ledger().on(.main) { _ in log.add("call") }
        log.add("after the call was made")
        await Ledger().on(.main).run { _ in }
        XCTAssertEqual(log.entries, ["after the call was made", "call"])
    }

    func testCallsOfEachProducerRunInTheirOrderAmongRawBlocks() async {
        let producers = 8
        let calls = rounds(300, underStress: 3_000)
        let counters = (0..<producers).map { _ in Ledger() }
        DispatchQueue.concurrentPerform(iterations: producers) { producer in
            let counter = counters[producer]
            for call in 0..<calls {
                if call.isMultiple(of: 2) {
                    counter.on(.main) { $0.append(call) }
                } else {
                    DispatchQueue.main.async { counter.append(call) }
                }
            }
        }
        let histories = await counters[0].on(.main).run { _ in counters.map(\.history) }
        XCTAssertEqual(histories, Array(repeating: Array(0..<calls), count: producers))
    }

    func testAssignmentSetsThePropertyOnMain() async {
        let counter = Ledger()
        counter.on(.main).value = 5
        let value = await counter.on(.main).run { $0.value }
        XCTAssertEqual(value, 5)
    }

    // MARK: Waiting

    func testWaitingReturnsWhatTheBodyMadeOnMain() async {
        let screen = Screen()
        let title = await onThread {
            screen.on(.main).sync { screen in
                screen.show("waited for")
                return MainDestination.isCurrent ? screen.title : "elsewhere"
            }
        }
        XCTAssertEqual(title, "waited for")
    }

    @MainActor
    func testWaitingIsInlineOnMain() throws {
        let screen = Screen()
        screen.on(.main) { $0.show("later") }
        XCTAssertEqual(screen.on(.main).sync { $0.title }, "")
        XCTAssertEqual(try screen.on(.main).sync(timeout: .zero) { $0.title }, "")
        XCTAssertThrowsError(
            try screen.on(.main).sync { _ throws(Refusal) in throw Refusal(code: 1) }
        ) { XCTAssertEqual($0 as? Refusal, Refusal(code: 1)) }
    }

    @MainActor
    func testBodyNeverRunsAfterTheTimeout() async {
        let counter = Ledger()
        startThread {
            let error = thrown {
                try counter.on(.main).sync(timeout: .milliseconds(5)) { $0.value = 1 }
            }
            XCTAssertEqual(error?.code, .timedOut)
            XCTAssertEqual(error?.destination, "the main queue")
        }
        .pass()
        await counter.on(.main).run { _ in }
        XCTAssertEqual(counter.value, 0)
    }

    func testTimedWaitOnMainReturnsOrRethrows() async {
        let results = await onThread { () -> (Int?, Refusal?) in
            let proxy = Ledger().on(.main)
            let value = try? proxy.sync(timeout: .seconds(ample)) { _ in 3 }
            let failure = Result {
                try proxy.sync(timeout: .seconds(ample)) { _ in throw Refusal(code: 2) }
            }
            var refusal: Refusal?
            if case .failure(let error) = failure { refusal = error as? Refusal }
            return (value, refusal)
        }
        XCTAssertEqual(results.0, 3)
        XCTAssertEqual(results.1, Refusal(code: 2))
    }
}

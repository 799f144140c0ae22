import Dispatch
import FootingProxies
import TestSupport
import XCTest

final class ProxyTests: XCTestCase {
    // MARK: Fire and forget

    func testCallRunsAtTheDestination() {
        let place = MarkedQueue()
        let log = Log<Bool>()

        Ledger().on(.queue(place.queue)) { _ in log.add(place.isCurrent) }
        place.queue.sync {}

        XCTAssertEqual(log.entries, [true])
    }

    func testCallsToTheBackgroundLeaveTheCaller() {
        let done = expectation(description: "ran")
        let caller = MarkedQueue()

        caller.queue.sync {
            Ledger().on(.background) { _ in
                XCTAssertFalse(caller.isCurrent)
                XCTAssertFalse(MainDestination.isCurrent)
                done.fulfill()
            }
        }

        wait(for: [done], timeout: ample)
    }

    func testCallsOfEachProducerRunInTheirOrderAmongRawBlocks() {
        let queue = DispatchQueue(label: "fifo")
        let producers = 8
        let calls = rounds(2_500, underStress: 25_000)
        let counters = (0..<producers).map { _ in Ledger() }

        DispatchQueue.concurrentPerform(iterations: producers) { producer in
            let counter = counters[producer]
            let kept = counter.on(.queue(queue))
            for call in 0..<calls {
                switch call % 3 {
                case 0: counter.on(.queue(queue)) { $0.append(call) }
                case 1: queue.async { counter.append(call) }
                default: kept { $0.append(call) }
                }
            }
        }
        queue.sync {}

        for (producer, counter) in counters.enumerated() {
            XCTAssertEqual(counter.history, Array(0..<calls), "producer \(producer)")
        }
    }

    func testSentArgumentArrivesWithoutBeingSendable() {
        final class Parts { var names = ["a"] }
        let queue = DispatchQueue(label: "sent")
        let log = Log<[String]>()
        let parts = Parts()

        Ledger().on(.queue(queue)) { _ in
            parts.names.append("b")
            log.add(parts.names)
        }
        queue.sync {}

        XCTAssertEqual(log.entries, [["a", "b"]])
    }

    // MARK: Properties

    func testAssignmentSetsThePropertyAtTheDestinationInOrder() {
        let queue = DispatchQueue(label: "set")
        let counter = Ledger()

        queue.suspend()
        counter.on(.queue(queue)).value = 5
        counter.on(.queue(queue)) { $0.value *= 2 }
        XCTAssertEqual(counter.value, 0)
        queue.resume()
        queue.sync {}

        XCTAssertEqual(counter.value, 10)
    }

    // MARK: Lifetimes

    func testTargetAndCapturesAreHeldUntilTheCallRanAndThenReleased() {
        let queue = DispatchQueue(label: "held")
        weak var target: Ledger?
        weak var captured: Ledger?

        queue.suspend()
        do {
            let counter = Ledger()
            let other = Ledger()
            (target, captured) = (counter, other)
            counter.on(.queue(queue)) { $0.value = other.value }
            counter.on(.queue(queue)).value = 1
        }
        XCTAssertNotNil(target)
        XCTAssertNotNil(captured)
        queue.resume()
        queue.sync {}

        XCTAssertNil(target)
        XCTAssertNil(captured)
    }

    func testTheSenderHoldsNothingOfACallThatItMade() {
        // The call ran before the sender got control back, so what it held longer it would let go
        // here.
        let late = LateQueue()
        let log = Log<Bool>()
        let counter = Ledger()
        let cage = Cage()
        let calls: [(String, () -> Void)] = [
            ("body", { counter.on(late, use(Witness(log) { late.isCurrent })) }),
            ("body, through a proxy", { counter.on(late)(use(Witness(log) { late.isCurrent })) }),
            ("body, for each", { [counter].on(late, use(Witness(log) { late.isCurrent })) }),
            ("target", { Witness(log) { late.isCurrent }.on(late) { $0.testify() } }),
            ("target, for each", { [Witness(log) { late.isCurrent }].on(late) { $0.testify() } }),
            ("value", { cage.on(late).canary = Witness(log) { late.isCurrent } }),
        ]
        for (index, (name, call)) in calls.enumerated() {
            call()
            XCTAssertEqual(log.entries, Array(repeating: true, count: index + 1), name)
        }
    }

    func testObjectsThatTheCallerKeepsAreReleasedByTheCaller() {
        let late = LateQueue()
        let log = Log<Bool>()
        do {
            let canary = Witness(log) { late.isCurrent }
            canary.on(late) { $0.testify() }
            withExtendedLifetime(canary) { XCTAssertEqual(log.entries, []) }
        }
        XCTAssertEqual(log.entries, [false])
    }

    func testKeptProxyHoldsItsTarget() {
        weak var target: Ledger?
        var proxy: Proxy<Ledger, QueueDestination>?
        do {
            let counter = Ledger()
            target = counter
            proxy = counter.on(.background)
        }

        withExtendedLifetime(proxy) { XCTAssertNotNil(target) }
        proxy = nil

        XCTAssertNil(target)
    }

    // Drops what it is given. Unchecked: it stores nothing.
    private final class Cage: @unchecked Sendable, Invocable {
        var canary: Witness? {
            get { nil }
            set { newValue?.testify() }
        }
    }
}

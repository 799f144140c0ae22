import Dispatch
import FootingProxies
import TestSupport
import XCTest

/// Proxies that do not hold their object.
final class WeakProxyTests: XCTestCase {
    private let place = MarkedQueue()

    func testCallsReachAnObjectThatLives() async throws {
        let counter = Ledger()
        let proxy = counter.on(.queue(place.queue)).weak
        let place = place
        proxy { $0.append(place.isCurrent ? 1 : -1) }
        try await proxy.submit(delay: .milliseconds(1)) { $0.append(2) }.value
        let main = counter.on(.main).weak
        main { $0.append(MainDestination.isCurrent ? 3 : -1) }
        try await main.submit(delay: .milliseconds(1)) { $0.append(4) }.value
        XCTAssertEqual(counter.history, [1, 2, 3, 4])
    }

    func testCallsToAnObjectThatIsGoneAreSkipped() async {
        let log = Log<Void>()
        let main: MainProxy<Ledger>.Weak
        let proxy: Proxy<Ledger, QueueDestination>.Weak
        do {
            let counter = Ledger()
            proxy = counter.on(.queue(place.queue)).weak
            main = counter.on(.main).weak
        }
        proxy { _ in log.add(()) }
        main { _ in log.add(()) }
        for call in [
            proxy.submit(delay: .zero) { _ in log.add(()) },
            proxy.submit(delay: .milliseconds(1)) { _ in log.add(()) },
            main.submit(delay: .zero) { _ in log.add(()) },
            main.submit(delay: .milliseconds(1)) { _ in log.add(()) },
        ] {
            let error = await failure { try await call.value } as? InvocationError
            XCTAssertEqual(error?.code, .cancelled)
        }
        XCTAssertEqual(log.entries.count, 0)
    }

    func testWaitingCallsDoNotHoldTheObject() {
        let log = Log<Bool>()
        place.queue.suspend()
        let proxy: Proxy<Witness, QueueDestination>.Weak
        do {
            let witness = Witness(log)
            proxy = witness.on(.queue(place.queue)).weak
            proxy { $0.testify() }
            proxy.submit(delay: .seconds(3_600)) { $0.testify() }
        }
        XCTAssertEqual(log.entries, [true])
        place.queue.resume()
    }

    func testObjectThatIsDroppedMeanwhileIsCalledOrNot() {
        let log = Log<Bool>()
        let calls = rounds(500, underStress: 20_000)
        for _ in 0..<calls {
            let witness = Witness(log)
            witness.on(.queue(place.queue)).weak { $0.testify() }
        }
        place.queue.sync {}
        XCTAssertTrue(eventually { log.entries.count == calls })
    }

    func testCapturesAreLetGoOfAtTheDestination() {
        let place = place
        let log = Log<Bool>()
        let calls = rounds(500, underStress: 20_000)
        let counter = Ledger()
        let late = LateQueue()
        for _ in 0..<calls {
            call(counter.on(.queue(place.queue)).weak, Witness(log) { place.isCurrent })
            call(counter.on(late).weak, Witness(log) { late.isCurrent })
        }
        XCTAssertTrue(eventually { log.entries.count == 2 * calls })
        XCTAssertEqual(log.entries.count { !$0 }, 0)
    }

    func testObjectThatIsBeingDeallocatedIsCalledBySyncAndSkippedByWeak() {
        final class Closing: @unchecked Sendable, Invocable {
            let place: MarkedQueue
            let log: Log<String>
            init(_ place: MarkedQueue, _ log: Log<String>) { (self.place, self.log) = (place, log) }
            func close() { log.add(place.isCurrent ? "closed" : "elsewhere") }
            deinit {
                on(.queue(place.queue)).weak { $0.log.add("called") }
                on(.queue(place.queue)).weak.submit(delay: .milliseconds(1)) {
                    $0.log.add("called")
                }
                on(.queue(place.queue)).sync { $0.close() }
            }
        }
        let log = Log<String>()
        _ = Closing(place, log)
        place.queue.sync {}
        XCTAssertNoThrow(
            try Ledger().on(.queue(place.queue)).submit(delay: .milliseconds(1)) { _ in }.wait()
        )
        XCTAssertEqual(log.entries, ["closed"])
    }

    private func call<Place: Destination>(
        _ proxy: Proxy<Ledger, Place>.Weak,
        _ witness: consuming Witness
    ) {
        proxy(use(consume witness))
    }
}

/// A body that holds `witness`, which nothing else does.
func use(_ witness: consuming Witness) -> sending (Ledger) -> Void {
    let witness = consume witness
    return { _ in witness.testify() }
}

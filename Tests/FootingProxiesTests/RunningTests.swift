import Dispatch
import FootingProxies
import TestSupport
import XCTest

final class RunningTests: XCTestCase {
    func testRunReturnsWhatTheBodyMadeAtTheDestination() async {
        let place = MarkedQueue()
        let there = await Ledger().on(.queue(place.queue)).run { _ in place.isCurrent }
        XCTAssertTrue(there)
    }

    func testRunOnMainIsOnTheMainActor() async {
        let there = await Ledger().on(.main).run { _ in
            MainActor.assertIsolated()
            return MainDestination.isCurrent
        }
        XCTAssertTrue(there)
    }

    func testErrorOfTheBodyArrivesWithItsType() async {
        let queue = DispatchQueue(label: "throws")
        let onQueue = await failure { () async throws(Refusal) in
            try await Ledger().on(.queue(queue)).run { _ throws(Refusal) in throw Refusal() }
        }
        XCTAssertEqual(onQueue, Refusal())
        let onMain = await failure { () async throws(Refusal) in
            try await Ledger().on(.main).run { _ throws(Refusal) in throw Refusal(code: 2) }
        }
        XCTAssertEqual(onMain, Refusal(code: 2))
    }

    func testRunRunsAfterEarlierCalls() async {
        let queue = DispatchQueue(label: "order")
        let counter = Ledger()
        for call in 0..<100 { counter.on(.queue(queue)) { $0.append(call) } }
        let history = await counter.on(.queue(queue)).run { $0.history }
        XCTAssertEqual(history, Array(0..<100))
    }

    func testResultNeedNotBeSendable() async throws {
        final class Parts { var names = ["a"] }
        let parts = await Ledger().on(.background).run { _ in Parts() }
        parts.names.append("b")
        XCTAssertEqual(parts.names, ["a", "b"])
    }

    func testRunIgnoresCancellation() async {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await Ledger().on(.background).run { _ in 6 }
        }
        task.cancel()
        let value = await task.value
        XCTAssertEqual(value, 6)
    }

    func testObjectsThatARunHeldAreReleasedAtTheDestination() async {
        let place = MarkedQueue()
        let log = Log<Bool>()
        let calls = rounds(500, underStress: 5_000)
        for _ in 0..<calls {
            await Ledger().on(.queue(place.queue)).run(singing(place.mark, log))
        }
        place.queue.sync {}
        XCTAssertEqual(log.entries, Array(repeating: true, count: calls))
    }

    private func singing(
        _ mark: DispatchSpecificKey<Bool>,
        _ log: Log<Bool>
    ) -> sending (Ledger) -> sending Void {
        let canary = Witness(log) { DispatchQueue.getSpecific(key: mark) != nil }
        return { _ in canary.testify() }
    }
}

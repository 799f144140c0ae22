import Dispatch
import FootingProxies
import TestSupport
import XCTest

final class SequenceTests: XCTestCase {
    func testEachElementIsCalledInOrderInOneHop() {
        struct Hops: Destination {
            let queue = DispatchQueue(label: "each")
            let log = Log<String>()
            var isCurrent: Bool { false }
            func enqueue(_ job: @escaping @Sendable () -> Void) {
                log.add("hop")
                queue.async(execute: job)
            }
        }
        let hops = Hops()
        let counters = (0..<3).map { number in
            let counter = Ledger()
            counter.value = number
            return counter
        }

        counters.on(hops) { hops.log.add("\($0.value)") }
        hops.queue.sync {}

        XCTAssertEqual(hops.log.entries, ["hop", "0", "1", "2"])
    }

    func testElementsAreReadWhenTheCallIsMade() async {
        var counters = [Ledger()]
        let first = counters[0]
        counters.on(.main) { $0.value += 1 }
        counters.append(Ledger())
        await first.on(.main).run { _ in }
        XCTAssertEqual(counters.map(\.value), [1, 0])
    }

    func testEmptySequenceMakesNoCall() {
        struct Unreachable: Destination {
            var isCurrent: Bool { false }
            func enqueue(_ job: @escaping @Sendable () -> Void) { XCTFail("enqueued") }
        }
        [Ledger]().on(Unreachable()) { $0.value = 1 }
    }
}

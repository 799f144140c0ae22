import FootingObservation
import FootingLocks
import TestSupport
import XCTest

/// A shared value on one thread, and as a sequence.
final class ObservedValueTests: XCTestCase {
    func testAnAccessReturnsItsResult() {
        let cell = ObservedValue([1, 2])
        let count = cell.withValue { value in
            value.append(3)
            return value.count
        }

        XCTAssertEqual(count, 3)
    }

    func testAnOptionalValueTellsNilFromNothing() {
        let cell = ObservedValue<Int?>(nil)
        let changes = Lock<[ValueChange<Int?>]>([])
        let token = cell.observe(initial: true) { change in changes.withLock { $0.append(change) } }
        cell.set(1)

        XCTAssertEqual(changes.withLock { $0 }.map(\.oldValue), [.none, .some(nil)])
        token.cancel()
    }

    func testAnObservationMayEndWithAnObserverObject() {
        let cell = ObservedValue(1)
        let log = Log<String>()
        let count = Population()
        var observer: Canary? = Population().canary()
        var tokens: [ObservationToken] = []
        if let observer {
            for initial in [false, true] {
                let token = cell.observe(with: observer, initial: initial, distinct: ==) {
                    [canary = count.canary()] _, change in
                    log.add("\(initial)", change)
                    withExtendedLifetime(canary) {}
                }
                tokens.append(token)
            }
        }
        cell.set(1)
        cell.set(2)
        XCTAssertEqual(tokens.map(\.isLive), [true, true])
        observer = nil
        XCTAssertEqual(tokens.map(\.isLive), [false, false])
        cell.set(3)

        XCTAssertEqual(log.entries, ["true: = 1", "false: 1 -> 2", "true: 1 -> 2"])
        XCTAssertEqual(count.count, 0)
    }

    func testReleasingATokenOfAnObserverObjectEndsNothing() {
        let cell = ObservedValue(1)
        let log = Log<String>()
        let observer = Population().canary()
        cell.observe(with: observer) { log.add("value", $1) }
        cell.set(2)
        cell.observe(with: observer, initial: true) { log.add("also", $1) }.cancel()
        cell.set(3)

        XCTAssertEqual(log.entries, ["value: 1 -> 2", "also: = 2", "value: 2 -> 3"])
        withExtendedLifetime(observer) {}
    }

    func testAQueueGetsTheInitialValueTheChangesAndTheEndInOrder() {
        let queue = DispatchQueue(label: "test", attributes: .concurrent)
        let log = Log<String>()
        var cell: ObservedValue? = ObservedValue(1)
        queue.suspend()
        let token = cell?.observe(on: .queue(queue), initial: true, onFinish: { log.add("end") }) {
            log.add("value", $0)
        }
        let other = cell?.observe(on: .coalesced(on: .queue(queue)), distinct: ==) {
            log.add("coalesced", $0)
        }
        for number in 1...3 { cell?.set(number) }
        cell = nil
        XCTAssertEqual(log.entries, [])
        queue.resume()
        queue.sync(flags: .barrier) {}

        XCTAssertEqual(
            log.entries.filter { !$0.hasPrefix("c") },
            ["value: = 1", "value: 1 -> 1", "value: 1 -> 2", "value: 2 -> 3", "end"]
        )
        XCTAssertEqual(log.entries.filter { $0.hasPrefix("c") }, ["coalesced: 1 -> 3"])
        XCTAssertEqual([token?.isLive, other?.isLive], [false, false])
    }

    func testAnObservationCancelledBeforeItBeginsLeavesNothingBehind() {
        let cell = ObservedValue(0)
        let count = Population()
        let log = Log<String>()
        let bag = ObservationBag()
        cell.observe { change in
            let canary = count.canary()
            let token = cell.observe { _ in
                log.add("called")
                withExtendedLifetime(canary) {}
            }
            token.cancel()
        }.store(in: bag)

        cell.set(1)
        cell.set(2)

        XCTAssertEqual(count.count, 0)
        XCTAssertEqual(log.entries, [])
    }

    func testAReplacedValueIsReleasedWhereTheSharedValueCanBeUsed() {
        let cell = ObservedValue<Canary?>(nil)
        let log = Log<String>()
        cell.set(Canary { log.add("\(cell.value == nil)") })
        cell.set(nil)

        let token = cell.observe { _ in }
        cell.set(Canary { log.add("\(cell.value == nil)") })
        cell.set(nil)

        XCTAssertEqual(log.entries, ["true", "true"])
        token.cancel()
    }

    func testAValueReplacedInPlaceIsReleasedWhereTheSharedValueCanBeUsed() {
        let cell = ObservedValue<Canary?>(nil)
        let log = Log<String>()
        cell.set(Canary { log.add("\(cell.value == nil)") })
        cell.observe { _ in }.cancel()  // The next change finds no observer.
        cell.withValue { $0 = nil }

        XCTAssertEqual(log.entries, ["true"])
    }

    func testAHandlerReleasedByTheDelivererMayUseTheValue() {
        let cell = ObservedValue(0)
        let log = Log<String>()
        let kept = cell.observe { log.add("kept", $0) }
        let token = Lock<ObservationToken?>(nil)
        let last = Canary { cell.set(cell.value + 10) }
        token.withLock { slot in
            slot = cell.observe { [last] _ in
                token.withLock { $0 }?.cancel()
                withExtendedLifetime(last) {}
            }
        }
        _ = consume last

        cell.set(1)

        XCTAssertEqual(log.entries, ["kept: 0 -> 1", "kept: 1 -> 11"])
        kept.cancel()
    }
}

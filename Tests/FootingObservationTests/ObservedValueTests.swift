import FootingObservation
import FootingLocks
import TestSupport
import XCTest

/// A shared value on one thread, and as a sequence.
final class ObservedValueTests: XCTestCase {
    func testAChangeIsDeliveredAfterItIsStoredAndBeforeItsCallReturns() {
        let cell = ObservedValue(1)
        let log = Log<String>()
        let token = cell.observe { log.add("a", $0, "now \(cell.value)") }

        cell.set(2)
        log.add("set")
        cell.withValue { $0 += 3 }
        log.add("changed")

        XCTAssertEqual(log.entries, ["a: 1 -> 2 now 2", "set", "a: 2 -> 5 now 5", "changed"])
        token.cancel()
    }

    func testObserversAreCalledInTheOrderOfRegistration() {
        let cell = ObservedValue(0)
        let log = Log<String>()
        let bag = ObservationBag()
        for name in ["a", "b", "c"] { cell.observe { log.add(name, $0) }.store(in: bag) }

        cell.set(1)

        XCTAssertEqual(log.entries, ["a: 0 -> 1", "b: 0 -> 1", "c: 0 -> 1"])
    }

    func testEveryAssignmentIsAChangeUnlessTheObserverWantsOnlyDistinctOnes() {
        let cell = ObservedValue("a")
        let log = Log<String>()
        let bag = ObservationBag()
        cell.observe { log.add("all", $0) }.store(in: bag)
        cell.observe(distinct: ==) { log.add("distinct", $0) }.store(in: bag)

        cell.set("a")
        cell.withValue { _ in }
        cell.set("b")

        XCTAssertEqual(
            log.entries,
            ["all: a -> a", "all: a -> a", "all: a -> b", "distinct: a -> b"]
        )
    }

    func testAnAccessIsOneChangeAlsoIfItThrows() {
        struct Stop: Error {}
        let cell = ObservedValue([1])
        let log = Log<String>()
        let token = cell.observe { log.add("a", $0) }

        XCTAssertThrowsError(
            try cell.withValue { value throws(Stop) in
                value.append(2)
                value.append(3)
                throw Stop()
            }
        )
        let count = cell.withValue { value in
            value.removeFirst()
            return value.count
        }

        XCTAssertEqual(count, 2)
        XCTAssertEqual(log.entries, ["a: [1] -> [1, 2, 3]", "a: [1, 2, 3] -> [2, 3]"])
        token.cancel()
    }

    func testAnOptionalValueTellsNilFromNothing() {
        let cell = ObservedValue<Int?>(nil)
        let changes = Lock<[ValueChange<Int?>]>([])
        let token = cell.observe(initial: true) { change in changes.withLock { $0.append(change) } }
        cell.set(1)

        XCTAssertEqual(changes.withLock { $0 }.map(\.oldValue), [.none, .some(nil)])
        token.cancel()
    }

    func testSetsOfAHandlerAreDeliveredAfterwardsToAllInTheSameOrder() {
        let cell = ObservedValue(0)
        let log = Log<String>()
        let bag = ObservationBag()
        cell.observe { change in
            log.add("a", change)
            if change.newValue == 1 {
                cell.set(2)
                log.add("still \(cell.value)")
                cell.withValue { $0 += 1 }
            }
        }.store(in: bag)
        cell.observe { log.add("b", $0) }.store(in: bag)

        cell.set(1)
        log.add("end")

        XCTAssertEqual(
            log.entries,
            [
                "a: 0 -> 1", "still 2", "b: 0 -> 1", "a: 1 -> 2", "b: 1 -> 2", "a: 2 -> 3",
                "b: 2 -> 3", "end",
            ]
        )
    }

    func testAnObserverMadeByAHandlerSeesOnlyWhatIsStoredLater() {
        let cell = ObservedValue(0)
        let log = Log<String>()
        let bag = ObservationBag()
        cell.observe { change in
            log.add("a", change)
            guard change.newValue == 1 else { return }
            cell.set(2)
            cell.observe(initial: true) { log.add("late", $0) }.store(in: bag)
            cell.set(3)
        }.store(in: bag)

        cell.set(1)

        XCTAssertEqual(
            log.entries,
            ["a: 0 -> 1", "late: = 2", "a: 1 -> 2", "a: 2 -> 3", "late: 2 -> 3"]
        )
    }

    func testTheInitialValueComesFirstAlsoIfItsHandlerChangesTheValue() {
        let cell = ObservedValue(0)
        let log = Log<String>()
        let token = cell.observe(initial: true) { change in
            log.add("a", change)
            if change.newValue < 2 { cell.set(change.newValue + 1) }
            log.add("end of \(change.newValue)")
        }
        log.add("observed")

        XCTAssertEqual(
            log.entries,
            [
                "a: = 0", "end of 0", "a: 0 -> 1", "end of 1", "a: 1 -> 2", "end of 2", "observed",
            ]
        )
        token.cancel()
    }

    func testCancellingInsideHandlersCountsAtOnce() {
        let cell = ObservedValue(0)
        let log = Log<String>()
        let tokens = Lock<[ObservationToken]>([])
        for number in 0..<3 {
            let token = cell.observe { change in
                log.add("\(number)", change)
                if number == 1 { tokens.withLock { $0 }.suffix(2).forEach { $0.cancel() } }
            }
            tokens.withLock { $0.append(token) }
        }

        cell.set(1)
        cell.set(2)

        XCTAssertEqual(log.entries, ["0: 0 -> 1", "1: 0 -> 1", "0: 1 -> 2"])
        XCTAssertEqual(tokens.withLock { $0 }.map(\.isLive), [true, false, false])
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
        let token = cell?.observe(on: .queue(queue), initial: true, onEnd: { log.add("end") }) {
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

    func testNothingBeginsInAQueueAfterCancelling() {
        let queue = DispatchQueue(label: "test")
        let cell = ObservedValue(1)
        let log = Log<String>()
        queue.suspend()
        let token = cell.observe(on: .queue(queue), initial: true) { log.add("value", $0) }
        cell.set(2)
        token.cancel()
        queue.resume()
        queue.sync {}

        XCTAssertEqual(log.entries, [])
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

    func testTheEndOfTheValueIsToldAndReleasesTheHandlers() {
        let count = Population()
        let log = Log<String>()
        var cell: ObservedValue<Int>? = ObservedValue(0)
        let canary = count.canary()
        let token = cell?.observe(onEnd: { log.add("end") }) { [canary] change in
            log.add("a", change)
            withExtendedLifetime(canary) {}
        }
        let cancelled = cell?.observe(onEnd: { log.add("never") }) { _ in }
        cancelled?.cancel()
        cell?.set(1)
        cell = nil

        XCTAssertEqual(log.entries, ["a: 0 -> 1", "end"])
        XCTAssertEqual(token?.isLive, false)
        withExtendedLifetime(canary) { XCTAssertEqual(count.count, 1) }
    }

    func testAHandlerMayLetGoOfTheValue() {
        let log = Log<String>()
        let holder = Lock<ObservedValue<Int>?>(ObservedValue(0))
        let token = holder.withLock { $0 }?.observe(onEnd: { log.add("end") }) { change in
            holder.withLock { $0 = nil }
            log.add("a", change)
        }

        holder.withLock { $0 }?.set(1)

        XCTAssertEqual(log.entries, ["a: 0 -> 1", "end"])
        XCTAssertEqual(token?.isLive, false)
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
        cell.observe { _ in }.cancel()  // The next change finds that nobody observes.
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

    func testChangesAreASequenceThatEndsWithTheValue() async {
        var cell: ObservedValue<Int>? = ObservedValue(0)
        let changes = cell?.changes(initial: true)
        let newest = cell?.changes(newest: 1)
        for number in 1...3 { cell?.set(number) }
        cell = nil

        var values: [Int] = []
        if let changes { for await change in changes { values.append(change.newValue) } }
        if let newest { for await change in newest { values.append(change.newValue) } }
        XCTAssertEqual(values, [0, 1, 2, 3, 3])
    }

    func testAbandonedSequencesLeaveNoObserver() {
        let canaries = Population()
        let cell = ObservedValue(canaries.canary())
        for _ in 0..<10_000 { _ = cell.changes(initial: true) }
        cell.set(canaries.canary())

        assertComesTrue(canaries.count == 1)
    }
}

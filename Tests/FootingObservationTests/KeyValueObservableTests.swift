import FootingObservation
import Synchronization
import TestSupport
import XCTest

/// The promises of `observe`: when, in which order and with what a handler is called.
final class KeyValueObservableTests: XCTestCase {
    // MARK: Delivery

    func testNestedSetsReachEveryObserverInTheSameSequence() {
        let account = Account()
        var sequences: [[ValueChange<Int>]] = [[], [], []]
        let bag = ObservationBag()
        for index in 0..<3 {
            account.observe(\.balance) { change in
                sequences[index].append(change)
                if index == 1, change.newValue < 3 { account.balance += 1 }
                if index == 0, change.newValue == 1 { account.balance = 10 }
            }.store(in: bag)
        }
        account.balance = 1

        XCTAssertEqual(sequences[0].map(\.newValue), [1, 10, 11])
        for sequence in sequences {
            XCTAssertEqual(sequence, sequences[0])
            for (earlier, later) in zip(sequence, sequence.dropFirst()) {
                XCTAssertEqual(later.oldValue, earlier.newValue)
            }
        }
    }

    func testAnotherPropertySetInAHandlerIsDeliveredAtOnce() {
        let account = Account()
        let log = Log<String>()
        let bag = ObservationBag()
        account.observe(\.balance) { change in
            account.owner = "Bo"
            log.add("balance", change)
        }.store(in: bag)
        account.observe(\.owner) { log.add("owner", $0) }.store(in: bag)
        account.balance = 1

        XCTAssertEqual(log.entries, ["owner: Ann -> Bo", "balance: 0 -> 1"])
    }

    // MARK: Initial, distinct

    func testDistinctLeavesOutChangesBetweenSameValues() {
        let account = Account()
        let log = Log<String>()
        let bag = ObservationBag()
        account.observe(\.balance, initial: true, distinct: ==) { log.add("distinct", $0) }
            .store(in: bag)
        account.observe(\.owner, distinct: { $0.count == $1.count }) { log.add("length", $0) }
            .store(in: bag)
        account.balance = 0
        account.balance = 1
        account.balance = 1
        account.owner = "Bob"
        account.owner = "Bo"

        XCTAssertEqual(
            log.entries,
            ["distinct: = 0", "distinct: 0 -> 1", "length: Bob -> Bo"]
        )
    }

    func testDistinctLetsNaNThroughEveryTime() {
        final class Sensor: KeyValueObservable { @Observed var level = Double.nan }
        let sensor = Sensor()
        var count = 0
        let token = sensor.observe(\.level, distinct: ==) { _ in count += 1 }
        sensor.level = .nan
        sensor.level = .nan
        token.cancel()

        XCTAssertEqual(count, 2)
    }

    // MARK: Changing the observers in a handler

    func testAnObserverCancelledWhileAChangeWaitsDoesNotSeeIt() {
        let account = Account()
        let log = Log<String>()
        var later: ObservationToken?
        let first = account.observe(\.balance) { change in
            log.add("first", change)
            if change.newValue == 1 { account.balance = 2 }
            if change.newValue == 2 { later?.cancel() }
        }
        later = account.observe(\.balance) { log.add("later", $0) }
        account.balance = 1
        first.cancel()

        XCTAssertEqual(log.entries, ["first: 0 -> 1", "later: 0 -> 1", "first: 1 -> 2"])
    }

    func testEveryObserverMayLeaveInTheSameDelivery() {
        let account = Account()
        let count = Population()
        let bag = ObservationBag()
        var calls = 0
        for _ in 0..<1000 {
            let canary = count.canary()
            account.observe(\.balance) { _ in
                calls += 1
                if calls == 500 { bag.cancel() }
                withExtendedLifetime(canary) {}
            }.store(in: bag)
        }
        account.balance = 1
        account.balance = 2

        XCTAssertEqual(calls, 500)
        XCTAssertEqual(count.count, 0)
    }

    // MARK: Bindings

    func testTwoPropertiesThatSetEachOtherComeToRestWithDistinctAlone() {
        let (first, second) = (Account(), Account())
        func bind(distinct isSame: ((Int, Int) -> Bool)?) -> [ObservationToken] {
            [(first, second), (second, first)].map { from, to in
                from.observe(\.balance, distinct: isSame) { to.balance = $0.newValue }
            }
        }
        let bound = bind(distinct: ==)
        XCTAssertEqual(collectIssues { first.balance = 1 }.count, 0)
        XCTAssertEqual(second.balance, 1)
        XCTAssertEqual(collectIssues { second.balance = 2 }.count, 0)
        XCTAssertEqual(first.balance, 2)
        for token in bound { token.cancel() }

        let endless = bind(distinct: nil)
        XCTAssertEqual(collectIssues { first.balance = 3 }.map(\.code), [.endlessFeedback])
        withExtendedLifetime(endless) {}
    }

    func testAPartOfAStructIsReportedWithItsPropertyUnlessDistinctComparesThePart() {
        struct Frame {
            var x = 0
            var width = 0
        }
        final class Window: KeyValueObservable { @Observed var frame = Frame() }
        let window = Window()
        let log = Log<String>()
        let bag = ObservationBag()
        window.observe(\.frame.width) { log.add("each", $0) }.store(in: bag)
        window.observe(\.frame.width, distinct: ==) { log.add("distinct", $0) }.store(in: bag)
        window.frame.x = 1
        window.frame.width = 2
        window.frame = Frame(x: 3, width: 4)

        XCTAssertEqual(
            log.entries,
            [
                "each: 0 -> 0", "each: 0 -> 2", "distinct: 0 -> 2", "each: 2 -> 4",
                "distinct: 2 -> 4",
            ]
        )
    }
}

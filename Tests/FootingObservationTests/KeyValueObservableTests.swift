import FootingObservation
import Synchronization
import TestSupport
import XCTest

/// The promises of `observe`: when, in which order and with what a handler is called.
final class KeyValueObservableTests: XCTestCase {
    // MARK: Delivery

    func testAChangeArrivesAfterTheStoreAndBeforeTheSetterReturnsOnItsThread() {
        let account = Account()
        let log = Log<String>()
        let thread = Thread.current
        let token = account.observe(\.balance) { change in
            log.add("\(change.newValue == account.balance) \(Thread.current === thread)")
        }
        account.balance = 1
        log.add("returned")
        token.cancel()

        XCTAssertEqual(log.entries, ["true true", "returned"])
    }

    func testObserversAreCalledInTheOrderOfRegistration() {
        for count in [1, 2, 3, 10, 100] {
            let account = Account()
            let bag = ObservationBag()
            var order: [Int] = []
            for number in 0..<count {
                account.observe(\.balance) { _ in order.append(number) }.store(in: bag)
            }
            account.balance = 1

            XCTAssertEqual(order, Array(0..<count))
        }
    }

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

    func testANestedSetIsStoredAtOnceAndDeliveredAfterTheCurrentRound() {
        let account = Account()
        let log = Log<String>()
        let bag = ObservationBag()
        account.observe(\.balance) { change in
            log.add("first", change)
            if change.newValue == 1 {
                account.balance = 2
                log.add("stored \(account.balance)")
            }
        }.store(in: bag)
        account.observe(\.balance) { change in
            log.add("second", change)
            log.add("property has \(account.balance)")
        }.store(in: bag)
        account.balance = 1
        log.add("returned")

        XCTAssertEqual(
            log.entries,
            [
                "first: 0 -> 1", "stored 2", "second: 0 -> 1", "property has 2", "first: 1 -> 2",
                "second: 1 -> 2", "property has 2", "returned",
            ]
        )
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

    func testTheOutermostSetterReturnsWhenItsWholeQueueIsDrained() {
        let account = Account()
        var seen: [Int] = []
        let token = account.observe(\.balance) { change in
            seen.append(change.newValue)
            if change.newValue == 1 { for next in 2...50 { account.balance = next } }
        }
        account.balance = 1
        token.cancel()

        XCTAssertEqual(seen, Array(1...50))
    }

    // MARK: Initial, distinct

    func testTheInitialValueArrivesBeforeObserveReturns() {
        let account = Account()
        let log = Log<String>()
        let token = account.observe(\.balance, initial: true) { log.add("balance", $0) }
        log.add("returned")
        account.balance = 1
        token.cancel()

        XCTAssertEqual(log.entries, ["balance: = 0", "returned", "balance: 0 -> 1"])
    }

    func testASetInTheInitialCallIsDeliveredAfterIt() {
        let account = Account()
        let log = Log<String>()
        let bag = ObservationBag()
        account.observe(\.balance) { log.add("earlier", $0) }.store(in: bag)
        account.observe(\.balance, initial: true) { change in
            if change.kind == .initial { account.balance = 1 }
            log.add("new", change)
        }.store(in: bag)
        log.add("returned")

        XCTAssertEqual(log.entries, ["new: = 0", "earlier: 0 -> 1", "new: 0 -> 1", "returned"])
    }

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

    func testAnObserverRegisteredInAHandlerSeesNothingStoredBefore() {
        let account = Account()
        let log = Log<String>()
        let bag = ObservationBag()
        account.observe(\.balance) { change in
            log.add("first", change)
            guard change.newValue == 1 else { return }
            account.balance = 2
            account.observe(\.balance, initial: true) { log.add("inner", $0) }.store(in: bag)
            account.balance = 3
        }.store(in: bag)
        account.observe(\.balance) { log.add("second", $0) }.store(in: bag)
        account.balance = 1

        XCTAssertEqual(
            log.entries,
            [
                "first: 0 -> 1", "inner: = 2", "second: 0 -> 1", "first: 1 -> 2", "second: 1 -> 2",
                "first: 2 -> 3", "second: 2 -> 3", "inner: 2 -> 3",
            ]
        )
    }

    func testAHandlerMayCancelItselfEarlierAndLaterObservers() {
        for cancelled in 0..<3 {
            let account = Account()
            let log = Log<String>()
            var tokens: [ObservationToken] = []
            for index in 0..<3 {
                tokens.append(
                    account.observe(\.balance) { change in
                        log.add("\(index)")
                        if index == 1 { tokens[cancelled].cancel() }
                    }
                )
            }
            account.balance = 1
            account.balance = 2

            let first = cancelled == 2 ? ["0", "1"] : ["0", "1", "2"]
            let second = ["0", "1", "2"].filter { $0 != "\(cancelled)" }
            XCTAssertEqual(log.entries, first + second, "cancelling \(cancelled)")
        }
    }

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

    func testThePropertyWorksAgainAfterAllObserversHaveLeft() {
        let account = Account()
        let log = Log<String>()
        account.observe(\.balance) { log.add("first", $0) }.cancel()
        account.balance = 1
        let token = account.observe(\.balance) { log.add("second", $0) }
        account.balance = 2
        token.cancel()

        XCTAssertEqual(log.entries, ["second: 1 -> 2"])
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

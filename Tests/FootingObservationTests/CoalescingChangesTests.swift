import FootingObservation
import TestSupport
import XCTest

/// Batches: each observer is called once, when the batch is over.
final class CoalescingChangesTests: XCTestCase {
    private func note<Value>(_ name: String, in log: Log<String>) -> (ValueChange<Value>) -> Void {
        { log.add("\($0.kind) \(name)", $0) }
    }

    func testObserversAreCalledOnceAtTheEndWithTheValueFromBefore() {
        let account = Account()
        let log = Log<String>()
        let bag = ObservationBag()
        account.observe(\.balance, handler: note("balance", in: log)).store(in: bag)
        account.observe(\.owner, handler: note("owner", in: log)).store(in: bag)
        account.observe(\.items, handler: note("items", in: log)).store(in: bag)
        let result = coalescingChanges {
            account.owner = "Bo"
            account.balance = 1
            account.balance += 1
            account.owner = "Cy"
            account.items.append(1)
            account.items.append(2)
            log.add("stored \(account.balance)")
            return account.balance
        }
        account.balance = 3

        XCTAssertEqual(result, 2)
        XCTAssertEqual(
            log.entries,
            [
                "stored 2", "coalesced owner: Ann -> Cy", "coalesced balance: 0 -> 2",
                "coalesced items: [] -> [1, 2]", "change balance: 2 -> 3",
            ]
        )
    }

    func testAHandlerOfSeveralKeyPathsIsCalledOnceForEachThatChanged() {
        let account = Account()
        let log = Log<String>()
        let token = account.observe(anyOf: [\.owner, \.balance, \.items]) { change in
            log.add("\(change.kind) \(change.newValue)")
        }
        coalescingChanges {
            account.owner = "Bo"
            account.balance = 1
            account.balance += 1
        }
        token.cancel()

        XCTAssertEqual(log.entries, ["coalesced Bo", "coalesced 2"])
    }

    func testAComputedValueIsEvaluatedAndDeliveredOnce() {
        final class Counting: KeyValueObservable {
            @Observed var a = 1
            @Observed var b = 1
            var evaluations = 0
            var sum: Int {
                evaluations += 1
                return a + b
            }
            var half: Int { a / 2 }
        }
        let object = Counting()
        let log = Log<String>()
        let bag = ObservationBag()
        object.observe(\.sum, handler: note("sum", in: log)).store(in: bag)
        object.observe(\.half, handler: note("half", in: log)).store(in: bag)
        object.evaluations = 0
        coalescingChanges {
            object.a = 4
            object.b = 5
            object.a = 6
        }

        XCTAssertEqual(object.evaluations, 1)
        XCTAssertEqual(log.entries, ["coalesced sum: 2 -> 11", "coalesced half: 0 -> 3"])
    }

    func testABatchInAHandlerEndsThere() {
        let account = Account()
        let log = Log<String>()
        let bag = ObservationBag()
        account.observe(\.balance) { change in
            log.add("balance", change)
            guard change.newValue == 1 else { return }
            coalescingChanges {
                account.owner = "Bo"
                account.balance = 2
                account.owner = "Cy"
                account.balance = 3
                log.add("in the batch")
            }
            log.add("after the batch")
        }.store(in: bag)
        account.observe(\.owner) { log.add("owner", $0) }.store(in: bag)
        account.balance = 1

        XCTAssertEqual(
            log.entries,
            [
                "balance: 0 -> 1", "in the batch", "owner: Ann -> Cy", "after the batch",
                "balance: 1 -> 3",
            ]
        )
    }

    func testHandlersAtTheEndOfABatchChangeThingsAsEverywhere() {
        let account = Account()
        let log = Log<String>()
        let bag = ObservationBag()
        account.observe(\.balance) { change in
            if change.newValue == 2 { account.balance = 7 }
            account.owner = "\(change.newValue)"
            log.add("balance", change)
        }.store(in: bag)
        account.observe(\.owner) { log.add("owner", $0) }.store(in: bag)
        coalescingChanges {
            account.balance = 1
            account.balance = 2
        }

        XCTAssertEqual(
            log.entries,
            ["owner: Ann -> 2", "balance: 0 -> 2", "owner: 2 -> 7", "balance: 2 -> 7"]
        )
    }

    func testObservingAndCancellingInABatch() {
        let account = Account()
        let log = Log<String>()
        let bag = ObservationBag()
        let cancelled = account.observe(\.balance) { log.add("cancelled", $0) }
        account.observe(\.balance) { log.add("early", $0) }.store(in: bag)
        coalescingChanges {
            account.balance = 1
            cancelled.cancel()
            account.observe(\.balance, initial: true) { log.add("late", $0) }.store(in: bag)
            account.balance = 2
            account.balance = 3
        }

        XCTAssertEqual(
            log.entries,
            ["late: = 1", "early: 0 -> 1", "early: 1 -> 3", "late: 1 -> 3"]
        )
    }

    func testAnObjectReleasedInABatchDeliversBeforeItEnds() {
        var account: Account? = Account()
        weak let gone = account
        let log = Log<String>()
        let token = account?.observe(\.balance, onFinish: { log.add("end") }) {
            log.add("balance", $0)
        }
        coalescingChanges {
            account?.balance = 1
            account = nil
        }
        withExtendedLifetime(token) {}

        XCTAssertNil(gone)
        XCTAssertEqual(log.entries, ["balance: 0 -> 1", "end"])
    }

    func testOtherThreadsAreNotConcerned() {
        let account = Account()
        let log = Log<String>()
        let token = account.observe(\.balance) { log.add("balance", $0) }
        nonisolated(unsafe) let same = account
        coalescingChanges {
            onThread {
                unsafe same.balance = 1
                log.add("set")
            }
        }
        token.cancel()

        XCTAssertEqual(log.entries, ["balance: 0 -> 1", "set"])
    }

    func testABatchOfNothingIsNothing() {
        coalescingChanges {}
        let account = Account()
        coalescingChanges { account.balance = 1 }
        let log = Log<String>()
        let token = account.observe(\.balance) { log.add("balance", $0) }
        account.balance = 2
        token.cancel()

        XCTAssertEqual(log.entries, ["balance: 1 -> 2"])
    }
}

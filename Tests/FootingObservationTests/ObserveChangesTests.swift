import Dispatch
import FootingLocks
import FootingObservation
import TestSupport
import XCTest

/// Expressions over objects, and over values that threads share.
final class ObserveChangesTests: XCTestCase {
    func testAnExpressionFollowsSeveralObjects() {
        let first = Account()
        let second = Account()
        let log = Log<String>()
        let token = observeChanges(initial: true) {
            first.balance + second.balance
        } handler: {
            log.add("sum", $0)
        }
        first.balance = 1
        second.balance = 2
        token.cancel()
        first.balance = 3

        XCTAssertEqual(log.entries, ["sum: = 0", "sum: 0 -> 1", "sum: 1 -> 3"])
    }

    func testTheEndOfAnObjectDoesNotEvaluateTheExpressionThatReadIt() {
        var first: Account? = Account()
        var second: Account? = Account()
        let log = Log<String>()
        let token = { [unowned first = first!, weak second] in
            observeChanges(onFinish: { log.add("end") }) {
                log.add("evaluated")
                return first.balance + (second?.balance ?? 0)
            } handler: {
                log.add("sum", $0)
            }
        }()
        second?.balance = 1
        second = nil
        XCTAssertTrue(token.isLive)
        first?.balance = 2
        first = nil

        XCTAssertEqual(
            log.entries,
            ["evaluated", "evaluated", "sum: 0 -> 1", "evaluated", "sum: 1 -> 2", "end"]
        )
        XCTAssertFalse(token.isLive)
    }

    func testObjectsThatEndWithAnEvaluationAreNotFollowed() {
        final class Use: KeyValueObservable {
            @Observed var number = 1
            var evaluations = 0
            var sum: Int {
                evaluations += 1
                return number + Account().balance + ObservedValue(10).value
            }
        }
        let use = Use()
        let log = Log<String>()
        let bag = ObservationBag()
        let issues = collectIssues {
            use.observe(\.sum) { log.add("sum", $0) }.store(in: bag)
            observeChanges {
                use.sum
            } handler: {
                log.add("expression", $0)
            }.store(in: bag)
            for number in 2...3 { use.number = number }
        }

        XCTAssertEqual(
            log.entries,
            ["sum: 11 -> 12", "expression: 11 -> 12", "sum: 12 -> 13", "expression: 12 -> 13"]
        )
        XCTAssertEqual(use.evaluations, 6)
        XCTAssertEqual(issues.map(\.code), [])
    }

    func testAnExpressionThatReadsNothingOrOnlyObjectsThatEndWithItIsToldAndEnds() {
        let log = Log<String>()
        var tokens: [ObservationToken] = []
        let issues = collectIssues {
            tokens = [
                observeChanges(initial: true) {
                    Account().balance
                } handler: {
                    log.add("object", $0)
                },
                observeChanges {
                    ObservedValue(1).value
                } handler: {
                    log.add("value", $0)
                },
                observeChanges(initial: true) {
                    1
                } handler: {
                    log.add("one", $0)
                },
            ]
        }

        XCTAssertEqual(tokens.map(\.isLive), [false, false, false])
        XCTAssertEqual(issues.map(\.code), Array(repeating: .nothingObserved, count: 3))
        XCTAssertEqual(issues.map(\.keyPath), [nil, nil, nil])
        XCTAssertEqual(log.entries, ["object: = 0", "one: = 1"])
    }

    func testAnExpressionWhoseLastObjectEndsWithAnEvaluationEnds() {
        let account = Account()
        var isGone = false
        let log = Log<String>()
        let token = observeChanges(onFinish: { log.add("end") }) {
            isGone ? Account().balance : account.balance
        } handler: {
            log.add("balance", $0)
        }
        account.balance = 1
        isGone = true
        account.balance = 2

        XCTAssertEqual(log.entries, ["balance: 0 -> 1", "balance: 1 -> 0", "end"])
        XCTAssertFalse(token.isLive)
        XCTAssertFalse(account.hasObservers)
    }

    func testManyDependenciesMayAlternate() {
        let accounts = (0..<10_000).map { _ in Account() }
        let isReversed = Account()
        var part = 0..<10_000
        var sum = 0
        let token = observeChanges {
            let accounts = accounts[part]
            return isReversed.balance.isMultiple(of: 2)
                ? accounts.reduce(0) { $0 + $1.balance }
                : accounts.reversed().reduce(0) { $0 + $1.balance }
        } handler: {
            sum = $0.newValue
        }
        for account in accounts.prefix(5) { account.balance = 1 }
        XCTAssertEqual(sum, 5)
        isReversed.balance = 1
        accounts[9_999].balance = 1
        XCTAssertEqual(sum, 6)
        part = 0..<5_000
        isReversed.balance = 2
        XCTAssertEqual(sum, 5)
        accounts[9_999].balance = 2
        accounts[4_999].balance = 1
        XCTAssertEqual(sum, 6)
        token.cancel()
    }

    // MARK: Shared values

    func testAnExpressionFollowsTheValuesThatItReads() {
        let (a, b, usesB) = (ObservedValue(1), ObservedValue(10), ObservedValue(false))
        let log = Log<String>()
        let token = observeSharedChanges(initial: true) {
            usesB.value ? a.value + b.value : a.value
        } handler: {
            log.add("sum", $0)
        }

        b.set(20)
        a.set(2)
        usesB.set(true)
        b.withValue { $0 += 1 }
        token.cancel()
        a.set(3)

        XCTAssertEqual(log.entries, ["sum: = 1", "sum: 1 -> 2", "sum: 2 -> 22", "sum: 22 -> 23"])
    }

    func testAnExpressionReadsObjectsOfBothKindsAndSharedValues() {
        let account = Account()
        let model = Subject.Registered()
        let shared = ObservedValue(1)
        let log = Log<String>()
        let token = observeChanges {
            account.balance + model.number + shared.value
        } handler: {
            log.add("sum", $0)
        }
        let reports = Counter()
        track(reports) { _ = model.number }

        account.balance = 10
        shared.set(2)
        model.number = 100

        XCTAssertEqual(log.entries, ["sum: 1 -> 11", "sum: 11 -> 12", "sum: 12 -> 112"])
        XCTAssertEqual(reports.value, 1)
        token.cancel()
    }

    func testAnExpressionThatIsNotSharedReportsChangesOfOtherThreads() {
        let account = Account()
        let shared = ObservedValue(1)
        let log = Log<String>()
        let token = observeChanges {
            account.balance + shared.value
        } handler: {
            log.add("sum", $0)
        }

        let issues = collectIssues {
            onThread { shared.set(2) }
            onThread { shared.set(3) }
        }
        account.balance = 10

        XCTAssertEqual(issues.map(\.code), [.changedOnAnotherThread])
        XCTAssertEqual(log.entries, ["sum: 1 -> 13"])
        token.cancel()
    }

    func testAnExpressionEndsWithTheLastValueThatItReads() {
        let cells = Lock<[ObservedValue<Int>]>([ObservedValue(1), ObservedValue(2)])
        let log = Log<String>()
        let token = observeSharedChanges(onFinish: { log.add("end") }) {
            cells.withLock { $0 }.reduce(0) { $0 + $1.value }
        } handler: {
            log.add("sum", $0)
        }

        cells.withLock { _ = $0.removeLast() }
        cells.withLock { $0 }[0].set(5)
        cells.withLock { _ = $0.removeLast() }

        XCTAssertEqual(log.entries, ["sum: 3 -> 5", "end"])
        XCTAssertFalse(token.isLive)
    }

    func testAnExpressionOverValuesThatThreadsChangeEndsOnTheTrueSum() {
        let increments = isUnderStress ? 50_000 : 2_000
        for _ in 0..<(isUnderStress ? 20 : 5) {
            let (a, b) = (ObservedValue(0), ObservedValue(0))
            let last = Lock(0)
            let isMonotonic = Lock(true)
            let arrived = DispatchSemaphore(value: 0)
            let token = observeSharedChanges {
                a.value + b.value
            } handler: { change in
                last.withLock { last in
                    if change.oldValue != last { isMonotonic.withLock { $0 = false } }
                    last = change.newValue
                }
                if change.newValue == 8 * increments { arrived.signal() }
            }
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                for _ in 0..<increments {
                    a.withValue { $0 += 1 }
                    b.withValue { $0 += 1 }
                }
            }
            XCTAssertEqual(arrived.wait(timeout: .now() + 100), .success)
            XCTAssertEqual(last.withLock { $0 }, 8 * increments)
            XCTAssertTrue(isMonotonic.withLock { $0 })
            token.cancel()
        }
    }
}

import Dispatch
import FootingObservation
import Foundation
import Observation
import FootingLocks
import TestSupport
import XCTest

/// Expressions over shared values.
final class SharedExpressionTests: XCTestCase {
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
        let model = ObservableModel()
        let shared = ObservedValue(1)
        let log = Log<String>()
        let token = observeChanges {
            account.balance + model.number + shared.value
        } handler: {
            log.add("sum", $0)
        }
        let isTracked = Lock(false)
        withObservationTracking {
            _ = model.number
        } onChange: {
            isTracked.withLock { $0 = true }
        }

        account.balance = 10
        shared.set(2)
        model.number = 100

        XCTAssertEqual(log.entries, ["sum: 1 -> 11", "sum: 11 -> 12", "sum: 12 -> 112"])
        XCTAssertTrue(isTracked.withLock { $0 })
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
        let token = observeSharedChanges(onEnd: { log.add("end") }) {
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

@Observable
private final class ObservableModel: KeyValueObservable {
    @ObservationIgnored private let _$observationRegistrar = KeyValueRegistrar()
    var number = 0
}

import Dispatch
import FootingLocks
import FootingObservation
import Synchronization
import TestSupport
import XCTest

/// Changes of shared values that their handlers make.
final class ObservedValueFeedbackTests: XCTestCase {
    func testEndlessFeedbackIsStoppedAndToldOnceAndTheObserversStay() {
        let cell = ObservedValue(0)
        let calls = Atomic(0)
        let token = cell.observe { change in
            calls.add(1, ordering: .relaxed)
            if change.newValue > 0 { cell.set(change.newValue + 1) }
        }
        let line: UInt = #line - 4
        let issues = collectIssues { cell.set(1) }

        XCTAssertEqual(issues.map(\.code), [.endlessFeedback])
        XCTAssertEqual(
            issues.first?.callSites,
            ["FootingObservationTests/ObservedValueFeedbackTests.swift:\(line)"]
        )
        XCTAssertEqual(calls.load(ordering: .relaxed), 101)
        XCTAssertTrue(token.isLive)

        XCTAssertEqual(collectIssues { cell.set(-1) }.count, 0)
        XCTAssertEqual(calls.load(ordering: .relaxed), 102)
    }

    func testFeedbackThatConvergesInTimeIsDelivered() {
        let cell = ObservedValue(0)
        let calls = Atomic(0)
        let token = cell.observe { change in
            calls.add(1, ordering: .relaxed)
            if change.newValue < 100 { cell.set(change.newValue + 1) }
        }
        let issues = collectIssues { cell.set(0) }

        XCTAssertEqual(issues.count, 0)
        XCTAssertEqual(calls.load(ordering: .relaxed), 101)
        token.cancel()
    }

    func testFeedbackThatMultipliesEndsToo() {
        let cell = ObservedValue(0)
        let calls = Atomic(0)
        let bag = ObservationBag()
        for _ in 0..<4 {
            cell.observe { _ in
                calls.add(1, ordering: .relaxed)
                cell.withValue { $0 += 1 }
            }.store(in: bag)
        }
        let issues = collectIssues { cell.set(1) }

        XCTAssertEqual(issues.map(\.code), [.endlessFeedback])
        XCTAssertLessThan(calls.load(ordering: .relaxed), 1_000_000)
        XCTAssertEqual(collectIssues { cell.set(1) }.map(\.code), [.endlessFeedback])
    }

    func testFeedbackBetweenTwoValuesEndsToo() {
        let (a, b) = (ObservedValue(0), ObservedValue(0))
        let bag = ObservationBag()
        a.observe { b.set($0.newValue + 1) }.store(in: bag)
        b.observe { a.set($0.newValue + 1) }.store(in: bag)

        let issues = collectIssues { a.set(1) }

        XCTAssertEqual(issues.map(\.code), [.endlessFeedback])
    }

    func testFiveValuesThatAllFeedEachOtherEndWithAnIssueThatNamesTheObserversThatMissedChanges() {
        let cells = (0..<5).map { _ in ObservedValue(0) }
        let seen = Lock([Int](repeating: 0, count: cells.count))
        let calls = Atomic(0)
        let bag = ObservationBag()
        for (line, cell) in cells.enumerated() {
            cell.observe(line: UInt(line)) { change in
                calls.add(1, ordering: .relaxed)
                seen.withLock { $0[line] = change.newValue }
                for other in cells where other !== cell { other.set(change.newValue + 1) }
            }.store(in: bag)
        }
        let issues = collectIssues { cells[0].set(1) }

        XCTAssertEqual(issues.count, 1)
        let missed = cells.indices.filter { line in cells[line].value != seen.withLock { $0[line] }
        }
        XCTAssertGreaterThan(missed.count, 1)
        for line in missed {
            let isNamed = issues.first?.callSites.contains { $0.hasSuffix(":\(line)") }
            XCTAssertEqual(isNamed, true, "\(line)")
        }
        XCTAssertLessThan(calls.load(ordering: .relaxed), 200_000)
    }

    func testAChainOfManyValuesNeverOverrunsTheStack() {
        let cells = (0..<(isUnderStress ? 100_000 : 40_000)).map { _ in ObservedValue(0) }
        let bag = ObservationBag()
        let arrived = DispatchSemaphore(value: 0)
        for (cell, next) in zip(cells, cells.dropFirst()) {
            cell.observe { next.set($0.newValue) }.store(in: bag)
        }
        cells.last?.observe { _ in arrived.signal() }.store(in: bag)

        cells[0].set(1)
        arrived.wait()

        XCTAssertEqual(cells.last?.value, 1)
    }

    func testManyChangesInOneHandlerAreNoFeedback() {
        let cell = ObservedValue(0)
        let calls = Atomic(0)
        let token = cell.observe { change in
            calls.add(1, ordering: .relaxed)
            if change.newValue == -1 { for number in 0..<20_000 { cell.set(number) } }
        }
        let issues = collectIssues { cell.set(-1) }

        XCTAssertEqual(issues.count, 0)
        XCTAssertEqual(calls.load(ordering: .relaxed), 20_001)
        token.cancel()
    }
}

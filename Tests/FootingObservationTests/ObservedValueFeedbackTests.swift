import Dispatch
import FootingLocks
import FootingObservation
import Synchronization
import TestSupport
import XCTest

/// Changes of shared values that their handlers make.
final class ObservedValueFeedbackTests: XCTestCase {
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
        onThread(stackSize: 512 << 10) {
            let cells = (0..<rounds(10_000, underStress: 100_000)).map { _ in ObservedValue(0) }
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
    }
}

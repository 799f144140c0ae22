import Synchronization
import TestSupport
import XCTest

@testable import FootingWaiting

final class ThreadSlotTests: XCTestCase {
    private final class Record: Sendable {
        private static let alive = Atomic(0)
        static var count: Int { alive.load(ordering: .acquiring) }

        init() { Self.alive.add(1, ordering: .acquiringAndReleasing) }
        deinit { Self.alive.subtract(1, ordering: .acquiringAndReleasing) }
    }

    func testEachThreadHasItsOwnRecordUntilItEnds() {
        let slot = ThreadSlot { Record() }
        XCTAssertNil(slot.existing)
        let own = slot.current
        XCTAssertTrue(slot.current === own && slot.existing === own)
        for _ in 0..<3 {
            onThread {
                let record = slot.current
                XCTAssertTrue(slot.existing === record && record !== own)
            }
        }
        // The records go when the threads have ended.
        assertComesTrue(Record.count == 1)
    }

    func testSlotsAreSeparate() {
        let one = ThreadSlot { Record() }
        let other = ThreadSlot { Record() }
        let record = one.current
        XCTAssertNil(other.existing)
        XCTAssertFalse(other.current === record)
    }
}

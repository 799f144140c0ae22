import Dispatch
import FootingLocks
import Synchronization
import XCTest

final class LockTests: XCTestCase {
    private final class Counter: Sendable {
        let value = Lock(0)
    }

    func testConcurrentIncrementsAreAllCounted() {
        let counter = Counter()

        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<10_000 { counter.value.withLock { $0 += 1 } }
        }

        XCTAssertEqual(counter.value.withLock { $0 }, 80_000)
    }

    func testALockOfNothingTouchesNoVariableBehindIt() {
        // Seen by the thread sanitizer alone: a value without a size has its neighbour's address.
        final class Gated: Sendable {
            let gate = Lock(())
            let isOpen = Atomic(false)
        }
        let gated = Gated()

        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for _ in 0..<1_000 {
                if thread == 0 { gated.isOpen.store(true, ordering: .relaxed) }
                gated.gate.withLock { _ in }
            }
        }

        XCTAssertTrue(gated.isOpen.load(ordering: .relaxed))
    }

    func testThrowingBodyReleasesTheLock() {
        struct Refused: Error {}
        let lock = Lock(1)

        XCTAssertThrowsError(try lock.withLock { _ throws(Refused) in throw Refused() })

        XCTAssertEqual(lock.withLock { $0 }, 1)
    }

    func testDroppingTheLockReleasesItsValue() {
        final class Canary: Sendable {}
        weak var canary: Canary?
        do {
            let lock = Lock<Canary?>(nil)
            let value = Canary()
            canary = value
            lock.withLock { $0 = value }
            XCTAssertNotNil(canary)
        }

        XCTAssertNil(canary)
    }

    func testAValueThatWasExchangedIsReleasedWithoutTheLock() {
        final class Owner: Sendable {
            let value = Lock<Releaser?>(nil)
            let releases = Lock(0)
        }
        final class Releaser: Sendable {
            let owner: Owner

            init(_ owner: Owner) { self.owner = owner }

            deinit {
                // Would never return, or trap, with the lock held.
                owner.value.withLock { _ in }
                owner.releases.withLock { $0 += 1 }
            }
        }
        let owner = Owner()

        XCTAssertNil(owner.value.exchange(Releaser(owner)))
        _ = owner.value.exchange(nil)

        XCTAssertEqual(owner.releases.withLock { $0 }, 1)
        XCTAssertNil(owner.value.exchange(nil))
    }
}

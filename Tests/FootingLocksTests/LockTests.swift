import Dispatch
import FootingLocks
import Synchronization
import TestSupport
import XCTest

final class LockTests: XCTestCase {
    func testConcurrentIncrementsAreAllCounted() {
        final class Guarded: Sendable {
            let count = Lock(0)
        }
        let guarded = Guarded()

        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<10_000 { guarded.count.withLock { $0 += 1 } }
        }

        XCTAssertEqual(guarded.count.withLock { $0 }, 80_000)
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
        let population = Population()
        do {
            let lock = Lock<Canary?>(nil)
            lock.withLock { $0 = population.canary() }
            XCTAssertEqual(population.count, 1)
        }

        XCTAssertEqual(population.count, 0)
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

import Dispatch
import FootingProxies
import TestSupport
import XCTest

/// Waiting without a limit.
final class WaitingTests: XCTestCase {
    func testWaitingReturnsWhatTheBodyMadeAtTheDestination() {
        let place = MarkedQueue()

        let (there, value) = Ledger().on(.queue(place.queue)).sync {
            $0.value += 1
            return (place.isCurrent, $0.value)
        }

        XCTAssertTrue(there)
        XCTAssertEqual(value, 1)
    }

    func testWaitingRunsAfterAllThatThisThreadEnqueuedThere() {
        let queue = DispatchQueue(label: "order")
        let counter = Ledger()

        for round in 0..<500 {
            counter.on(.queue(queue)) { $0.append(3 * round) }
            queue.async { counter.append(3 * round + 1) }
            counter.on(.queue(queue)).sync { $0.append(3 * round + 2) }
        }

        XCTAssertEqual(counter.history, Array(0..<1500))
    }

    func testFirstWaitOfAllOnAQueueIsInlineOnIt() {
        // A queue is marked at its first wait; this one is made on the queue itself, each time
        // anew.
        for round in 0..<100 {
            let queue = DispatchQueue(label: "new")
            XCTAssertEqual(
                queue.sync { Ledger().on(.queue(queue)).sync { _ in round } },
                round
            )
        }
    }

    func testWaitingIsInlineInAQueueThatTargetsTheDestination() {
        let queue = DispatchQueue(label: "target")
        let child = DispatchQueue(label: "child", target: queue)
        let grandchild = DispatchQueue(label: "grandchild", target: child)
        let counter = Ledger()
        counter.on(.queue(child)).sync { $0.value = 1 }

        XCTAssertEqual(grandchild.sync { counter.on(.queue(queue)).sync { $0.value } }, 1)
    }

    func testNestedWaitsOnOneQueueAreInline() {
        let queue = DispatchQueue(label: "nested")
        let proxy = Ledger().on(.queue(queue))

        let depth = proxy.sync { _ in
            1 + proxy.sync { _ in 1 + proxy.sync { _ in 1 } }
        }

        XCTAssertEqual(depth, 3)
    }

    func testWaitsOnOnesOwnThreadNestAsDeepAsTheStackAllows() {
        let worker = WorkerThread(name: "deep", stackSize: 256 << 20)
        let proxy = Ledger().on(worker)
        func depth(_ levels: Int) -> Int {
            levels == 0 ? 0 : 1 + proxy.sync { _ in depth(levels - 1) }
        }

        // The thread sanitizer keeps a stack of its own, of 65,536 frames.
        let levels = 4_000
        XCTAssertEqual(depth(levels), levels)
    }

    func testWaitsThroughSeveralQueuesReachEach() {
        let first = MarkedQueue("first")
        let second = MarkedQueue("second")
        let counter = Ledger()

        let there = counter.on(.queue(first.queue)).sync { counter in
            counter.on(.queue(second.queue)).sync { _ in second.isCurrent }
        }

        XCTAssertTrue(there)
    }

    func testQueuesWithoutALabelAreToldApart() {
        let first = DispatchQueue(label: "")
        let second = DispatchQueue(label: "")
        let mark = DispatchSpecificKey<Bool>()
        second.setSpecific(key: mark, value: true)

        let there = first.sync {
            Ledger().on(.queue(second)).sync { _ in DispatchQueue.getSpecific(key: mark) }
        }

        XCTAssertEqual(there, true)
    }

    func testValuesLeftUnderReleasedKeysAreNotTakenForOnesOfOurs() {
        let cluttered = DispatchQueue(label: "cluttered")
        for _ in 0..<1_000 {
            // New objects get the address of this one, which Dispatch goes on taking for a key.
            cluttered.setSpecific(key: DispatchSpecificKey<Bool>(), value: true)
        }
        let queues = (0..<1_000).map { DispatchQueue(label: "queue \($0)") }

        let inlined = Ledger().on(.queue(cluttered)).sync { _ in
            queues.filter { QueueDestination.queue($0).isCurrent }.count
        }

        XCTAssertEqual(inlined, 0)
    }

    func testWaitingForAConcurrentQueueNeverWaitsForOneself() {
        let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
        for destination in [QueueDestination.queue(queue), .background, .queue(.global())] {
            let proxy = Ledger().on(destination)
            XCTAssertEqual(proxy.sync { _ in proxy.sync { _ in 7 } }, 7, "\(destination)")
        }
    }

    func testWaitingFromAPlainThreadLeavesIt() {
        let place = MarkedQueue()
        onThread {
            XCTAssertFalse(place.isCurrent)
            XCTAssertTrue(Ledger().on(.queue(place.queue)).sync { _ in place.isCurrent })
        }
    }

    func testErrorOfTheBodyArrivesWithItsType() {
        let queue = DispatchQueue(label: "throws")
        for waiter in [DispatchQueue(label: "elsewhere"), queue] {
            waiter.sync {
                let error = failure { () throws(Refusal) in
                    try Ledger().on(.queue(queue)).sync { _ throws(Refusal) in
                        throw Refusal(code: 3)
                    }
                }
                XCTAssertEqual(error, Refusal(code: 3))
            }
        }
    }

    @MainActor
    func testBodyMayUseWhatTheMainActorHolds() {
        var entries = 0
        Ledger().on(.queue(DispatchQueue(label: "main waits"))).sync { _ in entries += 1 }
        XCTAssertEqual(entries, 1)
    }

    func testWaitingHoldsNothingAfterwards() {
        weak var target: Ledger?
        do {
            let counter = Ledger()
            target = counter
            counter.on(.queue(DispatchQueue(label: "short"))).sync { $0.value = 1 }
        }
        XCTAssertNil(target)
    }

    func testConcurrentFirstWaitsMarkAQueueOnce() {
        for _ in 0..<50 {
            let queue = DispatchQueue(label: "raced")
            let counter = Ledger()
            let waits = 16
            DispatchQueue.concurrentPerform(iterations: waits) { _ in
                let proxy = counter.on(.queue(queue))
                proxy.sync { _ in proxy.sync { $0.value += 1 } }
            }
            XCTAssertEqual(counter.on(.queue(queue)).sync { $0.value }, waits)
        }
    }
}

import FootingOperations
import Foundation
import TestSupport
import XCTest

final class LatestOnlyTests: XCTestCase {
    private let queue = FutureQueue(maxConcurrentJobs: 2)

    func testDeliversTheOutcomeOfTheOnlySubmission() {
        let slot = LatestOnly<Int, Refusal>()
        let delivered = Log<Outcome<Int, Refusal>>()
        for code in [nil, 2] {
            let done = Gate()
            slot.submit { [queue] in
                queue.submit { () throws(Refusal) in
                    if let code { throw Refusal(code: code) }
                    return 7
                }
            } handler: { outcome in
                delivered.add(outcome)
                done.open()
            }
            done.pass()
        }

        XCTAssertEqual(delivered.entries, [.success(7), .failure(Refusal(code: 2))])
    }

    func testASupersededResultOrFailureIsNeverDelivered() {
        let delivered = Log<Int>()
        let slot = LatestOnly<Int, Refusal>()
        let promises = (0..<3).map { _ in Promise<Int, Refusal>() }
        for promise in promises {
            slot.submit {
                promise.future
            } handler: { outcome in
                if case .success(let value) = outcome { delivered.add(value) }
                if case .failure(let error) = outcome { delivered.add(-error.code) }
            }
        }

        XCTAssertFalse(promises[0].succeed(0))
        XCTAssertFalse(promises[1].fail(Refusal(code: 1)))
        XCTAssertTrue(promises[2].succeed(2))

        XCTAssertEqual(delivered.entries, [2])
    }

    func testAResultThatWaitsForItsDeliveryIsSuperseded() {
        let place = DispatchQueue(label: "delivery")
        let slot = LatestOnly<Int, Never>()
        let delivered = Log<Int>()
        let done = Gate()
        let note: @Sendable (Outcome<Int, Never>) -> Void = { outcome in
            guard case .success(let value) = outcome else { return }
            delivered.add(value)
            if value == 2 { done.open() }
        }
        let first = Promise<Int, Never>()
        place.sync {
            slot.submit({ first.future }, on: .queue(place), handler: note)
            // Its delivery stands behind this block.
            first.succeed(1)
            slot.submit({ FutureQueue.shared.submit { 2 } }, on: .queue(place), handler: note)
        }
        done.pass()

        XCTAssertEqual(delivered.entries, [2])
    }

    /// Submissions, cancellations and deliveries on one queue, as a user interface has them.
    func testNoStaleDeliveryBeginsWhateverIsSubmittedAndCancelled() {
        let place = DispatchQueue(label: "delivery")
        let slot = LatestOnly<Int, Refusal>()
        let delivered = Log<Int>()
        let stale = Counter()
        let latest = Shared<Int?>(0)
        let done = Gate()
        let count = rounds(600, underStress: 20_000)
        for number in 1...count {
            let fails = Int.random(in: 0..<3) == 0
            let isCancelled = number < count && Int.random(in: 0..<4) == 0
            place.sync {
                latest.value = number
                let work: @Sendable () -> Future<Int, Refusal> = { [queue] in
                    queue.submit { () throws(Refusal) in
                        if fails { throw Refusal(code: number) }
                        return number
                    }
                }
                slot.submit(work, on: .queue(place)) { outcome in
                    let isLatest = number == latest.value
                    let expected: Outcome<Int, Refusal> =
                        fails ? .failure(Refusal(code: number)) : .success(number)
                    if !isLatest || outcome != expected { stale.add(1) }
                    delivered.add(number)
                    if number == count { done.open() }
                }
            }
            if number.isMultiple(of: 7) { sched_yield() }
            guard isCancelled else { continue }
            place.sync {
                // Until the next submission there is either a delivery, or a cancellation that won.
                let wasDelivered = delivered.entries.last == number
                XCTAssertEqual(slot.cancel(), !wasDelivered)
                latest.value = nil
            }
        }
        done.pass()
        place.sync {}

        XCTAssertEqual(stale.value, 0)
        XCTAssertEqual(delivered.entries, delivered.entries.sorted())
        XCTAssertEqual(Set(delivered.entries).count, delivered.entries.count)
        XCTAssertEqual(delivered.entries.last, count)
    }

    func testCancelThatReturnsTrueIsNeverFollowedByADelivery() {
        for _ in 0..<rounds(300) {
            let slot = LatestOnly<Int, Never>()
            let promise = Promise<Int, Never>()
            let delivered = Counter()
            slot.submit({ promise.future }, handler: { _ in delivered.add(1) })
            let won = Counter()
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                if index == 0 { promise.succeed(1) } else if slot.cancel() { won.add(1) }
            }

            XCTAssertEqual(won.value + delivered.value, 1)
        }
    }

    func testSubmittersAtOnceDeliverTheLastOneWhoeverItIs() {
        let queue = queue
        for _ in 0..<rounds(30) {
            let slot = LatestOnly<Int, Never>()
            let delivered = Log<Int>()
            DispatchQueue.concurrentPerform(iterations: 4) { number in
                slot.submit {
                    queue.submit { number }
                } handler: { outcome in
                    if case .success(let value) = outcome { delivered.add(value) }
                }
            }
            // Whichever submission is the last one is delivered, perhaps after older ones.
            assertComesTrue(!delivered.entries.isEmpty)

            let entries = delivered.entries
            XCTAssertEqual(Set(entries).count, entries.count)
        }
    }

    func testSupersededWorkLeavesABlockedQueueAtOnce() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let blocker = HeldJob(in: queue)
        let slot = LatestOnly<Void, Never>()
        let alive = Counter()
        for _ in 0..<rounds(1000, underStress: 1_000_000) {
            alive.add(1)
            slot.submit {
                queue.submit { [canary = Canary { alive.add(-1) }] in
                    withExtendedLifetime(canary) {}
                }
            } handler: { _ in
            }
        }

        XCTAssertEqual(alive.value, 1)

        blocker.letGo()
        assertSucceeds(blocker.future)
        assertSucceeds(queue.drain())
    }

    func testDroppingTheSlotCancelsItsWork() {
        let promise = Promise<Int, Never>()
        let delivered = Counter()
        do {
            let slot = LatestOnly<Int, Never>()
            slot.submit({ promise.future }, handler: { _ in delivered.add(1) })
        }

        XCTAssertEqual(promise.future.settledOutcome, .cancelled(.requested))
        XCTAssertEqual(delivered.value, 0)
    }

    func testADelayStartsTheLastOfABurstAlone() {
        let slot = LatestOnly<Int, Never>(delay: .milliseconds(30))
        let started = Log<Int>()
        let done = Gate()
        for number in 0..<100 {
            slot.submit { [queue] in
                started.add(number)
                return queue.submit { number }
            } handler: { outcome in
                XCTAssertEqual(outcome, .success(99))
                done.open()
            }
        }
        done.pass()

        // On a machine that stops for 30 ms an earlier one may have begun; the last one always
        // does.
        XCTAssertEqual(started.entries.last, 99)
        XCTAssertLessThan(started.entries.count, 100)
    }

    func testACancelledDelayStartsNothing() {
        let slot = LatestOnly<Int, Never>(delay: .seconds(3600))
        let started = Counter()
        slot.submit {
            started.add(1)
            return FutureQueue.shared.submit { 1 }
        } handler: { _ in
        }

        XCTAssertTrue(slot.cancel())
        XCTAssertFalse(slot.cancel())
        XCTAssertEqual(started.value, 0)
    }

    func testADelayOfNoTimeStartsTheWork() {
        for delay: Duration in [
            .zero, .nanoseconds(-1), .seconds(Int64.min), .nanoseconds(1),
            .init(secondsComponent: .min, attosecondsComponent: 0),
        ] {
            let slot = LatestOnly<Int, Never>(delay: delay)
            let done = Gate()
            slot.submit {
                settled(.success(1))
            } handler: { outcome in
                XCTAssertEqual(outcome, .success(1))
                done.open()
            }
            done.pass()
        }
    }

    func testADelayForEverStartsNothingAndKeepsNothingOfWhatIsSuperseded() {
        for delay: Duration in [
            .seconds(Int64.max),
            .init(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999),
        ] {
            let slot = LatestOnly<Int, Never>(delay: delay)
            let alive = Population()
            for _ in 0..<100 {
                let canary = alive.canary()
                slot.submit {
                    XCTFail("begun")
                    return withExtendedLifetime(canary) { settled(.success(1)) }
                } handler: { _ in
                    XCTFail("delivered")
                }
            }
            // Timers let their handlers go on threads of their own.
            assertComesTrue(alive.count == 1)
            XCTAssertTrue(slot.cancel())
            assertComesTrue(alive.count == 0)
        }
    }

    // Rule 23.
    func testWorkAndDeliveriesMayUseTheirSlot() {
        for place in [nil, HandlerPlace.queue(DispatchQueue(label: "delivery"))] {
            let slot = LatestOnly<Int, Never>()
            let delivered = Log<Int>()
            let done = Gate()
            let last: @Sendable () -> Void = {
                slot.submit({ settled(.success(3)) }, on: place) { _ in
                    delivered.add(3)
                    done.open()
                }
            }
            // It supersedes itself.
            let first: @Sendable () -> Future<Int, Never> = {
                slot.submit({ settled(.success(2)) }, on: place) { _ in
                    delivered.add(2)
                    XCTAssertFalse(slot.cancel())
                    last()
                }
                return settled(.success(1))
            }
            slot.submit(first, on: place) { _ in delivered.add(1) }
            done.pass()

            XCTAssertEqual(delivered.entries, [2, 3])
        }
    }

    // Rule 17.
    func testADeliveryMayDropItsSlot() {
        let slot = Shared<LatestOnly<Int, Never>?>(LatestOnly())
        let done = Gate()
        slot.value?.submit {
            settled(.success(1))
        } handler: { _ in
            slot.value = nil
            done.open()
        }
        done.pass()
    }

    @MainActor
    func testDeliversOnTheMainActor() async {
        let slot = LatestOnly<Int, Never>()
        let delivered = expectation(description: "delivered")
        var value = 0
        slot.submit({ [queue] in queue.submit { 5 } }, on: .main) { outcome in
            if case .success(let number) = outcome { value = number }
            delivered.fulfill()
        }

        await fulfillment(of: [delivered], timeout: 60)

        XCTAssertEqual(value, 5)
    }

    func testAsynchronousWorkIsSuperseded() {
        let slot = LatestOnly<Int, Never>()
        let told = Gate()
        let began = Gate()
        slot.submit { [queue] in
            queue.submit { () async in
                began.open()
                while !Task.isCancelled { await Task.yield() }
                told.open()
                return 1
            }
        } handler: { _ in
            XCTFail("A superseded result was delivered.")
        }
        began.pass()
        let done = Gate()
        slot.submit { [queue] in
            queue.submit { () async in 2 }
        } handler: { outcome in
            XCTAssertEqual(outcome, .success(2))
            done.open()
        }

        told.pass()
        done.pass()
    }
}

@testable import FootingOperations
import Foundation
import TestSupport
import XCTest

final class SyncAsyncPairTests: XCTestCase {
    /// Throws for odd numbers, and notes the threads that it runs on.
    private struct Halves {
        let threads = Log<ObjectIdentifier>()

        var pair: SyncAsyncPair<Int, Int, Refusal> {
            SyncAsyncPair { [threads] (number: Int) throws(Refusal) in
                threads.add(thisThread)
                guard number.isMultiple(of: 2) else { throw Refusal(code: number) }
                return number / 2
            }
        }
    }

    /// A pair whose calls join, and whose body waits for a gate.
    private struct Slow {
        let pair: SyncAsyncPair<String, Int, Refusal>
        let begun = Gate()
        let end = Gate()
        let runs = Counter()

        init(isFailing: Bool = false) {
            let (begun, end, runs) = (begun, end, runs)
            pair = SyncAsyncPair(joiningRunningCalls: true) { _ throws(Refusal) in
                let run = runs.add(1)
                begun.open()
                end.pass()
                if isFailing { throw Refusal(code: run) }
                return run
            }
        }
    }

    private let queue = FutureQueue(maxConcurrentJobs: 2)

    // MARK: Four ways

    func testACallRunsTheBodyOnThisThread() {
        let halves = Halves()

        XCTAssertEqual(try halves.pair(4), 2)
        assertThrows(.failure(Refusal(code: 3))) { () throws(FutureError<Refusal>) in
            try halves.pair(3)
        }
        XCTAssertEqual(halves.threads.entries, [thisThread, thisThread])
    }

    func testSubmitRunsTheBodyInTheQueueAndReturnsTheFuture() {
        let halves = Halves()
        queue.isSuspended = true
        let futures = [halves.pair.submit(4, in: queue), halves.pair.submit(3, in: queue)]
        XCTAssertEqual(halves.threads.entries, [])
        queue.isSuspended = false

        XCTAssertEqual(try futures[0].wait(timeout: patience), 2)
        let refused = failure(ofWaitingFor: futures[1], timeout: patience)
        XCTAssertEqual(refused, .failure(Refusal(code: 3)))
        XCTAssertFalse(halves.threads.entries.contains(thisThread))
    }

    func testSubmitHonoursThePriority() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        queue.isSuspended = true
        let order = Log<Int>()
        for joins in [false, true] {
            let pair = SyncAsyncPair(joiningRunningCalls: joins) { order.add($0) }
            _ = pair.submit(joins ? 2 : 1, in: queue)
            _ = pair.submit(joins ? 20 : 10, in: queue, priority: .high)
        }
        queue.isSuspended = false
        assertSucceeds(queue.drain())

        XCTAssertEqual(order.entries, [10, 20, 1, 2])
    }

    func testAHandlerIsCalledOnTheQueueThatIsNamed() {
        let key = DispatchSpecificKey<Bool>()
        let place = DispatchQueue(label: "place")
        place.setSpecific(key: key, value: true)
        for (input, expected) in [(4, .success(2)), (3, .failure(Refusal(code: 3)))]
            as [(Int, Outcome<Int, Refusal>)]
        {
            let done = Gate()
            Halves().pair.submit(input, in: queue, on: .queue(place)) { outcome in
                XCTAssertEqual(outcome, expected)
                XCTAssertEqual(DispatchQueue.getSpecific(key: key), true)
                done.open()
            }
            done.pass()
        }
    }

    @MainActor
    func testAHandlerIsCalledOnTheMainActor() async {
        let called = expectation(description: "called")
        var value: Outcome<Int, Refusal>?
        Halves().pair.submit(4, in: queue, on: .main) { outcome in
            value = outcome
            called.fulfill()
        }
        await fulfillment(of: [called], timeout: 60)

        XCTAssertEqual(value, .success(2))
    }

    func testACancelledCallTellsItsHandler() {
        queue.isSuspended = true
        let done = Gate()
        let future = Halves().pair.submit(4, in: queue) { outcome in
            XCTAssertEqual(outcome, .cancelled(.requested))
            done.open()
        }
        XCTAssertTrue(future.cancel())
        done.pass()
        queue.isSuspended = false
    }

    func testAsynchronousCodeAwaitsTheValueWithTheSameError() async throws {
        let halves = Halves()
        let value = try await halves.pair.value(of: 4, in: queue)
        XCTAssertEqual(value, 2)
        do throws(FutureError<Refusal>) {
            _ = try await halves.pair.value(of: 3, in: queue)
            XCTFail("No error")
        } catch {
            XCTAssertEqual(error, .failure(Refusal(code: 3)))
        }
    }

    func testCancellingTheTaskCancelsTheCall() async {
        queue.isSuspended = true
        for joins in [false, true] {
            let runs = Counter()
            let pair = SyncAsyncPair(joiningRunningCalls: joins) { (number: Int) in
                runs.add(number)
            }
            let task = Task { [queue] in try await pair.value(of: 1, in: queue) }
            task.cancel()
            let result = await task.result
            XCTAssertThrowsError(try result.get()) {
                XCTAssertEqual($0 as? FutureError<Never>, .cancelled(.task))
            }
            XCTAssertEqual(runs.value, 0)
        }
        queue.isSuspended = false
        _ = await queue.drain().outcome
    }

    func testAnUntypedCancellationErrorIsACancellationEverywhere() async {
        for joins in [false, true] {
            let pair = SyncAsyncPair(joiningRunningCalls: joins) { (_: Int) throws -> Int in
                throw CancellationError()
            }
            let outcome = await pair.submit(1, in: queue).outcome
            guard case .cancelled(.thrown) = outcome else { return XCTFail("\(outcome)") }
            do throws(FutureError<any Error>) {
                _ = try callHere(pair)
                XCTFail("No error")
            } catch {
                guard case .cancelled(.thrown) = error else { return XCTFail("\(error)") }
            }
        }
    }

    private func callHere(
        _ pair: SyncAsyncPair<Int, Int, any Error>
    ) throws(FutureError<any Error>) -> Int {
        try pair(1)
    }

    func testWithoutJoiningEachCallRunsTheBody() {
        let runs = Counter()
        let pair = SyncAsyncPair { (_: Int) in runs.add(1) }
        let futures = (0..<5).map { _ in pair.submit(1, in: queue) }
        for future in futures { assertSucceeds(future) }

        XCTAssertEqual(runs.value, 5)
    }

    // MARK: Joining

    func testCallsOfAllKindsJoinTheRunningOne() {
        for isFailing in [false, true] {
            let slow = Slow(isFailing: isFailing)
            let outcomes = Log<Outcome<Int, Refusal>>()
            let first = slow.pair.submit("a", in: queue)
            slow.begun.pass()
            let second = slow.pair.submit("a", in: queue)
            let done = [Gate(), Gate(), Gate()]
            slow.pair.submit("a", in: queue) { outcome in
                outcomes.add(outcome)
                done[0].open()
            }
            Task { [queue] in
                do throws(FutureError<Refusal>) {
                    outcomes.add(.success(try await slow.pair.value(of: "a", in: queue)))
                } catch {
                    if case .failure(let refusal) = error { outcomes.add(.failure(refusal)) }
                }
                done[1].open()
            }
            Thread.detachNewThread {
                do throws(FutureError<Refusal>) {
                    outcomes.add(.success(try slow.pair("a")))
                } catch {
                    if case .failure(let refusal) = error { outcomes.add(.failure(refusal)) }
                }
                done[2].open()
            }
            while slow.pair.runs?.callerCounts != [5] { sched_yield() }

            slow.end.open()

            for gate in done { gate.pass() }
            for future in [first, second] {
                _ = try? future.wait(timeout: patience)
                if let outcome = future.settledOutcome { outcomes.add(outcome) }
            }
            let expected: Outcome<Int, Refusal> =
                isFailing ? .failure(Refusal(code: 1)) : .success(1)
            XCTAssertEqual(outcomes.entries, Array(repeating: expected, count: 5))
            XCTAssertEqual(slow.runs.value, 1)
        }
    }

    func testCallsJoinTheOneThatRunsOnACallersThread() {
        let slow = Slow()
        let here = Shared<Int?>()
        let done = startThread {
            here.value = try? slow.pair("a")
        }
        slow.begun.pass()
        let future = slow.pair.submit("a", in: queue)

        // It is the caller's own: no other caller can cancel it by leaving.
        XCTAssertTrue(future.cancel())
        let other = slow.pair.submit("a", in: queue)
        slow.end.open()

        XCTAssertEqual(try other.wait(timeout: patience), 1)
        done.pass()
        XCTAssertEqual(here.value, 1)
        XCTAssertEqual(slow.runs.value, 1)
    }

    func testCallsForAnotherInputDoNotJoin() {
        let slow = Slow()
        let futures = [slow.pair.submit("a", in: queue), slow.pair.submit("b", in: queue)]
        slow.end.open()
        for future in futures { assertSucceeds(future) }

        XCTAssertEqual(slow.runs.value, 2)
    }

    func testInputsWithEqualHashesAreToldApart() {
        struct Key: Hashable {
            var name: String

            func hash(into hasher: inout Hasher) {}
        }
        let end = Gate()
        let pair = SyncAsyncPair(joiningRunningCalls: true) { (key: Key) in
            end.pass()
            return key.name
        }
        let futures = ["a", "b", "a"].map { pair.submit(Key(name: $0), in: queue) }
        end.open()

        XCTAssertEqual(try futures.map { try $0.wait(timeout: patience) }, ["a", "b", "a"])
    }

    func testACallThatHasEndedIsNotJoined() {
        let slow = Slow()
        slow.end.open()
        for run in 1...3 {
            XCTAssertEqual(try slow.pair.submit("a", in: queue).wait(timeout: patience), run)
        }
        XCTAssertEqual(try slow.pair("a"), 4)
    }

    func testCancellingOneCallLeavesTheOthersAndTheLastOneCancelsTheJob() {
        let told = Gate()
        let begun = Gate()
        let pair = SyncAsyncPair(joiningRunningCalls: true) { (number: Int) in
            begun.open()
            while !FutureQueue.isCurrentJobCancelled { sched_yield() }
            told.open()
            return number
        }
        let futures = (0..<3).map { _ in pair.submit(1, in: queue) }
        begun.pass()

        XCTAssertTrue(futures[0].cancel())
        XCTAssertFalse(futures[0].cancel())
        XCTAssertTrue(futures[1].cancel())
        XCTAssertNil(futures[2].settledOutcome)
        XCTAssertFalse(told.isOpen)
        XCTAssertTrue(futures[2].cancel())
        XCTAssertEqual(pair.runs?.callerCounts, [])

        told.pass()
        for future in futures { XCTAssertEqual(future.settledOutcome, .cancelled(.requested)) }
    }

    func testACallAfterTheLastOneWasCancelledStartsAnew() {
        let slow = Slow()
        queue.isSuspended = true
        XCTAssertTrue(slow.pair.submit("a", in: queue).cancel())
        let future = slow.pair.submit("a", in: queue)
        queue.isSuspended = false
        slow.end.open()

        XCTAssertEqual(try future.wait(timeout: patience), 1)
    }

    func testCancellingTheWholeQueueEndsAllCallersAndTheNextCallStartsAnew() {
        let slow = Slow()
        queue.isSuspended = true
        let futures = (0..<3).map { _ in slow.pair.submit("a", in: queue) }
        queue.cancelAll()
        for future in futures { XCTAssertEqual(future.settledOutcome, .cancelled(.requested)) }
        queue.isSuspended = false
        slow.end.open()

        XCTAssertEqual(try slow.pair.submit("a", in: queue).wait(timeout: patience), 1)
        XCTAssertEqual(slow.pair.runs?.callerCounts, [])
    }

    func testRecursionForTheSameInputIsReported() {
        let slot = Shared<SyncAsyncPair<Int, Int, Never>?>()
        let reports = Counter()
        let pair = SyncAsyncPair(joiningRunningCalls: true) { (number: Int) -> Int in
            do throws(FutureError<Never>) {
                return try slot.value?(number) ?? 0
            } catch {
                if case .wouldDeadlock = error { reports.add(1) }
                return number
            }
        }
        slot.value = pair

        XCTAssertEqual(try pair(1), 1)
        XCTAssertEqual(reports.value, 1)
        XCTAssertEqual(try pair.submit(2, in: queue).wait(timeout: patience), 2)
        XCTAssertEqual(reports.value, 2)
        slot.value = nil
    }

    func testAJobMayJoinOneThatStandsBehindItInANarrowQueue() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let runs = Counter()
        let pair = SyncAsyncPair(joiningRunningCalls: true) { (_: Int) in runs.add(1) }
        queue.isSuspended = true
        let job = queue.submit { () throws(FutureError<Never>) in try pair(1) }
        let behind = pair.submit(1, in: queue)
        queue.isSuspended = false

        XCTAssertEqual(try job.wait(timeout: patience), 1)
        XCTAssertEqual(try behind.wait(timeout: patience), 1)
        XCTAssertEqual(runs.value, 1)
    }

    /// Comparing inputs may come back here: no lock is held.
    func testInputsMayCallThePairWhileTheyAreCompared() {
        struct Key: Hashable {
            var number: Int
            var onCompare: @Sendable () -> Void

            static func == (left: Key, right: Key) -> Bool {
                left.onCompare()
                return left.number == right.number
            }

            func hash(into hasher: inout Hasher) {}
        }
        let end = Gate()
        let compared = Counter()
        let pair = SyncAsyncPair(joiningRunningCalls: true) { (key: Key) in
            if key.number < 2 { end.pass() }
            return key.number
        }
        let queue = queue
        let first = Key(number: 0) {
            // Once: this comparison compares too.
            if compared.add(1) == 1 { _ = pair.submit(Key(number: 2, onCompare: {}), in: queue) }
        }
        let futures = [
            pair.submit(first, in: queue), pair.submit(Key(number: 1, onCompare: {}), in: queue),
        ]
        end.open()

        XCTAssertEqual(try futures.map { try $0.wait(timeout: patience) }, [0, 1])
        assertSucceeds(queue.drain())
        XCTAssertGreaterThan(compared.value, 1)
    }

    /// A caller that does not cancel always gets a value, whatever the others do at the same time.
    func testCallersThatJoinAndCancelAtOnceNeverCancelEachOther() {
        let queue = queue
        for round in 0..<rounds(80, underStress: 6_000) {
            let pair = SyncAsyncPair(joiningRunningCalls: true) { (number: Int) in number }
            let wrong = Counter()
            DispatchQueue.concurrentPerform(iterations: 6) { index in
                for _ in 0..<10 {
                    switch (index + round) % 3 {
                    case 0: pair.submit(1, in: queue).cancel()
                    case 1: if (try? pair.submit(1, in: queue).wait()) != 1 { wrong.add(1) }
                    default: if (try? pair(1)) != 1 { wrong.add(1) }
                    }
                }
            }
            assertSucceeds(queue.drain())

            XCTAssertEqual(wrong.value, 0)
            XCTAssertEqual(pair.runs?.callerCounts, [])
        }
    }

    // MARK: Lifetimes

    func testACallThatJoinsDoesNotKeepTheQueueThatItDoesNotNeed() {
        let slow = Slow()
        let first = slow.pair.submit("text", in: queue)
        weak var unused: QueueCore?
        do {
            let other = FutureQueue()
            unused = other.core
            let joined = slow.pair.submit("text", in: other)
            slow.end.open()
            XCTAssertEqual(try? joined.wait(timeout: patience), 1)
        }
        XCTAssertNil(unused)
        XCTAssertEqual(try? first.wait(timeout: patience), 1)
    }

    func testBodiesInputsAndValuesAreReleased() {
        final class Token: Hashable, Sendable {
            let canary: Canary

            init(_ gate: Gate) {
                canary = Canary(gate)
            }

            static func == (left: Token, right: Token) -> Bool { left === right }

            func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
        }
        for joins in [false, true] {
            for isCancelled in [false, true] {
                let (body, input, value) = (Gate(), Gate(), Gate())
                queue.isSuspended = true
                do {
                    let pair = {
                        let canary = Canary(body)
                        return SyncAsyncPair(joiningRunningCalls: joins) { (_: Token) in
                            withExtendedLifetime(canary) { Canary(value) }
                        }
                    }()
                    let future = pair.submit(Token(input), in: queue)
                    if isCancelled { XCTAssertTrue(future.cancel()) }
                    queue.isSuspended = false
                    _ = try? future.wait(timeout: patience)
                    // While the pair and the future are still there:
                    input.pass()
                    XCTAssertFalse(body.isOpen)
                    withExtendedLifetime((pair, future)) {}
                }
                body.pass()
                if !isCancelled { value.pass() }
            }
        }
    }
}

import Foundation
import TestSupport
import XCTest

@testable import FootingOperations

private typealias Number = FutureOperation<Int, Refusal>

// Unchecked as its superclass is, to which this class adds nothing.
private final class Thumbnail: FutureOperation<Int, Refusal>, @unchecked Sendable {}

/// Operations as jobs of a `FutureQueue`.
final class OperationsInFutureQueueTests: XCTestCase {
    func testAddingTwiceIsRefused() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        queue.isSuspended = true
        let operation = FutureOperation { 1 }
        operation.name = "load"
        XCTAssertNoThrow(try queue.add(operation))
        XCTAssertThrowsError(try queue.add(operation)) {
            let refusal = OperationError(.alreadyEnqueued, operation: "load")
            XCTAssertEqual($0 as? OperationError, refusal)
            XCTAssertEqual(
                "\($0)",
                "The operation “load” has begun or is in a queue; create a new one."
            )
        }
        queue.isSuspended = false
        assertComesTrue(operation.isFinished)
        XCTAssertThrowsError(try queue.add(operation))
    }

    func testACancelledOperationWithDependenciesIsFinishedAsItIsAddedAndReleased() {
        let population = Population()
        let gate = Gate()
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let blocker = FutureOperation { gate.pass() }
        for _ in 0..<2 {
            let operation = FutureOperation { [canary = population.canary()] in
                withExtendedLifetime(canary) {}
            }
            let canary = population.canary()
            operation.completionBlock = { withExtendedLifetime(canary) {} }
            operation.addDependency(blocker)
            operation.cancel()
            XCTAssertFalse(operation.isFinished)
            XCTAssertNoThrow(try queue.add(operation))
            XCTAssertTrue(operation.isFinished && operation.isCancelled)
        }
        assertComesTrue(population.count == 0)
        XCTAssertFalse(blocker.isFinished)
        assertComesTrue(queue.core.jobs.isEmpty)
        gate.open()
    }

    func testACancelAgainstAddIsHeardAndTheOperationIsFinished() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let racer = Racer()
        let population = Population()
        for number in 0..<rounds(300, underStress: 30_000) {
            let first = Number { 1 }
            let operation = number.isMultiple(of: 2) ? Number { 2 } : Number { () async in 2 }
            let canary = population.canary()
            operation.completionBlock = { withExtendedLifetime(canary) {} }
            if number.isMultiple(of: 3) { operation.addDependency(first) }
            racer.run(
                { operation.cancel() },
                { EitherQueue.ours(queue).add(operation) }
            )
            assertComesTrue(operation.isFinished)
            XCTAssertEqual(operation.isCancelled, operation.future.settledOutcome != .success(2))
        }
        assertComesTrue(population.count == 0)
        assertComesTrue(queue.core.jobs.isEmpty)
    }

    func testAnOperationInAQueueIsNotStartedByHand() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        queue.isSuspended = true
        let count = Counter()
        let operation = FutureOperation { count.add(1) }
        XCTAssertNoThrow(try queue.add(operation))
        operation.start()
        XCTAssertEqual(count.value, 0)
        queue.isSuspended = false
        XCTAssertEqual(try operation.future.wait(timeout: patience), 1)
    }

    func testPriorityAndNameAreThoseOfTheOperation() {
        let queue = FutureQueue(name: "line", maxConcurrentJobs: 1)
        queue.isSuspended = true
        let order = Log<Int>()
        let priorities: [Operation.QueuePriority] = [.veryLow, .normal, .low, .high, .veryHigh]
        for (number, priority) in priorities.enumerated() {
            let operation = FutureOperation { order.add(number) }
            operation.queuePriority = priority
            XCTAssertNoThrow(try queue.add(operation))
        }
        queue.isSuspended = false
        assertSucceeds(queue.drain())
        XCTAssertEqual(order.entries, [3, 4, 1, 0, 2])
    }

    func testADrainWaitsForOperations() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let gate = Gate()
        let operations = [
            FutureOperation { gate.pass() },
            FutureOperation { () async in
                while !gate.isOpen { await Task.yield() }
            },
        ]
        for operation in operations { XCTAssertNoThrow(try queue.add(operation)) }
        let drain = queue.drain()
        XCTAssertNil(drain.settledOutcome)
        gate.open()
        assertSucceeds(drain)
        XCTAssertTrue(operations.allSatisfy(\.isFinished))
    }

    func testCancelAllCancelsOperationsOfAClass() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        queue.isSuspended = true
        let thumbnails = (0..<3).map { _ in Thumbnail { 1 } }
        let other = Number { 2 }
        for operation in thumbnails { XCTAssertNoThrow(try queue.add(operation)) }
        XCTAssertNoThrow(try queue.add(other))
        let job = queue.submit { 3 }
        thumbnails[0].cancel()
        XCTAssertEqual(queue.cancelAll(ofType: Thumbnail.self), 2)
        XCTAssertTrue(thumbnails.allSatisfy { $0.isCancelled && $0.isFinished })
        XCTAssertFalse(other.isCancelled)
        queue.isSuspended = false
        XCTAssertEqual(try other.future.wait(timeout: patience), 2)
        XCTAssertEqual(try job.wait(timeout: patience), 3)
    }

    func testCancelAllOfAQueueCancelsOperations() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let began = Gate()
        let running = FutureOperation {
            began.open()
            while !FutureQueue.isCurrentJobCancelled { sched_yield() }
        }
        let waiting = FutureOperation { XCTFail("It ran.") }
        XCTAssertNoThrow(try queue.add(running))
        XCTAssertNoThrow(try queue.add(waiting))
        began.pass()
        queue.cancelAll()
        XCTAssertTrue(running.isCancelled && waiting.isCancelled)
        assertComesTrue(running.isFinished && waiting.isFinished)
        assertSucceeds(queue.drain())
    }

    func testAJobOfAQueueOneWideMayWaitForAnOperationBehindIt() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let operation = FutureOperation { 20 }
        let sum = queue.submit {
            try queue.add(operation)
            return try operation.future.wait() + 1
        }
        XCTAssertEqual(try sum.wait(timeout: patience), 21)
    }

    func testACycleOfWaitsThroughOperationsIsReported() {
        let queue = FutureQueue(name: "line", maxConcurrentJobs: 2)
        let late = Promise<Future<Int, any Error>, Never>()
        let first = FutureOperation { try late.future.wait().wait() }
        let second = FutureOperation { () throws(any Error) in 2 }
        first.name = "first"
        second.name = "second"
        second.addDependency(first)
        XCTAssertNoThrow(try queue.add(first))
        XCTAssertNoThrow(try queue.add(second))
        late.succeed(second.future)
        do throws(FutureError<any Error>) {
            XCTFail("\(try first.future.wait(timeout: patience))")
        } catch {
            XCTAssertTrue("\(error)".contains("“first” in “line”"), "\(error)")
            XCTAssertTrue("\(error)".contains("“second” in “line”"), "\(error)")
        }
        XCTAssertEqual(try second.future.wait(timeout: patience), 2)
    }
}

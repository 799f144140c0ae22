import FootingOperations
import Foundation
import TestSupport
import XCTest

private typealias Number = FutureOperation<Int, Refusal>

/// Operations that are cancelled, and the release of those that ended or never began.
final class OperationCancellationTests: XCTestCase {
    // MARK: Cancelling

    func testACancelledOperationReleasesItsBodyAtOnceAndIsFinishedWithoutRunning() {
        for queue in EitherQueue.both(width: 1, isSuspended: true) {
            let released = Gate()
            let canary = Canary(released)
            let operation = FutureOperation { withExtendedLifetime(canary) { 1 } }
            queue.add(operation)
            withExtendedLifetime(consume canary) {}
            operation.cancel()
            XCTAssertEqual(operation.future.settledOutcome, .cancelled(.requested))
            released.pass()
            queue.resume()
            assertComesTrue(operation.isFinished)
        }
    }

    func testAnOperationThatWasCancelledBeforeItIsAddedIsFinishedWithoutRunning() {
        for queue in EitherQueue.both(width: 1) {
            let operation = FutureOperation { XCTFail("It ran.") }
            XCTAssertTrue(operation.future.cancel())
            XCTAssertTrue(operation.isCancelled)
            XCTAssertFalse(operation.isFinished)
            queue.add(operation)
            assertComesTrue(operation.isFinished)
        }
    }

    func testABodyThatRunsIsToldAndTheOperationIsFinishedWhenItReturns() {
        for queue in EitherQueue.both(width: 1) {
            let began = Gate()
            let seen = Gate()
            let goOn = Gate()
            let operation = FutureOperation {
                began.open()
                while !FutureQueue.isCurrentJobCancelled { sched_yield() }
                seen.open()
                goOn.pass()
                return 1
            }
            queue.add(operation)
            began.pass()
            XCTAssertTrue(operation.isExecuting)
            operation.cancel()
            XCTAssertTrue(operation.isCancelled)
            XCTAssertEqual(operation.future.settledOutcome, .cancelled(.requested))
            seen.pass()
            XCTAssertFalse(operation.isFinished)
            goOn.open()
            assertComesTrue(operation.isFinished)
            XCTAssertEqual(operation.future.settledOutcome, .cancelled(.requested))
        }
    }

    func testCancellingATaskThatAwaitsCancelsTheOperation() async {
        for queue in EitherQueue.both(width: 1, isSuspended: true) {
            let operation = FutureOperation { 1 }
            queue.add(operation)
            let task = Task { try await operation.future.value }
            task.cancel()
            _ = await task.result
            await assertComesTrue(operation.isCancelled)
            queue.resume()
            await assertComesTrue(operation.isFinished)
        }
    }

    func testAnOperationThatIsReleasedUnrunSettlesItsFuture() {
        let released = Gate()
        let canary = Canary(released)
        var operation: FutureOperation<Int, Never>? = FutureOperation {
            withExtendedLifetime(canary) { 1 }
        }
        withExtendedLifetime(consume canary) {}
        let future = operation?.future
        operation = nil
        XCTAssertEqual(future?.settledOutcome, .cancelled(.abandoned))
        released.pass()
    }

    func testCancelAgainstFinishTellsTheTruth() {
        for queue in EitherQueue.both(width: 2) {
            for _ in 0..<rounds(300) {
                let operation = FutureOperation { 1 }
                queue.add(operation)
                let isFirst = operation.future.cancel()
                let outcome = operation.future.settledOutcome
                XCTAssertEqual(outcome, isFirst ? .cancelled(.requested) : .success(1))
                assertComesTrue(operation.isFinished)
                XCTAssertEqual(operation.future.settledOutcome, outcome)
            }
        }
    }

    func testCancellingCancelsTheTaskOfTheBody() {
        for queue in EitherQueue.both(width: 1) {
            let began = Gate()
            let operation = FutureOperation { () async throws -> Int in
                began.open()
                try await Task.sleep(for: .seconds(3_600))
                return 1
            }
            queue.add(operation)
            began.pass()
            XCTAssertFalse(operation.isFinished)
            operation.cancel()
            assertComesTrue(operation.isFinished)
            guard case .cancelled(.requested)? = operation.future.settledOutcome else {
                return XCTFail("\(String(describing: operation.future.settledOutcome))")
            }
        }
    }

    // MARK: Lifetime

    func testACompletionBlockRunsOnceAndMayCaptureItsOperation() {
        for queue in EitherQueue.both(width: 2) {
            let population = Population()
            let completed = Counter()
            for _ in 0..<100 {
                let canary = population.canary()
                let operation = FutureOperation { withExtendedLifetime(canary) {} }
                operation.completionBlock = {
                    withExtendedLifetime((operation, canary)) { _ = completed.add(1) }
                }
                queue.add(operation)
            }
            assertComesTrue(completed.value == 100 && population.count == 0)
        }
    }

    func testOperationsAreReleasedWhateverBecomesOfThem() {
        for queue in EitherQueue.both(width: 2, isSuspended: true) {
            let population = Population()
            autoreleasing {
                let first = FutureOperation { [canary = population.canary()] in
                    withExtendedLifetime(canary) {}
                }
                let second = Number { [canary = population.canary()] () throws(Refusal) in
                    withExtendedLifetime(canary) {}
                    throw Refusal()
                }
                let third = FutureOperation { [canary = population.canary()] in
                    withExtendedLifetime(canary) {}
                }
                second.addDependency(first)
                third.addDependency(second)
                queue.add(first)
                queue.add(second)
                queue.add(third)
                third.cancel()
            }
            XCTAssertLessThan(population.count, 3)
            queue.resume()
            assertComesTrue(population.count == 0)
        }
    }

    private func autoreleasing(_ body: () -> Void) { body() }
}

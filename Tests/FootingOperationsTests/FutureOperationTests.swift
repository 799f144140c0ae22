import FootingOperations
import Foundation
import XCTest

/// A queue of either kind, for what must hold in both.
enum EitherQueue {
    case ours(FutureQueue)
    case foundation(OperationQueue)

    static func both(width: Int, isSuspended: Bool = false) -> [EitherQueue] {
        let ours = FutureQueue(maxConcurrentJobs: width)
        ours.isSuspended = isSuspended
        let foundation = OperationQueue()
        foundation.maxConcurrentOperationCount = width
        foundation.isSuspended = isSuspended
        return [.ours(ours), .foundation(foundation)]
    }

    func add<Success, Failure>(_ operation: FutureOperation<Success, Failure>) {
        switch self {
        case .ours(let queue): XCTAssertNoThrow(try queue.add(operation))
        case .foundation(let queue): queue.addOperation(operation)
        }
    }

    func resume() {
        switch self {
        case .ours(let queue): queue.isSuspended = false
        case .foundation(let queue): queue.isSuspended = false
        }
    }
}

private typealias Number = FutureOperation<Int, Refusal>

/// Sets the results that it is given.
private final class Results: FutureOperation<Int, Refusal>, @unchecked Sendable {
    private let results: [Result<Int, Refusal>]

    init(_ results: [Result<Int, Refusal>]) {
        self.results = results
        super.init()
    }

    override func main() {
        for result in results { XCTAssertTrue(setResult(result)) }
    }
}

/// A subclass that can't fail.
private final class Sum: FutureOperation<Int, Never>, @unchecked Sendable {
    private let numbers: [Int]

    init(_ numbers: [Int]) {
        self.numbers = numbers
        super.init()
    }

    override func main() { setResult(.success(numbers.reduce(0, +))) }
}

final class FutureOperationTests: XCTestCase {
    // MARK: Results

    func testValuesAndErrorsAreOutcomesInBothQueues() {
        for queue in EitherQueue.both(width: 2) {
            let good = Number { 42 }
            let bad = Number { () throws(Refusal) in throw Refusal(code: 7) }
            queue.add(good)
            queue.add(bad)
            XCTAssertEqual(try good.future.wait(timeout: patience), 42)
            assertThrows(.failure(Refusal(code: 7))) { () throws(FutureError<Refusal>) in
                try bad.future.wait(timeout: patience)
            }
            assertComesTrue(good.isFinished && bad.isFinished)
            XCTAssertFalse(good.isExecuting || good.isCancelled || good.isAsynchronous)
        }
    }

    func testAnUntypedCancellationErrorCancels() {
        for queue in EitherQueue.both(width: 1) {
            let operation = FutureOperation<Int, any Error> { throw CancellationError() }
            queue.add(operation)
            assertComesTrue(operation.isFinished)
            guard case .cancelled(.thrown)? = operation.future.settledOutcome else {
                return XCTFail("\(String(describing: operation.future.settledOutcome))")
            }
            XCTAssertTrue(operation.isCancelled)
        }
    }

    func testTheLastResultThatASubclassSetsCounts() {
        for queue in EitherQueue.both(width: 1) {
            let operation = Results([.success(1), .failure(Refusal()), .success(3)])
            queue.add(operation)
            XCTAssertEqual(try operation.future.wait(timeout: patience), 3)
            assertComesTrue(operation.isFinished)
            XCTAssertFalse(operation.setResult(.success(4)))
            XCTAssertEqual(try operation.future.wait(), 3)
        }
    }

    func testAResultMayBeSetBeforeASubclassBegins() {
        for queue in EitherQueue.both(width: 1) {
            let alone = Results([])
            let replaced = Results([.success(2)])
            XCTAssertTrue(alone.setResult(.success(1)))
            XCTAssertTrue(replaced.setResult(.success(1)))
            queue.add(alone)
            queue.add(replaced)
            XCTAssertEqual(try alone.future.wait(timeout: patience), 1)
            XCTAssertEqual(try replaced.future.wait(timeout: patience), 2)
        }
    }

    func testAClosureIgnoresAResultThatWasSet() {
        for queue in EitherQueue.both(width: 1) {
            for operation in [Number { 2 }, Number { () async in 2 }] {
                XCTAssertTrue(operation.setResult(.success(1)))
                queue.add(operation)
                XCTAssertEqual(try operation.future.wait(timeout: patience), 2)
            }
        }
    }

    func testASubclassMayBeOneThatCanNotFail() {
        for queue in EitherQueue.both(width: 1) {
            let operation = Sum([1, 2, 3])
            queue.add(operation)
            XCTAssertEqual(try operation.future.wait(timeout: patience), 6)
        }
    }

    func testASubclassMaySetAFailure() {
        for queue in EitherQueue.both(width: 1) {
            let operation = Results([.success(1), .failure(Refusal(code: 2))])
            queue.add(operation)
            assertThrows(.failure(Refusal(code: 2))) { () throws(FutureError<Refusal>) in
                try operation.future.wait(timeout: patience)
            }
        }
    }

    func testAMissingResultIsAnErrorThatNamesTheClass() async {
        for queue in EitherQueue.both(width: 1) {
            let operation = Results([])
            queue.add(operation)
            let outcome = await operation.future.outcome
            XCTAssertEqual(outcome, .cancelled(.resultNotSet))
            XCTAssertThrowsError(try waitHere(for: operation.future)) {
                XCTAssertEqual($0 as? FutureError<Refusal>, .resultNotSet("Results"))
                XCTAssertEqual(
                    "\($0)",
                    "There is no result: main() of Results returned without calling setResult(_:)."
                )
            }
            do {
                XCTFail("\(try await operation.future.value)")
            } catch {
                XCTAssertEqual(error as? FutureError<Refusal>, .resultNotSet("Results"))
            }
            XCTAssertFalse(operation.isCancelled)
        }
    }

    func testMainWithoutStartDoesNotRunTheBodyTwice() {
        let count = Counter()
        let operation = FutureOperation { count.add(1) }
        operation.main()
        operation.start()
        operation.start()
        XCTAssertEqual(count.value, 1)
        XCTAssertEqual(try operation.future.wait(), 1)
    }

    // MARK: Asynchronous bodies

    func testAsynchronousBodiesOccupyTheirPlaceUntilTheyReturn() {
        for queue in EitherQueue.both(width: 2) {
            let running = Counter()
            let peak = Counter()
            let operations = (0..<20).map { number in
                FutureOperation { () async -> Int in
                    peak.raise(to: running.add(1))
                    await Task.yield()
                    await Task.yield()
                    running.add(-1)
                    return number
                }
            }
            operations.forEach(queue.add)
            for (number, operation) in operations.enumerated() {
                XCTAssertEqual(try operation.future.wait(timeout: patience), number)
                XCTAssertTrue(operation.isAsynchronous)
            }
            XCTAssertLessThanOrEqual(peak.value, 2)
            assertComesTrue(operations.allSatisfy(\.isFinished))
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
            assertComesTrue(operation.isCancelled)
            queue.resume()
            assertComesTrue(operation.isFinished)
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

    // MARK: Queues

    func testAddingTwiceIsRefused() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        queue.isSuspended = true
        let operation = FutureOperation { 1 }
        operation.name = "load"
        XCTAssertNoThrow(try queue.add(operation))
        XCTAssertThrowsError(try queue.add(operation)) {
            XCTAssertEqual($0 as? OperationError, .alreadyEnqueued("load"))
            XCTAssertEqual(
                "\($0)",
                "The operation “load” has begun or is in a queue; make a new one."
            )
        }
        queue.isSuspended = false
        assertComesTrue(operation.isFinished)
        XCTAssertThrowsError(try queue.add(operation))
    }

    func testPriorityAndNameAreThoseOfTheOperation() {
        let queue = FutureQueue(name: "line", maxConcurrentJobs: 1)
        queue.isSuspended = true
        let order = Log<Int>()
        let priorities: [Operation.QueuePriority] = [.veryLow, .normal, .low, .high, .veryHigh]
        for (number, priority) in priorities.enumerated() {
            let operation = FutureOperation { order.note(number) }
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
        let thumbnails = (0..<3).map { _ in Results([.success(1)]) }
        let other = Number { 2 }
        for operation in thumbnails { XCTAssertNoThrow(try queue.add(operation)) }
        XCTAssertNoThrow(try queue.add(other))
        let job = queue.submit { 3 }
        thumbnails[0].cancel()
        XCTAssertEqual(queue.cancelAll(ofType: Results.self), 2)
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

    func testReplaceCancelsOneOperationAndAddsAnother() {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        queue.isSuspended = true
        let old = Number { 1 }
        let other = BlockOperation {}
        let new = Number { 2 }
        XCTAssertNoThrow(try queue.replace(nil, with: old))
        queue.addOperation(other)
        XCTAssertNoThrow(try queue.replace(old, with: new))
        XCTAssertTrue(old.isCancelled)
        XCTAssertFalse(other.isCancelled)
        queue.isSuspended = false
        XCTAssertEqual(try new.future.wait(timeout: patience), 2)
        assertComesTrue(other.isFinished && new.isFinished)
        XCTAssertNoThrow(try queue.replace(new, with: BlockOperation {}))
    }

    func testReplaceRefusesAnOperationThatHasBegunAndCancelsNothing() {
        let queue = OperationQueue()
        queue.isSuspended = true
        let old = Number { 1 }
        old.name = "old"
        XCTAssertThrowsError(try queue.replace(old, with: old)) {
            XCTAssertEqual($0 as? OperationError, .alreadyEnqueued("old"))
        }
        let finished = BlockOperation {}
        finished.start()
        XCTAssertThrowsError(try queue.replace(old, with: finished))
        let ours = FutureQueue()
        ours.isSuspended = true
        let elsewhere = Number { 2 }
        XCTAssertNoThrow(try ours.add(elsewhere))
        XCTAssertThrowsError(try queue.replace(old, with: elsewhere))
        XCTAssertFalse(old.isCancelled)
        queue.addOperation(old)
        queue.isSuspended = false
        XCTAssertEqual(try old.future.wait(timeout: patience), 1)
    }

    func testReplaceRevokesHandlersThatHaveNotBegun() {
        let queue = OperationQueue()
        let delivery = DispatchQueue(label: "delivery")
        let old = FutureOperation { 1 }
        queue.addOperation(old)
        XCTAssertEqual(try old.future.wait(timeout: patience), 1)
        delivery.suspend()
        old.future.whenSettled(on: delivery) { _ in XCTFail("It was delivered.") }
        XCTAssertNoThrow(try queue.replace(old, with: FutureOperation { 2 }))
        delivery.resume()
        delivery.sync {}
    }

    // MARK: Waiting inside

    func testAJobOfAQueueOneWideMayWaitForAnOperationBehindIt() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let operation = FutureOperation { 20 }
        let sum = queue.submit {
            try queue.add(operation)
            return try operation.future.wait() + 1
        }
        XCTAssertEqual(try sum.wait(timeout: patience), 21)
    }

    func testACircleOfWaitsThroughOperationsIsReported() {
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

    private func autoreleasing(_ body: () -> Void) { body() }

    // Not asynchronous, so that it may block.
    private func waitHere(for future: Future<Int, Refusal>) throws { _ = try future.wait() }
}

import FootingOperations
import Foundation
import TestSupport
import XCTest

private typealias Number = FutureOperation<Int, Refusal>

/// Sets the results that it is given.
// Unchecked as its superclass is: all that this class adds is constant and Sendable.
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
// Unchecked as its superclass is: all that this class adds is constant and Sendable.
private final class Sum: FutureOperation<Int, Never>, @unchecked Sendable {
    private let numbers: [Int]

    init(_ numbers: [Int]) {
        self.numbers = numbers
        super.init()
    }

    override func main() { setResult(.success(numbers.reduce(0, +))) }
}

final class FutureOperationTests: XCTestCase {
    func testValuesAndErrorsAreOutcomesInBothQueues() {
        for queue in EitherQueue.both(width: 2) {
            let good = Number { 42 }
            let bad = Number { () throws(Refusal) in throw Refusal(code: 7) }
            queue.add(good)
            queue.add(bad)
            XCTAssertEqual(try good.future.wait(timeout: patience), 42)
            let refused = failure(ofWaitingFor: bad.future, timeout: patience)
            XCTAssertEqual(refused, .failure(Refusal(code: 7)))
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
            let refused = failure(ofWaitingFor: operation.future, timeout: patience)
            XCTAssertEqual(refused, .failure(Refusal(code: 2)))
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
                XCTAssertEqual(error, .resultNotSet("Results"))
            }
            do {
                XCTFail("\(try await LatestOnly().value { operation.future })")
            } catch {
                XCTAssertEqual(error, .resultNotSet("Results"))
            }
            XCTAssertFalse(operation.isCancelled)
        }
    }

    func testFuturesDerivedFromAnOperationNameTheClassThatSetNoResult() {
        let missing = FutureError<Refusal>.resultNotSet("Results")
        for isSettledFirst in [true, false] {
            let operation = Results([])
            if isSettledFirst { operation.start() }
            let source = operation.future
            let start = Promise<Int, Refusal>()
            start.succeed(1)
            let rows: [(String, Future<Int, Refusal>)] = [
                ("map", source.map { $0 }),
                ("map of map", source.map { $0 }.map { $0 }),
                ("flatMap", source.flatMap { _ in start.future }),
                ("flatMap to it", start.future.flatMap { _ in source }),
                ("flatMap to map", start.future.flatMap { _ in source.map { $0 } }),
                ("timeout", source.timeout(.seconds(1_000))),
                ("all", Future.all([start.future, source]).map(\.count)),
            ]
            if !isSettledFirst { operation.start() }
            for (name, future) in rows {
                XCTAssertEqual(failure(ofWaitingFor: future), missing, name)
                XCTAssertEqual(future.settledOutcome, .cancelled(.resultNotSet), name)
            }
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

    // Not asynchronous, so that it may block.
    private func waitHere(for future: Future<Int, Refusal>) throws { _ = try future.wait() }
}

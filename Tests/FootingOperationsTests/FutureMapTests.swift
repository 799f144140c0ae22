@testable import FootingOperations
import TestSupport
import XCTest

/// Futures that `map` and `flatMap` make of others.
final class FutureMapTests: XCTestCase {
    // MARK: map

    func testMapMakesANewValueAndPassesOnEverythingElse() {
        let rows: [(Outcome<Int, Refusal>, Outcome<String, Refusal>)] = [
            (.success(6), .success("6")),
            (.success(13), .failure(Refusal(code: 13))),
            (.failure(Refusal(code: 4)), .failure(Refusal(code: 4))),
            (.cancelled(.requested), .cancelled(.requested)),
            (.cancelled(.abandoned), .cancelled(.abandoned)),
        ]
        for (outcome, expected) in rows {
            assertDerived(from: outcome, is: expected) { future in
                future.map { number throws(Refusal) in
                    if number == 13 { throw Refusal(code: 13) }
                    return "\(number)"
                }
            }
        }
    }

    func testATransformThatCannotFailKeepsTheTypeOfTheFailure() {
        let never: Future<Int, Never> = settled(.success(1)).map { $0 + 1 }
        XCTAssertEqual(never.settledOutcome, .success(2))

        let source: Future<Int, Refusal> = settled(.success(1))
        let refusal = source.map { $0 + 1 }
        XCTAssertEqual(refusal.settledOutcome, .success(2))

        let untyped: Future<Int, any Error> = settled(.success(1)).map { _ in
            throw Refusal(code: 9)
        }
        guard case .failure(let error) = untyped.settledOutcome else { return XCTFail() }
        XCTAssertEqual(error as? Refusal, Refusal(code: 9))
    }

    // Rule 8.
    func testACancellationErrorOfAnUntypedTransformCancels() {
        let untyped: Future<Int, any Error> = settled(.success(1))
        let mapped = untyped.map { _ -> Int in throw CancellationError() }
        let flat = untyped.flatMap { _ -> Future<Int, any Error> in throw CancellationError() }
        for future in [mapped, flat] {
            guard case .cancelled(.thrown) = future.settledOutcome else {
                return XCTFail("\(future.settledOutcome as Any)")
            }
        }
        let typed: Future<Int, CancellationError> = settled(.success(1))
        let failed = typed.map { _ throws(CancellationError) -> Int in throw CancellationError() }
        guard case .failure = failed.settledOutcome else {
            return XCTFail("\(failed.settledOutcome as Any)")
        }
    }

    func testATransformRunsOnceOnTheThreadThatSettles() {
        let promise = Promise<Int, Never>()
        let threads = Log<ObjectIdentifier>()
        let mapped = promise.future.map { _ in threads.add(thisThread) }
        let flat = promise.future.flatMap { number in
            threads.add(thisThread)
            return settled(Outcome<Int, Never>.success(number))
        }
        let settling = Shared<ObjectIdentifier?>()
        onThread {
            settling.value = thisThread
            promise.succeed(1)
            XCTAssertNotNil(mapped.settledOutcome)
            XCTAssertNotNil(flat.settledOutcome)
        }
        XCTAssertEqual(threads.entries, [settling.value, settling.value])

        _ = promise.future.map { _ in threads.add(thisThread) }
        XCTAssertEqual(threads.entries.last, thisThread)
        XCTAssertEqual(threads.entries.count, 3)
    }

    func testATransformIsNotCalledWithoutAValue() {
        let called = Counter()
        for outcome in [Outcome<Int, Refusal>.failure(Refusal()), .cancelled(.requested)] {
            let promise = Promise<Int, Refusal>()
            let mapped = promise.future.map { _ in called.add(1) }
            let flat = promise.future.flatMap { _ in
                called.add(1)
                return promise.future
            }
            promise.settle(outcome)
            XCTAssertNotNil(mapped.settledOutcome)
            XCTAssertEqual(flat.settledOutcome, outcome)
        }
        XCTAssertEqual(called.value, 0)
    }

    func testATransformOfACancelledFutureIsNotCalled() {
        let called = Counter()
        let promise = Promise<Int, Never>()
        promise.future.whenSettled { _ in }
        let mapped = promise.future.map { _ in called.add(1) }
        XCTAssertTrue(mapped.cancel())
        promise.succeed(1)
        XCTAssertEqual(called.value, 0)
        XCTAssertEqual(mapped.settledOutcome, .cancelled(.requested))
    }

    func testTransformsAndHandlersRunInTheOrderOfTheirRegistration() {
        let promise = Promise<Int, Never>()
        let log = Log<Int>()
        var kept: [Future<Void, Never>] = []
        for number in stride(from: 0, to: 60, by: 3) {
            promise.future.whenSettled { _ in log.add(number) }
            kept.append(promise.future.map { _ in log.add(number + 1) })
            kept.append(
                promise.future.flatMap { _ in
                    log.add(number + 2)
                    return settled(.success(()))
                }
            )
        }
        promise.succeed(1)
        XCTAssertEqual(log.entries, Array(0..<60))
    }

    func testATransformMayComeBackToItsFuture() {
        let promise = Promise<Int, Never>()
        let future = promise.future
        let own = Shared<Future<Int, Never>?>()
        let mapped = future.map { number -> Int in
            XCTAssertEqual(future.settledOutcome, .success(number))
            XCTAssertFalse(future.cancel())
            // It cancels the future that it is about to settle.
            XCTAssertEqual(own.value?.cancel(), true)
            return future.map { $0 + 1 }.map { $0 + 1 }.settledOutcome == .success(number + 2)
                ? 1 : 0
        }
        own.value = mapped
        promise.succeed(1)
        XCTAssertEqual(mapped.settledOutcome, .cancelled(.requested))
        own.value = nil
    }

    // MARK: flatMap

    func testFlatMapIsSettledAsTheFutureThatTheTransformReturns() {
        let rows: [Outcome<String, Refusal>] = [
            .success("a"), .failure(Refusal(code: 5)), .cancelled(.requested),
            .cancelled(.abandoned),
        ]
        for row in rows {
            for isSettledFirst in [true, false] {
                let next = Promise<String, Refusal>()
                if isSettledFirst { next.settle(row) }
                let source = Promise<Int, Refusal>()
                let flat = source.future.flatMap { _ in next.future }
                XCTAssertNil(flat.settledOutcome)
                source.succeed(1)
                if !isSettledFirst {
                    XCTAssertNil(flat.settledOutcome)
                    next.settle(row)
                }
                XCTAssertEqual(flat.settledOutcome, row)
            }
        }
    }

    func testFlatMapPassesOnWhatIsNoValueAndWhatTheTransformThrows() {
        let rows: [(Outcome<Int, Refusal>, Outcome<String, Refusal>)] = [
            (.success(13), .failure(Refusal(code: 13))),
            (.failure(Refusal(code: 4)), .failure(Refusal(code: 4))),
            (.cancelled(.requested), .cancelled(.requested)),
        ]
        for (outcome, expected) in rows {
            assertDerived(from: outcome, is: expected) { future in
                future.flatMap { number throws(Refusal) -> Future<String, Refusal> in
                    throw Refusal(code: number)
                }
            }
        }
    }

    func testCancellingFlatMapCancelsTheFutureThatItFollows() {
        let source = Promise<Int, Never>()
        let next = Promise<Int, Never>()
        let flat = source.future.flatMap { _ in next.future }
        source.succeed(1)
        XCTAssertTrue(flat.cancel())
        XCTAssertEqual(next.future.settledOutcome, .cancelled(.requested))
        XCTAssertEqual(source.future.settledOutcome, .success(1))
    }

    func testAFutureThatATransformReturnsTooLateIsCancelled() {
        let source = Promise<Int, Never>()
        let next = Promise<Int, Never>()
        let own = Shared<Future<Int, Never>?>()
        let flat = source.future.flatMap { _ in
            own.value?.cancel()
            return next.future
        }
        own.value = flat
        source.succeed(1)
        XCTAssertEqual(flat.settledOutcome, .cancelled(.requested))
        XCTAssertEqual(next.future.settledOutcome, .cancelled(.requested))
        own.value = nil
    }

    func testAnOutcomeMayBeThatOfItsOwnSource() {
        let source = Promise<Int, Never>()
        let future = source.future
        let flat = future.flatMap { _ in future }
        source.succeed(3)
        XCTAssertEqual(flat.settledOutcome, .success(3))
    }
}

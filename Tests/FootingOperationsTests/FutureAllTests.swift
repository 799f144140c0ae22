@testable import FootingOperations
import TestSupport
import XCTest

/// Futures of the values of several others.
final class FutureAllTests: XCTestCase {
    func testAllOfNoneIsSettledAtOnce() {
        XCTAssertEqual(Future<Int, Refusal>.all([]).settledOutcome, .success([]))
    }

    func testAllKeepsTheOrderHoweverTheyAreSettled() {
        for count in [1, 2, 3, 10, 1000] {
            for isReversed in [false, true] {
                let promises = (0..<count).map { _ in Promise<Int, Never>() }
                // Some are settled before.
                for number in stride(from: 0, to: count, by: 3) { promises[number].succeed(number) }
                let all = Future.all(promises.map(\.future))
                let order = Array(promises.enumerated())
                for (number, promise) in isReversed ? order.reversed() : order {
                    promise.succeed(number)
                }
                XCTAssertEqual(all.settledOutcome, .success(Array(0..<count)))
            }
        }
    }

    func testAllTakesTheSameFutureSeveralTimes() {
        let promise = Promise<Int, Never>()
        let all = Future.all([promise.future, promise.future, promise.future])
        promise.succeed(2)
        XCTAssertEqual(all.settledOutcome, .success([2, 2, 2]))

        let other = Promise<Int, Never>()
        XCTAssertTrue(Future.all([other.future, other.future]).cancel())
        XCTAssertEqual(other.future.settledOutcome, .cancelled(.requested))
    }

    func testAllEndsWithTheFirstThatHasNoValueAndTheOthersGoOn() {
        let endings: [Outcome<Int, Refusal>] = [
            .failure(Refusal(code: 7)), .cancelled(.requested), .cancelled(.abandoned),
        ]
        for ending in endings {
            for index in 0..<3 {
                for isSettledFirst in [true, false] {
                    let promises = (0..<3).map { _ in Promise<Int, Refusal>() }
                    if isSettledFirst { promises[index].settle(ending) }
                    let all = Future.all(promises.map(\.future))
                    if !isSettledFirst { promises[index].settle(ending) }
                    let passed: Outcome<[Int], Refusal> =
                        switch ending {
                        case .failure(let error): .failure(error)
                        case .cancelled(let reason): .cancelled(reason)
                        case .success: .success([])
                        }
                    XCTAssertEqual(all.settledOutcome, passed)
                    for (number, promise) in promises.enumerated() where number != index {
                        XCTAssertTrue(promise.succeed(number), "\(ending) of number \(index)")
                    }
                    XCTAssertEqual(all.settledOutcome, passed)
                }
            }
        }
    }

    func testCancellingAllCancelsThoseThatNobodyElseWants() {
        let promises = (0..<4).map { _ in Promise<Int, Never>() }
        let futures = promises.map(\.future)
        promises[0].succeed(0)
        futures[1].whenSettled { _ in }
        let other = futures[2].map { $0 }
        XCTAssertTrue(Future.all(futures).cancel())
        XCTAssertEqual(futures[0].settledOutcome, .success(0))
        XCTAssertNil(futures[1].settledOutcome)
        XCTAssertNil(futures[2].settledOutcome)
        XCTAssertEqual(futures[3].settledOutcome, .cancelled(.requested))
        other.cancel()
        XCTAssertEqual(futures[2].settledOutcome, .cancelled(.requested))
    }

    func testAllOfJobsGivesTheirValues() {
        for width in 1...3 {
            let queue = FutureQueue(maxConcurrentJobs: width)
            let all = Future.all((0..<500).map { number in queue.submit { number } })
            XCTAssertEqual(try all.wait(timeout: patience), Array(0..<500))
        }
    }

    func testAllIsSettledOnceWhenTwoThreadsSettleTheLastOnes() {
        let racer = Racer()
        for _ in 0..<rounds(500) {
            let one = Promise<Int, Refusal>()
            let other = Promise<Int, Refusal>()
            let heard = Log<Outcome<[Int], Refusal>>()
            let all = Future.all([one.future, other.future])
            all.whenSettled { heard.add($0) }
            let othersFailure = Bool.random()
            racer.run(
                { one.succeed(1) },
                { if othersFailure { other.fail(Refusal()) } else { other.succeed(2) } }
            )
            let expected: Outcome<[Int], Refusal> =
                othersFailure ? .failure(Refusal()) : .success([1, 2])
            XCTAssertEqual(heard.entries, [expected])
            XCTAssertEqual(all.settledOutcome, expected)
        }
    }
}

@testable import FootingOperations
import TestSupport
import XCTest

/// Futures of the first value of several others.
final class FutureAnyTests: XCTestCase {
    func testAnyHasTheFirstValueAndTheOthersContinue() {
        let promises = (0..<3).map { _ in Promise<Int, Refusal>() }
        let any = Future.any(promises.map(\.future))
        promises[2].fail(Refusal())
        promises[0].settle(.cancelled(.requested))
        XCTAssertNil(any.settledOutcome)
        promises[1].succeed(1)
        XCTAssertEqual(any.settledOutcome, .success(1))

        let others = (0..<3).map { _ in Promise<Int, Refusal>() }
        others[2].succeed(2)
        let early = Future.any(others.map(\.future))
        XCTAssertEqual(early.settledOutcome, .success(2))
        XCTAssertTrue(others[0].succeed(0))
        XCTAssertTrue(others[1].fail(Refusal()))
        XCTAssertEqual(early.settledOutcome, .success(2))
    }

    func testAnyWithoutASuccessHasTheFirstErrorOfTheList() {
        typealias Row = ([Outcome<Int, Refusal>], Outcome<Int, Refusal>)
        let (one, two) = (Refusal(code: 1), Refusal(code: 2))
        let rows: [Row] = [
            ([.failure(one), .failure(two)], .failure(one)),
            ([.cancelled(.task), .failure(two), .failure(one)], .failure(two)),
            ([.cancelled(.task), .cancelled(.requested)], .cancelled(.task)),
            ([.failure(two)], .failure(two)),
            ([], .cancelled(.abandoned)),
        ]
        for (outcomes, expected) in rows {
            for isReversed in [false, true] {
                let promises = outcomes.map { _ in Promise<Int, Refusal>() }
                let any = Future.any(promises.map(\.future))
                let order = Array(zip(promises, outcomes))
                for (promise, outcome) in isReversed ? order.reversed() : order {
                    XCTAssertNil(any.settledOutcome)
                    promise.settle(outcome)
                }
                XCTAssertEqual(any.settledOutcome, expected)
            }
            XCTAssertEqual(Future.any(outcomes.map { settled($0) }).settledOutcome, expected)
        }
    }

    func testCancellingAnyCancelsTheFuturesForWhichNothingElseWaits() {
        let promises = (0..<3).map { _ in Promise<Int, Never>() }
        promises[1].future.whenSettled { _ in }
        XCTAssertTrue(Future.any(promises.map(\.future)).cancel())
        XCTAssertEqual(promises[0].future.settledOutcome, .cancelled(.requested))
        XCTAssertNil(promises[1].future.settledOutcome)
        XCTAssertEqual(promises[2].future.settledOutcome, .cancelled(.requested))
    }

    func testAnyReleasesTheFuturesThatItNoLongerNeeds() {
        let slow = Promise<Int, Never>()
        weak var source: FutureState<Int, Never>?
        let any: Future<Int, Never>
        do {
            let fast = Promise<Int, Never>()
            source = fast.future.state
            any = Future.any([slow.future, fast.future])
            fast.succeed(1)
        }
        XCTAssertNil(source)
        XCTAssertEqual(any.settledOutcome, .success(1))
        XCTAssertEqual(slow.future.state.joinedCount, 0)
    }

    func testAJobMayWaitForAnyOfWhichOneDependsOnIt() {
        for width in 1...2 {
            let queue = FutureQueue(maxConcurrentJobs: width)
            let known = Promise<[Future<Int, Never>], Never>()
            let waiting = queue.submit { () throws(any Error) -> Int in
                try Future.any(known.future.wait()).wait()
            }
            let late = queue.submit(after: [waiting]) { 1 }
            let ready = queue.submit { 2 }
            known.succeed([late, ready])
            XCTAssertEqual(try waiting.wait(timeout: patience), 2)
            assertSucceeds(queue.drain())
        }
    }

    func testAJobThatWaitsForTheLastAlternativeThatDependsOnItIsToldSo() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let known = Promise<[Future<Int, Refusal>], Never>()
        let names = Shared<[String]?>()
        let waiting = queue.submit(name: "waiting") {
            let all = try? known.future.wait()
            let error = failure(ofWaitingFor: all.map { Future.any($0) })
            if case .wouldDeadlock(let cycle) = error { names.value = cycle }
        }
        let late = queue.submit(name: "late", after: [waiting]) { () throws(Refusal) in 1 }
        known.succeed([Future(failing: Refusal()), late])
        assertSucceeds(waiting)
        let jobs = ["waiting", "late", "waiting"].map { "“\($0)” in an unnamed queue" }
        XCTAssertEqual(names.value, [jobs[0], "a future", jobs[1], jobs[2]])
    }
}

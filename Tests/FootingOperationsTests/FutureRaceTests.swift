import FootingOperations
import TestSupport
import XCTest

/// Two things happen at once to a future with several waiters: in any order, each waiter gets the
/// outcome once, and all get the same one.
final class FutureRaceTests: XCTestCase {
    /// The call of one of two racing threads.
    private enum Move: CaseIterable {
        case cancel, finish, timeOut, detach, drop, wait

        var settles: Bool {
            switch self {
            case .cancel, .finish: true
            case .timeOut, .detach, .drop, .wait: false
            }
        }
    }

    func testAnyTwoMovesLeaveOneOutcomeThatEverybodyHearsOnce() {
        let racer = Racer()
        for (index, one) in Move.allCases.enumerated() {
            for other in Move.allCases[index...] {
                for _ in 0..<rounds(25, underStress: 5_000) {
                    guard race(one, other, on: racer) else {
                        return XCTFail("\(one) against \(other)")
                    }
                }
            }
        }
    }

    private func race(_ one: Move, _ other: Move, on racer: Racer) -> Bool {
        let heard = Log<Outcome<Int, Never>>()
        let won = Counter()
        let (future, promises) = Self.makePromise(copies: 2)
        let isSettled = one.settles || other.settles

        // An asynchronous waiter, a detached one and a handler are there from the start.
        let task = Task { heard.add(await future.outcome) }
        let detached = Task { try? await future.value(onCancel: .detach) }
        future.whenSettled { heard.add($0) }

        let moves = zip([one, other], promises).map { (move, own) in
            { @Sendable in
                switch move {
                case .cancel:
                    if future.cancel() {
                        won.add(1)
                        guard case .cancelled = future.settledOutcome else {
                            return XCTFail("true, but not cancelled")
                        }
                    } else {
                        XCTAssertNotNil(future.settledOutcome, "false, but no outcome")
                    }
                case .finish:
                    if own.value?.succeed(7) == true { won.add(1) }
                    XCTAssertNotNil(future.settledOutcome)
                case .timeOut:
                    Self.wait(for: future, .microseconds(5), noting: heard)
                case .detach:
                    // Ends the wait of that task alone.
                    detached.cancel()
                case .drop:
                    break
                case .wait:
                    // Freed by the other one, or by the settlement below.
                    Self.wait(for: future, isSettled ? patience : .microseconds(50), noting: heard)
                }
                own.value = nil
            }
        }
        racer.run(moves[0], moves[1])
        let moved = [one, other]
        return finish(future, heard, won: won.value, after: moved, task, detached)
    }

    /// A promise that is dropped when all these slots are empty.
    private static func makePromise(
        copies: Int
    ) -> (Future<Int, Never>, [Shared<Promise<Int, Never>?>]) {
        let promise = Promise<Int, Never>()
        return (promise.future, (0..<copies).map { _ in Shared(promise) })
    }

    private static func wait(
        for future: Future<Int, Never>,
        _ timeout: Duration,
        noting heard: Log<Outcome<Int, Never>>
    ) {
        do throws(FutureError<Never>) {
            let value = try future.wait(timeout: timeout)
            XCTAssertEqual(.success(value), future.settledOutcome)
        } catch {
            switch error {
            case .timedOut: break
            case .cancelled(let reason):
                XCTAssertEqual(.cancelled(reason), future.settledOutcome)
            case .wouldDeadlock, .resultNotSet: XCTFail("\(error)")
            }
        }
    }

    private func finish(
        _ future: Future<Int, Never>,
        _ heard: Log<Outcome<Int, Never>>,
        won: Int,
        after moves: [Move],
        _ task: Task<Void, Never>,
        _ detached: Task<Int?, Never>
    ) -> Bool {
        inTask {
            await task.value
            let value = await detached.value
            if value == nil, moves.contains(.detach) { return }
            XCTAssertEqual(value, try? future.settledOutcome?.get())
        }
        guard let outcome = future.settledOutcome else { return false }
        XCTAssertEqual(won, outcome == .cancelled(.abandoned) ? 0 : 1)
        // A cancel that came after the value may have kept the handler from beginning.
        if moves.contains(.cancel), case .success = outcome, heard.entries == [outcome] {
            return true
        }
        XCTAssertEqual(heard.entries, [outcome, outcome])
        return heard.entries == [outcome, outcome]
    }

    // Rule 2.
    func testACancelThatWinsMeansThatNoSuccessIsEverHeard() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        for round in 0..<rounds(500, underStress: 60_000) {
            let heard = Log<Outcome<Int, Never>>()
            let future = queue.submit { 7 }
            future.whenSettled { heard.add($0) }
            for _ in 0..<(round % 50) where future.settledOutcome != nil { break }

            if future.cancel() {
                XCTAssertEqual(future.settledOutcome, .cancelled(.requested))
                XCTAssertEqual(heard.entries, [.cancelled(.requested)])
            } else {
                XCTAssertEqual(future.settledOutcome, .success(7))
            }
            assertSucceeds(queue.submit { 1 })
            XCTAssertLessThanOrEqual(heard.entries.count, 1)
            if case .cancelled = future.settledOutcome {
                XCTAssertEqual(heard.entries, [.cancelled(.requested)])
            }
        }
    }

    func testACancelledTaskAndAResultEndTheWaitOnce() {
        let racer = Racer()
        for policy in [TaskCancellation.propagate, .detach] {
            for _ in 0..<rounds(300) {
                let promise = Promise<Int, Never>()
                let future = promise.future
                let task = Task { try? await future.value(onCancel: policy) }

                racer.run({ task.cancel() }, { promise.succeed(7) })

                inTask {
                    let value = await task.value
                    switch future.settledOutcome {
                    case .success: XCTAssertTrue(policy == .detach || value == 7)
                    case .cancelled(let reason):
                        XCTAssertNil(value)
                        XCTAssertEqual(reason, .task)
                        XCTAssertEqual(policy, .propagate)
                    case nil: XCTFail("no outcome")
                    }
                }
            }
        }
    }

    func testAWaiterAndACancellerNeverMissAJobThatIsBeginning() {
        let racer = Racer()
        let queue = FutureQueue(maxConcurrentJobs: 1)
        for _ in 0..<rounds(500) {
            let ran = Counter()
            let future = queue.submit { ran.add(1) }

            racer.run(
                { future.cancel() },
                { _ = try? future.wait(timeout: patience) }
            )

            assertSucceeds(queue.submit { 1 })
            switch future.settledOutcome {
            case .success: XCTAssertEqual(ran.value, 1)
            case .cancelled: XCTAssertLessThanOrEqual(ran.value, 1)
            case nil: XCTFail("no outcome")
            }
        }
    }
}

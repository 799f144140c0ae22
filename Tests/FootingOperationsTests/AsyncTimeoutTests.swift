@testable import FootingOperations
import TestSupport
import XCTest

/// A time that is up at once.
private let instant: Duration = .nanoseconds(1)

/// Tasks that wait for a limited time, or without a limit (rules 5 to 7).
final class AsyncTimeoutTests: XCTestCase {
    private static let noTime: [Duration] = [
        .zero, .nanoseconds(-1), .seconds(-1), .seconds(-20_000_000_000),
        .init(secondsComponent: .min, attosecondsComponent: 0),
    ]
    private static let forEver: [Duration] = [
        .seconds(2_000_000_000), .seconds(Int64.max),
        .init(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999),
    ]

    private static let policies = [TaskCancellation.propagate, .detach]

    private static let choices: [(Bool, Duration?)] = [
        (true, nil), (true, patience), (false, nil), (false, patience),
    ]
    private static let limits: [Duration?] = noTime + forEver + [instant, nil]

    // MARK: Lengths

    func testNoTimeOnlyLooks() async throws {
        for duration in Self.noTime {
            let promise = Promise<Int, Refusal>()
            let future = promise.future
            for policy in Self.policies {
                await assertTimedOut { try await future.value(timeout: duration, onCancel: policy) }
            }
            let early = await future.outcome(timeout: duration)
            XCTAssertNil(early)
            XCTAssertFalse(future.state.hasWaiters)

            promise.succeed(1)
            let value = try await future.value(timeout: duration)
            XCTAssertEqual(value, 1)
            let outcome = await future.outcome(timeout: duration)
            XCTAssertEqual(outcome, .success(1))
        }
    }

    func testAShortTimeEnds() async {
        let promise = Promise<Int, Refusal>()
        let future = promise.future
        for duration in [
            instant, instant + .microseconds(10), instant + .milliseconds(1),
        ] {
            for policy in Self.policies {
                await assertTimedOut { try await future.value(timeout: duration, onCancel: policy) }
            }
            let outcome = await future.outcome(timeout: duration)
            XCTAssertNil(outcome)
        }
        XCTAssertFalse(future.state.hasWaiters)
        XCTAssertNil(future.settledOutcome)
        promise.succeed(1)
    }

    func testAHugeTimeIsForEver() async throws {
        for duration in Self.forEver {
            let promise = Promise<Int, Refusal>()
            let future = promise.future
            async let value = future.value(timeout: duration)
            async let detached = future.value(timeout: duration, onCancel: .detach)
            async let outcome = future.outcome(timeout: duration)
            await Task.yield()
            promise.succeed(3)
            let seen = try await [value, detached, outcome?.get()]
            XCTAssertEqual(seen, [3, 3, 3])
        }
    }

    // MARK: Outcomes

    func testOutcomesComeThrough() async {
        let rows: [Outcome<Int, Refusal>] = [
            .success(1), .failure(Refusal(code: 2)), .cancelled(.requested), .cancelled(.abandoned),
        ]
        for row in rows {
            for (isSettledFirst, limit) in Self.choices {
                let promise = Promise<Int, Refusal>()
                if isSettledFirst { promise.settle(row) }
                let future = promise.future
                let outcome = Task { await future.outcome(within: limit) }
                let values = Self.policies.map { policy in
                    Task { try await future.value(timeout: limit, onCancel: policy) }
                }
                if !isSettledFirst {
                    await assertComesTrue(future.state.hasWaiters)
                    promise.settle(row)
                }
                let seen = await outcome.value
                XCTAssertEqual(seen, row)
                for value in values {
                    switch (row, await value.result) {
                    case (.success(let one), .success(let other)): XCTAssertEqual(one, other)
                    case (.failure(let error), .failure(let thrown)):
                        XCTAssertEqual(thrown as? FutureError<Refusal>, .failure(error))
                    case (.cancelled(let reason), .failure(let thrown)):
                        XCTAssertEqual(thrown as? FutureError<Refusal>, .cancelled(reason))
                    case (_, let result): XCTFail("\(result)")
                    }
                }
            }
        }
    }

    func testWorkGoesOnAfterATimeOut() async throws {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let gate = Gate()
        let future = queue.submit {
            gate.pass()
            return FutureQueue.isCurrentJobCancelled ? 0 : 7
        }
        let waiting = queue.submit { 8 }
        for future in [future, waiting] {
            await assertTimedOut { try await future.value(timeout: instant) }
            let outcome = await future.outcome(timeout: instant)
            XCTAssertNil(outcome)
        }
        gate.open()
        let value = try await future.value(timeout: patience)
        XCTAssertEqual(value, 7)
        let next = try await waiting.value(timeout: patience)
        XCTAssertEqual(next, 8)
    }

    func testOneWaiterMayTimeOutWhileOthersWait() async throws {
        let promise = Promise<Int, Never>()
        let future = promise.future
        let patient = Task { try await future.value(timeout: patience) }
        let other = Task { try await future.value }
        for _ in 0..<100 {
            await assertTimedOut { try await future.value(timeout: instant) }
        }
        promise.succeed(1)
        let values = try await [patient.value, other.value]
        XCTAssertEqual(values, [1, 1])
    }

    // MARK: Cancelled tasks

    func testCancellingTheTaskCancelsTheWork() async {
        for (usesOutcome, limit) in Self.choices {
            let promise = Promise<Int, Never>()
            let future = promise.future
            let task = Task { () -> Outcome<Int, Never>? in
                if usesOutcome { return await future.outcome(within: limit) }
                await assertCancelled { try await future.value(timeout: limit) }
                return future.settledOutcome
            }
            await assertComesTrue(future.state.hasWaiters)
            task.cancel()
            let outcome = await task.value
            XCTAssertEqual(outcome, .cancelled(.task))
            XCTAssertFalse(promise.succeed(1))
        }
    }

    func testCancellingADetachedTaskEndsItsWaitAlone() async {
        for limit in [nil, patience] {
            let promise = Promise<Int, Never>()
            let future = promise.future
            let task = Task { try await future.value(timeout: limit, onCancel: .detach) }
            await assertComesTrue(future.state.hasWaiters)
            task.cancel()
            await assertCancelled { try await task.value }
            XCTAssertFalse(future.state.hasWaiters)
            XCTAssertTrue(promise.succeed(1))
        }
    }

    func testATaskThatIsCancelledAlreadyCancelsHoweverShortItsTime() async {
        for duration in Self.limits {
            for usesOutcome in [true, false] {
                let promise = Promise<Int, Never>()
                let future = promise.future
                let task = Self.cancelled {
                    if usesOutcome {
                        let outcome = await future.outcome(within: duration)
                        XCTAssertEqual(outcome, .cancelled(.task))
                    } else {
                        await assertCancelled { try await future.value(timeout: duration) }
                    }
                }
                await task.value
                XCTAssertEqual(future.settledOutcome, .cancelled(.task), "\(duration as Any)")
                XCTAssertFalse(promise.succeed(1))
            }
        }
    }

    func testADetachedTaskThatIsCancelledAlreadyLeavesTheWorkAlone() async {
        for duration in Self.limits {
            let promise = Promise<Int, Never>()
            let future = promise.future
            let task = Self.cancelled {
                await assertCancelled {
                    try await future.value(timeout: duration, onCancel: .detach)
                }
            }
            await task.value
            XCTAssertTrue(promise.succeed(1), "\(duration as Any)")
        }
    }

    func testAValueIsGivenToACancelledTaskToo() async {
        let promise = Promise<Int, Never>()
        promise.succeed(4)
        let future = promise.future
        let task = Self.cancelled {
            for limit in Self.limits {
                for policy in Self.policies {
                    let value = try? await future.value(timeout: limit, onCancel: policy)
                    XCTAssertEqual(value, 4)
                }
                let outcome = await future.outcome(within: limit)
                XCTAssertEqual(outcome, .success(4))
            }
        }
        await task.value
    }

    // MARK: Races

    private enum Move: CaseIterable {
        case settle, cancel, cancelTask, timeOut
    }

    func testAnyTwoMovesEndTheWaitOnce() {
        let racer = Racer()
        for one in Move.allCases {
            for other in Move.allCases where one != other {
                for policy in Self.policies {
                    for _ in 0..<rounds(50) {
                        race(one, other, policy, on: racer)
                    }
                }
            }
        }
    }

    private func race(
        _ one: Move,
        _ other: Move,
        _ policy: TaskCancellation,
        on racer: Racer
    ) {
        let promise = Promise<Int, Never>()
        let future = promise.future
        let duration: Duration =
            one == .timeOut || other == .timeOut ? instant + .microseconds(30) : patience
        let task = Task { try await future.value(timeout: duration, onCancel: policy) }
        let moves = [one, other].map { move in
            { @Sendable in
                switch move {
                case .settle: _ = promise.succeed(7)
                case .cancel: _ = future.cancel()
                case .cancelTask: task.cancel()
                case .timeOut: break
                }
            }
        }
        racer.run(moves[0], moves[1])
        inTask {
            switch (await task.result, future.settledOutcome) {
            case (.success(let value), .success(let settled)): XCTAssertEqual(value, settled)
            case (.failure(let error), let outcome):
                switch error {
                case FutureError<Never>.cancelled:
                    // Cancelled, or with `detach` this task alone.
                    if policy == .propagate {
                        guard case .cancelled = outcome else {
                            return XCTFail("\(one), \(other): \(outcome as Any)")
                        }
                    } else {
                        XCTAssertTrue([one, other].contains { $0 == .cancel || $0 == .cancelTask })
                    }
                case FutureError<Never>.timedOut:
                    XCTAssertTrue(one == .timeOut || other == .timeOut)
                default: XCTFail("\(error)")
                }
            case (.success, let outcome): XCTFail("\(one), \(other): \(outcome as Any)")
            }
        }
        XCTAssertFalse(future.state.hasWaiters)
        promise.succeed(8)
        XCTAssertNotNil(future.settledOutcome)
    }

    func testManyTasksTimeOutWhileTheFutureIsSettled() {
        for _ in 0..<rounds(20) {
            let promise = Promise<Int, Never>()
            let future = promise.future
            inTask {
                await withTaskGroup(of: Int?.self) { group in
                    for number in 0..<100 {
                        group.addTask {
                            await
                                (try? future.outcome(
                                    timeout: instant + .microseconds(number * 5)
                                )?.get())
                        }
                    }
                    group.addTask {
                        promise.succeed(7)
                        return 7
                    }
                    for await value in group { XCTAssertTrue(value == nil || value == 7) }
                }
            }
            XCTAssertFalse(future.state.hasWaiters)
        }
    }

    // MARK: Lifetime

    func testNothingIsKeptAfterATimeOutOrASettlement() {
        for isSettled in [true, false] {
            let value = Gate()
            do {
                let promise = Promise<Canary, Never>()
                let future = promise.future
                let task = Task {
                    try await future.value(
                        timeout: isSettled ? .seconds(1_000_000) : instant
                    )
                }
                if isSettled {
                    assertComesTrue(future.state.hasWaiters)
                    promise.succeed(Canary(value))
                    inTask { _ = await task.result }
                } else {
                    inTask { _ = await task.result }
                    promise.succeed(Canary(value))
                }
            }
            value.pass()
        }
    }

    // MARK: -

    /// A task that is cancelled before `body` begins.
    private static func cancelled(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never>
    {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            await body()
        }
        task.cancel()
        return task
    }
}

extension Future {
    /// Awaits the outcome for a limited time, or without a limit.
    fileprivate func outcome(within limit: Duration?) async -> Outcome<Success, Failure>? {
        if let limit { await outcome(timeout: limit) } else { await outcome }
    }
}

private func assertTimedOut<Success>(
    line: UInt = #line,
    _ body: () async throws -> Success
) async {
    do {
        _ = try await body()
        XCTFail("no error", line: line)
    } catch {
        switch error {
        case FutureError<Never>.timedOut, FutureError<Refusal>.timedOut: break
        default: XCTFail("\(error)", line: line)
        }
    }
}

private func assertCancelled<Success>(
    line: UInt = #line,
    _ body: () async throws -> Success
) async {
    do {
        _ = try await body()
        XCTFail("no error", line: line)
    } catch {
        switch error {
        case FutureError<Never>.cancelled, FutureError<Refusal>.cancelled: break
        default: XCTFail("\(error)", line: line)
        }
    }
}

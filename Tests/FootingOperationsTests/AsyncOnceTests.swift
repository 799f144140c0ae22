@testable import FootingOperations
import Foundation
import TestSupport
import XCTest

final class AsyncOnceTests: XCTestCase {
    /// An initializer that waits for `promise`, and a count of its runs.
    private struct Source {
        let promise = Promise<Int, Refusal>()
        let runs = Counter()
        let begun = Gate()
        let told = Gate()

        func once() -> AsyncOnce<Int, any Error> {
            AsyncOnce { [self] in
                runs.add(1)
                begun.open()
                return try await withTaskCancellationHandler {
                    try await promise.future.value(onCancel: .detach)
                } onCancel: {
                    told.open()
                }
            }
        }
    }

    func testRunsTheInitializerAtTheFirstUseAlone() async throws {
        let runs = Counter()
        let once = AsyncOnce { () async in runs.add(1) }
        XCTAssertEqual(runs.value, 0)
        for _ in 0..<3 {
            let value = try await once.value
            XCTAssertEqual(value, 1)
        }
        XCTAssertEqual(runs.value, 1)
    }

    func testCallersAtOnceShareOneRun() async {
        for _ in 0..<rounds(300) {
            let runs = Counter()
            let once = AsyncOnce { () async -> Int in
                await Task.yield()
                return runs.add(1)
            }
            await withTaskGroup(of: Int?.self) { group in
                for _ in 0..<8 { group.addTask { try? await once.value } }
                for await value in group { XCTAssertEqual(value, 1) }
            }

            XCTAssertEqual(runs.value, 1)
        }
    }

    func testAFailureGoesToAllWhoWaitAndIsNotKept() async throws {
        let failing = Shared(true)
        let runs = Counter()
        let gate = Promise<Void, Never>()
        let once = AsyncOnce { () async throws(Refusal) -> Int in
            let run = runs.add(1)
            _ = await gate.future.outcome
            if failing.value { throw Refusal(code: run) }
            return run
        }
        let callers = (0..<4).map { _ in Task { try await once.value } }
        // All wait for the first run, or a later one that fails too.
        gate.succeed(())
        for caller in callers {
            guard case .failure(let error) = await caller.result else {
                XCTFail("No failure")
                continue
            }
            guard case FutureError<Refusal>.failure = error else {
                XCTFail("\(error)")
                continue
            }
        }
        failing.value = false
        let before = runs.value

        let value = try await once.value

        XCTAssertEqual(value, before + 1)
        XCTAssertEqual(runs.value, before + 1)
    }

    func testCancellingOneCallerLeavesTheOthers() async throws {
        let source = Source()
        let once = source.once()
        let leaving = Task { try await once.value }
        await source.begun.wait()
        let staying = Task { try await once.value }
        while once.callerCount < 2 { await Task.yield() }

        leaving.cancel()

        let end = await leaving.result
        XCTAssertThrowsError(try end.get()) {
            XCTAssertEqual(reason(in: $0, for: (any Error).self), .task)
        }
        XCTAssertFalse(source.told.isOpen)
        source.promise.succeed(5)
        let value = try await staying.value
        XCTAssertEqual(value, 5)
        XCTAssertEqual(source.runs.value, 1)
    }

    func testTheLastCallerThatLeavesCancelsTheRun() async throws {
        let source = Source()
        let once = source.once()
        let callers = (0..<3).map { _ in Task { try await once.value } }
        while once.callerCount < 3 { await Task.yield() }
        await source.begun.wait()

        for caller in callers.dropLast() { caller.cancel() }
        for caller in callers.dropLast() { _ = await caller.result }
        XCTAssertFalse(source.told.isOpen)
        callers.last?.cancel()
        _ = await callers.last?.result

        await source.told.wait()
        XCTAssertEqual(once.callerCount, 0)

        // The next caller starts a new run.
        source.promise.succeed(6)
        let value = try await once.value
        XCTAssertEqual(value, 6)
        XCTAssertEqual(source.runs.value, 2)
    }

    func testACancelledCallerStartsNothingButGetsAValueThatIsThere() async {
        let runs = Counter()
        let once = AsyncOnce { () async in runs.add(1) }
        let start = Promise<Void, Never>()
        let early = Task {
            _ = await start.future.outcome
            return try await once.value
        }
        early.cancel()
        let end = await early.result
        XCTAssertThrowsError(try end.get()) {
            XCTAssertEqual(reason(in: $0, for: Never.self), .task)
        }
        XCTAssertEqual(runs.value, 0)

        once.set(9)
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await once.value
        }
        late.cancel()
        let value = try? await late.value
        XCTAssertEqual(value, 9)
    }

    func testAnInitializerThatThrowsCancellationErrorIsNotKept() async throws {
        let runs = Counter()
        let once = AsyncOnce { () async throws -> Int in
            if runs.add(1) == 1 { throw CancellationError() }
            return 2
        }
        let first = await Task { try await once.value }.result
        XCTAssertThrowsError(try first.get()) {
            XCTAssertEqual(reason(in: $0, for: (any Error).self), .thrown)
        }
        let value = try await once.value
        XCTAssertEqual(value, 2)
    }

    func testSetFreesWhoWaitsAndCancelsTheRun() async throws {
        let source = Source()
        let once = source.once()
        let caller = Task { try await once.value }
        await source.begun.wait()

        once.set(10)

        let value = try await caller.value
        XCTAssertEqual(value, 10)
        await source.told.wait()
        source.promise.succeed(1)
        let next = try await once.value
        XCTAssertEqual(next, 10)
    }

    func testResetRunsTheInitializerAgainAndKeepsTheRunForItsCallers() async throws {
        let source = Source()
        let once = source.once()
        let caller = Task { try await once.value }
        await source.begun.wait()

        once.reset()

        XCTAssertFalse(source.told.isOpen)
        source.promise.succeed(1)
        let value = try await caller.value
        XCTAssertEqual(value, 1)
        _ = try await once.value
        XCTAssertEqual(source.runs.value, 2)
        once.reset()
        _ = try await once.value
        XCTAssertEqual(source.runs.value, 3)
    }

    /// Callers that come, leave and are answered at the same time: each of them comes back.
    func testCallersThatComeAndLeaveAllComeBack() async {
        for round in 0..<rounds(300) {
            let once = AsyncOnce { () async throws -> Int in
                await Task.yield()
                if Task.isCancelled { throw CancellationError() }
                return 1
            }
            let callers = (0..<6).map { _ in Task { try await once.value } }
            for (index, caller) in callers.enumerated() where (index + round) % 2 == 0 {
                caller.cancel()
            }
            for (index, caller) in callers.enumerated() {
                let result = await caller.result
                switch result {
                case .success(let value): XCTAssertEqual(value, 1)
                case .failure(let error):
                    XCTAssertEqual(reason(in: error, for: (any Error).self), .task)
                    XCTAssertEqual((index + round) % 2, 0, "A caller that stayed was cancelled.")
                }
            }
            XCTAssertEqual(once.callerCount, 0)
        }
    }

    func testTheInitializerAndTheValueAreReleased() async throws {
        let initializer = Gate()
        let value = Gate()
        do {
            let once = {
                let canary = Canary(initializer)
                return AsyncOnce { () async in withExtendedLifetime(canary) { Canary(value) } }
            }()
            _ = try await once.value
            XCTAssertFalse(value.isOpen)
            once.reset()
            await value.wait()
            XCTAssertFalse(initializer.isOpen)
        }
        await initializer.wait()
    }
}

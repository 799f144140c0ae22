import FootingOperations
import TestSupport
import XCTest

final class FutureAsyncTests: XCTestCase {
    // Rule 23: the runtime holds a lock of the task while it cancels it.
    func testHandlersOfATaskThatIsCancelledMayWaitForThatTask() async {
        let promise = Promise<Int, Never>()
        let future = promise.future
        let ended = Gate()
        let called = Gate()
        future.whenSettled { outcome in
            XCTAssertEqual(outcome, .cancelled(.task))
            ended.pass()
            called.open()
        }
        let waiting = Gate()
        let task = Task {
            waiting.open()
            return await future.outcome
        }
        await Task.detached { waiting.pass() }.value

        task.cancel()

        let outcome = await task.value
        XCTAssertEqual(outcome, .cancelled(.task))
        ended.open()
        await Task.detached { called.pass() }.value
    }

    // Rule 23.
    func testObjectsThatACancelledTaskDropsMayWaitForThatTask() async {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let gate = Gate()
        let ended = Gate()
        let released = Gate()
        let blocker = queue.submit { gate.pass() }
        let future = queue.submit {
            [
                canary = Canary {
                    ended.pass()
                    released.open()
                }
            ] in
            withExtendedLifetime(canary) {}
        }
        let waiting = Gate()
        let task = Task {
            waiting.open()
            return await future.outcome
        }
        await Task.detached { waiting.pass() }.value

        task.cancel()

        guard case .cancelled(.task) = await task.value else { return XCTFail("not cancelled") }
        ended.open()
        // The body went before its turn came.
        await Task.detached { released.pass() }.value
        gate.open()
        _ = await blocker.outcome
    }

    func testThousandsOfTasksWaitForOneFuture() async {
        let promise = Promise<Int, Never>()
        let future = promise.future
        let resumed = Counter()
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<5000 {
                group.addTask {
                    let value = try? await future.value(onCancel: .detach)
                    resumed.add(1)
                    return value == 1 || number < 2500
                }
            }
            promise.succeed(1)
            for await isRight in group { XCTAssertTrue(isRight) }
        }
        XCTAssertEqual(resumed.value, 5000)
    }

    func testThousandsOfDetachedTasksLeaveAndTheLastOneStays() async {
        let promise = Promise<Int, Never>()
        let future = promise.future
        let leaving = (0..<5000).map { _ in
            Task { try await future.value(onCancel: .detach) }
        }
        let staying = Task { try await future.value(onCancel: .detach) }

        for task in leaving { task.cancel() }

        for task in leaving {
            guard case .failure = await task.result else { return XCTFail("a value") }
        }
        XCTAssertNil(future.settledOutcome)
        promise.succeed(1)
        let value = try? await staying.value
        XCTAssertEqual(value, 1)
    }
}

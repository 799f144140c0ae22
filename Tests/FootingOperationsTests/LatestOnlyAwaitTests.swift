import TestSupport
import XCTest

// Whether a task waits for a slot.
@testable import FootingOperations

/// Submissions whose value a task awaits.
final class LatestOnlyAwaitTests: XCTestCase {
    func testAnAwaitedSubmissionReturnsItsValueOrItsError() async {
        let slot = LatestOnly<Int, Refusal>()
        let value = try? await slot.value { FutureQueue.shared.submit { () throws(Refusal) in 7 } }
        XCTAssertEqual(value, 7)
        let error = await failure(of: slot) { Future(failing: Refusal(code: 2)) }
        XCTAssertEqual(error, .failure(Refusal(code: 2)))
        XCTAssertFalse(slot.cancel())
    }

    func testASupersededAwaitEndsAsCancelled() async {
        for delay in [nil, Duration.seconds(3600)] {
            let slot = LatestOnly<Int, Refusal>(delay: delay)
            let first = Promise<Int, Refusal>()
            let waiting = Task { await failure(of: slot) { first.future } }
            await assertComesTrue(slot.isAwaited)
            slot.submit({ Future(2) }, handler: { _ in })
            let error = await waiting.value
            XCTAssertEqual(error, .cancelled(.requested))
            if delay == nil { XCTAssertFalse(first.succeed(1)) }
        }
    }

    func testCancellingTheSlotOrTheTaskEndsAnAwait() async {
        for cancelsTask in [false, true] {
            let slot = LatestOnly<Int, Refusal>()
            let first = Promise<Int, Refusal>()
            let waiting = Task { await failure(of: slot) { first.future } }
            await assertComesTrue(slot.isAwaited)
            if cancelsTask {
                waiting.cancel()
            } else {
                XCTAssertTrue(slot.cancel())
            }
            let error = await waiting.value
            XCTAssertEqual(error, .cancelled(cancelsTask ? .task : .requested))
            // The work, too; after a task's cancellation on another thread.
            await assertComesTrue(first.future.settledOutcome?.isCancelled == true)
            XCTAssertFalse(slot.cancel())
        }
    }

    func testACancelledTaskSupersedesNothing() async {
        let slot = LatestOnly<Int, Refusal>()
        let first = Promise<Int, Refusal>()
        slot.submit({ first.future }, handler: { _ in })
        let cancelled = Task {
            while !Task.isCancelled { await Task.yield() }
            return await failure(of: slot) { Future(1) }
        }
        cancelled.cancel()
        let error = await cancelled.value
        XCTAssertEqual(error, .cancelled(.task))
        XCTAssertTrue(first.succeed(1))
    }

    /// A value that is there when a newer submission is made on the same actor is not returned.
    @MainActor
    func testAnAwaitedValueIsNotReturnedAfterANewerSubmissionOnItsActor() async {
        let slot = LatestOnly<Int, Refusal>()
        let first = Promise<Int, Refusal>()
        let waiting = Task { @MainActor in await failure(of: slot) { first.future } }
        await assertComesTrue(first.future.state.joinedCount == 1)
        // The task can't resume on the main actor before this function is suspended.
        XCTAssertTrue(first.succeed(1))
        slot.submit({ Future(2) }, handler: { _ in })
        let error = await waiting.value
        XCTAssertEqual(error, .cancelled(.requested))
    }
}

/// Awaits a submission, and returns why there was no value, or `nil` if there was one.
private func failure(
    of slot: LatestOnly<Int, Refusal>,
    _ start: @escaping @Sendable () -> Future<Int, Refusal>
) async -> FutureError<Refusal>? {
    do throws(FutureError<Refusal>) {
        _ = try await slot.value(of: start)
        return nil
    } catch {
        return error
    }
}

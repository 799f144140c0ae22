import FootingLocks
import FootingWaiting
import Foundation
import TestSupport
import XCTest

// The waiters of a future.
@testable import FootingOperations

/// The length of a chain or a list that may have any length: a million under stress.
let greatLength = rounds(8_000, underStress: 1_000_000)

/// The length of a chain of operations, of which each takes more.
let chainLength = rounds(6_000, underStress: 100_000)

/// The size of a stack on which no long recursion ends well.
let smallStack = 512 << 10

/// Asserts that `body` throws exactly `expected`.
func assertThrows<Success, Failure: Equatable>(
    _ expected: FutureError<Failure>,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: () throws(FutureError<Failure>) -> Success
) {
    do throws(FutureError<Failure>) {
        XCTFail("No error but \(try body())", file: file, line: line)
    } catch {
        XCTAssertEqual(error, expected, file: file, line: line)
    }
}

/// Waits for a future that must give a value.
func assertSucceeds<Success, Failure>(
    _ future: Future<Success, Failure>?,
    file: StaticString = #filePath,
    line: UInt = #line
) {
    do throws(FutureError<Failure>) {
        _ = try future?.wait(timeout: patience)
    } catch {
        XCTFail("\(error)", file: file, line: line)
    }
}

/// Waits for a future, and returns why there was no value, or `nil` if there was one.
func failure<Success, Failure>(
    ofWaitingFor future: Future<Success, Failure>?,
    timeout: Duration? = nil
) -> FutureError<Failure>? {
    do throws(FutureError<Failure>) {
        _ = try future?.wait(timeout: timeout)
        return nil
    } catch {
        return error
    }
}

/// The reason why a wait was cancelled, or `nil` if `error` is another error.
func reason<Failure: Error>(in error: any Error, for _: Failure.Type) -> CancellationReason? {
    guard case FutureError<Failure>.cancelled(let reason) = error else { return nil }
    return reason
}

/// A future that is settled already.
func settled<Success, Failure>(_ outcome: Outcome<Success, Failure>) -> Future<Success, Failure> {
    let promise = Promise<Success, Failure>()
    promise.settle(outcome)
    return promise.future
}

/// A job that has begun, and whose body returns when it is let go.
final class HeldJob: Sendable {
    let future: Future<Void, Never>
    private let hold: Gate
    private let end: Gate

    init(
        in queue: FutureQueue,
        priority: FutureQueue.Priority = .normal,
        until hold: Gate = Gate()
    ) {
        let (begun, end) = (Gate(), Gate())
        (self.hold, self.end) = (hold, end)
        future = queue.submit(priority: priority) {
            begun.open()
            hold.pass()
            end.open()
        }
        begun.pass()
    }

    /// Whether the body has returned.
    var hasEnded: Bool { end.isOpen }

    func letGo() {
        hold.open()
    }
}

/// A job that waits for a job, and so on, each of which calls `visit`; its value is `depth`.
func nest(
    _ depth: Int,
    in queue: FutureQueue,
    _ visit: @escaping @Sendable () -> Void = {}
) -> Future<Int, Never> {
    queue.submit {
        visit()
        if depth == 0 { return 0 }
        return ((try? nest(depth - 1, in: queue, visit).wait()) ?? -1_000_000) + 1
    }
}

/// Asserts the outcome of a future that is made of another one, before or after that is settled.
func assertDerived<Success, NewSuccess, Failure>(
    from outcome: Outcome<Success, Failure>,
    is expected: Outcome<NewSuccess, Failure>,
    line: UInt = #line,
    _ derive: (Future<Success, Failure>) -> Future<NewSuccess, Failure>
) where NewSuccess: Equatable, Failure: Equatable {
    let early = derive(settled(outcome))
    XCTAssertEqual(early.settledOutcome, expected, "settled before", line: line)
    let promise = Promise<Success, Failure>()
    let late = derive(promise.future)
    XCTAssertNil(late.settledOutcome, line: line)
    promise.settle(outcome)
    XCTAssertEqual(late.settledOutcome, expected, "settled afterwards", line: line)
}

extension FutureCore {
    /// Whether any thread or task is waiting.
    var hasWaiters: Bool { attached.withLock { !$0.waiters.isEmpty } }

    /// Whether any job depends on this future.
    var hasDependents: Bool { attached.withLock { !$0.dependents.isEmpty } }

    /// The number of futures that share this one.
    var joinedCount: Int { attached.withLock { $0.handlers.entries.count } }
}

extension SharedRuns {
    /// The number of callers of each run in progress.
    var callerCounts: [Int] {
        table.withLock { $0.values.joined().map { $0 } }.map(\.joinedCount)
    }
}

extension AsyncOnce {
    /// The number of waiting callers.
    var callerCount: Int { current.withLock { $0 }?.joinedCount ?? 0 }
}

extension LatestOnly {
    /// Whether a task waits for the current submission.
    var isAwaited: Bool { current.withLock { $0 }?.hasWaiters == true }
}

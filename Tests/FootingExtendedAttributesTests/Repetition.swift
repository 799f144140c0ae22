import Foundation
import TestSupport
import XCTest

/// A thread that repeats a change until it is stopped, fails or has run for ten minutes.
///
/// The lock guards all variables on every path, which makes it Sendable.
final class Repetition: @unchecked Sendable {
    private let lock = NSLock()
    private let done = DispatchGroup()
    private let patience = Patience(seconds: 600)
    private var stopped = false
    private var finishedRounds = 0
    private var error: (any Error)?

    init(_ change: @escaping @Sendable (Int) throws -> Void) {
        done.enter()
        Thread.detachNewThread { [self] in
            var round = 0
            while isRunning {
                do {
                    try change(round)
                } catch {
                    lock.withLock { self.error = error }
                }
                round += 1
                lock.withLock { finishedRounds = round }
            }
            done.leave()
        }
    }

    /// Whether the thread continues.
    var isRunning: Bool { lock.withLock { !stopped && error == nil && !patience.isOver } }
    /// The number of changes.
    var rounds: Int { lock.withLock { finishedRounds } }
    /// The error that stopped the thread.
    var failure: (any Error)? { lock.withLock { error } }

    /// Stops the thread, and waits for it.
    func stop() {
        lock.withLock { stopped = true }
        XCTAssertEqual(done.wait(timeout: .now() + 60), .success, "The writer hangs.")
    }
}

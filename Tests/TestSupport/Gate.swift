import Dispatch
import XCTest

/// A gate at which any number of threads and tasks wait until it opens, once.
package final class Gate: Sendable {
    private let state = Shared<(isOpen: Bool, waiters: [@Sendable () -> Void])>((false, []))

    package init() {}

    package var isOpen: Bool { state.value.isOpen }

    package func open() {
        let waiters = state.change { state in
            defer { state = (true, []) }
            return state.waiters
        }
        for waiter in waiters { waiter() }
    }

    /// Blocks until the gate is open, and fails the test if that takes too long.
    package func pass(file: StaticString = #filePath, line: UInt = #line) {
        let semaphore = DispatchSemaphore(value: 0)
        whenOpen { semaphore.signal() }
        let end = semaphore.wait(timeout: .now() + 60)
        XCTAssertEqual(end, .success, "The gate stayed shut.", file: file, line: line)
    }

    /// Suspends until the gate is open, even when the task is cancelled.
    package func wait() async {
        await withCheckedContinuation { continuation in
            whenOpen { continuation.resume() }
        }
    }

    /// Suspends until the gate is open, or else opens it when the task is cancelled.
    package func waitOrOpenWhenCancelled() async {
        await withTaskCancellationHandler {
            await wait()
        } onCancel: {
            open()
        }
    }

    private func whenOpen(_ waiter: @escaping @Sendable () -> Void) {
        let isOpen = state.change { state in
            if !state.isOpen { state.waiters.append(waiter) }
            return state.isOpen
        }
        if isOpen { waiter() }
    }
}

import Dispatch
import FootingProxies
import Foundation
import TestSupport
import XCTest

/// The work that a cancellation leaves to another thread.
///
/// The tests run on the main actor, whose tasks go on in the order in which they were made: so a
/// test knows when another task waits.
@MainActor
final class CancellationTests: XCTestCase {
    /// On the thread that cancels, until it has.
    private let cancelling = MarkedThread()

    /// A place that notes where it is called.
    nonisolated private struct Place: Destination {
        let queue = DispatchQueue(label: "place")
        let note: @Sendable () -> Void
        var isCurrent: Bool { false }

        func enqueue(_ job: @escaping @Sendable () -> Void) {
            note()
            queue.async(execute: job)
        }
    }

    nonisolated private final class Operations: OperationQueue, @unchecked Sendable {
        let note: @Sendable () -> Void

        init(note: @escaping @Sendable () -> Void) { self.note = note }

        override func addOperation(_ operation: Operation) {
            note()
            super.addOperation(operation)
        }
    }

    /// A place that lets go of its jobs at once.
    nonisolated private struct Refusing: Destination {
        var isCurrent: Bool { false }
        func enqueue(_ job: consuming @escaping @Sendable () -> Void) {}
    }

    func testCancellingCallsNoDestinationBeforeItReturns() async {
        for throughATask in [false, true] {
            let log = Log<Bool>()
            let note: @Sendable () -> Void = { [cancelling] in log.add(cancelling.isCurrent) }
            let calls = [
                Ledger().on(Place(note: note)).submit(delay: .seconds(3_600)) { $0.value = 1 },
                Ledger().on(.operationQueue(Operations(note: note)))
                    .submit(delay: .seconds(3_600)) { $0.value = 1 },
            ]
            for call in calls { await cancel(call, throughATask: throughATask) }
            XCTAssertTrue(eventually { log.entries.count == calls.count })
            XCTAssertEqual(log.entries, [false, false], "through a task: \(throughATask)")
        }
    }

    func testCancellingReleasesNothingBeforeItReturns() async {
        for throughATask in [false, true] {
            let log = Log<Bool>()
            let witness = Witness(log) { [cancelling] in !cancelling.isCurrent }
            let call = Ledger().on(Refusing()).submit(delay: .seconds(3_600), use(consume witness))
            await cancel(call, throughATask: throughATask)
            XCTAssertTrue(eventually { !log.entries.isEmpty })
            XCTAssertEqual(log.entries, [true], "through a task: \(throughATask)")
        }
    }

    func testTaskMayBeCancelledUnderALockThatItsDestinationTakes() async {
        let lock = NSLock()
        let call = Ledger().on(Place { lock.withLock {} }).submit(delay: .seconds(3_600)) {
            $0.value = 1
        }
        let task = await waiting(for: call)
        let result = await onThread {
            let hasReturned = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                lock.withLock { task.cancel() }
                hasReturned.signal()
            }
            return hasReturned.wait(timeout: .now() + ample)
        }
        XCTAssertEqual(result, .success)
    }

    /// Cancels a call, or a task that waits for it, on a marked thread.
    private func cancel(_ call: PendingCall<Void>, throughATask: Bool) async {
        let task = await waiting(for: call)
        await onThread { [cancelling] in
            cancelling.mark()
            if throughATask { task.cancel() } else { call.cancel() }
        }
    }

    /// Returns a task that waits for `call`.
    private func waiting(for call: PendingCall<Void>) async -> Task<Void?, Never> {
        let task = Task { try? await call.value }
        await Task {}.value
        return task
    }
}

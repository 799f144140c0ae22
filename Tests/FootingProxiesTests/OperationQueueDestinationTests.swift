import Dispatch
import FootingProxies
import TestSupport
import XCTest

/// Operation queues: ours, and a destination of one's own.
final class OperationQueueDestinationTests: XCTestCase {
    /// The destination that the documentation of `Destination` shows.
    private struct Operations: Destination {
        let queue: OperationQueue
        var isCurrent: Bool { OperationQueue.current === queue }
        func enqueue(_ job: @escaping @Sendable () -> Void) { queue.addOperation(job) }
    }

    private func makeQueue(_ slots: Int = 1) -> OperationQueue {
        let queue = OperationQueue()
        queue.name = "jobs"
        queue.maxConcurrentOperationCount = slots
        return queue
    }

    func testCallsRunInOrderAmongOtherOperations() {
        let queue = makeQueue()
        let counter = Ledger()
        for call in 0..<100 {
            counter.on(.operationQueue(queue)) { $0.append(2 * call) }
            queue.addOperation { counter.append(2 * call + 1) }
        }
        XCTAssertEqual(counter.on(.operationQueue(queue)).sync { $0.history }, Array(0..<200))
    }

    func testWaitingIsInlineInAnyOperationOfTheQueue() {
        for slots in [1, 4] {
            let queue = makeQueue(slots)
            let log = Log<Int>()
            queue.addOperation {
                log.add(Ledger().on(.operationQueue(queue)).sync { _ in 3 })
            }
            queue.waitUntilAllOperationsAreFinished()
            XCTAssertEqual(log.entries, [3])
        }
    }

    func testCallsFollowTheUnderlyingQueue() {
        let queue = makeQueue()
        let proxy = Ledger().on(.operationQueue(queue))
        let all = [DispatchQueue(label: "first"), DispatchQueue(label: "second")]
        for underlying in all {
            // Sound: `all` holds it until the operation queue has another one, and at last none.
            unsafe queue.underlyingQueue = underlying
            let place = Ledger().on(.queue(underlying))
            let isThere = proxy.sync { _ in QueueDestination.queue(underlying).isCurrent }
            XCTAssertTrue(isThere, underlying.label)
            // Both are inline: the operation is code of the queue, too.
            XCTAssertEqual(proxy.sync { _ in place.sync { _ in proxy.sync { _ in 1 } } }, 1)
            queue.waitUntilAllOperationsAreFinished()
        }
        unsafe queue.underlyingQueue = nil
        withExtendedLifetime(all) {}
    }

    func testSlotsRunCallsSideBySide() {
        let queue = makeQueue(2)
        let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let proxy = Ledger().on(.operationQueue(queue))
        let call = proxy.submit { _ in
            first.signal()
            return second.wait(timeout: .now() + ample)
        }
        let other = proxy.submit { _ in
            second.signal()
            return first.wait(timeout: .now() + ample)
        }
        XCTAssertEqual(try call.wait(), .success)
        XCTAssertEqual(try other.wait(), .success)
    }

    func testSuspendedQueueTimesOutAndTheCallNeverRuns() {
        let queue = makeQueue()
        queue.isSuspended = true
        let counter = Ledger()
        let error = thrown {
            try counter.on(.operationQueue(queue)).sync(timeout: .milliseconds(2)) { $0.value = 1 }
        }
        XCTAssertEqual(error?.code, .timedOut)
        XCTAssertEqual(error?.destination, "the operation queue “jobs”")
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
        XCTAssertEqual(counter.value, 0)
    }

    func testQueueWithoutANameIsNamedSo() {
        let queue = OperationQueue()
        queue.name = nil
        XCTAssertEqual(
            OperationQueueDestination.operationQueue(queue).description,
            "an operation queue without a name"
        )
    }

    func testCancellingAllOperationsDoesNotPreventCalls() {
        checkCancellation(at: { .operationQueue($0) }, forms: 0..<12) { errors, values in
            XCTAssertEqual(errors, [])
            XCTAssertEqual(values, values.map { _ in 1 })
        }
    }

    func testCancellingAllOperationsEndsTheWaitsAtADestinationOfOnesOwn() {
        // Forms that throw.
        let forms = (0..<12).map { $0 | 1 }
        checkCancellation(at: Operations.init(queue:), forms: forms) { errors, values in
            XCTAssertEqual(errors.map(\.code), values.map { _ in .destinationGone })
            XCTAssertEqual(values, values.map { _ in 0 })
        }
    }

    /// Makes calls of all `forms` at suspended queues, cancels all operations, and checks the
    /// errors and how often each call ran.
    private func checkCancellation<Place: Destination>(
        at place: (OperationQueue) -> Place,
        forms: some Sequence<Int>,
        _ check: ([InvocationError], [Int]) -> Void
    ) {
        for slots in [1, 4] {
            for _ in 0..<rounds(10, underStress: 300) {
                let queue = makeQueue(slots)
                queue.isSuspended = true
                let place = place(queue)
                let calls = forms.map { (form: $0, counter: Ledger()) }
                let (errors, waits) = (Log<InvocationError>(), DispatchGroup())
                for call in calls {
                    Thread.detach(in: waits) { make(call.form, call.counter, at: place, errors) }
                }
                XCTAssertTrue(eventually { queue.operationCount == calls.count })
                queue.cancelAllOperations()
                queue.isSuspended = false
                waits.wait()
                check(errors.entries, calls.map(\.counter.value))
            }
        }
    }

    func testRunReturnsAfterAllOperationsWereCancelled() async {
        let queue = makeQueue()
        queue.isSuspended = true
        async let value = Ledger().on(.operationQueue(queue)).run { _ in 8 }
        while queue.operationCount == 0 { await Task.yield() }
        queue.cancelAllOperations()
        queue.isSuspended = false
        let result = await value
        XCTAssertEqual(result, 8)
    }

    func testEachCallAtACancelledDestinationOfOnesOwnRanOrIsGone() {
        let queue = makeQueue(2)
        let (errors, ran, waits) = (Log<InvocationError>(), Log<Void>(), DispatchGroup())
        let calls = rounds(200, underStress: 5_000)
        for waiter in 0..<4 {
            Thread.detach(in: waits) {
                for call in 0..<calls {
                    if waiter == 0 { queue.cancelAllOperations() }
                    make((waiter + call) | 1, Ledger(), at: Operations(queue: queue), errors) {
                        ran.add(())
                    }
                }
            }
        }
        waits.wait()
        XCTAssertEqual(Set(errors.entries.map(\.code)).subtracting([.destinationGone]), [])
        XCTAssertEqual(errors.entries.count + ran.entries.count, 4 * calls)
    }

    func testForgottenCallsAreGoneAndTheOthersRun() async {
        let place = Forgetful()
        let counter = Ledger()
        let errors = await onThread {
            (0..<rounds(200, underStress: 10_000)).map { call -> InvocationError? in
                let errors = Log<InvocationError>()
                make(1 + 2 * call, counter, at: place, errors)
                return errors.entries.first
            }
        }
        for (call, error) in errors.enumerated() {
            XCTAssertEqual(error?.code, call % 2 == 0 ? .destinationGone : nil)
        }
        XCTAssertEqual(errors.first??.destination, "Forgetful")
        // `run` at a call that is not forgotten.
        let forgotten = counter.on(place).submit { $0.value }
        let error = await failure { try await forgotten.value } as? InvocationError
        XCTAssertEqual(error?.code, .destinationGone)
        let value = await counter.on(place).run { $0.value }
        XCTAssertEqual(value, rounds(200, underStress: 10_000) / 2)
    }
}

/// Makes a call in one of the forms that wait for it.
private func make<Place: Destination>(
    _ form: Int,
    _ counter: Ledger,
    at place: Place,
    _ errors: Log<InvocationError>,
    _ body: @escaping @Sendable () -> Void = {}
) {
    let proxy = counter.on(place)
    let work: @Sendable (Ledger) -> Void = {
        $0.value += 1
        body()
    }
    let error = thrown {
        switch form % 8 {
        case 1: try proxy.sync(timeout: .seconds(ample), work)
        case 3: try proxy.submit(work).wait()
        case 5: try proxy.submit(delay: .microseconds(20), work).wait()
        case 7: try proxy.submit(work).wait(timeout: .seconds(ample))
        default: proxy.sync(work)
        }
    }
    if let error { errors.add(error) }
}

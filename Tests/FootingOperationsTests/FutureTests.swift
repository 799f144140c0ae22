import FootingOperations
import TestSupport
import XCTest

final class FutureTests: XCTestCase {
    func testAFutureOfAValueOrAnErrorIsSettled() {
        let value: Future<Int, Refusal> = Future(1)
        XCTAssertEqual(value.settledOutcome, .success(1))
        let failure: Future<Int, Refusal> = Future(failing: Refusal(code: 2))
        XCTAssertEqual(failure.settledOutcome, .failure(Refusal(code: 2)))
        let certain = Future(3)
        XCTAssertEqual(certain.settledOutcome, .success(3))
        let next = Future(4).flatMap { Future("\($0)") }
        XCTAssertEqual(try next.wait(), "4")
    }

    func testTypesAreInferredFromTheBody() throws {
        let sure: Future<Int, Never> = FutureQueue.shared.submit { 42 }
        let typed: Future<Int, Refusal> = FutureQueue.shared.submit { () throws(Refusal) in
            throw Refusal()
        }
        let untyped: Future<Int, any Error> = FutureQueue.shared.submit { throw Refusal(code: 2) }

        XCTAssertEqual(try sure.wait(), 42)
        XCTAssertEqual(failure(ofWaitingFor: typed), .failure(Refusal()))
        XCTAssertThrowsError(try untyped.wait()) { error in
            guard case .failure(let failure) = error as? FutureError<any Error> else {
                return XCTFail("\(error)")
            }
            XCTAssertEqual(failure as? Refusal, Refusal(code: 2))
        }
    }

    func testResultCanBeReadAgainAndFromCopies() throws {
        let future = FutureQueue.shared.submit { 42 }
        let copy = future

        XCTAssertEqual(try future.wait(), 42)
        XCTAssertEqual(try future.wait(), 42)
        XCTAssertEqual(try copy.wait(timeout: .zero), 42)
        XCTAssertEqual(copy.settledOutcome, .success(42))
    }

    // MARK: Time-outs (rules 6, 7)

    func testZeroAndNegativeDurationsOnlyLook() {
        let durations: [Duration] = [
            .zero, .nanoseconds(-1), .seconds(-1), .seconds(Int64.min),
            Duration(secondsComponent: .min, attosecondsComponent: -999_999_999_999_999_999),
            Duration(secondsComponent: 0, attosecondsComponent: -1),
        ]
        for duration in durations {
            let pending = Promise<Int, Never>()
            XCTAssertEqual(failure(ofWaitingFor: pending.future, timeout: duration), .timedOut)
            pending.succeed(1)
            XCTAssertEqual(try pending.future.wait(timeout: duration), 1, "\(duration)")
        }
    }

    func testHugeDurationsWaitUntilThereIsAnOutcome() {
        let durations: [Duration?] = [
            nil, .seconds(3600), .seconds(1_999_999_999), .seconds(2_000_000_000),
            .seconds(10_000_000_000), .seconds(Int64.max - 1), .seconds(Int64.max),
            Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999),
        ]
        for duration in durations {
            let promise = Promise<Int, Never>()
            let isWaiting = Gate()
            Thread.detachNewThread {
                isWaiting.pass()
                // Longer than the waiting thread looks around before it sleeps, most of the time.
                for _ in 0..<100 { sched_yield() }
                promise.succeed(1)
            }
            isWaiting.open()
            XCTAssertEqual(try promise.future.wait(timeout: duration), 1, "\(duration as Any)")
        }
    }

    func testTimeOutEndsTheWaitNotTheWork() throws {
        let gate = Gate()
        let future = FutureQueue.shared.submit {
            gate.pass()
            return 42
        }
        let limits: [Duration] = [
            Duration(secondsComponent: 0, attosecondsComponent: 1), .nanoseconds(1),
            .microseconds(1), .milliseconds(20),
        ]
        for limit in limits {
            XCTAssertEqual(failure(ofWaitingFor: future, timeout: limit), .timedOut)
        }

        XCTAssertNil(future.settledOutcome)
        gate.open()
        XCTAssertEqual(try future.wait(timeout: patience), 42)
    }

    // MARK: Waiting on different threads

    func testEveryKindOfThreadCanWait() {
        let promise = Promise<Int, Never>()
        let future = promise.future
        let seen = Log<String>()
        let wait: @Sendable (String) -> Void = { name in
            seen.add("\(name) \((try? future.wait(timeout: patience)) ?? 0)")
        }
        let started = Counter()
        let workers = FutureQueue(maxConcurrentJobs: 1)
        let job = workers.submit {
            started.add(1)
            wait("worker")
        }
        Thread.detachNewThread {
            started.add(1)
            wait("thread")
        }
        let task = Task {
            started.add(1)
            seen.add("task \((try? await future.value) ?? 0)")
        }
        while started.value < 3 { sched_yield() }
        XCTAssertTrue(Thread.isMainThread)
        XCTAssertEqual(failure(ofWaitingFor: future, timeout: .milliseconds(5)), .timedOut)

        promise.succeed(1)

        wait("main")
        assertSucceeds(job)
        inTask { await task.value }
        while seen.entries.count < 4 { sched_yield() }
        XCTAssertEqual(seen.entries.sorted(), ["main 1", "task 1", "thread 1", "worker 1"])
    }

    // MARK: Cancelling (rules 2, 3, 4)

    func testCancelWinsOnceAndOnlyBeforeAnOutcome() {
        let pending = Promise<Int, Never>()
        XCTAssertTrue(pending.future.cancel())
        XCTAssertFalse(pending.future.cancel())
        XCTAssertEqual(pending.future.settledOutcome, .cancelled(.requested))

        let done = Promise<Int, Never>()
        done.succeed(1)
        XCTAssertFalse(done.future.cancel())
        XCTAssertEqual(done.future.settledOutcome, .success(1))
    }

    func testCancellingFreesABlockedThreadOrTheTaskThoughTheBodyGoesOn() {
        for reason in [CancellationReason.requested, .task] {
            let (begun, gate, ended, lateValueDropped) = (Gate(), Gate(), Gate(), Gate())
            let future = FutureQueue.shared.submit {
                begun.open()
                gate.pass()
                ended.open()
                return Canary(lateValueDropped)
            }
            begun.pass()
            if reason == .task {
                let task = Task { try await future.value }
                task.cancel()
                inTask {
                    let result = await task.result
                    guard case .failure(FutureError<Never>.cancelled(.task)) = result else {
                        return XCTFail("\(result)")
                    }
                }
            } else {
                let freed = startThread {
                    let error = failure(ofWaitingFor: future, timeout: patience)
                    XCTAssertEqual(error, .cancelled(.requested))
                }
                XCTAssertTrue(future.cancel())
                freed.pass()
            }
            XCTAssertFalse(ended.isOpen)
            gate.open()
            lateValueDropped.pass()
            guard case .cancelled(reason) = future.settledOutcome else {
                return XCTFail("\(future.settledOutcome as Any)")
            }
        }
    }

    func testBodyIsToldThatItWasCancelled() throws {
        let begun = Gate()
        let gate = Gate()
        let told = Log<Bool>()
        let ended = Gate()
        XCTAssertFalse(FutureQueue.isCurrentJobCancelled)
        let future = FutureQueue.shared.submit {
            told.add(FutureQueue.isCurrentJobCancelled)
            begun.open()
            gate.pass()
            told.add(FutureQueue.isCurrentJobCancelled)
            ended.open()
        }
        begun.pass()

        future.cancel()
        gate.open()

        ended.pass()
        XCTAssertEqual(told.entries, [false, true])
    }

    func testCancelledBeforeItBeganItNeverRunsAndReleasesItsCapturesAtOnce() throws {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let blocker = HeldJob(in: queue)
        let released = Gate()
        let log = Log<String>()
        let future = {
            let canary = Canary(released)
            return queue.submit { withExtendedLifetime(canary) { log.add("ran") } }
        }()

        XCTAssertTrue(future.cancel())

        XCTAssertTrue(released.isOpen)
        blocker.letGo()
        assertSucceeds(blocker.future)
        assertSucceeds(queue.submit {})
        XCTAssertEqual(log.entries, [])
    }

    // Rule 8.
    func testCancellationErrorOfAnUntypedBodyCancels() {
        let untyped: Future<Int, any Error> = FutureQueue.shared.submit {
            throw CancellationError()
        }
        XCTAssertThrowsError(try untyped.wait(timeout: patience)) { error in
            guard case .cancelled(.thrown) = error as? FutureError<any Error> else {
                return XCTFail("\(error)")
            }
        }

        let typed = FutureQueue.shared.submit { () throws(CancellationError) -> Int in
            throw CancellationError()
        }
        XCTAssertThrowsError(try typed.wait(timeout: patience)) { error in
            guard case .failure = error as? FutureError<CancellationError> else {
                return XCTFail("\(error)")
            }
        }
    }
}

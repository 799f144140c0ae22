import Dispatch
import FootingProxies
import TestSupport
import XCTest

/// The handle of a call whose result comes later.
final class PendingCallTests: XCTestCase {
    private let queue = DispatchQueue(label: "calls")

    // MARK: Results

    func testResultArrivesFromEveryKindOfDestination() throws {
        let pool = Pool()
        for member in pool.members {
            XCTAssertEqual(try member.submit { 7 }.wait(), 7, member.name)
            XCTAssertEqual(try member.submit { 8 }.wait(timeout: .seconds(ample)), 8, member.name)
        }
    }

    func testResultArrivesInTasks() async throws {
        let members = [Member.main] + Pool().members
        for member in members {
            let value = try await member.submit { 9 }.value
            XCTAssertEqual(value, 9, member.name)
        }
    }

    func testErrorOfTheBodyArrivesAsItIs() async {
        let call = Ledger().on(.queue(queue)).submit { _ -> Int in throw Refusal(code: 2) }
        let awaited = await failure { try await call.value }
        XCTAssertEqual(awaited as? Refusal, Refusal(code: 2))
        let waited = await onThread { failure { try call.wait() } as? Refusal }
        XCTAssertEqual(waited, Refusal(code: 2))
    }

    func testCallIsMadeWithoutItsHandle() {
        let counter = Ledger()
        _ = counter.on(.queue(queue)).submit { $0.append(1) }
        counter.on(.queue(queue)).submit(delay: .zero) { $0.append(2) }
        XCTAssertEqual(counter.on(.queue(queue)).sync { $0.history }, [1, 2])
    }

    func testCallsAreMadeInOrderAmongOthers() {
        let counter = Ledger()
        for call in 0..<100 {
            _ = counter.on(.queue(queue)).submit { $0.append(3 * call) }
            counter.on(.queue(queue)) { $0.append(3 * call + 1) }
            counter.on(.queue(queue)).submit(delay: .seconds(-1)) { $0.append(3 * call + 2) }
        }
        XCTAssertEqual(counter.on(.queue(queue)).sync { $0.history }, Array(0..<300))
    }

    func testManyThreadsAndTasksGetTheResult() async {
        for _ in 0..<rounds(20, underStress: 500) {
            let mayEnd = DispatchSemaphore(value: 0)
            let call = Ledger().on(.queue(queue)).submit { _ in
                mayEnd.wait()
                return 4
            }
            let waited = DispatchGroup()
            let log = Log<Int>()
            for _ in 0..<4 {
                Thread.detach(in: waited) { log.add((try? call.wait()) ?? 0) }
            }
            let values = await withTaskGroup { group in
                for _ in 0..<4 { group.addTask { try? await call.value } }
                mayEnd.signal()
                return await group.reduce(into: []) { $0.append($1) }
            }
            await onThread { waited.wait() }
            XCTAssertEqual(values, [4, 4, 4, 4])
            XCTAssertEqual(log.entries, [4, 4, 4, 4])
        }
    }

    // MARK: Waiting

    func testWaitThatTimesOutLeavesTheCall() throws {
        let mayEnd = DispatchSemaphore(value: 0)
        let call = Ledger().on(.queue(queue)).submit { _ in
            mayEnd.wait()
            return 5
        }
        for timeout in [Duration.milliseconds(1), .zero, .seconds(-1), .nanoseconds(1)] {
            let error = thrown { _ = try call.wait(timeout: timeout) }
            XCTAssertEqual(error?.code, .timedOut)
            XCTAssertEqual(error?.timeout, timeout)
            XCTAssertEqual(error?.destination, "the queue “calls”")
        }
        mayEnd.signal()
        XCTAssertEqual(try call.wait(), 5)
        XCTAssertEqual(try call.wait(timeout: .zero), 5)
        XCTAssertEqual(try call.wait(timeout: .seconds(Int64.max)), 5)
    }

    func testWaitAtTheDestinationItselfIsRefusedAtOnce() {
        for member in Pool().members {
            let log = Log<InvocationError?>()
            member.sync {
                let call = member.submit {}
                log.add(thrown { try call.wait() })
                log.add(thrown { try call.wait(timeout: .seconds(ample)) })
                call.cancel()
            }
            let codes = log.entries.map(\.?.code)
            XCTAssertEqual(codes, [.wouldDeadlock, .wouldDeadlock], member.name)
            XCTAssertEqual(log.entries.first??.cycle, [member.name, member.name])
        }
    }

    @MainActor
    func testWaitOnMainForACallOnMainIsRefusedAtOnce() {
        let call = Ledger().on(.main).submit { _ in }
        XCTAssertEqual(thrown { try call.wait() }?.cycle, ["main", "main"])
    }

    func testWaitAtTheDestinationForACallThatHasEndedReturns() throws {
        for member in Pool().members {
            let call = member.submit { 3 }
            XCTAssertEqual(try call.wait(), 3)
            let log = Log<Int?>()
            member.sync { log.add(try? call.wait()) }
            XCTAssertEqual(log.entries, [3], member.name)
        }
    }

    func testWaitWithinTheCallItselfIsRefused() throws {
        let calls = Log<PendingCall<Void>>()
        let isListed = DispatchSemaphore(value: 0)
        let log = Log<InvocationError?>()
        let call = Ledger().on(.queue(queue)).submit { _ in
            isListed.wait()
            for call in calls.entries { log.add(thrown { try call.wait() }) }
        }
        calls.add(call)
        isListed.signal()
        try call.wait()
        XCTAssertEqual(log.entries.map(\.?.code), [.wouldDeadlock])
    }

    func testWaitInAnyOperationOfTheQueueForItsCallIsRefused() {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let log = Log<InvocationError?>()
        queue.addOperation {
            let call = Ledger().on(.operationQueue(queue)).submit { _ in }
            log.add(thrown { try call.wait(timeout: .seconds(2)) })
        }
        queue.waitUntilAllOperationsAreFinished()
        XCTAssertEqual(log.entries.map(\.?.code), [.wouldDeadlock])
    }

    func testWaitOnTheThreadOfARunLoopForItsCallIsRefused() {
        let thread = LoopThread()
        let place = thread.place
        let log = Log<InvocationError?>()
        let hasWaited = DispatchSemaphore(value: 0)
        // Nothing has told the loop's thread yet that it is a destination.
        thread.perform {
            let call = Ledger().on(place).submit { _ in }
            log.add(thrown { try call.wait(timeout: .seconds(2)) })
            hasWaited.signal()
        }
        hasWaited.wait()
        XCTAssertEqual(log.entries.map(\.?.code), [.wouldDeadlock])
    }

    func testWaitForACancelledCallEnds() {
        queue.suspend()
        let call = Ledger().on(.queue(queue)).submit { $0.value = 1 }
        let log = Log<InvocationError?>()
        let waits = DispatchGroup()
        for _ in 0..<4 { Thread.detach(in: waits) { log.add(thrown { try call.wait() }) } }
        XCTAssertTrue(call.cancel())
        waits.wait()
        XCTAssertFalse(call.cancel())
        queue.resume()
        XCTAssertEqual(log.entries.map(\.?.code), Array(repeating: .cancelled, count: 4))
    }

    // MARK: Cancelling

    func testCancelTellsWhetherTheCallRan() {
        let pool = Pool()
        for (index, member) in pool.members.enumerated() {
            var random = SeededRandom(seed: index)
            for _ in 0..<rounds(100, underStress: 10_000) {
                let ran = Log<Void>()
                let call = member.submit { ran.add(()) }
                for _ in 0..<Int.random(in: 0..<400, using: &random) { _ = random.next() }
                let isPrevented = call.cancel()
                let code = thrown { try call.wait() }?.code
                XCTAssertEqual(code, isPrevented ? .cancelled : nil, member.name)
                member.sync()
                XCTAssertEqual(ran.entries.count, isPrevented ? 0 : 1, member.name)
            }
        }
    }

    func testExactlyOneOfSeveralCancelsPreventsTheCall() {
        for _ in 0..<rounds(200, underStress: 10_000) {
            let log = Log<Bool>()
            let ran = Log<Void>()
            let call = Ledger().on(.queue(queue)).submit { _ in ran.add(()) }
            DispatchQueue.concurrentPerform(iterations: 4) { _ in log.add(call.cancel()) }
            queue.sync {}
            XCTAssertEqual(log.entries.count { $0 } + ran.entries.count, 1)
        }
    }

    func testCancelledTaskCancelsACallThatHasNotBegun() async {
        queue.suspend()
        let counter = Ledger()
        let call = counter.on(.queue(queue)).submit { $0.value = 1 }
        let task = Task { try await call.value }
        task.cancel()
        let result = await task.result
        queue.resume()
        XCTAssertThrowsError(try result.get()) {
            XCTAssertEqual(($0 as? InvocationError)?.code, .cancelled)
            XCTAssertEqual(($0 as? InvocationError)?.destination, "the queue “calls”")
        }
        let value = await counter.on(.queue(queue)).run { $0.value }
        XCTAssertEqual(value, 0)
    }

    func testCancelledTaskWaitsForACallThatHasBegun() async throws {
        let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let call = Ledger().on(.queue(queue)).submit { _ in
            hasBegun.signal()
            mayEnd.wait()
            return 6
        }
        await onThread { hasBegun.wait() }
        let task = Task { try await call.value }
        task.cancel()
        mayEnd.signal()
        let value = try await task.value
        XCTAssertEqual(value, 6)
    }

    func testValueThatIsAskedForInACancelledTaskCancels() async {
        queue.suspend()
        let call = Ledger().on(.queue(queue)).submit { $0.value = 1 }
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await call.value
        }
        task.cancel()
        let result = await task.result
        queue.resume()
        XCTAssertThrowsError(try result.get())
        XCTAssertFalse(call.cancel())
    }

    func testAwaitThatTimesOutLeavesTheCall() async throws {
        let mayEnd = DispatchSemaphore(value: 0)
        let call = Ledger().on(.queue(queue)).submit { _ in
            mayEnd.wait()
            return 4
        }
        for timeout in [Duration.seconds(-1), .zero, .milliseconds(1)] {
            let error = await failure { try await call.value(timeout: timeout) }
            XCTAssertEqual((error as? InvocationError)?.code, .timedOut, "\(timeout)")
            XCTAssertEqual((error as? InvocationError)?.timeout, timeout)
        }
        mayEnd.signal()
        let value = try await call.value(timeout: .seconds(ample))
        XCTAssertEqual(value, 4)
    }

    func testCancelledTaskCancelsACallThatItAwaitsForALimitedTime() async {
        for timeout in [Duration.zero, .seconds(ample)] {
            queue.suspend()
            let call = Ledger().on(.queue(queue)).submit { $0.value = 1 }
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                try await call.value(timeout: timeout)
            }
            task.cancel()
            let error = await failure { try await task.value }
            queue.resume()
            XCTAssertEqual((error as? InvocationError)?.code, .cancelled, "\(timeout)")
            XCTAssertFalse(call.cancel())
        }
    }

    func testRacingTaskCancellationsGiveAResultOrCancel() async {
        for _ in 0..<rounds(200, underStress: 10_000) {
            let ran = Log<Void>()
            let call = Ledger().on(.queue(queue)).submit { _ in ran.add(()) }
            let task = Task { try await call.value }
            task.cancel()
            let result = await task.result
            let wasCancelled = (try? result.get()) == nil
            await Ledger().on(.queue(queue)).run { _ in }
            XCTAssertEqual(ran.entries.count, wasCancelled ? 0 : 1)
        }
    }

    func testCallsOfManyFormsRaceWithoutLosingAny() {
        let counter = Ledger()
        let (succeeded, failed) = (Log<Int>(), Log<Int>())
        let calls = rounds(500, underStress: 12_500)
        DispatchQueue.concurrentPerform(iterations: 8) { [queue] thread in
            var random = SeededRandom(seed: thread)
            var (successes, failures) = (0, 0)
            for _ in 0..<calls {
                let call = counter.on(.queue(queue)).submit { $0.value += 1 }
                if Int.random(in: 0..<2, using: &random) == 0 {
                    let timeout = Duration.nanoseconds(Int.random(in: 0..<20_000, using: &random))
                    if thrown({ try call.wait(timeout: timeout) }) != nil, call.cancel() {
                        failures += 1
                        continue
                    }
                } else if call.cancel() {
                    failures += 1
                    continue
                }
                successes += 1
            }
            succeeded.add(successes)
            failed.add(failures)
        }
        let ran = counter.on(.queue(queue)).sync { $0.value }
        XCTAssertEqual(ran, succeeded.entries.reduce(0, +))
        XCTAssertEqual(8 * calls - ran, failed.entries.reduce(0, +))
    }
}

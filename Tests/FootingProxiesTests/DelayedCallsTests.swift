import Dispatch
import FootingProxies
import TestSupport
import XCTest

/// Calls that are made after a delay.
final class DelayedCallsTests: XCTestCase {
    private let queue = DispatchQueue(label: "delays")

    func testCallIsNotMadeBeforeItsTime() throws {
        let delays: [Duration] = [.milliseconds(7), .microseconds(300), .nanoseconds(1)]
        for delay in delays {
            let start = ContinuousClock.now
            let call = Ledger().on(.queue(queue)).submit(delay: delay) { _ in ContinuousClock.now }
            XCTAssertGreaterThanOrEqual(try call.wait() - start, delay)
        }
    }

    func testCallsOfOneDelayAreMadeInTheirOrder() {
        let counter = Ledger()
        let calls = rounds(1_000, underStress: 10_000)
        for call in 0..<calls {
            counter.on(.queue(queue)).submit(delay: .milliseconds(20)) { $0.append(call) }
        }
        XCTAssertTrue(eventually { counter.on(.queue(queue)).sync { $0.history.count } == calls })
        XCTAssertEqual(counter.on(.queue(queue)).sync { $0.history }, Array(0..<calls))
    }

    func testCallsAreMadeInTheOrderOfTheirDeadlines() {
        // Deadlines that are further apart than the making of all calls takes.
        let counter = Ledger()
        let calls = rounds(1_000, underStress: 10_000)
        var random = SeededRandom(seed: 5)
        var expected: [(delay: Int, call: Int)] = []
        let proxy = counter.on(.queue(queue))
        let mayBegin = DispatchSemaphore(value: 0)
        queue.async { mayBegin.wait() }
        var distance = Duration.milliseconds(rounds(60, underStress: 500))
        var begin = ContinuousClock.now
        var isApart = false
        // If a busy machine takes longer over it, the calls are made again, with twice the
        // distance.
        for _ in 0..<8 where !isApart {
            expected = []
            begin = .now
            var handles: [PendingCall<Void>] = []
            for call in 0..<calls {
                let delay = 1 + Int.random(in: 0..<4, using: &random)
                expected.append((delay, call))
                handles.append(proxy.submit(delay: distance * delay) { $0.append(call) })
            }
            isApart = ContinuousClock.now - begin < distance * 9 / 10
            if !isApart {
                for handle in handles { handle.cancel() }
                distance *= 2
            }
        }
        mayBegin.signal()
        XCTAssertTrue(isApart, "Making the calls takes longer than \(distance / 2).")
        XCTAssertTrue(eventually { proxy.sync { $0.history.count } == calls })
        let order = expected.sorted { ($0.delay, $0.call) < ($1.delay, $1.call) }.map(\.call)
        XCTAssertEqual(proxy.sync { $0.history }, order)
    }

    func testOrderOfRandomDelaysIsThatOfTheirDeadlines() {
        let calls = rounds(500, underStress: 10_000)
        var random = SeededRandom(seed: 6)
        // The true deadline lies between the two times.
        let log = Log<(earliest: ContinuousClock.Instant, latest: ContinuousClock.Instant)>()
        for _ in 0..<calls {
            let delay = Duration.microseconds(Int.random(in: 0..<50_000, using: &random) + 1)
            let earliest = ContinuousClock.now + delay
            let box = Log<ContinuousClock.Instant>()
            let isSet = DispatchSemaphore(value: 0)
            Ledger().on(.queue(queue)).submit(delay: delay) { _ in
                isSet.wait()
                for latest in box.entries { log.add((earliest, latest)) }
            }
            box.add(ContinuousClock.now + delay)
            isSet.signal()
        }
        XCTAssertTrue(eventually { log.entries.count == calls })
        var last = log.entries.first?.earliest ?? .now
        for (earliest, latest) in log.entries {
            XCTAssertLessThanOrEqual(last, latest)
            last = max(last, earliest)
        }
    }

    func testEachKindOfDestinationMakesItsCalls() throws {
        for member in Pool().members {
            let log = Log<Int>()
            let calls = (0..<50).map { call in
                member.submit(delay: .milliseconds(2)) { log.add(call) }
            }
            for call in calls { try call.wait(timeout: .seconds(ample)) }
            XCTAssertEqual(log.entries, Array(0..<50), member.name)
        }
    }

    func testMainMakesItsCalls() async throws {
        let counter = Ledger()
        let calls = (0..<50).map { call in
            counter.on(.main).submit(delay: .milliseconds(2)) { $0.append(call) }
        }
        for call in calls { try await call.value }
        XCTAssertEqual(counter.history, Array(0..<50))
        let last = counter.on(.main).submit(delay: .milliseconds(1)) { $0.history.count }
        let value = try await last.value
        XCTAssertEqual(value, 50)
    }

    func testNoDelayIsAnOrdinaryCall() {
        let counter = Ledger()
        let none: [Duration] = [
            .zero, .nanoseconds(-1), .seconds(-5), .seconds(Int64.min),
            Duration(secondsComponent: 0, attosecondsComponent: -1),
        ]
        for (call, delay) in none.enumerated() {
            counter.on(.queue(queue)) { $0.append(2 * call) }
            counter.on(.queue(queue)).submit(delay: delay) { $0.append(2 * call + 1) }
        }
        XCTAssertEqual(
            counter.on(.queue(queue)).sync { $0.history },
            Array(0..<2 * none.count)
        )
    }

    func testNoDelayIsNeverMadeAtOnceAtTheDestinationItself() {
        let counter = Ledger()
        counter.on(.queue(queue)).sync { counter in
            counter.on(.queue(queue)).submit(delay: .zero) { $0.append(2) }
            counter.append(1)
        }
        XCTAssertEqual(counter.on(.queue(queue)).sync { $0.history }, [1, 2])
    }

    func testDelayThatIsTooLongIsNeverOver() {
        let counter = Ledger()
        let longest: [Duration] = [
            .seconds(Int64.max), .seconds(Int64.max / 2), .seconds(9_223_372_036),
            .seconds(18_446_744_073), .seconds(4_000_000_000), .seconds(18_446_744_074),
            Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999),
        ]
        let calls = longest.map { delay in
            counter.on(.queue(queue)).submit(delay: delay) { $0.value += 1 }
        }
        // A later, shorter delay is not held up.
        let short = counter.on(.queue(queue)).submit(delay: .milliseconds(1)) { $0.append(1) }
        XCTAssertNoThrow(try short.wait(timeout: .seconds(ample)))
        for call in calls {
            XCTAssertEqual(thrown { try call.wait(timeout: .zero) }?.code, .timedOut)
            XCTAssertTrue(call.cancel())
        }
        XCTAssertEqual(counter.on(.queue(queue)).sync { $0.value }, 0)
    }

    func testCancelledCallsNeverRunAndTheOthersDo() {
        let counter = Ledger()
        let calls = rounds(1_000, underStress: 10_000)
        var random = SeededRandom(seed: 7)
        var expected: Set<Int> = []
        for call in 0..<calls {
            let delay = Duration.microseconds(Int.random(in: 0..<30_000, using: &random))
            let handle = counter.on(.queue(queue)).submit(delay: delay) { $0.append(call) }
            if call % 2 == 0 || !handle.cancel() { expected.insert(call) }
        }
        XCTAssertTrue(
            eventually { counter.on(.queue(queue)).sync { $0.history.count } == expected.count }
        )
        let last = counter.on(.queue(queue)).submit(delay: .milliseconds(35)) { _ in }
        XCTAssertNoThrow(try last.wait())
        let history = counter.on(.queue(queue)).sync { $0.history }
        XCTAssertEqual(history.count, expected.count)
        XCTAssertEqual(Set(history), expected)
    }

    func testCancelRacesWithTheEndOfTheDelay() {
        let (ran, prevented) = (Log<Void>(), Log<Void>())
        let calls = rounds(500, underStress: 25_000)
        DispatchQueue.concurrentPerform(iterations: 4) { [queue] thread in
            var random = SeededRandom(seed: thread)
            for _ in 0..<calls {
                let delay = Duration.nanoseconds(Int.random(in: 0..<60_000, using: &random))
                let call = Ledger().on(.queue(queue)).submit(delay: delay) { _ in ran.add(()) }
                for _ in 0..<Int.random(in: 0..<2_000, using: &random) { _ = random.next() }
                if call.cancel() { prevented.add(()) }
            }
        }
        XCTAssertTrue(eventually { ran.entries.count + prevented.entries.count >= 4 * calls })
        XCTAssertNoThrow(
            try Ledger().on(.queue(queue)).submit(delay: .milliseconds(1)) { _ in }.wait()
        )
        XCTAssertEqual(ran.entries.count + prevented.entries.count, 4 * calls)
    }

    func testCancelledCallLetsGoOfItsCapturesAtItsDestinationSoon() {
        let home = MarkedWorker()
        let log = Log<Bool>()
        let calls = rounds(200, underStress: 10_000)
        for _ in 0..<calls {
            let proxy = Ledger().on(home.worker)
            let call = proxy.submit(delay: .seconds(3_600), use(Witness(log) { home.isCurrent }))
            XCTAssertTrue(call.cancel())
        }
        XCTAssertTrue(eventually { log.entries.count == calls })
        XCTAssertEqual(log.entries.count { !$0 }, 0)
    }

    // MARK: The end of a destination

    func testWaiterOfADelayedCallIsToldWhenTheDestinationStops() async {
        let (worker, thread) = (WorkerThread(name: "stopped") { _ in }, LoopThread())
        let loop = thread.place
        await onThread { Ledger().on(loop).sync { _ in } }
        let calls = [
            Ledger().on(worker).submit(delay: .seconds(3_600)) { $0.value = 1 },
            Ledger().on(loop).submit(delay: .seconds(3_600)) { $0.value = 1 },
        ]
        let (codes, waits) = (Log<InvocationError.Code?>(), DispatchGroup())
        for call in calls {
            Thread.detach(in: waits) {
                codes.add(thrown { try call.wait(timeout: .seconds(ample)) }?.code)
            }
        }
        let tasks = calls.map { call in Task { try await call.value } }
        worker.stop()
        await onThread {
            thread.end()
            waits.wait()
        }
        XCTAssertEqual(codes.entries, [.destinationGone, .destinationGone])
        guard codes.entries == [.destinationGone, .destinationGone] else { return }
        for task in tasks {
            let result = await task.result
            XCTAssertThrowsError(try result.get()) {
                XCTAssertEqual(($0 as? InvocationError)?.code, .destinationGone)
            }
        }
    }

    func testDelayedCallToADestinationThatHasStoppedIsGoneAtOnce() {
        let (worker, thread) = (WorkerThread(name: "stopped") { _ in }, LoopThread())
        let loop = thread.place
        Ledger().on(loop).sync { _ in }
        worker.stop()
        thread.end()
        let calls = [
            Ledger().on(worker).submit(delay: .seconds(3_600)) { $0.value = 1 },
            Ledger().on(loop).submit(delay: .seconds(3_600)) { $0.value = 1 },
        ]
        for call in calls {
            let error = thrown { try call.wait(timeout: .seconds(ample)) }
            XCTAssertEqual(error?.code, .destinationGone)
        }
    }

    func testStopLeavesDelayedCallsToOtherDestinations() {
        let (stopped, other) = (WorkerThread(name: "stopped") { _ in }, WorkerThread(name: "other"))
        let gone = Ledger().on(stopped).submit(delay: .seconds(3_600)) { $0.value = 1 }
        let kept = Ledger().on(other).submit(delay: .seconds(3_600)) { $0.value = 1 }
        stopped.stop()
        XCTAssertEqual(
            thrown { try gone.wait(timeout: .seconds(ample)) }?.code,
            .destinationGone
        )
        XCTAssertEqual(thrown { try kept.wait(timeout: .zero) }?.code, .timedOut)
        XCTAssertTrue(kept.cancel())
    }

    func testStopReportsDelayedCallsThatNobodyWaitsForAndReleasesThemOnTheThread() {
        let refusals = Log<InvocationError.Code>()
        let home = MarkedWorker { refusals.add($0.code) }
        let log = Log<Bool>()
        Ledger().on(home.worker).submit(
            delay: .seconds(3_600),
            use(Witness(log) { home.isCurrent })
        )
        home.worker.stop()
        XCTAssertTrue(eventually { !log.entries.isEmpty })
        XCTAssertEqual(log.entries, [true])
        XCTAssertEqual(refusals.entries, [.destinationGone])
    }

    func testDelayedCallsThatRaceWithTheStopAreAllGone() {
        for _ in 0..<rounds(100, underStress: 5_000) {
            let worker = WorkerThread(name: "stopped") { _ in }
            let errors = Log<InvocationError?>()
            DispatchQueue.concurrentPerform(iterations: 3) { thread in
                if thread == 0 { return worker.stop() }
                for _ in 0..<20 {
                    let call = Ledger().on(worker).submit(delay: .seconds(3_600)) { $0.value = 1 }
                    guard thread == 1 else { continue }
                    errors.add(thrown { try call.wait(timeout: .seconds(ample)) })
                }
            }
            let codes = errors.entries.map(\.?.code)
            XCTAssertEqual(codes, Array(repeating: .destinationGone, count: 20))
        }
    }
}

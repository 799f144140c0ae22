import Dispatch
import FootingProxies
import TestSupport
import XCTest

/// A thread of its own for calls, actors and tasks.
final class WorkerThreadTests: XCTestCase {
    // MARK: Calls

    func testCallsRunOnOneThreadInOrder() {
        let home = MarkedWorker()
        let counter = Ledger()
        let isThere = Log<Bool>()
        for call in 0..<100 {
            counter.on(home.worker) { counter in
                counter.append(call)
                isThere.add(home.isCurrent)
            }
        }
        XCTAssertEqual(counter.on(home.worker).sync { $0.history }, Array(0..<100))
        XCTAssertEqual(isThere.entries, Array(repeating: true, count: 100))
    }

    func testNamesOfAnyLengthAreAccepted() {
        for name in ["", "short", String(repeating: "long ", count: 100), "naïve → 名"] {
            let worker = WorkerThread(name: name)
            XCTAssertTrue(Ledger().on(worker).sync { _ in worker.isCurrent })
            XCTAssertFalse(worker.isCurrent)
            XCTAssertEqual(worker.description, "the worker thread “\(name)”")
        }
    }

    #if os(Linux)
    func testSystemShowsTheBeginningOfTheName() throws {
        for (name, shown) in [
            ("footing worker", "footing worker"), ("worker 7 thread é", "worker 7 thread"),
        ] {
            let worker = WorkerThread(name: name)
            let text = try Ledger().on(worker).sync { _ in
                try String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
            }
            XCTAssertEqual(text, shown + "\n")
        }
    }
    #endif

    func testRefusedDelayedCallIsReportedUnlessSomebodyWaits() throws {
        let refusals = Log<InvocationError.Code>()
        let worker = WorkerThread(name: "stopped") { refusals.add($0.code) }
        let proxy = Ledger().on(worker)
        worker.stop()
        proxy.submit(delay: .milliseconds(1)) { $0.value = 1 }
        let awaited = proxy.submit(delay: .milliseconds(1)) { $0.value = 1 }
        XCTAssertEqual(thrown { try awaited.wait() }?.code, .destinationGone)
        XCTAssertTrue(eventually { !refusals.entries.isEmpty })
        XCTAssertTrue(refusals.entries.allSatisfy { $0 == .destinationGone })
        XCTAssertEqual(proxy.sync { $0.value }, 0)
    }

    func testStackSizesThatCannotBeStillGiveAThread() throws {
        for size in [0, 1, -1, 4_096, 5_000, 1 << 20, Int.max, Int.min] {
            let worker = WorkerThread(name: "stack", stackSize: size)
            try Ledger().on(worker).sync(timeout: .seconds(ample)) { $0.value = 1 }
        }
    }

    // MARK: Stopping

    func testCallsBeforeStopRunAndLaterOnesAreRefused() {
        let refusals = Log<InvocationError>()
        let worker = WorkerThread(name: "stopped") { refusals.add($0) }
        let counter = Ledger()
        let mayEnd = DispatchSemaphore(value: 0)
        counter.on(worker) { _ in mayEnd.wait() }
        counter.on(worker) { $0.append(1) }
        let before = counter.on(worker).submit { $0.append(2) }

        worker.stop()
        worker.stop()
        counter.on(worker) { $0.append(-1) }
        counter.on(worker).value = -1
        let after = counter.on(worker).submit { $0.append(-1) }
        let timed = thrown {
            try counter.on(worker).sync(timeout: .seconds(ample)) { $0.append(-1) }
        }
        mayEnd.signal()

        XCTAssertEqual(timed?.code, .destinationGone)
        XCTAssertEqual(timed?.destination, "the worker thread “stopped”")
        XCTAssertNoThrow(try before.wait())
        XCTAssertEqual(thrown { try after.wait() }?.code, .destinationGone)
        XCTAssertEqual(refusals.entries.map(\.code), [.destinationGone, .destinationGone])
        XCTAssertEqual(refusals.entries.first?.destination, "the worker thread “stopped”")
        // Forms that can't throw still run.
        XCTAssertEqual(counter.on(worker).sync { $0.history }, [1, 2])
        XCTAssertEqual(counter.value, 0)
    }

    func testRunAndTasksStillRunAfterStop() async {
        let home = MarkedWorker()
        home.worker.stop()
        let ran = await Ledger().on(home.worker).run { _ in home.isCurrent }
        XCTAssertTrue(ran)
        let task = await Task(executorPreference: home.worker) { home.isCurrent }.value
        XCTAssertTrue(task)
    }

    func testStopWithinACallRefusesTheNext() {
        let refusals = Log<InvocationError>()
        let worker = WorkerThread(name: "stopped") { refusals.add($0) }
        let proxy = Ledger().on(worker)
        let error = proxy.sync { counter -> InvocationError? in
            worker.stop()
            proxy { $0.value = 1 }
            return thrown { try proxy.submit { $0.value = 1 }.wait() }
        }
        XCTAssertEqual(error?.code, .destinationGone)
        XCTAssertEqual(refusals.entries.count, 1)
        XCTAssertEqual(proxy.sync { $0.value }, 0)
    }

    func testEachCallRanOrWasRefusedOnceWhenStoppedMeanwhile() {
        for _ in 0..<rounds(20, underStress: 300) {
            let refused = Log<InvocationError>()
            let worker = WorkerThread(name: "stopped") { refused.add($0) }
            let counter = Ledger()
            let calls = 200
            let (errors, successes) = (Log<InvocationError>(), Log<Void>())
            let posted = DispatchGroup()
            for poster in 0..<4 {
                Thread.detach(in: posted) {
                    for call in 0..<calls {
                        if poster == 0, call == calls / 2 { worker.stop() }
                        counter.on(worker) { $0.value += 1 }
                    }
                }
            }
            for waiter in 0..<2 {
                Thread.detach(in: posted) {
                    for call in 0..<calls {
                        let error = thrown {
                            if (call + waiter) % 2 == 0 {
                                try counter.on(worker).sync(timeout: .seconds(ample)) {
                                    $0.value += 1
                                }
                            } else {
                                try counter.on(worker).submit { $0.value += 1 }.wait()
                            }
                        }
                        if let error { errors.add(error) } else { successes.add(()) }
                    }
                }
            }
            posted.wait()
            let ran = counter.on(worker).sync { $0.value }
            XCTAssertEqual(ran + refused.entries.count + errors.entries.count, 6 * calls)
            XCTAssertEqual(successes.entries.count + errors.entries.count, 2 * calls)
            let codes = Set((refused.entries + errors.entries).map(\.code))
            XCTAssertEqual(codes, [.destinationGone])
        }
    }

    func testRefusedCallsAreLetGoOfOnTheThread() {
        let home = MarkedWorker { _ in }
        home.worker.stop()
        let calls = rounds(2_000, underStress: 20_000)
        let log = Log<Bool>()
        for _ in 0..<calls {
            Ledger().on(home.worker, use(Witness(log) { home.isCurrent }))
            _ = Ledger().on(home.worker).submit(use(Witness(log) { home.isCurrent }))
        }
        XCTAssertTrue(eventually { log.entries.count == 2 * calls })
        XCTAssertEqual(log.entries.count { !$0 }, 0)
    }

    // MARK: Actors and tasks

    private actor Resident {
        let worker: WorkerThread
        private(set) var visits = 0

        init(_ worker: WorkerThread) { self.worker = worker }

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            unsafe worker.asUnownedSerialExecutor()
        }

        func visit(_ home: MarkedWorker) -> Bool {
            visits += 1
            return home.isCurrent
        }

        func greet() -> Int { visits }
    }

    func testActorsAndTasksRunOnTheThread() async {
        let home = MarkedWorker()
        let resident = Resident(home.worker)
        for _ in 0..<100 {
            let there = await resident.visit(home)
            XCTAssertTrue(there)
        }
        let answers = await Task(executorPreference: home.worker) {
            let before = home.isCurrent
            await Task.yield()
            return [before, home.isCurrent]
        }.value
        XCTAssertEqual(answers, [true, true])
        let elsewhere = await Task { home.isCurrent }.value
        XCTAssertFalse(elsewhere)
    }

    func testCallIsIsolatedToActorsOfTheThread() {
        let home = MarkedWorker()
        let resident = Resident(home.worker)
        let visits = Ledger().on(home.worker).sync { _ in
            resident.assumeIsolated { resident in
                _ = resident.visit(home)
                return resident.greet()
            }
        }
        XCTAssertEqual(visits, 1)
    }

    func testTasksOfManyActorsAndCallsShareTheThread() async {
        let home = MarkedWorker()
        let (first, second) = (Resident(home.worker), Resident(home.worker))
        let counter = Ledger()
        await withTaskGroup { group in
            for _ in 0..<rounds(200, underStress: 5_000) {
                group.addTask { _ = await first.visit(home) }
                group.addTask { _ = await second.visit(home) }
                group.addTask(executorPreference: home.worker) { counter.value += 1 }
                counter.on(home.worker) { $0.value += 1 }
            }
        }
        let count = await counter.on(home.worker).run { $0.value }
        XCTAssertEqual(count, 2 * rounds(200, underStress: 5_000))
    }

    // MARK: End

    func testThreadEndsWithTheLastReference() {
        for _ in 0..<rounds(20, underStress: 500) {
            let ended = Gate()
            do {
                let worker = WorkerThread(name: "short")
                Ledger().on(worker) { _ in MarkedThread().mark(with: Canary(ended)) }
            }
            ended.pass()
        }
    }

    func testCallsBeforeTheLastReferenceIsDroppedRun() {
        for _ in 0..<rounds(20, underStress: 500) {
            let counter = Ledger()
            let ended = Gate()
            do {
                let worker = WorkerThread(name: "short")
                counter.on(worker) { _ in MarkedThread().mark(with: Canary(ended)) }
                for call in 0..<100 { counter.on(worker) { $0.append(call) } }
                worker.stop()
            }
            ended.pass()
            XCTAssertEqual(counter.history, Array(0..<100))
        }
    }

    func testLastReferenceMayBeDroppedOnTheThreadItself() {
        for _ in 0..<rounds(20, underStress: 500) {
            let counter = Ledger()
            let ended = Gate()
            let mayBegin = DispatchSemaphore(value: 0)
            do {
                let worker = WorkerThread(name: "itself")
                counter.on(worker) { [worker] counter in
                    mayBegin.wait()
                    MarkedThread().mark(with: Canary(ended))
                    counter.append(worker.isCurrent ? 1 : 0)
                }
                counter.on(worker) { $0.append(2) }
            }
            mayBegin.signal()
            ended.pass()
            XCTAssertEqual(counter.history, [1, 2])
        }
    }

    func testHandleKeepsTheThreadForItsCall() throws {
        let call = Ledger().on(WorkerThread(name: "temporary")).submit { _ in 5 }
        XCTAssertEqual(try call.wait(timeout: .seconds(ample)), 5)
        let later = Ledger().on(WorkerThread(name: "temporary"))
            .submit(delay: .milliseconds(2)) { _ in 6 }
        XCTAssertEqual(try later.wait(timeout: .seconds(ample)), 6)
    }
}

extension Thread {
    /// Runs `work` on a new thread, as a part of `group`.
    static func detach(in group: DispatchGroup, _ work: @escaping @Sendable () -> Void) {
        group.enter()
        detachNewThread {
            work()
            group.leave()
        }
    }
}

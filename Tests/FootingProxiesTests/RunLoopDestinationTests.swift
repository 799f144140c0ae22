import Dispatch
import FootingProxies
import TestSupport
import XCTest

/// The run loop of a thread that has one.
final class RunLoopDestinationTests: XCTestCase {
    func testCallsRunOnTheThreadInOrder() {
        let thread = LoopThread()
        let place = thread.place
        let counter = Ledger()
        for call in 0..<100 { counter.on(place) { $0.append(thread.isCurrent ? call : -1) } }
        XCTAssertEqual(counter.on(place).sync { $0.history }, Array(0..<100))
        thread.end()
    }

    func testSleepingLoopIsWoken() throws {
        let places = Log<RunLoopDestination>()
        let hasBegun = DispatchSemaphore(value: 0)
        // It sleeps for ever, and keeps its thread until the program ends.
        Thread.detachNewThread {
            RunLoop.current.add(Timer(timeInterval: 1e6, repeats: true) { _ in }, forMode: .common)
            places.add(.runLoop(.current))
            hasBegun.signal()
            while true { RunLoop.current.run(until: .distantFuture) }
        }
        hasBegun.wait()
        let place = try XCTUnwrap(places.entries.first)
        for round in 0..<rounds(50, underStress: 2_000) {
            let value = try Ledger().on(place).sync(timeout: .seconds(ample)) { _ in round }
            XCTAssertEqual(value, round)
        }
    }

    func testLoopThatNobodyRunsTimesOut() {
        let thread = LoopThread(isRunning: false)
        let counter = Ledger()
        let error = thrown {
            try counter.on(thread.place).sync(timeout: .milliseconds(2)) { $0.value = 1 }
        }
        XCTAssertEqual(error?.code, .timedOut)
        XCTAssertEqual(error?.destination, "a run loop")
        thread.run()
        Ledger().on(thread.place).sync { _ in }
        thread.end()
        XCTAssertEqual(counter.value, 0)
    }

    func testNamesTellTheMainLoop() async {
        let name = await MainActor.run { RunLoopDestination.runLoop(.main).description }
        XCTAssertEqual(name, "the main run loop")
    }

    // MARK: A thread that ends

    func testWaitsEndWithAThreadThatRanCallsBefore() throws {
        for isHeld in [true, false] {
            try checkEnd(isHeld: isHeld, hasRunCalls: true)
        }
    }

    func testWaitsEndWithAThreadThatLetsGoOfItsLoopBeforeTheFirstCall() throws {
        try checkEnd(isHeld: false, hasRunCalls: false)
    }

    func testWaitsEndWithAThreadOnWhichTheDestinationWasMade() throws {
        for isHeld in [true, false] {
            try checkEnd(isHeld: isHeld, hasRunCalls: false, isMadeThere: true)
        }
    }

    private func checkEnd(isHeld: Bool, hasRunCalls: Bool, isMadeThere: Bool = false) throws {
        for round in 0..<rounds(10, underStress: 200) {
            let thread = LoopThread(isRunning: hasRunCalls || isMadeThere)
            let place = thread.place
            if hasRunCalls { try Ledger().on(place).sync(timeout: .seconds(ample)) { _ in } }
            if isMadeThere {
                let isMade = DispatchSemaphore(value: 0)
                thread.perform {
                    _ = RunLoopDestination.runLoop(.current)
                    isMade.signal()
                }
                isMade.wait()
            }
            let isBusy = DispatchSemaphore(value: 0)
            let mayEnd = DispatchSemaphore(value: 0)
            if hasRunCalls || isMadeThere {
                // The last thing that it does.
                thread.perform {
                    isBusy.signal()
                    mayEnd.wait()
                    thread.tellToEnd()
                }
                isBusy.wait()
            }
            if !isHeld { thread.release() }

            let log = Log<Bool>()
            let (errors, waits) = (Log<InvocationError?>(), DispatchGroup())
            let added = DispatchSemaphore(value: 0)
            for waiter in 0..<3 {
                Thread.detach(in: waits) {
                    let witness = Witness(log)
                    if waiter == 0 {
                        let call = Ledger().on(place).submit { [witness] _ in witness.testify() }
                        added.signal()
                        errors.add(thrown { try call.wait() })
                    } else {
                        added.signal()
                        errors.add(
                            thrown {
                                try Ledger().on(place).sync(timeout: .seconds(ample)) {
                                    [witness] _ in
                                    witness.testify()
                                }
                            }
                        )
                    }
                }
            }
            for _ in 0..<3 { added.wait() }
            mayEnd.signal()
            thread.end()
            waits.wait()
            // A loop runs what it took before it ended.
            let codes = errors.entries.compactMap(\.?.code)
            XCTAssertEqual(codes.filter { $0 != .destinationGone }, [], "round \(round)")
            if !(hasRunCalls || isMadeThere) {
                XCTAssertEqual(codes.count, 3, "round \(round)")
            }
            let late = refusal(at: place)
            XCTAssertEqual(late?.code, .destinationGone, "round \(round)")
            let latest = Ledger().on(place).submit(delay: .milliseconds(1)) { $0.value = 1 }
            XCTAssertEqual(thrown { try latest.wait() }?.code, .destinationGone)
            XCTAssertTrue(eventually { log.entries.count == 3 }, "round \(round)")
        }
    }

    func testCallsThatEndWithTheThreadAreLetGoOf() throws {
        let thread = LoopThread()
        let place = thread.place
        Ledger().on(place).sync { _ in }
        let log = Log<Bool>()
        let calls = rounds(100, underStress: 10_000)
        // The last turn of the loop sends itself more than it will run.
        Ledger().on(place) { counter in
            for _ in 0..<calls {
                let witness = Witness(log)
                counter.on(place) { [witness] _ in witness.testify() }
            }
            thread.tellToEnd()
        }
        thread.end()
        XCTAssertTrue(eventually { log.entries.count == calls })
    }

    func testManyLoopsDoNotMixUpTheirCalls() {
        for round in 0..<rounds(40, underStress: 1_000) {
            // Loops of ended threads leave their addresses to later ones.
            let thread = LoopThread()
            let there = Ledger().on(thread.place).sync { _ in thread.isCurrent }
            XCTAssertTrue(there, "round \(round)")
            thread.end()
        }
    }
}

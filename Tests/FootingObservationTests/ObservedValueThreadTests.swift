import FootingLocks
import Dispatch
import FootingObservation
import Foundation
import Synchronization
import TestSupport
import XCTest

/// A shared value that several threads change, observe and cancel.
final class ObservedValueThreadTests: XCTestCase {
    /// Runs `body` while another thread is in the handler of the change to 1.
    ///
    /// - Returns: The changes that the handler has got when the delivery is done.
    private func changes(
        whileDelivering body: (ObservedValue<Int>, ObservationToken, Log<String>) -> Void
    ) -> [String] {
        let cell = ObservedValue(0)
        let log = Log<String>()
        let (inside, goOn) = (Gate(), Gate())
        let token = cell.observe { change in
            if change.newValue == 1 {
                inside.open()
                goOn.pass()
            }
            log.add("a", change)
        }
        let done = startThread { cell.set(1) }
        inside.pass()
        body(cell, token, log)
        goOn.open()
        done.pass()
        cell.set(9)
        return log.entries
    }

    func testNoThreadWaitsForAHandlerAndTheDelivererDeliversForAll() {
        let entries = changes { cell, _, log in
            cell.set(2)
            cell.withValue { $0 += 1 }
            log.add("set")
        }
        XCTAssertEqual(entries, ["set", "a: 0 -> 1", "a: 1 -> 2", "a: 2 -> 3", "a: 3 -> 9"])
    }

    func testCancellingWhileAnotherThreadDeliversLetsNoFurtherCallBegin() {
        let entries = changes { cell, token, _ in
            cell.set(2)
            token.cancel()
        }
        XCTAssertEqual(entries, ["a: 0 -> 1"])
    }

    func testAnObserverMadeWhileAnotherThreadDeliversBeginsWithTheNewestValue() {
        let bag = ObservationBag()
        let entries = changes { cell, _, log in
            cell.set(2)
            cell.observe(initial: true) { log.add("late", $0) }.store(in: bag)
            log.add("observed")
            cell.set(3)
        }
        XCTAssertEqual(
            entries.filter { !$0.hasPrefix("a") },
            ["late: = 2", "observed", "late: 2 -> 3", "late: 3 -> 9"]
        )
    }

    func testChangesThatComeDuringTheInitialCallWaitForIt() {
        let cell = ObservedValue(0)
        let log = Log<String>()
        let (inside, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let bag = ObservationBag()
        cell.observe { log.add("other", $0) }.store(in: bag)
        let done = startThread {
            cell.observe(initial: true) { change in
                if change.oldValue == nil {
                    inside.signal()
                    goOn.wait()
                }
                log.add("late", change)
            }.store(in: bag)
            log.add("observed")
        }
        inside.wait()

        cell.set(1)
        cell.set(2)
        goOn.signal()
        done.pass()

        XCTAssertEqual(
            log.entries,
            [
                "other: 0 -> 1", "other: 1 -> 2", "late: = 0", "late: 0 -> 1", "late: 1 -> 2",
                "observed",
            ]
        )
    }

    func testAThreadThatDeliversForOthersIsRelievedAfterAWhile() {
        let cell = ObservedValue(-1)
        let (inside, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (relieved, finished) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let last = Lock(-1)
        let token = cell.observe { change in
            last.withLock { last in
                XCTAssertEqual(change.oldValue, last)
                last = change.newValue
            }
            switch change.newValue {
            case 0, 1_500:
                inside.signal()
                goOn.wait()
            case 1_501: relieved.wait()  // Until the first deliverer's call has returned.
            case 1_510: finished.signal()
            default: break
            }
        }
        let done = startThread { cell.set(0) }
        inside.wait()
        for number in 1...1_500 { cell.set(number) }
        goOn.signal()
        inside.wait()
        for number in 1_501...1_510 { cell.set(number) }
        goOn.signal()
        done.pass()
        relieved.signal()
        finished.wait()

        XCTAssertEqual(last.withLock { $0 }, 1_510)
        token.cancel()
    }

    func testEventsOfOtherThreadsAreNoFeedback() {
        let cell = ObservedValue(0)
        let (inside, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let all = DispatchSemaphore(value: 0)
        let calls = Atomic(0)
        let token = cell.observe { change in
            let count = calls.add(1, ordering: .relaxed).newValue
            if count == 1 {
                inside.signal()
                goOn.wait()
            }
            if change.newValue > 0 { cell.set(-change.newValue) }  // As a handler that corrects.
            if count == 1_000 { all.signal() }
        }
        let issues = collectIssues {
            let done = startThread { cell.set(1) }
            inside.wait()
            for number in 2...500 { cell.set(number) }
            goOn.signal()
            done.pass()
            all.wait()
        }

        XCTAssertEqual(issues.count, 0)
        token.cancel()
    }

    func testThreadsThatChangeAndObserveLoseNothing() {
        let increments = isUnderStress ? 50_000 : 3_000
        let cells = [ObservedValue(0), ObservedValue(0)]
        let bag = ObservationBag()
        let total = 4 * increments
        let all = DispatchGroup()
        let gaps = Atomic(0)
        for cell in cells {
            for _ in 0..<2 {
                all.enter()
                let last = Lock(0)
                cell.observe { change in
                    last.withLock { last in
                        let isNext = change.oldValue == last && change.newValue == last + 1
                        if !isNext { gaps.add(1, ordering: .relaxed) }
                        last = change.newValue
                    }
                    if change.newValue == total { all.leave() }
                }.store(in: bag)
            }
        }
        let isFinished = Atomic(false)
        let others = (0..<2).map { thread in
            startThread {
                while !isFinished.load(ordering: .relaxed) {
                    let last = Lock<Int?>(nil)
                    let token = cells[thread].observe(initial: true) { change in
                        last.withLock { last in
                            if change.oldValue != last { gaps.add(1, ordering: .relaxed) }
                            last = change.newValue
                        }
                    }
                    token.cancel()
                }
            }
        }
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<increments {
                for cell in cells { cell.withValue { $0 += 1 } }
            }
        }
        XCTAssertEqual(all.wait(timeout: .now() + 300), .success)
        isFinished.store(true, ordering: .relaxed)
        for other in others { other.pass() }

        XCTAssertEqual(gaps.load(ordering: .relaxed), 0)
        XCTAssertEqual(cells.map(\.value), [total, total])
    }

    func testRegisteringWhileTheValueIsSetLosesNoLastValue() {
        let rounds = isUnderStress ? 1_000_000 : 2_000
        let cell = ObservedValue(0)
        let wanted = Atomic(0)
        let done = Atomic(0)
        let setter = Thread {
            for round in 1...rounds {
                while wanted.load(ordering: .acquiring) < round { sched_yield() }
                cell.set(round)
                done.store(round, ordering: .releasing)
            }
        }
        setter.start()
        var lost = 0
        for round in 1...rounds {
            let last = Lock(-1)
            wanted.store(round, ordering: .releasing)
            let token =
                round.isMultiple(of: 2)
                ? observeSharedChanges(initial: true) {
                    cell.value
                } handler: { change in
                    last.withLock { $0 = change.newValue }
                }
                : cell.observe(initial: true) { change in last.withLock { $0 = change.newValue } }
            while done.load(ordering: .acquiring) < round { sched_yield() }
            // A change that was left to this thread has been delivered by now, and so has the
            // other.
            if last.withLock({ $0 }) != round { lost += 1 }
            token.cancel()
        }

        XCTAssertEqual(lost, 0)
    }

    func testCancellingMayRaceWithTheEndOfTheValue() {
        let count = Population()
        for round in 0..<(isUnderStress ? 20_000 : 1_000) {
            var cell: ObservedValue<Int>? = ObservedValue(0)
            let tokens = (0..<4).compactMap { _ in
                let canary = count.canary()
                return cell?.observe(onFinish: { [canary] in withExtendedLifetime(canary) {} }) {
                    [canary] _ in withExtendedLifetime(canary) {}
                }
            }
            cancel(tokens) {
                if round.isMultiple(of: 2) { cell?.set(1) }
                cell = nil
            }
            XCTAssertEqual(count.count, 0)
        }
    }
}

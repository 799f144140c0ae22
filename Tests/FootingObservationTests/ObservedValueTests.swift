import Dispatch
import FootingObservation
import Foundation
import Observation
import Synchronization
import XCTest

final class ObservedValueTests: XCTestCase {
    private let isStress = ProcessInfo.processInfo.environment["FOOTING_STRESS"] == "1"

    // MARK: On one thread

    func testAChangeIsDeliveredAfterItIsStoredAndBeforeItsCallReturns() {
        let cell = ObservedValue(1)
        let log = SharedLog()
        let token = cell.observe { log.add("a", $0, "now \(cell.value)") }

        cell.set(2)
        log.add("set")
        cell.withValue { $0 += 3 }
        log.add("changed")

        XCTAssertEqual(log.events, ["a: 1 -> 2 now 2", "set", "a: 2 -> 5 now 5", "changed"])
        token.cancel()
    }

    func testObserversAreCalledInTheOrderOfRegistration() {
        let cell = ObservedValue(0)
        let log = SharedLog()
        let bag = ObservationBag()
        for name in ["a", "b", "c"] { cell.observe { log.add(name, $0) }.store(in: bag) }

        cell.set(1)

        XCTAssertEqual(log.events, ["a: 0 -> 1", "b: 0 -> 1", "c: 0 -> 1"])
    }

    func testEveryAssignmentIsAChangeUnlessTheObserverWantsOnlyDistinctOnes() {
        let cell = ObservedValue("a")
        let log = SharedLog()
        let bag = ObservationBag()
        cell.observe { log.add("all", $0) }.store(in: bag)
        cell.observe(distinct: ==) { log.add("distinct", $0) }.store(in: bag)

        cell.set("a")
        cell.withValue { _ in }
        cell.set("b")

        XCTAssertEqual(
            log.events,
            ["all: a -> a", "all: a -> a", "all: a -> b", "distinct: a -> b"]
        )
    }

    func testAnAccessIsOneChangeAlsoIfItThrows() {
        struct Stop: Error {}
        let cell = ObservedValue([1])
        let log = SharedLog()
        let token = cell.observe { log.add("a", $0) }

        XCTAssertThrowsError(
            try cell.withValue { value throws(Stop) in
                value.append(2)
                value.append(3)
                throw Stop()
            }
        )
        let count = cell.withValue { value in
            value.removeFirst()
            return value.count
        }

        XCTAssertEqual(count, 2)
        XCTAssertEqual(log.events, ["a: [1] -> [1, 2, 3]", "a: [1, 2, 3] -> [2, 3]"])
        token.cancel()
    }

    func testAnOptionalValueTellsNilFromNothing() {
        let cell = ObservedValue<Int?>(nil)
        let changes = Mutex<[ValueChange<Int?>]>([])
        let token = cell.observe(initial: true) { change in changes.withLock { $0.append(change) } }
        cell.set(1)

        XCTAssertEqual(changes.withLock { $0 }.map(\.oldValue), [.none, .some(nil)])
        token.cancel()
    }

    func testWhatAHandlerSetsIsDeliveredAfterwardsToAllInTheSameOrder() {
        let cell = ObservedValue(0)
        let log = SharedLog()
        let bag = ObservationBag()
        cell.observe { change in
            log.add("a", change)
            if change.newValue == 1 {
                cell.set(2)
                log.add("still \(cell.value)")
                cell.withValue { $0 += 1 }
            }
        }.store(in: bag)
        cell.observe { log.add("b", $0) }.store(in: bag)

        cell.set(1)
        log.add("end")

        XCTAssertEqual(
            log.events,
            [
                "a: 0 -> 1", "still 2", "b: 0 -> 1", "a: 1 -> 2", "b: 1 -> 2", "a: 2 -> 3",
                "b: 2 -> 3", "end",
            ]
        )
    }

    func testAnObserverMadeByAHandlerSeesOnlyWhatIsStoredLater() {
        let cell = ObservedValue(0)
        let log = SharedLog()
        let bag = ObservationBag()
        cell.observe { change in
            log.add("a", change)
            guard change.newValue == 1 else { return }
            cell.set(2)
            cell.observe(initial: true) { log.add("late", $0) }.store(in: bag)
            cell.set(3)
        }.store(in: bag)

        cell.set(1)

        XCTAssertEqual(
            log.events,
            ["a: 0 -> 1", "late: = 2", "a: 1 -> 2", "a: 2 -> 3", "late: 2 -> 3"]
        )
    }

    func testTheInitialValueComesFirstAlsoIfItsHandlerChangesTheValue() {
        let cell = ObservedValue(0)
        let log = SharedLog()
        let token = cell.observe(initial: true) { change in
            log.add("a", change)
            if change.newValue < 2 { cell.set(change.newValue + 1) }
            log.add("end of \(change.newValue)")
        }
        log.add("observed")

        XCTAssertEqual(
            log.events,
            [
                "a: = 0", "end of 0", "a: 0 -> 1", "end of 1", "a: 1 -> 2", "end of 2", "observed",
            ]
        )
        token.cancel()
    }

    func testCancellingInsideHandlersCountsAtOnce() {
        let cell = ObservedValue(0)
        let log = SharedLog()
        let tokens = Mutex<[ObservationToken]>([])
        for number in 0..<3 {
            let token = cell.observe { change in
                log.add("\(number)", change)
                if number == 1 { tokens.withLock { $0 }.suffix(2).forEach { $0.cancel() } }
            }
            tokens.withLock { $0.append(token) }
        }

        cell.set(1)
        cell.set(2)

        XCTAssertEqual(log.events, ["0: 0 -> 1", "1: 0 -> 1", "0: 1 -> 2"])
        XCTAssertEqual(tokens.withLock { $0 }.map(\.isLive), [true, false, false])
    }

    func testAnObservationCancelledBeforeItBeginsLeavesNothingBehind() {
        let cell = ObservedValue(0)
        let count = Canary.Count()
        let log = SharedLog()
        let bag = ObservationBag()
        cell.observe { change in
            let canary = Canary(count)
            let token = cell.observe { _ in
                log.add("called")
                withExtendedLifetime(canary) {}
            }
            token.cancel()
        }.store(in: bag)

        cell.set(1)
        cell.set(2)

        XCTAssertEqual(count.alive, 0)
        XCTAssertEqual(log.events, [])
    }

    func testTheEndOfTheValueIsToldAndReleasesTheHandlers() {
        let count = Canary.Count()
        let log = SharedLog()
        var cell: ObservedValue<Int>? = ObservedValue(0)
        let canary = Canary(count)
        let token = cell?.observe(onEnd: { log.add("end") }) { [canary] change in
            log.add("a", change)
            withExtendedLifetime(canary) {}
        }
        let cancelled = cell?.observe(onEnd: { log.add("never") }) { _ in }
        cancelled?.cancel()
        cell?.set(1)
        cell = nil

        XCTAssertEqual(log.events, ["a: 0 -> 1", "end"])
        XCTAssertEqual(token?.isLive, false)
        withExtendedLifetime(canary) { XCTAssertEqual(count.alive, 1) }
    }

    func testAHandlerMayLetGoOfTheValue() {
        let log = SharedLog()
        let holder = Mutex<ObservedValue<Int>?>(ObservedValue(0))
        let token = holder.withLock { $0 }?.observe(onEnd: { log.add("end") }) { change in
            holder.withLock { $0 = nil }
            log.add("a", change)
        }

        holder.withLock { $0 }?.set(1)

        XCTAssertEqual(log.events, ["a: 0 -> 1", "end"])
        XCTAssertEqual(token?.isLive, false)
    }

    func testAReplacedValueIsReleasedWhereTheSharedValueCanBeUsed() {
        let cell = ObservedValue<Deinit?>(nil)
        let log = SharedLog()
        cell.set(Deinit { log.add("\(cell.value == nil)") })
        cell.set(nil)

        let token = cell.observe { _ in }
        cell.set(Deinit { log.add("\(cell.value == nil)") })
        cell.set(nil)

        XCTAssertEqual(log.events, ["true", "true"])
        token.cancel()
    }

    func testAHandlerReleasedByTheDelivererMayUseTheValue() {
        let cell = ObservedValue(0)
        let log = SharedLog()
        let kept = cell.observe { log.add("kept", $0) }
        let token = Mutex<ObservationToken?>(nil)
        let last = Deinit { cell.set(cell.value + 10) }
        token.withLock { slot in
            slot = cell.observe { [last] _ in
                token.withLock { $0 }?.cancel()
                withExtendedLifetime(last) {}
            }
        }
        _ = consume last

        cell.set(1)

        XCTAssertEqual(log.events, ["kept: 0 -> 1", "kept: 1 -> 11"])
        kept.cancel()
    }

    // MARK: Feedback

    func testEndlessFeedbackIsStoppedAndToldOnceAndTheObserversStay() {
        let cell = ObservedValue(0)
        let calls = Atomic(0)
        let token = cell.observe { change in
            calls.add(1, ordering: .relaxed)
            if change.newValue > 0 { cell.set(change.newValue + 1) }
        }
        let line: UInt = #line - 4
        let issues = collectIssues { cell.set(1) }

        XCTAssertEqual(issues.map(\.code), [.endlessFeedback])
        XCTAssertEqual(
            issues.first?.callSites,
            ["FootingObservationTests/ObservedValueTests.swift:\(line)"]
        )
        XCTAssertEqual(calls.load(ordering: .relaxed), 101)
        XCTAssertTrue(token.isLive)

        XCTAssertEqual(collectIssues { cell.set(-1) }.count, 0)
        XCTAssertEqual(calls.load(ordering: .relaxed), 102)
    }

    func testFeedbackThatConvergesInTimeIsDelivered() {
        let cell = ObservedValue(0)
        let calls = Atomic(0)
        let token = cell.observe { change in
            calls.add(1, ordering: .relaxed)
            if change.newValue < 100 { cell.set(change.newValue + 1) }
        }
        let issues = collectIssues { cell.set(0) }

        XCTAssertEqual(issues.count, 0)
        XCTAssertEqual(calls.load(ordering: .relaxed), 101)
        token.cancel()
    }

    func testFeedbackThatMultipliesEndsToo() {
        let cell = ObservedValue(0)
        let calls = Atomic(0)
        let bag = ObservationBag()
        for _ in 0..<4 {
            cell.observe { _ in
                calls.add(1, ordering: .relaxed)
                cell.withValue { $0 += 1 }
            }.store(in: bag)
        }
        let issues = collectIssues { cell.set(1) }

        XCTAssertEqual(issues.map(\.code), [.endlessFeedback])
        XCTAssertLessThan(calls.load(ordering: .relaxed), 1_000_000)
        XCTAssertEqual(collectIssues { cell.set(1) }.map(\.code), [.endlessFeedback])
    }

    func testFeedbackBetweenTwoValuesEndsToo() {
        let (a, b) = (ObservedValue(0), ObservedValue(0))
        let bag = ObservationBag()
        a.observe { b.set($0.newValue + 1) }.store(in: bag)
        b.observe { a.set($0.newValue + 1) }.store(in: bag)

        let issues = collectIssues { a.set(1) }

        XCTAssertEqual(issues.map(\.code), [.endlessFeedback])
    }

    func testFiveValuesThatAllFeedEachOtherComeToAnEnd() {
        let cells = (0..<5).map { _ in ObservedValue(0) }
        let calls = Atomic(0)
        let bag = ObservationBag()
        for cell in cells {
            cell.observe { change in
                calls.add(1, ordering: .relaxed)
                for other in cells where other !== cell { other.set(change.newValue + 1) }
            }.store(in: bag)
        }
        let issues = collectIssues { cells[0].set(1) }

        XCTAssertEqual(issues.count, 1)
        XCTAssertLessThan(calls.load(ordering: .relaxed), 200_000)
    }

    func testAChainOfManyValuesNeverOverrunsTheStack() {
        let cells = (0..<100_000).map { _ in ObservedValue(0) }
        let bag = ObservationBag()
        let arrived = DispatchSemaphore(value: 0)
        for (cell, next) in zip(cells, cells.dropFirst()) {
            cell.observe { next.set($0.newValue) }.store(in: bag)
        }
        cells.last?.observe { _ in arrived.signal() }.store(in: bag)

        cells[0].set(1)
        arrived.wait()

        XCTAssertEqual(cells.last?.value, 1)
    }

    func testManyChangesInOneHandlerAreNoFeedback() {
        let cell = ObservedValue(0)
        let calls = Atomic(0)
        let token = cell.observe { change in
            calls.add(1, ordering: .relaxed)
            if change.newValue == -1 { for number in 0..<20_000 { cell.set(number) } }
        }
        let issues = collectIssues { cell.set(-1) }

        XCTAssertEqual(issues.count, 0)
        XCTAssertEqual(calls.load(ordering: .relaxed), 20_001)
        token.cancel()
    }

    // MARK: Several threads

    func testNoThreadWaitsForAHandlerAndTheDelivererDeliversForAll() {
        let cell = ObservedValue(0)
        let log = SharedLog()
        let (inside, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let token = cell.observe { change in
            if change.newValue == 1 {
                inside.signal()
                goOn.wait()
            }
            log.add("a", change)
        }
        let done = onThread { cell.set(1) }
        inside.wait()

        cell.set(2)
        cell.withValue { $0 += 1 }
        log.add("set")
        goOn.signal()
        done.wait()

        XCTAssertEqual(log.events, ["set", "a: 0 -> 1", "a: 1 -> 2", "a: 2 -> 3"])
        token.cancel()
    }

    func testAnObserverMadeWhileAnotherThreadDeliversBeginsWithTheNewestValue() {
        let cell = ObservedValue(0)
        let log = SharedLog()
        let bag = ObservationBag()
        let (inside, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        cell.observe { change in
            guard change.newValue == 1 else { return }
            inside.signal()
            goOn.wait()
        }.store(in: bag)
        let done = onThread { cell.set(1) }
        inside.wait()

        cell.set(2)
        cell.observe(initial: true) { log.add("late", $0) }.store(in: bag)
        log.add("observed")
        cell.set(3)
        goOn.signal()
        done.wait()

        XCTAssertEqual(log.events, ["late: = 2", "observed", "late: 2 -> 3"])
    }

    func testChangesThatComeDuringTheInitialCallWaitForIt() {
        let cell = ObservedValue(0)
        let log = SharedLog()
        let (inside, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let bag = ObservationBag()
        cell.observe { log.add("other", $0) }.store(in: bag)
        let done = onThread {
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
        done.wait()

        XCTAssertEqual(
            log.events,
            [
                "other: 0 -> 1", "other: 1 -> 2", "late: = 0", "late: 0 -> 1", "late: 1 -> 2",
                "observed",
            ]
        )
    }

    func testCancellingWhileAnotherThreadDeliversLetsNoFurtherCallBegin() {
        let cell = ObservedValue(0)
        let log = SharedLog()
        let (inside, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let token = cell.observe { change in
            if change.newValue == 1 {
                inside.signal()
                goOn.wait()
            }
            log.add("a", change)
        }
        let done = onThread { cell.set(1) }
        inside.wait()

        cell.set(2)
        token.cancel()
        goOn.signal()
        done.wait()
        cell.set(3)

        XCTAssertEqual(log.events, ["a: 0 -> 1"])
    }

    func testAThreadThatDeliversForOthersIsRelievedAfterAWhile() {
        let cell = ObservedValue(-1)
        let (inside, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (relieved, finished) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let last = Mutex(-1)
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
        let done = onThread { cell.set(0) }
        inside.wait()
        for number in 1...1_500 { cell.set(number) }
        goOn.signal()
        inside.wait()
        for number in 1_501...1_510 { cell.set(number) }
        goOn.signal()
        done.wait()
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
            let done = onThread { cell.set(1) }
            inside.wait()
            for number in 2...500 { cell.set(number) }
            goOn.signal()
            done.wait()
            all.wait()
        }

        XCTAssertEqual(issues.count, 0)
        token.cancel()
    }

    func testThreadsThatChangeAndObserveLoseNothing() {
        let increments = isStress ? 50_000 : 3_000
        let cells = [ObservedValue(0), ObservedValue(0)]
        let bag = ObservationBag()
        let total = 4 * increments
        let all = DispatchGroup()
        let gaps = Atomic(0)
        for cell in cells {
            for _ in 0..<2 {
                all.enter()
                let last = Mutex(0)
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
        let isOver = Atomic(false)
        let others = (0..<2).map { thread in
            onThread {
                while !isOver.load(ordering: .relaxed) {
                    let last = Mutex<Int?>(nil)
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
        isOver.store(true, ordering: .relaxed)
        for other in others { other.wait() }

        XCTAssertEqual(gaps.load(ordering: .relaxed), 0)
        XCTAssertEqual(cells.map(\.value), [total, total])
    }

    // MARK: Sequences

    func testChangesAreASequenceThatEndsWithTheValue() async {
        var cell: ObservedValue<Int>? = ObservedValue(0)
        let changes = cell?.changes(initial: true)
        let newest = cell?.changes(newest: 1)
        for number in 1...3 { cell?.set(number) }
        cell = nil

        var values: [Int] = []
        if let changes { for await change in changes { values.append(change.newValue) } }
        if let newest { for await change in newest { values.append(change.newValue) } }
        XCTAssertEqual(values, [0, 1, 2, 3, 3])
    }

    func testAbandonedSequencesLeaveNoObserver() {
        let canaries = Canary.Count()
        let cell = ObservedValue(Canary(canaries))
        for _ in 0..<10_000 { _ = cell.changes(initial: true) }
        cell.set(Canary(canaries))

        XCTAssertEqual(canaries.alive, 1)
    }

    // MARK: Expressions

    func testAnExpressionFollowsTheValuesThatItReads() {
        let (a, b, usesB) = (ObservedValue(1), ObservedValue(10), ObservedValue(false))
        let log = SharedLog()
        let token = observeSharedChanges(initial: true) {
            usesB.value ? a.value + b.value : a.value
        } handler: {
            log.add("sum", $0)
        }

        b.set(20)
        a.set(2)
        usesB.set(true)
        b.withValue { $0 += 1 }
        token.cancel()
        a.set(3)

        XCTAssertEqual(log.events, ["sum: = 1", "sum: 1 -> 2", "sum: 2 -> 22", "sum: 22 -> 23"])
    }

    func testAnExpressionReadsObjectsOfBothKindsAndSharedValues() {
        let account = Account()
        let model = ObservableModel()
        let shared = ObservedValue(1)
        let log = Log()
        let token = observeChanges {
            account.balance + model.number + shared.value
        } handler: {
            log.add("sum", $0)
        }
        let isTracked = Mutex(false)
        withObservationTracking {
            _ = model.number
        } onChange: {
            isTracked.withLock { $0 = true }
        }

        account.balance = 10
        shared.set(2)
        model.number = 100

        XCTAssertEqual(log.events, ["sum: 1 -> 11", "sum: 11 -> 12", "sum: 12 -> 112"])
        XCTAssertTrue(isTracked.withLock { $0 })
        token.cancel()
    }

    func testAnExpressionThatIsNotSharedReportsChangesOfOtherThreads() {
        let account = Account()
        let shared = ObservedValue(1)
        let log = Log()
        let token = observeChanges {
            account.balance + shared.value
        } handler: {
            log.add("sum", $0)
        }

        let issues = collectIssues {
            onThread { shared.set(2) }.wait()
            onThread { shared.set(3) }.wait()
        }
        account.balance = 10

        XCTAssertEqual(issues.map(\.code), [.changedOnAnotherThread])
        XCTAssertEqual(log.events, ["sum: 1 -> 13"])
        token.cancel()
    }

    func testAnExpressionEndsWithTheLastValueThatItReads() {
        let cells = Mutex<[ObservedValue<Int>]>([ObservedValue(1), ObservedValue(2)])
        let log = SharedLog()
        let token = observeSharedChanges(onEnd: { log.add("end") }) {
            cells.withLock { $0 }.reduce(0) { $0 + $1.value }
        } handler: {
            log.add("sum", $0)
        }

        cells.withLock { _ = $0.removeLast() }
        cells.withLock { $0 }[0].set(5)
        cells.withLock { _ = $0.removeLast() }

        XCTAssertEqual(log.events, ["sum: 3 -> 5", "end"])
        XCTAssertFalse(token.isLive)
    }

    func testAnExpressionOverValuesThatThreadsChangeEndsOnTheTrueSum() {
        let increments = isStress ? 50_000 : 2_000
        for _ in 0..<20 {
            let (a, b) = (ObservedValue(0), ObservedValue(0))
            let last = Mutex(0)
            let isMonotonic = Mutex(true)
            let arrived = DispatchSemaphore(value: 0)
            let token = observeSharedChanges {
                a.value + b.value
            } handler: { change in
                last.withLock { last in
                    if change.oldValue != last { isMonotonic.withLock { $0 = false } }
                    last = change.newValue
                }
                if change.newValue == 8 * increments { arrived.signal() }
            }
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                for _ in 0..<increments {
                    a.withValue { $0 += 1 }
                    b.withValue { $0 += 1 }
                }
            }
            XCTAssertEqual(arrived.wait(timeout: .now() + 100), .success)
            XCTAssertEqual(last.withLock { $0 }, 8 * increments)
            XCTAssertTrue(isMonotonic.withLock { $0 })
            token.cancel()
        }
    }

    func testRegisteringWhileTheValueIsSetLosesNoLastValue() {
        let rounds = isStress ? 1_000_000 : 10_000
        let cell = ObservedValue(0)
        let wanted = Atomic(0)
        let done = Atomic(0)
        let setter = Thread {
            for round in 1...rounds {
                while wanted.load(ordering: .acquiring) < round {}
                cell.set(round)
                done.store(round, ordering: .releasing)
            }
        }
        setter.start()
        var lost = 0
        for round in 1...rounds {
            let last = Mutex(-1)
            wanted.store(round, ordering: .releasing)
            let token =
                round.isMultiple(of: 2)
                ? observeSharedChanges(initial: true) {
                    cell.value
                } handler: { change in
                    last.withLock { $0 = change.newValue }
                }
                : cell.observe(initial: true) { change in last.withLock { $0 = change.newValue } }
            while done.load(ordering: .acquiring) < round {}
            // A change that was left to this thread has been delivered by now, and so has the other.
            if last.withLock({ $0 }) != round { lost += 1 }
            token.cancel()
        }

        XCTAssertEqual(lost, 0)
    }

    func testCancellingMayRaceWithTheEndOfTheValue() {
        let count = Canary.Count()
        for round in 0..<(isStress ? 20_000 : 1_000) {
            var cell: ObservedValue<Int>? = ObservedValue(0)
            let tokens = (0..<4).compactMap { _ in
                let canary = Canary(count)
                return cell?.observe(onEnd: { [canary] in withExtendedLifetime(canary) {} }) {
                    [canary] _ in withExtendedLifetime(canary) {}
                }
            }
            let go = DispatchSemaphore(value: 0)
            let done = onThread {
                go.signal()
                for token in tokens { token.cancel() }
            }
            go.wait()
            if round.isMultiple(of: 2) { cell?.set(1) }
            cell = nil
            done.wait()
            XCTAssertEqual(count.alive, 0)
        }
    }

    /// Runs code on another thread, and signals when it has ended.
    private func onThread(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            body()
            done.signal()
        }
        return done
    }

    /// Runs `body` and returns the issues that are reported meanwhile.
    private func collectIssues(_ body: () -> Void) -> [ObservationIssue] {
        let issues = Mutex<[ObservationIssue]>([])
        let usual = ObservationIssue.handler
        ObservationIssue.handler = { issue in issues.withLock { $0.append(issue) } }
        defer { ObservationIssue.handler = usual }
        body()
        return issues.withLock { $0 }
    }
}

@Observable
private final class ObservableModel: KeyValueObservable {
    @ObservationIgnored private let _$observationRegistrar = KeyValueRegistrar()
    var number = 0
}

/// The events of a test on several threads, in order.
private final class SharedLog: Sendable {
    private let lines = Mutex<[String]>([])
    var events: [String] { lines.withLock { $0 } }

    func add(_ event: String) { lines.withLock { $0.append(event) } }

    func add<Value: Sendable>(_ name: String, _ change: ValueChange<Value>, _ more: String = "") {
        let log = Log()
        log.add(name, change)
        add((log.events + (more.isEmpty ? [] : [more])).joined(separator: " "))
    }
}

private final class Deinit: Sendable {
    private let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    deinit { body() }
}

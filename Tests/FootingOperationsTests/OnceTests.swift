import FootingOperations
import Foundation
import TestSupport
import XCTest

final class OnceTests: XCTestCase {
    func testRunsTheInitializerAtTheFirstUseAlone() {
        let runs = Counter()
        let once = Once { runs.add(1) }

        XCTAssertEqual(runs.value, 0)
        XCTAssertEqual(once.value, 1)
        XCTAssertEqual(once.value, 1)
        XCTAssertEqual(runs.value, 1)
    }

    func testEightThreadsRunTheInitializerExactlyOnce() {
        for _ in 0..<2000 {
            let runs = Counter()
            let once = Once { runs.add(1) }
            let got = Counter()
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                got.add(once.value)
            }

            XCTAssertEqual(runs.value, 1)
            XCTAssertEqual(got.value, 8)
        }
    }

    func testAnInitializerThatCannotThrowNeedsNoTry() async {
        let once = Once { 1 }
        let value: Int = once.value
        XCTAssertEqual(value, 1)
        let task = Task { once.value }
        let number = await task.value
        XCTAssertEqual(number, 1)
    }

    func testAThrowingInitializerLeavesItEmptyAndTheNextCallerRetries() {
        let runs = Counter()
        let once = Once { () throws(Refusal) in
            let run = runs.add(1)
            if run < 3 { throw Refusal(code: run) }
            return run
        }

        assertThrows(.failure(Refusal(code: 1))) { () throws(FutureError<Refusal>) in
            try once.value
        }
        assertThrows(.failure(Refusal(code: 2))) { () throws(FutureError<Refusal>) in
            try once.value
        }
        XCTAssertEqual(try once.value, 3)
        XCTAssertEqual(try once.value, 3)
    }

    func testCallersAtOnceEachGetTheirOwnFailureOrTheOneValue() {
        for _ in 0..<rounds(300) {
            let runs = Counter()
            let once = Once { () throws(Refusal) in
                let run = runs.add(1)
                if run <= 3 { throw Refusal(code: run) }
                return run
            }
            let failures = Log<Int>()
            let values = Log<Int>()
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                do throws(FutureError<Refusal>) {
                    values.add(try once.value)
                } catch {
                    if case .failure(let refusal) = error { failures.add(refusal.code) }
                }
            }

            XCTAssertEqual(failures.entries.sorted(), [1, 2, 3])
            XCTAssertEqual(values.entries, [4, 4, 4, 4, 4])
            XCTAssertEqual(runs.value, 4)
        }
    }

    func testAnUntypedCancellationErrorIsACancellation() {
        let once = Once { throw CancellationError() }

        XCTAssertThrowsError(try once.value) { error in
            guard case .cancelled(.thrown) = error as? FutureError<any Error> else {
                return XCTFail("\(error)")
            }
        }
    }

    func testRecursionOfAnInitializerThatCannotThrowStopsTheProgramWithASentence() throws {
        let variable = "FOOTING_ONCE_RECURSION"
        if ProcessInfo.processInfo.environment[variable] != nil {
            // The process that is stopped.
            let slot = Shared<Once<Int, Never>?>()
            let once = Once<Int, Never> { slot.value?.value ?? 0 }
            slot.value = once
            return XCTAssertEqual(once.value, 0)
        }
        let environment = [variable: "1", "SWIFT_BACKTRACE": "enable=no"]
        let end = try Process(command, environment: environment).runToEnd()

        XCTAssertEqual(end.reason, .uncaughtSignal)
        let sentence = "waits for the next: Once<Int, Never> → Once<Int, Never>."
        XCTAssertTrue(end.output.contains(sentence), end.output)
    }

    func testRecursionOnOneThreadIsReported() {
        let slot = Shared<Once<Int, Refusal>?>()
        let reported = Log<[String]>()
        let once = Once<Int, Refusal> {
            do throws(FutureError<Refusal>) {
                return try slot.value?.value ?? 0
            } catch {
                if case .wouldDeadlock(let names) = error { reported.add(names) }
                return 7
            }
        }
        slot.value = once

        XCTAssertEqual(try once.value, 7)
        XCTAssertEqual(reported.entries, [["Once<Int, Refusal>", "Once<Int, Refusal>"]])
        XCTAssertEqual(try once.value, 7)
        slot.value = nil
    }

    func testRecursionThroughAJobIsReported() {
        // With a time-out the inner job runs on another thread.
        for (width, timeout) in [(1, nil), (2, nil), (2, patience)] {
            let queue = FutureQueue(maxConcurrentJobs: width)
            let slot = Shared<Once<Int, Refusal>?>()
            let reports = Counter()
            let once = Once<Int, Refusal> {
                let inner = queue.submit { () throws(FutureError<Refusal>) in
                    try slot.value?.value ?? 0
                }
                do throws(FutureError<FutureError<Refusal>>) {
                    return try inner.wait(timeout: timeout)
                } catch {
                    // The last thread that begins to wait closes the cycle.
                    switch error {
                    case .wouldDeadlock, .failure(.wouldDeadlock): reports.add(1)
                    default: break
                    }
                    return 7
                }
            }
            slot.value = once
            let outer = queue.submit { () throws(FutureError<Refusal>) in try once.value }

            XCTAssertEqual(try outer.wait(timeout: patience), 7)
            XCTAssertEqual(reports.value, 1)
            slot.value = nil
        }
    }

    func testJobsWhoseInitializersWaitForEachOtherAreReported() {
        let slot = Shared<Once<Int, Refusal>?>()
        let reports = Counter()
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let begun = [Gate(), Gate()]
        @Sendable func ask(_ once: Once<Int, Refusal>?) -> Int {
            do throws(FutureError<Refusal>) {
                return try once?.value ?? 0
            } catch {
                if case .wouldDeadlock = error { reports.add(1) }
                return 1
            }
        }
        let first = Once<Int, Refusal> {
            begun[0].open()
            begun[1].pass()
            return ask(slot.value)
        }
        let second = Once<Int, Refusal> {
            begun[1].open()
            begun[0].pass()
            return ask(first)
        }
        slot.value = second
        let jobs = [first, second].map { once in
            queue.submit { () throws(FutureError<Refusal>) in try once.value }
        }
        for job in jobs { assertSucceeds(job) }
        slot.value = nil

        XCTAssertEqual(reports.value, 1)
    }

    func testAnErrorThroughNestedOncesPrintsItsSentenceOnce() {
        let sources: [@Sendable () throws -> Int] = [
            { throw Refusal(code: 77) },
            { throw FutureError<Never>.timedOut },
            { throw FutureError<Refusal>.wouldDeadlock(["a", "b", "a"]) },
        ]
        for source in sources {
            let inner = Once { try source() }
            let middle = Once { try inner.value }
            let outer = Once { try middle.value }
            var sentences: [String] = []
            for once in [inner, outer] {
                do { _ = try once.value } catch { sentences.append("\(error)") }
            }
            XCTAssertEqual(sentences.first, sentences.last)
            XCTAssertEqual(sentences.count, 2)
        }
    }

    func testSetProvidesTheValueAndReplacesIt() {
        let runs = Counter()
        let once = Once { runs.add(1) }

        once.set(10)
        XCTAssertEqual(once.value, 10)
        once.set(20)
        XCTAssertEqual(once.value, 20)
        once.set(30)
        XCTAssertEqual(once.value, 30)
        XCTAssertEqual(runs.value, 0)
    }

    func testResetRunsTheInitializerAgain() {
        let runs = Counter()
        let once = Once { runs.add(1) }

        once.reset()
        XCTAssertEqual(once.value, 1)
        once.reset()
        XCTAssertEqual(once.value, 2)
        XCTAssertEqual(once.value, 2)
        once.set(10)
        once.reset()
        XCTAssertEqual(once.value, 3)
    }

    func testSetWhileTheInitializerRunsGivesItsValueToAll() {
        for isFailing in [false, true] {
            let begun = Gate()
            let end = Gate()
            let once = Once { () throws(Refusal) in
                begun.open()
                end.pass()
                if isFailing { throw Refusal() }
                return 1
            }
            let runner = FutureQueue.shared.submit { try once.value }
            begun.pass()

            once.set(10)

            XCTAssertEqual(try once.value, 10)
            end.open()
            XCTAssertEqual(try runner.wait(timeout: patience), 10)
            XCTAssertEqual(try once.value, 10)
        }
    }

    func testResetWhileTheInitializerRunsDropsItsValue() {
        let begun = Gate()
        let end = Gate()
        let runs = Counter()
        let once = Once {
            let run = runs.add(1)
            guard run == 1 else { return run }
            begun.open()
            end.pass()
            return run
        }
        let runner = FutureQueue.shared.submit { once.value }
        begun.pass()

        once.reset()

        XCTAssertEqual(once.value, 2)
        end.open()
        XCTAssertEqual(try runner.wait(timeout: patience), 1)
        XCTAssertEqual(once.value, 2)
    }

    func testTheInitializerMaySetAndResetItsOwnValue() {
        let slot = Shared<Once<Int, Never>?>()
        let once = Once<Int, Never> {
            slot.value?.reset()
            slot.value?.set(5)
            return 1
        }
        slot.value = once

        XCTAssertEqual(once.value, 1)
        XCTAssertEqual(once.value, 5)
        slot.value = nil
    }

    func testNobodySeesAnOldValueAfterASet() {
        for _ in 0..<rounds(200) {
            let once = Once { 0 }
            let last = Counter()
            let stale = Counter()
            DispatchQueue.concurrentPerform(iterations: 4) { index in
                for number in 1...50 {
                    if index == 0 {
                        once.set(number)
                        last.raise(to: number)
                    } else {
                        let least = last.value
                        if once.value < least { stale.add(1) }
                    }
                }
            }

            XCTAssertEqual(stale.value, 0)
            XCTAssertEqual(once.value, 50)
        }
    }

    func testReadersSettersAndResettersNeverHang() {
        for _ in 0..<rounds(100) {
            let runs = Counter()
            let once = Once { runs.add(1) }
            DispatchQueue.concurrentPerform(iterations: 6) { index in
                for _ in 0..<50 {
                    switch index {
                    case 0: once.set(-1)
                    case 1: once.reset()
                    default: XCTAssertNotEqual(once.value, 0)
                    }
                }
            }
        }
    }

    func testTheInitializerAndTheValueAreReleasedWithTheOnce() {
        let initializer = Gate()
        let value = Gate()
        do {
            let canary = Canary(initializer)
            let once = Once { withExtendedLifetime(canary) { Canary(value) } }
            _ = once.value
            XCTAssertFalse(value.isOpen)
        }
        XCTAssertTrue(value.isOpen)
        XCTAssertTrue(initializer.isOpen)
    }

    func testReplacedValuesAreReleasedExceptTheFirst() {
        let released = Log<Int>()
        do {
            let once = Once { Canary { released.add(0) } }
            for _ in 0..<2 { _ = once.value }
            once.set(Canary { released.add(1) })
            once.set(Canary { released.add(2) })
            XCTAssertEqual(released.entries, [1])
            once.reset()
            XCTAssertEqual(released.entries, [1, 2])
        }
        XCTAssertEqual(released.entries, [1, 2, 0])
    }

    /// A value that is released under the lock would hang here.
    func testAReleasedValueMayComeBack() {
        let slot = Shared<Once<Canary, Never>?>()
        let asked = Counter()
        let once = Once<Canary, Never> { Canary {} }
        slot.value = once
        for _ in 0..<2 { _ = once.value }
        for _ in 0..<2 {
            once.set(
                Canary {
                    if slot.value?.value != nil { asked.add(1) }
                }
            )
        }
        once.reset()
        slot.value = nil

        XCTAssertEqual(asked.value, 2)
    }
}

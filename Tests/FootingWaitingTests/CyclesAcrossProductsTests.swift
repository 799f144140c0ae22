import Dispatch
import FootingOperations
import FootingProxies
import Foundation
import Synchronization
import XCTest

/// Cycles of waits through futures and proxies: exactly one wait is refused, and the others
/// succeed.
final class CyclesAcrossProductsTests: XCTestCase {

    func testMainAndAJobThatWaitForEachOther() {
        let queue = FutureQueue(name: "files", maxConcurrentJobs: 1)
        for _ in 0..<20 {
            let job = queue.submit(name: "read") { cycleOfCallingMain() }
            let own = Self.cycle(ofWaitingFor: job)
            serveMain(until: job)
            check([own, value(of: job)], through: "main", "“read” in “files”")
        }
    }

    func testASerialQueueAndAJobThatWaitForEachOther() {
        let queue = FutureQueue(name: "files", maxConcurrentJobs: 2)
        let index = DispatchQueue(label: "index")
        for _ in 0..<20 {
            let (job, own) = index.sync { () -> (Future<[String]?, Never>, [String]?) in
                let job = queue.submit(name: "read") {
                    cycleOfCall { () throws(InvocationError) in
                        try Box().on(.queue(index)).sync(timeout: ample) { _ in }
                    }
                }
                return (job, Self.cycle(ofWaitingFor: job))
            }
            check([own, value(of: job)], through: "index", "“read” in “files”")
        }
    }

    func testAWorkerAndAJobThatWaitForEachOther() {
        let queue = FutureQueue(name: "files", maxConcurrentJobs: 1)
        let worker = WorkerThread(name: "scanner")
        for _ in 0..<20 {
            let (job, own) = Box().on(worker).sync { _ in
                let job = queue.submit(name: "read") {
                    cycleOfCall { () throws(InvocationError) in
                        try Box().on(worker).sync(timeout: ample) { _ in }
                    }
                }
                return (job, Self.cycle(ofWaitingFor: job))
            }
            check([own, value(of: job)], through: "scanner", "“read” in “files”")
        }
    }

    func testAOnceThatWaitsForMainWhileMainWaitsForIt() {
        struct Refusal: Error {}
        for _ in 0..<20 {
            let hasBegun = DispatchSemaphore(value: 0)
            let once = Once { () throws(Refusal) in
                hasBegun.signal()
                return cycleOfCallingMain()
            }
            let other = FutureQueue(maxConcurrentJobs: 1).submit { try once.value }
            hasBegun.wait()
            let own = Self.cycle { () throws(FutureError<Refusal>) in try once.value }
            serveMain(until: other)
            let cycle = (try? other.wait(timeout: ample)) ?? nil
            check([own, cycle], through: "main", "Once<Optional<Array<String>>, Refusal>")
        }
    }

    /// A `Once` that can't throw is never refused, so the call is, whichever wait comes last.
    func testACallIsRefusedIfTheReaderOfAOnceCantBe() {
        for _ in 0..<20 {
            let hasBegun = DispatchSemaphore(value: 0)
            let once = Once {
                hasBegun.signal()
                return cycleOfCallingMain()
            }
            let other = FutureQueue(maxConcurrentJobs: 1).submit { once.value }
            hasBegun.wait()
            check([once.value], through: "main", "Once<Optional<Array<String>>, Never>")
            serveMain(until: other)
        }
    }

    /// A queue that runs two jobs at a time is blocked only if both jobs are.
    func testAJobThatCantBeginSinceAllSlotsWaitForMain() {
        let queue = FutureQueue(name: "files", maxConcurrentJobs: 2)
        let jobs = (0..<2).map { number in
            queue.submit(name: "\(number)") { cycleOfCallingMain() }
        }
        let last = queue.submit(name: "last") {}
        let own = Self.cycle(ofWaitingFor: last)
        for job in jobs { serveMain(until: job) }
        XCTAssertEqual([own, value(of: jobs[0]), value(of: jobs[1])].compactMap { $0 }.count, 1)
    }

    func testAJobThatCanStillBeginIsNoCycle() {
        let queue = FutureQueue(name: "files", maxConcurrentJobs: 2)
        let blocked = queue.submit { cycleOfCallingMain() }
        let ready = DispatchSemaphore(value: 0)
        _ = queue.submit { ready.wait() }
        let last = queue.submit(name: "last") {}
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(2)) { ready.signal() }
        XCTAssertNil(Self.cycle(ofWaitingFor: last))
        serveMain(until: blocked)
        XCTAssertNil(value(of: blocked))
    }

    // MARK: Helpers

    private static func cycle<Value, Failure: Error>(
        ofWaitingFor future: Future<Value, Failure>
    ) -> [String]? {
        cycle { () throws(FutureError<Failure>) in try future.wait(timeout: .seconds(20)) }
    }

    private static func cycle<Value, Failure: Error>(
        _ wait: () throws(FutureError<Failure>) -> Value
    ) -> [String]? {
        do throws(FutureError<Failure>) {
            _ = try wait()
        } catch {
            if case .wouldDeadlock(let names) = error { return names }
        }
        return nil
    }

    private func value<Failure: Error>(of future: Future<[String]?, Failure>) -> [String]? {
        (try? future.wait(timeout: ample)) ?? nil
    }

    /// Runs the main queue until a future is settled.
    private func serveMain<Value, Failure: Error>(until future: Future<Value, Failure>) {
        let isSettled = expectation(description: "settled")
        future.whenSettled { _ in isSettled.fulfill() }
        wait(for: [isSettled], timeout: 20)
    }

    private func check(
        _ cycles: [[String]?],
        through one: String,
        _ other: String,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let cycles = cycles.compactMap { $0 }
        XCTAssertEqual(cycles.count, 1, file: file, line: line)
        XCTAssertTrue(
            cycles.first == [one, other, one] || cycles.first == [other, one, other],
            "\(cycles)",
            file: file,
            line: line
        )
    }
}

private final class Box: Invocable, Sendable {}

private let ample = Duration.seconds(20)

private func cycleOfCallingMain() -> [String]? {
    cycleOfCall { () throws(InvocationError) in
        try Box().on(.main).sync(timeout: ample) { _ in }
    }
}

private func cycleOfCall(_ wait: () throws(InvocationError) -> Void) -> [String]? {
    do throws(InvocationError) {
        try wait()
    } catch {
        if error.code == .wouldDeadlock { return error.cycle }
    }
    return nil
}

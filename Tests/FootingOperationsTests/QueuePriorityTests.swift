@testable import FootingOperations
import TestSupport
import XCTest

/// The lanes of a queue (rule 12).
final class QueuePriorityTests: XCTestCase {
    func testLanesAreStrictAndEachIsFirstInFirstOut() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        queue.isSuspended = true
        let log = Log<Int>()
        let lanes: [(FutureQueue.Priority, Int)] = [(.low, 2000), (.high, 0), (.normal, 1000)]
        var jobs: [Future<Void, Never>] = []
        for number in 0..<50 {
            for (priority, base) in lanes {
                jobs.append(queue.submit(priority: priority) { log.add(base + number) })
            }
        }
        XCTAssertEqual(log.entries, [])
        queue.isSuspended = false
        for job in jobs { assertSucceeds(job) }
        XCTAssertEqual(log.entries, Array(0..<50) + Array(1000..<1050) + Array(2000..<2050))
    }

    func testAJobOfAHigherLaneBeginsNextThoughOthersWereThereBefore() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        let log = Log<Int>()
        let blocker = HeldJob(in: queue, priority: .low)
        let low = queue.submit(priority: .low) {
            log.add(3)
            // From within: after the ones that are there, before its own lane.
            _ = queue.submit(priority: .low) { log.add(5) }
            _ = queue.submit(priority: .high) { log.add(4) }
        }
        _ = queue.submit(priority: .normal) { log.add(2) }
        _ = queue.submit(priority: .high) { log.add(1) }
        blocker.letGo()
        assertSucceeds(blocker.future)
        assertSucceeds(low)
        assertSucceeds(queue.drain())
        XCTAssertEqual(log.entries, [1, 2, 3, 4, 5])
    }

    func testCancelledJobsLeaveTheirLanesAndTheOthersKeepTheOrder() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        queue.isSuspended = true
        let log = Log<Int>()
        let priorities: [FutureQueue.Priority] = [.high, .normal, .low]
        let jobs = (0..<90).map { number in
            queue.submit(priority: priorities[number / 30]) { log.add(number) }
        }
        for number in stride(from: 0, to: 90, by: 3) { jobs[number].cancel() }
        for number in [29, 31, 88, 89] { jobs[number].cancel() }
        let rest = (0..<90).filter { !$0.isMultiple(of: 3) && ![29, 31, 88, 89].contains($0) }
        XCTAssertEqual(queue.core.jobs.count, rest.count)
        queue.isSuspended = false
        assertSucceeds(queue.drain())
        XCTAssertEqual(log.entries, rest)
    }
}

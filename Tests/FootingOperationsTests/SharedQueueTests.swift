@testable import FootingOperations
import TestSupport
import XCTest

/// The queue of the whole program (rule 20), and names.
final class SharedQueueTests: XCTestCase {
    func testTheSharedQueueCanBeReplaced() {
        let original = FutureQueue.shared
        defer { FutureQueue.shared = original }
        XCTAssertTrue(FutureQueue.shared === original)
        weak var released: FutureQueue?
        do {
            let own = FutureQueue(name: "own", maxConcurrentJobs: 1)
            released = own
            own.isSuspended = true
            FutureQueue.shared = own
        }
        XCTAssertTrue(FutureQueue.shared === released)
        let job = FutureQueue.shared.submit { 7 }
        XCTAssertEqual(released?.core.jobs.count, 1)
        released?.isSuspended = false
        FutureQueue.shared = original
        XCTAssertTrue(FutureQueue.shared === original)
        // Jobs that were submitted before stay in their queue.
        XCTAssertEqual(try job.wait(timeout: patience), 7)
        XCTAssertEqual(try FutureQueue.shared.submit { 8 }.wait(timeout: patience), 8)
    }

    func testTheSharedQueueMayBeReplacedWhileOthersUseIt() {
        let original = FutureQueue.shared
        defer { FutureQueue.shared = original }
        DispatchQueue.concurrentPerform(iterations: 3) { number in
            for round in 0..<rounds(200) {
                if number == 0 {
                    FutureQueue.shared = FutureQueue(maxConcurrentJobs: 1)
                } else {
                    XCTAssertEqual(
                        try? FutureQueue.shared.submit { round }.wait(timeout: patience),
                        round
                    )
                }
            }
        }
    }

    func testAQueueHasTheNameThatItWasGiven() {
        XCTAssertEqual(FutureQueue(name: "files").name, "files")
        XCTAssertNil(FutureQueue().name)
        XCTAssertEqual(FutureQueue.shared.name, "shared")
    }
}

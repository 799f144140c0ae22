import CRawCalls
import FootingOperations
import Foundation
import Harness

extension Comparison {
    /// Jobs that wait in a queue, without captures.
    static func operationsMemory() -> [Comparison] {
        [
            Comparison("a pending job", to: "OperationQueue", goal: 0.25, in: .bytes) { _ in
                Sides(timingOurs: pendingJobs, timingPeer: pendingOperations)
            },
            Comparison("a pending job", to: "limit", goal: 1, in: .bytes) { _ in
                Sides(timingOurs: pendingJobs, limit: 200)
            },
            cancelledJobs(),
        ]
    }

    /// Returns the bytes of `count` jobs.
    private static func pendingJobs(_ count: Int) throws -> Double {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        queue.isSuspended = true
        let bytes = try bytesKept { for _ in 0..<count { _ = queue.submit {} } }
        queue.cancelAll()
        return bytes
    }

    /// Returns the bytes of `count` operations.
    private static func pendingOperations(_ count: Int) throws -> Double {
        let queue = OperationQueue(width: 2)
        queue.isSuspended = true
        let bytes = try bytesKept { for _ in 0..<count { queue.addOperation {} } }
        queue.cancelAllOperations()
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
        return bytes
    }

    /// Jobs that were cancelled while another one holds the only slot of their queue.
    private static func cancelledJobs() -> Comparison {
        Comparison(
            "a cancelled job in a blocked queue",
            to: "a pending one",
            goal: 0.05,
            in: .bytes
        ) { effort in
            let number = effort.isSmoke ? 1_000 : 100_000
            let queue = FutureQueue(maxConcurrentJobs: 1)
            let end = DispatchSemaphore(value: 0)
            _ = queue.submit { end.wait() }
            // The same number each time: as many as fill 10 MB would take for ever.
            return Sides(
                timingOurs: { count in
                    let bytes = try bytesKept {
                        for _ in 0..<number { queue.submit {}.cancel() }
                    }
                    return bytes / Double(number) * Double(count)
                },
                timingPeer: pendingJobs,
                cleanUp: { end.signal() }
            )
        }
    }

    /// Returns how many more bytes are allocated after `work` than before.
    private static func bytesKept(_ work: () -> Void) throws -> Double {
        let before = try allocatedBytes()
        work()
        return max(0, try allocatedBytes() - before)
    }

    /// The number of bytes of the heap in use.
    private static func allocatedBytes() throws -> Double {
        let bytes = raw_allocated_bytes()
        guard bytes >= 0 else {
            throw Unavailable("the C library does not say how much memory is in use")
        }
        return Double(bytes)
    }
}

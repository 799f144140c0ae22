import FootingOperations
import Foundation
import XCTest

/// A queue of either kind, for behaviour that both share.
enum EitherQueue {
    case ours(FutureQueue)
    case foundation(OperationQueue)

    static func both(width: Int, isSuspended: Bool = false) -> [EitherQueue] {
        let ours = FutureQueue(maxConcurrentJobs: width)
        ours.isSuspended = isSuspended
        let foundation = OperationQueue()
        foundation.maxConcurrentOperationCount = width
        foundation.isSuspended = isSuspended
        return [.ours(ours), .foundation(foundation)]
    }

    func add<Success, Failure>(_ operation: FutureOperation<Success, Failure>) {
        switch self {
        case .ours(let queue): XCTAssertNoThrow(try queue.add(operation))
        case .foundation(let queue): queue.addOperation(operation)
        }
    }

    func resume() {
        switch self {
        case .ours(let queue): queue.isSuspended = false
        case .foundation(let queue): queue.isSuspended = false
        }
    }
}

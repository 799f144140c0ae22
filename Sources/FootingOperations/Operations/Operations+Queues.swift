public import Foundation

extension FutureQueue {
    /// Adds an operation as a job.
    ///
    /// The job has the name of the operation, and its priority: high, normal or low. Its dependencies can be
    /// removed until it begins, and none can be added. If the job is cancelled, so is the operation.
    ///
    /// - Parameter operation: An operation that has not begun and is in no queue. If it was cancelled, it is
    ///   finished without running.
    /// - Throws: ``OperationError/alreadyEnqueued(_:)`` if the operation has begun or is in a `FutureQueue`.
    /// - Complexity: O(*n*) in the number of dependencies.
    public func add<Success, Failure>(
        _ operation: FutureOperation<Success, Failure>
    ) throws(OperationError) {
        guard operation.links.enqueue(operation, in: self) else {
            throw .alreadyEnqueued(operation.title)
        }
        // It may have been cancelled before it was a job: then a worker only takes it out of the queue.
        if operation.core.isSettled { operation.start() }
        core.submit(operation.core)
    }

    /// Cancels all operations of a class in the queue, including running ones.
    ///
    /// - Parameter type: The class, whose subclasses count too.
    /// - Returns: How many operations were cancelled.
    /// - Complexity: O(*n*) in the number of jobs.
    @discardableResult
    public func cancelAll<Kind: Operation>(ofType type: Kind.Type) -> Int {
        core.jobs.count { job in
            guard (job.details as? OperationLinks)?.type is Kind.Type else { return false }
            return job.cancel(.requested)
        }
    }
}

extension FutureQueue.Priority {
    init(_ priority: Operation.QueuePriority) {
        self =
            switch priority {
            case .veryHigh, .high: .high
            case .low, .veryLow: .low
            default: .normal
            }
    }
}

extension OperationQueue {
    /// Cancels an operation and adds another one in its place.
    ///
    /// Nothing else in the queue changes. If `old` is a ``FutureOperation``, none of its handlers for a value
    /// or a failure begins after this call on the queue or actor on which handlers run.
    ///
    /// - Parameters:
    ///   - old: The operation to cancel, from any queue and in any state, or `nil`.
    ///   - new: The operation to add, which has not begun and is in no queue.
    /// - Throws: ``OperationError/alreadyEnqueued(_:)`` if `new` is `old`, has begun, or is in a
    ///   ``FutureQueue``; nothing is cancelled then.
    public func replace(_ old: Operation?, with new: Operation) throws(OperationError) {
        let isJob = (new as? any ResultOperation)?.links.phase == .enqueued
        if old === new || new.isExecuting || new.isFinished || isJob {
            throw .alreadyEnqueued(new.title)
        }
        old?.cancel()
        addOperation(new)
    }
}

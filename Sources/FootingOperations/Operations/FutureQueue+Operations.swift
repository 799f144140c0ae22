public import Foundation

extension FutureQueue {
    /// Adds an operation as a job.
    ///
    /// The job has the operation's name and its priority: high, normal or low. Until the job
    /// begins, its dependencies can be removed, but none can be added. Cancelling the job cancels
    /// the operation.
    ///
    /// - Parameter operation: An operation that has not begun and is in no queue. If it was
    ///   cancelled, it is finished without running.
    /// - Throws: ``OperationError/Code/alreadyEnqueued`` if the operation has begun or is in a
    ///   `FutureQueue`.
    /// - Complexity: O(*n*) in the number of dependencies.
    public func add<Success, Failure>(
        _ operation: FutureOperation<Success, Failure>
    ) throws(OperationError) {
        guard operation.links.enqueue(operation, in: self) else {
            throw OperationError(.alreadyEnqueued, operation: operation.title)
        }
        // If the operation was cancelled before it became a job, a worker only removes it from the
        // queue.
        if operation.core.isSettled { operation.start() }
        core.enqueue(operation.core)
    }

    /// Cancels all operations of a class in the queue, including running ones, all before any of
    /// them can go on.
    ///
    /// - Parameter type: The class; its subclasses are included.
    /// - Returns: The number of operations that were cancelled.
    /// - Complexity: O(*n*) in the number of jobs.
    @discardableResult
    public func cancelAll<Kind: Operation>(ofType type: Kind.Type) -> Int {
        cancelAll { ($0.details as? OperationLinks)?.type is Kind.Type }
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

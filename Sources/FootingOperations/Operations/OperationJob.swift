public import Foundation

/// The job of an operation in a ``FutureQueue``.
// Unchecked as its superclass is: the operation is constant, and Sendable as all operations are.
final class OperationJob: FutureState<Void, Never>, @unchecked Sendable {
    let operation: any ResultOperation

    init(_ operation: any ResultOperation) {
        self.operation = operation
        super.init()
    }

    /// Cancels the operation first: a body that then sees that its job was cancelled and returns must not
    /// settle the future with its result.
    override func settleAsCancelled(_ reason: CancellationReason) -> Bool {
        _ = operation.core.settleAsCancelled(reason)
        return super.settleAsCancelled(reason)
    }

    override func dropWork() {
        super.dropWork()
        operation.cancel()
        // Ends an operation that has not begun; another one ignores it.
        operation.start()
    }
}

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
        let name = operation.name
        let priority = Priority(operation.queuePriority)
        let enqueued = operation.links.enqueue { dependencies in
            let job = OperationJob(operation)
            if name != nil || !dependencies.isEmpty || operation.isAsynchronous {
                job.details = JobDetails(
                    name: name,
                    requiresSuccess: false,
                    dependencies: dependencies,
                    of: job
                )
            }
            if operation.isAsynchronous {
                job.insert(.asynchronous)
                job.prepare({ job.begin { await operation.run() } }, for: core, priority: priority)
            } else {
                let work = {
                    operation.start()
                    job.settle(.success(()))
                }
                job.prepare(work, for: core, priority: priority)
            }
            return job
        }
        guard let job = enqueued else { throw .alreadyEnqueued(operation.title) }
        core.submit(job)
    }

    /// Cancels all operations of a class in the queue, including running ones.
    ///
    /// - Parameter type: The class, whose subclasses count too.
    /// - Returns: How many operations were cancelled.
    /// - Complexity: O(*n*) in the number of jobs.
    @discardableResult
    public func cancelAll<Kind: Operation>(ofType type: Kind.Type) -> Int {
        core.jobs.count { job in
            guard let operation = (job as? OperationJob)?.operation, operation is Kind else {
                return false
            }
            return operation.core.cancel(.requested)
        }
    }
}

extension FutureQueue.Priority {
    fileprivate init(_ priority: Operation.QueuePriority) {
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
        let job = (new as? any ResultOperation)?.links.job
        if old === new || new.isExecuting || new.isFinished || job != nil {
            throw .alreadyEnqueued(new.title)
        }
        old?.cancel()
        addOperation(new)
    }
}

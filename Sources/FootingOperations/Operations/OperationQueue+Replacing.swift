public import Foundation

extension OperationQueue {
    /// Cancels an operation and adds another one in its place.
    ///
    /// Nothing else in the queue changes. If `old` is a ``FutureOperation``, and this is called on
    /// the queue or actor on which its handlers run, none of its handlers for a value or an error
    /// begins afterwards.
    ///
    /// - Parameters:
    ///   - old: The operation to cancel, from any queue and in any state, or `nil`.
    ///   - new: The operation to add. It must not have begun, and must not be in a queue.
    /// - Throws: ``OperationError/Code/alreadyEnqueued`` if `new` is `old`, has begun, or is in a
    ///   ``FutureQueue``; nothing is cancelled in that case.
    public func replace(_ old: Operation?, with new: Operation) throws(OperationError) {
        let isJob = (new as? any ResultOperation)?.links.phase == .enqueued
        if old === new || new.isExecuting || new.isFinished || isJob {
            throw OperationError(.alreadyEnqueued, operation: new.title)
        }
        old?.cancel()
        addOperation(new)
    }
}

import FootingWaiting
public import Foundation

/// An operation queue as a destination.
///
/// Each call is an operation of the queue: it waits in the queue's order, for a free slot, and
/// while the queue is suspended. `cancelAllOperations()` does not cancel calls.
public struct OperationQueueDestination: Destination {
    private let queue: OperationQueue

    init(_ queue: OperationQueue) {
        self.queue = queue
    }

    /// Whether the calling code is part of an operation of this queue.
    ///
    /// A wait in such code runs its body immediately, in the slot of that operation.
    public var isCurrent: Bool {
        // Where `dispatchMain()` serves the main queue, `OperationQueue.current` is not the main
        // queue in its operations.
        OperationQueue.current === queue || isMain && MainDestination.isCurrent
    }

    private var isMain: Bool { queue === OperationQueue.main }

    /// Runs `job` as an operation of the queue.
    public func enqueue(_ job: @escaping @Sendable () -> Void) {
        queue.addOperation(CallOperation(job))
    }

    /// The place of the queue, if it runs one operation at a time.
    var place: SerialPlace? {
        if isMain { return MainDestination.identity.place }
        guard queue.maxConcurrentOperationCount == 1 else { return nil }
        return SerialPlace(name: queue.givenName ?? OperationQueue.nameless, of: queue)
    }
}

extension OperationQueueDestination: CustomStringConvertible {
    /// The queue's name, as a phrase.
    public var description: String {
        queue.givenName.map { "the operation queue “\($0)”" } ?? OperationQueue.nameless
    }
}

extension Destination where Self == OperationQueueDestination {
    /// A destination that runs calls in the operation queue `queue`.
    ///
    /// Calls of one thread run in order if the queue runs one operation at a time.
    public static func operationQueue(_ queue: OperationQueue) -> OperationQueueDestination {
        OperationQueueDestination(queue)
    }
}

extension OperationQueue {
    /// The name of the queue, or `nil` if it has none; Linux uses an empty string for that.
    fileprivate var givenName: String? { name.flatMap { $0.isEmpty ? nil : $0 } }

    fileprivate static var nameless: String { "an operation queue without a name" }
}

/// An operation that makes a call.
// Unchecked because `Operation` is: the job never changes.
private final class CallOperation: Operation, @unchecked Sendable {
    private let job: @Sendable () -> Void

    init(_ job: @escaping @Sendable () -> Void) {
        self.job = job
    }

    override func main() {
        // The current queue is retained until the job has run, so its place stays valid.
        guard let queue = OperationQueue.current, queue !== OperationQueue.main,
            let place = OperationQueueDestination(queue).place
        else { return job() }
        withExtendedLifetime(queue) { ThreadPlace.run(in: place, job) }
    }

    // Has no effect: only its handle cancels a call, since a `sync` or `run` can't throw a
    // cancellation.
    override func cancel() {}
}

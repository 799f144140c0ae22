public import Foundation

/// An operation queue as a destination.
///
/// Each call is an operation of the queue: it waits for its turn, for one of the queue's slots, and while
/// the queue is suspended. `cancelAllOperations()` does not prevent calls.
public struct OperationQueueDestination: Destination {
    private let queue: OperationQueue

    init(_ queue: OperationQueue) {
        self.queue = queue
    }

    /// Whether the code that asks is part of an operation of this queue.
    ///
    /// A wait in such code runs its body at once, in the slot of that operation.
    public var isCurrent: Bool {
        // Where `dispatchMain()` serves main, its operations run on another thread, and are not told as such.
        OperationQueue.current === queue || isMain && MainDestination.isCurrent
    }

    private var isMain: Bool { queue === OperationQueue.main }

    /// Runs `job` as an operation of the queue.
    public func enqueue(_ job: @escaping @Sendable () -> Void) {
        queue.addOperation(CallOperation(job))
    }

    /// The node of a queue that runs one operation at a time.
    var node: WaitNode? {
        if isMain { return MainDestination.identity.node }
        guard queue.maxConcurrentOperationCount == 1 else { return nil }
        return WaitNode(name: queue.givenName ?? OperationQueue.nameless, of: queue)
    }
}

extension OperationQueueDestination: CustomStringConvertible {
    /// The queue's name in a few words.
    public var description: String {
        queue.givenName.map { "the operation queue “\($0)”" } ?? OperationQueue.nameless
    }
}

extension Destination where Self == OperationQueueDestination {
    /// The operation queue `queue`.
    ///
    /// Calls of one thread run in their order if the queue runs one operation at a time.
    public static func operationQueue(_ queue: OperationQueue) -> OperationQueueDestination {
        OperationQueueDestination(queue)
    }
}

extension OperationQueue {
    /// The name of the queue, if it has one; without one it is empty on Linux.
    fileprivate var givenName: String? { name.flatMap { $0.isEmpty ? nil : $0 } }

    fileprivate static var nameless: String { "an operation queue without a name" }
}

/// A call as an operation.
// Unchecked as `Operation` is: the job never changes.
private final class CallOperation: Operation, @unchecked Sendable {
    private let job: @Sendable () -> Void

    init(_ job: @escaping @Sendable () -> Void) {
        self.job = job
    }

    override func main() {
        // The current queue is held until the job ran, so its node stays valid.
        guard let queue = OperationQueue.current, queue !== OperationQueue.main,
            let node = OperationQueueDestination(queue).node
        else { return job() }
        withExtendedLifetime(queue) { ThreadPlace.run(in: node, job) }
    }

    // Has no effect: a call is cancelled by its own handle only, since a `sync` or `run` can't throw.
    override func cancel() {}
}

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
        queue.addOperation(CallOperation(job, at: node))
    }

    /// The node of a queue that runs one operation at a time.
    var node: WaitNode? {
        if isMain { return MainDestination.identity.node }
        guard queue.maxConcurrentOperationCount == 1 else { return nil }
        return Self.nodes.value(for: queue) {
            WaitNode(name: queue.givenName ?? OperationQueue.nameless)
        }
    }

    private static let nodes = ObjectTable<WaitNode>()
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
// Unchecked as `Operation` is: the job and the node never change.
private final class CallOperation: Operation, @unchecked Sendable {
    private let job: @Sendable () -> Void
    private let node: WaitNode?

    init(_ job: @escaping @Sendable () -> Void, at node: WaitNode?) {
        self.job = job
        self.node = node
    }

    override func main() {
        guard let node, node !== MainDestination.identity.node else { return job() }
        ThreadPlace.run(in: node, job)
    }

    // A call is cancelled by its own handle only: somebody may wait for it who can't be told.
    override func cancel() {}
}

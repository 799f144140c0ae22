import Dispatch
import FootingLocks
import Synchronization

/// The values that a queue carries so that code can ask whether it runs on the queue.
///
/// The queue holds its identity under a key common to all queues, and a mark under a key of its own.
/// A lookup of the mark searches the current queue and all queues that it targets; a lookup of the
/// common key finds the nearest identity only.
final class QueueIdentity: Sendable {
    /// The queue's node; `nil` for a concurrent queue, which is never blocked by one of its jobs.
    let node: WaitNode?

    private let mark = DispatchSpecificKey<Bool>()
    /// The nodes of the queues that this queue's code is inside, as of a generation of the registry.
    private let known = Lock((generation: -1, nodes: [WaitNode]()))

    private static let common = DispatchSpecificKey<QueueIdentity>()
    private static let registry = Lock(Registry())
    /// How many serial queues have been given an identity.
    private static let generation = Atomic(0)

    // Marks and nodes, not weak references: those would make each retain of an identity slow.
    private struct Registry {
        var queues: [(mark: DispatchSpecificKey<Bool>, node: WaitNode)] = []
        var limit = 64

        mutating func add(_ node: WaitNode, _ mark: DispatchSpecificKey<Bool>) {
            if queues.count >= limit {
                queues.removeAll { $0.node.isReleased.load(ordering: .relaxed) }
                limit = max(64, 2 * queues.count)
            }
            queues.append((mark, node))
        }
    }

    private init(of queue: DispatchQueue) {
        node = queue.isSerial ? WaitNode(name: queue.shortName, label: queue.labelAddress) : nil
    }

    deinit {
        node?.isReleased.store(true, ordering: .relaxed)
    }

    /// The identity of `queue`, given to it at the first call.
    static func of(_ queue: DispatchQueue) -> QueueIdentity {
        if let identity = queue.getSpecific(key: common) { return identity }
        return registry.withLock { registry in
            // Another thread may have been first.
            if let identity = queue.getSpecific(key: common) { return identity }
            let identity = QueueIdentity(of: queue)
            queue.setSpecific(key: identity.mark, value: true)
            queue.setSpecific(key: common, value: identity)
            if let node = identity.node {
                registry.add(node, identity.mark)
                generation.add(1, ordering: .releasing)
            }
            return identity
        }
    }

    /// Whether the calling code runs on the queue or on one that targets it.
    var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) != nil }

    /// The nodes of all queues with an identity that the calling code is inside.
    static var currentNodes: [WaitNode] {
        guard let nearest = DispatchQueue.getSpecific(key: common) else { return [] }
        let generation = generation.load(ordering: .acquiring)
        if let nodes = nearest.known.withLock({ $0.generation == generation ? $0.nodes : nil }) {
            return nodes
        }
        let queues = registry.withLock { $0.queues }
        let nodes = queues.filter { DispatchQueue.getSpecific(key: $0.mark) != nil }.map(\.node)
        nearest.known.withLock { $0 = (generation, nodes) }
        return nodes
    }
}

/// The queues that a thread is inside: the current queue and those that it targets.
struct CurrentPlace: Sendable {
    private let label: UInt
    private let nodes: [WaitNode]

    /// The place of the calling thread, or `nil` if it runs no queue's code.
    init?() {
        label = currentQueueLabel()
        guard label != labelOfNoQueue else { return nil }
        nodes = QueueIdentity.currentNodes
    }

    /// Whether a thread that is here keeps `node` from running its next job.
    ///
    /// A queue gets its identity at the first wait for it, which may be later than the wait of a thread
    /// inside the queue. The address of the label identifies such a queue.
    func isInside(_ node: WaitNode) -> Bool {
        node.label != 0 && node.label == label || nodes.contains { $0 === node }
    }
}

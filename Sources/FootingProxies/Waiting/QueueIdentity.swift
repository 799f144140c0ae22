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

    private let mark = DispatchSpecificKey<QueueIdentity>()
    /// The nodes of the queues that this queue's code is inside, as of a generation of the registry.
    private let known = Lock([WaitNode]())
    private let knownGeneration = Atomic(-1)

    // Not counted: the value under the mark holds the identity for as long as the queue lives.
    private static let common = unsafe DispatchSpecificKey<Unmanaged<QueueIdentity>>()
    private static let registry = Lock(Registry())
    /// How many serial queues have been given an identity.
    private static let generation = Atomic(0)

    // Marks and nodes, not weak references: those would make each retain of an identity slow.
    private struct Registry {
        var queues: [(mark: DispatchSpecificKey<QueueIdentity>, node: WaitNode)] = []
        var limit = 64

        mutating func add(_ node: WaitNode, _ mark: DispatchSpecificKey<QueueIdentity>) {
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
        if let identity = existing(of: queue) { return identity }
        return registry.withLock { registry in
            // Another thread may have been first.
            if let identity = existing(of: queue) { return identity }
            let identity = QueueIdentity(of: queue)
            queue.setSpecific(key: identity.mark, value: identity)
            unsafe queue.setSpecific(key: common, value: Unmanaged.passUnretained(identity))
            if let node = identity.node {
                registry.add(node, identity.mark)
                generation.add(1, ordering: .releasing)
            }
            return identity
        }
    }

    private static func existing(of queue: DispatchQueue) -> QueueIdentity? {
        // Sound: the caller holds the queue, and the queue its identity.
        unsafe queue.getSpecific(key: common)?.takeUnretainedValue()
    }

    /// Whether the calling code runs on the queue or on one that targets it.
    var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) != nil }

    /// The identity of the current queue, or of the nearest queue that it targets and that has one.
    ///
    /// It is good for as long as the calling thread stays there. It knows all queues of that kind.
    static var current: Unmanaged<QueueIdentity>? {
        guard let current = unsafe DispatchQueue.getSpecific(key: common) else { return nil }
        unsafe current._withUnsafeGuaranteedRef { $0.learn() }
        return unsafe current
    }

    /// Finds the queues that the calling code is inside, unless none was registered since the last time.
    private func learn() {
        let generation = Self.generation.load(ordering: .acquiring)
        guard knownGeneration.load(ordering: .acquiring) != generation else { return }
        let queues = Self.registry.withLock { $0.queues }
        let nodes = queues.filter { DispatchQueue.getSpecific(key: $0.mark) != nil }.map(\.node)
        known.withLock { $0 = nodes }
        knownGeneration.store(generation, ordering: .releasing)
    }

    /// Whether code that runs on the queue runs also on that of `node`, as far as is known.
    func isInside(_ node: WaitNode) -> Bool {
        self.node === node || known.withLock { $0.contains { $0 === node } }
    }
}

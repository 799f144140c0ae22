public import Dispatch

/// A dispatch queue as a destination.
public struct QueueDestination: Destination {
    @usableFromInline
    let queue: DispatchQueue

    @inlinable
    init(_ queue: DispatchQueue) {
        self.queue = queue
    }

    /// Whether the code that asks runs on this queue, or on one that targets it.
    ///
    /// Code run by a queue's `sync` is on that queue only, not on the queue that waits for it.
    public var isCurrent: Bool {
        // Most callers are on no queue at all. That is known without asking the queue, which would
        // cost half as much as the whole wait.
        currentQueueLabel() != labelOfNoQueue && QueueIdentity.of(queue).isCurrent
    }

    /// Runs `job` on the queue, later, as `async` does.
    @inlinable
    public func enqueue(_ job: @escaping @Sendable () -> Void) {
        queue.async(execute: job)
    }

    /// Runs `work` on the queue and returns when it is done, as Dispatch's `sync` does.
    ///
    /// On the queue itself it runs at once. Stops the program, with a sentence that names the cycle, if the wait would close a cycle of waits.
    public func sync(_ work: () -> Void) {
        let label = currentQueueLabel()
        // The form of Dispatch's `sync` without a result: the generic one costs twice as much.
        if CurrentPlace.isNowhere(withLabel: label) { return queue.sync(execute: work) }
        // First, so that the place knows this queue.
        let identity = unsafe QueueIdentity.existing(of: queue) ?? .passUnretained(.of(queue))
        unsafe identity._withUnsafeGuaranteedRef { wait(for: $0, withLabel: label, work) }
    }

    private func wait(for identity: QueueIdentity, withLabel label: UInt, _ work: () -> Void) {
        guard let node = identity.node else {
            if identity.isCurrent { return work() }
            let job = WaitNode(name: queue.shortName)
            return sync(at: job, from: CurrentPlace()) { ThreadPlace.run(in: job, work) }
        }
        if node.label != 0, node.label == label { return work() }
        guard let place = CurrentPlace(label), !place.isInside(node) else { return work() }
        sync(at: node, from: place, work)
    }

    private func sync(at node: WaitNode, from place: CurrentPlace?, _ work: () -> Void) {
        let wait = WaitGraph.enterOrStop(node, from: place, named: description)
        queue.sync {
            work()
            if let wait { WaitGraph.leave(wait) }
        }
    }

    /// The name of the queue in a cycle.
    var shortName: String { queue.shortName }

    /// The queue's node in the graph of waits; `nil` for a concurrent queue.
    var node: WaitNode? { QueueIdentity.of(queue).node }
}

extension QueueDestination: SerialDestination {
    /// The queue itself if it is known to be serial, and otherwise a new serial queue that targets it.
    public var serialized: QueueDestination {
        queue.isSerial ? self : QueueDestination(DispatchQueue(label: queue.label, target: queue))
    }
}

extension QueueDestination: CustomStringConvertible {
    /// The queue's label in a few words.
    public var description: String { queue.title }
}

extension Destination where Self == QueueDestination {
    /// The queue `queue`.
    ///
    /// A concurrent queue starts its calls in order and runs them side by side.
    @inlinable
    public static func queue(_ queue: DispatchQueue) -> QueueDestination {
        QueueDestination(queue)
    }

    /// A concurrent queue for work in the background, shared by the whole program.
    ///
    /// Its calls start in order and run side by side, with the quality of service `.utility`.
    @inlinable
    public static var background: QueueDestination {
        QueueDestination(.footingBackground)
    }
}

extension DispatchQueue {
    @usableFromInline
    static let footingBackground = DispatchQueue(
        label: "footing.background",
        qos: .utility,
        attributes: .concurrent
    )
}

extension DispatchQueue {
    /// The queue in an error's sentence.
    var title: String {
        if label.isEmpty { return shortName }
        return isMain ? "the main queue" : "the queue “\(label)”"
    }

    /// The queue in a cycle.
    var shortName: String {
        if label.isEmpty { return "a queue without a label" }
        return isMain ? "main" : label
    }

    private var isMain: Bool { label == DispatchQueue.main.label }
}

public import Dispatch
import FootingWaiting

/// A dispatch queue as a destination.
public struct QueueDestination: Destination {
    @usableFromInline
    let queue: DispatchQueue

    @inlinable
    init(_ queue: DispatchQueue) {
        self.queue = queue
    }

    /// Whether the calling code runs on this queue, or on a queue that targets it.
    ///
    /// Code that a queue's `sync` runs is on that queue only, not on the queue that waits for it.
    public var isCurrent: Bool {
        // Most callers are on no queue at all. The label shows this without querying the queue,
        // which would cost half as much as the whole wait.
        currentQueueLabel() != labelOfNoQueue && QueueIdentity.of(queue).isCurrent
    }

    /// Runs `job` on the queue asynchronously, like `async`.
    @inlinable
    public func enqueue(_ job: @escaping @Sendable () -> Void) {
        queue.async(execute: job)
    }

    /// Runs `work` on the queue and returns when the work is done, like Dispatch's `sync`.
    ///
    /// On the queue itself, the work runs immediately. If the wait would complete a cycle of waits,
    /// the program stops with a message that names the cycle.
    public func sync(_ work: () -> Void) {
        let label = currentQueueLabel()
        // The overload of Dispatch's `sync` without a result: the generic one takes twice as long.
        if CurrentPlace.isNowhere(withLabel: label) { return queue.sync(execute: work) }
        // Done first, so that the place knows this queue.
        let identity = unsafe QueueIdentity.existing(of: queue) ?? .passUnretained(.of(queue))
        unsafe identity._withUnsafeGuaranteedRef { wait(for: $0, withLabel: label, work) }
    }

    private func wait(for identity: QueueIdentity, withLabel label: UInt, _ work: () -> Void) {
        // Not retained, which would take a tenth of the time of the wait.
        guard let place = unsafe identity.placeReference else {
            if identity.isCurrent { return work() }
            let job = SerialPlace(name: queue.shortName)
            return sync(at: job, from: CurrentPlace()) { ThreadPlace.run(in: job, work) }
        }
        unsafe place._withUnsafeGuaranteedRef { place in
            if place.label != 0, place.label == label { return work() }
            guard let here = CurrentPlace(label), !here.isInside(place) else { return work() }
            sync(at: place, from: here, work)
        }
    }

    private func sync(at place: SerialPlace, from here: CurrentPlace?, _ work: () -> Void) {
        let wait = enterOrStop(place, from: here)
        queue.sync {
            work()
            if let wait { WaitGraph.leave(wait) }
        }
    }

    /// The name of the queue in cycles.
    var shortName: String { queue.shortName }

    /// The queue's place in the wait graph; `nil` for a concurrent queue.
    var place: SerialPlace? { QueueIdentity.of(queue).place }
}

extension QueueDestination: SerialDestination {
    /// The queue itself if it is known to be serial; otherwise a new serial queue that targets it.
    public var serialized: QueueDestination {
        queue.isSerial ? self : QueueDestination(DispatchQueue(label: queue.label, target: queue))
    }
}

extension QueueDestination: CustomStringConvertible {
    /// The queue's label, as a phrase.
    public var description: String { queue.title }
}

extension Destination where Self == QueueDestination {
    /// A destination that runs calls on the dispatch queue `queue`.
    ///
    /// A concurrent queue starts its calls in order and runs them concurrently.
    @inlinable
    public static func queue(_ queue: DispatchQueue) -> QueueDestination {
        QueueDestination(queue)
    }

    /// A concurrent queue for background work, shared by the whole program.
    ///
    /// Its calls start in order and run concurrently, with the quality of service `.utility`.
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

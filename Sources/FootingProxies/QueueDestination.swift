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
        // Most callers are on no queue at all, and can be told so without asking the queue, which
        // would cost half as much as the whole wait.
        !currentThreadHasNoQueue && QueueIdentity.of(queue).isCurrent
    }

    /// Runs `job` on the queue, later, as `async` does.
    @inlinable
    public func enqueue(_ job: @escaping @Sendable () -> Void) {
        queue.async(execute: job)
    }

    /// Runs `work` on the queue and returns when it is done, as `sync` does.
    @inlinable
    public func sync(_ work: () -> Void) {
        // The form without a result: the generic one costs twice as much.
        queue.sync(execute: work)
    }
}

extension QueueDestination: CustomStringConvertible {
    /// The queue's label in a few words.
    public var description: String {
        queue.label.isEmpty ? "a queue without a label" : "the queue “\(queue.label)”"
    }
}

extension Destination where Self == QueueDestination {
    /// The queue `queue`.
    ///
    /// A concurrent queue starts its calls in order and runs them side by side.
    @inlinable
    public static func queue(_ queue: DispatchQueue) -> QueueDestination {
        QueueDestination(queue)
    }

    /// A concurrent queue for work that nobody watches, shared by the whole program.
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

import Dispatch
import Foundation

/// The values stored for one thread, and accessed only by that thread.
final class ThreadRecord {
    /// The innermost place that the thread entered and will leave.
    var place: ThreadPlace?
    /// The place of all code of the thread, until the thread ends.
    var home: ThreadPlace?
    /// The semaphore that wakes the thread; `nil` while a wait uses it.
    private var idleSemaphore: DispatchSemaphore?

    /// Takes the semaphore for a wait.
    ///
    /// While a destination accepts a call, it may itself wait, and then uses another semaphore.
    func takeSemaphore() -> DispatchSemaphore {
        idleSemaphore.take() ?? DispatchSemaphore(value: 0)
    }

    /// Returns the semaphore; each of its signals must have been waited for.
    func giveBack(_ semaphore: DispatchSemaphore) {
        idleSemaphore = semaphore
    }
}

/// A serial place, other than a dispatch queue, whose job the current thread runs: a worker thread,
/// a run loop, or an operation queue that runs one operation at a time.
final class ThreadPlace: Sendable {
    private let node: WaitNode
    /// The address of the label of the queue that the place's own code runs on.
    private let label: UInt
    /// The place that was entered before this one.
    private let outer: ThreadPlace?
    private let onLeave: @Sendable () -> Void

    private init(
        _ node: WaitNode,
        inCodeOf label: UInt,
        in outer: ThreadPlace?,
        onLeave: @escaping @Sendable () -> Void = {}
    ) {
        self.node = node
        self.label = label
        self.outer = outer
        self.onLeave = onLeave
    }

    deinit {
        onLeave()
    }

    /// Whether this is the place of `node`, or was entered from there.
    ///
    /// A thread that waits for a queue may run the queue's code itself. That code is not part of
    /// the place. So if `label` is not `nil`, it must be the label of the queue that the place's
    /// own code runs on.
    func isInside(_ node: WaitNode, inCodeOf label: UInt? = nil) -> Bool {
        guard label == nil || self.label == label else { return false }
        return self.node == node || outer?.isInside(node, inCodeOf: label) == true
    }

    /// Runs `work` as code of the place `node`.
    static func run(in node: WaitNode, _ work: () -> Void) {
        let record = ThreadRecord.current
        let outer = record.place
        record.place = ThreadPlace(node, inCodeOf: currentQueueLabel(), in: outer)
        work()
        record.place = outer
    }

    /// Marks all further code of this thread as code of the place `node`.
    ///
    /// - Parameters:
    ///   - node: The place.
    ///   - onEnd: Called when the thread has ended.
    static func stay(in node: WaitNode, onEnd: @escaping @Sendable () -> Void = {}) {
        let record = ThreadRecord.current
        let label = Thread.isMainThread ? labelOfMain : labelOfNoQueue
        record.home = ThreadPlace(node, inCodeOf: label, in: record.home, onLeave: onEnd)
    }
}

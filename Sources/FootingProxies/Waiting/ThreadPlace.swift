import Dispatch
import Foundation

/// The values that one thread keeps, touched by that thread only.
final class ThreadRecord {
    /// The innermost place that the thread entered and will leave.
    var place: ThreadPlace?
    /// The places of all code of the thread, until it ends.
    var home: ThreadPlace?
    /// The semaphore that wakes the thread, while it does not wait.
    private var idleSemaphore: DispatchSemaphore?

    /// Takes the semaphore for a wait.
    ///
    /// A destination that takes a call may wait itself, with another one.
    func takeSemaphore() -> DispatchSemaphore {
        idleSemaphore.take() ?? DispatchSemaphore(value: 0)
    }

    /// Gives the semaphore back, after a wait for each of its signals.
    func giveBack(_ semaphore: DispatchSemaphore) {
        idleSemaphore = semaphore
    }
}

/// A serial place whose job the current thread runs, and that is not a dispatch queue: a thread of its own, a
/// run loop, or an operation queue that runs one operation at a time.
final class ThreadPlace: Sendable {
    private let node: WaitNode
    /// The address of the label of the queue to which the place's own code belongs.
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
    /// A thread that waits for a queue may run the queue's code itself. That code is not part of the place, so
    /// `label`, if it is not `nil`, must be that of the queue to which the place's own code belongs.
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

    /// Makes all further code of this thread code of the place `node`.
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

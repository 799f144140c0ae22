import Dispatch

/// What one thread keeps, touched by that thread only.
final class ThreadRecord {
    /// The innermost place that the thread entered and will leave.
    var place: ThreadPlace?
    /// The places of all code of the thread, until it ends.
    var home: ThreadPlace?
    /// What the thread is woken by, while it does not wait.
    private var idleSemaphore: DispatchSemaphore?

    /// Takes the semaphore for a wait.
    ///
    /// A destination that takes a call may wait itself, with another one.
    func takeSemaphore() -> DispatchSemaphore {
        idleSemaphore.take() ?? DispatchSemaphore(value: 0)
    }

    /// Gives the semaphore back.
    ///
    /// Every signal has been waited for.
    func giveBack(_ semaphore: DispatchSemaphore) {
        idleSemaphore = semaphore
    }
}

/// A serial place whose job the current thread runs, and which no dispatch queue tells: a thread of its own, a
/// run loop, or an operation queue that runs one operation at a time.
final class ThreadPlace: Sendable {
    private let node: WaitNode
    /// The address of the label of the queue in whose code the place was entered.
    private let label = currentQueueLabel()
    /// The place that was entered before this one.
    private let outer: ThreadPlace?
    private let onLeave: @Sendable () -> Void

    private init(_ node: WaitNode, in outer: ThreadPlace?, onLeave: @escaping @Sendable () -> Void)
    {
        self.node = node
        self.outer = outer
        self.onLeave = onLeave
    }

    deinit {
        onLeave()
    }

    /// Whether this is the place of `node`, or was entered from there.
    func isInside(_ node: WaitNode) -> Bool {
        self.node === node || outer?.isInside(node) == true
    }

    /// Whether this is the place of `node`, or was entered from there in code of the same queue.
    func isInside(_ node: WaitNode, inCodeOf label: UInt) -> Bool {
        guard self.label == label else { return false }
        return self.node === node || outer?.isInside(node, inCodeOf: label) == true
    }

    /// Runs `work` as code of the place `node`.
    static func run(in node: WaitNode, _ work: () -> Void) {
        let record = ThreadRecord.current
        let outer = record.place
        record.place = ThreadPlace(node, in: outer) {}
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
        record.home = ThreadPlace(node, in: record.home, onLeave: onEnd)
    }
}

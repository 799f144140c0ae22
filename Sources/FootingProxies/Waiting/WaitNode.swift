/// A serial place in the wait graph, which runs one job at a time.
///
/// Where several jobs may run concurrently, the place is the job that a thread waits for.
final class WaitNode: Sendable, Equatable {
    /// The name in cycles.
    let name: String
    /// The address of the queue's label, or 0 if the label identifies no queue.
    let label: UInt
    /// The operation queue, which gets a new node for each call; `nil` for a place with a single
    /// node.
    private let owner: ObjectIdentifier?

    init(name: String, label: UInt = 0, of owner: AnyObject? = nil) {
        self.name = name
        self.label = label
        self.owner = owner.map(ObjectIdentifier.init)
    }

    static func == (one: WaitNode, other: WaitNode) -> Bool {
        one === other || one.owner != nil && one.owner == other.owner
    }
}

/// The serial places that a thread is inside.
///
/// It refers to objects that the thread's queue and the thread itself retain. It is valid for as
/// long as the thread stays there, which includes the time that the thread is blocked.
// Unmanaged references: reference counting would take as long as the rest of a wait. Unchecked and
// safe: the thread can't leave these places before its wait is over, even if it enters others, and
// other threads read them only while the graph lists the wait.
@safe
struct CurrentPlace: @unchecked Sendable {
    private let label: UInt
    /// The identity of the current queue, or of the nearest queue that it targets.
    private let queue: Unmanaged<QueueIdentity>?
    /// The innermost place that the thread entered and will leave.
    private let entered: Unmanaged<ThreadPlace>?
    /// The place of all code of the thread.
    private let home: Unmanaged<ThreadPlace>?

    /// Whether the calling thread is inside no serial place, as far as is known without querying a
    /// queue.
    static func isNowhere(withLabel label: UInt = currentQueueLabel()) -> Bool {
        guard label == labelOfNoQueue else { return false }
        guard let record = ThreadRecord.existing else { return true }
        return record.place == nil && record.home == nil
    }

    /// Creates the place of the calling thread, or `nil` if it is inside none.
    init?(_ label: UInt = currentQueueLabel()) {
        self.label = label
        if Self.isNowhere(withLabel: label) { return nil }
        let record = ThreadRecord.existing
        unsafe entered = record?.place.map(Unmanaged.passUnretained)
        unsafe home = record?.home.map(Unmanaged.passUnretained)
        unsafe queue = label == labelOfNoQueue ? nil : QueueIdentity.current
    }

    /// Whether a thread at this place keeps `node` from running its next job.
    ///
    /// A queue gets its identity at the first wait for it, which may be after a thread inside the
    /// queue has begun to wait. The address of the label identifies such a queue.
    func isInside(_ node: WaitNode) -> Bool {
        if node.label != 0, node.label == label { return true }
        // Safe: the thread is still here, so its queue and the thread still retain the objects.
        let isQueue = unsafe queue?._withUnsafeGuaranteedRef { $0.isInside(node) } ?? false
        if isQueue { return true }
        return unsafe Self.isInside(node, entered, label) || Self.isInside(node, home, label)
    }

    private static func isInside(
        _ node: WaitNode,
        _ place: Unmanaged<ThreadPlace>?,
        _ label: UInt
    ) -> Bool {
        unsafe place?._withUnsafeGuaranteedRef { $0.isInside(node, inCodeOf: label) } ?? false
    }
}

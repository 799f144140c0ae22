/// The serial places that a thread is inside.
///
/// It refers to objects that the thread's queue and the thread itself retain. It is valid for as
/// long as the thread stays there, which includes the time that the thread is blocked.
// Unmanaged references: reference counting would take as long as the rest of a wait. Unchecked and
// safe: the thread can't leave these places before its wait is over, even if it enters others, and
// other threads read them only while the graph lists the wait.
@safe
package struct CurrentPlace: @unchecked Sendable {
    private let label: UInt
    private let thread: Unmanaged<ThreadRecord>
    /// The identity of the current queue, or of the nearest queue that it targets.
    private let queue: Unmanaged<QueueIdentity>?
    /// The innermost place that the thread entered and will leave.
    private let entered: Unmanaged<ThreadPlace>?
    /// The place of all code of the thread.
    private let home: Unmanaged<ThreadPlace>?

    /// Whether no other thread can be waiting for the calling thread: it is inside no serial place,
    /// as far as is known without querying a queue, and will settle no future.
    package static func isNowhere(withLabel label: UInt = currentQueueLabel()) -> Bool {
        guard label == labelOfNoQueue else { return false }
        return ThreadRecord.existing?.isAwaited != true
    }

    /// Creates the place of the calling thread, or `nil` if no other thread can be waiting for it.
    package init?(_ label: UInt = currentQueueLabel()) {
        if Self.isNowhere(withLabel: label) { return nil }
        self.label = label
        unsafe thread = ThreadRecord.reference
        unsafe entered = thread._withUnsafeGuaranteedRef {
            unsafe $0.place.map(Unmanaged.passUnretained)
        }
        unsafe home = thread._withUnsafeGuaranteedRef {
            unsafe $0.home.map(Unmanaged.passUnretained)
        }
        unsafe queue = label != labelOfNoQueue ? QueueIdentity.current : nil
    }

    /// Whether a thread at this place keeps `place` from running its next job.
    ///
    /// A queue gets its identity at the first wait for it, which may be after a thread inside the
    /// queue has begun to wait. The address of the label identifies such a queue.
    package func isInside(_ place: SerialPlace) -> Bool {
        if place.label != 0, place.label == label { return true }
        // Safe: the thread is still here, so its queue and the thread still retain the objects.
        let isQueue = unsafe queue?._withUnsafeGuaranteedRef { $0.isInside(place) } ?? false
        if isQueue { return true }
        return unsafe Self.isInside(place, entered, label) || Self.isInside(place, home, label)
    }

    /// Whether this is a place of `thread`.
    func isOf(_ thread: ThreadRecord) -> Bool {
        unsafe self.thread._withUnsafeGuaranteedRef { $0 === thread }
    }

    /// Whether `other` is a place of the same thread.
    func isOfSameThread(as other: CurrentPlace) -> Bool {
        unsafe thread.toOpaque() == other.thread.toOpaque()
    }

    /// Whether the thread will settle any target; called only by the thread itself.
    var holdsTargets: Bool { unsafe thread._withUnsafeGuaranteedRef { unsafe !$0.held.isEmpty } }

    /// The targets that the thread will settle, the innermost last; called only by the thread
    /// itself.
    var heldTargets: [any WaitTarget] { unsafe thread._withUnsafeGuaranteedRef { $0.heldTargets } }

    private static func isInside(
        _ place: SerialPlace,
        _ own: Unmanaged<ThreadPlace>?,
        _ label: UInt
    ) -> Bool {
        unsafe own?._withUnsafeGuaranteedRef { $0.isInside(place, inCodeOf: label) } ?? false
    }
}

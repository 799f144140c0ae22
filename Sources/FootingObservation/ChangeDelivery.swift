public import Dispatch

/// The queue on which an observation calls its handler, instead of the thread that sets the
/// property.
///
/// For the main actor, see ``MainChangeDelivery``.
public struct ChangeDelivery: Sendable {
    let queue: DispatchQueue
    let isCoalesced: Bool

    /// Calls handlers on a dispatch queue.
    ///
    /// Each observation makes one call at a time, in the order of the changes, even on a concurrent
    /// queue. On a serial queue, a block submitted after a change runs after the call for that
    /// change.
    public static func queue(_ queue: DispatchQueue) -> ChangeDelivery {
        ChangeDelivery(queue: queue, isCoalesced: false)
    }

    /// Merges changes that arrive while a call is waiting, so that at most one call waits.
    ///
    /// The merged change has the value delivered last as its old value. Intermediate values are
    /// skipped. A waiting initial call stays ``ChangeKind/initial``, and gets the newest value.
    public static func coalesced(on delivery: ChangeDelivery) -> ChangeDelivery {
        ChangeDelivery(queue: delivery.queue, isCoalesced: true)
    }
}

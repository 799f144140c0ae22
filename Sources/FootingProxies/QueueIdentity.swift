import Dispatch
import FootingLocks

/// What a queue carries so that code can ask whether it runs on it.
///
/// The queue holds its identity under a key common to all, and a mark under a key of its own. Asking
/// for the mark looks through the queue that runs now and all that it targets; asking for the common
/// key would find the nearest queue only.
final class QueueIdentity: Sendable {
    private let mark = DispatchSpecificKey<Bool>()

    private static let common = DispatchSpecificKey<QueueIdentity>()
    private static let registering = Lock(())

    /// The identity of `queue`, given to it at the first call.
    static func of(_ queue: DispatchQueue) -> QueueIdentity {
        if let known = queue.getSpecific(key: common) { return known }
        return registering.withLock { _ in
            // Another thread may have been first.
            if let known = queue.getSpecific(key: common) { return known }
            let identity = QueueIdentity()
            queue.setSpecific(key: identity.mark, value: true)
            queue.setSpecific(key: common, value: identity)
            return identity
        }
    }

    /// Whether the code that asks runs on the queue or on one that targets it.
    var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) != nil }
}

import Dispatch
import FootingLocks

/// The handles of a queue that are not in use, with their connections: at most 8, for 30 seconds.
final class IdleTransfers: Sendable {
    private static let maximumCount = 8
    private static let lifetime = DispatchTimeInterval.seconds(30)

    private struct Entry: Sendable {
        let origin: String
        let expiry: DispatchTime
        let transfer: Transfer
    }

    /// The oldest first.
    private let entries = Lock<[Entry]>([])

    /// Returns the handle that was connected to an origin last, or a new one.
    func transfer(to origin: String) -> Transfer? {
        let known = entries.withLock { entries in
            entries.lastIndex { $0.origin == origin }.map { entries.remove(at: $0) }
        }
        return known?.transfer ?? Transfer()
    }

    /// Keeps a handle that was not cancelled.
    func keep(_ transfer: Transfer, connectedTo origin: String) {
        let expiry = DispatchTime.now() + Self.lifetime
        // Released after the lock, since that closes a connection.
        let oldest = entries.withLock { entries in
            entries.append(Entry(origin: origin, expiry: expiry, transfer: transfer))
            return entries.count > Self.maximumCount ? entries.removeFirst() : nil
        }
        withExtendedLifetime(oldest) {}
        DispatchQueue.global().asyncAfter(deadline: expiry) { [weak self] in self?.removeExpired() }
    }

    private func removeExpired() {
        let now = DispatchTime.now()
        let expired = entries.withLock { entries in
            let expired = entries.prefix { $0.expiry <= now }
            entries.removeFirst(expired.count)
            return expired
        }
        withExtendedLifetime(expired) {}
    }
}

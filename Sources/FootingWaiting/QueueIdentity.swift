public import Dispatch
import FootingLocks
import Synchronization

/// The values stored in a queue that let code determine whether it runs on the queue.
///
/// The queue stores its identity under keys common to all queues, and its number under a separate
/// key, the mark. A lookup of the mark searches the current queue and all queues that it targets. A
/// lookup of a common key finds only the nearest identity.
@usableFromInline
package final class QueueIdentity: Sendable {
    /// The queue's place; `nil` for a concurrent queue, which one job never blocks.
    package let place: SerialPlace?
    /// The place without a retain; valid for as long as the queue, which retains its identity.
    package var placeReference: Unmanaged<SerialPlace>? {
        unsafe place.map(Unmanaged.passUnretained)
    }

    @usableFromInline
    let mark = Mark()
    /// The places of the other queues that this queue's code is inside, for one generation of the
    /// registry.
    private let known = Lock([SerialPlace]())
    /// Whether there are other places; most queues target no queue that has a place.
    private let knowsOthers = Atomic(false)
    private let knownGeneration = Atomic(-1)

    private static let holder = DispatchSpecificKey<QueueIdentity>()
    // Unmanaged: the value under `holder` retains the identity for as long as the queue lives.
    private static let common = unsafe DispatchSpecificKey<Unmanaged<QueueIdentity>>()
    /// The marks and places of serial queues.
    // Not weak references to identities, which would make each retain of an identity slow.
    private static let registry = Lock([ObjectIdentifier: (mark: Mark, place: SerialPlace)]())
    /// The number of queues that have been given an identity.
    private static let generation = Atomic(0)

    /// A number that only the queue, and the queues that target it, have under this key.
    // A number instead of the identity: Dispatch identifies a key by its address. If a program
    // releases a key whose value is still set on a queue, this key may get the same address, and
    // the lookup then reads that value.
    @usableFromInline
    struct Mark: Sendable {
        @usableFromInline
        let key = DispatchSpecificKey<Int>()
        @usableFromInline
        let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
        // Starts at a random number, so that such a value is unlikely to equal a mark.
        private static let lastNumber = Atomic(Int.random(in: .min ... .max))

        @inlinable
        var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == number }
    }

    private init(of queue: DispatchQueue) {
        place = queue.isSerial ? SerialPlace(name: queue.shortName, label: queue.labelAddress) : nil
    }

    deinit {
        guard let place else { return }
        Self.registry.withLock { $0[ObjectIdentifier(place)] = nil }
    }

    /// Returns the identity of `queue`, which is created at the first call.
    package static func of(_ queue: DispatchQueue) -> QueueIdentity {
        if let identity = unsafe existing(of: queue) {
            // Safe: the caller retains the queue, and the queue retains its identity.
            return unsafe identity.takeUnretainedValue()
        }
        return registry.withLock { registry in
            // Another thread may have created the identity first.
            if let identity = unsafe existing(of: queue) {
                return unsafe identity.takeUnretainedValue()
            }
            let identity = QueueIdentity(of: queue)
            queue.setSpecific(key: identity.mark.key, value: identity.mark.number)
            if let place = identity.place {
                registry[ObjectIdentifier(place)] = (identity.mark, place)
            }
            generation.add(1, ordering: .releasing)
            queue.setSpecific(key: holder, value: identity)
            unsafe queue.setSpecific(key: common, value: Unmanaged.passUnretained(identity))
            return identity
        }
    }

    /// Returns the identity of `queue` if it has one.
    ///
    /// The reference is valid for as long as the caller retains the queue, which retains its
    /// identity.
    package static func existing(of queue: DispatchQueue) -> Unmanaged<QueueIdentity>? {
        guard let identity = unsafe queue.getSpecific(key: common) else { return nil }
        // Orders the creation of the identity before its use. Dispatch's lock does the same, but
        // the sanitizer can't see that.
        _ = generation.load(ordering: .acquiring)
        return unsafe identity
    }

    /// Whether the calling code runs on the queue or on a queue that targets it.
    @inlinable
    package var isCurrent: Bool { mark.isCurrent }

    /// The identity of the current queue, or of the nearest queue that it targets and that has one.
    ///
    /// The reference is valid for as long as the calling thread stays on the queue. The identity
    /// knows all such target queues.
    package static var current: Unmanaged<QueueIdentity>? {
        guard let current = unsafe DispatchQueue.getSpecific(key: common) else { return nil }
        unsafe current._withUnsafeGuaranteedRef { $0.learn() }
        return unsafe current
    }

    /// Finds the queues that the calling code is inside, unless no queue was registered since the
    /// last time.
    private func learn() {
        let generation = Self.generation.load(ordering: .acquiring)
        guard knownGeneration.load(ordering: .acquiring) != generation else { return }
        let queues = Self.registry.withLock { Array($0.values) }
        let places = queues.filter { $0.mark.isCurrent && $0.place !== place }.map(\.place)
        known.withLock { $0 = places }
        knowsOthers.store(!places.isEmpty, ordering: .relaxed)
        knownGeneration.store(generation, ordering: .releasing)
    }

    /// Whether code that runs on the queue also runs on that of `place`, as far as is known.
    package func isInside(_ place: SerialPlace) -> Bool {
        if self.place === place { return true }
        return knowsOthers.load(ordering: .relaxed) && known.withLock { $0.contains(place) }
    }
}

import FootingLocks

/// A value for each of some objects, for as long as the object lives.
final class ObjectTable<Value: Sendable>: Sendable {
    // Unchecked: of the object, only the identity is asked for.
    private struct Entry: @unchecked Sendable {
        weak let object: AnyObject?
        let value: Value
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var limit = 64
    }

    private let state = Lock(State())

    /// The value of `object`, made at the first call.
    func value(for object: AnyObject, _ make: () -> sending Value) -> Value {
        // Made in advance, since nothing foreign may run under the lock, and let go of after it.
        if let value = existing(for: object) { return value }
        let new = Entry(object: object, value: make())
        let (value, held): (Value, [(Entry, AnyObject?)]) = state.withLock { state in
            // Another thread may have been first. An entry of a dead object may have the same address.
            if let entry = state.entries[ObjectIdentifier(object)], entry.object === object {
                return (entry.value, [])
            }
            var held: [(Entry, AnyObject?)] = []
            if state.entries.count >= state.limit {
                held = state.entries.values.map { ($0, $0.object) }
                state.entries = state.entries.filter { $0.value.object != nil }
                state.limit = max(64, 2 * state.entries.count)
            }
            state.entries[ObjectIdentifier(object)] = new
            return (new.value, held)
        }
        // The last references to what was looked at are let go of after the lock.
        withExtendedLifetime(held) {}
        return value
    }

    private func existing(for object: AnyObject) -> Value? {
        state.withLock { state in
            guard let entry = state.entries[ObjectIdentifier(object)], entry.object === object
            else {
                return nil
            }
            return entry.value
        }
    }
}

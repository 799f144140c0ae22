/// Makes calls to one object at a destination.
///
/// `on(_:)` returns such a proxy; you seldom need to name the type. It is a value that retains the
/// object. Keep it to make many calls:
///
/// ```swift
/// let entries = journal.on(.queue(files))
/// entries { $0.append("opened") }
/// entries { $0.append("closed") }
/// let count = entries.sync { $0.count }
/// ```
@dynamicMemberLookup
public struct Proxy<Target: Sendable, Place: Destination>: Sendable {
    @usableFromInline let target: Target
    @usableFromInline let destination: Place

    @inlinable
    init(_ target: consuming Target, on destination: Place) {
        self.target = consume target
        self.destination = destination
    }

    /// Calls `body` with the object asynchronously at the destination.
    ///
    /// This returns immediately, and never runs `body` within the call, even at the destination
    /// itself. `body` can't throw, since no caller would receive the error.
    @inlinable
    public func callAsFunction(_ body: consuming sending @escaping (Target) -> Void) {
        destination.call(target, consume body)
    }

    /// Sets a property of the object asynchronously at the destination.
    ///
    /// The compiler rejects reading, including `+=`: reading would have to block, and the value
    /// could be outdated when it is written back. Setting through a key path runs the property's
    /// getter first, also at the destination.
    ///
    /// - Warning: In main-actor code, the Swift 6.3 compiler lets you set a main-actor property
    ///   this way, although it is then set off the main actor. Assign such a property only through
    ///   `on(.main)`, or in a closure, which is checked.
    @inlinable
    public subscript<Value: Sendable>(
        dynamicMember property: any ReferenceWritableKeyPath<Target, Value> & Sendable
    ) -> Value {
        @available(
            *,
            unavailable,
            message: "A proxy only sets properties; read them in `sync { }` or `run { }`."
        )
        get { neverCalled() }
        nonmutating set {
            destination.call((target, property, consume newValue)) { $0[keyPath: $1] = $2 }
        }
    }
}

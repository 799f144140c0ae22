/// Makes calls to one object at a destination.
///
/// You get one from `on(_:)` and seldom name the type. It is a value that holds the object; keep it
/// to make many calls:
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

    /// Calls `body` with the object at the destination, later, and returns at once.
    ///
    /// Never runs `body` here, even if this is the destination already. `body` can't throw, since no code
    /// would get the error.
    @inlinable
    public func callAsFunction(_ body: consuming sending @escaping (Target) -> Void) {
        destination.call(target, consume body)
    }

    /// Sets a property of the object at the destination, later.
    ///
    /// Reading is refused by the compiler, `+=` and the like included: it would have to block, and
    /// the value read could be stale when it is written back. A setter runs after its getter, there:
    /// key paths work so.
    ///
    /// - Warning: In code isolated to the main actor the compiler of Swift 6.3 lets a property of the
    ///   main actor be set this way, and it is then set off main. Assign such a property through
    ///   `on(.main)` only, or in a closure, which is checked.
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

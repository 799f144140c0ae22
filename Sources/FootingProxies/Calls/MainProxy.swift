/// Makes calls to one object on the main queue, where the compiler knows them isolated to the main
/// actor.
///
/// You get one from `on(.main)` and seldom name the type. It is a value that holds the object; keep
/// it to make many calls.
@dynamicMemberLookup
public struct MainProxy<Target: Sendable>: Sendable {
    @usableFromInline let target: Target

    @inlinable
    init(_ target: consuming Target) {
        self.target = consume target
    }

    /// Calls `body` with the object on the main queue, later, and returns at once.
    ///
    /// Never runs `body` here, even if this is the main queue already. `body` can't throw: nobody
    /// would hear of it.
    @inlinable
    public func callAsFunction(_ body: consuming @escaping @MainActor (Target) -> Void) {
        MainDestination.enqueue(job(target, onMain: consume body))
    }

    /// Sets a property of the object on the main queue, later.
    ///
    /// Reading is refused by the compiler, `+=` and the like included: it would have to block, and
    /// the value read could be stale when it is written back. A setter runs after its getter, there:
    /// key paths work so. A property that is itself isolated to the main actor has no key path
    /// elsewhere; set it in a closure.
    @inlinable
    public subscript<Value: Sendable>(
        dynamicMember property: any ReferenceWritableKeyPath<Target, Value> & Sendable
    ) -> Value {
        @available(
            *,
            unavailable,
            message: "A proxy only sets properties; read them in `sync { }` or `run { }`."
        )
        get { preconditionFailure("Not callable.") }
        nonmutating set {
            MainDestination.enqueue(job(target, setting: property, to: consume newValue))
        }
    }
}

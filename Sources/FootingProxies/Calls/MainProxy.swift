/// Makes calls to one object on the main queue, where the compiler knows them isolated to the main
/// actor.
///
/// You get one from `on(.main)` and seldom name the type. It is a value that holds the object; keep
/// it to make many calls. Its members do the same as those of ``Proxy``.
@dynamicMemberLookup
public struct MainProxy<Target: Sendable>: Sendable {
    @usableFromInline let proxy: Proxy<Target, QueueDestination>

    @inlinable
    init(_ target: consuming Target) {
        proxy = Proxy(consume target, on: MainDestination.queue)
    }

    /// Calls `body` with the object on the main queue, later, and returns at once.
    ///
    /// Never runs `body` here, even if this is the main queue already. `body` can't throw, since no code
    /// would get the error.
    @inlinable
    public func callAsFunction(_ body: consuming @escaping @MainActor (Target) -> Void) {
        proxy(onMain(consume body))
    }

    /// Sets a property of the object on the main queue, later.
    ///
    /// As with ``Proxy``, reading is refused by the compiler. A property that is itself isolated to the main
    /// actor has no key path elsewhere; set it in a closure.
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
        nonmutating set { proxy[dynamicMember: property] = consume newValue }
    }
}

/// A function that runs `body`, and that must be called on the main queue.
@inlinable
func onMain<Target: Sendable, Output: Sendable>(
    _ body: consuming @escaping @MainActor (Target) -> Output
) -> sending (Target) -> sending Output {
    { [body = consume body] target in MainActor.assumeIsolated { body(target) } }
}

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

/// A function of the main actor as one that must be called on the main queue.
// Not `assumeIsolated`: it asks for the queue again, which would take a fifth of a hop's time.
@inlinable
func onMain<Target, Output>(
    _ body: @escaping @MainActor (Target) -> Output
) -> sending (Target) -> Output {
    // Sound: isolation is no part of a function's representation, and the main queue is the main actor.
    unsafe unsafeBitCast(body, to: ((Target) -> Output).self)
}

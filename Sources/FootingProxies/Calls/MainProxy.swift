/// Makes calls to one object on the main queue, with bodies isolated to the main actor.
///
/// `on(.main)` returns such a proxy; you seldom need to name the type. It is a value that retains
/// the object. Keep it to make many calls. Its members behave like those of ``Proxy``.
@dynamicMemberLookup
public struct MainProxy<Target: Sendable>: Sendable {
    @usableFromInline let proxy: Proxy<Target, QueueDestination>

    @inlinable
    init(_ target: consuming Target) {
        proxy = Proxy(consume target, on: MainDestination.queue)
    }

    /// Calls `body` with the object asynchronously on the main queue.
    ///
    /// This returns immediately, and never runs `body` within the call, even on the main queue
    /// itself. `body` can't throw, since no caller would receive the error.
    @inlinable
    public func callAsFunction(_ body: consuming @escaping @MainActor (Target) -> Void) {
        proxy(onMain(consume body))
    }

    /// Sets a property of the object asynchronously on the main queue.
    ///
    /// As with ``Proxy``, the compiler rejects reading. A property that is itself isolated to the
    /// main actor has no key path in other code; set it in a closure.
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

/// Converts a main-actor function to a plain one, which must be called on the main queue.
// Used instead of `assumeIsolated`, which would check the queue again and take a fifth of a hop's
// time.
@inlinable
func onMain<Target, Output>(
    _ body: @escaping @MainActor (Target) -> Output
) -> sending (Target) -> Output {
    // Safe: a function's representation does not include isolation, and the main queue is the main
    // actor.
    unsafe unsafeBitCast(body, to: ((Target) -> Output).self)
}

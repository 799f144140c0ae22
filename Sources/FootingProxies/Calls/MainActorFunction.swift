// A reference to a main-actor method, as in `journal.on(.background, panel.update)`, converts to a
// plain function without an error, and would run on any thread. To prevent that, each function that
// takes a body for a destination other than main has an overload for functions with any isolation.
// Such a reference fits both overloads equally well, so the compiler rejects the call as ambiguous.
// A closure, or a function that is not isolated, fits the plain overload better.
//
// An unavailable overload would have no effect: the compiler would choose the plain one.

/// The result type of calls that pass a main-actor function to another destination; the compiler
/// rejects them.
///
/// If an “ambiguous use” error led you here: the function is isolated to the main actor, but the
/// destination is another one. Call the function in `on(.main) { … }`.
@_documentation(visibility: internal)
public enum MainActorFunction: Sendable {}

/// Stops the program in a declaration that code can't call, because it is unavailable or each use
/// is ambiguous.
///
/// Reachable only if code resolves the ambiguity by naming the type ``MainActorFunction``.
@usableFromInline
func neverCalled() -> Never {
    fatalError("A main-actor function can't be called at another destination.")
}

extension Invocable where Self: Sendable {
    /// Rejected: `body` is isolated to the main actor; call it in `on(.main) { … }`.
    @_documentation(visibility: internal)
    public consuming func on<Place: Destination>(
        _ destination: Place,
        _ body: @escaping @isolated(any) (Self) -> Void
    ) -> MainActorFunction { neverCalled() }
}

extension Sequence where Element: Invocable & Sendable {
    /// Rejected: `body` is isolated to the main actor; call it in `on(.main) { … }`.
    @_documentation(visibility: internal)
    public consuming func on<Place: Destination>(
        _ destination: Place,
        _ body: @escaping @isolated(any) (Element) -> Void
    ) -> MainActorFunction { neverCalled() }
}

extension Proxy {
    /// Rejected: `body` is isolated to the main actor; call it in `on(.main) { … }`.
    @_documentation(visibility: internal)
    public func callAsFunction(
        _ body: @escaping @isolated(any) (Target) -> Void
    ) -> MainActorFunction { neverCalled() }

    /// Rejected: `body` is isolated to the main actor; call it in `on(.main).sync { … }`.
    @_documentation(visibility: internal)
    public func sync<Output: Sendable>(
        _ body: @isolated(any) (Target) throws -> Output
    ) -> MainActorFunction { neverCalled() }

    /// Rejected: `body` is isolated to the main actor; call it in
    /// `on(.main).sync(timeout: …) { … }`.
    @_documentation(visibility: internal)
    public func sync<Output: Sendable>(
        timeout: Duration,
        _ body: @isolated(any) (Target) -> Output
    ) -> MainActorFunction { neverCalled() }

    /// Rejected: `body` is isolated to the main actor; call it in
    /// `on(.main).sync(timeout: …) { … }`.
    @_documentation(visibility: internal)
    public func sync<Output: Sendable>(
        timeout: Duration,
        _ body: @isolated(any) (Target) throws -> Output
    ) -> MainActorFunction { neverCalled() }

    /// Rejected: `body` is isolated to the main actor; call it in `on(.main).submit { … }`.
    @_documentation(visibility: internal)
    public func submit<Output: Sendable>(
        delay: Duration = .zero,
        _ body: @escaping @isolated(any) (Target) throws -> Output
    ) -> MainActorFunction { neverCalled() }

    /// Rejected: `body` is isolated to the main actor; call it in
    /// `on(.main).submit(delay: …) { … }`.
    @_documentation(visibility: internal)
    public func submit(
        delay: Duration,
        _ body: @escaping @isolated(any) (Target) -> Void
    ) -> MainActorFunction { neverCalled() }
}

extension Proxy.Weak {
    /// Rejected: `body` is isolated to the main actor; call it in `on(.main).weak { … }`.
    @_documentation(visibility: internal)
    public func callAsFunction(
        _ body: @escaping @isolated(any) (Target) -> Void
    ) -> MainActorFunction { neverCalled() }

    /// Rejected: `body` is isolated to the main actor; call it in
    /// `on(.main).weak.submit(delay: …) { … }`.
    @_documentation(visibility: internal)
    public func submit(
        delay: Duration,
        _ body: @escaping @isolated(any) (Target) -> Void
    ) -> MainActorFunction { neverCalled() }
}

extension Confined {
    /// Rejected: `body` is isolated to the main actor; call it in `on(.main) { … }`.
    @_documentation(visibility: internal)
    public func callAsFunction(
        _ body: @escaping @isolated(any) (inout sending Target) -> Void
    ) -> MainActorFunction { neverCalled() }
}

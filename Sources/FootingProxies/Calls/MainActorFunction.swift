// A reference to a method of the main actor, as in `journal.on(.background, panel.update)`, converts to
// a plain function without an error, and would run on any thread. So each function that takes a body
// for a destination other than main has an overload for functions with any isolation. Such a reference
// fits both equally well, and the compiler refuses the call as ambiguous. A closure, or a function that
// is not isolated, fits the plain overload better.
//
// An unavailable overload has no effect: the compiler takes the plain one.

/// The result of calls of main-actor functions at other destinations, which the compiler refuses.
///
/// If an “ambiguous use” error led you here: the function belongs to the main actor, and the destination
/// is another one. Call the function in `on(.main) { … }`.
@_documentation(visibility: internal)
public enum MainActorFunction: Sendable {}

/// Stops the program in a declaration that the compiler lets no code call: it is unavailable, or each use of
/// it is ambiguous.
///
/// Reached only if code settles the ambiguity by naming the type ``MainActorFunction``.
@usableFromInline
func neverCalled() -> Never {
    fatalError("A function of the main actor can't be called at another destination.")
}

extension Invocable where Self: Sendable {
    /// Refused: `body` belongs to the main actor; call it in `on(.main) { … }`.
    @_documentation(visibility: internal)
    public consuming func on<Place: Destination>(
        _ destination: Place,
        _ body: @escaping @isolated(any) (Self) -> Void
    ) -> MainActorFunction { neverCalled() }
}

extension Sequence where Element: Invocable & Sendable {
    /// Refused: `body` belongs to the main actor; call it in `on(.main) { … }`.
    @_documentation(visibility: internal)
    public consuming func on<Place: Destination>(
        _ destination: Place,
        _ body: @escaping @isolated(any) (Element) -> Void
    ) -> MainActorFunction { neverCalled() }
}

extension Proxy {
    /// Refused: `body` belongs to the main actor; call it in `on(.main) { … }`.
    @_documentation(visibility: internal)
    public func callAsFunction(
        _ body: @escaping @isolated(any) (Target) -> Void
    ) -> MainActorFunction { neverCalled() }

    /// Refused: `body` belongs to the main actor; call it in `on(.main).sync { … }`.
    @_documentation(visibility: internal)
    public func sync<Output: Sendable>(
        _ body: @isolated(any) (Target) throws -> Output
    ) -> MainActorFunction { neverCalled() }

    /// Refused: `body` belongs to the main actor; call it in `on(.main).sync(timeout: …) { … }`.
    @_documentation(visibility: internal)
    public func sync<Output: Sendable>(
        timeout: Duration,
        _ body: @isolated(any) (Target) -> Output
    ) -> MainActorFunction { neverCalled() }

    /// Refused: `body` belongs to the main actor; call it in `on(.main).sync(timeout: …) { … }`.
    @_documentation(visibility: internal)
    public func sync<Output: Sendable>(
        timeout: Duration,
        _ body: @isolated(any) (Target) throws -> Output
    ) -> MainActorFunction { neverCalled() }

    /// Refused: `body` belongs to the main actor; call it in `on(.main).submit { … }`.
    @_documentation(visibility: internal)
    public func submit<Output: Sendable>(
        _ body: @escaping @isolated(any) (Target) throws -> Output
    ) -> MainActorFunction { neverCalled() }

    /// Refused: `body` belongs to the main actor; call it in `on(.main).after(…) { … }`.
    @_documentation(visibility: internal)
    public func after(
        _ delay: Duration,
        _ body: @escaping @isolated(any) (Target) -> Void
    ) -> MainActorFunction { neverCalled() }

    /// Refused: `body` belongs to the main actor; call it in `on(.main).after(…) { … }`.
    @_documentation(visibility: internal)
    public func after<Output: Sendable>(
        _ delay: Duration,
        _ body: @escaping @isolated(any) (Target) throws -> Output
    ) -> MainActorFunction { neverCalled() }
}

extension Proxy.Weak {
    /// Refused: `body` belongs to the main actor; call it in `on(.main).weak { … }`.
    @_documentation(visibility: internal)
    public func callAsFunction(
        _ body: @escaping @isolated(any) (Target) -> Void
    ) -> MainActorFunction { neverCalled() }

    /// Refused: `body` belongs to the main actor; call it in `on(.main).weak.after(…) { … }`.
    @_documentation(visibility: internal)
    public func after(
        _ delay: Duration,
        _ body: @escaping @isolated(any) (Target) -> Void
    ) -> MainActorFunction { neverCalled() }
}

extension Confined {
    /// Refused: `body` belongs to the main actor; call it in `on(.main) { … }`.
    @_documentation(visibility: internal)
    public func callAsFunction(
        _ body: @escaping @isolated(any) (inout sending Target) -> Void
    ) -> MainActorFunction { neverCalled() }
}

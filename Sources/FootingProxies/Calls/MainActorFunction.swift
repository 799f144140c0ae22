// A reference to a method of the main actor, as in `journal.on(.background, panel.update)`, converts to
// a plain function without a word from the compiler, and would run anywhere. So whatever takes a body
// for a destination other than main has two more overloads, which take functions of the main actor and
// differ in their results alone. A reference fits both better than the plain overload, and the call is
// refused as ambiguous; closures and other functions fit the plain one better. The compiler's notes
// show the beginnings of both overloads, each with its comment.
//
// An overload marked unavailable is no help: the plain one would be taken.
//
// Their bodies run only in a program that spells one of the result types to settle the ambiguity:
// these types have no values, so there is nothing to return.

/// What calls of main-actor functions at other destinations would return, were they not refused.
///
/// If the compiler led you here from an “ambiguous use”: the function passed belongs to the main actor,
/// and the destination is another one. Call the function in `on(.main) { … }`.
@_documentation(visibility: internal)
public enum MainActorFunction: Sendable {
    /// Why the call is refused.
    public enum RunsOnMainOnly: Sendable {}
    /// What to do instead.
    public enum CallItInOnMain: Sendable {}
}

extension Invocable where Self: Sendable {
    /// Refused: `body` belongs to the main actor; call it in `on(.main) { … }`.
    @_documentation(visibility: internal)
    public consuming func on<Place: Destination>(
        _ destination: Place,
        _ body: @escaping @MainActor (Self) -> Void
    ) -> MainActorFunction.RunsOnMainOnly {
        preconditionFailure("Not callable.")
    }

    /// Refused: `body` belongs to the main actor; call it in `on(.main) { … }`.
    @_documentation(visibility: internal)
    public consuming func on<Place: Destination>(
        _ destination: Place,
        _ body: @escaping @MainActor (Self) -> Void
    ) -> MainActorFunction.CallItInOnMain {
        preconditionFailure("Not callable.")
    }
}

extension Sequence where Element: Invocable & Sendable {
    /// Refused: `body` belongs to the main actor; call it in `on(.main) { … }`.
    @_documentation(visibility: internal)
    public consuming func on<Place: Destination>(
        _ destination: Place,
        _ body: @escaping @MainActor (Element) -> Void
    ) -> MainActorFunction.RunsOnMainOnly {
        preconditionFailure("Not callable.")
    }

    /// Refused: `body` belongs to the main actor; call it in `on(.main) { … }`.
    @_documentation(visibility: internal)
    public consuming func on<Place: Destination>(
        _ destination: Place,
        _ body: @escaping @MainActor (Element) -> Void
    ) -> MainActorFunction.CallItInOnMain {
        preconditionFailure("Not callable.")
    }
}

extension Proxy {
    /// Refused: `body` belongs to the main actor; call it in `on(.main) { … }`.
    @_documentation(visibility: internal)
    public func callAsFunction(
        _ body: @escaping @MainActor (Target) -> Void
    ) -> MainActorFunction.RunsOnMainOnly {
        preconditionFailure("Not callable.")
    }

    /// Refused: `body` belongs to the main actor; call it in `on(.main) { … }`.
    @_documentation(visibility: internal)
    public func callAsFunction(
        _ body: @escaping @MainActor (Target) -> Void
    ) -> MainActorFunction.CallItInOnMain {
        preconditionFailure("Not callable.")
    }
}

extension Proxy {
    /// Refused: `body` belongs to the main actor; call it in `on(.main).submit { … }`.
    @_documentation(visibility: internal)
    public func submit<Output: Sendable>(
        _ body: @escaping @MainActor (Target) throws -> Output
    ) -> MainActorFunction.RunsOnMainOnly {
        preconditionFailure("Not callable.")
    }

    /// Refused: `body` belongs to the main actor; call it in `on(.main).submit { … }`.
    @_documentation(visibility: internal)
    public func submit<Output: Sendable>(
        _ body: @escaping @MainActor (Target) throws -> Output
    ) -> MainActorFunction.CallItInOnMain {
        preconditionFailure("Not callable.")
    }

    /// Refused: `body` belongs to the main actor; call it in `on(.main).after(…) { … }`.
    @_documentation(visibility: internal)
    public func after<Output: Sendable>(
        _ delay: Duration,
        _ body: @escaping @MainActor (Target) throws -> Output
    ) -> MainActorFunction.RunsOnMainOnly {
        preconditionFailure("Not callable.")
    }

    /// Refused: `body` belongs to the main actor; call it in `on(.main).after(…) { … }`.
    @_documentation(visibility: internal)
    public func after<Output: Sendable>(
        _ delay: Duration,
        _ body: @escaping @MainActor (Target) throws -> Output
    ) -> MainActorFunction.CallItInOnMain {
        preconditionFailure("Not callable.")
    }
}

extension Proxy.Weak {
    /// Refused: `body` belongs to the main actor; call it in `on(.main).weak { … }`.
    @_documentation(visibility: internal)
    public func callAsFunction(
        _ body: @escaping @MainActor (Target) -> Void
    ) -> MainActorFunction.RunsOnMainOnly {
        preconditionFailure("Not callable.")
    }

    /// Refused: `body` belongs to the main actor; call it in `on(.main).weak { … }`.
    @_documentation(visibility: internal)
    public func callAsFunction(
        _ body: @escaping @MainActor (Target) -> Void
    ) -> MainActorFunction.CallItInOnMain {
        preconditionFailure("Not callable.")
    }

    /// Refused: `body` belongs to the main actor; call it in `on(.main).weak.after(…) { … }`.
    @_documentation(visibility: internal)
    public func after(
        _ delay: Duration,
        _ body: @escaping @MainActor (Target) -> Void
    ) -> MainActorFunction.RunsOnMainOnly {
        preconditionFailure("Not callable.")
    }

    /// Refused: `body` belongs to the main actor; call it in `on(.main).weak.after(…) { … }`.
    @_documentation(visibility: internal)
    public func after(
        _ delay: Duration,
        _ body: @escaping @MainActor (Target) -> Void
    ) -> MainActorFunction.CallItInOnMain {
        preconditionFailure("Not callable.")
    }
}

extension Confined {
    /// Refused: `body` belongs to the main actor; call it in `on(.main) { … }`.
    @_documentation(visibility: internal)
    public func callAsFunction(
        _ body: @escaping @MainActor (inout sending Target) -> Void
    ) -> MainActorFunction.RunsOnMainOnly {
        preconditionFailure("Not callable.")
    }

    /// Refused: `body` belongs to the main actor; call it in `on(.main) { … }`.
    @_documentation(visibility: internal)
    public func callAsFunction(
        _ body: @escaping @MainActor (inout sending Target) -> Void
    ) -> MainActorFunction.CallItInOnMain {
        preconditionFailure("Not callable.")
    }
}

// A reference to a main-actor method, as in `queue.submit(model.load)`, converts to a plain
// function without a diagnostic, and would then run on a worker. To prevent that, there are two
// more overloads of `submit`, which take main-actor functions and differ only in their result
// types. Such a reference fits both better than the plain overload, so the compiler rejects the
// call as ambiguous. Closures and other functions fit the plain overload better. An overload marked
// unavailable would not help: the compiler would choose the plain one.
//
// The bodies of these overloads can be reached only by a program that names one of the result types
// to resolve the ambiguity. The types have no values, so there is nothing to return.

/// The result types of the `submit` overloads that reject main-actor functions.
///
/// If an “ambiguous use of 'submit'” error led you here: the function that you pass is isolated to
/// the main actor, but a worker is another thread.
@_documentation(visibility: internal)
public enum MainActorBody: Sendable {
    /// The reason why the call is rejected.
    public enum RunsOnMainOnly: Sendable {}
    /// The remedy.
    public enum MakeItNonisolated: Sendable {}
}

extension FutureQueue {
    /// Rejected: `body` is isolated to the main actor, and would run on a worker.
    @_documentation(visibility: internal)
    public func submit<Success, Failure>(
        name: String? = nil,
        priority: Priority = .normal,
        after dependencies: [any Dependency] = [],
        requiringSuccess: Bool = false,
        _ body: @escaping @MainActor () throws(Failure) -> Success
    ) -> MainActorBody.RunsOnMainOnly {
        // Reachable only if a program names the result type, which has no values.
        preconditionFailure("Not callable.")
    }

    /// Rejected: `body` is isolated to the main actor, and would run on a worker.
    @_documentation(visibility: internal)
    public func submit<Success, Failure>(
        name: String? = nil,
        priority: Priority = .normal,
        after dependencies: [any Dependency] = [],
        requiringSuccess: Bool = false,
        _ body: @escaping @MainActor () throws(Failure) -> Success
    ) -> MainActorBody.MakeItNonisolated {
        // As above.
        preconditionFailure("Not callable.")
    }
}

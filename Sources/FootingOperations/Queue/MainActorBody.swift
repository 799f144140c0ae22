// A reference to a method of the main actor, as in `queue.submit(model.load)`, converts to a plain function
// without a word from the compiler, and would run on a worker. So there are two more overloads of `submit`,
// which take functions of the main actor and differ in their results alone. A reference fits both better
// than the plain overload, and the call is refused as ambiguous; closures and other functions fit the
// plain one better. An overload marked unavailable is no help: the plain one would be taken.
//
// Their bodies run only in a program that spells one of the result types to settle the ambiguity:
// these types have no values, so there is nothing to return.

/// The result types of the forms of `submit` that refuse functions of the main actor.
///
/// If the compiler led you here from an “ambiguous use of 'submit'”: the function passed belongs to the main
/// actor, and a worker is another thread.
@_documentation(visibility: internal)
public enum MainActorBody: Sendable {
    /// Why the call is refused.
    public enum RunsOnMainOnly: Sendable {}
    /// The remedy.
    public enum MakeItNonisolated: Sendable {}
}

extension FutureQueue {
    /// Refused: `body` belongs to the main actor, and would run on a worker.
    @_documentation(visibility: internal)
    public func submit<Success, Failure>(
        name: String? = nil,
        priority: Priority = .normal,
        after dependencies: [any Dependency] = [],
        requiringSuccess: Bool = false,
        _ body: @escaping @MainActor () throws(Failure) -> Success
    ) -> MainActorBody.RunsOnMainOnly {
        // Reached only by a program that spells the result type, which has no values.
        preconditionFailure("Not callable.")
    }

    /// Refused: `body` belongs to the main actor, and would run on a worker.
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

/// The reason why an operation was refused.
public struct OperationError: Error, Hashable, Sendable {
    /// The kind of refusal.
    public let code: Code
    /// The name of the refused operation, or its class if it has no name.
    public let operation: String
    /// The name of the operation that the refused one can't depend on, or `nil` for another reason.
    public let dependency: String?

    /// A kind of refusal.
    ///
    /// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Hashable, Sendable {
        /// The operation has begun or is in a queue.
        case alreadyEnqueued
        /// The operation can't depend on the other one, which directly or indirectly depends on it.
        case dependencyCycle
    }

    static func alreadyEnqueued(_ operation: String) -> Self {
        Self(code: .alreadyEnqueued, operation: operation, dependency: nil)
    }

    static func dependencyCycle(_ operation: String, _ dependency: String) -> Self {
        Self(code: .dependencyCycle, operation: operation, dependency: dependency)
    }
}

extension OperationError: CustomStringConvertible {
    /// A sentence that names the operations.
    public var description: String {
        switch code {
        case .alreadyEnqueued:
            "The operation “\(operation)” has begun or is in a queue; create a new one."
        case .dependencyCycle:
            "“\(operation)” can't depend on “\(dependency ?? "")”: they would wait for each other."
        }
    }
}

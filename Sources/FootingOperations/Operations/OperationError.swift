/// The reason why an operation was refused.
///
/// A minor release may add cases, so a `switch` over them needs `@unknown default`.
@nonexhaustive public enum OperationError: Error, Hashable {
    /// The named operation has begun or is in a queue.
    case alreadyEnqueued(String)
    /// The first named operation can't depend on the second one, which directly or indirectly
    /// depends on the first.
    case dependencyCycle(String, String)
}

extension OperationError: CustomStringConvertible {
    /// A sentence that names the operations.
    public var description: String {
        switch self {
        case .alreadyEnqueued(let name):
            "The operation “\(name)” has begun or is in a queue; create a new one."
        case .dependencyCycle(let name, let other):
            "“\(name)” can't depend on “\(other)”: they would wait for each other."
        }
    }
}

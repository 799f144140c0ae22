/// The reason why an operation was refused.
///
/// A minor release may add cases, so a `switch` over them needs `@unknown default`.
@nonexhaustive public enum OperationError: Error, Hashable {
    /// The operation named has begun or is in a queue.
    case alreadyEnqueued(String)
    /// The operations named would wait for each other; the first and the last one are the same.
    case dependencyCycle([String])
}

extension OperationError: CustomStringConvertible {
    /// A sentence that names the operations.
    public var description: String {
        switch self {
        case .alreadyEnqueued(let name):
            "The operation “\(name)” has begun or is in a queue; make a new one."
        case .dependencyCycle(let names):
            "The operations would wait for each other: " + names.joined(separator: " → ") + "."
        }
    }
}

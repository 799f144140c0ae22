/// Why a future was cancelled.
///
/// More reasons may be added in a minor release, so a `switch` over them needs a `default`.
public struct CancellationReason: Hashable, Sendable {
    private enum Kind { case requested, task, thrown, abandoned }

    private let kind: Kind

    /// Somebody called ``Future/cancel()``.
    public static let requested = CancellationReason(kind: .requested)
    /// A `Task` that was waiting for the future was cancelled.
    public static let task = CancellationReason(kind: .task)
    /// The work itself threw `CancellationError`.
    public static let thrown = CancellationReason(kind: .thrown)
    /// The promise was dropped without being settled, so that no outcome could come any more.
    public static let abandoned = CancellationReason(kind: .abandoned)
}

extension CancellationReason: CustomStringConvertible {
    /// The reason in words that complete the sentence “It was cancelled: …”.
    public var description: String {
        switch kind {
        case .requested: "on request"
        case .task: "a task that waited for it was cancelled"
        case .thrown: "the work threw CancellationError"
        case .abandoned: "its promise was dropped without being settled"
        }
    }
}

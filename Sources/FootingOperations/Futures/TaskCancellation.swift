/// The effect that cancelling a waiting task has on the work.
///
/// A minor release may add effects, so a `switch` over them needs `@unknown default`.
@nonexhaustive public enum TaskCancellation: Hashable, Sendable {
    /// The work is cancelled too, for all waiters.
    case propagate
    /// Only this wait ends; the work continues.
    case detach
}

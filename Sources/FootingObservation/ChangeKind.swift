/// The kind of a change.
///
/// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
@nonexhaustive public enum ChangeKind: Hashable, Sendable {
    /// The value that `initial: true` requests: the current one when the observation began, or with
    /// ``ChangeDelivery/coalesced(on:)`` the newest one when the call begins.
    case initial
    /// One assignment, or one in-place access.
    case change
    /// Several changes reported as one, from the value before the first to the value after the
    /// last.
    case coalesced
}

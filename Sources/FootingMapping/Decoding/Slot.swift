/// A value to decode: its location, and the old value in its place.
struct Slot {
    var origin: Origin
    var step: Step
    var old: OldValue?

    /// Whether there is no value after the end of a list, or for a key that the type does not
    /// declare.
    var isOpenEnded: Bool {
        guard case .absent = origin, old == nil else { return false }
        return switch step {
        case .index, .key(_, isOwn: false): true
        case .root, .same, .key: false
        }
    }
}

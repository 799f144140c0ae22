/// A value to decode: its location, and the step that leads to it.
struct Slot {
    var origin: Origin
    let step: Step

    /// Whether there is no value after the end of a list, or for a key that the type does not
    /// declare.
    var isOpenEnded: Bool {
        guard case .absent = origin else { return false }
        return switch step {
        case .index, .key(_, isOwn: false): true
        case .root, .same, .key: false
        }
    }
}

extension ElementList {
    /// The next element, or `nil` at the end.
    var slot: Slot? {
        next.map { Slot(origin: .value($0), step: isList ? .index(index) : .same) }
    }

    mutating func advance(in call: DecodingCall) {
        advance(in: call.context == nil ? nil : call.document)
    }
}

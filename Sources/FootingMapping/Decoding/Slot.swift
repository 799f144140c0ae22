/// Where a value of the input is that something is to be decoded from.
enum Origin {
    /// The index of a token in a JSON document.
    case token(Int)
    case native(NativeValue)
    /// Nowhere: what the old value has counts, if there is one.
    case absent
    /// The key is there twice, and the options refuse that.
    case duplicated
}

/// How a value is reached from the one it is in.
enum Step: Hashable {
    case root
    /// It is the same value, decoded as another type.
    case same
    /// `isOwn` says that the key is the type's own word, not one of the input's.
    case key(String, isOwn: Bool)
    case index(Int)
}

/// A value that is wanted: where it is, and what was there before.
struct Slot {
    var origin: Origin
    var step: Step
    var old: OldValue?

    /// Whether there is nothing at a place of which there may be any number: behind the end of a list,
    /// or under a key that is not the type's own.
    var isOpenEnded: Bool {
        guard case .absent = origin, old == nil else { return false }
        return switch step {
        case .index, .key(_, isOwn: false): true
        case .root, .same, .key: false
        }
    }
}

/// A step of a coding path.
// Three words at most, which an existential holds without an allocation.
enum PathKey: CodingKey {
    /// `isOwn` says that it is the type's own word, not one of the input's.
    case name(String, isOwn: Bool)
    case index(Int)

    init?(stringValue: String) { self = .name(stringValue, isOwn: false) }
    init?(intValue: Int) { self = .index(intValue) }

    var stringValue: String {
        switch self {
        case .name(let name, _): name
        case .index(let index): "Index \(index)"
        }
    }

    var intValue: Int? {
        if case .index(let index) = self { index } else { nil }
    }

    var isOwn: Bool {
        if case .name(_, isOwn: true) = self { true } else { false }
    }
}

/// Where a value of the input is that something wants to be decoded from.
enum Place {
    /// The index of a token in a JSON document.
    case token(Int)
    case native(NativeValue)
    /// Nowhere: what the old value has counts, if there is one.
    case absent
    /// The key is there twice, and the options refuse that.
    case duplicated
    /// Where something is that has been reported as a whole: whatever is asked for is made up.
    case hole
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
    var place: Place
    var step: Step
    var old: OldValue?

    /// Whether there is nothing at a place of which there may be any number: behind the end of a list,
    /// or under a key that is not the type's own.
    var isOpenEnded: Bool {
        guard case .absent = place else { return false }
        return switch step {
        case .index, .key(_, isOwn: false): true
        case .root, .same, .key: false
        }
    }
}

/// A step of a coding path.
struct PathKey: CodingKey {
    let stringValue: String
    let intValue: Int?
    /// Whether it is the type's own word, not one of the input's.
    let isOwn: Bool
    /// What was asked for under it in vain.
    let wanted: Any.Type?

    init(_ name: String, isOwn: Bool, wanted: Any.Type? = nil) {
        stringValue = name
        intValue = nil
        self.isOwn = isOwn
        self.wanted = wanted
    }

    init(_ index: Int) {
        stringValue = "Index \(index)"
        intValue = index
        isOwn = false
        wanted = nil
    }

    init?(stringValue: String) {
        self.init(stringValue, isOwn: false)
    }

    init?(intValue: Int) {
        self.init(intValue)
    }
}

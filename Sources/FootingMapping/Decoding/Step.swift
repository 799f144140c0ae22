/// A step from an enclosing value to a value.
enum Step: Hashable {
    case root
    /// The same value, decoded as another type.
    case same
    /// A key. `isOwn` is true if the program declares it, and false if it may come from the input.
    case key(String, isOwn: Bool)
    case index(Int)

    @inline(__always)
    var isSame: Bool { if case .same = self { true } else { false } }
}

/// A step of a coding path.
// At most three words, so an existential stores it without an allocation.
enum PathKey: CodingKey {
    /// A key. `isOwn` is true if the program declares it, and false if it may come from the input.
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

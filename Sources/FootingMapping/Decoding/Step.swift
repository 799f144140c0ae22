/// A step from an enclosing value to a value; a key or index is also a step of a coding path.
// At most three words, so an existential stores it without an allocation.
enum Step: Hashable, CodingKey {
    case root
    /// The same value, decoded as another type.
    case same
    /// A key. `isOwn` is true if the program declares it, and false if it may come from the input.
    case key(String, isOwn: Bool)
    case index(Int)

    @inline(__always)
    var isSame: Bool { if case .same = self { true } else { false } }

    init?(stringValue: String) { self = .key(stringValue, isOwn: false) }
    init?(intValue: Int) { self = .index(intValue) }

    var stringValue: String {
        switch self {
        case .root, .same: ""
        case .key(let name, _): name
        case .index(let index): "Index \(index)"
        }
    }

    var intValue: Int? {
        if case .index(let index) = self { index } else { nil }
    }
}

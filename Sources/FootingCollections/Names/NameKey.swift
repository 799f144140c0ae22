/// The position of a name in an order of names: `a9`, `a10`, `b`, `é`, `Z`.
///
/// A key is folded once, when it is made. Most comparisons of two keys only compare bytes, so keep
/// a key beside its name:
///
/// ```swift
/// people.insert(eve, sortedBy: \.lastNameKey)
/// ```
///
/// Case, accents and width only decide between names that are otherwise equal. Numbers in names
/// are compared by value. The order is the same on all systems and for all languages; it is not
/// the collation of a language.
public struct NameKey: Sendable {
    /// The name.
    public let name: String
    /// The folded bytes of the name.
    private let bytes: [UInt8]

    /// Creates the key of a name.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    public init(_ name: String) {
        self.name = name
        var bytes: [UInt8] = []
        bytes.reserveCapacity(name.utf8.count)
        name.appendFolded(to: &bytes)
        self.bytes = bytes
    }
}

extension NameKey: Comparable {
    /// Whether one name precedes another.
    ///
    /// - Complexity: O(*n*) in the length of the shorter name, or of both if they differ only in
    ///   case, accents, width or leading zeros.
    public static func < (lhs: NameKey, rhs: NameKey) -> Bool {
        let difference = NameOrder.compareFolds(lhs.bytes, rhs.bytes)
        guard difference == 0 else { return difference < 0 }
        return NameOrder.compareEqualFolds(lhs.name, rhs.name) < 0
    }
}

extension NameKey: Hashable {
    /// Whether two names are equal strings with equal folds.
    ///
    /// Equal strings have equal folds, except in scripts whose marks are kept, such as Devanagari
    /// and Thai: there, a name with its marks in another order is another name.
    public static func == (lhs: NameKey, rhs: NameKey) -> Bool {
        lhs.bytes == rhs.bytes && lhs.name == rhs.name
    }

    /// Hashes the name, since many names may have one fold.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}

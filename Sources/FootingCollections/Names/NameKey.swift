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
    /// The first level of the order, as bytes that are compared as unsigned numbers.
    private let bytes: [UInt8]

    /// Creates the key of a name.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    public init(_ name: String) {
        self.name = name
        var bytes: [UInt8] = []
        bytes.reserveCapacity(name.utf8.count)
        name.withFoldedBytes { folded in
            // The index of the first digit of the current number.
            var start: Int?
            while let byte = folded.next() {
                if !NameOrder.isDigit(byte) {
                    Self.finishNumber(&start, in: &bytes)
                    bytes.append(NameOrder.rank(byte))
                } else if let start {
                    // Leading zeros are left out.
                    if byte != 0x30 || bytes.count > start { bytes.append(byte) }
                } else {
                    bytes.append(NameOrder.rank(byte))
                    start = bytes.count
                    if byte != 0x30 { bytes.append(byte) }
                }
            }
            Self.finishNumber(&start, in: &bytes)
        }
        self.bytes = bytes
    }

    /// Inserts the count of a number's digits before them, so that the longer number is greater.
    private static func finishNumber(_ start: inout Int?, in bytes: inout [UInt8]) {
        guard let first = start.take() else { return }
        let (quotient, remainder) = (bytes.count - first).quotientAndRemainder(dividingBy: 0xFF)
        let count = Array(repeating: 0xFF, count: quotient) + [UInt8(remainder)]
        bytes.insert(contentsOf: count, at: first)
    }
}

extension NameKey: Comparable {
    /// Whether one name precedes another.
    ///
    /// - Complexity: O(*n*) in the length of the shorter name, or of both if they differ only in
    ///   case, accents, width or leading zeros.
    public static func < (lhs: NameKey, rhs: NameKey) -> Bool {
        let difference = lhs.bytes.compare(to: rhs.bytes)
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

extension [UInt8] {
    /// A negative number if these bytes precede the others, and zero if they are equal.
    fileprivate func compare(to other: [UInt8]) -> Int {
        let shared = Swift.min(count, other.count)
        let difference = unsafe withUnsafeBytes { bytes in
            unsafe other.withUnsafeBytes { others in
                var offset = 0
                while offset + 8 <= shared {
                    let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    let other = unsafe others.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    if word != other { return word.bigEndian < other.bigEndian ? -1 : 1 }
                    offset += 8
                }
                while offset < shared {
                    let (byte, other) = unsafe (bytes[offset], others[offset])
                    if byte != other { return byte < other ? -1 : 1 }
                    offset += 1
                }
                return 0
            }
        }
        return difference != 0 ? difference : count - other.count
    }
}

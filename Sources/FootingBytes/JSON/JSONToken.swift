/// A value or key of a JSON document, with its start and its end.
@usableFromInline
package struct JSONToken: Sendable {
    @usableFromInline
    package enum Kind: UInt8, Sendable {
        case null, `true`, `false`, number, string, array, object
    }

    /// Flags of a string, and one of a container.
    enum Flags {
        static var escaped: UInt32 { 8 }
        static var loneSurrogate: UInt32 { 16 }
        static var overfull: UInt32 { 8 }
    }

    /// The largest extent that fits, and so the largest number of tokens.
    static let maximumExtent = (1 << 27) - 1

    /// The offset of the first byte; for a string, of the first byte after the quotation mark.
    @usableFromInline
    package let start: UInt32
    // The kind in three bits, the flags in two, and the extent in the rest. Tokens are small
    // because a document has about one for every seven bytes, and each is written to memory and
    // read again.
    @usableFromInline
    private(set) var bits: UInt32

    @inline(__always)
    init(_ kind: Kind, start: Int, extent: Int, flags: UInt32) {
        self.start = UInt32(truncatingIfNeeded: start)
        bits = UInt32(truncatingIfNeeded: extent) << 5 | flags | UInt32(kind.rawValue)
    }

    /// The length of a scalar in bytes; for a container, the index of the first token after it.
    @inlinable
    @inline(__always)
    package var extent: Int { Int(bits >> 5) }

    @inline(__always)
    mutating func setExtent(_ extent: Int) {
        bits = UInt32(truncatingIfNeeded: extent) << 5 | bits & 0x1F
    }

    @inlinable
    @inline(__always)
    package var kind: Kind { Kind(rawValue: UInt8(bits & 7)) ?? .null }

    /// Whether a string has at least one escape; in a container, the bit means `isOverfull`.
    @inlinable
    @inline(__always)
    package var isEscaped: Bool { bits & 8 != 0 }

    /// Whether this is a string of so many bytes without an escape.
    @inlinable
    @inline(__always)
    package func isPlainString(ofLength length: Int) -> Bool {
        bits == UInt32(truncatingIfNeeded: length) << 5 | UInt32(Kind.string.rawValue)
    }

    /// Whether this is a container above the scanner's limit, with only its last element kept.
    @inlinable
    @inline(__always)
    package var isOverfull: Bool { bits & 8 != 0 && isContainer }

    @inline(__always)
    mutating func markOverfull() { bits |= Flags.overfull }

    /// Whether the string contains an escaped unpaired surrogate, and so is not valid Unicode.
    var hasLoneSurrogate: Bool { bits & 16 != 0 }

    @inlinable
    @inline(__always)
    package var isContainer: Bool { bits & 7 >= UInt32(Kind.array.rawValue) }
}

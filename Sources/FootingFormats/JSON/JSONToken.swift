/// One value or key of a JSON document: where it is, and where it ends.
@usableFromInline
package struct JSONToken: Sendable {
    @usableFromInline
    package enum Kind: UInt8, Sendable {
        case null, `true`, `false`, number, string, array, object
    }

    /// What is special about a string; no `OptionSet`, whose conformances take more room in a
    /// program than the scanner of strings.
    @usableFromInline
    package struct Flags: Sendable {
        @usableFromInline
        let bits: UInt8

        @inlinable
        init(bits: UInt8) { self.bits = bits }

        @inlinable
        package var isEmpty: Bool { bits == 0 }

        @inlinable
        package func contains(_ other: Flags) -> Bool { bits & other.bits == other.bits }

        func union(_ other: Flags) -> Flags { Flags(bits: bits | other.bits) }

        static var none: Flags { Flags(bits: 0) }
        /// The string holds at least one backslash escape.
        @inlinable
        package static var escaped: Flags { Flags(bits: 1) }
        /// One of the escapes is half of a surrogate pair, so the string has no Unicode text.
        @inlinable
        package static var loneSurrogate: Flags { Flags(bits: 2) }
    }

    /// The largest extent there is room for, and so the largest number of tokens.
    static let maximumExtent = (1 << 27) - 1

    /// The offset of the first byte; for a string, the one after the quotation mark.
    @usableFromInline
    package let start: UInt32
    // The kind in three bits, the flags in two, and the extent in the rest. A document has a token
    // for every seven bytes or so, and each is written to memory and read again: small is fast.
    @usableFromInline
    var bits: UInt32

    @inline(__always)
    init(_ kind: Kind, start: Int, extent: Int, flags: Flags) {
        self.start = UInt32(truncatingIfNeeded: start)
        bits =
            UInt32(truncatingIfNeeded: extent) << 5
            | UInt32(flags.bits) << 3
            | UInt32(kind.rawValue)
    }

    /// A scalar's length in bytes; a container's index of the first token behind it.
    @inlinable
    @inline(__always)
    package internal(set) var extent: Int {
        get { Int(bits >> 5) }
        set { bits = UInt32(truncatingIfNeeded: newValue) << 5 | bits & 0x1F }
    }

    @inlinable
    @inline(__always)
    package var kind: Kind { Kind(rawValue: UInt8(bits & 7)) ?? .null }

    @inlinable
    @inline(__always)
    package var flags: Flags { Flags(bits: UInt8(bits >> 3 & 3)) }

    @inlinable
    @inline(__always)
    package var isContainer: Bool { bits & 7 >= UInt32(Kind.array.rawValue) }
}

/// Searches in a word of eight bytes, which mark the high bit of each byte that is found.
///
/// The lowest mark is always correct, and without a find there is no mark. A mark above the lowest
/// can be false.
@usableFromInline
package enum ByteWord: Sendable {
    @inlinable
    package static var ones: UInt64 { 0x0101_0101_0101_0101 }
    @inlinable
    package static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// Marks each byte that equals `byte`.
    @inlinable
    @inline(__always)
    package static func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
        let difference = word ^ (ones &* UInt64(byte))
        return (difference &- ones) & ~difference & highBits
    }

    /// Marks each byte that a JSON string must escape: a quotation mark, a backslash or a control
    /// character.
    @inlinable
    @inline(__always)
    package static func marksOfEscaped(in word: UInt64) -> UInt64 {
        marks(of: UInt8(ascii: "\""), in: word) | marks(of: UInt8(ascii: "\\"), in: word)
            | (word &- ones &* 0x20) & ~word & highBits
    }

    /// The number of decimal digits at the beginning of the word, up to eight.
    @inlinable
    @inline(__always)
    package static func digitCount(in word: UInt64) -> Int {
        let values = word ^ ones &* 0x30
        let others = (values &+ ones &* 0x76 | values) & highBits
        return others.trailingZeroBitCount >> 3
    }

    /// The bytes of a word below its lowest mark, and zeros.
    @inlinable
    @inline(__always)
    package static func below(_ marks: UInt64, in word: UInt64) -> UInt64 {
        word & ((marks & (0 &- marks)) >> 7 &- 1)
    }
}

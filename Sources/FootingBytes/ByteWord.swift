/// Eight bytes at a time, compared without examining each byte.
@usableFromInline
package enum ByteWord: Sendable {
    @inlinable
    package static var ones: UInt64 { 0x0101_0101_0101_0101 }
    @inlinable
    package static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// Marks the high bit of each byte of a word that is `byte`.
    ///
    /// The lowest mark is always correct, and there is none if there is no such byte. Above it, a
    /// mark can be false.
    @inlinable
    @inline(__always)
    package static func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
        let difference = word ^ (ones &* UInt64(byte))
        return (difference &- ones) & ~difference & highBits
    }

    /// The bytes of a word below its lowest mark.
    @inlinable
    @inline(__always)
    package static func below(_ marks: UInt64, in word: UInt64) -> UInt64 {
        word & ((marks & (0 &- marks)) >> 7 &- 1)
    }
}

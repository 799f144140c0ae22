package import FootingBytes

/// The string format of UUIDs in RFC 9562: 32 hexadecimal digits, with hyphens between groups of 8,
/// 4, 4, 4 and 12.
package enum UUIDText {
    /// The bytes in the order of the string, as in `UUID.uuid`.
    package typealias Bytes = (
        UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
        UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
    )

    /// The number of bytes of the string.
    package static let length = 36

    /// Reads a string in either case, or returns `nil` if it is malformed.
    package static func bytes(of text: ByteView) -> Bytes? {
        guard text.count == length,
            text[8] == UInt8(ascii: "-"), text[13] == UInt8(ascii: "-"),
            text[18] == UInt8(ascii: "-"), text[23] == UInt8(ascii: "-")
        else { return nil }
        return bytes(
            text.eightBytes(at: 0),
            text.fours(at: 9, and: 14),
            text.fours(at: 19, and: 24),
            text.eightBytes(at: 28)
        )
    }

    /// Reads 32 digits without hyphens, or returns `nil` if the string is another.
    package static func bytesWithoutHyphens(of text: ByteView) -> Bytes? {
        guard text.count == 32 else { return nil }
        return bytes(
            text.eightBytes(at: 0),
            text.eightBytes(at: 8),
            text.eightBytes(at: 16),
            text.eightBytes(at: 24)
        )
    }

    @inline(__always)
    private static func bytes(
        _ first: UInt64,
        _ second: UInt64,
        _ third: UInt64,
        _ fourth: UInt64
    ) -> Bytes? {
        guard let first = bytes(ofDigits: first), let second = bytes(ofDigits: second),
            let third = bytes(ofDigits: third), let fourth = bytes(ofDigits: fourth)
        else { return nil }
        func byte(_ word: UInt32, _ index: UInt32) -> UInt8 {
            UInt8(truncatingIfNeeded: word >> (8 &* index))
        }
        return (
            byte(first, 0), byte(first, 1), byte(first, 2), byte(first, 3),
            byte(second, 0), byte(second, 1), byte(second, 2), byte(second, 3),
            byte(third, 0), byte(third, 1), byte(third, 2), byte(third, 3),
            byte(fourth, 0), byte(fourth, 1), byte(fourth, 2), byte(fourth, 3)
        )
    }

    /// Appends the string in upper case, as in `UUID.uuidString`.
    package static func write(_ bytes: Bytes, to text: inout OutputSpan<UInt8>) {
        unsafe withUnsafeBytes(of: bytes) { buffer in
            let view = unsafe ByteView(buffer)
            for index in 0..<view.count {
                if index == 4 || index == 6 || index == 8 || index == 10 {
                    text.append(UInt8(ascii: "-"))
                }
                text.append(hexadecimalDigit(view[index] >> 4, isUpper: true))
                text.append(hexadecimalDigit(view[index] & 0x0F, isUpper: true))
            }
        }
    }

    /// The four bytes of eight hexadecimal digits; the first is the lowest byte of each word.
    @inline(__always)
    private static func bytes(ofDigits digits: UInt64) -> UInt32? {
        let ones = ByteWord.ones
        // Each addition sets the highest bit of the bytes that are at least a given value. Bytes
        // beyond ASCII match neither test, so their carries into the next byte don't matter.
        let lower = digits | ones &* 0x20
        let isDigit = (digits &+ ones &* (0x80 &- 0x30)) & ~(digits &+ ones &* (0x80 &- 0x3A))
        let isLetter = (lower &+ ones &* (0x80 &- 0x61)) & ~(lower &+ ones &* (0x80 &- 0x67))
        guard (isDigit | isLetter) & ByteWord.highBits == ByteWord.highBits else { return nil }
        // Only letters have the bit 0x40; the low bits of `a` are 1.
        let values = digits & (ones &* 0x0F) &+ (digits >> 6 & ones) &* 9
        let pairs = (values << 4 | values >> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: fours | fours >> 16)
    }
}

extension ByteView {
    /// Two groups of four bytes; at least four more bytes must follow each.
    @inline(__always)
    fileprivate func fours(at first: Int, and second: Int) -> UInt64 {
        eightBytes(at: first) & 0xFFFF_FFFF | eightBytes(at: second) << 32
    }
}

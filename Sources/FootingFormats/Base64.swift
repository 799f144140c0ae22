package import FootingBytes

/// Base64 (RFC 4648, section 4).
package enum Base64 {
    /// Decodes a string without blanks, or returns `nil` if it is malformed.
    ///
    /// Nonzero bits after the last byte are refused (section 3.5). `last` are the last digits of
    /// the alphabet.
    package static func bytes(
        of text: ByteView,
        needsPadding: Bool = true,
        last: (Unicode.Scalar, Unicode.Scalar) = ("+", "/")
    ) -> [UInt8]? {
        var count = text.count
        while count > 0, text.count &- count < 2, text[count &- 1] == UInt8(ascii: "=") {
            count &-= 1
        }
        let padding = text.count &- count
        let missing = -count & 3
        guard missing < 3, padding == missing || padding == 0 && !needsPadding else { return nil }
        let last = (UInt8(ascii: last.0), UInt8(ascii: last.1))
        // `nil` after a character that is no digit.
        var bits: Int? = 0
        let bytes = [UInt8](capacity: count / 4 &* 3 &+ 2) { bytes in
            for index in 0..<count {
                bits = value(of: text[index], last).map { (bits ?? 0) &<< 6 | Int($0) }
                guard let bits else { return }
                // Of four digits, all but the first complete a byte, and leave 4, 2 or 0 bits.
                let left = ~index & 3
                if left < 3 { bytes.append(UInt8(truncatingIfNeeded: bits &>> (2 &* left))) }
            }
        }
        guard let bits, bits & (1 &<< (2 &* missing) &- 1) == 0 else { return nil }
        return bytes
    }

    @inline(__always)
    private static func value(of digit: UInt8, _ last: (UInt8, UInt8)) -> UInt8? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit &- UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit &- UInt8(ascii: "a") &+ 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit &- UInt8(ascii: "0") &+ 52
        case last.0: 62
        case last.1: 63
        default: nil
        }
    }
}

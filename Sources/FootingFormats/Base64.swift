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
        let rest = count & 3
        let padding = text.count &- count
        guard rest != 1, padding == (4 &- rest) & 3 || padding == 0 && !needsPadding else {
            return nil
        }
        let last = (UInt8(ascii: last.0), UInt8(ascii: last.1))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count / 4 &* 3 &+ 2)
        var bits: UInt32 = 0
        for index in 0..<count {
            guard let digit = value(of: text[index], last) else { return nil }
            bits = bits << 6 | UInt32(digit)
            if index & 3 == 3 {
                bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
                bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
                bytes.append(UInt8(truncatingIfNeeded: bits))
            }
        }
        // Two digits have four bits more than one byte, and three have two bits more than two
        // bytes.
        switch rest {
        case 2:
            guard bits & 0xF == 0 else { return nil }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
        case 3:
            guard bits & 0x3 == 0 else { return nil }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
        default:
            break
        }
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

package import FootingBytes

/// Two hexadecimal digits for each byte, in either case (RFC 4648, section 8).
package enum Hexadecimal {
    /// Decodes a string, or returns `nil` if it is malformed.
    package static func bytes(of text: ByteView) -> [UInt8]? {
        guard text.count & 1 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        for index in stride(from: 0, to: text.count, by: 2) {
            guard let high = hexadecimalValue(text[index]),
                let low = hexadecimalValue(text[index &+ 1])
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Encodes bytes in lower case.
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        String(
            decoding: bytes.flatMap { [hexadecimalDigit($0 >> 4), hexadecimalDigit($0 & 0xF)] },
            as: UTF8.self
        )
    }
}

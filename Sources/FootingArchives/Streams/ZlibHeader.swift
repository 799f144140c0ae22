/// The header of a zlib stream (RFC 1950).
enum ZlibHeader: Sendable {
    /// Whether two bytes are a header of deflate with a window of at most 32 KiB.
    static func isValid(_ first: UInt8, _ second: UInt8) -> Bool {
        first & 0x0F == 8 && first >> 4 <= 7 && (UInt16(first) << 8 | UInt16(second)) % 31 == 0
    }

    /// The header of a window of 32 KiB, as zlib writes it.
    static func bytes(for level: CompressionLevel) -> [UInt8] {
        let check: UInt8 =
            switch level.value {
            case ..<2: 0x01
            case ..<6: 0x5E
            case 6: 0x9C
            default: 0xDA
            }
        return [0x78, check]
    }
}

/// The header of a zlib stream (RFC 1950).
enum ZlibHeader: Sendable {
    /// Whether two bytes are a header of deflate with a window of at most 32 KiB.
    static func isValid(_ first: UInt8, _ second: UInt8) -> Bool {
        first & 0x0F == 8 && first >> 4 <= 7 && isChecked(first, second)
    }

    static func isChecked(_ first: UInt8, _ second: UInt8) -> Bool {
        (UInt16(first) << 8 | UInt16(second)) % 31 == 0
    }

    /// The header of a window of 32 KiB, as zlib writes it.
    static func bytes(for level: CompressionLevel) -> [UInt8] {
        let speed: UInt16 =
            switch level.value {
            case ..<2: 0
            case ..<6: 1
            case 6: 2
            default: 3
            }
        let header: UInt16 = 0x7800 | speed << 6
        let checked = header + (31 - header % 31)
        return [UInt8(checked >> 8), UInt8(checked & 0xFF)]
    }
}

extension JSONScanner {
    /// The index after the object at `start`, or the end of the bytes if it isn't closed; only
    /// braces outside strings are counted.
    @inline(never)
    static func endOfObject(in bytes: ByteView, at start: Int) -> Int {
        var (index, depth) = (start, 0)
        while true {
            // The mask also matches `y` and DEL, which are ignored.
            index = indexOfByte(0x79, mask: 0xF9, in: bytes, from: index)
            guard bytes.has(index) else { return bytes.count }
            switch bytes[index] {
            case UInt8(ascii: "{"):
                depth &+= 1
            case UInt8(ascii: "}"):
                depth &-= 1
                if depth <= 0 { return index &+ 1 }
            case UInt8(ascii: "\""):
                repeat {
                    index = indexOfByte(UInt8(ascii: "\\"), mask: 0xFF, in: bytes, from: index &+ 1)
                    // Skips the byte after a backslash.
                    guard bytes.has(index), bytes[index] != UInt8(ascii: "\"") else { break }
                    index &+= 1
                } while bytes.has(index)
            default:
                break
            }
            index &+= 1
        }
    }

    /// The index from `start` of the first quotation mark, or of the first byte that equals
    /// `wanted` in the bits of `mask`.
    @inline(__always)
    private static func indexOfByte(
        _ wanted: UInt8,
        mask: UInt8,
        in bytes: ByteView,
        from start: Int
    ) -> Int {
        var index = start
        while bytes.hasEight(index) {
            let word = bytes.eightBytes(at: index)
            let marks =
                ByteWord.marks(of: UInt8(ascii: "\""), in: word)
                | ByteWord.marks(of: wanted, in: word & (ByteWord.ones &* UInt64(mask)))
            if marks != 0 { return index &+ marks.trailingZeroBitCount >> 3 }
            index &+= 8
        }
        while bytes.has(index), bytes[index] != 0x22, bytes[index] & mask != wanted { index &+= 1 }
        return index
    }
}

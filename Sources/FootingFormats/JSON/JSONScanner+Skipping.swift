extension JSONScanner {
    /// The end of an object that begins at an index, or the end of the bytes if it isn't closed.
    ///
    /// Only the braces outside of strings are counted.
    @inline(never)
    static func endOfObject(in bytes: ByteView, at start: Int) -> Int {
        var (index, depth) = (start, 0)
        while true {
            // Takes `y` for a brace, too, which stands nowhere outside of strings.
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
                    // Passes over the byte that follows a backslash.
                    guard bytes.has(index), bytes[index] != UInt8(ascii: "\"") else { break }
                    index &+= 1
                } while bytes.has(index)
            default:
                break
            }
            index &+= 1
        }
    }

    /// The index of the first quotation mark, or byte that is `wanted` in the bits of `mask`, at
    /// `start` or behind it.
    @inline(__always)
    private static func indexOfByte(
        _ wanted: UInt8,
        mask: UInt8,
        in bytes: ByteView,
        from start: Int
    ) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = start
        while bytes.hasEight(index) {
            let word = bytes.eightBytes(at: index)
            let quote = word ^ (ones &* 0x22)
            let other = (word & (ones &* UInt64(mask))) ^ (ones &* UInt64(wanted))
            // The lowest mark is a true one, as in `skipPlainText()`.
            let marks =
                ((quote &- ones) & ~quote | (other &- ones) & ~other) & (ones &* 0x80)
            if marks != 0 { return index &+ marks.trailingZeroBitCount >> 3 }
            index &+= 8
        }
        while bytes.has(index), bytes[index] != 0x22, bytes[index] & mask != wanted { index &+= 1 }
        return index
    }
}

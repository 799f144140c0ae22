import FootingBytes

/// Computes the line numbers of increasing offsets.
///
/// A line ends with a line feed, a carriage return, or both.
struct LineCounter {
    private var position = 0
    private var line = 1

    /// The line, counted from 1, of an offset that is not before the previous one.
    ///
    /// - Complexity: O(*n*) in the distance from the previous offset.
    mutating func line(at offset: Int, in bytes: ByteView) -> Int {
        let end = min(offset, bytes.count)
        var (position, line) = (self.position, self.line)
        while end &- position >= 16 {
            let start = position
            // At most 15 blocks, so that the sum of the lanes fits in a byte.
            let blocksEnd = min(end, start &+ 240) &- 15
            var (feeds, returns) = (Self.zeros, Self.zeros)
            while position < blocksEnd {
                let block = bytes.sixteenBytes(at: position)
                feeds &+= Self.zeros.replacing(with: Self.ones, where: block .== Self.feeds)
                returns |= Self.zeros.replacing(with: Self.ones, where: block .== Self.returns)
                position &+= 16
            }
            line &+= Self.sum(of: feeds)
            if Self.sum(of: returns) != 0 {
                for index in start..<position where Self.isLoneReturn(in: bytes, at: index) {
                    line &+= 1
                }
            }
        }
        while position < end {
            if bytes[position] == 0x0A || Self.isLoneReturn(in: bytes, at: position) { line &+= 1 }
            position &+= 1
        }
        (self.position, self.line) = (position, line)
        return line
    }

    /// The line of a key that is not before the previous one.
    mutating func line(of key: JSONToken, in document: JSONDocument) -> Int {
        line(at: Int(key.start), in: document.bytes)
    }

    // Computed, so that the compiler keeps these constants in registers.
    private static var zeros: SIMD16<UInt8> { SIMD16(repeating: 0) }
    private static var ones: SIMD16<UInt8> { SIMD16(repeating: 1) }
    private static var feeds: SIMD16<UInt8> { SIMD16(repeating: 0x0A) }
    private static var returns: SIMD16<UInt8> { SIMD16(repeating: 0x0D) }

    /// The sum of the lanes, which must fit in a byte.
    private static func sum(of lanes: SIMD16<UInt8>) -> Int {
        // Safe: both types are 16 bytes, and any bits are valid.
        let words = unsafe unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
        return Int(truncatingIfNeeded: ((words.x &+ words.y) &* ByteWord.ones) >> 56)
    }

    /// Whether a byte is a carriage return without a line feed after it.
    @inline(__always)
    private static func isLoneReturn(in bytes: ByteView, at index: Int) -> Bool {
        bytes[index] == 0x0D && !(bytes.has(index &+ 1) && bytes[index &+ 1] == 0x0A)
    }
}

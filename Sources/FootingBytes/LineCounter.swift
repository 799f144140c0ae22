/// Computes the line numbers of increasing offsets.
///
/// A line ends with a line feed, a carriage return, or both.
package struct LineCounter {
    private var position = 0
    private var line = 1

    package init() {}

    /// The line, counted from 1, of an offset that is not before the previous one.
    ///
    /// - Complexity: O(*n*) in the distance from the previous offset.
    package mutating func line(at offset: Int, in bytes: ByteView) -> Int {
        let end = min(offset, bytes.count)
        var (position, line) = (self.position, self.line)
        // A block is compared with the bytes that follow its own.
        while end &- position > 16 {
            // At most 15 blocks, so that the sum of the lanes fits in a byte.
            let blocksEnd = min(end, position &+ 241) &- 16
            var ends = Self.zeros
            while position < blocksEnd {
                let block = bytes.sixteenBytes(at: position)
                let next = bytes.sixteenBytes(at: position &+ 1)
                let isReturn = block .== Self.returns .& next .!= Self.feeds
                ends &+= Self.zeros.replacing(
                    with: Self.ones,
                    where: block .== Self.feeds .| isReturn
                )
                position &+= 16
            }
            line &+= Self.sum(of: ends)
        }
        while position < end {
            let byte = bytes[position]
            position &+= 1
            let isFollowed = { bytes.has(position) && bytes[position] == 0x0A }
            if byte == 0x0A || byte == 0x0D && !isFollowed() { line &+= 1 }
        }
        (self.position, self.line) = (position, line)
        return line
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
}

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
            var ends = SIMD16<UInt8>.zero
            while position < blocksEnd {
                let block = bytes.sixteenBytes(at: position)
                let next = bytes.sixteenBytes(at: position &+ 1)
                let isEnd = block .== 0x0A .| block .== 0x0D .& next .!= 0x0A
                ends &+= SIMD16.zero.replacing(with: 1, where: isEnd)
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

    /// The sum of the lanes, which must fit in a byte.
    private static func sum(of lanes: SIMD16<UInt8>) -> Int {
        // Safe: both types are 16 bytes, and any bits are valid.
        let words = unsafe unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
        return Int(truncatingIfNeeded: ((words.x &+ words.y) &* ByteWord.ones) >> 56)
    }
}

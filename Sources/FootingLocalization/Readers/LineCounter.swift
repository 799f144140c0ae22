import FootingFormats

/// Tells the lines of offsets that are asked for further and further down.
///
/// A line ends with a line feed, a carriage return, or both.
struct LineCounter {
    private var position = 0
    private var line = 1

    /// The line, from 1, of an offset that is not above an earlier one.
    ///
    /// - Complexity: O(*n*) in the distance to the offset asked for before.
    mutating func line(at offset: Int, in bytes: ByteView) -> Int {
        let end = min(offset, bytes.count)
        var (position, line) = (self.position, self.line)
        while end &- position >= 16 {
            let start = position
            // Fifteen blocks at most: then no sum is above a byte.
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
                line &+= Self.loneReturns(in: bytes, from: start, to: position)
            }
        }
        while position < end, bytes.hasEight(position) {
            let length = min(8, end &- position)
            // What is behind the end counts for nothing.
            let word = bytes.eightBytes(at: position) & ~0 >> UInt64(64 &- length &* 8)
            let returns = ByteWord.marks(of: 0x0D, in: word)
            if returns | ByteWord.marks(of: 0x0A, in: word) != 0 {
                line &+= ByteWord.count(of: 0x0A, in: word)
                if returns != 0 {
                    let returnsEnd = position &+ length
                    line &+= Self.loneReturns(in: bytes, from: position, to: returnsEnd)
                }
            }
            position &+= length
        }
        line &+= Self.loneReturns(in: bytes, from: position, to: end)
        while position < end {
            if bytes[position] == 0x0A { line &+= 1 }
            position &+= 1
        }
        (self.position, self.line) = (position, line)
        return line
    }

    // As values that the compiler knows, these are registers.
    private static var zeros: SIMD16<UInt8> { SIMD16(repeating: 0) }
    private static var ones: SIMD16<UInt8> { SIMD16(repeating: 1) }
    private static var feeds: SIMD16<UInt8> { SIMD16(repeating: 0x0A) }
    private static var returns: SIMD16<UInt8> { SIMD16(repeating: 0x0D) }

    /// The sum of lanes, which must fit into a byte.
    private static func sum(of lanes: SIMD16<UInt8>) -> Int {
        // Safe: both are 16 bytes that may have any value.
        let words = unsafe unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
        return Int(truncatingIfNeeded: ((words.x &+ words.y) &* ByteWord.ones) >> 56)
    }

    /// How many carriage returns no line feed follows.
    private static func loneReturns(in bytes: ByteView, from start: Int, to end: Int) -> Int {
        var count = 0
        for index in start..<max(start, end) where bytes[index] == 0x0D {
            if !bytes.has(index &+ 1) || bytes[index &+ 1] != 0x0A { count &+= 1 }
        }
        return count
    }
}

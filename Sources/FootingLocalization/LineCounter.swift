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

    /// How many carriage returns no line feed follows.
    private static func loneReturns(in bytes: ByteView, from start: Int, to end: Int) -> Int {
        var count = 0
        for index in start..<max(start, end) where bytes[index] == 0x0D {
            if !bytes.has(index &+ 1) || bytes[index &+ 1] != 0x0A { count &+= 1 }
        }
        return count
    }
}

extension ByteView {
    /// The index of the first byte from `start` on that is outside ASCII, or `count`.
    package func indexAfterASCII(from start: Int) -> Int {
        var index = start
        while hasEight(index), eightBytes(at: index) & ByteWord.highBits == 0 { index &+= 8 }
        while has(index), self[index] < 0x80 { index &+= 1 }
        return index
    }

    /// Returns the end of the scalars outside ASCII at `start`; refuses overlong encodings,
    /// surrogates, and values above U+10FFFF.
    @inline(never)
    package func endOfMultibyteScalars(at start: Int) throws(JSONFault) -> Int {
        var index = start
        while has(index), self[index] >= 0x80 {
            let length = lengthOfScalar(at: index)
            guard length > 0 else { throw JSONFault(reason: .utf8, offset: index) }
            index &+= length
        }
        return index
    }

    /// The length of the scalar at an index whose byte is outside ASCII.
    ///
    /// A negative length is that of the longest invalid beginning of a scalar, and zero means that
    /// bytes are missing at the end.
    @inlinable
    @inline(__always)
    package func lengthOfScalar(at index: Int) -> Int {
        let lead = self[index]
        let count: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: count = 2
        case 0xE0...0xEF:
            count = 3
            if lead == 0xE0 { second = 0xA0...0xBF }
            if lead == 0xED { second = 0x80...0x9F }
        case 0xF0...0xF4:
            count = 4
            if lead == 0xF0 { second = 0x90...0xBF }
            if lead == 0xF4 { second = 0x80...0x8F }
        default: return -1
        }
        for offset in 1..<count {
            guard has(index &+ offset) else { return 0 }
            let byte = self[index &+ offset]
            guard offset == 1 ? second.contains(byte) : byte & 0xC0 == 0x80 else { return -offset }
        }
        return count
    }
}

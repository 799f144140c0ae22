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
            let lead = self[index]
            let length: Int
            var second: ClosedRange<UInt8> = 0x80...0xBF
            switch lead {
            case 0xC2...0xDF:
                length = 2
            case 0xE0...0xEF:
                length = 3
                if lead == 0xE0 { second = 0xA0...0xBF }
                if lead == 0xED { second = 0x80...0x9F }
            case 0xF0...0xF4:
                length = 4
                if lead == 0xF0 { second = 0x90...0xBF }
                if lead == 0xF4 { second = 0x80...0x8F }
            default:
                throw JSONFault(reason: .utf8, offset: index)
            }
            guard index &+ length <= count, second.contains(self[index &+ 1]) else {
                throw JSONFault(reason: .utf8, offset: index)
            }
            for offset in 2..<length where self[index &+ offset] & 0xC0 != 0x80 {
                throw JSONFault(reason: .utf8, offset: index)
            }
            index &+= length
        }
        return index
    }
}

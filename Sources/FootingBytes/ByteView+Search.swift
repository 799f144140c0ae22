extension ByteView {
    /// The index of the first `byte` from `start` on, or `count`.
    @inlinable
    @inline(__always)
    package func index(of byte: UInt8, from start: Int) -> Int {
        index(of: byte, or: byte, from: start)
    }

    /// The index of the first of two bytes from `start` on, or `count`.
    @inlinable
    @inline(__always)
    package func index(of first: UInt8, or second: UInt8, from start: Int) -> Int {
        var index = start
        while hasEight(index) {
            let word = eightBytes(at: index)
            let marks =
                ByteWord.marks(of: first, in: word) | ByteWord.marks(of: second, in: word)
            if marks != 0 { return index &+ marks.trailingZeroBitCount >> 3 }
            index &+= 8
        }
        while has(index) {
            if self[index] == first || self[index] == second { return index }
            index &+= 1
        }
        return count
    }

    /// The index of the first byte from `start` on that a JSON string must escape, or `count`.
    package func indexOfEscaped(from start: Int) -> Int {
        var index = start
        while hasEight(index) {
            let marks = ByteWord.marksOfEscaped(in: eightBytes(at: index))
            if marks != 0 { return index &+ marks.trailingZeroBitCount >> 3 }
            index &+= 8
        }
        while has(index) {
            let byte = self[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            index &+= 1
        }
        return index
    }

    /// The index of the first byte from `start` on that is not a decimal digit, or `count`.
    @inlinable
    @inline(__always)
    package func indexAfterDigits(from start: Int) -> Int {
        var index = start
        while hasEight(index) {
            let digitCount = ByteWord.digitCount(in: eightBytes(at: index))
            index &+= digitCount
            if digitCount < 8 { return index }
        }
        while has(index), isDigit(self[index]) { index &+= 1 }
        return index
    }

    /// The index of the first byte from `start` on that is not a blank, or `count`.
    package func indexAfterBlanks(from start: Int) -> Int {
        var index = start
        while has(index), Self.isBlank(self[index]) { index &+= 1 }
        return index
    }

    /// Whether a byte is a space, a tab or a line end.
    package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

    /// Whether a word begins at an index.
    package func has(_ word: StaticString, at start: Int) -> Bool {
        let length = word.utf8CodeUnitCount
        guard start >= 0, length <= count, start <= count &- length else { return false }
        return word.withUTF8Buffer { word in
            for offset in 0..<length where unsafe self[start &+ offset] != word[offset] {
                return false
            }
            return true
        }
    }

    /// Whether the byte order mark of UTF-8 is at the beginning.
    package var hasMark: Bool {
        count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF
    }
}

import FootingFormats

/// Eight bytes at a time: what stands in a word, told without looking at its bytes one by one.
enum ByteWord {
    static let ones: UInt64 = 0x0101_0101_0101_0101
    static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Marks the high bit of each byte of a word that is `byte`.
    ///
    /// The lowest mark is a true one, and there is none if there is no such byte. Above it, a mark
    /// can be false.
    @inline(__always)
    static func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
        let difference = word ^ (ones &* UInt64(byte))
        return (difference &- ones) & ~difference & highBits
    }

    /// The bytes of a word below its lowest mark.
    @inline(__always)
    static func below(_ marks: UInt64, in word: UInt64) -> UInt64 {
        word & ((marks & (0 &- marks)) >> 7 &- 1)
    }
}

extension ByteView {
    /// The index of the first `byte` at `start` or behind it, or `count`.
    @inline(__always)
    func index(of byte: UInt8, from start: Int) -> Int {
        index(of: byte, or: byte, from: start)
    }

    /// The index of the first of two bytes at `start` or behind it, or `count`.
    @inline(__always)
    func index(of first: UInt8, or second: UInt8, from start: Int) -> Int {
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

    /// Whether the mark of UTF-8 stands at the beginning.
    var hasMark: Bool { count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF }
}

extension [UInt8] {
    /// Whether a word stands at an index.
    @inline(never)
    func has(_ word: String, at start: Int) -> Bool {
        var index = start
        for byte in word.utf8 {
            guard index < count, self[index] == byte else { return false }
            index += 1
        }
        return true
    }

    /// Where a word stands that begins at `start` or behind it, or `nil`.
    func index(of word: String, from start: Int) -> Int? {
        let first = word.utf8.first
        return indices.dropFirst(start).first { self[$0] == first && has(word, at: $0) }
    }
}

extension String {
    /// The number that the text is in decimal digits, or `nil`.
    var decimalNumber: UInt64? {
        var number: UInt64 = 0
        for byte in utf8 {
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, carries) = product.addingReportingOverflow(UInt64(byte &- 0x30))
            guard byte &- 0x30 < 10, !isTooLarge, !carries else { return nil }
            number = sum
        }
        return isEmpty ? nil : number
    }
}

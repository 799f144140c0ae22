/// The UTF-8 of one or two characters, in one word.
struct ShortText: Equatable, Sendable {
    /// The bytes from the lowest on; the highest byte is their number.
    let word: UInt64

    /// U+FFFD, which replaces what can't be read.
    static let mark = ShortText(0xFFFD)

    init(word: UInt64, count: Int) {
        self.word = word | UInt64(count) << 56
    }

    /// The character of a number; U+FFFD for a number without a character.
    init(_ value: UInt32) {
        var (word, count): (UInt64, Int) = (0, 0)
        for byte in (Unicode.Scalar(value) ?? "\u{FFFD}").utf8 {
            word |= UInt64(byte) << UInt64(8 * count)
            count += 1
        }
        self.init(word: word, count: count)
    }

    var count: Int { Int(word >> 56) }

    subscript(index: Int) -> UInt8 { UInt8(truncatingIfNeeded: word >> UInt64(8 * index)) }

    func append(to bytes: inout [UInt8]) {
        for index in 0..<count { bytes.append(self[index]) }
    }
}

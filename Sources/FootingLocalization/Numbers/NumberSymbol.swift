/// A symbol of at most seven UTF-8 bytes in one word, which is copied without reference counting.
struct NumberSymbol: Sendable {
    /// The bytes, first byte lowest, and their number in the highest byte.
    let word: UInt64

    @inline(never)
    init(_ text: String) {
        var word: UInt64 = 0
        let bytes = text.utf8.prefix(7)
        for byte in bytes.reversed() { word = word << 8 | UInt64(byte) }
        self.word = word | UInt64(bytes.count) << 56
    }

    private init(word: UInt64) { self.word = word }

    @inline(__always)
    var count: Int { Int(truncatingIfNeeded: word >> 56) }

    static let blank = NumberSymbol(" ")
    static let zero = NumberSymbol("0")
    static let firstStrongIsolate = NumberSymbol("\u{2068}")
    static let popDirectionalIsolate = NumberSymbol("\u{2069}")

    /// The digit from 0 to 9 in the numbering system whose zero is this symbol.
    ///
    /// The ten digits never cross a boundary of 64 scalars, so they differ in the last byte only.
    @inline(__always)
    func digit(_ digit: UInt8) -> NumberSymbol {
        NumberSymbol(word: word &+ UInt64(digit) << UInt64(truncatingIfNeeded: 8 &* (count &- 1)))
    }

    /// Writes the bytes before the position `end`, where there must be room for them.
    @inline(__always)
    func write(to memory: UnsafeMutableBufferPointer<UInt8>, before end: Int) {
        if count == 1 {
            unsafe memory[end &- 1] = UInt8(truncatingIfNeeded: word)
            return
        }
        var (word, start) = (word, end &- count)
        while start < end {
            unsafe memory[start] = UInt8(truncatingIfNeeded: word)
            word >>= 8
            start &+= 1
        }
    }
}

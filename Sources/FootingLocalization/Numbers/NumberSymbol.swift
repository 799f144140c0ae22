/// A symbol of at most seven bytes of UTF-8 in one word, so that copying it counts no references.
struct NumberSymbol: Sendable {
    /// The bytes, the first one lowest, and above them how many there are.
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

    /// The digit, 0 to 9, of those that begin with this one: no ten digits cross a boundary of 64
    /// scalars, so each adds itself to the last byte.
    @inline(__always)
    func digit(_ digit: UInt8) -> NumberSymbol {
        NumberSymbol(word: word &+ UInt64(digit) << UInt64(truncatingIfNeeded: 8 &* (count &- 1)))
    }

    /// Writes the bytes so that they end before a position, which has room for them before it.
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

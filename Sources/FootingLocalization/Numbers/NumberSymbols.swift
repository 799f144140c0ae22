/// The number symbols and the grouping of a language.
struct NumberSymbols: Sendable {
    let decimal: Symbol
    let group: Symbol
    let minus: Symbol
    let plus: Symbol
    let zero: Symbol
    /// The sizes of the group before the decimal separator and of the other groups; 0 for none.
    let primaryGroup: Int
    let secondaryGroup: Int
    /// The minimum number of digits before the first separator; with fewer, none is written.
    let minimumGroupingDigits: Int

    /// Returns the symbols of a language, or ``plain`` if the table has no row for it.
    ///
    /// Regions of English and Spanish don't inherit the symbols of their language.
    ///
    /// - Complexity: O(*n*) in the length of the table.
    static func symbols(of language: LanguageTag) -> NumberSymbols {
        var names = language.truncations
        let isAmbiguous = ["en", "es"].contains(language.language)
        if isAmbiguous, language.region != nil { names.removeLast() }
        return LanguageTag.row(named: names, in: rows).map { NumberSymbols($0) }
            ?? .plain
    }

    private static let rows = NumberTable.rows.split(atByte: UInt8(ascii: "\n"))

    private init(_ row: String) {
        let fields = row.split(atByte: UInt8(ascii: "|"), keepingEmpty: true)
        func symbol(_ index: Int) -> Symbol { Symbol(fields[index]) }
        func number(_ index: Int) -> Int { Int(fields[index].decimalNumber ?? 0) }
        (decimal, group, minus) = (symbol(0), symbol(1), symbol(2))
        (plus, zero) = (symbol(3), symbol(4))
        (primaryGroup, secondaryGroup, minimumGroupingDigits) = (number(5), number(6), number(7))
    }

    /// The symbols of the locale C, without grouping.
    static let plain = NumberSymbols(".||-|+|0|0|0|1")

    /// The number of separators in `count` integer digits.
    @inline(__always)
    func separators(in count: Int) -> Int {
        guard primaryGroup > 0, count >= primaryGroup + minimumGroupingDigits else { return 0 }
        return (count - primaryGroup + secondaryGroup - 1) / secondaryGroup
    }

    /// Whether a separator precedes the last `remaining` of `count` integer digits.
    @inline(__always)
    func separates(remaining: Int, of count: Int) -> Bool {
        guard primaryGroup > 0, remaining >= primaryGroup, remaining < count,
            count >= primaryGroup + minimumGroupingDigits
        else { return false }
        return (remaining - primaryGroup) % secondaryGroup == 0
    }

    /// A symbol of at most seven UTF-8 bytes in one word, which is copied without reference
    /// counting.
    struct Symbol: Sendable {
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

        static let blank = Symbol(" ")
        static let zero = Symbol("0")
        static let firstStrongIsolate = Symbol("\u{2068}")
        static let popDirectionalIsolate = Symbol("\u{2069}")

        /// The digit from 0 to 9 in the numbering system whose zero is this symbol.
        ///
        /// The ten digits never cross a boundary of 64 scalars, so they differ in the last byte
        /// only.
        @inline(__always)
        func digit(_ digit: UInt8) -> Symbol {
            Symbol(word: word &+ UInt64(digit) << UInt64(truncatingIfNeeded: 8 &* (count &- 1)))
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
}

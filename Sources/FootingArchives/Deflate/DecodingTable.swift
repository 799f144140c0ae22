/// A table that finds a symbol of a Huffman code by the next bits of the input.
///
/// Codes that are longer than the main table's index continue in a subtable. An entry has these
/// bits:
///
///     31      the symbol is a literal
///     16–30   the literal, the base of a length or distance, or the index of a subtable
///     15      neither a literal nor a length or distance
///     14      with bit 15: a subtable
///     13      with bit 15: the end of the block
///     8–12    the length of the code; of a subtable, the bits of its index
///     0–5     the length of the code with its extra bits
struct DecodingTable: Sendable {
    private(set) var entries: [UInt32]
    /// The bits of the main table's index, fewer for short codes.
    private(set) var indexBits = 0
    private let maximumIndexBits: Int
    private let symbols: [UInt32]
    // Kept, so that a block allocates nothing: the numbers of codes by length, the position of the
    // first symbol of each length, and the entries of the symbols in the order of their codes.
    private var counts = [Int](repeating: 0, count: 16)
    private var starts = [Int](repeating: 0, count: 16)
    private var sorted = [UInt32](repeating: 0, count: 288)

    static let isLiteral: UInt32 = 1 << 31
    static let isSpecial: UInt32 = 1 << 15
    static let isSubtable: UInt32 = 1 << 14
    static let isEnd: UInt32 = 1 << 13
    /// A sequence of bits that is no code.
    private static let invalid = isSpecial | 1 << 8 | 1

    private init(symbols: [UInt32], indexBits: Int, entryCount: Int) {
        self.symbols = symbols
        maximumIndexBits = indexBits
        entries = [UInt32](repeating: Self.invalid, count: entryCount)
    }

    // The counts of entries are those of the main table, and of the subtables: a code is complete,
    // so each of these has at least two symbols.

    static var literalsAndLengths: Self {
        Self(
            symbols: DeflateSymbols.decodedLiteralsAndLengths,
            indexBits: 11,
            entryCount: 2_048 + 143 * 16
        )
    }

    static var distances: Self {
        Self(symbols: DeflateSymbols.decodedDistances, indexBits: 8, entryCount: 256 + 15 * 128)
    }

    static var codeLengths: Self {
        Self(symbols: DeflateSymbols.decodedCodeLengths, indexBits: 7, entryCount: 128)
    }

    /// The entry of the code that `bits` begin with.
    @inline(__always)
    func entry(for bits: UInt64) -> UInt32 {
        let entry = entries[Int(bits & (1 << UInt64(indexBits) &- 1))]
        guard entry & Self.isSubtable != 0 else { return entry }
        return entries[Self.index(inSubtable: entry, bits >> UInt64(indexBits))]
    }

    @inline(__always)
    static func index(inSubtable entry: UInt32, _ bits: UInt64) -> Int {
        Int(entry >> 16) &+ Int(bits & (1 &<< UInt64(entry >> 8 & 31) &- 1))
    }

    /// Makes the table for the code with these lengths of its symbols' codes, or returns false if
    /// there is no such code.
    ///
    /// A code may be incomplete only if it has one symbol, of one bit, or no symbol at all.
    mutating func build(from lengths: ArraySlice<UInt8>) -> Bool {
        for length in 0..<16 { counts[length] = 0 }
        for length in lengths { counts[Int(length & 15)] &+= 1 }
        counts[0] = 0
        guard let longest = counts.lastIndex(where: { $0 != 0 }) else {
            // A block of literals alone needs no code for distances.
            fill(with: Self.invalid, Self.invalid)
            return maximumIndexBits != 7
        }
        // Of all codes of a length, the shorter ones leave so many; this is never negative.
        var free = 1
        var first = 0
        for length in 1...longest {
            free = free &* 2 &- counts[length]
            guard free >= 0 else { return false }
            starts[length] = first
            first &+= counts[length]
        }
        for (symbol, length) in lengths.enumerated() where length != 0 {
            sorted[starts[Int(length)]] = symbols[symbol] &+ UInt32(length) &* 0x101
            starts[Int(length)] &+= 1
        }
        if free != 0 {
            guard longest == 1, maximumIndexBits != 7 else { return false }
            fill(with: sorted[0], Self.invalid)
            return true
        }
        fill(longest: longest)
        return true
    }

    private mutating func fill(with zero: UInt32, _ one: UInt32) {
        indexBits = 1
        entries[0] = zero
        entries[1] = one
    }

    /// Fills the table from the sorted symbols of a complete code.
    private mutating func fill(longest: Int) {
        let bits = min(longest, maximumIndexBits)
        indexBits = bits
        // The current code, with its first bit as the least significant one.
        var code = 0
        var next = 0
        var size = 1
        for length in 1...bits {
            // The entries of shorter codes are the same with a zero and with a one before them.
            for index in 0..<size { entries[size &+ index] = entries[index] }
            size &*= 2
            for _ in 0..<counts[length] {
                entries[code] = sorted[next]
                next &+= 1
                code = Self.successor(of: code, length: length)
            }
        }
        guard longest > bits else { return }
        // Longer codes with the same first bits have a subtable for the rest of their bits.
        let subtableBits = longest &- bits
        var subtable = size
        var prefix = -1
        for length in (bits &+ 1)...longest {
            for _ in 0..<counts[length] {
                if code & (size &- 1) != prefix {
                    if prefix >= 0 { subtable &+= 1 << subtableBits }
                    prefix = code & (size &- 1)
                    entries[prefix] =
                        Self.isSpecial | Self.isSubtable | UInt32(subtable) << 16
                        | UInt32(subtableBits) << 8 | UInt32(bits)
                }
                var index = code >> bits
                while index < 1 << subtableBits {
                    entries[subtable &+ index] = sorted[next]
                    index &+= 1 << (length &- bits)
                }
                next &+= 1
                code = Self.successor(of: code, length: length)
            }
        }
    }

    /// The next code of the same length, or zero after the last one.
    @inline(__always)
    private static func successor(of code: Int, length: Int) -> Int {
        // The zero nearest to the end becomes a one, and the ones after it become zeros.
        let zeros = ~code & (1 << length &- 1)
        guard zeros != 0 else { return 0 }
        let bit = 1 << (Int.bitWidth &- 1 &- zeros.leadingZeroBitCount)
        return code & (bit &- 1) | bit
    }
}

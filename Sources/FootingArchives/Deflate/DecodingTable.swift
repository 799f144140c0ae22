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
    static let isLiteral: UInt32 = 1 << 31
    static let isSpecial: UInt32 = 1 << 15
    static let isSubtable: UInt32 = 1 << 14
    static let isEnd: UInt32 = 1 << 13
    /// The memory that `build` needs: for numbers of each length, and for all symbols.
    static let memoryCount = 2 * 16 + 288
    /// Bits that are no code.
    private static let invalid = isSpecial | 1 << 8 | 1

    private(set) var entries: [UInt32]
    /// The bits of the main table's index, fewer for short codes.
    private(set) var indexBits = 1
    private let maximumIndexBits: Int
    /// The entries of all symbols, without the lengths of codes.
    private let symbols: [UInt32]

    /// Creates a table for a code of symbols, with room for all entries that `build` may make.
    init(_ symbols: [UInt32], indexBits: Int, entryCount: Int) {
        self.symbols = symbols
        maximumIndexBits = indexBits
        // Not filled: a code is looked up only in the entries that `build` made for all bits.
        entries = unsafe [UInt32](unsafeUninitializedCapacity: entryCount) { $1 = entryCount }
    }

    /// The entry of the code after `used` bits, or `nil` if the input ends inside it.
    @inline(__always)
    func next(in reader: inout BitReader, after used: UInt64 = 0) -> UInt32? {
        while true {
            let bits = reader.bits &>> used
            var entry = entries[Int(bits & (1 &<< UInt64(indexBits) &- 1))]
            if entry & Self.isSubtable != 0 {
                entry = entries[Self.index(inSubtable: entry, bits &>> UInt64(indexBits))]
            }
            if used &+ Self.codeLength(entry) <= reader.bitCount { return entry }
            guard reader.fetchByte() else { return nil }
        }
    }

    @inline(__always)
    static func codeLength(_ entry: UInt32) -> UInt64 { UInt64(entry >> 8 & 31) }

    @inline(__always)
    static func index(inSubtable entry: UInt32, _ bits: UInt64) -> Int {
        Int(entry >> 16) &+ Int(bits & (1 &<< codeLength(entry) &- 1))
    }

    /// Reads code lengths with this table, built from the code for lengths.
    func readLengths(
        in reader: inout BitReader,
        into lengths: inout [UInt8],
        at index: inout Int,
        upTo count: Int
    ) -> Inflater.Status? {
        var lengths = lengths.mutableSpan
        while index < count {
            guard let entry = next(in: &reader) else { return .needsInput }
            let used = UInt64(entry & 63)
            if entry & Self.isLiteral != 0 {
                lengths[index] = UInt8(truncatingIfNeeded: entry >> 16)
                index &+= 1
            } else {
                guard reader.fetch(used) else { return .needsInput }
                // The previous length has two extra bits, and the others repeat zeros.
                let repeatsPrevious = used &- Self.codeLength(entry) == 2
                let end = index &+ reader.value(of: entry, after: 0)
                guard end <= count, !repeatsPrevious || index > 0 else {
                    return reader.malformed("invalid repetition of a code length", after: used)
                }
                let length = repeatsPrevious ? lengths[index &- 1] : 0
                while index < end {
                    lengths[index] = length
                    index &+= 1
                }
            }
            reader.consume(used)
        }
        return nil
    }

    /// Fills the table for the code with these lengths, or returns false if there is no such code.
    ///
    /// A code may be incomplete only if it has one symbol, of one bit, or no symbol at all.
    ///
    /// The memory has at least `memoryCount` numbers, of any value.
    mutating func build(
        from lengths: [UInt8],
        in range: Range<Int>,
        using memory: inout [UInt16]
    ) -> Bool {
        // Spans, since an array checks at each write whether it is shared.
        var memory = memory.mutableSpan
        let lengths = lengths.span.extracting(range)
        let symbols = symbols
        // The numbers of codes of each length; the end of each length's symbols; all symbols.
        for index in 0..<16 { memory[index] = 0 }
        // Most symbols have no code; a dependent addition for each is avoided.
        for index in lengths.indices where lengths[index] > 0 {
            memory[Int(lengths[index] & 15)] &+= 1
        }
        // The codes of 15 bits that are not a continuation of a code.
        var (free, longest) = (1 << 15, 0)
        for length in 1...15 where memory[length] > 0 {
            free &-= Int(memory[length]) << (15 &- length)
            longest = length
        }
        guard free == 0 || free > 0 && longest <= 1 && maximumIndexBits != 7 else { return false }
        indexBits = min(max(longest, 1), maximumIndexBits)
        memory[17] = 32
        for length in 1..<15 { memory[17 &+ length] = memory[16 &+ length] &+ memory[length] }
        for symbol in lengths.indices where lengths[symbol] > 0 {
            let end = Int(lengths[symbol] & 15) &+ 16
            memory[Int(memory[end])] = UInt16(truncatingIfNeeded: symbol)
            memory[end] &+= 1
        }
        let indexBits = indexBits
        var entries = entries.mutableSpan
        (entries[0], entries[1]) = (Self.invalid, Self.invalid)
        var (code, position, prefix, start, end) = (0, 32, -1, 0, 1 << indexBits)
        for length in 1...max(longest, 1) {
            // The entries of shorter codes repeat with each further bit of the index.
            if length > 1, length <= indexBits { Self.double(&entries, 1 << (length &- 1)) }
            for _ in 0..<memory[length] {
                let symbol = Int(memory[position])
                let entry = symbols[symbol] &+ UInt32(length) &* 0x101
                let reversed = HuffmanCode.reversed(code, length)
                position &+= 1
                code &+= 1
                guard length > indexBits else {
                    entries[reversed] = entry
                    continue
                }
                let subtableBits = longest &- indexBits
                if reversed & (1 << indexBits &- 1) != prefix {
                    prefix = reversed & (1 << indexBits &- 1)
                    start = end
                    end &+= 1 << subtableBits
                    entries[prefix] =
                        Self.isSpecial | Self.isSubtable | UInt32(start) << 16
                        | UInt32(subtableBits) << 8 | UInt32(indexBits)
                }
                var index = start &+ reversed >> indexBits
                while index < end {
                    entries[index] = entry
                    index &+= 1 << (length &- indexBits)
                }
            }
            code <<= 1
        }
        return true
    }

    /// Copies the first entries behind themselves.
    private static func double(_ entries: inout MutableSpan<UInt32>, _ count: Int) {
        unsafe entries.withUnsafeMutableBufferPointer { entries in
            let (first, second) = unsafe (entries[..<count], entries[count..<2 &* count])
            _ = unsafe UnsafeMutableBufferPointer(rebasing: second)
                .update(fromContentsOf: UnsafeBufferPointer(rebasing: first))
        }
    }
}

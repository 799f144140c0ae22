import FootingBytes

/// The literals and matches of a block, until it is written.
struct DeflateBlock: ~Copyable {
    /// The number of literals and matches after which the mixture is checked.
    private static var checkInterval: Int { 512 }
    private static let fixedCode = HuffmanCode(lengths: DeflateSymbols.fixedLengths)
    private static let fixedDistances = HuffmanCode(lengths: DeflateSymbols.fixedDistanceLengths)

    let memory = DeflateMemory()
    var literalCount = 0
    var matchCount = 0
    /// The number of literals after the last match.
    var literalRun = 0
    /// The number of bytes that literals and matches stand for.
    var length = 0

    private var countedLiterals = 0
    private var countedMatches = 0
    private var literalFrequencies = [UInt32](repeating: 0, count: 286)
    private var distanceFrequencies = [UInt32](repeating: 0, count: 30)
    /// The mixture of literals, of eight kinds, and of short and long matches.
    private var mixture = [Int](repeating: 0, count: 10)

    init() {}

    /// Whether there might not be room until the next check, which comes after `checkInterval`
    /// literals and matches and one turn of the matcher, of fewer than 1,024 bytes.
    var isFull: Bool {
        literalCount > DeflateMemory.literalCount &- Self.checkInterval &- 1_024
            || matchCount > DeflateMemory.matchCount &- Self.checkInterval &- 1
    }

    /// The number of literals and matches from which the next check is due.
    var nextCheck: Int { countedLiterals &+ countedMatches &+ Self.checkInterval }
    var isCheckDue: Bool { literalCount &+ matchCount >= nextCheck }

    /// The number of different literals, without rare ones.
    var usedLiterals: Int {
        let rare = UInt32(truncatingIfNeeded: countedLiterals >> 10)
        return literalFrequencies[..<256].count { $0 > rare }
    }

    /// Counts the symbols since the last check, and returns whether they differ so much from those
    /// before that the block should end.
    mutating func check() -> Bool {
        let old = countedLiterals &+ countedMatches
        let new = literalCount &+ matchCount &- old
        let newMixture = count()
        var difference = 0
        for index in 0..<10 {
            difference &+= abs(mixture[index] &* new &- newMixture[index] &* old)
            mixture[index] &+= newMixture[index]
        }
        // A short block must differ more: its header costs as much as that of a long one.
        var limit = new &* old &* 2 / 5
        if old < 8_192 { limit &+= limit / 8_192 &* (8_192 &- old) }
        return old > 0 && difference >= limit
    }

    /// Counts the symbols since the last call, and returns their mixture.
    // The pointers are in bounds: the matcher wrote all literals and matches below their counts.
    private mutating func count() -> [Int] {
        var mixture = [Int](repeating: 0, count: 10)
        for index in countedLiterals..<literalCount {
            let literal = unsafe Int(memory.literals[index])
            literalFrequencies[literal] &+= 1
            mixture[literal >> 5] &+= 1
        }
        for index in countedMatches..<matchCount {
            let match = unsafe memory.matches[index]
            let length = Int(match.length)
            literalFrequencies[257 &+ Int(DeflateSymbols.lengthSymbols[length &- 3])] &+= 1
            let distance = DeflateSymbols.distanceIndex(Int(match.distance))
            distanceFrequencies[Int(DeflateSymbols.distanceSymbols[distance])] &+= 1
            mixture[length < 9 ? 8 : 9] &+= 1
        }
        (countedLiterals, countedMatches) = (literalCount, matchCount)
        return mixture
    }

    private mutating func reset() {
        (literalCount, matchCount, literalRun, length) = (0, 0, 0, 0)
        (countedLiterals, countedMatches) = (0, 0)
        for symbol in 0..<286 { literalFrequencies[symbol] = 0 }
        for symbol in 0..<30 { distanceFrequencies[symbol] = 0 }
        for index in 0..<10 { mixture[index] = 0 }
    }

    // MARK: Writing

    /// Writes the block as the smallest of stored, fixed and dynamic, and empties it.
    ///
    /// The source are its bytes, if they are at hand.
    mutating func write(_ source: ByteView?, isLast: Bool, to writer: inout BitWriter) {
        _ = count()
        literalFrequencies[DeflateSymbols.endOfBlock] = 1
        let literals = HuffmanCode(frequencies: literalFrequencies, maximumLength: 15)
        let distances = HuffmanCode(frequencies: distanceFrequencies, maximumLength: 15)
        let header = CodeLengths.header(literals.lengths, distances.lengths)
        let extraBits =
            Self.cost(literalFrequencies[257...], DeflateSymbols.lengthExtraBits)
            &+ Self.cost(distanceFrequencies[...], DeflateSymbols.distanceExtraBits)
        func bits(_ literals: HuffmanCode, _ distances: HuffmanCode) -> Int {
            extraBits &+ Self.cost(literalFrequencies[...], literals.lengths)
                &+ Self.cost(distanceFrequencies[...], distances.lengths)
        }
        let headerBits = header.reduce(3) { $0 &+ $1.bits }
        let dynamicBits = headerBits &+ bits(literals, distances)
        let fixedBits = 3 &+ bits(Self.fixedCode, Self.fixedDistances)
        let storedBits = 8 &* length &+ 40 &* (length / 65_535 &+ 1)
        if let source, storedBits < min(dynamicBits, fixedBits) {
            writer.writeStored(source, isLast: isLast)
        } else {
            writer.reserve(min(dynamicBits, fixedBits))
            writer.append(isLast ? 1 : 0, 1)
            if dynamicBits < fixedBits {
                writer.append(2, 2)
                for field in header { writer.append(field.value, field.bits) }
                writeSymbols(literals, distances, to: &writer)
            } else {
                writer.append(1, 2)
                writeSymbols(Self.fixedCode, Self.fixedDistances, to: &writer)
            }
        }
        reset()
    }

    private static func cost(_ frequencies: ArraySlice<UInt32>, _ lengths: [UInt8]) -> Int {
        zip(frequencies, lengths).reduce(0) { $0 &+ Int($1.0) &* Int($1.1) }
    }

    /// Writes all literals and matches, and the end of the block.
    // Pointers, because this runs for each symbol. All accesses are in bounds:
    // - `reserve` made room for all bits, and 24 bytes more; a word is stored at the position of
    //   the bits before it.
    // - There is a word for each byte and for each symbol of a length or distance.
    // - The literal runs of the matches, and the last one, add up to `literalCount`.
    private func writeSymbols(
        _ literalCode: HuffmanCode,
        _ distanceCode: HuffmanCode,
        to writer: inout BitWriter
    ) {
        let words = Self.words(literalCode, distanceCode)
        let lengthSymbols = DeflateSymbols.lengthSymbols
        let distanceSymbols = DeflateSymbols.distanceSymbols
        var (bits, bitCount) = (writer.bits, writer.bitCount)
        unsafe writer.output.withMemory { output, count in
            unsafe words.withUnsafeBufferPointer { words in
                let words = unsafe words.baseAddress.unsafelyUnwrapped
                let output = UnsafeMutableRawPointer(output)
                var target = unsafe output + count
                var literal = unsafe UnsafePointer(memory.literals)

                @inline(__always)
                func flush() {
                    unsafe target.storeBytes(of: bits.littleEndian, as: UInt64.self)
                    unsafe target += Int(bitCount >> 3)
                    bits = bits &>> (bitCount & 56)
                    bitCount &= 7
                }
                @inline(__always)
                func add(_ word: UInt64, extra: UInt64 = 0) {
                    bits |= (word & 0xFFFF | extra &<< (word >> 16 & 0xFF)) &<< bitCount
                    bitCount &+= word >> 24 & 0xFF
                }
                @inline(__always)
                func addLiterals(_ count: Int) {
                    let end = unsafe literal + count
                    // Three codes have at most 45 bits.
                    while unsafe end - literal >= 3 {
                        unsafe add(words[Int(literal[0])])
                        unsafe add(words[Int(literal[1])])
                        unsafe add(words[Int(literal[2])])
                        flush()
                        unsafe literal += 3
                    }
                    while unsafe literal < end {
                        unsafe add(words[Int(literal[0])])
                        unsafe literal += 1
                    }
                    flush()
                }
                for index in 0..<matchCount {
                    let match = unsafe memory.matches[index]
                    addLiterals(Int(match.literals))
                    let (length, distance) = (Int(match.length), Int(match.distance))
                    let lengthSymbol = Int(lengthSymbols[length &- 3])
                    let lengthWord = unsafe words[257 &+ lengthSymbol]
                    add(lengthWord, extra: UInt64(length) &- lengthWord >> 32)
                    let symbol = Int(distanceSymbols[DeflateSymbols.distanceIndex(distance)])
                    let word = unsafe words[Self.distanceWords &+ symbol]
                    add(word, extra: UInt64(distance) &- word >> 32)
                    flush()
                }
                addLiterals(literalRun)
                unsafe add(words[DeflateSymbols.endOfBlock])
                flush()
                count = unsafe target - output
            }
        }
        (writer.bits, writer.bitCount) = (bits, bitCount)
    }

    /// The words of all symbols; those of distances begin at `distanceWords`.
    ///
    /// A word has the code, from bit 16 on the number of its bits, from bit 24 on that with the
    /// extra bits, and from bit 32 on the value of a length or distance without them.
    private static func words(_ literals: HuffmanCode, _ distances: HuffmanCode) -> [UInt64] {
        var words: [UInt64] = []
        words.reserveCapacity(distanceWords + 30)
        func add(_ code: HuffmanCode, _ symbol: Int, _ base: Int = 0, _ extraBits: UInt8 = 0) {
            let length = UInt64(code.lengths[symbol])
            let bits = length << 16 | (length &+ UInt64(extraBits)) << 24
            words.append(UInt64(code.codes[symbol]) | bits | UInt64(base) << 32)
        }
        for literal in 0...DeflateSymbols.endOfBlock { add(literals, literal) }
        for (index, base) in DeflateSymbols.lengthBases.enumerated() {
            add(literals, 257 &+ index, base, DeflateSymbols.lengthExtraBits[index])
        }
        for (index, base) in DeflateSymbols.distanceBases.enumerated() {
            add(distances, index, base, DeflateSymbols.distanceExtraBits[index])
        }
        return words
    }

    private static let distanceWords = 286
}

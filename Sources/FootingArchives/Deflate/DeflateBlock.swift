import FootingBytes

/// The matches of a block, until it is written; its other bytes are literals.
struct DeflateBlock: Sendable {
    /// A match, after some literals.
    struct Match: Sendable {
        let literals: UInt32
        let length: UInt16
        let distance: UInt16
    }

    /// The number of literals and matches after which the mixture is checked.
    static let checkInterval = 512
    private static let matchCapacity = 16_384
    private static let fixedCode = HuffmanCode(lengths: DeflateSymbols.fixedLengths)
    private static let fixedDistances = HuffmanCode(lengths: DeflateSymbols.fixedDistanceLengths)

    private(set) var matches: [Match] = []
    /// The number of bytes that literals and matches stand for.
    var length = 0
    /// The number of literals and matches.
    var symbolCount = 0
    /// The number of literals after the last match.
    var literalRun = 0

    // The symbols that are counted, up to a position and a match.
    private var countedLength = 0
    private var countedSymbols = 0
    private var countedMatches = 0
    private var countedMatchEnd = 0
    private var literalFrequencies = [UInt32](repeating: 0, count: 286)
    private var distanceFrequencies = [UInt32](repeating: 0, count: 30)
    /// The mixture of literals, of eight kinds, and of short and long matches.
    private var mixture = [Int](repeating: 0, count: 10)

    init() {
        matches.reserveCapacity(Self.matchCapacity)
    }

    /// Whether there might not be room until the next check.
    var isFull: Bool { matches.count > Self.matchCapacity &- Self.checkInterval &- 1 }
    /// The number of literals and matches from which the next check is due.
    var nextCheck: Int { countedSymbols &+ Self.checkInterval }
    var isCheckDue: Bool { symbolCount >= nextCheck }

    /// The number of different literals, without rare ones.
    var usedLiterals: Int {
        let rare = UInt32(truncatingIfNeeded: countedSymbols >> 10)
        return literalFrequencies[..<256].count { $0 > rare }
    }

    /// Adds the match after the literals before it.
    @inline(__always)
    mutating func append(_ literals: Int, _ length: Int, _ distance: Int) {
        matches.append(
            Match(
                literals: UInt32(truncatingIfNeeded: literals),
                length: UInt16(truncatingIfNeeded: length),
                distance: UInt16(truncatingIfNeeded: distance)
            )
        )
    }

    /// Counts the symbols since the last check, and returns whether they differ so much from those
    /// before that the block should end.
    mutating func check(_ source: ByteView) -> Bool {
        let old = countedSymbols
        let new = symbolCount &- old
        let newMixture = count(source)
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
    private mutating func count(_ source: ByteView) -> [Int] {
        var mixture = [Int](repeating: 0, count: 10)
        func countLiterals(upTo end: Int) {
            while countedLength < end {
                let literal = Int(source[countedLength])
                literalFrequencies[literal] &+= 1
                mixture[literal >> 5] &+= 1
                countedLength &+= 1
            }
        }
        for match in matches[countedMatches...] {
            countLiterals(upTo: countedMatchEnd &+ Int(match.literals))
            let (length, distance) = (Int(match.length), Int(match.distance))
            literalFrequencies[257 &+ Int(DeflateSymbols.lengthSymbols[length &- 3])] &+= 1
            let symbol = DeflateSymbols.distanceSymbols[DeflateSymbols.distanceIndex(distance)]
            distanceFrequencies[Int(symbol)] &+= 1
            mixture[length < 9 ? 8 : 9] &+= 1
            countedLength &+= length
            countedMatchEnd = countedLength
        }
        countLiterals(upTo: length)
        (countedMatches, countedSymbols) = (matches.count, symbolCount)
        return mixture
    }

    private mutating func reset() {
        matches.removeAll(keepingCapacity: true)
        (length, symbolCount, literalRun) = (0, 0, 0)
        (countedLength, countedSymbols, countedMatches, countedMatchEnd) = (0, 0, 0, 0)
        for symbol in 0..<286 { literalFrequencies[symbol] = 0 }
        for symbol in 0..<30 { distanceFrequencies[symbol] = 0 }
        for index in 0..<10 { mixture[index] = 0 }
    }

    // MARK: Writing

    /// Writes the block as the smallest of stored, fixed and dynamic, and empties it.
    mutating func write(_ source: ByteView, isLast: Bool, to writer: inout BitWriter) {
        _ = count(source)
        literalFrequencies[DeflateSymbols.endOfBlock] = 1
        let literals = HuffmanCode(frequencies: literalFrequencies, maximumLength: 15)
        let distances = HuffmanCode(frequencies: distanceFrequencies, maximumLength: 15)
        let header = CodeLengths(literals.lengths, distances.lengths)
        let extraBits =
            Self.cost(literalFrequencies[257...], DeflateSymbols.lengthExtraBits)
            &+ Self.cost(distanceFrequencies[...], DeflateSymbols.distanceExtraBits)
        func bits(_ literals: HuffmanCode, _ distances: HuffmanCode) -> Int {
            extraBits &+ Self.cost(literalFrequencies[...], literals.lengths)
                &+ Self.cost(distanceFrequencies[...], distances.lengths)
        }
        let dynamicBits = header.bitCount &+ bits(literals, distances)
        let fixedBits = bits(Self.fixedCode, Self.fixedDistances)
        if 8 &* length &+ 40 &* (length / 65_535 &+ 1) < min(dynamicBits, fixedBits) {
            writer.writeStored(source, isLast: isLast)
        } else {
            writer.reserve(min(dynamicBits, fixedBits))
            writer.append(isLast ? 1 : 0, 1)
            if dynamicBits < fixedBits {
                writer.append(2, 2)
                header.write(to: &writer)
                writeSymbols(of: source, literals, distances, to: &writer)
            } else {
                writer.append(1, 2)
                writeSymbols(of: source, Self.fixedCode, Self.fixedDistances, to: &writer)
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
    // - The table has an entry for each byte, and for each length and distance, which the matcher
    //   limits to 3...258 and 1...32,768.
    // - The literals and matches, with the last run of literals, are the bytes of the source.
    private func writeSymbols(
        of source: ByteView,
        _ literalCode: HuffmanCode,
        _ distanceCode: HuffmanCode,
        to writer: inout BitWriter
    ) {
        precondition(countedLength == source.count && countedMatchEnd &+ literalRun == countedLength)
        let words = Self.words(literalCode, distanceCode)
        var (bits, bitCount) = (writer.bits, writer.bitCount)
        unsafe source.withBytes { source in
            unsafe writer.output.withMemory { memory, count in
                unsafe words.withUnsafeBufferPointer { words in
                    let words = unsafe words.baseAddress.unsafelyUnwrapped
                    let memory = UnsafeMutableRawPointer(memory)
                    var target = unsafe memory + count
                    var position = 0

                    @inline(__always)
                    func flush() {
                        unsafe target.storeBytes(of: bits.littleEndian, as: UInt64.self)
                        unsafe target += Int(bitCount >> 3)
                        bits = bits &>> (bitCount & 56)
                        bitCount &= 7
                    }
                    @inline(__always)
                    func add(_ index: Int) {
                        let word = unsafe words[index]
                        bits |= (word & 0xFF_FFFF) &<< bitCount
                        bitCount &+= word >> 24
                    }
                    @inline(__always)
                    func addLiterals(_ count: Int) {
                        let end = position &+ count
                        // Three codes have at most 45 bits.
                        while end &- position >= 3 {
                            for offset in 0..<3 { unsafe add(Int(source[position &+ offset])) }
                            flush()
                            position &+= 3
                        }
                        while position < end {
                            unsafe add(Int(source[position]))
                            position &+= 1
                        }
                        flush()
                    }
                    for match in matches {
                        addLiterals(Int(match.literals))
                        add(253 &+ Int(match.length))
                        let distance = Int(match.distance)
                        let word = unsafe words[512 &+ DeflateSymbols.distanceIndex(distance)]
                        bits |= (word & 0xFFFF) &<< bitCount
                        let extra = UInt64(distance) &- word >> 32
                        bits |= extra &<< (bitCount &+ (word >> 16 & 0xFF))
                        bitCount &+= word >> 24 & 0xFF
                        flush()
                        position &+= Int(match.length)
                    }
                    addLiterals(literalRun)
                    add(1_024)
                    flush()
                    count = unsafe target - memory
                }
            }
        }
        (writer.bits, writer.bitCount) = (bits, bitCount)
    }

    /// The words of all literals, lengths and distances, and of the end of the block.
    ///
    /// A word of a literal or a length has its code with all extra bits, and from bit 24 on the
    /// number of these bits. One of a distance has the code, from bit 16 on the number of its bits,
    /// from bit 24 on that with the extra bits, and from bit 32 on the base.
    private static func words(_ literals: HuffmanCode, _ distances: HuffmanCode) -> [UInt64] {
        func word(_ symbol: Int) -> UInt64 {
            UInt64(literals.codes[symbol]) | UInt64(literals.lengths[symbol]) << 24
        }
        var words: [UInt64] = []
        words.reserveCapacity(1_025)
        for literal in 0..<256 { words.append(word(literal)) }
        for length in 0..<256 {
            let symbol = Int(DeflateSymbols.lengthSymbols[length])
            let code = word(257 &+ symbol)
            let extra = UInt64(length &+ 3 &- DeflateSymbols.lengthBases[symbol])
            let extraBits = UInt64(DeflateSymbols.lengthExtraBits[symbol])
            words.append((code | extra &<< (code >> 24)) &+ extraBits << 24)
        }
        for symbol in DeflateSymbols.distanceSymbols {
            let symbol = Int(symbol)
            let length = UInt64(distances.lengths[symbol])
            let allBits = length &+ UInt64(DeflateSymbols.distanceExtraBits[symbol])
            let base = UInt64(DeflateSymbols.distanceBases[symbol])
            words.append(UInt64(distances.codes[symbol]) | length << 16 | allBits << 24 | base << 32)
        }
        words.append(word(DeflateSymbols.endOfBlock))
        return words
    }
}

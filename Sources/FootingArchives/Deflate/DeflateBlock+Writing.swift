import FootingBytes

extension DeflateBlock {
    /// Writes the block as the smallest of stored, fixed and dynamic, and empties it.
    ///
    /// The source are its bytes, if they are at hand.
    mutating func write(_ source: ByteView?, isLast: Bool, to writer: inout BitWriter) {
        let extraBits = countSymbols()
        literalCode.build(from: literalFrequencies)
        distanceCode.build(from: distanceFrequencies)
        let header = CodeLengths(literalCode.lengths, distanceCode.lengths)
        let dynamicBits =
            header.bitCount &+ extraBits
            &+ Self.cost(literalFrequencies, literalCode.lengths)
            &+ Self.cost(distanceFrequencies, distanceCode.lengths)
        let fixedBits =
            extraBits
            &+ Self.cost(literalFrequencies, DeflateSymbols.fixedLengths)
            &+ Self.cost(distanceFrequencies, DeflateSymbols.fixedDistanceLengths)
        let storedBits = source.map { $0.count &* 8 &+ 40 &* ($0.count / 65_535 &+ 1) } ?? .max
        let bitCount = min(dynamicBits, fixedBits)
        if let source, storedBits < bitCount {
            writer.writeStored(source, isLast: isLast)
        } else {
            writer.reserve(bitCount)
            writer.append(isLast ? 1 : 0, 1)
            if dynamicBits < fixedBits {
                writer.append(2, 2)
                header.write(to: &writer)
                writeSymbols(literalCode, distanceCode, to: &writer)
            } else {
                writer.append(1, 2)
                writeSymbols(Self.fixedLiteralCode, Self.fixedDistanceCode, to: &writer)
            }
        }
        reset()
    }

    private static let fixedLiteralCode = HuffmanCode(lengths: DeflateSymbols.fixedLengths)
    private static let fixedDistanceCode = HuffmanCode(lengths: DeflateSymbols.fixedDistanceLengths)

    /// Counts how often each symbol occurs, and returns the number of all extra bits.
    private mutating func countSymbols() -> Int {
        for symbol in 0..<distanceFrequencies.count { distanceFrequencies[symbol] = 0 }
        literalFrequencies[DeflateSymbols.endOfBlock] = 1
        // The literals before were counted by the checks.
        for index in checkedLiterals..<literalCount {
            literalFrequencies[unsafe Int(memory.literals[index])] &+= 1
        }
        for index in 0..<matchCount {
            let match = unsafe self.memory.matches[index]
            let length = Int(match >> 16 & 0xFFFF)
            let distance = Int(match & 0xFFFF)
            literalFrequencies[257 &+ Int(DeflateSymbols.lengthSymbols[length &- 3])] &+= 1
            let symbol = DeflateSymbols.distanceSymbols[DeflateSymbols.distanceIndex(distance)]
            distanceFrequencies[Int(symbol)] &+= 1
        }
        var bits = 0
        for (symbol, extra) in DeflateSymbols.lengthExtraBits.enumerated() {
            bits &+= Int(extra) &* Int(literalFrequencies[257 &+ symbol])
        }
        for (symbol, extra) in DeflateSymbols.distanceExtraBits.enumerated() {
            bits &+= Int(extra) &* Int(distanceFrequencies[symbol])
        }
        return bits
    }

    private static func cost(_ frequencies: [UInt32], _ lengths: [UInt8]) -> Int {
        zip(frequencies, lengths).reduce(0) { $0 &+ Int($1.0) &* Int($1.1) }
    }

    /// Writes all literals and matches, and the end of the block.
    // Pointers, because this runs for each symbol. All accesses are in bounds:
    // - `reserve` made room for all bits, and 24 bytes more; a word is stored at the position of
    //   the bits before it.
    // - The table has an entry for each byte, and for each length and distance, which the matchers
    //   limit to 3...258 and 1...32,768.
    // - The literal runs of the matches, and the last one, add up to `literalCount`.
    private func writeSymbols(
        _ literalCode: HuffmanCode,
        _ distanceCode: HuffmanCode,
        to writer: inout BitWriter
    ) {
        let words = Self.words(literalCode, distanceCode)
        let end = words[256 + 256 + 512]
        var bits = writer.bits
        var bitCount = writer.bitCount
        unsafe writer.output.withMemory { memory, count in
            unsafe words.withUnsafeBufferPointer { words in
                let words = unsafe words.baseAddress.unsafelyUnwrapped
                var target = unsafe UnsafeMutableRawPointer(memory + count)
                var literal = unsafe UnsafePointer(self.memory.literals)

                @inline(__always)
                func flush() {
                    unsafe target.storeBytes(of: bits.littleEndian, as: UInt64.self)
                    unsafe target += Int(bitCount >> 3)
                    bits = bits &>> (bitCount & 56)
                    bitCount &= 7
                }
                @inline(__always)
                func add(_ word: UInt64) {
                    bits |= (word & 0xFF_FFFF) &<< bitCount
                    bitCount &+= word >> 24
                }
                @inline(__always)
                func addLiterals(_ count: Int) {
                    var count = count
                    // Three codes have at most 45 bits.
                    while count >= 3 {
                        unsafe add(words[Int(literal[0])])
                        unsafe add(words[Int(literal[1])])
                        unsafe add(words[Int(literal[2])])
                        flush()
                        unsafe literal += 3
                        count &-= 3
                    }
                    while count > 0 {
                        unsafe add(words[Int(literal[0])])
                        unsafe literal += 1
                        count &-= 1
                    }
                    flush()
                }
                for index in 0..<matchCount {
                    let match = unsafe self.memory.matches[index]
                    addLiterals(Int(match >> 32))
                    unsafe add(words[256 &+ Int(match >> 16 & 0xFFFF) &- 3])
                    let distance = match & 0xFFFF
                    let word = unsafe words[512 &+ DeflateSymbols.distanceIndex(Int(distance))]
                    bits |= (word & 0xFFFF) &<< bitCount
                    bits |= (distance &- word >> 32) &<< (bitCount &+ (word >> 16 & 0xFF))
                    bitCount &+= word >> 24 & 0xFF
                    flush()
                }
                addLiterals(literalRun)
                add(end)
                flush()
                count = unsafe target - UnsafeMutableRawPointer(memory)
            }
        }
        writer.bits = bits
        writer.bitCount = bitCount
    }

    /// The words of all literals, lengths and distances, and of the end of the block.
    ///
    /// A word of a literal or a length has its code with all extra bits, and from bit 24 on the
    /// number of these bits. One of a distance has the code, from bit 16 on the number of its bits,
    /// from bit 24 on that with the extra bits, and from bit 32 on the base.
    private static func words(
        _ literalCode: HuffmanCode,
        _ distanceCode: HuffmanCode
    ) -> [UInt64] {
        func word(_ symbol: Int) -> UInt64 {
            UInt64(literalCode.codes[symbol]) | UInt64(literalCode.lengths[symbol]) << 24
        }
        var words: [UInt64] = []
        words.reserveCapacity(1_025)
        for literal in 0..<256 { words.append(word(literal)) }
        for length in 0..<256 {
            let symbol = Int(DeflateSymbols.lengthSymbols[length])
            let code = word(257 &+ symbol)
            let extra = UInt64(length &+ 3 &- Int(DeflateSymbols.lengthBases[symbol]))
            let extraBits = UInt64(DeflateSymbols.lengthExtraBits[symbol])
            words.append((code | extra &<< (code >> 24)) &+ extraBits << 24)
        }
        for symbol in DeflateSymbols.distanceSymbols {
            let symbol = Int(symbol)
            let length = UInt64(distanceCode.lengths[symbol])
            let code = UInt64(distanceCode.codes[symbol]) | length << 16
            let extraBits = UInt64(DeflateSymbols.distanceExtraBits[symbol])
            words.append(
                code | (length &+ extraBits) << 24
                    | UInt64(DeflateSymbols.distanceBases[symbol]) << 32
            )
        }
        words.append(word(DeflateSymbols.endOfBlock))
        return words
    }
}

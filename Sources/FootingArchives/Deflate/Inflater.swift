import FootingBytes

/// Decodes raw deflate (RFC 1951), from input that may be cut anywhere.
///
/// A symbol is consumed only once all its bits are there (at most 48 for a match), so there is no
/// state within one, and cut input is decoded like whole input.
struct Inflater: ~Copyable {
    enum Status: Sendable {
        /// All input is consumed.
        case needsInput
        /// The output has reached the end that was given: it must be taken out, or grow.
        case needsRoom
        /// The stream has ended, and the rest of the input does not belong to it.
        case finished
        case failed(ArchiveError)
    }

    private enum Phase: Sendable {
        case blockHeader, storedHeader, stored, dynamicHeader, codeLengthLengths, codeLengths
        case symbols, finished
    }

    var reader = BitReader()
    var output = OutputBuffer()
    // A code with subtables is complete, so each subtable has at least two symbols.
    var literals = DecodingTable(
        DeflateSymbols.decodedLiterals,
        indexBits: 11,
        entryCount: 2_048 + 143 * 16
    )
    var distances = DecodingTable(
        DeflateSymbols.decodedDistances,
        indexBits: 8,
        entryCount: 256 + 15 * 128
    )
    private var codeLengths = DecodingTable(
        DeflateSymbols.decodedCodeLengths,
        indexBits: 7,
        entryCount: 128
    )
    private var phase = Phase.blockHeader
    private var isLastBlock = false
    /// The rest of a stored block, or of a match for which there was no room.
    private var remaining = 0
    private var distance = 0
    /// Whether the tables are those of the fixed codes: a block of these may have only 10 bits.
    private var hasFixedCodes = false
    // Of a block with codes of its own.
    private var literalCount = 0
    private var lengthCount = 0
    private var orderCount = 0
    private var index = 0
    private var lengths = [UInt8](repeating: 0, count: 320)
    private var memory = [UInt16](repeating: 0, count: DecodingTable.memoryCount)

    init() {}

    /// Begins another stream, whose matches do not refer to the output so far.
    mutating func restart() {
        (phase, isLastBlock) = (.blockHeader, false)
        output.historyStart = output.count
    }

    /// Begins contents that are not compressed.
    mutating func beginStored(_ count: Int) {
        (phase, remaining, isLastBlock) = (.stored, count, true)
    }

    /// Decodes input until it is used up, or the output has reached `end`.
    ///
    /// How the input is cut changes neither the output nor what is consumed of the input when the
    /// output reaches an end.
    mutating func decode(upTo end: Int) -> Status {
        precondition(output.count < end && end <= output.capacity)
        while true {
            let status =
                switch phase {
                case .blockHeader: beginBlock()
                case .storedHeader: beginStoredBlock()
                case .stored: copyStored(upTo: end)
                case .dynamicHeader: beginDynamicBlock()
                case .codeLengthLengths: readCodeLengthLengths()
                case .codeLengths: readCodeLengths()
                case .symbols: decodeSymbols(upTo: end)
                case .finished: Status.finished
                }
            if let status { return status }
        }
    }

    // MARK: Headers of blocks

    private mutating func beginBlock() -> Status? {
        guard !isLastBlock else {
            // The rest of the last byte is padding.
            reader.consume(reader.bitCount)
            phase = .finished
            return .finished
        }
        guard reader.fetch(3) else { return .needsInput }
        switch reader.value(2, after: 1) {
        case 0:
            phase = .storedHeader
        case 1:
            if !hasFixedCodes {
                let fixed = (DeflateSymbols.fixedLengths, DeflateSymbols.fixedDistanceLengths)
                _ = literals.build(from: fixed.0, in: 0..<288, using: &memory)
                _ = distances.build(from: fixed.1, in: 0..<32, using: &memory)
                hasFixedCodes = true
            }
            phase = .symbols
        case 2:
            phase = .dynamicHeader
        default:
            return reader.malformed("invalid block type 3", after: 3)
        }
        isLastBlock = reader.bits & 1 == 1
        reader.consume(3)
        return nil
    }

    private mutating func beginStoredBlock() -> Status? {
        // The block begins with a byte. A repeated call drops nothing more.
        reader.consume(reader.bitCount & 7)
        guard reader.fetch(32) else { return .needsInput }
        remaining = reader.value(16)
        guard remaining ^ reader.value(16, after: 16) == 0xFFFF else {
            return reader.malformed("the two lengths of a stored block disagree", after: 32)
        }
        reader.consume(32)
        phase = .stored
        return nil
    }

    private mutating func copyStored(upTo end: Int) -> Status? {
        let available = reader.chunk.count &- reader.position
        let length = min(remaining, available, end &- output.count)
        output.append(reader.chunk.slice(from: reader.position, count: length))
        reader.position &+= length
        remaining &-= length
        if remaining == 0 { phase = .blockHeader }
        if output.count == end { return .needsRoom }
        return remaining == 0 ? nil : .needsInput
    }

    private mutating func beginDynamicBlock() -> Status? {
        guard reader.fetch(14) else { return .needsInput }
        literalCount = reader.value(5) &+ 257
        lengthCount = literalCount &+ reader.value(5, after: 5) &+ 1
        orderCount = reader.value(4, after: 10) &+ 4
        guard literalCount <= 286, lengthCount &- literalCount <= 30 else {
            return reader.malformed("too many symbols in a block", after: 14)
        }
        reader.consume(14)
        index = 0
        for index in 0..<19 { lengths[index] = 0 }
        phase = .codeLengthLengths
        return nil
    }

    private mutating func readCodeLengthLengths() -> Status? {
        while index < orderCount {
            guard reader.fetch(3) else { return .needsInput }
            lengths[DeflateSymbols.codeLengthOrder[index]] = UInt8(reader.value(3))
            index &+= 1
            if index == orderCount, !codeLengths.build(from: lengths, in: 0..<19, using: &memory) {
                return reader.malformed("invalid Huffman code", after: 3)
            }
            reader.consume(3)
        }
        index = 0
        phase = .codeLengths
        return nil
    }

    private mutating func readCodeLengths() -> Status? {
        let status = codeLengths.readLengths(
            in: &reader,
            into: &lengths,
            at: &index,
            upTo: lengthCount
        )
        if let status { return status }
        guard lengths[DeflateSymbols.endOfBlock] != 0 else {
            return reader.malformed("no code for the end of the block", after: 0)
        }
        hasFixedCodes = false
        let (first, second) = (0..<literalCount, literalCount..<lengthCount)
        guard literals.build(from: lengths, in: first, using: &memory),
            distances.build(from: lengths, in: second, using: &memory)
        else { return reader.malformed("invalid Huffman code", after: 0) }
        phase = .symbols
        return nil
    }

    // MARK: Symbols

    /// Decodes literals and matches, many at a time where there is enough of input and room.
    private mutating func decodeSymbols(upTo end: Int) -> Status? {
        while true {
            let copied = min(remaining, end &- output.count)
            output.copy(distance: distance, length: copied)
            remaining &-= copied
            decodeQuickly(upTo: end)
            guard output.count < end else { return .needsRoom }
            guard let entry = literals.next(in: &reader) else { return .needsInput }
            let length = DecodingTable.codeLength(entry)
            if entry & DecodingTable.isLiteral != 0 {
                output.append(UInt8(truncatingIfNeeded: entry >> 16))
                reader.consume(length)
                continue
            }
            guard entry & DecodingTable.isSpecial == 0 else {
                guard entry & DecodingTable.isEnd != 0 else {
                    return reader.malformed("invalid symbol", after: length)
                }
                reader.consume(length)
                phase = .blockHeader
                return nil
            }
            let used = UInt64(entry & 63)
            guard reader.fetch(used), let other = distances.next(in: &reader, after: used) else {
                return .needsInput
            }
            guard other & DecodingTable.isSpecial == 0 else {
                let used = used &+ DecodingTable.codeLength(other)
                return reader.malformed("invalid symbol", after: used)
            }
            let usedByBoth = used &+ UInt64(other & 63)
            guard reader.fetch(usedByBoth) else { return .needsInput }
            distance = reader.value(of: other, after: used)
            guard distance <= output.count &- output.historyStart else {
                let reason = "a match reaches before the start of the output"
                return reader.malformed(reason, after: usedByBoth)
            }
            remaining = reader.value(of: entry, after: 0)
            reader.consume(usedByBoth)
        }
    }
}

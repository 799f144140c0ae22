import FootingBytes

/// Decodes raw deflate (RFC 1951), from input that may be cut anywhere.
///
/// A symbol is consumed only once all its bits are there (at most 48 for a match), so there is no
/// state within one, and cut input is decoded like whole input.
struct Inflater: ~Copyable, Sendable {
    enum Status: Sendable {
        /// All input is consumed.
        case needsInput
        /// The output has reached the end that was given.
        case needsRoom
        case finished
        case failed(Fault)
    }

    /// A place at which the input is malformed.
    struct Fault: Sendable {
        enum Reason: Sendable {
            case blockType, storedLength, symbolCount, code, repetition, missingEnd, symbol
            case distance
        }

        let reason: Reason
        /// The distance from the end of the consumed input back to the byte with the fault.
        let distanceFromEnd: Int
    }

    private enum Phase: Sendable {
        case blockHeader, storedHeader, stored, dynamicHeader, codeLengthLengths, codeLengths
        case symbols, finished
    }

    /// Bits of the input that are not consumed, the next one first; zeros above `bitCount`.
    var bits: UInt64 = 0
    /// Below 8 between two symbols, unless a chunk ended inside a symbol.
    var bitCount: UInt64 = 0
    var literals = DecodingTable.literalsAndLengths
    var distances = DecodingTable.distances
    private var codeLengths = DecodingTable.codeLengths
    private var phase = Phase.blockHeader
    private var isLastBlock = false
    private var hasFixedTables = false
    /// The rest of a stored block, or of a match for which there was no room.
    private var remaining = 0
    private var distance = 0
    // Of a block with codes of its own.
    private var literalCount = 0
    private var lengthCount = 0
    private var orderCount = 0
    private var index = 0
    private var lengths = [UInt8](repeating: 0, count: 320)

    init() {}

    /// Begins another stream.
    mutating func restart() {
        (bits, bitCount) = (0, 0)
        (phase, isLastBlock, remaining) = (.blockHeader, false, 0)
    }

    /// Decodes input from `position` on, until it is used up, or the output has reached `end`.
    ///
    /// How the input is cut changes neither the output nor what is consumed of the input when the
    /// output reaches an end.
    mutating func decode(
        _ input: ByteView,
        at position: inout Int,
        into output: inout OutputBuffer,
        upTo end: Int
    ) -> Status {
        precondition(output.count < end && end <= output.capacity)
        while true {
            let status =
                switch phase {
                case .blockHeader: beginBlock(input, &position)
                case .storedHeader: beginStoredBlock(input, &position)
                case .stored: copyStored(input, &position, &output, end)
                case .dynamicHeader: beginDynamicBlock(input, &position)
                case .codeLengthLengths: readCodeLengthLengths(input, &position)
                case .codeLengths: readCodeLengths(input, &position)
                case .symbols: decodeSymbols(input, &position, &output, end)
                case .finished: Status.finished
                }
            if let status { return status }
        }
    }

    /// The status of a fault at the last of `used` bits.
    private func failed(_ reason: Fault.Reason, after used: UInt64) -> Status {
        .failed(Fault(reason: reason, distanceFromEnd: Int((bitCount &- used) >> 3) &+ 1))
    }

    // MARK: Bits

    /// Makes sure of `count` bits, at most 56, or returns false if the input ends before.
    @inline(__always)
    private mutating func fetch(_ count: UInt64, _ input: ByteView, _ position: inout Int) -> Bool {
        while bitCount < count {
            guard fetchByte(input, &position) else { return false }
        }
        return true
    }

    @inline(__always)
    private mutating func fetchByte(_ input: ByteView, _ position: inout Int) -> Bool {
        guard input.has(position) else { return false }
        bits |= UInt64(input[position]) &<< bitCount
        position &+= 1
        bitCount &+= 8
        return true
    }

    @inline(__always)
    private mutating func consume(_ count: UInt64) {
        bits = bits &>> count
        bitCount &-= count
    }

    @inline(__always)
    private func value(_ count: UInt64, after used: UInt64 = 0) -> Int {
        Int(bits &>> used & (1 &<< count &- 1))
    }

    // MARK: Headers of blocks

    private mutating func beginBlock(_ input: ByteView, _ position: inout Int) -> Status? {
        guard !isLastBlock else {
            // The rest of the last byte is padding.
            bits = 0
            bitCount = 0
            phase = .finished
            return .finished
        }
        guard fetch(3, input, &position) else { return .needsInput }
        switch value(2, after: 1) {
        case 0:
            phase = .storedHeader
        case 1:
            if !hasFixedTables {
                _ = literals.build(from: DeflateSymbols.fixedLengths[...])
                _ = distances.build(from: DeflateSymbols.fixedDistanceLengths[...])
                hasFixedTables = true
            }
            phase = .symbols
        case 2:
            phase = .dynamicHeader
        default:
            return failed(.blockType, after: 3)
        }
        isLastBlock = bits & 1 == 1
        consume(3)
        return nil
    }

    private mutating func beginStoredBlock(_ input: ByteView, _ position: inout Int) -> Status? {
        // The block begins with a byte. What is dropped twice is nothing the second time.
        consume(bitCount & 7)
        guard fetch(32, input, &position) else { return .needsInput }
        guard value(16) ^ value(16, after: 16) == 0xFFFF else {
            return failed(.storedLength, after: 32)
        }
        remaining = value(16)
        consume(32)
        phase = .stored
        return nil
    }

    private mutating func copyStored(
        _ input: ByteView,
        _ position: inout Int,
        _ output: inout OutputBuffer,
        _ end: Int
    ) -> Status? {
        let length = min(remaining, input.count &- position, end &- output.count)
        output.append(input.slice(from: position, count: length))
        position &+= length
        remaining &-= length
        if remaining == 0 { phase = .blockHeader }
        if output.count == end { return .needsRoom }
        return remaining == 0 ? nil : .needsInput
    }

    private mutating func beginDynamicBlock(_ input: ByteView, _ position: inout Int) -> Status? {
        guard fetch(14, input, &position) else { return .needsInput }
        literalCount = value(5) &+ 257
        lengthCount = literalCount &+ value(5, after: 5) &+ 1
        orderCount = value(4, after: 10) &+ 4
        guard literalCount <= 286, lengthCount &- literalCount <= 30 else {
            return failed(.symbolCount, after: 14)
        }
        consume(14)
        hasFixedTables = false
        index = 0
        for index in 0..<19 { lengths[index] = 0 }
        phase = .codeLengthLengths
        return nil
    }

    private mutating func readCodeLengthLengths(
        _ input: ByteView,
        _ position: inout Int
    ) -> Status? {
        while index < orderCount {
            guard fetch(3, input, &position) else { return .needsInput }
            lengths[DeflateSymbols.codeLengthOrder[index]] = UInt8(value(3))
            index &+= 1
            if index == orderCount, !codeLengths.build(from: lengths[..<19]) {
                return failed(.code, after: 3)
            }
            consume(3)
        }
        index = 0
        phase = .codeLengths
        return nil
    }

    private mutating func readCodeLengths(_ input: ByteView, _ position: inout Int) -> Status? {
        while index < lengthCount {
            var entry = codeLengths.entry(for: bits)
            while UInt64(entry & 63) > bitCount {
                guard fetchByte(input, &position) else { return .needsInput }
                entry = codeLengths.entry(for: bits)
            }
            let length = UInt64(entry & 63)
            let symbol = Int(entry >> 16)
            var used = length
            if symbol < 16 {
                lengths[index] = UInt8(symbol)
                index &+= 1
            } else {
                let extra: UInt64 = symbol == 16 ? 2 : symbol == 17 ? 3 : 7
                used &+= extra
                guard fetch(used, input, &position) else { return .needsInput }
                let count = value(extra, after: length) &+ (symbol == 18 ? 11 : 3)
                guard count <= lengthCount &- index, symbol != 16 || index > 0 else {
                    return failed(.repetition, after: used)
                }
                let repeated = symbol == 16 ? lengths[index &- 1] : 0
                for _ in 0..<count {
                    lengths[index] = repeated
                    index &+= 1
                }
            }
            if index == lengthCount {
                guard lengths[DeflateSymbols.endOfBlock] != 0 else {
                    return failed(.missingEnd, after: used)
                }
                guard literals.build(from: lengths[..<literalCount]),
                    distances.build(from: lengths[literalCount..<lengthCount])
                else { return failed(.code, after: used) }
            }
            consume(used)
        }
        phase = .symbols
        return nil
    }

    // MARK: Symbols

    /// Decodes literals and matches, many at a time where there is enough of input and room.
    private mutating func decodeSymbols(
        _ input: ByteView,
        _ position: inout Int,
        _ output: inout OutputBuffer,
        _ end: Int
    ) -> Status? {
        while true {
            if remaining > 0 {
                let length = min(remaining, end &- output.count)
                output.copy(distance: distance, length: length)
                remaining &-= length
                if output.count == end { return .needsRoom }
            }
            if input.count &- position >= Self.quickInput, end &- output.count >= Self.quickRoom {
                decodeQuickly(input, &position, &output, end)
            }
            var entry = literals.entry(for: bits)
            while UInt64(entry >> 8 & 31) > bitCount {
                guard fetchByte(input, &position) else { return .needsInput }
                entry = literals.entry(for: bits)
            }
            if entry & DecodingTable.isLiteral != 0 {
                output.append(UInt8(truncatingIfNeeded: entry >> 16))
                consume(UInt64(entry & 63))
                if output.count == end { return .needsRoom }
                continue
            }
            if entry & DecodingTable.isSpecial != 0 {
                guard entry & DecodingTable.isEnd != 0 else {
                    return failed(.symbol, after: UInt64(entry >> 8 & 31))
                }
                consume(UInt64(entry & 63))
                phase = .blockHeader
                return nil
            }
            let history = output.count &- output.historyStart
            if let status = decodeMatch(entry, input, &position, history) { return status }
        }
    }

    private mutating func decodeMatch(
        _ entry: UInt32,
        _ input: ByteView,
        _ position: inout Int,
        _ history: Int
    ) -> Status? {
        let used = UInt64(entry & 63)
        guard fetch(used, input, &position) else { return .needsInput }
        var other = distances.entry(for: bits &>> used)
        while used &+ UInt64(other >> 8 & 31) > bitCount {
            guard fetchByte(input, &position) else { return .needsInput }
            other = distances.entry(for: bits &>> used)
        }
        let codeEnd = used &+ UInt64(other >> 8 & 31)
        guard other & DecodingTable.isSpecial == 0 else { return failed(.symbol, after: codeEnd) }
        let usedByBoth = used &+ UInt64(other & 63)
        guard fetch(usedByBoth, input, &position) else { return .needsInput }
        let length = UInt64(entry >> 8 & 31)
        let copied = Int(entry >> 16) &+ value(used &- length, after: length)
        distance = Int(other >> 16) &+ value(usedByBoth &- codeEnd, after: codeEnd)
        guard distance <= history else { return failed(.distance, after: usedByBoth) }
        remaining = copied
        consume(usedByBoth)
        return nil
    }
}

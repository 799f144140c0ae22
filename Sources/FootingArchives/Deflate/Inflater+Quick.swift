import FootingBytes

/// The hot loop of decoding.
extension Inflater {
    /// The input that one turn of the loop may read: a word after at most 14 bytes.
    static var quickInput: Int { 24 }
    /// The room that one turn may use: two literals, a match of 258 bytes, and what copying by
    /// words writes beyond its end.
    static var quickRoom: Int { 300 }

    /// Decodes while there is enough of input and room, and stops before the end of the block or
    /// a fault.
    // Pointers, because a bounds check for each byte would double the time. All accesses are in
    // bounds:
    // - `source` is at most 24 bytes before the end at the beginning of a turn, in which it moves
    //   twice by at most 7 bytes, and reads 8 bytes after that.
    // - `target` is at most 300 bytes before `end`, and a turn writes at most 2 + 258 + 32 bytes.
    // - Matches begin within the history: their distance is compared with the bytes before
    //   `target`.
    // - The index into a main table has its `indexBits` bits. One into a subtable is below the
    //   table's size, as `build` made it.
    mutating func decodeQuickly(
        _ input: ByteView,
        _ position: inout Int,
        _ output: inout OutputBuffer,
        _ end: Int
    ) {
        precondition(position >= 0 && input.count &- position >= Self.quickInput)
        precondition(end <= output.capacity && end &- output.count >= Self.quickRoom)
        let literalBits = UInt64(literals.indexBits)
        let distanceBits = UInt64(distances.indexBits)
        let start = position
        let historyStart = output.historyStart
        let (bitsBefore, countBefore) = (bits, bitCount)
        let (bits, bitCount, offset) = unsafe literals.entries.withUnsafeBufferPointer { literals in
            unsafe distances.entries.withUnsafeBufferPointer { distances in
                unsafe input.withBytes { input in
                    unsafe output.withMemory { memory, count in
                        unsafe Self.decode(
                            input.baseAddress.unsafelyUnwrapped,
                            start,
                            input.count &- Self.quickInput,
                            memory,
                            &count,
                            end &- Self.quickRoom,
                            historyStart,
                            bitsBefore,
                            countBefore,
                            literals.baseAddress.unsafelyUnwrapped,
                            literalBits,
                            distances.baseAddress.unsafelyUnwrapped,
                            distanceBits
                        )
                    }
                }
            }
        }
        // Whole bytes are given back, but none that came before `start`.
        let unused = min(Int(bitCount >> 3), offset &- start)
        position = offset &- unused
        self.bitCount = bitCount &- UInt64(unused) &* 8
        self.bits = bits & (1 &<< self.bitCount &- 1)
    }

    private static func decode(
        _ input: UnsafePointer<UInt8>,
        _ start: Int,
        _ lastSource: Int,
        _ memory: UnsafeMutablePointer<UInt8>,
        _ count: inout Int,
        _ lastTarget: Int,
        _ historyStart: Int,
        _ bitsBefore: UInt64,
        _ countBefore: UInt64,
        _ literals: UnsafePointer<UInt32>,
        _ literalBits: UInt64,
        _ distances: UnsafePointer<UInt32>,
        _ distanceBits: UInt64
    ) -> (bits: UInt64, bitCount: UInt64, offset: Int) {
        let literalMask = 1 &<< literalBits &- 1
        let distanceMask = 1 &<< distanceBits &- 1
        var bits = bitsBefore
        var bitCount = countBefore
        var source = unsafe UnsafeRawPointer(input + start)
        let sourceEnd = unsafe UnsafeRawPointer(input + lastSource)
        var target = unsafe UnsafeMutableRawPointer(memory + count)
        let targetEnd = unsafe UnsafeMutableRawPointer(memory + lastTarget)
        let history = unsafe UnsafeMutableRawPointer(memory + historyStart)

        // Only the low 8 bits of `bitCount` count: whole entries are subtracted from it.
        @inline(__always)
        func refill() {
            // At least 56 bits. The bits above `bitCount` are those that the next refill finds.
            bits |= unsafe source.loadUnaligned(as: UInt64.self).littleEndian &<< bitCount
            unsafe source += Int(7 &- (bitCount >> 3 & 7))
            bitCount |= 56
        }
        @inline(__always)
        func consume(_ entry: UInt32) {
            bits = bits &>> UInt64(entry)
            bitCount &-= UInt64(entry)
        }
        @inline(__always)
        func write(_ literal: UInt32) {
            unsafe target.storeBytes(of: UInt8(truncatingIfNeeded: literal >> 16), as: UInt8.self)
            unsafe target += 1
        }
        @inline(__always)
        func extra(_ entry: UInt32) -> Int {
            // The bits after the code, and below the end of the extra bits.
            Int((bits & (1 &<< UInt64(entry) &- 1)) &>> UInt64(entry >> 8))
        }

        refill()
        var entry = unsafe literals[Int(bits & literalMask)]
        repeat {
            if entry & DecodingTable.isLiteral != 0 {
                // Three codes of a main table are at most 33 bits.
                consume(entry)
                write(entry)
                entry = unsafe literals[Int(bits & literalMask)]
                if entry & DecodingTable.isLiteral != 0 {
                    consume(entry)
                    write(entry)
                    entry = unsafe literals[Int(bits & literalMask)]
                    if entry & DecodingTable.isLiteral != 0 {
                        consume(entry)
                        write(entry)
                        refill()
                        entry = unsafe literals[Int(bits & literalMask)]
                        continue
                    }
                }
            }
            if entry & DecodingTable.isSpecial != 0 {
                guard entry & DecodingTable.isSubtable != 0 else { break }
                let index = DecodingTable.index(inSubtable: entry, bits &>> literalBits)
                entry = unsafe literals[index]
                if entry & DecodingTable.isLiteral != 0 {
                    consume(entry)
                    write(entry)
                    refill()
                    entry = unsafe literals[Int(bits & literalMask)]
                    continue
                }
                if entry & DecodingTable.isSpecial != 0 { break }
            }
            let (bitsBefore, countBefore, sourceBefore) = unsafe (bits, bitCount, source)
            let length = Int(entry >> 16) &+ extra(entry)
            consume(entry)
            // After two literals and a length there may be 14 bits; a distance has up to 28.
            refill()
            entry = unsafe distances[Int(bits & distanceMask)]
            if entry & DecodingTable.isSubtable != 0 {
                let index = DecodingTable.index(inSubtable: entry, bits &>> distanceBits)
                entry = unsafe distances[index]
            }
            let distance = Int(entry >> 16) &+ extra(entry)
            let isValid = unsafe distance <= target - history
            guard isValid, entry & DecodingTable.isSpecial == 0 else {
                unsafe (bits, bitCount, source) = (bitsBefore, countBefore, sourceBefore)
                break
            }
            consume(entry)
            // Loaded before the match is copied, which needs nothing of it.
            refill()
            entry = unsafe literals[Int(bits & literalMask)]
            unsafe copy(length, distance, &target)
        } while unsafe source <= sourceEnd && target <= targetEnd
        bitCount &= 63
        count = unsafe target - UnsafeMutableRawPointer(memory)
        return unsafe (bits, bitCount, source - UnsafeRawPointer(input))
    }

    /// Copies a match by words, of which the last may reach beyond its end.
    @inline(__always)
    private static func copy(
        _ length: Int,
        _ distance: Int,
        _ target: inout UnsafeMutableRawPointer
    ) {
        let end = unsafe target + length
        var from = unsafe UnsafeRawPointer(target) - distance
        var to = unsafe target
        unsafe target = end
        if distance >= 8 {
            unsafe to.storeBytes(of: from.loadUnaligned(as: UInt64.self), as: UInt64.self)
            unsafe (to + 8).storeBytes(
                of: (from + 8).loadUnaligned(as: UInt64.self),
                as: UInt64.self
            )
            unsafe to += 16
            unsafe from += 16
            while unsafe to < end {
                unsafe to.storeBytes(of: from.loadUnaligned(as: UInt64.self), as: UInt64.self)
                unsafe (to + 8).storeBytes(
                    of: (from + 8).loadUnaligned(as: UInt64.self),
                    as: UInt64.self
                )
                unsafe to += 16
                unsafe from += 16
            }
        } else if distance == 1 {
            let word = unsafe UInt64(from.load(as: UInt8.self)) &* 0x0101_0101_0101_0101
            while unsafe to < end {
                unsafe to.storeBytes(of: word, as: UInt64.self)
                unsafe to += 8
            }
        } else {
            // The word that is read ends after `to`, but only its first `distance` bytes count.
            while unsafe to < end {
                unsafe to.storeBytes(of: from.loadUnaligned(as: UInt64.self), as: UInt64.self)
                unsafe to += distance
                unsafe from += distance
            }
        }
    }
}

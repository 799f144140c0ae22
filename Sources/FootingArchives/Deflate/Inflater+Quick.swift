import FootingBytes

/// The hot loop of decoding.
extension Inflater {
    /// The input that one turn of the loop may read: a word after at most 14 bytes.
    static var quickInput: Int { 24 }
    /// The room that one turn may use: four literals, a match of 258 bytes, and what copying by
    /// words writes beyond its end.
    static var quickRoom: Int { 300 }

    /// Decodes while there is enough of input and room, and stops before the end of the block or
    /// a fault.
    // Pointers, because a bounds check for each byte would double the time. All accesses are in
    // bounds:
    // - `source` is at least 24 bytes before the end at the beginning of a turn, in which it moves
    //   twice by at most 7 bytes, and reads 8 bytes after that.
    // - `target` is at least 300 bytes before `end`, and a turn writes at most 4 + 258 + 15 bytes.
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
        let literalMask = 1 &<< literalBits &- 1
        let distanceMask = 1 &<< distanceBits &- 1
        let (start, historyStart) = (position, output.historyStart)
        let (bitsAtStart, countAtStart) = (bits, bitCount)
        let state = unsafe literals.entries.withUnsafeBufferPointer { literals in
            unsafe distances.entries.withUnsafeBufferPointer { distances in
                unsafe input.withBytes { input in
                    unsafe output.withMemory { memory, count in
                        let literals = unsafe literals.baseAddress.unsafelyUnwrapped
                        let distances = unsafe distances.baseAddress.unsafelyUnwrapped
                        let inputStart = unsafe UnsafeRawPointer(
                            input.baseAddress.unsafelyUnwrapped
                        )
                        var (bits, bitCount) = (bitsAtStart, countAtStart)
                        var source = unsafe inputStart + start
                        let lastSource = unsafe inputStart + (input.count &- Self.quickInput)
                        var target = unsafe UnsafeMutableRawPointer(memory + count)
                        let lastTarget = unsafe UnsafeMutableRawPointer(
                            memory + (end &- Self.quickRoom)
                        )
                        let history = unsafe UnsafeMutableRawPointer(memory + historyStart)

                        // Only the low 8 bits of `bitCount` count: whole entries are subtracted.
                        @inline(__always)
                        func refill() {
                            // At least 56 bits. Those above `bitCount` are what the next refill
                            // finds.
                            bits |=
                                unsafe source.loadUnaligned(as: UInt64.self).littleEndian
                                &<< bitCount
                            unsafe source += Int(7 &- (bitCount >> 3 & 7))
                            bitCount |= 56
                        }
                        @inline(__always)
                        func consume(_ entry: UInt32) {
                            bits = bits &>> UInt64(entry)
                            bitCount &-= UInt64(entry)
                        }
                        @inline(__always)
                        func nextEntry() -> UInt32 { unsafe literals[Int(bits & literalMask)] }
                        @inline(__always)
                        func value(_ entry: UInt32) -> Int {
                            // The extra bits follow the code, and end where the entry does.
                            let extra = bits & (1 &<< UInt64(entry) &- 1)
                            return Int(entry >> 16) &+ Int(extra &>> UInt64(entry >> 8))
                        }
                        @inline(__always)
                        func write(_ entry: UInt32) {
                            let literal = UInt8(truncatingIfNeeded: entry >> 16)
                            unsafe target.storeBytes(of: literal, as: UInt8.self)
                            unsafe target += 1
                            consume(entry)
                        }

                        refill()
                        var entry = nextEntry()
                        repeat {
                            if entry & DecodingTable.isLiteral != 0 {
                                // Three codes of a main table are at most 33 bits.
                                write(entry)
                                entry = nextEntry()
                                if entry & DecodingTable.isLiteral != 0 {
                                    write(entry)
                                    entry = nextEntry()
                                    if entry & DecodingTable.isLiteral != 0 {
                                        write(entry)
                                        refill()
                                        entry = nextEntry()
                                        continue
                                    }
                                }
                            }
                            if entry & DecodingTable.isSpecial != 0 {
                                guard entry & DecodingTable.isSubtable != 0 else { break }
                                entry = unsafe literals[
                                    DecodingTable.index(inSubtable: entry, bits &>> literalBits)
                                ]
                                if entry & DecodingTable.isLiteral != 0 {
                                    write(entry)
                                    refill()
                                    entry = nextEntry()
                                    continue
                                }
                                if entry & DecodingTable.isSpecial != 0 { break }
                            }
                            let before = unsafe (bits: bits, bitCount: bitCount, source: source)
                            let length = value(entry)
                            consume(entry)
                            // After two literals and a length there may be 14 bits; a distance has
                            // up to 28.
                            refill()
                            entry = unsafe distances[Int(bits & distanceMask)]
                            if entry & DecodingTable.isSubtable != 0 {
                                entry = unsafe distances[
                                    DecodingTable.index(inSubtable: entry, bits &>> distanceBits)
                                ]
                            }
                            let distance = value(entry)
                            let isValid = unsafe distance <= target - history
                            guard isValid, entry & DecodingTable.isSpecial == 0 else {
                                unsafe (bits, bitCount, source) = before
                                break
                            }
                            consume(entry)
                            // Loaded before the match is copied, which needs nothing of it.
                            refill()
                            entry = nextEntry()
                            unsafe Self.copy(length, distance, to: target)
                            unsafe target += length
                        } while unsafe source <= lastSource && target <= lastTarget
                        count = unsafe target - UnsafeMutableRawPointer(memory)
                        return unsafe (bits, bitCount & 63, source - inputStart)
                    }
                }
            }
        }
        // Whole bytes are given back, but none that came before `start`.
        let unused = min(Int(state.1 >> 3), state.2 &- start)
        position = state.2 &- unused
        bitCount = state.1 &- UInt64(unused) &* 8
        bits = state.0 & (1 &<< bitCount &- 1)
    }

    /// Copies a match by words, of which the last may reach beyond its end.
    @inline(__always)
    private static func copy(_ length: Int, _ distance: Int, to target: UnsafeMutableRawPointer) {
        let end = unsafe target + length
        var to = unsafe target
        @inline(__always)
        func word(_ offset: Int) -> UInt64 {
            unsafe (to - distance).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        if distance >= 8 {
            repeat {
                unsafe to.storeBytes(of: word(0), as: UInt64.self)
                unsafe to.storeBytes(of: word(8), toByteOffset: 8, as: UInt64.self)
                unsafe to += 16
            } while unsafe to < end
        } else if distance == 1 {
            let word = unsafe UInt64((to - 1).load(as: UInt8.self)) &* 0x0101_0101_0101_0101
            while unsafe to < end {
                unsafe to.storeBytes(of: word, as: UInt64.self)
                unsafe to += 8
            }
        } else {
            // The word that is read ends after `to`, but only its first `distance` bytes count.
            while unsafe to < end {
                unsafe to.storeBytes(of: word(0), as: UInt64.self)
                unsafe to += distance
            }
        }
    }
}

import FootingBytes

/// The hot loop of decoding.
extension Inflater {
    /// The input that a turn of the loop may read: a word after at most 14 bytes.
    private static var quickInput: Int { 24 }
    /// The literals of a turn without a match.
    private static var literalCount: Int { 3 }

    /// Decodes while there is enough of input and room, and stops before the end of the block or
    /// a fault.
    // Pointers, because a bounds check for each byte would double the time. All accesses are in
    // bounds:
    // - `source` moves by at most 7 bytes in each of the two refills of a turn, which read 8 bytes.
    //   A turn begins at least 24 bytes before the end; the first one, because of the refill before
    //   the loop, at least 17 (17 ≥ 7 + 8).
    // - `target` is at least 3 bytes before `end`. A turn writes three literals, or two and a match
    //   that ends at `end` or before, whose words end at most 15 bytes after it; those of a short
    //   match end at most 25 bytes after its beginning (with distance 3). The memory has 32 bytes
    //   after the capacity.
    // - Matches begin within the history: their distance is compared with the bytes before
    //   `target`.
    // - The index into a main table has its `indexBits` bits. An index into a subtable is below the
    //   table's size, as `build` made it.
    mutating func decodeQuickly(upTo end: Int) {
        let (start, chunk, historyStart) = (reader.position, reader.chunk, output.historyStart)
        guard chunk.count &- start >= Self.quickInput, end &- output.count >= Self.literalCount
        else { return }
        precondition(start >= 0 && end <= output.capacity)
        let literalBits = UInt64(literals.indexBits)
        let distanceBits = UInt64(distances.indexBits)
        let literalMask = 1 &<< literalBits &- 1
        let distanceMask = 1 &<< distanceBits &- 1
        let (bitsAtStart, countAtStart) = (reader.bits, reader.bitCount)
        let state = unsafe literals.entries.withUnsafeBufferPointer { literals in
            unsafe distances.entries.withUnsafeBufferPointer { distances in
                unsafe chunk.withBytes { input in
                    unsafe output.withMemory { memory, count in
                        let literals = unsafe literals.baseAddress.unsafelyUnwrapped
                        let distances = unsafe distances.baseAddress.unsafelyUnwrapped
                        let input = UnsafeRawBufferPointer(input)
                        let inputStart = unsafe input.baseAddress.unsafelyUnwrapped
                        var (bits, bitCount) = (bitsAtStart, countAtStart)
                        var source = unsafe inputStart + start
                        let lastSource = unsafe inputStart + (input.count &- Self.quickInput)
                        let memory = UnsafeMutableRawPointer(memory)
                        var target = unsafe memory + count
                        let targetEnd = unsafe memory + end
                        let lastTarget = unsafe targetEnd - Self.literalCount
                        let history = unsafe memory + historyStart

                        // Only the low 8 bits of `bitCount` count: whole entries are subtracted.
                        @inline(__always)
                        func refill() {
                            // At least 56 bits. The next refill finds those above `bitCount` again.
                            let word = unsafe source.loadUnaligned(as: UInt64.self).littleEndian
                            bits |= word &<< bitCount
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
                            let hasHistory = unsafe distance <= target - history
                            let hasRoom = unsafe length <= targetEnd - target
                            guard hasHistory, hasRoom, entry & DecodingTable.isSpecial == 0 else {
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
                        count = unsafe target - memory
                        return unsafe (bits, bitCount & 63, source - inputStart)
                    }
                }
            }
        }
        // Whole bytes are given back, but none that came before `start`.
        let unused = min(Int(state.1 >> 3), state.2 &- start)
        reader.position = state.2 &- unused
        reader.bitCount = state.1 &- UInt64(unused) &* 8
        reader.bits = state.0 & (1 &<< reader.bitCount &- 1)
    }

    /// Copies a match by words; the last word may reach beyond the end of the match.
    @inline(__always)
    private static func copy(_ length: Int, _ distance: Int, to target: UnsafeMutableRawPointer) {
        let end = unsafe target + length
        var to = unsafe target
        var distance = distance
        @inline(__always)
        func copyWord(_ offset: Int) {
            let word = unsafe (to - distance).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            unsafe to.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
        }
        // Only the first `distance` bytes of a word count, and then they repeat twice as many.
        while distance < 8 {
            copyWord(0)
            unsafe to += distance
            distance &*= 2
        }
        repeat {
            copyWord(0)
            copyWord(8)
            unsafe to += 16
        } while unsafe to < end
    }
}

import FootingBytes

/// The CRC-32 of gzip and zip (reflected polynomial 0xEDB88320).
///
/// Five words are processed at a time, because the table look-ups of one word wait for each other.
/// The algorithm is that of Kadatch and Jenkins, which zlib uses, too.
struct CRC32: Sendable {
    private var crc: UInt32

    /// Goes on after bytes with a checksum.
    init(_ checksum: UInt32 = 0) {
        crc = ~checksum
    }

    /// The checksum of all bytes so far.
    var value: UInt32 { ~crc }

    mutating func update(_ byte: UInt8) {
        crc = crc >> 8 ^ Self.tables[Int(UInt8(truncatingIfNeeded: crc) ^ byte)]
    }

    mutating func update(_ bytes: ByteView) {
        var index = bytes.count >= 80 ? fold(bytes) : 0
        while bytes.has(index) {
            update(bytes[index])
            index &+= 1
        }
    }

    /// Adds all blocks of 40 bytes, and returns their end.
    // Pointers, because bounds checks would double the time: an index is a byte, plus the start of
    // one of the tables of 256 entries.
    private mutating func fold(_ bytes: ByteView) -> Int {
        var lanes = (crc, 0 as UInt32, 0 as UInt32, 0 as UInt32, 0 as UInt32)
        var index = 0
        unsafe Self.tables.withUnsafeBufferPointer { tables in
            let tables = unsafe tables.baseAddress.unsafelyUnwrapped + 256
            @inline(__always)
            func entry(_ word: UInt64, _ byte: Int) -> UInt32 {
                unsafe tables[byte &* 256 &+ Int(word &>> UInt64(8 &* byte) & 0xFF)]
            }
            @inline(__always)
            func fold(_ lane: UInt32, _ offset: Int) -> UInt32 {
                let word = bytes.eightBytes(at: index &+ offset) ^ UInt64(lane)
                return entry(word, 0) ^ entry(word, 1) ^ entry(word, 2) ^ entry(word, 3)
                    ^ entry(word, 4) ^ entry(word, 5) ^ entry(word, 6) ^ entry(word, 7)
            }
            while bytes.count &- index >= 80 {
                lanes = (
                    fold(lanes.0, 0), fold(lanes.1, 8), fold(lanes.2, 16), fold(lanes.3, 24),
                    fold(lanes.4, 32)
                )
                index &+= 40
            }
        }
        // The last block joins the five checksums, each with the word that follows it.
        crc = 0
        for lane in [lanes.0, lanes.1, lanes.2, lanes.3, lanes.4] {
            var word = bytes.eightBytes(at: index) ^ UInt64(lane ^ crc)
            crc = 0
            for _ in 0..<8 {
                update(UInt8(truncatingIfNeeded: word))
                word >>= 8
            }
            index &+= 8
        }
        return index
    }

    /// The checksums of one byte; then, for each of the eight bytes of a word, those of the byte
    /// followed by the rest of its word and four words of zeros.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 9 * 256)
        for byte in 0..<256 {
            var crc = UInt32(byte)
            for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
            tables[byte] = crc
        }
        for byte in 0..<256 {
            var crc = tables[byte]
            for zeros in 1...39 {
                crc = crc >> 8 ^ tables[Int(crc & 0xFF)]
                if zeros >= 32 { tables[256 * (40 - zeros) + byte] = crc }
            }
        }
        return tables
    }()
}

import FootingBytes

/// The CRC-32 of gzip and zip (reflected polynomial 0xEDB88320).
///
/// Five words are processed at a time, because the table look-ups of one word wait for each other.
/// The algorithm is that of Kadatch and Jenkins, which zlib uses, too.
struct CRC32: Sendable {
    private var crc = ~UInt32(0)

    /// The checksum of all bytes so far.
    var value: UInt32 { ~crc }

    mutating func update(_ byte: UInt8) {
        crc = crc >> 8 ^ Self.tables[Int(UInt8(truncatingIfNeeded: crc) ^ byte)]
    }

    mutating func update(_ bytes: ByteView) {
        var index = 0
        if bytes.count >= 80 {
            var lanes = (crc, 0 as UInt32, 0 as UInt32, 0 as UInt32, 0 as UInt32)
            index = Self.foldBlocks(bytes, &lanes)
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
        }
        while bytes.has(index) {
            update(bytes[index])
            index &+= 1
        }
    }

    /// Adds all blocks of 40 bytes but the last, whose index is returned.
    // Pointers, because a bounds check for each byte would double the time. Each index is a byte,
    // plus the start of one of the tables of 256 entries; a block is read only while two blocks are
    // within bounds.
    private static func foldBlocks(
        _ bytes: ByteView,
        _ lanes: inout (UInt32, UInt32, UInt32, UInt32, UInt32)
    ) -> Int {
        var crc = lanes
        defer { lanes = crc }
        return unsafe tables.withUnsafeBufferPointer { tables in
            let tables = unsafe tables.baseAddress.unsafelyUnwrapped + 256
            @inline(__always)
            func fold(_ word: UInt64) -> UInt32 {
                @inline(__always)
                func entry(_ byte: Int) -> UInt32 {
                    unsafe tables[byte &* 256 &+ Int(word &>> UInt64(8 &* byte) & 0xFF)]
                }
                return entry(0) ^ entry(1) ^ entry(2) ^ entry(3)
                    ^ entry(4) ^ entry(5) ^ entry(6) ^ entry(7)
            }
            return unsafe bytes.withBytes { bytes in
                let bytes = UnsafeRawBufferPointer(bytes)
                var index = 0
                while bytes.count &- index >= 80 {
                    let block = unsafe bytes.baseAddress.unsafelyUnwrapped + index
                    @inline(__always)
                    func word(_ offset: Int) -> UInt64 {
                        unsafe block.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                            .littleEndian
                    }
                    crc = (
                        fold(word(0) ^ UInt64(crc.0)), fold(word(8) ^ UInt64(crc.1)),
                        fold(word(16) ^ UInt64(crc.2)), fold(word(24) ^ UInt64(crc.3)),
                        fold(word(32) ^ UInt64(crc.4))
                    )
                    index &+= 40
                }
                return index
            }
        }
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

import FootingBytes

/// The CRC-32 of gzip and zip (reflected polynomial 0xEDB88320).
///
/// Five words are processed at a time, because the table look-ups of one word wait for each other.
/// The algorithm is that of Kadatch and Jenkins, which zlib uses, too.
struct CRC32: Sendable {
    /// The checksum of all bytes so far.
    private(set) var value: UInt32 = 0

    mutating func update(_ byte: UInt8) {
        let crc = ~value
        value = ~(crc >> 8 ^ Self.tables[Int(UInt8(truncatingIfNeeded: crc) ^ byte)])
    }

    mutating func update(_ bytes: ByteView) {
        var crc = ~value
        var index = 0
        unsafe Self.tables.withUnsafeBufferPointer { tables in
            // Each index is a byte, plus the start of one of the nine tables of 256 entries. A
            // block is read only while all its 40 bytes are within bounds.
            let single = unsafe tables.baseAddress.unsafelyUnwrapped
            let lanes = unsafe single + 256
            func next(_ crc: UInt32, _ byte: UInt8) -> UInt32 {
                unsafe crc >> 8 ^ single[Int(UInt8(truncatingIfNeeded: crc) ^ byte)]
            }
            @inline(__always)
            func fold(_ word: UInt64) -> UInt32 {
                let low = UInt32(truncatingIfNeeded: word)
                let high = UInt32(truncatingIfNeeded: word >> 32)
                var crc = unsafe lanes[Int(low & 0xFF)]
                crc ^= unsafe lanes[256 &+ Int(low >> 8 & 0xFF)]
                crc ^= unsafe lanes[512 &+ Int(low >> 16 & 0xFF)]
                crc ^= unsafe lanes[768 &+ Int(low >> 24)]
                crc ^= unsafe lanes[1_024 &+ Int(high & 0xFF)]
                crc ^= unsafe lanes[1_280 &+ Int(high >> 8 & 0xFF)]
                crc ^= unsafe lanes[1_536 &+ Int(high >> 16 & 0xFF)]
                return unsafe crc ^ lanes[1_792 &+ Int(high >> 24)]
            }
            if bytes.count >= 80 {
                var (crc0, crc1, crc2, crc3, crc4) = (
                    crc, 0 as UInt32, 0 as UInt32, 0 as UInt32, 0 as UInt32
                )
                unsafe bytes.withBytes { bytes in
                    let start = unsafe UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
                    var block = unsafe start
                    let last = unsafe start + (bytes.count &- 80)
                    @inline(__always)
                    func word(_ offset: Int) -> UInt64 {
                        unsafe block.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                            .littleEndian
                    }
                    while unsafe block <= last {
                        let word0 = word(0) ^ UInt64(crc0)
                        let word1 = word(8) ^ UInt64(crc1)
                        let word2 = word(16) ^ UInt64(crc2)
                        let word3 = word(24) ^ UInt64(crc3)
                        let word4 = word(32) ^ UInt64(crc4)
                        crc0 = fold(word0)
                        crc1 = fold(word1)
                        crc2 = fold(word2)
                        crc3 = fold(word3)
                        crc4 = fold(word4)
                        unsafe block += 40
                    }
                    index = unsafe block - start
                }
                // The last block joins the five checksums, each with the word that follows it.
                crc = 0
                for lane in [crc0, crc1, crc2, crc3, crc4] {
                    var word = bytes.eightBytes(at: index) ^ UInt64(lane ^ crc)
                    crc = 0
                    for _ in 0..<8 {
                        crc = next(crc, UInt8(truncatingIfNeeded: word))
                        word >>= 8
                    }
                    index &+= 8
                }
            }
            while bytes.has(index) {
                crc = next(crc, bytes[index])
                index &+= 1
            }
        }
        value = ~crc
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

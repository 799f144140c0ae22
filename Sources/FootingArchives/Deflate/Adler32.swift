import FootingBytes

/// The Adler-32 of zlib streams (RFC 1950, section 9).
struct Adler32: Sendable {
    private var sum: UInt64 = 1
    private var sumOfSums: UInt64 = 0

    /// The checksum of all bytes so far.
    var value: UInt32 { UInt32(truncatingIfNeeded: sumOfSums << 16 | sum) }

    mutating func update(_ bytes: ByteView) {
        let mask: UInt64 = 0x00FF_00FF_00FF_00FF
        var index = 0
        while bytes.has(index) {
            // So few bytes that no sum overflows before the division.
            let end = index &+ min(bytes.count &- index, 1 << 20)
            while end &- index >= 8 {
                let word = bytes.eightBytes(at: index)
                let (even, odd) = (word & mask, word >> 8 & mask)
                // The highest lane of a product has the sum of the bytes, of which the first counts
                // eight times and the last once.
                let weighted = even &* 0x8_0006_0004_0002 &+ odd &* 0x7_0005_0003_0001
                sumOfSums &+= sum &* 8 &+ weighted >> 48
                sum &+= ((even &+ odd) &* 0x1_0001_0001_0001) >> 48
                index &+= 8
            }
            while index < end {
                sum &+= UInt64(bytes[index])
                sumOfSums &+= sum
                index &+= 1
            }
            sum %= 65_521
            sumOfSums %= 65_521
        }
    }
}

import FootingBytes

/// The Adler-32 of zlib streams (RFC 1950, section 9).
struct Adler32: Sendable {
    private var sum: UInt64 = 1
    private var sumOfSums: UInt64 = 0

    /// The checksum of all bytes so far.
    var value: UInt32 { UInt32(truncatingIfNeeded: sumOfSums << 16 | sum) }

    mutating func update(_ bytes: ByteView) {
        var index = 0
        while index < bytes.count {
            // The sums of so few bytes have room in 64 bits.
            add(bytes.slice(from: index, count: min(bytes.count &- index, 1 << 20)))
            index &+= 1 << 20
        }
    }

    private mutating func add(_ bytes: ByteView) {
        let mask: UInt64 = 0x00FF_00FF_00FF_00FF
        var index = 0
        while bytes.hasEight(index) {
            // Four lanes each. The highest lane of a product adds all lanes, times their numbers: a
            // byte counts as often as there are bytes from it on.
            let word = bytes.eightBytes(at: index)
            let (even, odd) = (word & mask, word >> 8 & mask)
            sumOfSums &+= 8 &* sum
            sumOfSums &+= (even &* 0x0008_0006_0004_0002 &+ odd &* 0x0007_0005_0003_0001) >> 48
            sum &+= ((even &+ odd) &* 0x0001_0001_0001_0001) >> 48
            index &+= 8
        }
        while bytes.has(index) {
            sum &+= UInt64(bytes[index])
            sumOfSums &+= sum
            index &+= 1
        }
        sum %= 65_521
        sumOfSums %= 65_521
    }
}

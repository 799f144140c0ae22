import FootingBytes

/// The Adler-32 of zlib streams (RFC 1950, section 9).
struct Adler32: Sendable {
    /// The bytes that are added at a time: with one word more, a lane of 16 bits could overflow.
    private static let blockSize = 23 * 8

    private var sum: UInt64 = 1
    private var sumOfSums: UInt64 = 0

    /// The checksum of all bytes so far.
    var value: UInt32 { UInt32(truncatingIfNeeded: sumOfSums << 16 | sum) }

    mutating func update(_ bytes: ByteView) {
        var index = 0
        while bytes.count &- index >= Self.blockSize {
            addBlock(bytes, from: index)
            index &+= Self.blockSize
        }
        while bytes.has(index) {
            sum &+= UInt64(bytes[index])
            sumOfSums &+= sum
            index &+= 1
        }
        sum %= 65_521
        sumOfSums %= 65_521
    }

    private mutating func addBlock(_ bytes: ByteView, from start: Int) {
        // The sums of each column of the words, in two groups of four lanes, and the sums of these
        // before each word.
        let mask: UInt64 = 0x00FF_00FF_00FF_00FF
        var (even, odd, evenSums, oddSums) = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
        for index in stride(from: start, to: start &+ Self.blockSize, by: 8) {
            evenSums &+= even
            oddSums &+= odd
            let word = bytes.eightBytes(at: index)
            even &+= word & mask
            odd &+= word >> 8 & mask
        }
        // A byte in column c of its word counts 8 - c times, and 8 times more for each later word.
        sumOfSums &+= UInt64(Self.blockSize) &* sum
        for lane: UInt64 in 0..<4 {
            func value(_ lanes: UInt64) -> UInt64 { lanes &>> (16 &* lane) & 0xFFFF }
            sumOfSums &+= 8 &* (value(evenSums) &+ value(oddSums))
            sumOfSums &+= (8 &- 2 &* lane) &* value(even) &+ (7 &- 2 &* lane) &* value(odd)
            sum &+= value(even) &+ value(odd)
        }
        // Below 2¹⁷, so that 2³² bytes can be added before the division of the other sum.
        sum %= 65_521
        sumOfSums %= 65_521
    }
}

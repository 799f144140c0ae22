import FootingBytes

/// Appends bits to bytes, the least significant bit first.
struct BitWriter: ~Copyable {
    var output = OutputBuffer()
    /// Bits that do not fill a byte yet, at most 7 between two calls.
    var bits: UInt64 = 0
    var bitCount: UInt64 = 0

    init() {}

    /// Makes room for `bitCount` bits, and for the words that a loop writes beyond them.
    mutating func reserve(_ bitCount: Int) {
        output.makeRoom(for: bitCount >> 3 &+ 24)
    }

    /// Appends up to 48 bits.
    mutating func append(_ value: some BinaryInteger, _ count: Int) {
        bits |= UInt64(truncatingIfNeeded: value) &<< bitCount
        bitCount &+= UInt64(count)
        while bitCount >= 8 {
            output.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
            bitCount &-= 8
        }
    }

    /// Fills the last byte with zeros.
    mutating func align() {
        if bitCount > 0 { append(0, 8 &- Int(bitCount)) }
    }

    /// Writes bytes as stored blocks, at least one.
    mutating func writeStored(_ source: ByteView, isLast: Bool) {
        var start = 0
        repeat {
            let length = min(source.count &- start, 65_535)
            let isEnd = start &+ length == source.count
            reserve(8 &* length &+ 64)
            append(isLast && isEnd ? 1 : 0, 3)
            align()
            append(length | (length ^ 0xFFFF) << 16, 32)
            output.append(source.slice(from: start, count: length))
            start &+= length
        } while start < source.count
    }
}

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Appends bits to bytes, the least significant bit first.
struct BitWriter: ~Copyable {
    var output: OutputBuffer
    /// Bits that do not fill a byte yet, at most 7 between two calls.
    var bits: UInt64 = 0
    var bitCount: UInt64 = 0

    init(capacity: Int) {
        output = OutputBuffer(capacity: capacity)
    }

    /// Makes room for `bitCount` bits, and for the words that a loop writes beyond them.
    mutating func reserve(_ bitCount: Int, expected: Int = 0) {
        let minimum = output.count &+ bitCount >> 3 &+ 24
        output.grow(to: minimum, expected: max(expected, minimum &+ minimum / 2))
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

    consuming func takeAll() -> Data { output.takeAll() }
}

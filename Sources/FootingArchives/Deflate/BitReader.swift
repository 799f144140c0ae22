import FootingBytes

/// Reads bits from input that may be cut anywhere, the least significant bit first.
struct BitReader {
    /// A chunk of the input; empty between the calls that lend it, which a view must not outlive.
    private(set) var chunk = ByteView.empty
    /// The number of bytes before the chunk.
    private var base = 0
    /// The position in the chunk.
    var position = 0
    /// Bits of the input that are not consumed, the next one first; zeros above `bitCount`.
    var bits: UInt64 = 0
    /// Below 8 between two symbols, unless a chunk ended inside a symbol.
    var bitCount: UInt64 = 0

    /// The number of bytes that were read.
    var offset: Int { base &+ position }

    mutating func begin(_ chunk: ByteView, at position: Int, base: Int) {
        (self.chunk, self.position, self.base) = (chunk, position, base)
    }

    mutating func end() { chunk = .empty }

    /// Makes sure of `count` bits, at most 56, or returns false if the input ends before.
    @inline(__always)
    mutating func fetch(_ count: UInt64) -> Bool {
        while bitCount < count {
            guard fetchByte() else { return false }
        }
        return true
    }

    @inline(__always)
    mutating func fetchByte() -> Bool {
        guard chunk.has(position) else { return false }
        bits |= UInt64(chunk[position]) &<< bitCount
        position &+= 1
        bitCount &+= 8
        return true
    }

    @inline(__always)
    mutating func consume(_ count: UInt64) {
        bits = bits &>> count
        bitCount &-= count
    }

    /// The number in `count` bits after `used` ones.
    @inline(__always)
    func value(_ count: UInt64, after used: UInt64 = 0) -> Int {
        Int(bits &>> used & (1 &<< count &- 1))
    }

    /// The value of an entry of a table, whose extra bits follow the code.
    func value(of entry: UInt32, after used: UInt64) -> Int {
        let length = DecodingTable.codeLength(entry)
        return Int(entry >> 16) &+ value(UInt64(entry & 63) &- length, after: used &+ length)
    }

    /// The error of a fault that is seen at the last of `used` bits.
    func malformed(_ reason: String, after used: UInt64) -> Inflater.Status {
        let offset = offset &- Int((bitCount &- used) >> 3) &- 1
        return .failed(ArchiveError(.malformed, at: offset, reason))
    }
}

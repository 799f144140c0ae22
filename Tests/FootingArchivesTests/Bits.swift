import Foundation

/// A stream of bits that is written by hand, as RFC 1951 orders them.
struct Bits {
    private(set) var data = Data()
    private var count = 0

    /// Appends a number, its least significant bit first.
    func number(_ value: Int, _ length: Int) -> Bits {
        var copy = self
        for bit in 0..<length { copy.append(value >> bit & 1) }
        return copy
    }

    /// Appends a Huffman code, or other bits in the order in which they are written: `"0110"`.
    func code(_ bits: String) -> Bits {
        var copy = self
        for bit in bits where bit != " " { copy.append(bit == "1" ? 1 : 0) }
        return copy
    }

    /// Fills the last byte, and appends bytes.
    func bytes(_ bytes: [UInt8]) -> Bits {
        var copy = self
        copy.count = 0
        copy.data += bytes
        return copy
    }

    /// Begins a block with the fixed codes.
    static func fixed(isLast: Bool = true) -> Bits {
        Bits().number(isLast ? 1 : 0, 1).number(1, 2)
    }

    /// Begins a block with codes of its own.
    ///
    /// The counts in its header are followed by the lengths of the codes of the lengths 16, 17,
    /// 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1 and 15.
    static func dynamic(literals: Int, distances: Int, _ lengths: [Int]) -> Bits {
        var bits = Bits().number(1, 1).number(2, 2)
        bits = bits.number(literals - 257, 5).number(distances - 1, 5).number(lengths.count - 4, 4)
        for length in lengths { bits = bits.number(length, 3) }
        return bits
    }

    private mutating func append(_ bit: Int) {
        if count % 8 == 0 { data.append(0) }
        data[data.count - 1] |= UInt8(bit << (count % 8))
        count += 1
    }
}

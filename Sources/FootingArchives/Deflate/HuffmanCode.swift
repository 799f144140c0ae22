/// A Huffman code: the length and the code of each symbol.
struct HuffmanCode: Sendable {
    /// 0 for a symbol that does not occur.
    let lengths: [UInt8]
    /// The first bit of a code is the least significant one.
    let codes: [UInt16]

    init(lengths: [UInt8]) {
        self.lengths = lengths
        // The number of codes that are one bit shorter; then the next code of each length.
        var next = [Int](repeating: 0, count: 17)
        for length in lengths where length > 0 { next[Int(length) &+ 1] &+= 1 }
        for length in 1...15 { next[length] = (next[length &- 1] &+ next[length]) << 1 }
        var codes = [UInt16](repeating: 0, count: lengths.count)
        for (symbol, length) in lengths.enumerated() where length > 0 {
            let code = Self.reversed(next[Int(length)], Int(length))
            codes[symbol] = UInt16(truncatingIfNeeded: code)
            next[Int(length)] &+= 1
        }
        self.codes = codes
    }

    /// Creates a code for symbols by their frequencies.
    ///
    /// At least two symbols have a code, since not every decoder accepts fewer.
    init(frequencies: [UInt32], maximumLength: Int) {
        var leaves: [UInt64] = []
        leaves.reserveCapacity(frequencies.count)
        for (symbol, frequency) in frequencies.enumerated() where frequency > 0 {
            leaves.append(UInt64(frequency) << 16 | UInt64(symbol))
        }
        for symbol in 0..<2 where leaves.count < 2 && frequencies[symbol] == 0 {
            leaves.append(1 << 16 | UInt64(symbol))
        }
        leaves.sort()
        var counts = Self.lengthCounts(leaves, maximumLength)
        Self.limit(&counts)
        var lengths = [UInt8](repeating: 0, count: frequencies.count)
        var next = 0
        for length in counts.indices.reversed() {
            for _ in 0..<counts[length] {
                lengths[Int(leaves[next] & 0xFFFF)] = UInt8(length)
                next &+= 1
            }
        }
        self.init(lengths: lengths)
    }

    /// The numbers of codes of each length of an optimal code; longer codes have the maximum.
    ///
    /// The algorithm of Moffat and Katajainen replaces sorted leaves by inner nodes, first by their
    /// weights, then by the indices of their parents, then by their depths.
    private static func lengthCounts(_ leaves: [UInt64], _ maximumLength: Int) -> [Int] {
        var nodes = leaves.map { Int($0 >> 16) }
        let innerCount = nodes.count &- 1
        var (leaf, inner) = (0, 0)
        for node in 0..<innerCount {
            var weight = 0
            for _ in 0..<2 {
                if leaf > innerCount || inner < node && nodes[inner] <= nodes[leaf] {
                    weight &+= nodes[inner]
                    nodes[inner] = node
                    inner &+= 1
                } else {
                    weight &+= nodes[leaf]
                    leaf &+= 1
                }
            }
            nodes[node] = weight
        }
        var counts = [Int](repeating: 0, count: maximumLength + 1)
        nodes[innerCount &- 1] = 0
        for node in (0..<innerCount &- 1).reversed() { nodes[node] = nodes[nodes[node]] &+ 1 }
        // At each depth, the nodes that are no inner ones are leaves.
        var (depth, nodeCount, node) = (0, 1, innerCount &- 1)
        while nodeCount > 0 {
            var inner = 0
            while node >= 0, nodes[node] == depth { (inner, node) = (inner &+ 1, node &- 1) }
            counts[min(depth, maximumLength)] &+= nodeCount &- inner
            (depth, nodeCount) = (depth &+ 1, 2 &* inner)
        }
        return counts
    }

    /// Lengthens codes until there is room for those that were shortened to the maximum.
    private static func limit(_ counts: inout [Int]) {
        let maximum = counts.count &- 1
        var excess = -1 << maximum
        for length in 1...maximum { excess &+= counts[length] << (maximum &- length) }
        while excess > 0 {
            // A code of the longest ones moves below a shorter one, which becomes one bit longer.
            guard let length = counts[..<maximum].lastIndex(where: { $0 > 0 }) else { return }
            counts[maximum] &-= 1
            counts[length] &-= 1
            counts[length &+ 1] &+= 2
            excess &-= 1
        }
    }

    /// A code with its first bit as the least significant one.
    @inline(__always)
    static func reversed(_ code: Int, _ length: Int) -> Int {
        var code = UInt16(truncatingIfNeeded: code)
        code = code >> 1 & 0x5555 | (code & 0x5555) << 1
        code = code >> 2 & 0x3333 | (code & 0x3333) << 2
        code = code >> 4 & 0x0F0F | (code & 0x0F0F) << 4
        return Int(code.byteSwapped) &>> (16 &- length)
    }
}

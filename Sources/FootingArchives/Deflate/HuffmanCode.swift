/// A Huffman code: the length and the code of each symbol.
struct HuffmanCode: Sendable {
    /// 0 for a symbol that does not occur.
    let lengths: [UInt8]
    /// The first bit of a code is the least significant one.
    let codes: [UInt16]

    init(lengths: [UInt8]) {
        self.lengths = lengths
        codes = Self.codes(of: lengths[...])
    }

    /// Creates a code for symbols by their frequencies.
    ///
    /// At least two symbols have a code, since not every decoder accepts fewer.
    init(frequencies: [UInt32], maximumLength: Int) {
        var leaves: [UInt64] = []
        for (symbol, frequency) in frequencies.enumerated() where frequency > 0 {
            leaves.append(UInt64(frequency) << 16 | UInt64(symbol))
        }
        for symbol in 0..<2 where leaves.count < 2 && frequencies[symbol] == 0 {
            leaves.append(1 << 16 | UInt64(symbol))
        }
        leaves.sort()
        var counts = Self.lengthCounts(leaves.map { $0 >> 16 }, maximumLength)
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
    private static func lengthCounts(_ leaves: [UInt64], _ maximumLength: Int) -> [Int] {
        // Inner nodes follow the leaves. Both are sorted, so the lightest of each is the next one.
        var weights = leaves
        let nodeCount = 2 &* leaves.count &- 1
        var parents = [Int](repeating: 0, count: nodeCount)
        var (leaf, inner) = (0, leaves.count)
        while weights.count < nodeCount {
            var weight: UInt64 = 0
            for _ in 0..<2 {
                let isLeaf =
                    leaf < leaves.count
                    && (inner == weights.count || weights[leaf] < weights[inner])
                let node = isLeaf ? leaf : inner
                if isLeaf { leaf &+= 1 } else { inner &+= 1 }
                weight &+= weights[node]
                parents[node] = weights.count
            }
            weights.append(weight)
        }
        var counts = [Int](repeating: 0, count: maximumLength + 1)
        var depths = [Int](repeating: 0, count: nodeCount)
        for node in (0..<nodeCount &- 1).reversed() {
            depths[node] = depths[parents[node]] &+ 1
            if node < leaves.count { counts[min(depths[node], maximumLength)] &+= 1 }
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

    /// The codes of these lengths, with the first bit as the least significant one.
    static func codes(of lengths: ArraySlice<UInt8>) -> [UInt16] {
        var next = [UInt16](repeating: 0, count: 17)
        for length in lengths where length > 0 { next[Int(length) &+ 1] &+= 1 }
        for length in 1...16 { next[length] = (next[length] &+ next[length &- 1]) << 1 }
        return lengths.map { length in
            guard length > 0 else { return 0 }
            var code = next[Int(length)]
            next[Int(length)] &+= 1
            code = code >> 1 & 0x5555 | (code & 0x5555) << 1
            code = code >> 2 & 0x3333 | (code & 0x3333) << 2
            code = code >> 4 & 0x0F0F | (code & 0x0F0F) << 4
            return code.byteSwapped >> UInt16(16 &- length)
        }
    }
}

/// A Huffman code for symbols by their frequencies, with codes of limited length.
struct HuffmanCode: Sendable {
    /// The length of each symbol's code; 0 for a symbol that does not occur.
    private(set) var lengths: [UInt8]
    /// The code of each symbol, with its first bit as the least significant one.
    private(set) var codes: [UInt16]
    private let maximumLength: Int
    // Kept, so that a block allocates nothing.
    private var sorted: [UInt64] = []
    private var weights: [UInt32] = []
    private var counts = [Int](repeating: 0, count: 33)

    init(symbolCount: Int, maximumLength: Int) {
        lengths = [UInt8](repeating: 0, count: symbolCount)
        codes = [UInt16](repeating: 0, count: symbolCount)
        self.maximumLength = maximumLength
    }

    /// Makes the code with these lengths.
    init(lengths: [UInt8]) {
        self.lengths = lengths
        codes = [UInt16](repeating: 0, count: lengths.count)
        maximumLength = 15
        for length in lengths { counts[Int(length)] += 1 }
        assignCodes()
    }

    /// Makes the code; at least two symbols get one, since not every decoder accepts fewer.
    mutating func build(from frequencies: [UInt32]) {
        sorted.removeAll(keepingCapacity: true)
        for (symbol, frequency) in frequencies.enumerated() {
            lengths[symbol] = 0
            if frequency > 0 { sorted.append(UInt64(frequency) << 16 | UInt64(symbol)) }
        }
        for symbol in 0..<2 where sorted.count < 2 {
            if frequencies[symbol] == 0 { sorted.append(1 << 16 | UInt64(symbol)) }
        }
        sorted.sort()
        countLengths()
        limitLengths()
        var next = 0
        for length in stride(from: maximumLength, to: 0, by: -1) {
            for _ in 0..<counts[length] {
                lengths[Int(sorted[next] & 0xFFFF)] = UInt8(length)
                next &+= 1
            }
        }
        assignCodes()
    }

    /// Counts the codes of each length of an optimal code, without a limit of lengths.
    ///
    /// The algorithm is that of Moffat and Katajainen: one array holds in turn the weights of
    /// symbols, the weights and parents of inner nodes, and their depths.
    private mutating func countLengths() {
        weights.removeAll(keepingCapacity: true)
        for entry in sorted { weights.append(UInt32(truncatingIfNeeded: entry >> 16)) }
        let count = weights.count
        var leaf = 0
        var inner = 0
        for node in 0..<(count &- 1) {
            var weight: UInt32 = 0
            for _ in 0..<2 {
                if leaf < count, inner >= node || weights[leaf] < weights[inner] {
                    weight &+= weights[leaf]
                    leaf &+= 1
                } else {
                    weight &+= weights[inner]
                    weights[inner] = UInt32(truncatingIfNeeded: node)
                    inner &+= 1
                }
            }
            weights[node] = weight
        }
        for length in 0..<counts.count { counts[length] = 0 }
        // From the root down: a node has the depth of its parent and one more.
        weights[count &- 2] = 0
        for node in stride(from: count &- 3, through: 0, by: -1) {
            weights[node] = weights[Int(weights[node])] &+ 1
        }
        // A level's nodes that are not inner nodes are leaves.
        var available = 1
        var depth: UInt32 = 0
        var node = count &- 2
        while available > 0 {
            var used = 0
            while node >= 0, weights[node] == depth {
                used &+= 1
                node &-= 1
            }
            counts[min(Int(depth), 32)] &+= available &- used
            available = 2 &* used
            depth &+= 1
        }
    }

    /// Shortens codes that are too long, and lengthens others for it.
    private mutating func limitLengths() {
        let limit = maximumLength
        for length in (limit &+ 1)..<counts.count {
            counts[limit] &+= counts[length]
            counts[length] = 0
        }
        var space = 0
        for length in 1...limit { space &+= counts[length] << (limit &- length) }
        while space > 1 << limit {
            // One of the longest codes moves below a shorter one, which becomes one bit longer.
            counts[limit] &-= 1
            guard let length = counts[..<limit].lastIndex(where: { $0 > 0 }) else { return }
            counts[length] &-= 1
            counts[length &+ 1] &+= 2
            space &-= 1
        }
    }

    private mutating func assignCodes() {
        var next = [UInt32](repeating: 0, count: maximumLength + 1)
        for length in 1..<maximumLength {
            next[length &+ 1] = (next[length] &+ UInt32(counts[length])) << 1
        }
        for symbol in lengths.indices where lengths[symbol] > 0 {
            let length = Int(lengths[symbol])
            let code = UInt16(truncatingIfNeeded: next[length])
            codes[symbol] = code.reversed >> UInt16(16 &- length)
            next[length] &+= 1
        }
    }
}

extension UInt16 {
    /// The bits in the reverse order.
    var reversed: UInt16 {
        var bits = self
        bits = bits >> 1 & 0x5555 | (bits & 0x5555) << 1
        bits = bits >> 2 & 0x3333 | (bits & 0x3333) << 2
        bits = bits >> 4 & 0x0F0F | (bits & 0x0F0F) << 4
        return bits.byteSwapped
    }
}

/// The lengths of a block's codes, as the header of the block has them.
enum CodeLengths: Sendable {
    /// Returns the header, as numbers, each with the count of its bits.
    static func header(_ literals: [UInt8], _ distances: [UInt8]) -> [(value: Int, bits: Int)] {
        let literals = literals[..<max(257, (literals.lastIndex { $0 > 0 } ?? 0) + 1)]
        let distances = distances[..<max(1, (distances.lastIndex { $0 > 0 } ?? 0) + 1)]
        let items = repetitions(literals + distances)
        var frequencies = [UInt32](repeating: 0, count: 19)
        for item in items { frequencies[item.symbol] &+= 1 }
        let code = HuffmanCode(frequencies: frequencies, maximumLength: 7)
        let last = DeflateSymbols.codeLengthOrder.lastIndex { code.lengths[$0] > 0 }
        let order = DeflateSymbols.codeLengthOrder[..<max(4, (last ?? 0) + 1)]
        // The type is written, because a cast of an array of tuples would visit each at run time.
        var header: [(value: Int, bits: Int)] = [
            (literals.count &- 257, 5), (distances.count &- 1, 5), (order.count &- 4, 4),
        ]
        header.reserveCapacity(2 &* items.count &+ 22)
        for symbol in order { header.append((Int(code.lengths[symbol]), 3)) }
        for (symbol, extra) in items {
            header.append((Int(code.codes[symbol]), Int(code.lengths[symbol])))
            let extraBits = symbol < 16 ? 0 : symbol == 16 ? 2 : symbol == 17 ? 3 : 7
            if extraBits > 0 { header.append((extra, extraBits)) }
        }
        return header
    }

    /// The lengths, and repetitions of them with the values of their extra bits.
    private static func repetitions(_ lengths: ArraySlice<UInt8>) -> [(symbol: Int, extra: Int)] {
        var items: [(symbol: Int, extra: Int)] = []
        items.reserveCapacity(lengths.count)
        var index = 0
        while index < lengths.count {
            let (start, length) = (index, lengths[index])
            repeat { index &+= 1 } while index < lengths.count && lengths[index] == length
            var run = index &- start
            if length != 0 {
                items.append((Int(length), 0))
                run &-= 1
            }
            while run >= 3 {
                let (symbol, base, most) =
                    length != 0 ? (16, 3, 6) : run < 11 ? (17, 3, 10) : (18, 11, 138)
                items.append((symbol, min(run, most) &- base))
                run &-= min(run, most)
            }
            for _ in 0..<run { items.append((Int(length), 0)) }
        }
        return items
    }
}

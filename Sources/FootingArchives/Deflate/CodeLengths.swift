/// The lengths of a block's codes, as its header has them.
struct CodeLengths: Sendable {
    private let literalCount: Int
    private let distanceCount: Int
    private let orderCount: Int
    /// The code for lengths and repetitions, and these with the bits after each.
    private let code: HuffmanCode
    private var items: [(symbol: Int, extra: Int)] = []
    /// The number of bits of the header.
    private(set) var bitCount: Int

    init(_ literals: [UInt8], _ distances: [UInt8]) {
        literalCount = max(257, (literals.lastIndex { $0 > 0 } ?? 0) + 1)
        distanceCount = max(1, (distances.lastIndex { $0 > 0 } ?? 0) + 1)
        let lengths = literals[..<literalCount] + distances[..<distanceCount]
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
        var frequencies = [UInt32](repeating: 0, count: 19)
        for item in items { frequencies[item.symbol] &+= 1 }
        let code = HuffmanCode(frequencies: frequencies, maximumLength: 7)
        let last = DeflateSymbols.codeLengthOrder.lastIndex { code.lengths[$0] > 0 }
        orderCount = max(4, (last ?? 0) + 1)
        self.code = code
        bitCount = 17 &+ 3 &* orderCount
        for item in items {
            bitCount &+= Int(code.lengths[item.symbol]) &+ Self.extraBits(item.symbol)
        }
    }

    private static func extraBits(_ symbol: Int) -> Int {
        symbol < 16 ? 0 : symbol == 16 ? 2 : symbol == 17 ? 3 : 7
    }

    func write(to writer: inout BitWriter) {
        writer.append(literalCount &- 257, 5)
        writer.append(distanceCount &- 1, 5)
        writer.append(orderCount &- 4, 4)
        for symbol in DeflateSymbols.codeLengthOrder[..<orderCount] {
            writer.append(code.lengths[symbol], 3)
        }
        for item in items {
            writer.append(code.codes[item.symbol], Int(code.lengths[item.symbol]))
            writer.append(item.extra, Self.extraBits(item.symbol))
        }
    }
}

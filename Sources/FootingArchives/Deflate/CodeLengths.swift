/// The lengths of a block's codes, as its header has them.
struct CodeLengths: Sendable {
    private var literalCount: Int
    private var distanceCount: Int
    private var code = HuffmanCode(symbolCount: 19, maximumLength: 7)
    /// A symbol of a code length or of a repetition, and the bits after it.
    private var items: [(symbol: UInt8, extra: UInt8)] = []
    private var orderCount: Int
    /// The number of bits of the header.
    private(set) var bitCount: Int

    init(_ literals: [UInt8], _ distances: [UInt8]) {
        literalCount = max(257, (literals.lastIndex { $0 > 0 } ?? 0) + 1)
        distanceCount = max(1, (distances.lastIndex { $0 > 0 } ?? 0) + 1)
        let lengths = Array(literals[..<literalCount]) + distances[..<distanceCount]
        var frequencies = [UInt32](repeating: 0, count: 19)
        var index = 0
        while index < lengths.count {
            let length = lengths[index]
            var run = 1
            while index &+ run < lengths.count, lengths[index &+ run] == length { run &+= 1 }
            index &+= run
            if length != 0 {
                items.append((length, 0))
                run &-= 1
            }
            while run >= 3 {
                let (symbol, base, most): (UInt8, Int, Int) =
                    length != 0 ? (16, 3, 6) : run < 11 ? (17, 3, 10) : (18, 11, 138)
                let count = min(run, most)
                items.append((symbol, UInt8(count &- base)))
                run &-= count
            }
            for _ in 0..<run { items.append((length, 0)) }
        }
        for item in items { frequencies[Int(item.symbol)] &+= 1 }
        code.build(from: frequencies)
        let lengthsOfCode = code.lengths
        orderCount = max(
            4,
            (DeflateSymbols.codeLengthOrder.lastIndex { lengthsOfCode[$0] > 0 } ?? 0) + 1
        )
        bitCount = 17 &+ 3 &* orderCount
        for item in items {
            bitCount &+= Int(lengthsOfCode[Int(item.symbol)]) &+ Self.extraBits(item.symbol)
        }
    }

    private static func extraBits(_ symbol: UInt8) -> Int {
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
            writer.append(code.codes[Int(item.symbol)], Int(code.lengths[Int(item.symbol)]))
            writer.append(item.extra, Self.extraBits(item.symbol))
        }
    }
}

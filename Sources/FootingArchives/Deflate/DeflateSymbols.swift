/// The alphabets of deflate (RFC 1951, section 3.2.5).
enum DeflateSymbols: Sendable {
    static let endOfBlock = 256
    static let lengthExtraBits: [UInt8] = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    static let distanceExtraBits: [UInt8] = (0..<30).map { UInt8(max($0 / 2 - 1, 0)) }
    /// The shortest length of each symbol from 257 on; the last symbol is 258 alone.
    static let lengthBases: [Int] = bases(from: 3, lengthExtraBits.dropLast()) + [258]
    /// The shortest distance of each symbol.
    static let distanceBases: [Int] = bases(from: 1, distanceExtraBits[...])
    /// The order in which a block lists the lengths of the codes for code lengths.
    static let codeLengthOrder: [Int] = [
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
    ]
    /// The lengths of the fixed codes.
    static let fixedLengths = (0..<288).map { $0 < 144 || $0 > 279 ? 8 : $0 < 256 ? 9 : 7 as UInt8 }
    static let fixedDistanceLengths = [UInt8](repeating: 5, count: 32)

    /// The symbol of each length from 3 on, less 257.
    static let lengthSymbols: [UInt8] = (3...258).map { symbol(of: $0, in: lengthBases) }
    /// The symbols of the distances 1 to 256, and of 1, 129, 257 and so on.
    static let distanceSymbols: [UInt8] = (Array(1...256) + stride(from: 1, to: 32_768, by: 128))
        .map { symbol(of: $0, in: distanceBases) }

    /// Where `distanceSymbols` has the symbol of a distance.
    @inline(__always)
    static func distanceIndex(_ distance: Int) -> Int {
        distance <= 256 ? distance &- 1 : 256 &+ (distance &- 1) >> 7
    }

    // The entries of decoding tables, without the lengths of codes.

    static let decodedLiterals: [UInt32] =
        (0..<256).map { DecodingTable.isLiteral | $0 << 16 }
        + [DecodingTable.isSpecial | DecodingTable.isEnd] + decoded(lengthBases, lengthExtraBits)
    static let decodedDistances = decoded(distanceBases, distanceExtraBits)
    /// The lengths 0 to 15 are literals, and repetitions have extra bits.
    static let decodedCodeLengths: [UInt32] =
        (0..<16).map { DecodingTable.isLiteral | $0 << 16 } + [3 << 16 | 2, 3 << 16 | 3, 11 << 16 | 7]

    /// The entries, and those of the two symbols that have a fixed code but no meaning.
    private static func decoded(_ bases: [Int], _ extraBits: [UInt8]) -> [UInt32] {
        zip(bases, extraBits).map { UInt32($0) << 16 | UInt32($1) }
            + [DecodingTable.isSpecial, DecodingTable.isSpecial]
    }

    private static func bases(from first: Int, _ extraBits: ArraySlice<UInt8>) -> [Int] {
        extraBits.dropLast().reduce(into: [first]) { bases, extra in
            bases.append(bases[bases.count - 1] + 1 << Int(extra))
        }
    }

    private static func symbol(of value: Int, in bases: [Int]) -> UInt8 {
        UInt8(bases.lastIndex { $0 <= value } ?? 0)
    }
}

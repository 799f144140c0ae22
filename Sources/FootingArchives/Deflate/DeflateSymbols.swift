/// The alphabets of deflate (RFC 1951, section 3.2.5).
enum DeflateSymbols: Sendable {
    static let endOfBlock = 256
    /// The shortest length of each symbol from 257 on.
    static let lengthBases: [UInt16] = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
        131, 163, 195, 227, 258,
    ]
    static let lengthExtraBits: [UInt8] = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    /// The shortest distance of each symbol.
    static let distanceBases: [UInt16] = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
        2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577,
    ]
    static let distanceExtraBits: [UInt8] = [
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12,
        13, 13,
    ]
    /// The order in which a block lists the lengths of the codes for code lengths.
    static let codeLengthOrder: [Int] = [
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
    ]
    /// The lengths of the fixed codes.
    static let fixedLengths: [UInt8] =
        Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112)
        + Array(repeating: 7, count: 24) + Array(repeating: 8, count: 8)
    static let fixedDistanceLengths = [UInt8](repeating: 5, count: 32)

    /// The symbol of each length from 3 on, less 257.
    static let lengthSymbols: [UInt8] = (3...258).map { length in
        UInt8(lengthBases.lastIndex { $0 <= length } ?? 0)
    }
    /// The symbols of the distances 1 to 256, and of 1, 129, 257 and so on.
    static let distanceSymbols: [UInt8] = (Array(1...256) + stride(from: 1, to: 32_768, by: 128))
        .map {
            (distance: Int) in UInt8(distanceBases.lastIndex { $0 <= distance } ?? 0)
        }

    /// Where `distanceSymbols` has the symbol of a distance.
    @inline(__always)
    static func distanceIndex(_ distance: Int) -> Int {
        distance <= 256 ? distance &- 1 : 256 &+ (distance &- 1) >> 7
    }

    // The entries of decoding tables, without the lengths of codes.

    static let decodedLiteralsAndLengths: [UInt32] =
        (0..<256).map { literal in DecodingTable.isLiteral | literal << 16 }
        + [DecodingTable.isSpecial | DecodingTable.isEnd] + decoded(lengthBases, lengthExtraBits)
    static let decodedDistances = decoded(distanceBases, distanceExtraBits)
    static let decodedCodeLengths: [UInt32] = (0..<19).map { $0 << 16 }

    /// The entries, and those of the two symbols that have a fixed code but no meaning.
    private static func decoded(_ bases: [UInt16], _ extraBits: [UInt8]) -> [UInt32] {
        zip(bases, extraBits).map { base, extra in UInt32(base) << 16 | UInt32(extra) }
            + [DecodingTable.isSpecial, DecodingTable.isSpecial]
    }
}

import FootingArchives
import Foundation
import TestSupport
import XCTest

/// Rule 2, and the rows of deflate in table 6.2.
final class DeflateFaultTests: XCTestCase {
    /// The codes of code lengths 0 and 1 are `0` and `10`, that of 18 is `11`.
    private static let few = [0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]

    /// Begins a block in which only its end and perhaps the length 3 have codes, of one bit.
    ///
    /// The lengths of the codes of distances follow.
    private static func block(hasLength: Bool, distances: Int) -> Bits {
        Bits.dynamic(literals: hasLength ? 258 : 257, distances: distances, few)
            // 138 and 118 zeros, then 1 for the end of the block.
            .code("11").number(127, 7).code("11").number(107, 7).code("10")
            .code(hasLength ? "10" : "")
    }

    func testFaultsAreSeenAtTheirByte() {
        // Each ends with the bit at which the fault is seen.
        let rows: [(name: String, bits: Bits, reason: String)] = [
            ("block type 3", Bits().number(7, 3), "block type 3"),
            (
                "block type 3 after another block",
                Bits.fixed(isLast: false).code("0000000").number(7, 3), "block type 3"
            ),
            (
                "stored lengths that contradict each other",
                Bits().number(1, 3).bytes([1, 0, 0xFE, 0xFE]), "lengths of a stored block"
            ),
            (
                "287 literals and lengths",
                Bits().number(5, 3).number(30, 5).number(0, 9), "too many symbols"
            ),
            (
                "31 distances",
                Bits().number(5, 3).number(0, 5).number(30, 5).number(0, 4), "too many symbols"
            ),
            (
                "too many codes for code lengths",
                Bits.dynamic(literals: 257, distances: 1, [1, 1, 1, 0]), "Huffman code"
            ),
            (
                "too few codes for code lengths",
                Bits.dynamic(literals: 257, distances: 1, [1, 0, 0, 0]), "Huffman code"
            ),
            (
                "no codes for code lengths",
                Bits.dynamic(literals: 257, distances: 1, [0, 0, 0, 0]), "Huffman code"
            ),
            (
                "repetition of nothing",
                Bits.dynamic(literals: 257, distances: 1, [1, 0, 0, 1]).code("1").number(0, 2),
                "repetition"
            ),
            (
                "repetition beyond the end",
                Bits.dynamic(literals: 257, distances: 1, Self.few).code("11").number(127, 7)
                    .code("11").number(127, 7), "repetition"
            ),
            (
                "no end of the block",
                Bits.dynamic(literals: 257, distances: 1, Self.few).code("10").code("11").number(
                    127,
                    7
                )
                .code("11").number(107, 7).code("10"), "no code for the end"
            ),
            (
                "too many literals",
                Bits.dynamic(literals: 257, distances: 1, Self.few).code("101010").code("11")
                    .number(127, 7).code("11").number(104, 7).code("100"), "Huffman code"
            ),
            (
                "distances with an incomplete code of two bits",
                // Code lengths 0, 1, 2 and 18 have codes of two bits.
                Bits.dynamic(
                    literals: 257,
                    distances: 1,
                    [0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2]
                )
                .code("11").number(127, 7).code("11").number(107, 7).code("01").code("10"),
                "Huffman code"
            ),
            ("symbol 286", Bits.fixed().code("11000110"), "symbol"),
            ("symbol 287", Bits.fixed().code("11000111"), "symbol"),
            ("distance 30", Bits.fixed().code("00110000 0000001 11110"), "symbol"),
            ("distance 31", Bits.fixed().code("00110000 0000001 11111"), "symbol"),
            (
                "distance to before the beginning",
                Bits.fixed().code("00110000 0000001 00001"), "before the start"
            ),
            (
                "a long distance to before the beginning",
                Bits.fixed().code("00110000 0000001 11101").number(8_191, 13),
                "before the start"
            ),
            (
                "a match without a code for distances",
                Self.block(hasLength: true, distances: 1).code("0").code("1 0"), "symbol"
            ),
            (
                "a code that the only distance leaves free",
                Self.block(hasLength: true, distances: 1).code("10").code("1 1"), "symbol"
            ),
        ]
        for row in rows {
            // Nothing that follows a fault matters.
            for tail in [0, 1, 400] {
                let data = row.bits.data + Data(repeating: 0x55, count: tail)
                XCTAssertThrowsError(try data.decompressed(as: .deflate), row.name) { error in
                    let error = error as? ArchiveError
                    XCTAssertEqual(error?.code, .malformed, row.name)
                    XCTAssertEqual(error?.offset, row.bits.data.count - 1, "\(row.name): \(error!)")
                    XCTAssertTrue("\(error!)".contains(row.reason), "\(row.name): \(error!)")
                    let cut = decompress(data, as: .deflate) { 1 }
                    XCTAssertEqual(cut.error, error, "\(row.name), byte by byte")
                }
            }
        }
    }

    func testStreamsThatOnlySeemWrongAreAccepted() throws {
        let rows: [(name: String, bits: Bits, plain: String)] = [
            ("an empty fixed block", Bits.fixed().code("0000000"), ""),
            ("an empty stored block", Bits().number(1, 3).bytes([0, 0, 255, 255]), ""),
            (
                "a block of nothing but its end",
                Self.block(hasLength: false, distances: 1).code("0 0"), ""
            ),
            (
                "one distance, with a code of one bit",
                // A stored block before it has the byte to be repeated.
                Bits().number(0, 3).bytes([1, 0, 254, 255, 65])
                    .bytes(
                        Array(
                            Self.block(hasLength: true, distances: 1).code("10").code("1 0 0").data
                        )
                    ),
                "AAAA"
            ),
            (
                "any padding in the last byte, and before a stored block",
                Bits.fixed(isLast: false).code("0000000").number(0, 3).number(7, 3)
                    .bytes([0, 0, 255, 255]).bytes([3, 0xFC]), ""
            ),
        ]
        for row in rows {
            XCTAssertEqual(
                try row.bits.data.decompressed(as: .deflate),
                Data(row.plain.utf8),
                row.name
            )
            let cut = decompress(row.bits.data, as: .deflate) { 1 }
            XCTAssertEqual(cut, Outcome(data: Data(row.plain.utf8)), row.name)
        }
    }

    func testMatchesOfAllDistancesAndLengths() throws {
        // Written by hand in fixed codes, to be copied in every way.
        for distance in 1...40 {
            for length in [3, 4, 7, 8, 9, 10] {
                var bits = Bits.fixed()
                let start = (0..<distance).map { UInt8(97 + $0 % 20) }
                for byte in start {
                    bits = bits.code(
                        String(repeating: "0", count: 8 - Self.bits(byte).count) + Self.bits(byte)
                    )
                }
                var plain = start
                for _ in 0..<30 {
                    bits = bits.code("000" + Self.padded(length - 2, 4)).distance(distance)
                    for _ in 0..<length { plain.append(plain[plain.count - distance]) }
                }
                bits = bits.code("0000000")
                XCTAssertEqual(
                    try (bits.data + Data()).decompressed(as: .deflate),
                    Data(plain),
                    "\(distance), \(length)"
                )
                // Long enough for the quick loop up to the end.
                XCTAssertEqual(
                    try (bits.data + Data(count: 64))
                        .decompressed(as: .deflate, ignoringTrailingBytes: true),
                    Data(plain),
                    "\(distance), \(length)"
                )
            }
        }
    }

    func testCodesOfFifteenBitsAreRead() throws {
        // The literals 97 to 109 have codes of 4 to 15 bits, the lengths 3 and 258 short ones, and
        // the first sixteen distances codes of 1 to 15 bits.
        var lengths = [Int](repeating: 0, count: 286 + 16)
        (lengths[256], lengths[257], lengths[285]) = (1, 2, 3)
        for index in 0..<13 { lengths[97 + index] = min(4 + index, 15) }
        for index in 0..<16 { lengths[286 + index] = min(1 + index, 15) }
        // The codes of code lengths are the lengths themselves, with four bits.
        var bits = Bits.dynamic(
            literals: 286,
            distances: 16,
            [0, 0, 0] + [Int](repeating: 4, count: 16)
        )
        for length in lengths { bits = bits.code(Self.padded(length, 4)) }
        func code(_ index: Int) -> String {
            String(repeating: "1", count: min(index, 15)) + (index < 15 ? "0" : "")
        }
        var plain: [UInt8] = []
        for round in 0..<30 {
            for index in 0..<13 {
                bits = bits.code(code(3 + (index * 5 + round) % 13))
                plain.append(UInt8(97 + (index * 5 + round) % 13))
            }
        }
        let bases = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193]
        for (index, base) in bases.enumerated() {
            let extraBits = max(index / 2 - 1, 0)
            for (symbol, length) in [("10", 3), ("110", 258)] {
                for extra in [0, 1 << extraBits - 1] {
                    bits = bits.code(symbol).code(code(index)).number(extra, extraBits)
                    for _ in 0..<length { plain.append(plain[plain.count - base - extra]) }
                }
            }
        }
        assertDecoded(bits.code("0").data, Data(plain))
    }

    func testTheLongestMatchReachesAcrossTheBorderOfAPiece() throws {
        for count in [32_768, 65_400, 65_536, 131_000, 196_500] {
            let noise = Samples.noise(count)
            var bits = Bits()
            for start in stride(from: 0, to: count, by: 60_000) {
                let block = noise[start..<min(start + 60_000, count)]
                let size = UInt16(block.count)
                let header = [UInt8(size & 0xFF), UInt8(size >> 8)]
                bits = bits.number(0, 3).bytes(header + header.map { ~$0 } + Array(block))
            }
            // A match of 258 bytes, 32,768 bytes back, and the end.
            bits = bits.number(1, 1).number(1, 2).code("11000101 11101").number(8_191, 13)
                .code("0000000")
            let match = noise[(count - 32_768)...].prefix(258)
            assertDecoded(bits.data, noise + match, sizes: [1_000, 70_000])
        }
    }

    /// Asserts what a stream decodes to: alone, in the quick loop up to its end, and cut.
    private func assertDecoded(_ data: Data, _ plain: Data, sizes: [Int] = [1, 7]) {
        XCTAssertTrue(try data.decompressed(as: .deflate) == plain)
        let long = data + Data(count: 64)
        XCTAssertTrue(try long.decompressed(as: .deflate, ignoringTrailingBytes: true) == plain)
        for size in sizes {
            let cut = decompress(data, as: .deflate) { size }
            XCTAssertTrue(cut == Outcome(data: plain), "\(size)")
        }
    }

    func testAnEmptyBlockBuildsNoTables() throws {
        // Four blocks of the fixed code, of 10 bits each, and four stored ones.
        let fixed: [UInt8] = [0x02, 0x08, 0x20, 0x80, 0x00]
        let stored: [UInt8] = (0..<4).flatMap { _ in [0, 0, 0, 0xFF, 0xFF] }
        let times = try [fixed, stored].map { blocks in
            let data = Data((0..<5_000).flatMap { _ in blocks } + [3, 0])
            let start = clock()
            XCTAssertEqual(try data.decompressed(as: .deflate), Data())
            return clock() - start
        }
        // With tables for each block, this is above 100.
        XCTAssertLessThan(times[0], 20 * times[1])
    }

    private static func bits(_ byte: UInt8) -> String { String(byte + 0x30, radix: 2) }

    private static func padded(_ value: Int, _ count: Int) -> String {
        let bits = String(value, radix: 2)
        return String(repeating: "0", count: count - bits.count) + bits
    }
}

extension Bits {
    /// A distance of 1 to 48 in the fixed code.
    fileprivate func distance(_ distance: Int) -> Bits {
        let bases = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33]
        let extra = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4]
        let symbol = bases.lastIndex { $0 <= distance } ?? 0
        let code = String(symbol, radix: 2)
        return self.code(String(repeating: "0", count: 5 - code.count) + code)
            .number(distance - bases[symbol], extra[symbol])
    }
}

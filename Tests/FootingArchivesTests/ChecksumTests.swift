@testable import FootingArchives
import FootingBytes
import Foundation
import TestSupport
import XCTest

final class ChecksumTests: XCTestCase {
    func testKnownSums() {
        let rows: [(text: String, crc: UInt32, adler: UInt32)] = [
            ("", 0, 1), ("a", 0xE8B7_BE43, 0x0062_0062), ("123456789", 0xCBF4_3926, 0x091E_01DE),
            ("The quick brown fox jumps over the lazy dog", 0x414F_A339, 0x5BDC_0FDA),
        ]
        for row in rows {
            XCTAssertEqual(Self.crc([Data(row.text.utf8)]), row.crc, row.text)
            XCTAssertEqual(Self.adler([Data(row.text.utf8)]), row.adler, row.text)
        }
    }

    /// Bit by bit, as the definitions say.
    func testSumsOfAllLengthsAreThoseOfTheDefinition() {
        let data = Samples.noise(700)
        var crc = ~UInt32(0)
        var (sum, sumOfSums): (UInt32, UInt32) = (1, 0)
        for (index, byte) in data.enumerated() {
            crc = Self.crc(crc, byte)
            sum = (sum + UInt32(byte)) % 65_521
            sumOfSums = (sumOfSums + sum) % 65_521
            XCTAssertEqual(Self.crc([data.prefix(index + 1)]), ~crc, "\(index + 1) bytes")
            let adler = sumOfSums << 16 | sum
            XCTAssertEqual(Self.adler([data.prefix(index + 1)]), adler, "\(index + 1) bytes")
        }
    }

    /// Around two windows, and several turns of the loop, from each position within a vector.
    func testLongSumsOfAllAlignmentsAreThoseOfTheDefinition() {
        let data = Samples.noise(13_100)
        let (count, step) = isUnderStress ? (1_000, 37) : (300, 149)
        for start in 0..<17 {
            var crc = ~UInt32(0)
            for end in start..<data.count {
                if end - start < count || end % step == 0 {
                    XCTAssertEqual(Self.crc([data[start..<end]]), ~crc, "\(start)..<\(end)")
                }
                crc = Self.crc(crc, data[end])
            }
        }
    }

    func testSumsAreTheSameHoweverTheBytesAreCutAtRandom() {
        var random = SeededRandom(seed: 8)
        for round in 0..<rounds(15, underStress: 1_000) {
            let data = Samples.noise(Int.random(in: 0...20_000, using: &random))
            var (chunks, rest): ([Data], Data) = ([], data)
            while !rest.isEmpty {
                let longest = [20, 700, 9_000].randomElement(using: &random) ?? 1
                chunks.append(rest.prefix(Int.random(in: 0...longest, using: &random)))
                rest = rest.dropFirst(chunks.last?.count ?? 0)
            }
            let expected = ~data.reduce(~UInt32(0), Self.crc)
            XCTAssertEqual(Self.crc(chunks), expected, "round \(round)")
            XCTAssertEqual(Self.crc([data]), expected, "round \(round)")
        }
    }

    func testSumsAreTheSameHoweverTheBytesAreCut() {
        let data = Samples.noise(3_000)
        for cut in stride(from: 0, to: data.count, by: 13) {
            let halves = [data.prefix(cut), data.dropFirst(cut)]
            XCTAssertEqual(Self.crc(halves), Self.crc([data]), "cut at \(cut)")
            XCTAssertEqual(Self.adler(halves), Self.adler([data]), "cut at \(cut)")
        }
    }

    func testAdlerDoesNotOverflow() {
        // The largest sums: 2²⁴ bytes of 255, by the formula for equal bytes.
        let count: UInt64 = 1 << 24
        let sum = (1 + 255 * count) % 65_521
        let sumOfSums = (count + 255 * (count * (count + 1) / 2 % 65_521)) % 65_521
        let data = Data(repeating: 255, count: Int(count))
        XCTAssertEqual(Self.adler([data]), UInt32(sumOfSums << 16 | sum))
    }

    private static func crc(_ crc: UInt32, _ byte: UInt8) -> UInt32 {
        (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1) * 0xEDB8_8320 }
    }

    private static func crc(_ chunks: [Data]) -> UInt32 {
        var crc = CRC32()
        for chunk in chunks { unsafe chunk.withUnsafeBytes { unsafe crc.update(ByteView($0)) } }
        return crc.value
    }

    private static func adler(_ chunks: [Data]) -> UInt32 {
        var adler = Adler32()
        for chunk in chunks { unsafe chunk.withUnsafeBytes { unsafe adler.update(ByteView($0)) } }
        return adler.value
    }
}

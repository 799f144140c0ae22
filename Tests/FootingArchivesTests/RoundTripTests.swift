import FootingArchives
import Foundation
import TestSupport
import XCTest

/// Rules 4 and 5, and what is compressed against what is decompressed.
final class RoundTripTests: XCTestCase {
    func testEachSampleLevelAndFormatComesBack() throws {
        for (name, data) in Samples.all {
            for format in CompressedFormat.all {
                for level in format == .deflate ? Array(0...9) : [6] {
                    let packed = data.compressed(as: format, level: CompressionLevel(level))
                    let row = "\(name), \(format), level \(level)"
                    XCTAssertTrue(try packed.decompressed(as: format) == data, row)
                }
            }
        }
    }

    func testSmallInputsOfAllSizesComeBack() throws {
        let data = Samples.mixture(300, seed: 9)
        for size in 0...300 {
            for level in isUnderStress ? [0, 1, 3, 6, 9] : [size % 10] {
                // A copy, whose end is the end of its memory.
                let plain = Data(Array(data.prefix(size)))
                let packed = plain.compressed(as: .zlib, level: CompressionLevel(level))
                XCTAssertEqual(try packed.decompressed(as: .zlib), plain, "\(size), \(level)")
            }
        }
    }

    func testTheOutputDependsOnInputAndLevelAlone() {
        var random = SeededRandom(seed: 4)
        for (name, data) in Samples.all {
            for level in [0, 1, 3, 6, 9] {
                let level = CompressionLevel(level)
                let whole = data.compressed(as: .gzip, level: level)
                for size in isUnderStress ? [300, 70_000, 500_000] : [9_000] {
                    let cut = compress(data, as: .gzip, level: level) {
                        Int.random(in: 1...size, using: &random)
                    }
                    XCTAssertTrue(cut == whole, "\(name), \(level.value), chunks to \(size)")
                }
            }
        }
    }

    func testALongStreamIsTheSameInChunks() {
        // Longer than the window, so that it moves several times.
        let data = Samples.mixture(rounds(1, underStress: 8) * 700_000)
        for level in [0, 1, 6] {
            let level = CompressionLevel(level)
            let whole = data.compressed(as: .deflate, level: level)
            XCTAssertTrue(compress(data, as: .deflate, level: level) { 65_536 } == whole)
            XCTAssertTrue(compress(data, as: .deflate, level: level) { 999_999 } == whole)
        }
    }

    func testHigherLevelsAreSmaller() {
        for (name, data) in [("log", Samples.log(200_000)), ("mixture", Samples.mixture(200_000))] {
            let sizes = [0, 1, 3, 6, 9].map {
                data.compressed(as: .deflate, level: CompressionLevel($0)).count
            }
            XCTAssertTrue(zip(sizes, sizes.dropFirst()).allSatisfy(>), "\(name): \(sizes)")
            XCTAssertLessThan(sizes[3], data.count / 2, name)
        }
    }

    func testNoiseGrowsByAtMostTheHeadersOfStoredBlocks() {
        for size in [0, 1, 100, 65_535, 65_536, 200_000] {
            let noise = Samples.noise(size)
            for level in 0...9 {
                let packed = noise.compressed(as: .deflate, level: CompressionLevel(level))
                XCTAssertLessThanOrEqual(packed.count, size + 5 * (size / 32_768 + 1), "\(size)")
            }
        }
    }

    func testAFlushMakesAllDecodable() throws {
        for level in [0, 1, 6] {
            let data = Samples.mixture(600_000)
            let compressor = Compressor(.gzip, level: CompressionLevel(level))
            let decompressor = Decompressor(.gzip)
            var plain = Data()
            var start = 0
            for end in [1, 2, 700, 701, 70_000, 300_000, 600_000] {
                compressor.append(data[start..<end])
                compressor.flush()
                start = end
                try decompressor.append(compressor.drain())
                plain += try decompressor.drain()
                XCTAssertTrue(plain == data.prefix(end), "level \(level), \(end) bytes")
            }
            compressor.finish()
            try decompressor.append(compressor.drain())
            try decompressor.finish()
            XCTAssertTrue(plain + (try decompressor.drain()) == data)
        }
    }

    func testAFlushCostsFiveBytesAtMostAndAClosedBlock() {
        let data = Samples.noise(1_000)
        let compressor = Compressor(.deflate, level: .uncompressed)
        compressor.append(data)
        compressor.flush()
        compressor.flush()
        XCTAssertEqual(compressor.drain().count, 5 + 1_000 + 5)
        compressor.flush()
        XCTAssertEqual(compressor.drain().count, 0, "a flush of nothing")
        compressor.finish()
        compressor.flush()
        XCTAssertEqual(compressor.drain().count, 5)
    }

    func testAStreamIsFinishedOnce() {
        for format in CompressedFormat.all {
            let compressor = Compressor(format)
            compressor.append(Data("once".utf8))
            compressor.finish()
            compressor.finish()
            let packed = compressor.drain()
            compressor.flush()
            compressor.finish()
            XCTAssertNil(compressor.next(), "\(format)")
            XCTAssertEqual(packed, Data("once".utf8).compressed(as: format))
        }
    }

    func testFrequenciesThatNeedLongerCodesThanDeflateHasComeBack() throws {
        // The frequencies of an optimal code of 21 bits, in an order with few matches.
        var random = SeededRandom(seed: 12)
        var (frequency, next) = (1, 1)
        var bytes: [UInt8] = []
        for symbol in 0..<22 as Range<UInt8> {
            bytes += [UInt8](repeating: symbol &* 11, count: frequency)
            (frequency, next) = (next, frequency + next)
        }
        bytes.shuffle(using: &random)
        for level in 1...9 {
            let packed = Data(bytes).compressed(as: .deflate, level: CompressionLevel(level))
            XCTAssertTrue(try packed.decompressed(as: .deflate) == Data(bytes), "\(level)")
        }
    }

    func testFlushesCountFromWhereTheyWereCalled() {
        // The chunks before and after are appended at once, before any piece is taken.
        let parts = [Samples.log(1_000), Samples.log(50_000, seed: 5)]
        let one = Compressor(.gzip)
        let other = Compressor(.gzip)
        var expected = Data()
        for part in parts {
            one.append(part)
            one.flush()
            other.append(part)
            other.flush()
            expected += other.drain()
        }
        one.finish()
        other.finish()
        XCTAssertEqual(one.drain(), expected + other.drain())
    }

    func testPiecesHaveOneToSixtyFourKibibytes() throws {
        let data = Samples.mixture(1_000_000)
        let compressor = Compressor(.gzip, level: .fastest)
        compressor.append(data)
        compressor.finish()
        var packed = Data()
        while let piece = compressor.next() {
            XCTAssertTrue(1...65_536 ~= piece.count, "\(piece.count)")
            packed += piece
        }
        let decompressor = Decompressor(.gzip)
        try decompressor.append(packed)
        try decompressor.finish()
        var plain = Data()
        while let piece = try decompressor.next() {
            XCTAssertTrue(1...65_536 ~= piece.count, "\(piece.count)")
            plain += piece
        }
        XCTAssertTrue(plain == data)
    }

    func testAnyChunksCanBeAppended() throws {
        let text = Array("any bytes".utf8)
        let compressor = Compressor(.zlib)
        compressor.append(text)
        compressor.append(text[2..<5])
        compressor.append(Data(text)[3..<6])
        compressor.append(Data())
        compressor.finish()
        let packed = compressor.drain()
        XCTAssertEqual(try packed.decompressed(as: .zlib), Data("any bytesy b by".utf8))
        // A slice does not begin at 0.
        let shifted = (Data([1, 2, 3]) + packed).dropFirst(3)
        XCTAssertEqual(try shifted.decompressed(as: .zlib), Data("any bytesy b by".utf8))
        XCTAssertEqual(shifted.compressed(as: .zlib), packed.compressed(as: .zlib))
    }
}

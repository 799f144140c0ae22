import FootingArchives
import Foundation
import TestSupport
import XCTest

/// Rule 6, by the peak of this process over its memory at the beginning.
final class StreamMemoryTests: XCTestCase {
    func testALongStreamIsDecompressedIn4MiB() throws {
        let plain = Samples.mixture(1 << 20)
        let member = plain.compressed(as: .gzip)
        var count = 0
        let peak = try peakGrowth {
            let decompressor = Decompressor(.gzip)
            for _ in 0..<rounds(6, underStress: 4_096) {
                try decompressor.append(member)
                while let piece = try decompressor.next() { count += piece.count }
            }
            try decompressor.finish()
        }
        XCTAssertEqual(count, rounds(6, underStress: 4_096) << 20)
        XCTAssertLessThan(peak, 4 << 20)
    }

    func testALongStreamIsCompressedIn4MiB() throws {
        let chunk = Samples.mixture(1 << 20)
        for level in [0, 1, 6] {
            let peak = try peakGrowth {
                let compressor = Compressor(.gzip, level: CompressionLevel(level))
                for _ in 0..<rounds(3, underStress: 1_000) {
                    compressor.append(chunk)
                    while let piece = compressor.next() { XCTAssertFalse(piece.isEmpty) }
                }
            }
            XCTAssertLessThan(peak, 4 << 20, "level \(level)")
        }
    }

    func testALargeChunkOfNoiseIsCompressedInABoundedWindow() throws {
        let noise = Samples.noise(1 << 20)
        let levels: [(CompressionLevel, count: Int)] = [
            (.uncompressed, rounds(16, underStress: 64)), (.fastest, rounds(3, underStress: 64)),
        ]
        for (level, count) in levels {
            var chunk = Data()
            for _ in 0..<count { chunk += noise }
            let peak = try peakGrowth {
                let compressor = Compressor(.gzip, level: level)
                compressor.append(chunk)
                while let piece = compressor.next() { XCTAssertFalse(piece.isEmpty) }
            }
            XCTAssertLessThan(peak, 2 << 20, "level \(level.value)")
        }
    }

    func testABombCostsItsLimitAnd2MiB() throws {
        let bomb = Data(count: rounds(12, underStress: 64) << 20).compressed(
            as: .gzip,
            level: .fastest
        )
        var limits = ArchiveOptions.Limits.standard
        for limit in [1 << 20, 8 << 20] {
            limits.memoryBytes = limit
            let peak = try peakGrowth {
                XCTAssertThrowsError(try bomb.decompressed(as: .gzip, limits: limits))
            }
            XCTAssertLessThan(peak, limit + 2 << 20)
        }
    }
}

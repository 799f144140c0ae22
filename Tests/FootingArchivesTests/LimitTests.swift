import FootingArchives
import Foundation
import TestSupport
import XCTest

/// Table 6.4 and rule 36, as far as they are about streams.
final class LimitTests: XCTestCase {
    private typealias Limits = ArchiveOptions.Limits

    func testPresets() {
        let rows: [(Limits, memory: Int, entry: Int, ratio: Int, header: Int)] = [
            (.standard, 1 << 30, .max, .max, 1 << 20),
            (.untrusted, 64 << 20, 1 << 30, 200, 1 << 20),
        ]
        for row in rows {
            XCTAssertEqual(row.0.memoryBytes, row.memory)
            XCTAssertEqual(row.0.entryBytes, row.entry)
            XCTAssertEqual(row.0.ratio, row.ratio)
            XCTAssertEqual(row.0.headerBytes, row.header)
        }
    }

    func testNoOutputExceedsItsLimitByAByte() throws {
        let plain = Samples.mixture(200_000)
        for format in CompressedFormat.all {
            let data = plain.compressed(as: format)
            // The wrapper makes no difference to the pieces of the output.
            let inner = [1, 65_535, 65_537, 131_072, 200_000]
            for limit in [0, 65_536, 199_999, 200_001] + (format == .deflate ? inner : []) {
                var limits = Limits.standard
                limits.entryBytes = limit
                var first: ArchiveError?
                for size in [1_000, 1_000_000, 37] {
                    let outcome = decompress(data, as: format, limits: limits) { size }
                    if limit >= plain.count {
                        XCTAssertTrue(outcome == Outcome(data: plain), "\(format), \(limit)")
                        XCTAssertEqual(try data.decompressed(as: format, limits: limits), plain)
                        continue
                    }
                    XCTAssertTrue(outcome.data == plain.prefix(limit), "\(format), \(limit)")
                    XCTAssertEqual(outcome.error?.code, .limitExceeded)
                    XCTAssertEqual(outcome.error?.limit, .entryBytes)
                    XCTAssertEqual(outcome.error?.limitValue, limit)
                    if first == nil { first = outcome.error }
                    XCTAssertEqual(outcome.error, first, "\(format), \(limit), chunks of \(size)")
                    XCTAssertThrowsError(try data.decompressed(as: format, limits: limits)) {
                        XCTAssertEqual($0 as? ArchiveError, first)
                    }
                }
            }
        }
    }

    func testAWholeResultHasTheLimitOfMemory() throws {
        let plain = Samples.log(100_000)
        let data = plain.compressed(as: .gzip)
        var limits = Limits.standard
        limits.memoryBytes = 99_999
        XCTAssertThrowsError(try data.decompressed(as: .gzip, limits: limits)) { error in
            let error = error as? ArchiveError
            XCTAssertEqual(error?.limit, .memoryBytes)
            XCTAssertEqual(error?.limitValue, 99_999)
        }
        // Pieces are smaller, but all that is ready is not.
        XCTAssertTrue(decompress(data, as: .gzip, limits: limits) { 9_000 } == Outcome(data: plain))
        let decompressor = Decompressor(.gzip, limits: limits)
        try decompressor.append(data)
        XCTAssertThrowsError(try decompressor.drain()) { error in
            XCTAssertEqual((error as? ArchiveError)?.limit, .memoryBytes)
        }
        limits.memoryBytes = 100_000
        XCTAssertEqual(try data.decompressed(as: .gzip, limits: limits), plain)
    }

    func testTheFirstPieceOfADrainHasTheLimitOfMemoryToo() throws {
        let data = Samples.log(1_001).compressed(as: .gzip)
        var limits = Limits.standard
        for (limit, isExceeded) in [(1_001, false), (1_000, true), (0, true), (-1, true)] {
            limits.memoryBytes = limit
            let decompressor = Decompressor(.gzip, limits: limits)
            try decompressor.append(data)
            guard isExceeded else {
                XCTAssertEqual(try decompressor.drain().count, 1_001)
                continue
            }
            var first: ArchiveError?
            XCTAssertThrowsError(try decompressor.drain(), "\(limit)") {
                first = $0 as? ArchiveError
                XCTAssertEqual(first?.limit, .memoryBytes)
                XCTAssertEqual(first?.limitValue, limit)
                XCTAssertEqual(first?.offset, data.count - 1)
            }
            // No piece comes after an error.
            XCTAssertThrowsError(try decompressor.next()) {
                XCTAssertEqual($0 as? ArchiveError, first)
            }
            XCTAssertThrowsError(try decompressor.finish())
        }
    }

    func testALimitIsExceededAtAByteOfTheInput() throws {
        // A stored block: after its header of five bytes, each byte of the output is one of input.
        let data = Samples.noise(1_200_000).compressed(as: .deflate, level: .uncompressed)
        var limits = Limits.standard
        limits.entryBytes = 100
        let entry = decompress(data, as: .deflate, limits: limits) { 1_000 }
        XCTAssertEqual(entry.error?.offset, 105)
        limits = .standard
        limits.ratio = 0
        let ratio = decompress(data, as: .deflate, limits: limits) { 1_000 }
        XCTAssertEqual(ratio.error?.limit, .ratio)
        let produced = 1 << 20 + 65_536
        XCTAssertEqual(ratio.error?.offset, produced + 5 * (produced / 65_535 + 1) - 1)
    }

    func testABombIsStoppedByItsRatio() {
        let bomb = Data(count: 2_000_000).compressed(as: .gzip)
        var limits = Limits.standard
        limits.ratio = 200
        var first: ArchiveError?
        for size in [1, 700, 1_000_000] {
            let outcome = decompress(bomb, as: .gzip, limits: limits) { size }
            XCTAssertEqual(outcome.error?.limit, .ratio)
            XCTAssertEqual(outcome.data.count, 1 << 20 + 65_536, "the first MiB is free")
            if first == nil { first = outcome.error }
            XCTAssertEqual(outcome.error, first, "chunks of \(size)")
        }
        XCTAssertThrowsError(try bomb.decompressed(as: .gzip, limits: limits)) {
            XCTAssertEqual($0 as? ArchiveError, first)
        }
    }

    func testAMebibyteHasAnyRatio() throws {
        let data = Data(count: 1 << 20).compressed(as: .gzip)
        XCTAssertEqual(try data.decompressed(as: .gzip, limits: .untrusted).count, 1 << 20)
    }

    func testManySmallMembersHaveOneLimit() {
        let member = Data(count: 1_000).compressed(as: .gzip)
        var data = Data()
        for _ in 0..<50 { data += member }
        var limits = Limits.standard
        limits.entryBytes = 20_500
        let outcome = decompress(data, as: .gzip, limits: limits) { 100 }
        XCTAssertEqual(outcome.data.count, 20_500)
        XCTAssertEqual(outcome.error?.limit, .entryBytes)
    }

    func testAHeaderHasALimit() {
        let compressor = Compressor(.gzip, name: String(repeating: "a", count: 2_000))
        compressor.finish()
        let data = compressor.drain()
        var limits = Limits.standard
        for limit in [0, 9, 500, 2_010, 2_011] {
            limits.headerBytes = limit
            let error = decompress(data, as: .gzip, limits: limits) { 64 }.error
            XCTAssertEqual(error?.limit, limit == 2_011 ? nil : .headerBytes, "\(limit)")
            XCTAssertEqual(error?.offset, limit == 2_011 ? nil : limit, "\(limit)")
        }
    }

    func testSentencesNameTheLimitAndItsValue() {
        var limits = Limits.standard
        limits.entryBytes = 10
        let data = Samples.log(100).compressed(as: .zlib)
        XCTAssertThrowsError(try data.decompressed(as: .zlib, limits: limits)) { error in
            XCTAssertTrue("\(error)".contains("the limit entryBytes of 10"), "\(error)")
        }
    }
}

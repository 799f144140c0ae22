import FootingArchives
import Foundation
import TestSupport
import XCTest

// The memory of single objects, and that of a directory.
extension StreamMemoryTests {
    func testADecompressorHas160KiB() throws {
        let packed = Samples.mixture(300_000).compressed(as: .gzip)
        var decompressors: [Decompressor] = []
        let peak = try peakGrowth {
            for _ in 0..<64 {
                let decompressor = Decompressor(.gzip)
                for start in stride(from: 0, to: packed.count / 2, by: 4_096) {
                    try decompressor.append(packed[start..<start + 4_096])
                    while let piece = try decompressor.next() { XCTAssertFalse(piece.isEmpty) }
                }
                decompressors.append(decompressor)
            }
        }
        XCTAssertLessThan(peak, 64 * 160 << 10 + 1 << 20)
        XCTAssertGreaterThan(peak, 64 * 90 << 10, "the windows are used")
    }

    func testACompressorHas1536KiB() throws {
        let plain = Samples.mixture(rounds(1 << 18, underStress: 1 << 20))
        for level in [CompressionLevel.fastest, .standard, .smallest] {
            var compressors: [Compressor] = []
            let peak = try peakGrowth {
                for _ in 0..<8 {
                    let compressor = Compressor(.gzip, level: level)
                    for start in stride(from: 0, to: plain.count, by: 1 << 16) {
                        compressor.append(plain[start..<start + 1 << 16])
                        while let piece = compressor.next() { XCTAssertFalse(piece.isEmpty) }
                    }
                    compressors.append(compressor)
                }
            }
            XCTAssertLessThan(peak, 8 * 1_536 << 10 + 1 << 20, "\(level.value)")
        }
    }

    func testADirectoryOfManyEntriesCostsItsBytesAnd4MiB() throws {
        let count = rounds(30_000, underStress: 100_000)
        let url = try TemporaryFolder(self).url.appending(path: "a.zip")
        let writer = try ZipWriter(to: url)
        for index in 0..<count {
            let path = ArchivePath("folder/file number \(index)")
            try writer.add(ArchiveEntry(path), level: .uncompressed)
        }
        try writer.finish()
        var archive: ZipArchive?
        let peak = try peakGrowth { archive = try ZipArchive(contentsOf: url) }
        XCTAssertEqual(archive?.entries.count, count)
        let directory = count * (46 + 18) + (0..<count).reduce(0) { $0 + "\($1)".utf8.count }
        XCTAssertLessThan(peak, directory + 4 << 20)
        let listing = try peakGrowth {
            for entry in try XCTUnwrap(archive).entries { XCTAssertEqual(entry.size, 0) }
        }
        XCTAssertLessThan(listing, 1 << 20)
    }

    func testTheRecordsOfLinksAndFoldersAreNotKept() throws {
        let folder = try TemporaryFolder(self).url
        let records = Tar.records([("comment", String(repeating: " ", count: 300_000))])
        for type in "25" as String {
            let unpacker = try TarUnpacker(to: folder.appending(path: "\(type)"))
            let peak = try peakGrowth {
                for index in 0..<50 {
                    try unpacker.append(records + Tar.header("\(index)", type: type, link: "t"))
                }
                try unpacker.append(Tar.end)
                let report = try unpacker.finish()
                XCTAssertEqual(report.folderCount + report.linkCount, 50)
            }
            XCTAssertLessThan(peak, 8 << 20, "\(type)")
        }
    }
}

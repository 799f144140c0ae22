import FootingArchives
import Foundation
import TestSupport
import XCTest

/// Archives beyond 4 GiB or 65,535 entries, which need fields of 64 bits.
final class LargeZipTests: XCTestCase {
    /// Puts bytes into a file at an offset; what lies before is a hole.
    private func append(_ bytes: Data, to file: FileHandle, at offset: Int) throws {
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: bytes)
    }

    func testManyEntriesNeedAZIP64Record() throws {
        let counts = [65_535, 65_534, 65_536, 70_000]
        for count in counts.prefix(rounds(1, underStress: 4)) {
            let writer = ZipWriter()
            for index in 0..<count {
                try writer.add(ArchiveEntry(ArchivePath("\(index)")), level: .uncompressed)
            }
            try writer.finish()
            let data = writer.drain()
            let locator = data.dropLast(22).suffix(20).prefix(4)
            XCTAssertEqual(locator == Data([0x50, 0x4B, 6, 7]), count >= 65_535)
            let archive = try ZipArchive(data, options: .untrusted)
            XCTAssertEqual(archive.entries.count, count)
            XCTAssertEqual(archive.entries[count - 1].path.string, "\(count - 1)")
        }
    }

    func testACountModulo65536IsAnIssue() throws {
        var sample = ZipSample((0..<65_537).map { ZipSample.Entry("\($0)") })
        sample.end = [.entries: 1, .diskEntries: 1]
        let data = sample.data
        let archive = try ZipArchive(data)
        let report = archive.report
        for index in stride(from: 0, to: 65_537, by: 7) {
            XCTAssertEqual(archive[ArchivePath("\(index)")], archive.entries[index])
        }
        XCTAssertEqual(report.issues.map(\.code), [.malformed])
        XCTAssertEqual(report.issues.first?.resolution, .ignoredField)
        XCTAssertEqual(report.issueCount, 1)
        XCTAssertEqual(ZipArchive.outcome(data, .untrusted).error, .malformed)
    }

    func testOffsetsAndSizesAt4GiBAreRead() throws {
        let ones = 0xFFFF_FFFF
        for offset in [ones - 1, ones, ones + 1, 1 << 40] {
            // A stored entry of zeros up to the offset, another entry there, and the directory.
            let size = offset - 30 - 1
            func numbers(_ fields: [(value: Int, count: Int)]) -> Data {
                fields.reduce(Data()) { $0 + ZipSample.number($1.value, $1.count) }
            }
            func record(_ name: String, _ size: Int, _ checksum: Int, _ offset: Int) -> Data {
                let large = [size, size, offset].filter { $0 >= ones }
                var extra = large.isEmpty ? Data() : numbers([(1, 2), (8 * large.count, 2)])
                extra += numbers(large.map { ($0, 8) })
                var record = numbers([
                    (0x0201_4B50, 4), (0x031E, 2), (45, 2), (0, 8), (checksum, 4),
                    (min(size, ones), 4), (min(size, ones), 4), (name.utf8.count, 2),
                    (extra.count, 2), (0, 6), (0o100644 << 16, 4), (min(offset, ones), 4),
                ])
                record += Data(name.utf8)
                return record + extra
            }
            func header(_ name: String, _ size: Int, _ checksum: Int) -> Data {
                let fields = numbers([
                    (0x0403_4B50, 4), (45, 2), (0, 8), (checksum, 4), (min(size, ones), 4),
                    (min(size, ones), 4), (name.utf8.count, 2), (0, 2),
                ])
                return fields + Data(name.utf8)
            }
            let contents = Data("after".utf8)
            let checksum = ZipSample.checksum(contents)
            let directory =
                record("a", size, 0, 0) + record("b", contents.count, checksum, offset)
            let start = offset + 31 + contents.count
            let end = numbers([
                (0x0606_4B50, 4), (44, 8), (45, 2), (45, 2), (0, 8), (2, 8), (2, 8),
                (directory.count, 8), (start, 8), (0x0706_4B50, 4), (0, 4),
                (start + directory.count, 8), (1, 4), (0x0605_4B50, 4), (0, 4), (2, 2), (2, 2),
                (directory.count, 4), (min(start, ones), 4), (0, 2),
            ])
            let url = try TemporaryFolder(self).write("", to: "large.zip")
            let file = try FileHandle(forWritingTo: url)
            try append(header("a", size, 0), to: file, at: 0)
            try append(header("b", contents.count, checksum) + contents, to: file, at: offset)
            try append(directory + end, to: file, at: start)
            try file.close()

            let archive = try ZipArchive(contentsOf: url)
            XCTAssertTrue(archive.report.isClean, "\(offset): \(archive.report.issues)")
            XCTAssertEqual(archive.entries.map(\.size), [size, contents.count], "\(offset)")
            XCTAssertEqual(try archive.contents(at: "b"), contents, "\(offset)")
            var options = ArchiveOptions.standard
            options.limits.memoryBytes = 1 << 20
            let limited = try ZipArchive(contentsOf: url, options: options)
            XCTAssertThrowsError(try limited.contents(at: "a"), "\(offset)") { error in
                let code = (error as? ArchiveError)?.code
                // The local header lacks the field of the larger sizes.
                XCTAssertEqual(code, size < ones ? .limitExceeded : .headersDisagree)
            }
        }
    }
}

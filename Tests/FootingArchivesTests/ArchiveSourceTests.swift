@testable import FootingArchives
import Foundation
import TestSupport
import XCTest

final class ArchiveSourceTests: XCTestCase {
    func testChunksOfMemoryEndWithIt() throws {
        for count in [0, 1, 65_535, 65_536, 65_537, 200_000] {
            // A slice, after which its data goes on.
            let all = Samples.noise(count + 10)
            for data in [all.dropFirst(3).prefix(count), Data(all.prefix(count))] {
                var copy = Data()
                try ArchiveSource(data).forEachChunk { copy += $0 }
                XCTAssertEqual(copy, data)
            }
        }
    }

    func testAWriterThrowsAgainThatAFileHasChanged() throws {
        let folder = try TemporaryFolder(self)
        for isShorter in [true, false] {
            let url = try folder.write(Samples.noise(100_000), to: "a")
            let source = try ArchiveSource(url)
            let handle = try FileHandle(forWritingTo: url)
            try handle.truncate(atOffset: isShorter ? 70_000 : 200_000)
            let (tar, zip) = (TarWriter(), ZipWriter())
            XCTAssertEqual(code { try tar.add("a", source) }, .contentsChanged)
            XCTAssertEqual(code { try tar.add("b") }, .contentsChanged)
            XCTAssertEqual(code { try tar.write(Data([1])) }, .contentsChanged)
            XCTAssertEqual(code { try tar.finish() }, .contentsChanged)
            XCTAssertEqual(code { try zip.add("a", source, .standard) }, .contentsChanged)
            for _ in 0..<2 {
                XCTAssertEqual(code { try zip.add("b") }, .contentsChanged)
                XCTAssertEqual(code { try zip.write(Data([1])) }, .contentsChanged)
            }
            XCTAssertEqual(code { try zip.finish() }, .contentsChanged)
        }
    }

    func testAWriterThrowsAgainThatAnArchiveIsCutOff() throws {
        let url = try TemporaryFolder(self).url.appending(path: "a.zip")
        let other = try ZipWriter(to: url)
        try other.add("a", contents: Samples.noise(200_000))
        try other.finish()
        let archive = try ZipArchive(contentsOf: url)
        let entry = try XCTUnwrap(archive.entries.first)
        let handle = try FileHandle(forWritingTo: url)
        try handle.truncate(atOffset: 100_000)
        let writer = ZipWriter()
        for _ in 0..<2 {
            XCTAssertEqual(code { try writer.add(entry, from: archive) }, .truncated)
            XCTAssertEqual(code { try writer.add("a") }, .truncated)
        }
        XCTAssertEqual(code { try writer.finish() }, .truncated)
    }
}

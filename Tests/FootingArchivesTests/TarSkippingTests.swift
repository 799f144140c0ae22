import FootingArchives
import Foundation
import TestSupport
import XCTest

final class TarSkippingTests: XCTestCase {
    func testFinishingBeforeTheItemsWereReadLosesNone() throws {
        let reader = TarReader()
        try reader.append(Tar.file("a", "b") + Tar.file("c"))
        try reader.finish()

        var count = 0
        while try reader.next() != nil { count += 1 }
        XCTAssertEqual(count, 3)
        XCTAssertEqual(reader.report.issues.map(\.code), [.missingEnd])
    }

    func testSkippingAfterFinishingDropsNothingOfTheNextEntry() throws {
        let reader = TarReader()
        try reader.append(Tar.file("a", "a") + Tar.file("b", "b") + Tar.end)
        XCTAssertNotNil(try reader.next())
        XCTAssertEqual(try reader.next(), .contents(Data("a".utf8)))
        try reader.finish()
        reader.skipContents()

        guard case .entry(let entry) = try reader.next() else { return XCTFail("no entry") }
        XCTAssertEqual(entry.path, "b")
        XCTAssertEqual(try reader.next(), .contents(Data("b".utf8)))
        XCTAssertNil(try reader.next())
    }

    func testSkippingAfterFinishingDropsTheContentsThatFollow() throws {
        let reader = TarReader()
        try reader.append(Tar.file("a", "a") + Tar.file("b") + Tar.end)
        XCTAssertNotNil(try reader.next())
        try reader.finish()
        reader.skipContents()

        guard case .entry(let entry) = try reader.next() else { return XCTFail("no entry") }
        XCTAssertEqual(entry.path, "b")
    }

    func testSkippedContentsAreNotReturned() throws {
        let folder = try TemporaryFolder(self)
        let archive =
            Tar.file("a", String(repeating: "a", count: 200_000)) + Tar.file("b", "b") + Tar.end
        let file = try folder.write(archive, to: "a.tar")
        let packed = try folder.write(archive.compressed(as: .gzip), to: "a.tar.gz")
        let stream = TarReader()
        try stream.append(archive)
        for reader in [
            stream, try TarReader(contentsOf: file), try TarReader(contentsOf: packed, as: .gzip),
        ] {
            var paths: [String] = []
            while let item = try reader.next() {
                guard case .entry(let entry) = item else { return XCTFail("\(item)") }
                paths.append("\(entry.path)")
                reader.skipContents()
            }
            XCTAssertEqual(paths, ["a", "b"])
            XCTAssertTrue(reader.report.isClean)
        }
    }

    func testSkippingBeyondTheEndOfAFileIsTruncated() throws {
        let folder = try TemporaryFolder(self)
        let archive = Tar.header("a", size: 1 << 32) + Data(count: 100_000)
        let reader = try TarReader(contentsOf: folder.write(archive, to: "a.tar"))
        XCTAssertNotNil(try reader.next())
        reader.skipContents()

        XCTAssertThrowsError(try reader.next()) { error in
            XCTAssertEqual((error as? ArchiveError)?.code, .truncated)
            XCTAssertEqual((error as? ArchiveError)?.offset, archive.count)
            XCTAssertEqual((error as? ArchiveError)?.url?.lastPathComponent, "a.tar")
        }
    }
}

import FootingArchives
import Foundation
import XCTest

final class UnpackingHoleTests: UnpackingTestCase {
    func testHolesStayHoles() throws {
        let regions = [(1 << 20, 3), (9 << 20, 2)]
        let archive = Tar.sparse("s", size: 10 << 20, regions, stored: Data("abcde".utf8)) + Tar.end
        let unpacker = try TarUnpacker(to: destination)
        try unpacker.append(archive)
        let report = try unpacker.finish()

        let file = destination.appending(path: "s")
        var expected = Data(count: 10 << 20)
        expected.replaceSubrange(1 << 20..<1 << 20 + 3, with: Data("abc".utf8))
        expected.replaceSubrange(9 << 20..<9 << 20 + 2, with: Data("de".utf8))
        XCTAssertTrue(try Data(contentsOf: file) == expected)
        XCTAssertLessThan(FileTree.status(file).st_blocks * 512, 1 << 20)
        XCTAssertEqual(report.byteCount, 10 << 20)
    }

    func testAHoleIsCreatedByOneCallHoweverLargeItIs() throws {
        // A hole for each call would take hours.
        for size in [Int.max, 1 << 62] {
            try reset()
            let records = [("GNU.sparse.size", "\(size)"), ("GNU.sparse.map", "0,1")]
            let unpacker = try TarUnpacker(to: destination)
            // Most volumes refuse such a size.
            do throws(ArchiveError) {
                let files = Tar.file("s", "a") + Tar.file("t", "a")
                try unpacker.append(Tar.records(records) + files + Tar.end)
                XCTAssertGreaterThanOrEqual(try unpacker.finish().byteCount, size)
            } catch {
                XCTAssertTrue(
                    [.fileTooLarge, .system, .limitExceeded].contains(error.code),
                    "\(error)"
                )
            }
        }
        try reset()
        let unpacker = try TarUnpacker(to: destination)
        let map = "\(1 << 39),1"
        try unpacker.append(
            Tar.records([("GNU.sparse.size", "\(1 << 40)"), ("GNU.sparse.map", map)])
                + Tar.file("s", "a") + Tar.end
        )
        XCTAssertEqual(try unpacker.finish().byteCount, 1 << 40)
        let status = FileTree.status(destination.appending(path: "s"))
        XCTAssertEqual(status.st_size, 1 << 40)
        XCTAssertLessThan(status.st_blocks * 512, 1 << 20)
    }
}

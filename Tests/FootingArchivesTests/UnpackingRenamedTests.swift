import FootingArchives
import Foundation
import XCTest

final class UnpackingRenamedTests: UnpackingTestCase {
    func testEntriesAreRenamedOrLeftOut() throws {
        var samples = [
            Sample(folder: "top"), Sample("top/a", "a"), Sample("top/skip", "s"),
            Sample("loose", "l"),
        ]
        samples.append(Sample(link: "top/sub/link", to: "../a"))
        for url in try archiveFiles(samples) {
            try reset()
            let report = try Archives.unpack(
                url,
                to: destination,
                renaming: { entry in
                    entry.path == "top/skip" ? nil : entry.path.dropFirst()
                }
            )
            XCTAssertTrue(report.isClean, "\(report.issues)")
            XCTAssertEqual(
                FileTree.listing(of: destination),
                ["a": "file 644 a", "sub": "folder 755", "sub/link": "link ../a"]
            )
        }
    }

    func testHardLinksFollowTheRenamedFiles() throws {
        let archive =
            Tar.file("top/a", "a") + Tar.header("top/h", type: "1", link: "top/a")
            + Tar.header("top/x", type: "1", link: "a") + Tar.end
        let unpacker = try TarUnpacker(to: destination) { $0.path.dropFirst() }
        try unpacker.append(archive)
        let report = try unpacker.finish()

        XCTAssertEqual(report.issues.map(\.path), ["top/x"])
        XCTAssertEqual(report.linkCount, 1)
        let (file, link) = (destination.appending(path: "a"), destination.appending(path: "h"))
        XCTAssertEqual(FileTree.status(file).st_ino, FileTree.status(link).st_ino)
    }

    func testARenamedPathMustBeSafe() throws {
        let url = try write(tar([Sample("a", "a")]), "a.tar")
        let report = try Archives.unpack(url, to: destination, renaming: { _ in "../b" })
        XCTAssertEqual(report.issues.map(\.code), [.unsafePath])
        XCTAssertFalse(FileManager.default.fileExists(atPath: folder.appending(path: "b").path))
    }

    func testAReturnedPathIsNormalizedBeforeItIsJudged() throws {
        // The target of a link is kept as it is, and may be returned as a path.
        let target = try XCTUnwrap(try linkTarget("./././x"))
        let url = try write(tar([Sample(link: "a", to: "../b")]), "a.tar")
        let report = try Archives.unpack(url, to: destination, renaming: { _ in target })
        XCTAssertEqual(report.issues.map(\.code), [.unsafeLink])
        XCTAssertEqual(FileTree.listing(of: destination), [:])
    }

    /// The target of a link as a reader returns it.
    private func linkTarget(_ target: String) throws -> ArchivePath? {
        let reader = TarReader()
        try reader.append(Tar.header("a", type: "2", link: target) + Tar.end)
        try reader.finish()
        guard case .entry(let entry) = try reader.next() else { return nil }
        XCTAssertEqual(entry.linkTarget?.bytes, Array(target.utf8))
        return entry.linkTarget
    }
}

import FootingArchives
import Foundation
import TestSupport
import XCTest

final class UnpackingTests: UnpackingTestCase {
    func testEachFormatIsDetectedAndUnpacked() throws {
        for url in try archiveFiles() {
            try reset()
            let report = try Archives.unpack(url, to: destination, options: .untrusted)

            XCTAssertEqual(
                FileTree.listing(of: destination),
                [
                    "a.txt": "file 644 alpha", "run": "file 755 #!", "folder": "folder 755",
                    "folder/b.txt": "file 644 " + String(repeating: "b", count: 40),
                    "empty": "file 644 ", "folder/link": "link ../a.txt", "implicit": "folder 755",
                    "implicit/c": "file 644 c",
                ]
            )
            XCTAssertEqual(report.fileCount, 5)
            XCTAssertEqual(report.folderCount, 2)
            XCTAssertEqual(report.linkCount, 1)
            XCTAssertEqual(report.byteCount, 200_008)
            XCTAssertTrue(report.isClean)
            let large = try Data(contentsOf: destination.appending(path: "folder/b.txt"))
            XCTAssertEqual(large, Data(repeating: UInt8(ascii: "b"), count: 200_000))
            XCTAssertEqual(FileTree.date(destination.appending(path: "a.txt")), 1_000_000_000)
            XCTAssertEqual(FileTree.date(destination.appending(path: "folder")), 1_100_000_000)
            if url.pathExtension != "zip" {
                let link = destination.appending(path: "folder/link")
                XCTAssertEqual(FileTree.date(link), 1_200_000_000)
            }
        }
    }

    func testOtherFilesAreNoArchives() throws {
        for (index, data) in [Data(), Data("PK".utf8), Samples.noise(2_000), Data(count: 100)]
            .enumerated()
        {
            let url = try write(data, "x\(index)")
            XCTAssertThrowsError(try Archives.unpack(url, to: destination)) { error in
                XCTAssertEqual((error as? ArchiveError)?.code, .notAnArchive)
                XCTAssertEqual((error as? ArchiveError)?.url, url)
            }
            XCTAssertFalse(FileManager.default.fileExists(atPath: destination.path))
        }
        let text = try write(Samples.log(3_000).compressed(as: .gzip), "log.gz")
        XCTAssertThrowsError(try Archives.unpack(text, to: destination)) { error in
            XCTAssertEqual((error as? ArchiveError)?.code, .notAnArchive)
        }
    }

    func testATarArchiveMayBeginWithThePathOfAZipArchive() throws {
        let url = try write(tar([Sample("PKGBUILD", "x")]), "a.tar")
        XCTAssertEqual(try Archives.unpack(url, to: destination).fileCount, 1)
    }

    func testNoDescriptorStaysOpenAndFewAreNeeded() throws {
        func openCount() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }
        let urls = try archiveFiles()
        let before = try openCount()
        for url in urls {
            try reset()
            _ = try Archives.unpack(url, to: destination)
            XCTAssertEqual(try openCount(), before)
        }
    }

    func testATarStreamIsUnpackedInChunks() throws {
        let archive = try tar().compressed(as: .gzip)
        for size in [1, 100, 65_536] {
            try reset()
            let unpacker = try TarUnpacker(to: destination, as: .gzip, options: .untrusted)
            var rest = archive[...]
            while !rest.isEmpty {
                try unpacker.append(rest.prefix(size))
                rest = rest.dropFirst(size)
            }
            let report = try unpacker.finish()
            XCTAssertEqual(report.fileCount, 5)
            XCTAssertEqual(FileTree.listing(of: destination).count, 8)
            XCTAssertEqual(try unpacker.finish(), report, "nothing is done twice")
        }
    }

    func testTreesOfGNUTarAreUnpackedAsGNUTarUnpacksThem() throws {
        try require(["tar", "--version"])
        let source = URL(filePath: #filePath).deletingLastPathComponent()
        let archive = folder.appending(path: "a.tar.gz")
        let parent = source.deletingLastPathComponent().path
        _ = try bytesPrinted(
            by: ["tar", "-C", parent, "-czf", archive.path, source.lastPathComponent]
        )
        let theirs = folder.appending(path: "theirs")
        try FileManager.default.createDirectory(at: theirs, withIntermediateDirectories: true)
        _ = try bytesPrinted(by: ["tar", "-C", theirs.path, "-xzf", archive.path])
        var options = ArchiveOptions.standard
        options.links = .any
        _ = try Archives.unpack(archive, to: destination, options: options).requireClean()
        XCTAssertEqual(FileTree.listing(of: destination), FileTree.listing(of: theirs))
        _ = try bytesPrinted(by: ["diff", "-r", "--no-dereference", theirs.path, destination.path])
    }
}

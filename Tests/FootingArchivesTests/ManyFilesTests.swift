import FootingArchives
import Foundation
import TestSupport
import XCTest

/// A thousand small files, or ten thousand under stress, packed and unpacked.
final class ManyFilesTests: XCTestCase {
    private static let count = rounds(1_000, underStress: 10_000)

    func testManyFilesArePackedAndUnpacked() throws {
        let folder = try TemporaryFolder(self)
        let source = try folder.makeFolder("source")
        var size = 0
        for index in 0..<Self.count {
            if index % 100 == 0 { try folder.makeFolder("source/folder \(index / 100)") }
            // A listing has 40 bytes of each file, which are all.
            let contents = Data(String(repeating: "\(index) ", count: index % 7).utf8)
            try contents.write(to: source.appending(path: "folder \(index / 100)/file \(index)"))
            size += contents.count
        }
        let listing = FileTree.listing(of: source)
        XCTAssertEqual(listing.count, Self.count + Self.count / 100)

        for format in [Archives.Format.zip, .tar] {
            let url = folder.url.appending(path: "\(format)")
            let packed = try Archives.pack(source, to: url, as: format)
            XCTAssertEqual(packed.fileCount, Self.count, "\(format)")
            XCTAssertEqual(packed.folderCount, Self.count / 100, "\(format)")
            XCTAssertEqual(packed.byteCount, size, "\(format)")

            let copy = folder.url.appending(path: "copy \(format)")
            var options = ArchiveOptions.untrusted
            options.permissions = .stored
            let unpacked = try Archives.unpack(url, to: copy, options: options)
            XCTAssertEqual(unpacked, packed, "\(format)")
            XCTAssertTrue(FileTree.listing(of: copy) == listing, "\(format)")
        }
    }
}

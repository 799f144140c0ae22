import FootingExtendedAttributes
import Foundation
import XCTest

/// Volumes that only a privileged process can mount, each seen by one child process alone.
final class ScanVolumeTests: XCTestCase {
    func testKindsAreKnownOnAVolumeWhoseFoldersDoNotTellThem() throws {
        try onVolume(.ext4(blockSize: 1_024, features: "^filetype")) { file in
            let folder = file.deletingLastPathComponent()
            try FileManager.default.removeItem(at: file)
            try FileManager.default.removeItem(at: folder.appending(path: "lost+found"))
            let inside = folder.appending(path: "folder")
            try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: false)
            try Data().write(to: inside.appending(path: "file"))
            try inside.appending(path: "file").extendedAttributes.set("a".utf8, for: mark.name)
            XCTAssertEqual(unsafe symlink("folder", folder.path + "/link"), 0)
            XCTAssertEqual(unsafe mkfifo(folder.path + "/pipe", 0o600), 0)

            XCTAssertEqual(
                ExtendedAttributes.scan(folder, for: mark).lines(below: folder),
                [
                    " folder 0 -",
                    "/folder folder 1 -",
                    "/folder/file file 2 “a”",
                    "/link symbolicLink 1 -",
                    "/pipe other 1 -",
                ]
            )
        }
    }

    func testVolumesWithoutAttributesAreEnteredAndSaySo() throws {
        try onVolume(.ramfs) { file in
            let folder = file.deletingLastPathComponent().deletingLastPathComponent()
            XCTAssertEqual(
                ExtendedAttributes.scan(folder, for: mark).lines(below: folder),
                [
                    " folder 0 -", "/volume folder 1 read unsupported",
                    "/volume/file file 2 read unsupported",
                ]
            )
        }
    }
}

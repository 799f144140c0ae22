import FootingExtendedAttributes
import Foundation
import XCTest

/// Volumes that only a privileged process can mount, each seen by one child process alone.
final class ScanVolumeTests: XCTestCase {
    func testKindsAreKnownOnAVolumeWhoseFoldersDoNotTellThem() throws {
        let image = try makeFolder().appending(path: "image")
        let folder = try makeFolder()
        let script = #"""
            truncate -s 4M "$1" && mkfs.ext4 -q -O ^filetype,^has_journal "$1" >&2 &&
                mount -o loop "$1" "$2" && shift 2 || exit 1
            "$@"
            """#
        let program = [
            "unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh",
            image.path, folder.path,
        ]
        try inChild(under: program, on: folder) { folder in
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
        let folder = try makeTree(["volume/"])
        let program = [
            "unshare", "--mount", "--propagation", "private", "sh", "-c",
            #"mount -t ramfs none "$1/volume" && shift && exec "$@""#, "sh", folder.path,
        ]
        try inChild(under: program, on: folder) { folder in
            try Data().write(to: folder.appending(path: "volume/file"))
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

import Foundation
import TestSupport
import XCTest

/// A volume that a test makes for itself; mounting one takes a privileged process.
struct Volume {
    let type: String
    var options = "rw"
    /// The program that makes the file system in an image file, and the size of that; `nil` for one
    /// in memory.
    var image: (size: UInt64, maker: [String])?

    static let ramfs = Volume(type: "ramfs")
    static let tmpfs = Volume(type: "tmpfs")
    static let xfs = Volume(type: "xfs", image: (320 << 20, ["mkfs.xfs", "-q"]))
    static let btrfs = Volume(type: "btrfs", image: (128 << 20, ["mkfs.btrfs", "-q"]))

    static func ext4(blockSize: Int, features: String = "none") -> Volume {
        let maker = ["mkfs.ext4", "-q", "-b", "\(blockSize)", "-O", features]
        return Volume(type: "ext4", image: (16 << 20, maker))
    }
}

extension XCTestCase {
    /// Runs `body` with a file on a new volume, in a child process that alone sees it.
    ///
    /// The test is skipped, with the reason, if a tool, a privilege or the file system is missing.
    func onVolume(_ volume: Volume, _ body: (URL) throws -> Void) throws {
        // In the child, the volume is there.
        let mount = Self.childFile == nil ? try mounting(volume) : (program: [], folder: URL.root)
        try inChild(under: mount.program, on: mount.folder.appending(path: "file")) { file in
            try Data().write(to: file)
            try body(file)
        }
    }

    /// The program that runs another one with the volume mounted, and where.
    private func mounting(_ volume: Volume) throws -> (program: [String], folder: URL) {
        let inPrivate = ["unshare", "--mount", "--propagation", "private"]
        try require(inPrivate + ["true"])
        let folder = try makeFolder()
        let mountPoint = folder.appending(path: "volume")
        try FileManager.default.createDirectory(at: mountPoint, withIntermediateDirectories: false)
        var source = "none"
        if let image = volume.image {
            source = folder.appending(path: "image").path
            XCTAssertTrue(FileManager.default.createFile(atPath: source, contents: nil))
            XCTAssertEqual(unsafe truncate(source, off_t(image.size)), 0)
            try require(image.maker + [source])
        }
        // Unmounted, so that no loop device stays.
        let script = #"""
            mount -t "$1" -o "$2" "$3" "$4" || exit 1
            trap "umount '$4'" EXIT
            shift 4
            "$@"
            """#
        let options = volume.options + (volume.image == nil ? "" : ",loop")
        let arguments = [volume.type, options, source, mountPoint.path]
        return (inPrivate + ["sh", "-c", script, "sh"] + arguments, mountPoint)
    }

    /// Makes the volume of `file` read-only, in the process that `onVolume` has started.
    func remountReadOnly(_ file: URL) throws {
        let folder = file.deletingLastPathComponent().path
        XCTAssertEqual(try runProgram(["mount", "-o", "remount,ro", folder]).status, 0)
    }
}

extension URL {
    fileprivate static let root = URL(filePath: "/")
}

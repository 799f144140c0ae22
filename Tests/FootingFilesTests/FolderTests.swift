import FootingFiles
import Foundation
import TestSupport
import XCTest

final class FolderTests: XCTestCase {
    private var url = TemporaryFolder.parent
    private var path: SystemPath { SystemPath(url.path.utf8) }

    override func setUpWithError() throws {
        url = try TemporaryFolder(self, in: FileManager.default.temporaryDirectory).url
    }

    func testNoLinkIsFollowedUnlessAskedFor() throws {
        try make("file", "text")
        try FileManager.default.createDirectory(
            at: url.appending(path: "folder"),
            withIntermediateDirectories: false
        )
        for target in ["file", "folder", "missing"] {
            try FileManager.default.createSymbolicLink(
                atPath: url.appending(path: "to-\(target)").path,
                withDestinationPath: target
            )
        }
        let folder = try Folder(path, followingSymlinks: true)

        XCTAssertEqual(
            error { _ = try Folder(name("to-folder"), in: folder, followingSymlinks: false) },
            ENOTDIR
        )
        XCTAssertNoThrow(try Folder(name("to-folder"), in: folder, followingSymlinks: true))
        XCTAssertEqual(
            error { _ = try folder.openForReading(name("to-folder")) },
            ENOTDIR
        )
        XCTAssertEqual(error { _ = try folder.openForAttributes(name("to-file")) }, ELOOP)
        XCTAssertEqual(
            error { _ = try folder.create(name("to-missing"), mode: .private) },
            EEXIST
        )
        XCTAssertEqual(try status("to-file", in: folder).kind, .symbolicLink)
        XCTAssertEqual(try folder.target(ofLink: name("to-file")), Array("file".utf8))
        XCTAssertEqual(error { _ = try folder.target(ofLink: name("file")) }, EINVAL)
        let target = try FileStatus(of: name("to-file"), in: folder, followingSymlinks: true)
        XCTAssertEqual(target.kind, .file)
        XCTAssertEqual(target.size, 4)
        XCTAssertEqual(target.identity, try status("file", in: folder).identity)
        XCTAssertNotEqual(target.identity, try status("folder", in: folder).identity)
        try folder.remove(name("to-folder"))
        XCTAssertEqual(try status("folder", in: folder).kind, .folder)
    }

    func testFolderStaysTheSameWhileItIsMoved() throws {
        let folder = try Folder(path, followingSymlinks: true)
        let moved = url.appendingPathExtension("moved")
        try FileManager.default.moveItem(at: url, to: moved)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        try folder.create(name("file"), mode: .private).close()
        XCTAssertEqual(try folder.names(), [name("file")])
        XCTAssertTrue(try folder.status().isNamed)
        XCTAssertEqual(
            SystemPath.current(ofDescriptor: folder.number),
            Array(moved.resolvingSymlinksInPath().path.utf8)
        )
        try FileManager.default.removeItem(at: moved)
        XCTAssertFalse(try folder.status().isNamed)
    }

    func testNewFileReplacesAnotherOnlyWhereThatIsAskedFor() throws {
        let folder = try Folder(path, followingSymlinks: true)
        try make("old", "old")
        let temporary = SystemPath.temporaryName()
        let file = try folder.create(temporary, mode: FileMode(rawValue: 0o640))
        XCTAssertTrue(write("new", to: file.number))
        try file.chmod(FileMode(rawValue: 0o604))
        try file.sync()
        try file.close()
        XCTAssertEqual(try status(temporary, in: folder).mode.rawValue, 0o604)

        XCTAssertFalse(try folder.rename(temporary, to: name("old"), replacing: false))
        XCTAssertEqual(try text("old"), "old")
        XCTAssertTrue(try folder.rename(temporary, to: name("new"), replacing: false))
        XCTAssertEqual(
            Set(try folder.names().map(\.bytes)),
            [Array("old".utf8), Array("new".utf8)]
        )
        try folder.rename(name("new"), to: name("old"))
        XCTAssertEqual(try text("old"), "new")
        XCTAssertEqual(try folder.names(), [name("old")])
    }

    func testNamesOfAnyBytesAreListedWithoutTheDots() throws {
        let folder = try Folder(path, followingSymlinks: true)
        let names = [[0xE9], Array("...".utf8), Array(".a".utf8), Array("a\nb".utf8)] as [[UInt8]]
        for bytes in names {
            try folder.create(SystemPath(bytes), mode: .private).close()
        }
        XCTAssertEqual(Set(try folder.names().map(\.bytes)), Set(names))
        var entries = try FolderEntries(of: Folder.working.openForReading(path))
        while try entries.next() {
            XCTAssertEqual(entries.kind, .file)
            XCTAssertEqual(entries.path(in: path), folder.path(of: entries.name))
        }
        XCTAssertFalse(try entries.next())
    }

    func testDescriptorsAreClosedWithTheirValues() throws {
        func highest() throws -> Int32 { try Folder(path, followingSymlinks: true).number }
        let before = try highest()
        for _ in 0..<10 {
            _ = try Folder(path, followingSymlinks: true).names()
            _ = error { _ = try Folder(name("missing"), followingSymlinks: true) }
            try Folder(path, followingSymlinks: true)
                .create(SystemPath.temporaryName(), mode: .private).close()
            _ = try FolderEntries(of: Folder.working.openForReading(path))
        }
        XCTAssertEqual(try highest(), before)
    }

    func testFolderIsFlushedWhereThatIsSupported() throws {
        for place in [path, SystemPath("/proc".utf8)] {
            let folder = try Folder(place, followingSymlinks: true)
            XCTAssertNoThrow(try folder.openForReading().syncNames())
        }
    }

    func testWritingToAClosedOrFullFileIsNoFailureOfTheProcess() throws {
        XCTAssertFalse(write("text", to: -1))
        let full = unsafe open("/dev/full", O_WRONLY)
        try XCTSkipIf(full < 0, "There is no /dev/full.")
        defer { close(full) }
        XCTAssertFalse(write("text", to: full))
        XCTAssertTrue(write("", to: full))
    }

    func testErrorNumberHasTheSystemsSentence() {
        XCTAssertEqual(ErrorNumber(ENOENT).message, unsafe String(cString: strerror(ENOENT)))
    }

    private func name(_ text: String) -> SystemPath { SystemPath(text.utf8) }

    private func make(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: url.appending(path: name))
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
    }

    private func status(_ name: String, in folder: Folder) throws -> FileStatus {
        try status(SystemPath(name.utf8), in: folder)
    }

    private func status(_ name: SystemPath, in folder: Folder) throws -> FileStatus {
        try FileStatus(of: name, in: folder, followingSymlinks: false)
    }

    /// The number of the error that `body` throws.
    private func error(_ body: () throws -> Void) -> Int32? {
        do {
            try body()
            return nil
        } catch {
            return (error as? ErrorNumber)?.value
        }
    }
}

import FootingFiles
import Foundation
import TestSupport
import XCTest

final class NewFileTests: XCTestCase {
    private var url = TemporaryFolder.parent
    private var path: SystemPath { SystemPath(url.path.utf8) }

    override func setUpWithError() throws {
        url = try TemporaryFolder(self, in: FileManager.default.temporaryDirectory).url
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    }

    private func makeFile(_ text: String, in folder: Folder) throws -> NewFile {
        let file = try NewFile(SystemPath("file".utf8), in: folder, mode: .private)
        let error = unsafe Array(text.utf8).withUnsafeBytes { unsafe file.write($0) }
        XCTAssertNil(error)
        return file
    }

    func testAFileHasItsNameWhenItIsCompleteAndIsRemovedOtherwise() throws {
        let folder = try Folder(path, followingSymlinks: true)
        for (text, isComplete) in [("lost", false), ("kept", true)] {
            let file = try makeFile(text, in: folder)
            XCTAssertEqual(try names().count, 1)
            XCTAssertFalse(try names().contains("file"))
            guard isComplete else { continue }
            try file.close(mode: FileMode(rawValue: 0o604), modified: (5, 0))
            XCTAssertTrue(try file.rename(replacing: false))
        }
        XCTAssertEqual(try names(), ["file"])
        let status = try FileStatus(
            of: SystemPath("file".utf8),
            in: folder,
            followingSymlinks: false
        )
        XCTAssertEqual(status.mode.rawValue, 0o604)
        XCTAssertEqual(status.modified.seconds, 5)
        XCTAssertEqual(status.size, 4)
    }

    func testAFileThatBeginsWithItsNameIsRemovedUnlessItIsComplete() throws {
        let folder = try Folder(path, followingSymlinks: true)
        let name = SystemPath("file".utf8)
        for isComplete in [false, true] {
            let file = try NewFile(name, in: folder, mode: .private, temporaryName: name)
            XCTAssertTrue(file.hasOwnName)
            XCTAssertEqual(try names(), ["file"])
            try file.close()
            if isComplete { XCTAssertTrue(try file.rename(replacing: false)) }
        }
        XCTAssertEqual(try names(), ["file"])
        XCTAssertThrowsError(
            try NewFile(name, in: folder, mode: .private, temporaryName: name)
        ) { error in
            XCTAssertEqual(error as? ErrorNumber, .exists)
        }
        XCTAssertEqual(try names(), ["file"])
    }

    func testAnExistingFileIsReplacedOnlyIfAsked() throws {
        let folder = try Folder(path, followingSymlinks: true)
        try Data("old".utf8).write(to: url.appending(path: "file"))
        for isReplacing in [false, true] {
            let file = try makeFile("new", in: folder)
            try file.close()
            XCTAssertEqual(try file.rename(replacing: isReplacing), isReplacing)
            let text = try String(contentsOf: url.appending(path: "file"), encoding: .utf8)
            XCTAssertEqual(text, isReplacing ? "new" : "old")
        }
        XCTAssertEqual(try names(), ["file"])
    }

    func testALinkThatReplacesAnotherNameOfItsFileLeavesNoTemporaryName() throws {
        let folder = try Folder(path, followingSymlinks: true)
        let (name, other) = (SystemPath("file".utf8), SystemPath("other".utf8))
        try folder.create(other, mode: .private).close()
        try folder.makeHardLink(name, to: other, in: folder)
        do {
            let link = try NewFile(link: name, in: folder) { temporary throws(ErrorNumber) in
                try folder.makeHardLink(temporary, to: other, in: folder)
            }
            XCTAssertTrue(try link.rename(replacing: true))
        }
        XCTAssertEqual(try names(), ["file", "other"])
    }

    func testAChainCreatesFoldersAndFollowsNoLink() throws {
        var chain = FolderChain(root: try Folder(path, followingSymlinks: true))
        var created: [String] = []
        func make(
            _ name: SystemPath,
            in parent: Folder,
            _ path: ArraySlice<UInt8>
        ) throws(ErrorNumber) -> Folder? {
            guard created.count < 4 else { return nil }
            created.append(String(decoding: path, as: UTF8.self))
            XCTAssertTrue(try parent.makeFolder(name, mode: .privateFolder))
            return try Folder(name, in: parent, followingSymlinks: false)
        }
        func open(_ text: String, isCreating: Bool = true) throws -> Folder {
            let path = Array(text.utf8)[...]
            let folder = try chain.open(path, missing: isCreating ? make : nil)
            return try XCTUnwrap(folder)
        }
        XCTAssertNil(try? open("a/b", isCreating: false))
        _ = try open("a/b/c")
        _ = try open("a/d")
        XCTAssertTrue(try open("a/d") === open("a/d"))
        XCTAssertEqual(created, ["a", "a/b", "a/b/c", "a/d"])
        let root = try Folder(path, followingSymlinks: true)
        XCTAssertEqual(try open("").identity(), try root.identity())

        try FileManager.default.createSymbolicLink(
            atPath: url.appending(path: "link").path,
            withDestinationPath: "a"
        )
        XCTAssertThrowsError(try open("link/b")) { error in
            XCTAssertEqual((error as? ErrorNumber)?.isOfNoFolder, true)
        }
        XCTAssertTrue(try root.path(of: SystemPath("a/b/c".utf8)) == open("a/b/c").path)
        XCTAssertNil(try chain.open(Array("a/b/e".utf8)[...], missing: make))
        XCTAssertEqual(created.count, 4)
    }
}

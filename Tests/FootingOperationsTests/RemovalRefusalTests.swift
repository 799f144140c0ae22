import Foundation
import TestSupport
import XCTest

// The queue, which tests suspend so that deletions begin when they say, and the hidden names.
@testable import FootingOperations

/// Items that can't be removed, or not completely.
final class RemovalRefusalTests: RemovalTestCase {
    // MARK: Permissions

    func testReadOnlyFolderIsListedAndTheRestGoes() throws {
        try skipAsRoot()
        let tree = try makeTree("tree")
        let locked = try makeTree("tree/a/locked")
        setMode(0o555, of: locked)
        let unreadable = try makeTree("tree/unreadable")
        setMode(0, of: unreadable)
        let unsearchable = try makeTree("tree/unsearchable")
        setMode(0o444, of: unsearchable)
        let removal = try remover.remove(tree)
        let hidden = try XCTUnwrap(removal.hiddenURL)
        let error = try XCTUnwrap(failure(of: removal.future))
        XCTAssertEqual(error.code, .incomplete)
        XCTAssertEqual(error.errno, EACCES)
        XCTAssertEqual(Set(error.remaining.map(\.errno)), [EACCES])
        // In the locked folder remain its two entries, but `a` loses its own.
        XCTAssertEqual(
            Set(error.remaining.map { String($0.subject.dropFirst(hidden.path.count + 1)) }),
            ["a/locked/a", "a/locked/file", "unreadable", "unsearchable"]
        )
        XCTAssertEqual(error.remainingCount, error.remaining.count)
        let left = try FileManager.default.contentsOfDirectory(atPath: hidden.path)
        XCTAssertEqual(left.sorted(), ["a", "unreadable", "unsearchable"])
        for path in ["a/locked", "unreadable", "unsearchable"] {
            setMode(0o755, of: hidden.appending(path: path))
        }
        try remover.remove(hidden).future.wait(timeout: patience)
        XCTAssertEqual(names(), [])
    }

    func testDeepFolderThatCanNotBeMovedIsListedAndTheRestGoes() throws {
        try skipAsRoot()
        let deep = Array(repeating: "folder", count: 64).joined(separator: "/")
        let locked = try makeTree("tree/\(deep)")
        try makeTree("tree/folder/sibling")
        setMode(0o555, of: locked)
        let removal = try remover.remove(folder.appending(path: "tree"))
        let error = try XCTUnwrap(failure(of: removal.future))
        let hidden = try XCTUnwrap(removal.hiddenURL)
        let place = hidden.appending(path: deep)
        XCTAssertEqual(error.remaining.map(\.subject), [place.path])
        XCTAssertEqual(error.errno, EACCES)
        XCTAssertFalse(exists(hidden.appending(path: "folder/sibling")))
        setMode(0o755, of: place)
        try remover.remove(hidden).future.wait(timeout: patience)
        XCTAssertEqual(names(), [])
    }

    func testListOfWhatRemainsIsCappedAndItsCountIsExact() throws {
        try skipAsRoot()
        let tree = try makeTree("tree")
        for number in 0..<150 { try Data().write(to: tree.appending(path: "\(number)")) }
        setMode(0o555, of: tree)
        let removal = try remover.remove(tree)
        let error = try XCTUnwrap(failure(of: removal.future))
        XCTAssertEqual(error.remaining.count, 100)
        XCTAssertEqual(error.remainingCount, 152)
        let hidden = try XCTUnwrap(removal.hiddenURL)
        setMode(0o755, of: hidden)
        try remover.remove(hidden)
    }

    func testUnwritableFolderAroundMeansDeletingInPlace() throws {
        try skipAsRoot()
        let tree = try makeTree("outer/tree")
        let outer = tree.deletingLastPathComponent()
        setMode(0o555, of: outer)
        remover.queue.isSuspended = true
        let removal = try remover.remove(tree)
        XCTAssertNil(removal.hiddenURL)
        XCTAssertTrue(exists(tree))
        remover.queue.isSuspended = false
        let error = try XCTUnwrap(failure(of: removal.future))
        XCTAssertEqual(error.remaining.map(\.subject), [tree.path])
        XCTAssertEqual(error.remaining.map(\.errno), [EACCES])
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: tree.path), [])
        assertRefused(outer.appending(path: "missing"), .noSuchFile)
        setMode(0o755, of: outer)
        try remover.remove(outer)
    }

    func testReplacementOfAnItemThatWasNotRenamedStays() throws {
        try skipAsRoot()
        let tree = try makeTree("outer/tree")
        let outer = tree.deletingLastPathComponent()
        setMode(0o555, of: outer)
        remover.queue.isSuspended = true
        let removal = try remover.remove(tree)
        setMode(0o755, of: outer)
        try FileManager.default.moveItem(at: tree, to: folder.appending(path: "old"))
        try makeTree("outer/tree")
        remover.queue.isSuspended = false
        assertSucceeds(removal.future)
        XCTAssertTrue(exists(tree.appending(path: "a/b/file")))
    }

    func testFolderAroundThatMayNotBeListed() throws {
        try skipAsRoot()
        let tree = try makeTree("outer/tree")
        let outer = tree.deletingLastPathComponent()
        setMode(0o333, of: outer)
        let removal = try remover.remove(tree)
        XCTAssertNotNil(removal.hiddenURL)
        assertSucceeds(removal.future)
        setMode(0o755, of: outer)
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: outer.path), [])
    }

    // MARK: Refusals

    func testRefusals() throws {
        let file = folder.appending(path: "file")
        try Data().write(to: file)
        let here = FileManager.default.currentDirectoryPath
        for url in [
            URL(filePath: "/"), URL(filePath: "//"), URL(filePath: ""), URL(filePath: "."),
            URL(filePath: ".."), URL(filePath: "../"), URL(filePath: "\(folder.path)/."),
            URL(filePath: "\(folder.path)/.."), URL(filePath: "\(folder.path)/../"),
        ] {
            assertRefused(url, .invalidPath)
        }
        for (text, reason) in [
            ("https://example.org/a", "not a file URL"), ("name", "not a file URL"),
            ("data:,x", "not a file URL"), ("file://elsewhere/tmp/a", "machine, “elsewhere”"),
            ("file:", "no path"), ("file:///", "the root"), ("file://\(folder.path)/%00", "NUL"),
            ("file://\(folder.path)/a%2Fb", "contains a slash"),
            ("file://\(folder.path)/%2E%2E", "ends in “.”"),
        ] {
            assertRefused(try XCTUnwrap(URL(string: text)), .invalidPath, reason)
        }
        assertRefused(folder.appending(path: "missing"), .noSuchFile)
        assertRefused(folder.appending(path: "missing/a"), .noSuchFile)
        assertRefused(file.appending(path: "a"), .noSuchFile)
        assertRefused(folder.appending(path: String(repeating: "x", count: 300)), .system)
        XCTAssertEqual(names(), ["file"])
        XCTAssertTrue(FileManager.default.fileExists(atPath: here))
    }

    func testErrorNamesPathCauseAndRemedy() {
        let denied = OperationError(errno: EACCES, path: Array("/a\nb".utf8) + [0xE9])
        XCTAssertEqual(denied.subject, "/a%0Ab%E9")
        let words = unsafe String(cString: strerror(EACCES))
        let sentence =
            "Could not remove “/a%0Ab%E9”: \(words) (error \(EACCES)); check the permissions of the "
            + "folders above."
        XCTAssertEqual(denied.description, sentence)
        XCTAssertEqual(denied.localizedDescription, sentence)
        let lines = OperationError(
            .invalidPath,
            of: Array("/a\nb".utf8),
            invalidity: "this is a test"
        )
        XCTAssertEqual(lines.subject, "/a\nb")
        XCTAssertEqual(lines.description, "Could not remove “/a%0Ab”: this is a test.")
        XCTAssertEqual(lines.code, .invalidPath)
        let incomplete = OperationError(
            errno: EACCES,
            path: Array("/ü %".utf8),
            remaining: [denied],
            count: 3
        )
        XCTAssertEqual(incomplete.code, .incomplete)
        XCTAssertEqual(
            incomplete.description,
            "Could not remove “/ü %”: 3 entries remain. \(sentence)"
        )
        for (errno, code, text) in [
            (ENOENT, .noSuchFile, "check the path"),
            (ENOTDIR, .noSuchFile, "(error \(ENOTDIR))"), (EPERM, .notPermitted, "sticky bit"),
            (EROFS, .readOnlyFileSystem, "remount"), (ENOSPC, .noSpace, "free some space"),
            (EDQUOT, .quotaExceeded, "free some space"),
            (EIO, .system, unsafe String(cString: strerror(EIO))),
        ] as [(Int32, OperationError.Code, String)] {
            let error = OperationError(errno: errno, path: Array("/x".utf8))
            XCTAssertEqual(error.code, code)
            XCTAssertTrue(error.description.hasPrefix("Could not remove “/x”: "), "\(error)")
            XCTAssertTrue(error.description.contains(text), "\(error)")
            XCTAssertTrue(error.description.hasSuffix("."), "\(error)")
        }
    }
}

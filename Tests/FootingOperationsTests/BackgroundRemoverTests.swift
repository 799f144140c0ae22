import FootingFiles
import Foundation
import TestSupport
import XCTest

// The queue, which tests suspend so that deletions begin when they say, and the hidden names.
@testable import FootingOperations

final class BackgroundRemoverTests: RemovalTestCase {
    // MARK: Removing

    func testTreeLeavesItsPathAtOnceAndTheDiskLater() throws {
        let tree = try makeTree("tree")
        remover.queue.isSuspended = true
        let removal = try remover.remove(tree)
        XCTAssertFalse(exists(tree))
        // The path is free for something new, which stays.
        try Data("new".utf8).write(to: tree)
        let hidden = try XCTUnwrap(removal.hiddenURL)
        XCTAssertTrue(exists(hidden))
        XCTAssertEqual(
            hidden.deletingLastPathComponent().path,
            tree.deletingLastPathComponent().path
        )
        XCTAssertTrue(hidden.lastPathComponent.hasPrefix(".footing-removed-"))
        XCTAssertNil(removal.future.settledOutcome)
        remover.queue.isSuspended = false
        try remover.drain().wait(timeout: patience)
        XCTAssertNoThrow(try removal.future.wait(timeout: .zero))
        XCTAssertEqual(names(), ["tree"])
        XCTAssertEqual(try String(contentsOf: tree, encoding: .utf8), "new")
    }

    func testWaitingWithoutBlocking() async throws {
        let removal = try remover.remove(makeTree("tree"))
        try await removal.future.value
        await remover.drain().outcome.assertSuccess()
        XCTAssertEqual(names(), [])
    }

    func testFileAndEmptyFolderAndEverySpellingOfAPath() throws {
        let file = folder.appending(path: "file ü%?#", directoryHint: .notDirectory)
        try Data().write(to: file)
        try remover.remove(file)
        let empty = folder.appending(path: "empty", directoryHint: .isDirectory)
        for spelling in ["/empty", "//empty///", "/./empty"] {
            try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
            try remover.remove(URL(filePath: folder.path + spelling))
        }
        try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
        try remover.remove(URL(filePath: "empty/", relativeTo: folder))
        try remover.drain().wait(timeout: patience)
        XCTAssertEqual(names(), [])
    }

    func testSymbolicLinksGoAndTheirTargetsStay() throws {
        let target = try makeTree("target")
        let before = try FileManager.default.subpathsOfDirectory(atPath: target.path).sorted()
        let tree = try makeTree("tree")
        for place in ["link", "dangling", "tree/link", "tree/a/b/link"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.appending(path: place).path,
                withDestinationPath: place == "dangling" ? "/nowhere/at/all" : target.path
            )
        }
        try remover.remove(folder.appending(path: "link", directoryHint: .isDirectory))
        try remover.remove(folder.appending(path: "dangling"))
        try remover.remove(tree)
        try remover.drain().wait(timeout: patience)
        XCTAssertEqual(names(), ["target"])
        let after = try FileManager.default.subpathsOfDirectory(atPath: target.path).sorted()
        XCTAssertEqual(after, before)
    }

    func testEntriesThatAppearDuringTheDeletionAreDeletedALimitedNumberOfTimes() throws {
        let parent = try Folder(SystemPath(folder.path.utf8), followingSymlinks: true)
        for (appearances, remains) in [(1, false), (100, false), (101, true)] {
            let tree = folder.appending(path: "tree", directoryHint: .isDirectory)
            try FileManager.default.createDirectory(at: tree, withIntermediateDirectories: true)
            var left = appearances
            var deletion = Deletion()
            // The moment in question: another program puts a file into the folder that is empty.
            deletion.didEmptyFolder = {
                left -= 1
                if left < 0 { return }
                let late = tree.appending(path: "file").path
                XCTAssertTrue(FileManager.default.createFile(atPath: late, contents: nil))
            }
            XCTAssertEqual(deletion.delete(SystemPath("tree".utf8), in: parent), !remains)
            XCTAssertEqual(exists(tree), remains)
            do throws(OperationError) {
                try deletion.finish(parent.path)
                XCTAssertFalse(remains)
            } catch {
                XCTAssertEqual(error.remaining.map(\.errno), [ENOTEMPTY])
            }
        }
    }

    func testDeepTree() throws {
        let tree = folder.appending(path: "deep", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: tree, withIntermediateDirectories: true)
        // Names of one file: a disk takes long to make thousands where some were removed.
        let file = tree.path + "/file"
        try Data().write(to: URL(filePath: file))
        var place = unsafe open(tree.path, O_RDONLY | O_DIRECTORY)
        // Deeper than a path may be long, and than a process may have files open.
        for _ in 0..<rounds(2_500, underStress: 10_000) {
            unsafe XCTAssertEqual(mkdirat(place, "folder", 0o777), 0)
            let next = unsafe openat(place, "folder", O_RDONLY | O_DIRECTORY)
            XCTAssertGreaterThanOrEqual(next, 0)
            unsafe XCTAssertEqual(linkat(AT_FDCWD, file, next, "file", 0), 0)
            close(place)
            place = next
        }
        close(place)
        // The worker gives way to whatever else the machine does.
        try remover.remove(tree).future.wait(timeout: .seconds(600))
        XCTAssertEqual(names(), [])
    }

    func testNamesThatAreNoUTF8() throws {
        let tree = try makeTree("tree")
        for bytes: [UInt8] in [[0xFF, 0xFE], [0x63, 0x61, 0x66, 0xE9], [0x5C, 0x0A, 0x80]] {
            let path = Array("\(tree.path)/".utf8) + bytes
            unsafe XCTAssertEqual(mkdir(path.map { CChar(bitPattern: $0) } + [0], 0o777), 0)
            let file = path + Array("/".utf8) + bytes
            let descriptor = unsafe creat(file.map { CChar(bitPattern: $0) } + [0], 0o666)
            XCTAssertGreaterThanOrEqual(descriptor, 0)
            close(descriptor)
        }
        let inside = try XCTUnwrap(URL(string: "file://\(tree.path)/caf%E9"))
        remover.queue.isSuspended = true
        let removal = try remover.remove(inside)
        // Again by its hidden name, which is in a folder whose name is UTF-8.
        try remover.remove(XCTUnwrap(removal.hiddenURL))
        let last = try remover.remove(XCTUnwrap(URL(string: "file://\(tree.path)/%FF%FE/%FF%FE")))
        let hidden = try XCTUnwrap(last.hiddenURL)
        XCTAssertTrue(hidden.absoluteString.contains("/%FF%FE/.footing-removed-"), "\(hidden)")
        try remover.remove(hidden)
        try remover.remove(tree)
        remover.queue.isSuspended = false
        try remover.drain().wait(timeout: patience)
        XCTAssertEqual(names(), [])
    }

    func testRemovingTwice() throws {
        let tree = try makeTree("tree")
        try remover.remove(tree)
        assertRefused(tree, .noSuchFile)
    }

    func testFolderAroundARemovedItemIsRemovedBeforeTheItemIsDeleted() throws {
        let tree = try makeTree("tree")
        remover.queue.isSuspended = true
        let inner = try remover.remove(tree.appending(path: "a"))
        let outer = try remover.remove(tree)
        remover.queue.isSuspended = false
        assertSucceeds(inner.future)
        assertSucceeds(outer.future)
        XCTAssertEqual(names(), [])
    }

    func testTwoRemoversAtOnce() throws {
        let other = BackgroundRemover()
        let trees = try (0..<rounds(20)).map { try makeTree("tree \($0)") }
        let winners = Counter()
        let refused = Counter()
        let first = remover
        for tree in trees {
            DispatchQueue.concurrentPerform(iterations: 2) { number in
                do throws(OperationError) {
                    try (number == 0 ? first : other).remove(tree)
                    winners.add(1)
                } catch {
                    XCTAssertEqual(error.code, .noSuchFile)
                    refused.add(1)
                }
            }
        }
        try other.drain().wait(timeout: patience)
        try remover.drain().wait(timeout: patience)
        XCTAssertEqual(winners.value, trees.count)
        XCTAssertEqual(refused.value, trees.count)
        XCTAssertEqual(names(), [])
    }

    func testManyPendingRemovalsShareADescriptor() throws {
        remover.queue.isSuspended = true
        var before = 0
        for number in 0..<200 {
            let file = folder.appending(path: "\(number)")
            try Data().write(to: file)
            try remover.remove(file)
            if number == 0 { before = openDescriptors() }
        }
        XCTAssertLessThan(openDescriptors(), before + 100)
        remover.queue.isSuspended = false
    }

    func testSomebodyGoesOnCreatingFiles() throws {
        let tree = try makeTree("tree")
        let place = unsafe open(tree.path, O_RDONLY | O_DIRECTORY)
        let begun = Gate()
        let stop = Gate()
        let ended = startThread {
            var number = 0
            while !stop.isOpen, number < 5_000 {
                unsafe close(openat(place, "\(number)", O_CREAT | O_WRONLY, 0o666))
                number += 1
                begun.open()
            }
        }
        begun.pass()
        let removal = try remover.remove(tree)
        do throws(FutureError<OperationError>) {
            try removal.future.wait(timeout: patience)
        } catch {
            guard case .failure(let error) = error else { return XCTFail("\(error)") }
            XCTAssertEqual(error.remaining.map(\.errno), [ENOTEMPTY])
        }
        stop.open()
        ended.pass()
        close(place)
        if let hidden = removal.hiddenURL, exists(hidden) { try remover.remove(hidden) }
        try remover.drain().wait(timeout: patience)
        XCTAssertEqual(names(), [])
    }

    // MARK: Cancelling

    func testCancelledRemovalStaysHiddenUntilItIsRemovedAgain() throws {
        let tree = try makeTree("tree")
        remover.queue.isSuspended = true
        let removal = try remover.remove(tree)
        XCTAssertTrue(removal.future.cancel())
        XCTAssertFalse(removal.future.cancel())
        remover.queue.isSuspended = false
        try remover.drain().wait(timeout: patience)
        let hidden = try XCTUnwrap(removal.hiddenURL)
        XCTAssertTrue(exists(hidden.appending(path: "a/b/file")))
        try remover.remove(hidden).future.wait(timeout: patience)
        XCTAssertEqual(names(), [])
    }

    func testCancellingDuringTheDeletion() throws {
        for number in 0..<rounds(20) {
            let tree = try makeTree("tree")
            let removal = try remover.remove(tree)
            // Somewhere in between, or before it begins.
            if number.isMultiple(of: 2) { sched_yield() }
            let isCancelled = removal.future.cancel()
            try remover.drain().wait(timeout: patience)
            let hidden = try XCTUnwrap(removal.hiddenURL)
            if !isCancelled {
                XCTAssertFalse(exists(hidden))
            } else if exists(hidden) {
                try remover.remove(hidden)
            }
        }
        try remover.drain().wait(timeout: patience)
        XCTAssertEqual(names(), [])
    }

    // MARK: Leftovers

    func testSweepRemovesLeftoversOfProcessesThatAreGone() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "exit 0"]
        try process.run()
        process.waitUntilExit()
        let me = ProcessInfo.processInfo.processIdentifier
        let gone = [
            ".footing-removed-\(process.processIdentifier)-1-f00",
            // An earlier process with the same id.
            ".footing-removed-\(me)-1-f00",
            String(decoding: HiddenName.make().bytes, as: UTF8.self)
                .replacing("-\(me)-", with: "-\(process.processIdentifier)-"),
        ]
        for name in gone { try makeTree(name) }
        let kept = [
            ".footing-removed-", ".footing-removed-x-1-f00", ".footing-removed-1", "kept",
            ".footing-removed-\(process.processIdentifier)-1-f00-1",
            ".footing-removed-\(process.processIdentifier)-1-name",
            ".footing-removed-\(process.processIdentifier)--f00",
            ".footing-removed--1-1-f00", ".footing-removed-0-1-f00",
            // A process that runs.
            ".footing-removed-\(getppid())-1-f00",
        ]
        for name in kept { try makeTree(name) }
        // This process.
        remover.queue.isSuspended = true
        let pending = try remover.remove(makeTree("pending"))
        let own = try XCTUnwrap(pending.hiddenURL?.lastPathComponent)
        XCTAssertTrue(pending.future.cancel())
        remover.queue.isSuspended = false
        XCTAssertEqual(try remover.sweep(in: folder).wait(timeout: patience), gone.count)
        XCTAssertEqual(names(), (kept + [own]).sorted())
        XCTAssertEqual(try remover.sweep(in: folder).wait(timeout: patience), 0)
    }

    func testSweepOfNoFolder() throws {
        XCTAssertThrowsError(try remover.sweep(in: folder.appending(path: "missing"))) { error in
            XCTAssertEqual((error as? OperationError)?.code, .noSuchFile)
        }
        let page = try XCTUnwrap(URL(string: "https://example.org/"))
        XCTAssertThrowsError(try remover.sweep(in: page)) { error in
            XCTAssertEqual((error as? OperationError)?.code, .invalidPath)
        }
    }

    // MARK: Help

    private func openDescriptors() -> Int {
        (0..<4_096).count { fcntl($0, F_GETFD) >= 0 }
    }
}

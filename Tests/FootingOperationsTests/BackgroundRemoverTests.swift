import Foundation
import XCTest

// The queue, which tests suspend so that deletions begin when they say, and the hidden names.
@testable import FootingOperations

final class BackgroundRemoverTests: XCTestCase {
    private let remover = BackgroundRemover()
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "footing-\(UUID().uuidString)", directoryHint: .isDirectory)

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws {
        try remover.finishAll().wait(timeout: patience)
        try FileManager.default.removeItem(at: folder)
    }

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
        try remover.finishAll().wait(timeout: patience)
        XCTAssertNoThrow(try removal.future.wait(timeout: .zero))
        XCTAssertEqual(names(), ["tree"])
        XCTAssertEqual(try String(contentsOf: tree, encoding: .utf8), "new")
    }

    func testWaitingWithoutBlocking() async throws {
        let removal = try remover.remove(makeTree("tree"))
        try await removal.future.value
        await remover.finishAll().outcome.assertSuccess()
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
        try remover.finishAll().wait(timeout: patience)
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
        try remover.finishAll().wait(timeout: patience)
        XCTAssertEqual(names(), ["target"])
        let after = try FileManager.default.subpathsOfDirectory(atPath: target.path).sorted()
        XCTAssertEqual(after, before)
    }

    func testDeepTree() throws {
        let tree = folder.appending(path: "deep", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: tree, withIntermediateDirectories: true)
        var place = unsafe open(tree.path, O_RDONLY | O_DIRECTORY)
        for _ in 0..<10_000 {
            unsafe XCTAssertEqual(mkdirat(place, "folder", 0o777), 0)
            unsafe close(openat(place, "file", O_CREAT | O_WRONLY, 0o666))
            let next = unsafe openat(place, "folder", O_RDONLY | O_DIRECTORY)
            XCTAssertGreaterThanOrEqual(next, 0)
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
        try remover.finishAll().wait(timeout: patience)
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
                do throws(RemovalError) {
                    try (number == 0 ? first : other).remove(tree)
                    winners.add(1)
                } catch {
                    XCTAssertEqual(error.code, .noSuchFile)
                    refused.add(1)
                }
            }
        }
        try other.finishAll().wait(timeout: patience)
        try remover.finishAll().wait(timeout: patience)
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
        let ended = Gate()
        Thread.detachNewThread {
            var number = 0
            while !stop.isOpen, number < 5_000 {
                unsafe close(openat(place, "\(number)", O_CREAT | O_WRONLY, 0o666))
                number += 1
                begun.open()
            }
            ended.open()
        }
        begun.pass()
        let removal = try remover.remove(tree)
        do throws(FutureError<RemovalError>) {
            try removal.future.wait(timeout: patience)
        } catch {
            guard case .failure(let error) = error else { return XCTFail("\(error)") }
            XCTAssertEqual(error.remaining.map(\.errno), [ENOTEMPTY])
        }
        stop.open()
        ended.pass()
        close(place)
        if let hidden = removal.hiddenURL, exists(hidden) { try remover.remove(hidden) }
        try remover.finishAll().wait(timeout: patience)
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
        try remover.finishAll().wait(timeout: patience)
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
            try remover.finishAll().wait(timeout: patience)
            let hidden = try XCTUnwrap(removal.hiddenURL)
            if !isCancelled {
                XCTAssertFalse(exists(hidden))
            } else if exists(hidden) {
                try remover.remove(hidden)
            }
        }
        try remover.finishAll().wait(timeout: patience)
        XCTAssertEqual(names(), [])
    }

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
            Set(error.remaining.map { String($0.path.dropFirst(hidden.path.count + 1)) }),
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
        XCTAssertEqual(error.remaining.map(\.path), [place.path])
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
        XCTAssertEqual(error.remaining.map(\.path), [tree.path])
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
        let denied = RemovalError(errno: EACCES, path: Array("/a\nb".utf8) + [0xE9])
        XCTAssertEqual(denied.path, "/a%0Ab%E9")
        let words = unsafe String(cString: strerror(EACCES))
        let sentence =
            "Could not remove “/a%0Ab%E9”: \(words) (error \(EACCES)); check the permissions of the "
            + "folders above."
        XCTAssertEqual(denied.description, sentence)
        XCTAssertEqual(denied.localizedDescription, sentence)
        let lines = RemovalError("this is a test", path: Array("/a\nb".utf8))
        XCTAssertEqual(lines.path, "/a\nb")
        XCTAssertEqual(lines.description, "Could not remove “/a%0Ab”: this is a test.")
        XCTAssertEqual(lines.code, .invalidPath)
        let incomplete = RemovalError(
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
            (ENOTDIR, .noSuchFile, "(error \(ENOTDIR))"), (EPERM, .accessDenied, "permissions"),
            (EROFS, .system, unsafe String(cString: strerror(EROFS))),
        ] as [(Int32, RemovalError.Code, String)] {
            let error = RemovalError(errno: errno, path: Array("/x".utf8))
            XCTAssertEqual(error.code, code)
            XCTAssertTrue(error.description.hasPrefix("Could not remove “/x”: "), "\(error)")
            XCTAssertTrue(error.description.contains(text), "\(error)")
            XCTAssertTrue(error.description.hasSuffix("."), "\(error)")
        }
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
            String(decoding: HiddenName.make(), as: UTF8.self)
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
            XCTAssertEqual((error as? RemovalError)?.code, .noSuchFile)
        }
        let page = try XCTUnwrap(URL(string: "https://example.org/"))
        XCTAssertThrowsError(try remover.sweep(in: page)) { error in
            XCTAssertEqual((error as? RemovalError)?.code, .invalidPath)
        }
    }

    // MARK: Help

    /// Makes a folder with two more in it and a file at each level.
    @discardableResult
    private func makeTree(_ name: String) throws -> URL {
        let tree = folder.appending(path: name, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: tree.appending(path: "a/b"),
            withIntermediateDirectories: true
        )
        for path in ["file", "a/file", "a/b/file"] {
            try Data("text".utf8).write(to: tree.appending(path: path))
        }
        return tree
    }

    private func setMode(_ mode: mode_t, of url: URL) {
        unsafe XCTAssertEqual(chmod(url.path, mode), 0)
    }

    /// Whether there is something, be it a link that leads nowhere.
    private func exists(_ url: URL) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: url.path)) != nil
    }

    private func names() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? ["?"]
    }

    private func openDescriptors() -> Int {
        (0..<4_096).count { fcntl($0, F_GETFD) >= 0 }
    }

    private func failure(of future: Future<Void, RemovalError>) -> RemovalError? {
        do throws(FutureError<RemovalError>) {
            try future.wait(timeout: patience)
        } catch {
            if case .failure(let error) = error { return error }
        }
        return nil
    }

    private func assertRefused(
        _ url: URL,
        _ code: RemovalError.Code,
        _ reason: String = "",
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        do throws(RemovalError) {
            try remover.remove(url)
            XCTFail("\(url) was removed.", file: file, line: line)
        } catch {
            XCTAssertEqual(error.code, code, "\(url): \(error)", file: file, line: line)
            let namesReason = reason.isEmpty || error.description.contains(reason)
            XCTAssertTrue(namesReason, "\(url): \(error)", file: file, line: line)
        }
    }

    private func skipAsRoot() throws {
        try XCTSkipIf(geteuid() == 0, "The superuser may do everything.")
    }
}

extension Outcome {
    fileprivate func assertSuccess(file: StaticString = #filePath, line: UInt = #line) {
        guard case .success = self else { return XCTFail("\(self)", file: file, line: line) }
    }
}

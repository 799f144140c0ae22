import FootingExtendedAttributes
import Foundation
import XCTest

/// Replacing a file's content atomically, and the attributes that the file keeps.
final class SavingTests: XCTestCase {
    func testAttributesAndContentAreThoseAskedFor() throws {
        let file = try makeFile()
        try file.extendedAttributes.setContents(Specimen.contents)

        for content in [Data("new".utf8), Data(), Data(repeating: 7, count: 1_000_000)] {
            let report = try content.write(to: file, keepingExtendedAttributes: .user)

            XCTAssertEqual(report.stored, Specimen.contents.keys.sorted())
            XCTAssertEqual(report.issues, [])
            XCTAssertEqual(try Data(contentsOf: file), content)
            XCTAssertEqual(try file.extendedAttributes.contents(in: .user), Specimen.contents)
            try assertNoTemporaryFile(beside: file)
        }
    }

    func testPermissionsAreKept() throws {
        let file = try makeFile()
        for mode in [
            0o600, 0o644, 0o666, 0o755, 0o400, 0o200, 0o4755, 0o2755, 0o1644, 0o7777,
        ] as [mode_t] {
            XCTAssertEqual(unsafe chmod(file.path, mode), 0)
            try Data("\(mode)".utf8).write(to: file, keepingExtendedAttributes: .user)
            XCTAssertEqual(try Self.mode(of: file), mode, String(mode, radix: 8))
        }
    }

    func testOwnerAndGroupAreKeptByWhoMayGiveFilesAway() throws {
        try XCTSkipUnless(getuid() == 0, "Only privileged processes may give files away.")
        let file = try makeFile()
        XCTAssertEqual(unsafe chown(file.path, 1_234, 5_678), 0)
        XCTAssertEqual(unsafe chmod(file.path, 0o6750), 0)
        try file.extendedAttributes.set([1], for: "user.a")

        try Data("new".utf8).write(to: file, keepingExtendedAttributes: .user)

        let facts = try Self.facts(of: file)
        XCTAssertEqual(facts.st_uid, 1_234)
        XCTAssertEqual(facts.st_gid, 5_678)
        XCTAssertEqual(facts.st_mode & 0o7777, 0o6750)
        XCTAssertEqual(try file.extendedAttributes.names(in: .user), ["user.a"])
    }

    func testNewFileHasNoAttributesAndThePermissionsOfNewFiles() throws {
        let program = ["sh", "-c", #"umask 027 && exec "$@""#, "sh"]
        try inChild(under: program, on: makeFolder().appending(path: "new")) { file in
            let report = try Data("new".utf8).write(to: file, keepingExtendedAttributes: .user)
            XCTAssertEqual(report, try file.extendedAttributes.copy(to: file.extendedAttributes))
            XCTAssertEqual(try Self.mode(of: file), 0o640)
            XCTAssertEqual(try Data(contentsOf: file), Data("new".utf8))
            XCTAssertEqual(try file.extendedAttributes.names(in: .user), [])
            try assertNoTemporaryFile(beside: file)
        }
    }

    func testExcludedAttributesAreLeftBehind() throws {
        let file = try makeFile()
        try file.extendedAttributes.setContents(["user.a": [1], "user.b": [2], "user.c": [3]])

        let lasting = ExtendedAttributeSelection.user.excluding(["user.b"])
        try Data("new".utf8).write(to: file, keepingExtendedAttributes: lasting)
        XCTAssertEqual(try file.extendedAttributes.names(in: .user), ["user.a", "user.c"])

        try Data("new".utf8).write(to: file, keepingExtendedAttributes: .names(["user.c"]))
        XCTAssertEqual(try file.extendedAttributes.names(in: .user), ["user.c"])
    }

    func testCapabilitiesAreNeverKept() throws {
        try XCTSkipUnless(getuid() == 0, "Only privileged processes may grant capabilities.")
        let file = try makeFile()
        let name: ExtendedAttributeName = "security.capability"
        // Version 2, the capability to use ports below 1024.
        let capability = [UInt8]([0, 0, 0, 2, 0, 4] + [UInt8](repeating: 0, count: 14))
        for selection in [
            ExtendedAttributeSelection.all, .names([name, "user.a"]), .namespace(.security),
        ] {
            try file.extendedAttributes.set(capability, for: name)
            let report = try Data("new".utf8).write(to: file, keepingExtendedAttributes: selection)
            XCTAssertFalse(report.stored.contains(name))
            XCTAssertNil(try file.extendedAttributes.data(for: name))
            // `all` omits them, as documented; the others select them.
            let isSelected = selection != .all
            XCTAssertEqual(report.issues.map(\.name), isSelected ? [name] : [])
        }
    }

    func testASelectedAttributeThatASaveDropsIsAnIssue() throws {
        let file = try makeFile()
        let record = HTTPCacheRecord.attributeName
        try file.extendedAttributes.setContents([record: [1], "user.a": [1]])
        // No issue only if the selection omits the attribute, or the file lacks it.
        for selection in [
            ExtendedAttributeSelection.user, .all, .names(["user.a", "security.capability"]),
        ] {
            try file.extendedAttributes.set([1], for: record)
            let report = try Data("new".utf8).write(to: file, keepingExtendedAttributes: selection)
            XCTAssertEqual(report.issues, [])
        }
        try file.extendedAttributes.set([1], for: record)

        let selection = ExtendedAttributeSelection.names([record, "user.a"])
        let report = try Data("new".utf8).write(to: file, keepingExtendedAttributes: selection)

        XCTAssertEqual(report.stored, ["user.a"])
        XCTAssertEqual(report.issueCount, 1)
        let issue = try XCTUnwrap(report.issues.first)
        XCTAssertEqual(issue.name, record)
        XCTAssertEqual(issue.operation, .save)
        XCTAssertEqual("\(issue.code)", "boundToContent")
        XCTAssertEqual(issue.path, file.path)
        XCTAssertTrue("\(issue)".contains("belongs to the old content"), "\(issue)")
    }

    func testLinksStayAndTheirTargetsAreReplacedOrCreated() throws {
        let file = try makeFile()
        let folder = file.deletingLastPathComponent()
        let inner = folder.appending(path: "inner")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
        try file.extendedAttributes.set([1], for: "user.a")
        for (name, target, place) in [
            ("beside", "file", "file"), ("absolute", file.path, "file"),
            ("chain", "beside", "file"), ("inner/up", "../chain", "file"),
            ("round", "inner/../inner/up", "file"), ("dangling", "inner/new", "inner/new"),
            ("far", folder.path + "/inner/newer", "inner/newer"), ("nowhere", "dangling2", nil),
        ] {
            let link = folder.appending(path: name)
            try FileManager.default.createSymbolicLink(
                atPath: link.path,
                withDestinationPath: target
            )
            let content = Data(name.utf8)
            try content.write(to: link, keepingExtendedAttributes: .user)

            let found = try FileManager.default.destinationOfSymbolicLink(atPath: link.path)
            XCTAssertEqual(found, target, name)
            XCTAssertEqual(try Data(contentsOf: link), content, name)
            guard let place else { continue }
            XCTAssertEqual(try Data(contentsOf: folder.appending(path: place)), content, name)
            let names: [ExtendedAttributeName] = place == "file" ? ["user.a"] : []
            XCTAssertEqual(try link.extendedAttributes.names(in: .user), names, name)
        }
        try assertNoTemporaryFile(beside: file)
        try assertNoTemporaryFile(beside: inner.appending(path: "new"))
    }

    func testLinkOfWhichTheTextIsNoPathToItsFileIsRefused() throws {
        guard FileManager.default.fileExists(atPath: "/proc/self/fd") else {
            throw XCTSkip("There is no /proc here.")
        }
        let file = try makeFile()
        let folder = file.deletingLastPathComponent()
        let handle = try FileHandle(forWritingTo: file)
        let link = URL(filePath: "/proc/self/fd/\(handle.fileDescriptor)")
        try FileManager.default.removeItem(at: file)

        for other in [nil, "file (deleted)"] {
            if let other { try Data("other".utf8).write(to: folder.appending(path: other)) }
            assertSaveFails(.unsupported, to: link)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            XCTAssertEqual(names, other.map { [$0] } ?? [])
        }
        let kept = try Data(contentsOf: folder.appending(path: "file (deleted)"))
        XCTAssertEqual(kept, Data("other".utf8))
        try handle.close()
    }

    func testLinkItselfIsReplacedWhenAskedFor() throws {
        let file = try makeFile()
        try Data("old".utf8).write(to: file)
        try file.extendedAttributes.set([1], for: "user.a")
        let link = try makeLink(to: file)

        try Data("new".utf8)
            .write(to: link, keepingExtendedAttributes: .user, followingSymlinks: false)

        XCTAssertEqual(try Self.facts(of: link).st_mode & S_IFMT, S_IFREG)
        XCTAssertEqual(try Data(contentsOf: link), Data("new".utf8))
        XCTAssertEqual(try link.extendedAttributes.names(in: .user), [])
        XCTAssertEqual(try Data(contentsOf: file), Data("old".utf8))
        XCTAssertEqual(try file.extendedAttributes.names(in: .user), ["user.a"])
    }

    func testFoldersInTheirOwnPlaceAndPipesAreNeverReplaced() throws {
        let file = try makeFile()
        let folder = file.deletingLastPathComponent()
        let inner = folder.appending(path: "inner", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
        let pipe = folder.appending(path: "pipe")
        XCTAssertEqual(unsafe mkfifo(pipe.path, 0o600), 0)
        let link = folder.appending(path: "to-pipe")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: pipe)

        for (place, code, errno) in [
            (inner, .system, EISDIR), (URL(filePath: "/"), .system, EISDIR),
            (folder.appending(path: "inner/.."), .system, EISDIR),
            (pipe, .unsupported, nil), (link, .unsupported, nil),
        ] as [(URL, ExtendedAttributeError.Code, Int32?)] {
            let error = assertSaveFails(code, to: place)
            XCTAssertEqual(error?.errno, errno, place.path)
            let remedy = code == .system ? "choose the path of a file" : "choose another path"
            XCTAssertEqual(error?.description.contains(remedy), true, place.path)
        }
        XCTAssertEqual(try Self.facts(of: pipe).st_mode & S_IFMT, S_IFIFO)
        try assertNoTemporaryFile(beside: file)
        try assertNoTemporaryFile(beside: inner.appending(path: "new"))
    }

    func testFolderThatTakesNoFilesIsNotCalledMissing() throws {
        guard FileManager.default.fileExists(atPath: "/proc/version") else {
            throw XCTSkip("There is no /proc here.")
        }
        for path in ["/proc/version", "/proc/footing"] {
            let error = assertSaveFails(.notPermitted, to: URL(filePath: path))
            XCTAssertEqual(error?.errno, ENOENT)
            let sentence = try XCTUnwrap(error?.description)
            XCTAssertTrue(sentence.contains("create files in this folder; choose"), sentence)
        }
    }

    func testFolderThatWasRemovedIsCalledMissing() throws {
        guard FileManager.default.fileExists(atPath: "/proc/self/fd") else {
            throw XCTSkip("There is no /proc here.")
        }
        let folder = try makeFolder()
        let handle = try FileHandle(forReadingFrom: folder)
        try FileManager.default.removeItem(at: folder)

        let place = URL(filePath: "/proc/self/fd/\(handle.fileDescriptor)/new")
        let error = assertSaveFails(.noSuchFile, to: place)

        XCTAssertEqual(error?.description.contains("there is no such folder"), true)
        try handle.close()
    }

    func testPlacesThatCanNotBeReachedAreToldAsTheyWereGiven() throws {
        let file = try makeFile()
        let folder = file.deletingLastPathComponent()
        let circle = folder.appending(path: "circle")
        try FileManager.default.createSymbolicLink(
            atPath: circle.path,
            withDestinationPath: "circle"
        )
        let long = String(repeating: "n", count: 256)
        for (place, code, errno) in [
            (folder.appending(path: "absent/new"), .noSuchFile, ENOENT),
            (file.appending(path: "new"), .noSuchFile, ENOTDIR),
            (circle, .system, ELOOP),
            (folder.appending(path: long), .invalidPath, ENAMETOOLONG),
        ] as [(URL, ExtendedAttributeError.Code, Int32)] {
            let error = assertSaveFails(code, to: place)
            XCTAssertEqual(error?.errno, errno, place.path)
            XCTAssertEqual(error?.path, place.path)
            let told = error?.description.hasPrefix("Could not save the file “\(place.path)”: ")
            XCTAssertEqual(told, true, "\(String(describing: error))")
        }
        for text in ["https://example.com/file", "file:///tmp/a%00b", "file:///tmp/a%2Fb"] {
            let place = try XCTUnwrap(URL(string: text))
            let error = assertSaveFails(.invalidPath, to: place)
            XCTAssertNil(error?.errno)
            XCTAssertEqual(error?.path, text)
        }
        try assertNoTemporaryFile(beside: file)
    }

    func testNameThatIsNoUTF8IsSavedUnderItsOwnBytes() throws {
        let folder = try makeFile().deletingLastPathComponent()
        let path = Array(folder.path.utf8) + [UInt8(ascii: "/"), 0xFF]
        let url = try XCTUnwrap(URL(string: "file://\(folder.path(percentEncoded: true))/%FF"))
        try Data().write(to: url, keepingExtendedAttributes: .user)
        let attributes = ExtendedAttributes(atPath: path)
        try attributes.set([1], for: "user.a")

        try Data("new".utf8).write(to: url, keepingExtendedAttributes: .user)

        XCTAssertEqual(try attributes.data(for: "user.a"), Data([1]))
    }

    func testLongestPathLeavesRoomForTheTemporaryFile() throws {
        var folder = try makeFile().deletingLastPathComponent()
        while folder.path.utf8.count < 4_093 - 201 {
            folder.append(path: String(repeating: "d", count: 200))
        }
        let rest = 4_092 - folder.path.utf8.count - 1
        if rest > 0 { folder.append(path: String(repeating: "d", count: rest)) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "f")
        XCTAssertEqual(file.path.utf8.count, 4_094)

        for content in ["one", "two"] {
            try Data(content.utf8).write(to: file, keepingExtendedAttributes: .user)
            XCTAssertEqual(try Data(contentsOf: file), Data(content.utf8))
            try file.extendedAttributes.set([1], for: "user.a")
        }
    }

    func testSynchronizingSavesTheSame() throws {
        let file = try makeFile()
        try file.extendedAttributes.setContents(Specimen.contents)
        try Data("new".utf8)
            .write(to: file, keepingExtendedAttributes: .user, synchronizing: true)
        XCTAssertEqual(try Data(contentsOf: file), Data("new".utf8))
        XCTAssertEqual(try file.extendedAttributes.contents(in: .user), Specimen.contents)
    }

    // MARK: Access control lists

    /// Rights for user 1234, as Linux stores them; the mode's group bits are then their limit.
    private static func accessList(_ rights: UInt8, group: UInt8, limit: UInt8) -> [UInt8] {
        func entry(_ tag: UInt8, _ rights: UInt8, _ id: [UInt8]) -> [UInt8] {
            [tag, 0, rights, 0] + id
        }
        let nobody: [UInt8] = [255, 255, 255, 255]
        return [2, 0, 0, 0] + entry(1, 6, nobody) + entry(2, rights, [0xD2, 4, 0, 0])
            + entry(4, group, nobody) + entry(0x10, limit, nobody) + entry(0x20, 0, nobody)
    }

    func testAccessControlListIsKept() throws {
        let file = try makeFile()
        let list = Self.accessList(4, group: 0, limit: 4)
        try setAccessList(list, "system.posix_acl_access", of: file)

        try Data("new".utf8).write(to: file, keepingExtendedAttributes: .user)

        let kept = try file.extendedAttributes.data(for: "system.posix_acl_access")
        XCTAssertEqual(kept, Data(list))
        XCTAssertEqual(try Self.mode(of: file), 0o640)
    }

    func testAccessControlListOfTheFolderIsNotGivenToAFileThatHadNone() throws {
        let file = try makeFile()
        XCTAssertEqual(unsafe chmod(file.path, 0o660), 0)
        let list = Self.accessList(6, group: 6, limit: 6)
        let folder = file.deletingLastPathComponent()
        try setAccessList(list, "system.posix_acl_default", of: folder)

        try Data("new".utf8).write(to: file, keepingExtendedAttributes: .user)
        XCTAssertNil(try file.extendedAttributes.data(for: "system.posix_acl_access"))
        XCTAssertEqual(try Self.mode(of: file), 0o660)

        // A new file gets it, as from the system.
        let new = folder.appending(path: "new")
        try Data("new".utf8).write(to: new, keepingExtendedAttributes: .user)
        XCTAssertNotNil(try new.extendedAttributes.data(for: "system.posix_acl_access"))
    }

    private func setAccessList(
        _ list: [UInt8],
        _ name: ExtendedAttributeName,
        of file: URL
    ) throws {
        do {
            try file.extendedAttributes.set(list, for: name)
        } catch {
            guard error.code == .unsupported else { throw error }
            throw XCTSkip("The volume keeps no access control lists: \(error)")
        }
    }
}

extension XCTestCase {
    /// Asserts that saving fails with an error about saving, and returns it.
    @discardableResult
    func assertSaveFails(
        _ code: ExtendedAttributeError.Code,
        to place: URL,
        synchronizing: Bool = false,
        line: UInt = #line
    ) -> ExtendedAttributeError? {
        let error = assertFailure(
            code,
            try Data("new".utf8)
                .write(to: place, keepingExtendedAttributes: .user, synchronizing: synchronizing),
            place.path,
            line: line
        )
        XCTAssertEqual(error?.operation, .save, place.path, line: line)
        XCTAssertNil(error?.completedCount, line: line)
        return error
    }

    func assertNoTemporaryFile(beside file: URL, line: UInt = #line) throws {
        let folder = file.deletingLastPathComponent().path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        XCTAssertEqual(names.filter { $0.hasPrefix(".footing") }, [], line: line)
    }

    static func facts(of file: URL) throws -> stat {
        var facts = stat()
        guard unsafe lstat(file.path, &facts) == 0 else { throw CocoaError(.fileReadUnknown) }
        return facts
    }

    static func mode(of file: URL) throws -> mode_t {
        try facts(of: file).st_mode & 0o7777
    }
}

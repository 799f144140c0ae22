import FootingFiles
import Foundation
import XCTest

@testable import FootingExtendedAttributes

/// Saves with a step that fails, with concurrent readers, or without permissions.
final class FileReplacementTests: XCTestCase {
    // MARK: The step before the rename

    func testAttributesCanBeAddedBeforeTheFileIsSeen() throws {
        let file = try makeFile()
        try file.extendedAttributes.setContents(["user.a": [1], "user.b": [2]])
        let replacement = FileReplacement(path: SystemPath(file), selection: .user)

        let report = try replacement(with: Data("new".utf8)) {
            attributes throws(ExtendedAttributeError) in
            XCTAssertEqual(try? Data(contentsOf: file), Data(), "The file is not yet replaced.")
            XCTAssertEqual(try attributes.names(in: .user), ["user.a", "user.b"])
            try attributes.set([7], for: "user.b")
        }

        XCTAssertEqual(report.stored, ["user.a", "user.b"])
        XCTAssertEqual(try Data(contentsOf: file), Data("new".utf8))
        XCTAssertEqual(
            try file.extendedAttributes.contents(in: .user),
            ["user.a": Data([1]), "user.b": Data([7])]
        )
    }

    func testTimeOfModificationIsThatOfTheTemporaryFile() throws {
        let file = try makeFile()
        try file.extendedAttributes.set([1], for: "user.a")
        var before = stat()
        let replacement = FileReplacement(path: SystemPath(file), selection: .user)
        _ = try replacement(with: Data("new".utf8)) { attributes in
            guard case .descriptor(let descriptor) = attributes.syscalls.target else {
                return XCTFail("There is no open file.")
            }
            XCTAssertEqual(unsafe fstat(descriptor, &before), 0)
        }
        let after = try Self.facts(of: file)
        XCTAssertEqual(after.st_size, 3)
        XCTAssertEqual(after.st_size, before.st_size)
        XCTAssertEqual(after.st_ino, before.st_ino)
        XCTAssertEqual(after.st_mtim.tv_sec, before.st_mtim.tv_sec)
        XCTAssertEqual(after.st_mtim.tv_nsec, before.st_mtim.tv_nsec)
    }

    func testContentOfAPrivateFileIsSeenByNobodyElseBeforeItIsReplaced() throws {
        let file = try makeFile()
        XCTAssertEqual(unsafe chmod(file.path, 0o640), 0)
        let folder = file.deletingLastPathComponent().path
        let replacement = FileReplacement(path: SystemPath(file), selection: .user)
        _ = try replacement(with: Data("new".utf8)) { _ in
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
            guard let name = names?.first(where: { $0.hasPrefix(".footing-") }) else {
                return XCTFail("There is no temporary file beside the old one.")
            }
            var facts = stat()
            XCTAssertEqual(unsafe stat("\(folder)/\(name)", &facts), 0)
            XCTAssertEqual(facts.st_mode & 0o7777, 0o600)
        }
        XCTAssertEqual(try Self.mode(of: file), 0o640)
    }

    func testFailureOfThatStepLeavesTheOldFile() throws {
        for isNew in [false, true] {
            let file = try makeFile()
            try file.extendedAttributes.set([1], for: "user.a")
            let place = isNew ? file.appendingPathExtension("new") : file
            let replacement = FileReplacement(path: SystemPath(place), selection: .user)

            let error = assertFailure(
                .unsupported,
                try replacement(with: Data("new".utf8)) {
                    attributes throws(ExtendedAttributeError) in
                    try attributes.set([1], for: "stage")
                }
            )

            XCTAssertEqual(error?.operation, .save)
            XCTAssertEqual(error?.path, place.path)
            XCTAssertEqual(error?.name, "stage")
            XCTAssertEqual(error?.errno, EOPNOTSUPP)
            let subject = "the file “\(place.path)” with its extended attribute “stage”"
            XCTAssertEqual(error?.description.hasPrefix("Could not save \(subject): "), true)
            XCTAssertEqual(try Data(contentsOf: file), Data())
            XCTAssertEqual(try file.extendedAttributes.names(in: .user), ["user.a"])
            XCTAssertEqual(FileManager.default.fileExists(atPath: place.path), !isNew)
            try assertNoTemporaryFile(beside: file)
        }
    }

    // MARK: Volumes

    func testFullVolumeKeepsTheOldFile() throws {
        try onVolume(Volume(type: "tmpfs", options: "size=256k")) { file in
            try Data("old".utf8).write(to: file)
            try file.extendedAttributes.set([1], for: "user.a")

            let error = assertFailure(
                .noSpace,
                try Data(count: 1_000_000).write(to: file, keepingExtendedAttributes: .user)
            )

            XCTAssertEqual(error?.errno, ENOSPC)
            XCTAssertEqual(error?.operation, .save)
            XCTAssertEqual(error?.path, file.path)
            try assertOld(file)
            // The space of the temporary file is free again.
            try Data(count: 100_000).write(to: file, keepingExtendedAttributes: .user)
            XCTAssertEqual(try file.extendedAttributes.names(in: .user), ["user.a"])
        }
    }

    func testNoRoomForTheAttributesKeepsTheOldFile() throws {
        try onVolume(Volume(type: "tmpfs", options: "nr_inodes=20")) { file in
            try Data("old".utf8).write(to: file)
            try file.extendedAttributes.set([1], for: "user.a")
            var count = 0
            while count < 9_000 {
                let name = ExtendedAttributeName.user("\(1_000 + count)")
                guard (try? file.extendedAttributes.set([UInt8](0...99), for: name)) != nil
                else { break }
                count += 1
            }
            for number in count * 7 / 10..<count {
                try file.extendedAttributes.remove(.user("\(1_000 + number)"))
            }
            let contents = try file.extendedAttributes.contents(in: .user)

            let error = assertSaveFails(.noSpace, to: file)

            XCTAssertEqual(error?.errno, ENOSPC)
            XCTAssertEqual(error?.name?.namespace, .user)
            XCTAssertEqual(try Data(contentsOf: file), Data("old".utf8))
            XCTAssertEqual(try file.extendedAttributes.contents(in: .user), contents)
            try assertNoTemporaryFile(beside: file)
        }
    }

    func testReadOnlyVolumeKeepsTheOldFile() throws {
        try onVolume(.tmpfs) { file in
            try Data("old".utf8).write(to: file)
            try file.extendedAttributes.set([1], for: "user.a")
            try remountReadOnly(file)

            XCTAssertEqual(assertSaveFails(.readOnlyFileSystem, to: file)?.errno, EROFS)
            try assertOld(file)
        }
    }

    func testVolumeWithoutAttributesSavesContentAndPermissions() throws {
        try onVolume(.ramfs) { file in
            XCTAssertEqual(unsafe chmod(file.path, 0o640), 0)
            try Data("new".utf8).write(to: file, keepingExtendedAttributes: .user)
            XCTAssertEqual(try Data(contentsOf: file), Data("new".utf8))
            XCTAssertEqual(try Self.mode(of: file), 0o640)
        }
    }

    // MARK: Steps that the system refuses

    func testFailedRenameKeepsTheOldFile() throws {
        try onFile(injecting: "/^rename:error=EIO") { file in
            XCTAssertEqual(assertSaveFails(.system, to: file)?.errno, EIO)
            try assertOld(file)
        }
    }

    func testFailedPermissionsKeepTheOldFile() throws {
        try onFile(injecting: "fchmod:error=EPERM") { file in
            let error = assertSaveFails(.notPermitted, to: file)
            XCTAssertEqual(error?.description.contains("sticky bit"), true)
            try assertOld(file)
        }
    }

    func testExceededQuotaOfAttributesKeepsTheOldFile() throws {
        try onFile(injecting: "fsetxattr:error=EDQUOT") { file in
            let error = assertSaveFails(.quotaExceeded, to: file)
            XCTAssertEqual(error?.name, "user.a")
            try assertOld(file)
        }
    }

    func testUnreadableAttributesKeepTheOldFile() throws {
        try onFile(injecting: "fgetxattr:error=EIO:when=1") { file in
            XCTAssertEqual(assertSaveFails(.system, to: file)?.name, "user.a")
            try assertOld(file)
        }
    }

    func testFailedFlushKeepsTheOldFile() throws {
        try onFile(injecting: "fsync:error=EIO:when=1") { file in
            XCTAssertEqual(assertSaveFails(.system, to: file, synchronizing: true)?.errno, EIO)
            try assertOld(file)
        }
    }

    func testFolderThatCanNotBeFlushedIsNoFailure() throws {
        try onFile(injecting: "fsync:error=EINVAL:when=2") { file in
            try Data("new".utf8)
                .write(to: file, keepingExtendedAttributes: .user, synchronizing: true)
            XCTAssertEqual(try Data(contentsOf: file), Data("new".utf8))
        }
    }

    func testContentReachesTheStorageBeforeTheNameAndTheNameThereafter() throws {
        let calls = try onFile(injecting: nil) { file in
            try Data("new".utf8)
                .write(to: file, keepingExtendedAttributes: .user, synchronizing: true)
        }
        XCTAssertEqual(calls.suffix(3), ["fsync", "renameat", "fsync"])
    }

    func testNothingIsFlushedUnlessAskedFor() throws {
        let calls = try onFile(injecting: nil) { file in
            try Data("new".utf8).write(to: file, keepingExtendedAttributes: .user)
        }
        XCTAssertEqual(calls.last, "renameat")
        XCTAssertFalse(calls.contains("fsync"))
    }

    func testRefusedLabelIsAnIssueOfTheSaving() throws {
        let label: ExtendedAttributeName = "security.footing"
        let isPrivileged = getuid() == 0
        try XCTSkipUnless(isPrivileged, "Only privileged processes can store security labels.")
        try onFile(injecting: "fsetxattr:error=EPERM:when=1") { file in
            try file.extendedAttributes.set([1], for: label)
            let selection = ExtendedAttributeSelection.names([label, "user.a"])
            let report = try Data("new".utf8).write(to: file, keepingExtendedAttributes: selection)
            XCTAssertEqual(report.stored, ["user.a"])
            XCTAssertEqual(report.issues.map(\.name), [label])
            XCTAssertEqual(report.issues.map(\.code), [.notPermitted])
            XCTAssertEqual(report.issues.map(\.operation), [.save])
            XCTAssertEqual(report.issues.map(\.path), [file.path])
        }
    }

    /// Runs `body` with an old file in a child process in which `fault` happens, and returns the
    /// calls that change files.
    @discardableResult
    private func onFile(
        injecting fault: String?,
        _ body: (URL) throws -> Void
    ) throws -> [String] {
        let calls = "fsync,fchmod,fgetxattr,fsetxattr,/^rename"
        let injection = fault.map { ["-e", "inject=\($0)"] } ?? []
        return try trace(makeOldFile(), of: calls, injection, body).calls
    }

    private func makeOldFile() throws -> URL {
        let file = try makeFile()
        try Data("old".utf8).write(to: file)
        try file.extendedAttributes.set([1], for: "user.a")
        return file
    }

    private func assertOld(_ file: URL, line: UInt = #line) throws {
        XCTAssertEqual(try Data(contentsOf: file), Data("old".utf8), line: line)
        let contents = try file.extendedAttributes.contents(in: .user)
        XCTAssertEqual(contents, ["user.a": Data([1])], line: line)
        try assertNoTemporaryFile(beside: file, line: line)
    }
}

import Foundation
import XCTest

@testable import FootingExtendedAttributes

final class BackupExclusionTests: XCTestCase {
    func testAFileIsExcludedAndIncludedAgain() throws {
        let file = try makeFile()
        let attributes = file.extendedAttributes
        XCTAssertFalse(try attributes.isExcludedFromBackup)
        try attributes.setExcludedFromBackup(true)
        XCTAssertTrue(try attributes.isExcludedFromBackup)
        try attributes.setExcludedFromBackup(true)
        XCTAssertTrue(try attributes.isExcludedFromBackup)
        try attributes.setExcludedFromBackup(false)
        XCTAssertFalse(try attributes.isExcludedFromBackup)
        XCTAssertEqual(try attributes.names(in: .user), [])
        try attributes.setExcludedFromBackup(false)
    }

    func testOnlyTheExactValueExcludes() throws {
        let file = try makeFile()
        let attributes = file.extendedAttributes
        let name = Platform.backupExclusion.name
        let exact = Array(Platform.backupExclusion.value)
        let rows: [([UInt8], Bool)] = [
            (exact, true), ([], false), (exact + [0], false), (exact + [0x0A], false),
            (exact.dropLast(), false), (Array("true".utf8), false), (Array("False".utf8), false),
            (Array("0".utf8), false), ([UInt8](repeating: 0x66, count: 3_000), false),
        ]
        for (value, isExcluded) in rows {
            try attributes.set(value, for: name)
            XCTAssertEqual(try attributes.isExcludedFromBackup, isExcluded, "\(value)")
        }
        try attributes.setExcludedFromBackup(false)
        XCTAssertNil(try attributes.data(for: name), "Another value is removed, too.")
    }

    func testTheAttributesAreThoseThatBackupProgramsKnow() throws {
        XCTAssertEqual(BackupExclusion.freedesktop.name, "user.xdg.robots.backup")
        XCTAssertEqual(BackupExclusion.freedesktop.value, Data("false".utf8))
        let apple = BackupExclusion.apple
        XCTAssertEqual(apple.name, "com.apple.metadata:com_apple_backup_excludeItem")
        let text = try PropertyListDecoder().decode(String.self, from: apple.value)
        XCTAssertEqual(text, "com.apple.backupd")
        let written =
            Array("bplist00_\u{10}\u{11}com.apple.backupd\u{8}".utf8)
            + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1]
            + [UInt8](repeating: 0, count: 15) + [28]
        XCTAssertEqual(Array(apple.value), written)
    }

    func testFilesAndFoldersAroundAPipeAreAllExcluded() throws {
        let file = try makeFile()
        let folder = file.deletingLastPathComponent()
        _ = try makeLink(to: file)
        XCTAssertEqual(unsafe mkfifo(folder.appending(path: "pipe").path, 0o600), 0)
        let late = folder.appending(path: "sub/late")
        try FileManager.default.createDirectory(at: late, withIntermediateDirectories: true)

        for entry in ExtendedAttributes.scan(folder, for: .mimeType)
        where entry.kind == .file || entry.kind == .folder {
            try entry.attributes.setExcludedFromBackup(true)
        }

        for excluded in [folder, file, late.deletingLastPathComponent(), late] {
            XCTAssertTrue(try excluded.extendedAttributes.isExcludedFromBackup, excluded.path)
        }
    }

    func testAFileInAnExcludedFolderIsNotMarkedItself() throws {
        let file = try makeFile()
        let folder = file.deletingLastPathComponent().extendedAttributes
        try folder.setExcludedFromBackup(true)
        XCTAssertFalse(try file.extendedAttributes.isExcludedFromBackup)
    }

    func testAFolderIsExcludedAndAMissingFileIsAnError() throws {
        let folder = try makeFile().deletingLastPathComponent()
        try folder.extendedAttributes.setExcludedFromBackup(true)
        XCTAssertTrue(try folder.extendedAttributes.isExcludedFromBackup)
        let absent = folder.appending(path: "absent").extendedAttributes
        assertFailure(.noSuchFile, try absent.isExcludedFromBackup)
        assertFailure(.noSuchFile, try absent.setExcludedFromBackup(true))
    }
}

import FootingArchives
import Foundation
import XCTest

final class UnpackingPermissionTests: UnpackingTestCase {
    func testPermissionsArePortableOrStored() throws {
        let samples = [
            Sample("a", "", 0o4755), Sample("b", "", 0o6666), Sample("c", "", 0o1700),
            Sample("d", "", 0o000), Sample(folder: "e", 0o2700), Sample("e/f", "", 0o640),
            Sample(folder: "g", 0o500), Sample("g/h", "", 0o644),
        ]
        let expected: [(ArchiveOptions.Permissions, mode_t, [String: UInt32])] = [
            (
                .portable, 0o022,
                [
                    "a": 0o755, "b": 0o644, "c": 0o755, "d": 0o644, "e": 0o755, "e/f": 0o644,
                    "g": 0o755,
                ]
            ),
            (
                .portable, 0o077,
                [
                    "a": 0o700, "b": 0o600, "c": 0o700, "d": 0o600, "e": 0o700, "e/f": 0o600,
                    "g": 0o700,
                ]
            ),
            (
                .portable, 0o000,
                [
                    "a": 0o755, "b": 0o644, "c": 0o755, "d": 0o644, "e": 0o755, "e/f": 0o644,
                    "g": 0o755,
                ]
            ),
            (
                .stored, 0o077,
                [
                    "a": 0o755, "b": 0o666, "c": 0o700, "d": 0o000, "e": 0o700, "e/f": 0o640,
                    "g": 0o500,
                ]
            ),
        ]
        for url in try archiveFiles(samples) {
            for (permissions, mask, modes) in expected {
                try reset()
                var options = ArchiveOptions.untrusted
                options.permissions = permissions
                let before = umask(mask)
                defer { umask(before) }
                _ = try Archives.unpack(url, to: destination, options: options)
                for (path, mode) in modes {
                    let found = FileTree.mode(destination.appending(path: path))
                    XCTAssertEqual(found, mode, "\(permissions) \(mask) \(path) of \(url)")
                }
                XCTAssertEqual(FileTree.status(destination.appending(path: "g/h")).st_size, 0)
            }
        }
    }

    func testOnlyTheOwnerMayOpenAnIncompleteFile() throws {
        // Several pieces, compressed or not.
        let samples = [Sample("a", Samples.noise(200_000).base64EncodedString(), 0o755)]
        let before = umask(0)
        defer { umask(before) }
        for url in try archiveFiles(samples) {
            for permissions in [.portable, .stored] as [ArchiveOptions.Permissions] {
                try reset()
                var options = ArchiveOptions.standard
                options.permissions = permissions
                var modes: Set<UInt32> = []
                _ = try Archives.unpack(
                    url,
                    to: destination,
                    options: options,
                    progress: { [destination] _ in
                        for (path, _) in FileTree.listing(of: destination) where path != "a" {
                            modes.insert(FileTree.mode(destination.appending(path: path)))
                        }
                    }
                )
                XCTAssertEqual(modes, [0o600], "\(permissions) of \(url)")
                XCTAssertEqual(FileTree.mode(destination.appending(path: "a")), 0o755)
            }
        }
    }

    func testNothingThatExistedBeforeIsChanged() throws {
        for url in try archiveFiles() {
            try reset()
            let existing = destination.appending(path: "folder")
            try FileManager.default.createDirectory(at: existing, withIntermediateDirectories: true)
            let old = destination.appending(path: "a.txt")
            try Data("old".utf8).write(to: old)
            XCTAssertEqual(unsafe chmod(existing.path, 0o711), 0)
            XCTAssertEqual(unsafe chmod(old.path, 0o600), 0)
            XCTAssertEqual(unsafe chmod(destination.path, 0o710), 0)
            let before = FileTree.listing(of: old)
            let report = try Archives.unpack(url, to: destination)

            XCTAssertEqual(report.issues.map(\.code), [.alreadyExists])
            XCTAssertEqual(report.issues.map(\.path), ["a.txt"])
            XCTAssertEqual(report.folderCount, 1)
            XCTAssertEqual(FileTree.listing(of: old), before)
            XCTAssertEqual(try Data(contentsOf: old), Data("old".utf8))
            XCTAssertEqual(FileTree.mode(existing), 0o711)
            XCTAssertNotEqual(FileTree.date(existing), 1_100_000_000)
            XCTAssertEqual(FileTree.mode(destination), 0o710)
        }
    }

    func testLocalDatesAreInTheTimeZone() throws {
        var entry = ZipSample.Entry("a", "a")
        // The first of September 2025, at noon.
        entry.dosDate = (45 << 9 | 9 << 5 | 1) << 16 | 12 << 11
        let data = ZipSample([entry]).data
        for (zone, date) in [("GMT", 1_756_728_000), ("Asia/Tokyo", 1_756_695_600)] {
            try reset()
            var options = ArchiveOptions.standard
            options.timeZone = TimeZone(identifier: zone)
            _ = try ZipArchive(data, options: options).unpack(to: destination)
            XCTAssertEqual(FileTree.date(destination.appending(path: "a")), date, zone)
        }
    }

    func testAFolderThatAnotherProgramRemovesEndsNoCall() throws {
        let samples = [
            Sample(folder: "first", 0o750), Sample(folder: "second", 0o750), Sample("z", "z"),
        ]
        var options = ArchiveOptions.standard
        options.permissions = .stored
        for url in try archiveFiles(samples) where url.pathExtension == "tar" {
            try reset()
            let second = destination.appending(path: "second")
            let remove = { (entry: ArchiveEntry) -> ArchivePath? in
                if entry.path == "z" { try? FileManager.default.removeItem(at: second) }
                return entry.path
            }
            let report = try Archives.unpack(
                url,
                to: destination,
                options: options,
                renaming: remove
            )
            XCTAssertTrue(report.isClean)
            XCTAssertEqual(FileTree.mode(destination.appending(path: "first")), 0o750)
        }
    }
}

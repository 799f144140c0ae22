import FootingArchives
import Foundation
import XCTest

final class UnpackingOntoFilesTests: UnpackingTestCase {
    /// The name of the only incomplete file.
    private func temporaryName() throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: destination.path)
        return try XCTUnwrap(names.first { $0.hasPrefix(".footing-") })
    }

    /// A file that is not written at once, and the beginning of its entry.
    private let large = Tar.file("a", String(repeating: "a", count: 100_000))
    private let begun = 70_000

    func testASmallFileAppearsWhenItIsComplete() throws {
        let unpacker = try TarUnpacker(to: destination)
        let small = Tar.file("a", "alpha")
        try unpacker.append(small.prefix(514))
        XCTAssertEqual(FileTree.listing(of: destination), [:])
        try unpacker.append(small.dropFirst(514))
        XCTAssertEqual(FileTree.listing(of: destination), ["a": "file 644 alpha"])
    }

    func testAFileThatCanNotReplaceTheEarlierOneHasOneIssue() throws {
        for stops in [false, true] {
            try reset()
            var options = ArchiveOptions.standard
            options.stopsAtFirstIssue = stops
            let file = destination.appending(path: "a")
            let unpacker = try TarUnpacker(to: destination, options: options)
            try unpacker.append(Tar.file("a", "1") + Tar.file("b", "2"))
            // Looked at, so that the earlier file is known.
            if !stops { try unpacker.append(Tar.file("b", "3")) }
            try FileManager.default.removeItem(at: file)
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
            let rest = Tar.file("a", "4") + Tar.end
            guard !stops else {
                XCTAssertThrowsError(try unpacker.append(rest))
                continue
            }
            try unpacker.append(rest)
            let issues = try unpacker.finish().issues
            XCTAssertEqual(issues.map(\.path), ["b", "a"])
            XCTAssertEqual(issues.map(\.code), [.duplicatePath, .alreadyExists])
            XCTAssertEqual(issues.map(\.resolution), [.replacedEarlier, .skippedEntry])
        }
    }

    func testAnIssueThatEndsTheCallLeavesTheEarlierFile() throws {
        let unpacker = try TarUnpacker(to: destination, options: .untrusted)
        XCTAssertThrowsError(try unpacker.append(Tar.file("a", "1") + Tar.file("a", "2")))
        XCTAssertEqual(FileTree.listing(of: destination), ["a": "file 644 1"])
    }

    func testAFileWhoseTemporaryNameIsRemovedEndsTheCall() throws {
        let rows: [(ArchiveOptions.WriteMode, Bool)] = [
            (.createOnly, false), (.createOrReplace, false), (.createOrReplace, true),
            (.replaceOnly, true),
        ]
        for (mode, exists) in rows {
            try reset()
            var options = ArchiveOptions.standard
            options.mode = mode
            let unpacker = try TarUnpacker(to: destination, options: options)
            let file = destination.appending(path: "a")
            if exists { try Data("old".utf8).write(to: file) }
            try unpacker.append(large.prefix(begun))
            let name = try temporaryName()
            try FileManager.default.removeItem(at: destination.appending(path: name))
            XCTAssertThrowsError(try unpacker.append(large.dropFirst(begun))) { error in
                XCTAssertEqual((error as? ArchiveError)?.code, .noSuchFile)
                XCTAssertEqual((error as? ArchiveError)?.path, "a")
            }
            XCTAssertEqual(FileTree.listing(of: destination).count, exists ? 1 : 0)
        }
    }

    func testTheModeDecidesAboutExistingNames() throws {
        let samples = [
            Sample("file", "new"), Sample(link: "link", to: "new"), Sample("folder", "new"),
        ]
        let expected: [(ArchiveOptions.WriteMode, isEmpty: Bool, [ArchiveError.Code], [String])] = [
            (.createOnly, true, [], ["file 644 new", "link new", "file 644 new"]),
            (
                .createOnly, false, [.alreadyExists, .alreadyExists, .alreadyExists],
                ["file 644 old", "link old", "folder 755"]
            ),
            (.createOrReplace, true, [], ["file 644 new", "link new", "file 644 new"]),
            (
                .createOrReplace, false, [.alreadyExists],
                ["file 644 new", "link new", "folder 755"]
            ),
            (.replaceOnly, true, [.notFound, .notFound, .notFound], []),
            (.replaceOnly, false, [.alreadyExists], ["file 644 new", "link new", "folder 755"]),
        ]
        for url in try archiveFiles(samples) {
            for (mode, isEmpty, codes, files) in expected {
                try reset()
                if !isEmpty {
                    let nested = destination.appending(path: "folder")
                    try FileManager.default.createDirectory(
                        at: nested,
                        withIntermediateDirectories: true
                    )
                    XCTAssertEqual(unsafe chmod(nested.path, 0o755), 0)
                    let file = destination.appending(path: "file")
                    try Data("old".utf8).write(to: file)
                    XCTAssertEqual(unsafe chmod(file.path, 0o644), 0)
                    let link = destination.appending(path: "link").path
                    XCTAssertEqual(unsafe symlink("old", link), 0)
                }
                var options = ArchiveOptions.standard
                options.mode = mode
                let report = try Archives.unpack(url, to: destination, options: options)
                let name = "\(mode) \(isEmpty) \(url.lastPathComponent)"
                XCTAssertEqual(report.issues.map(\.code), codes, name)
                let listing = FileTree.listing(of: destination)
                XCTAssertEqual(
                    ["file", "link", "folder"].compactMap { listing[$0] },
                    files,
                    name
                )
                XCTAssertEqual(listing.count, files.count, "no temporary file remains: \(name)")
            }
        }
    }

    func testAFileThatReplacesAnotherDoesNotWriteThroughItsHardLinks() throws {
        try FileManager.default.createDirectory(at: destination, withIntermediateDirectories: true)
        let other = folder.appending(path: "other")
        try Data("old".utf8).write(to: other)
        XCTAssertEqual(unsafe link(other.path, destination.appending(path: "a").path), 0)
        var options = ArchiveOptions.standard
        options.mode = .createOrReplace
        let url = try write(tar([Sample("a", "new")]), "a.tar")
        _ = try Archives.unpack(url, to: destination, options: options)

        XCTAssertEqual(try Data(contentsOf: other), Data("old".utf8))
        XCTAssertEqual(try Data(contentsOf: destination.appending(path: "a")), Data("new".utf8))
    }

    func testTheDestinationMayBeALinkToAFolder() throws {
        let real = folder.appending(path: "real")
        try FileManager.default.createDirectory(at: real, withIntermediateDirectories: true)
        XCTAssertEqual(unsafe symlink("real", destination.path), 0)
        let url = try write(tar([Sample("a", "a")]), "a.tar")
        XCTAssertEqual(try Archives.unpack(url, to: destination).fileCount, 1)
        XCTAssertEqual(FileTree.listing(of: real), ["a": "file 644 a"])
    }

    func testADestinationThatIsNoFolderIsAnError() throws {
        try Data().write(to: destination)
        let url = try write(tar(), "a.tar")
        XCTAssertThrowsError(try Archives.unpack(url, to: destination)) { error in
            XCTAssertEqual((error as? ArchiveError)?.url, destination)
            XCTAssertEqual((error as? ArchiveError)?.code, .noSuchFile)
        }
    }
}

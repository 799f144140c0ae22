import FootingArchives
import Foundation
import TestSupport
import XCTest

final class UnpackingTests: XCTestCase {
    private var folder = URL(filePath: "/")
    private var destination: URL { folder.appending(path: "out") }

    override func setUpWithError() throws {
        folder = try TemporaryFolder(self).url
    }

    private struct Sample {
        let entry: ArchiveEntry
        let contents: Data

        init(_ path: ArchivePath, _ contents: String = "", _ permissions: UInt16 = 0o644) {
            entry = ArchiveEntry(
                path,
                permissions: permissions,
                modificationDate: Date(timeIntervalSince1970: 1_000_000_000)
            )
            self.contents = Data(contents.utf8)
        }

        init(folder path: ArchivePath, _ permissions: UInt16 = 0o755) {
            entry = ArchiveEntry(
                path,
                kind: .folder,
                permissions: permissions,
                modificationDate: Date(timeIntervalSince1970: 1_100_000_000)
            )
            contents = Data()
        }

        init(link path: ArchivePath, to target: ArchivePath) {
            entry = ArchiveEntry(
                path,
                kind: .symbolicLink,
                modificationDate: Date(timeIntervalSince1970: 1_200_000_000),
                linkTarget: target
            )
            contents = Data()
        }
    }

    private static let samples = [
        Sample("a.txt", "alpha"), Sample("run", "#!", 0o755), Sample(folder: "folder"),
        Sample("folder/b.txt", String(repeating: "b", count: 200_000), 0o600), Sample("empty"),
        Sample(link: "folder/link", to: "../a.txt"), Sample("implicit/c", "c"),
    ]

    private func tar(_ samples: [Sample] = samples) throws -> Data {
        let writer = TarWriter()
        for sample in samples { try writer.add(sample.entry, contents: sample.contents) }
        try writer.finish()
        return writer.drain()
    }

    private func zip(_ samples: [Sample] = samples) throws -> Data {
        let writer = ZipWriter()
        for sample in samples { try writer.add(sample.entry, contents: sample.contents) }
        try writer.finish()
        return writer.drain()
    }

    private func write(_ data: Data, _ name: String) throws -> URL {
        let url = folder.appending(path: name)
        try data.write(to: url)
        return url
    }

    /// The same entries in each format.
    private func archiveFiles(_ samples: [Sample] = samples) throws -> [URL] {
        [
            try write(tar(samples), "a.tar"),
            try write(tar(samples).compressed(as: .gzip), "a.tar.gz"),
            try write(zip(samples), "a.zip"),
        ]
    }

    private func reset() throws {
        try? FileManager.default.removeItem(at: destination)
    }

    func testEachFormatIsDetectedAndUnpacked() throws {
        for url in try archiveFiles() {
            try reset()
            let report = try Archives.unpack(url, to: destination, options: .untrusted)

            XCTAssertEqual(
                FileTree.listing(of: destination),
                [
                    "a.txt": "file 644 alpha", "run": "file 755 #!", "folder": "folder 755",
                    "folder/b.txt": "file 644 " + String(repeating: "b", count: 40),
                    "empty": "file 644 ", "folder/link": "link ../a.txt", "implicit": "folder 755",
                    "implicit/c": "file 644 c",
                ]
            )
            XCTAssertEqual(report.fileCount, 5)
            XCTAssertEqual(report.folderCount, 2)
            XCTAssertEqual(report.linkCount, 1)
            XCTAssertEqual(report.byteCount, 200_008)
            XCTAssertTrue(report.isClean)
            let large = try Data(contentsOf: destination.appending(path: "folder/b.txt"))
            XCTAssertEqual(large, Data(repeating: UInt8(ascii: "b"), count: 200_000))
            XCTAssertEqual(FileTree.date(destination.appending(path: "a.txt")), 1_000_000_000)
            XCTAssertEqual(FileTree.date(destination.appending(path: "folder")), 1_100_000_000)
            if url.pathExtension != "zip" {
                let link = destination.appending(path: "folder/link")
                XCTAssertEqual(FileTree.date(link), 1_200_000_000)
            }
        }
    }

    func testOtherFilesAreNoArchives() throws {
        for (index, data) in [Data(), Data("PK".utf8), Samples.noise(2_000), Data(count: 100)]
            .enumerated()
        {
            let url = try write(data, "x\(index)")
            XCTAssertThrowsError(try Archives.unpack(url, to: destination)) { error in
                XCTAssertEqual((error as? ArchiveError)?.code, .notAnArchive)
                XCTAssertEqual((error as? ArchiveError)?.url, url)
            }
            XCTAssertFalse(FileManager.default.fileExists(atPath: destination.path))
        }
        let text = try write(Samples.log(3_000).compressed(as: .gzip), "log.gz")
        XCTAssertThrowsError(try Archives.unpack(text, to: destination)) { error in
            XCTAssertEqual((error as? ArchiveError)?.code, .notAnArchive)
        }
    }

    func testATarArchiveMayBeginWithThePathOfAZipArchive() throws {
        let url = try write(tar([Sample("PKGBUILD", "x")]), "a.tar")
        XCTAssertEqual(try Archives.unpack(url, to: destination).fileCount, 1)
    }

    // MARK: Permissions and dates

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

    // MARK: Existing names

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

    // MARK: Renaming

    func testEntriesAreRenamedOrLeftOut() throws {
        var samples = [
            Sample(folder: "top"), Sample("top/a", "a"), Sample("top/skip", "s"),
            Sample("loose", "l"),
        ]
        samples.append(Sample(link: "top/sub/link", to: "../a"))
        for url in try archiveFiles(samples) {
            try reset()
            let report = try Archives.unpack(
                url,
                to: destination,
                renaming: { entry in
                    entry.path == "top/skip" ? nil : entry.path.dropFirst()
                }
            )
            XCTAssertTrue(report.isClean, "\(report.issues)")
            XCTAssertEqual(
                FileTree.listing(of: destination),
                ["a": "file 644 a", "sub": "folder 755", "sub/link": "link ../a"]
            )
        }
    }

    func testHardLinksFollowTheRenamedFiles() throws {
        let archive =
            Tar.file("top/a", "a") + Tar.header("top/h", type: "1", link: "top/a")
            + Tar.header("top/x", type: "1", link: "a") + Tar.end
        let unpacker = try TarUnpacker(to: destination) { $0.path.dropFirst() }
        try unpacker.append(archive)
        let report = try unpacker.finish()

        XCTAssertEqual(report.issues.map(\.path), ["top/x"])
        XCTAssertEqual(report.linkCount, 1)
        let (file, link) = (destination.appending(path: "a"), destination.appending(path: "h"))
        XCTAssertEqual(FileTree.status(file).st_ino, FileTree.status(link).st_ino)
    }

    func testARenamedPathMustBeSafe() throws {
        let url = try write(tar([Sample("a", "a")]), "a.tar")
        let report = try Archives.unpack(url, to: destination, renaming: { _ in "../b" })
        XCTAssertEqual(report.issues.map(\.code), [.unsafePath])
        XCTAssertFalse(FileManager.default.fileExists(atPath: folder.appending(path: "b").path))
    }

    // MARK: Damage and limits

    func testADamagedZipEntryIsAnIssueAndLeavesNothing() throws {
        var damaged = ZipSample.Entry.deflated("bad", Samples.log(300_000))
        damaged.data = damaged.encoded.prefix(9_000) + Data([1]) + damaged.encoded.dropFirst(9_001)
        let wrong = ZipSample.Entry("wrong", "contents").with(\.central, [.checksum: 1])
            .with(\.local, [.checksum: 1])
        let data = ZipSample([damaged, wrong, .init("good", "good")]).data
        let report = try ZipArchive(data).unpack(to: destination)

        XCTAssertEqual(report.issues.map(\.path), ["bad", "wrong"])
        XCTAssertEqual(report.issues.map(\.resolution), [.skippedEntry, .skippedEntry])
        XCTAssertEqual(FileTree.listing(of: destination), ["good": "file 644 good"])
    }

    func testATarArchiveThatEndsEarlyLeavesNoIncompleteFile() throws {
        let archive = try tar()
        for count in stride(from: 1, to: archive.count - 1_024, by: 10_007) {
            try reset()
            let unpacker = try TarUnpacker(to: destination)
            var failure: ArchiveError?
            do throws(ArchiveError) {
                try unpacker.append(archive.prefix(count))
                _ = try unpacker.finish()
            } catch {
                failure = error
            }
            guard let error = failure else { continue }
            XCTAssertEqual(error.code, .truncated)
            let files = FileTree.listing(of: destination)
            XCTAssertEqual(error.report?.fileCount, files.count { $0.value.hasPrefix("file") })
            XCTAssertFalse(files.keys.contains { $0.contains(".footing-") })
            XCTAssertNil(files["folder/b.txt"].flatMap { $0.hasSuffix("b") ? nil : $0 })
            XCTAssertThrowsError(try unpacker.finish())
        }
    }

    func testIssuesOfReadingAndOfUnpackingAreInOneReport() throws {
        let archive =
            Tar.header("z", type: "Z") + Tar.file("../a") + Tar.file("b")
            + Tar.header("c", type: "2")
        let url = try write(archive, "a.tar")
        let codes: [ArchiveError.Code] = [
            .unsupportedKind, .unsafePath, .unsafeLink, .missingEnd,
        ]
        XCTAssertEqual(try Archives.unpack(url, to: destination).issues.map(\.code), codes)
        try reset()
        let unpacker = try TarUnpacker(to: destination)
        try unpacker.append(archive)
        XCTAssertEqual(try unpacker.finish().issues.map(\.code), codes)
    }

    func testLimitsEndTheCallAndKeepTheReport() throws {
        let samples = [Sample("a", "12345"), Sample("b", "12345"), Sample("c", "12345")]
        for url in try archiveFiles(samples) {
            try reset()
            var options = ArchiveOptions.standard
            options.limits.totalBytes = 12
            XCTAssertThrowsError(try Archives.unpack(url, to: destination, options: options)) {
                let error = $0 as? ArchiveError
                XCTAssertEqual(error?.code, .limitExceeded)
                XCTAssertEqual(error?.limit, .totalBytes)
                XCTAssertEqual(error?.path, "c")
                XCTAssertEqual(error?.report?.byteCount, 10)
            }
            XCTAssertEqual(Set(FileTree.listing(of: destination).keys), ["a", "b"])
        }
    }

    func testHolesStayHoles() throws {
        let regions = [(1 << 20, 3), (9 << 20, 2)]
        let archive = Tar.sparse("s", size: 10 << 20, regions, stored: Data("abcde".utf8)) + Tar.end
        let unpacker = try TarUnpacker(to: destination)
        try unpacker.append(archive)
        let report = try unpacker.finish()

        let file = destination.appending(path: "s")
        var expected = Data(count: 10 << 20)
        expected.replaceSubrange(1 << 20..<1 << 20 + 3, with: Data("abc".utf8))
        expected.replaceSubrange(9 << 20..<9 << 20 + 2, with: Data("de".utf8))
        XCTAssertTrue(try Data(contentsOf: file) == expected)
        XCTAssertLessThan(FileTree.status(file).st_blocks * 512, 1 << 20)
        XCTAssertEqual(report.byteCount, 10 << 20)
    }

    func testAHoleIsCreatedByOneCallHoweverLargeItIs() throws {
        // A hole for each call would take hours.
        for size in [Int.max, 1 << 62] {
            try reset()
            let records = [("GNU.sparse.size", "\(size)"), ("GNU.sparse.map", "0,1")]
            let unpacker = try TarUnpacker(to: destination)
            // Most volumes refuse such a size.
            do throws(ArchiveError) {
                let files = Tar.file("s", "a") + Tar.file("t", "a")
                try unpacker.append(Tar.records(records) + files + Tar.end)
                XCTAssertGreaterThanOrEqual(try unpacker.finish().byteCount, size)
            } catch {
                XCTAssertTrue(
                    [.fileTooLarge, .system, .limitExceeded].contains(error.code),
                    "\(error)"
                )
            }
        }
        try reset()
        let unpacker = try TarUnpacker(to: destination)
        let map = "\(1 << 39),1"
        try unpacker.append(
            Tar.records([("GNU.sparse.size", "\(1 << 40)"), ("GNU.sparse.map", map)])
                + Tar.file("s", "a") + Tar.end
        )
        XCTAssertEqual(try unpacker.finish().byteCount, 1 << 40)
        let status = FileTree.status(destination.appending(path: "s"))
        XCTAssertEqual(status.st_size, 1 << 40)
        XCTAssertLessThan(status.st_blocks * 512, 1 << 20)
    }

    func testNoDescriptorStaysOpenAndFewAreNeeded() throws {
        func openCount() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }
        let urls = try archiveFiles()
        let before = try openCount()
        for url in urls {
            try reset()
            _ = try Archives.unpack(url, to: destination)
            XCTAssertEqual(try openCount(), before)
        }
    }

    // MARK: Progress and cancellation

    func testProgressIsReportedAndCancels() throws {
        let samples = [
            Sample("a", "a"), Sample("b", String(repeating: "\u{1F600}", count: 100_000)),
        ]
        for url in try archiveFiles(samples) {
            try reset()
            let count = try Data(contentsOf: url).count
            // A compressed tar archive is read twice.
            let size = url.pathExtension == "gz" ? 2 * count : count
            var seen: [Int] = []
            _ = try Archives.unpack(url, to: destination) { progress in
                XCTAssertEqual(progress.totalBytes, size)
                seen.append(progress.bytes)
            }
            XCTAssertEqual(seen.last, size, url.lastPathComponent)
            XCTAssertEqual(seen, seen.sorted())
            XCTAssertLessThanOrEqual(seen.count, size / 65_536 + 1)

            guard url.pathExtension == "tar" else { continue }
            try reset()
            XCTAssertThrowsError(
                try Archives.unpack(url, to: destination) { $0.isCancelled = true }
            ) { error in
                XCTAssertEqual((error as? ArchiveError)?.code, .cancelled)
            }
            XCTAssertNil(FileTree.listing(of: destination)["b"])
        }
    }

    func testProgressIsReportedAndCancelsWhileContentsAreSkipped() throws {
        let writer = TarWriter(as: .gzip)
        try writer.add("a", contents: Samples.noise(2 << 20))
        try writer.finish()
        let url = try write(writer.drain(), "a.tar.gz")
        var seen: [Int] = []
        _ = try Archives.unpack(url, to: destination) {
            seen.append($0.bytes)
        } renaming: { _ in
            nil
        }
        XCTAssertGreaterThan(seen.count, 16)
        XCTAssertThrowsError(
            try Archives.unpack(url, to: destination) { progress in
                seen = [progress.bytes]
                progress.isCancelled = true
            } renaming: { _ in
                nil
            }
        ) { error in
            XCTAssertEqual((error as? ArchiveError)?.code, .cancelled)
        }
        XCTAssertLessThanOrEqual(seen[0], 2 * 65_536)
    }

    func testTheAsynchronousFormUnpacksAndIsCancelledWithItsTask() async throws {
        let url = try write(tar(), "a.tar")
        let destination = destination
        let report = try await Archives.unpack(url, to: destination)
        XCTAssertEqual(report.fileCount, 5)

        let other = folder.appending(path: "other")
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await Archives.unpack(url, to: other)
        }
        do {
            _ = try await task.value
            XCTFail("it was not cancelled")
        } catch {
            XCTAssertEqual((error as? ArchiveError)?.code, .cancelled)
        }
        let archive = try ZipArchive(zip())
        let third = folder.appending(path: "third")
        let zipReport = try await archive.unpack(to: third, renaming: { $0.path.dropFirst() })
        XCTAssertEqual(zipReport.fileCount, 2)
    }

    @MainActor
    func testTheAsynchronousFormBlocksNoActor() async throws {
        let url = try write(tar(), "a.tar")
        let report = try await Archives.unpack(url, to: destination) { _ in
            XCTAssertFalse(Thread.isMainThread)
        } renaming: { entry in
            XCTAssertFalse(Thread.isMainThread)
            return entry.path
        }
        XCTAssertEqual(report.fileCount, 5)
    }

    func testATarStreamIsUnpackedInChunks() throws {
        let archive = try tar().compressed(as: .gzip)
        for size in [1, 100, 65_536] {
            try reset()
            let unpacker = try TarUnpacker(to: destination, as: .gzip, options: .untrusted)
            var rest = archive[...]
            while !rest.isEmpty {
                try unpacker.append(rest.prefix(size))
                rest = rest.dropFirst(size)
            }
            let report = try unpacker.finish()
            XCTAssertEqual(report.fileCount, 5)
            XCTAssertEqual(FileTree.listing(of: destination).count, 8)
            XCTAssertEqual(try unpacker.finish(), report, "nothing is done twice")
        }
    }

    // MARK: Faults

    func testNothingIsCreatedOfACompressedArchiveWithAWrongChecksum() throws {
        let data = try tar().compressed(as: .gzip)
        for index in [data.count - 8, data.count - 1] {
            try reset()
            var damaged = data
            damaged[index] ^= 1
            let url = try write(damaged, "a.tar.gz")
            XCTAssertThrowsError(try Archives.unpack(url, to: destination)) { error in
                let code = (error as? ArchiveError)?.code
                XCTAssertEqual(code, index == data.count - 1 ? .lengthMismatch : .checksumMismatch)
                XCTAssertEqual((error as? ArchiveError)?.url, url)
            }
            XCTAssertEqual(FileTree.listing(of: destination), [:])
        }
    }

    func testBytesAfterACompressedArchiveAreAnIssue() throws {
        let url = try write(tar().compressed(as: .gzip) + Data("\r\n".utf8), "a.tar.gz")
        let report = try Archives.unpack(url, to: destination)
        XCTAssertEqual(report.issues.map(\.code), [.unclaimedBytes])
        XCTAssertEqual(report.fileCount, 5)
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

    func testAReturnedPathIsNormalizedBeforeItIsJudged() throws {
        // The target of a link is kept as it is, and may be returned as a path.
        let target = try XCTUnwrap(try linkTarget("./././x"))
        let url = try write(tar([Sample(link: "a", to: "../b")]), "a.tar")
        let report = try Archives.unpack(url, to: destination, renaming: { _ in target })
        XCTAssertEqual(report.issues.map(\.code), [.unsafeLink])
        XCTAssertEqual(FileTree.listing(of: destination), [:])
    }

    /// The target of a link as a reader returns it.
    private func linkTarget(_ target: String) throws -> ArchivePath? {
        let reader = TarReader()
        try reader.append(Tar.header("a", type: "2", link: target) + Tar.end)
        try reader.finish()
        guard case .entry(let entry) = try reader.next() else { return nil }
        XCTAssertEqual(entry.linkTarget?.bytes, Array(target.utf8))
        return entry.linkTarget
    }

    // MARK: Interplay

    func testTreesOfGNUTarAreUnpackedAsGNUTarUnpacksThem() throws {
        try require(["tar", "--version"])
        let source = URL(filePath: #filePath).deletingLastPathComponent()
        let archive = folder.appending(path: "a.tar.gz")
        let parent = source.deletingLastPathComponent().path
        _ = try bytesPrinted(
            by: ["tar", "-C", parent, "-czf", archive.path, source.lastPathComponent]
        )
        let theirs = folder.appending(path: "theirs")
        try FileManager.default.createDirectory(at: theirs, withIntermediateDirectories: true)
        _ = try bytesPrinted(by: ["tar", "-C", theirs.path, "-xzf", archive.path])
        var options = ArchiveOptions.standard
        options.links = .any
        _ = try Archives.unpack(archive, to: destination, options: options).requireClean()
        XCTAssertEqual(FileTree.listing(of: destination), FileTree.listing(of: theirs))
        _ = try bytesPrinted(by: ["diff", "-r", "--no-dereference", theirs.path, destination.path])
    }
}

import FootingArchives
import Foundation
import TestSupport
import XCTest

final class PackingTests: XCTestCase {
    private static let formats: [Archives.Format] = [.zip, .tar, .gzippedTar]

    /// Makes a folder with files, links and empty ones.
    private func makeTree() throws -> (TemporaryFolder, URL) {
        let folder = try TemporaryFolder(self)
        try folder.write("alpha", to: "source/b.txt")
        try folder.write(String(repeating: "log\n", count: 100_000), to: "source/a/large.log")
        try folder.write("", to: "source/.hidden")
        try folder.write("#!", to: "source/run")
        try folder.write("ä", to: "source/päth")
        try folder.makeFolder("source/empty")
        let source = folder.url.appending(path: "source")
        let run = source.appending(path: "run").path
        XCTAssertEqual(unsafe chmod(run, 0o750), 0)
        XCTAssertEqual(unsafe symlink("../b.txt", source.appending(path: "a/link").path), 0)
        XCTAssertEqual(unsafe symlink("/etc", source.appending(path: "outside").path), 0)
        return (folder, source)
    }

    private func unpackAny(_ url: URL, to folder: URL) throws -> ArchiveReport {
        var options = ArchiveOptions.standard
        options.links = .any
        options.permissions = .stored
        return try Archives.unpack(url, to: folder, options: options)
    }

    func testTheEndOfASecondIsNotTheNextOne() throws {
        let folder = try TemporaryFolder(self)
        let file = try folder.write("a", to: "source/a")
        let time = timespec(tv_sec: 1_795_887_909, tv_nsec: 999_999_999)
        XCTAssertEqual(unsafe utimensat(AT_FDCWD, file.path, [time, time], 0), 0)
        for format in Self.formats {
            let url = folder.url.appending(path: "\(format)")
            let source = folder.url.appending(path: "source")
            try Archives.pack(source, to: url, as: format).requireClean()
            let copy = folder.url.appending(path: "copy \(format)")
            try unpackAny(url, to: copy).requireClean()
            XCTAssertEqual(FileTree.date(copy.appending(path: "a")), 1_795_887_909)
        }
    }

    func testAFolderIsPackedAndUnpackedEqual() throws {
        let (folder, source) = try makeTree()
        for format in Self.formats {
            let url = folder.url.appending(path: "\(format)")
            let report = try Archives.pack(source, to: url, as: format)
            XCTAssertEqual(report.fileCount, 5)
            XCTAssertEqual(report.folderCount, 2)
            XCTAssertEqual(report.linkCount, 2)
            XCTAssertEqual(report.byteCount, 400_009)
            XCTAssertTrue(report.isClean)

            let copy = folder.url.appending(path: "copy \(format)")
            try unpackAny(url, to: copy).requireClean()
            XCTAssertEqual(FileTree.listing(of: copy), FileTree.listing(of: source))
            for path in ["b.txt", "a", "a/large.log", "empty"] {
                XCTAssertEqual(
                    FileTree.date(copy.appending(path: path)),
                    FileTree.date(source.appending(path: path)),
                    path
                )
            }
            let large = try Data(contentsOf: copy.appending(path: "a/large.log"))
            XCTAssertEqual(large, Data(String(repeating: "log\n", count: 100_000).utf8))
        }
    }

    func testEntriesAreInTheOrderOfBytes() throws {
        let (folder, source) = try makeTree()
        let url = folder.url.appending(path: "a.zip")
        _ = try Archives.pack(source, to: url, as: .zip)
        let archive = try ZipArchive(contentsOf: url, options: .untrusted)
        XCTAssertEqual(
            archive.entries.map { $0.path.description },
            [
                ".hidden", "a", "a/large.log", "a/link", "b.txt", "empty", "outside", "päth", "run",
            ].sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        )
    }

    func testTheNameOfTheFolderMayPrecedeThePaths() throws {
        let (folder, source) = try makeTree()
        for format in Self.formats {
            var options = PackingOptions.standard
            options.includesFolderName = true
            let url = folder.url.appending(path: "\(format)")
            let report = try Archives.pack(source, to: url, as: format, options: options)
            XCTAssertEqual(report.folderCount, 3)
            let copy = folder.url.appending(path: "copy \(format)")
            try unpackAny(url, to: copy).requireClean()
            XCTAssertEqual(
                FileTree.listing(of: copy.appending(path: "source")),
                FileTree.listing(of: source)
            )
        }
    }

    func testReproducibleArchivesDependOnContentsAlone() throws {
        let zone = ProcessInfo.processInfo.environment["TZ"]
        defer {
            if let zone { unsafe setenv("TZ", zone, 1) } else { unsafe unsetenv("TZ") }
            tzset()
        }
        for format in Self.formats {
            var packed: [Data] = []
            for (round, zone) in ["GMT0", "XYZ-9"].enumerated() {
                let (folder, source) = try makeTree()
                unsafe setenv("TZ", zone, 1)
                tzset()
                let file = source.appending(path: "b.txt")
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: 1e9 + Double(round))],
                    ofItemAtPath: file.path
                )
                XCTAssertEqual(unsafe chmod(file.path, round == 0 ? 0o600 : 0o664), 0)
                let url = folder.url.appending(path: "\(format)")
                _ = try Archives.pack(source, to: url, as: format, options: .reproducible)
                packed.append(try Data(contentsOf: url))
            }
            XCTAssertEqual(packed[0], packed[1], "\(format)")
        }
        let (folder, source) = try makeTree()
        let url = folder.url.appending(path: "a.tar")
        _ = try Archives.pack(source, to: url, as: .tar, options: .reproducible)
        let listing = try TarListing(url)
        for entry in listing.entries {
            XCTAssertEqual(entry.modificationDate, Date(timeIntervalSince1970: 315_532_800))
            XCTAssertEqual(entry.owner, .init(id: 0))
            let isExecutable = entry.kind != .file || entry.path == "run"
            XCTAssertEqual(entry.permissions, isExecutable ? 0o755 : 0o644, "\(entry.path)")
        }
    }

    func testTheArchiveItselfIsLeftOut() throws {
        let (_, source) = try makeTree()
        for format in Self.formats {
            let url = source.appending(path: "archive")
            var options = PackingOptions.standard
            options.mode = .createOrReplace
            for _ in 0..<2 {
                let report = try Archives.pack(source, to: url, as: format, options: options)
                XCTAssertEqual(report.fileCount, 5, "\(format)")
                XCTAssertTrue(report.isClean)
            }
        }
    }

    func testPipesAndSocketsAreIssues() throws {
        let (folder, source) = try makeTree()
        XCTAssertEqual(unsafe mkfifo(source.appending(path: "pipe").path, 0o600), 0)
        for format in Self.formats {
            let url = folder.url.appending(path: "\(format)")
            let report = try Archives.pack(source, to: url, as: format)
            XCTAssertEqual(report.issues.map(\.code), [.unsupportedKind])
            XCTAssertEqual(report.issues.map(\.path), ["pipe"])
            XCTAssertEqual(report.issues.map(\.resolution), [.skippedEntry])
            XCTAssertEqual(report.fileCount, 5)
        }
    }

    func testAnErrorLeavesNoArchiveBehind() throws {
        let (folder, source) = try makeTree()
        // A path that no reader may unpack.
        try Data().write(to: source.appending(path: "c:file"))
        for format in Self.formats {
            let url = folder.url.appending(path: "\(format)")
            XCTAssertThrowsError(try Archives.pack(source, to: url, as: format)) { error in
                XCTAssertEqual((error as? ArchiveError)?.code, .invalidEntry)
                XCTAssertEqual((error as? ArchiveError)?.path, "c:file")
            }
        }
        let missing = folder.url.appending(path: "missing")
        let url = folder.url.appending(path: "a.zip")
        XCTAssertThrowsError(try Archives.pack(missing, to: url, as: .zip)) { error in
            XCTAssertEqual((error as? ArchiveError)?.code, .noSuchFile)
            XCTAssertEqual((error as? ArchiveError)?.url, missing)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        XCTAssertEqual(names, ["source"])
    }

    func testAFileThatChangesWhileItIsReadIsAnError() throws {
        let (folder, source) = try makeTree()
        let log = source.appending(path: "a/large.log")
        let url = folder.url.appending(path: "a.tar")
        let handle = try FileHandle(forWritingTo: log)
        XCTAssertThrowsError(
            try Archives.pack(source, to: url, as: .tar) { progress in
                guard progress.bytes < 200_000 else { return }
                try? handle.truncate(atOffset: 300_000)
            }
        ) { error in
            XCTAssertEqual((error as? ArchiveError)?.code, .contentsChanged)
            XCTAssertEqual((error as? ArchiveError)?.path, "a/large.log")
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: url.path))
    }

    func testTheModeDecidesAboutAnExistingArchive() throws {
        let (folder, source) = try makeTree()
        let expected: [(ArchiveOptions.WriteMode, exists: Bool, ArchiveError.Code?)] = [
            (.createOnly, false, nil), (.createOnly, true, .alreadyExists),
            (.createOrReplace, true, nil), (.replaceOnly, true, nil),
            (.replaceOnly, false, .notFound),
        ]
        for format in Self.formats {
            for (mode, exists, code) in expected {
                let url = folder.url.appending(path: "archive")
                try? FileManager.default.removeItem(at: url)
                if exists { try Data("old".utf8).write(to: url) }
                var options = PackingOptions.standard
                options.mode = mode
                var found: ArchiveError.Code?
                do throws(ArchiveError) {
                    _ = try Archives.pack(source, to: url, as: format, options: options)
                } catch {
                    found = error.code
                }
                XCTAssertEqual(found, code, "\(mode) \(exists)")
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
                XCTAssertFalse(names.contains { $0.hasPrefix(".footing-") })
            }
        }
    }

    func testAFileThatIsReplacedKeepsItsPermissions() throws {
        let (folder, source) = try makeTree()
        let file = try folder.write(Samples.log(1_000), to: "log")
        let packed = folder.url.appending(path: "packed")
        try Archives.compress(file, to: packed, as: .gzip)
        let url = folder.url.appending(path: "archive")
        var writes: [(name: String, write: () throws -> Void)] = Self.formats.map { format in
            (
                "\(format)",
                {
                    var options = PackingOptions.standard
                    options.mode = .createOrReplace
                    _ = try Archives.pack(source, to: url, as: format, options: options)
                }
            )
        }
        writes += [
            ("compress", { try Archives.compress(file, to: url, as: .gzip, mode: .replaceOnly) }),
            (
                "decompress",
                { try Archives.decompress(packed, to: url, as: .gzip, mode: .createOrReplace) }
            ),
        ]
        let modes: [(mode_t, UInt32)] = [(0o600, 0o600), (0o664, 0o664), (0o4755, 0o755)]
        for (name, write) in writes {
            for (old, expected) in modes {
                try Data("old".utf8).write(to: url)
                XCTAssertEqual(unsafe chmod(url.path, old), 0)
                try write()
                XCTAssertEqual(FileTree.mode(url), expected, name)
                try FileManager.default.removeItem(at: url)
            }
        }
    }

    func testProgressCountsBytesOfFilesAndCancels() throws {
        let (folder, source) = try makeTree()
        for format in Self.formats {
            let url = folder.url.appending(path: "\(format)")
            var seen: [Int] = []
            _ = try Archives.pack(source, to: url, as: format) { seen.append($0.bytes) }
            XCTAssertEqual(seen, seen.sorted())
            XCTAssertGreaterThan(seen.count, 3)
            XCTAssertLessThanOrEqual(seen.count, 400_009 / 65_536)
            try FileManager.default.removeItem(at: url)
            XCTAssertThrowsError(
                try Archives.pack(source, to: url, as: format) { $0.isCancelled = true }
            ) { error in
                XCTAssertEqual((error as? ArchiveError)?.code, .cancelled)
            }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        XCTAssertEqual(names, ["source"])
    }

    func testTheAsynchronousFormPacksAndIsCancelledWithItsTask() async throws {
        let (folder, source) = try makeTree()
        let url = folder.url.appending(path: "a.zip")
        let report = try await Archives.pack(source, to: url, as: .zip)
        XCTAssertEqual(report.fileCount, 5)
        let other = folder.url.appending(path: "b.zip")
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await Archives.pack(source, to: other, as: .zip)
        }
        do {
            _ = try await task.value
            XCTFail("it was not cancelled")
        } catch {
            XCTAssertEqual((error as? ArchiveError)?.code, .cancelled)
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: other.path))
    }

    func testACancelledTaskPacksNoEmptyFiles() async throws {
        let folder = try TemporaryFolder(self)
        try folder.write("", to: "source/empty/file")
        let source = folder.url.appending(path: "source")
        for format in Self.formats {
            let url = folder.url.appending(path: "\(format)")
            let task = Task {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                return try await Archives.pack(source, to: url, as: format)
            }
            do {
                _ = try await task.value
                XCTFail("it was not cancelled")
            } catch {
                XCTAssertEqual((error as? ArchiveError)?.code, .cancelled)
            }
            XCTAssertFalse(FileManager.default.fileExists(atPath: url.path))
        }
    }

    func testADeepFolderIsAnErrorBeforeDescriptorsAreMissing() throws {
        let folder = try TemporaryFolder(self)
        try folder.makeFolder("source/" + Array(repeating: "d", count: 256).joined(separator: "/"))
        let source = folder.url.appending(path: "source")
        let url = folder.url.appending(path: "a.tar")
        XCTAssertEqual(try Archives.pack(source, to: url, as: .tar).folderCount, 256)
        try folder.makeFolder("source/" + Array(repeating: "d", count: 257).joined(separator: "/"))
        let other = folder.url.appending(path: "b.tar")
        XCTAssertThrowsError(try Archives.pack(source, to: other, as: .tar)) { error in
            XCTAssertEqual((error as? ArchiveError)?.code, .invalidEntry)
        }
    }

    // MARK: Files

    func testFilesAreCompressedAndDecompressed() throws {
        let folder = try TemporaryFolder(self)
        let contents = Samples.log(150_000)
        let file = try folder.write(contents, to: "log")
        for format: CompressedFormat in [.gzip, .zlib, .deflate] {
            let packed = folder.url.appending(path: "\(format)")
            try Archives.compress(file, to: packed, as: format)
            XCTAssertEqual(try Data(contentsOf: packed), contents.compressed(as: format))
            let copy = folder.url.appending(path: "\(format) copy")
            try Archives.decompress(packed, to: copy, as: format, limits: .untrusted)
            XCTAssertEqual(try Data(contentsOf: copy), contents)
            XCTAssertThrowsError(try Archives.compress(file, to: packed, as: format)) { error in
                XCTAssertEqual((error as? ArchiveError)?.code, .alreadyExists)
                XCTAssertEqual((error as? ArchiveError)?.url, packed)
            }
        }
    }

    func testProgressOfAFileCountsItsBytesAndCancels() throws {
        let folder = try TemporaryFolder(self)
        let contents = Samples.noise(300_000)
        let file = try folder.write(contents, to: "file")
        let packed = try folder.write(contents.compressed(as: .zlib), to: "packed")
        let output = folder.url.appending(path: "output")
        typealias Handler = (inout Archives.Progress) -> Void
        let calls: [(URL, (@escaping Handler) throws -> Void)] = [
            (file, { try Archives.compress(file, to: output, as: .zlib, progress: $0) }),
            (packed, { try Archives.decompress(packed, to: output, as: .zlib, progress: $0) }),
        ]
        for (input, call) in calls {
            let size = try Data(contentsOf: input).count
            var seen: [Int] = []
            try call {
                seen.append($0.bytes)
                XCTAssertEqual($0.totalBytes, size)
            }
            XCTAssertEqual(seen, seen.sorted())
            XCTAssertEqual(seen.last, size)
            XCTAssertLessThanOrEqual(seen.count, size / 65_536 + 1)
            try FileManager.default.removeItem(at: output)
            XCTAssertThrowsError(try call { $0.isCancelled = true }) { error in
                XCTAssertEqual((error as? ArchiveError)?.code, .cancelled)
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            XCTAssertEqual(Set(names), ["file", "packed"])
        }
    }

    func testTheAsynchronousFormsForFilesAreCancelledWithTheirTask() async throws {
        let folder = try TemporaryFolder(self)
        let contents = Samples.log(150_000)
        let file = try folder.write(contents, to: "file")
        let packed = folder.url.appending(path: "packed")
        let copy = folder.url.appending(path: "copy")
        try await Archives.compress(file, to: packed, as: .gzip)
        try await Archives.decompress(packed, to: copy, as: .gzip)
        XCTAssertEqual(try Data(contentsOf: copy), contents)
        let other = folder.url.appending(path: "other")
        for compresses in [true, false] {
            let task = Task {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                if compresses {
                    try await Archives.compress(file, to: other, as: .gzip)
                } else {
                    try await Archives.decompress(packed, to: other, as: .gzip)
                }
            }
            do {
                try await task.value
                XCTFail("it was not cancelled")
            } catch {
                XCTAssertEqual((error as? ArchiveError)?.code, .cancelled)
            }
            XCTAssertFalse(FileManager.default.fileExists(atPath: other.path))
        }
    }

    func testADamagedFileIsNotDecompressed() throws {
        let folder = try TemporaryFolder(self)
        var packed = Samples.log(100_000).compressed(as: .gzip)
        packed[packed.count - 8] ^= 1
        let file = try folder.write(packed, to: "log.gz")
        let copy = folder.url.appending(path: "log")
        XCTAssertThrowsError(try Archives.decompress(file, to: copy, as: .gzip)) { error in
            XCTAssertEqual((error as? ArchiveError)?.code, .checksumMismatch)
            XCTAssertEqual((error as? ArchiveError)?.url, file)
        }
        let bomb = try folder.write(Data(count: 2 << 20).compressed(as: .gzip), to: "bomb.gz")
        var limits = ArchiveOptions.Limits.untrusted
        limits.entryBytes = 1 << 20
        XCTAssertThrowsError(
            try Archives.decompress(bomb, to: copy, as: .gzip, limits: limits)
        ) { error in
            XCTAssertEqual((error as? ArchiveError)?.code, .limitExceeded)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        XCTAssertEqual(Set(names), ["log.gz", "bomb.gz"])
    }

    // MARK: Interplay

    func testOtherProgramsUnpackWhatWasPacked() throws {
        let (folder, source) = try makeTree()
        let programs: [(Archives.Format, [String], [String])] = [
            (.zip, ["unzip", "-v"], ["unzip", "-q", "ARCHIVE", "-d", "COPY"]),
            (.tar, ["tar", "--version"], ["tar", "-xf", "ARCHIVE", "-C", "COPY"]),
            (.gzippedTar, ["tar", "--version"], ["tar", "-xzf", "ARCHIVE", "-C", "COPY"]),
            (.gzippedTar, ["bsdtar", "--version"], ["bsdtar", "-xf", "ARCHIVE", "-C", "COPY"]),
            (
                .tar, ["python3", "--version"],
                ["python3", "-m", "tarfile", "-e", "ARCHIVE", "COPY"]
            ),
        ]
        for (index, (format, probe, command)) in programs.enumerated() {
            guard (try? require(probe)) != nil else { continue }
            let archive = folder.url.appending(path: "archive \(index)")
            let copy = try folder.makeFolder("copy \(index)")
            _ = try Archives.pack(source, to: archive, as: format)
            _ = try bytesPrinted(
                by: ["env", "LC_ALL=C.UTF-8"]
                    + command.map {
                        $0 == "ARCHIVE" ? archive.path : $0 == "COPY" ? copy.path : $0
                    }
            )
            let diff = ["diff", "-r", "--no-dereference", source.path, copy.path]
            _ = try bytesPrinted(by: diff)
        }
    }
}

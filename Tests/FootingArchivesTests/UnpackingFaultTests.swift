import FootingArchives
import Foundation
import TestSupport
import XCTest

/// Errors and issues of unpacking and packing: each names what is at fault, once.
final class UnpackingFaultTests: XCTestCase {
    private typealias Entry = ZipSample.Entry

    private var folder = URL(filePath: "/")
    private var destination: URL { folder.appending(path: "out") }

    override func setUpWithError() throws {
        folder = try TemporaryFolder(self).url
    }

    private func write(_ data: Data, _ name: String) throws -> URL {
        let url = folder.appending(path: name)
        try data.write(to: url)
        return url
    }

    private func link(_ path: String, _ target: String) -> Entry {
        Entry(path, target).with(\.attributes, 0o120777 << 16)
    }

    /// The error of unpacking a file.
    private func failure(
        _ url: URL,
        _ options: ArchiveOptions = .standard,
        progress: ((inout Archives.Progress) -> Void)? = nil
    ) -> ArchiveError? {
        do {
            _ = try Archives.unpack(url, to: destination, options: options, progress: progress)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Zip archives that are refused

    func testAFolderWithContentsIsAnIssueBeforeAnythingIsWritten() throws {
        let rows: [(String, Entry)] = [
            ("contents", Entry("f/", "two")),
            ("contents, and the mode of a link", link("f/", "..")),
            (
                "contents, and the mode of a folder",
                Entry("f", "x").with(\.attributes, 0o040755 << 16)
            ),
            (
                "data, but no size",
                Entry("f/", "x").with(\.central, [.size: 0]).with(\.local, [.size: 0])
            ),
        ]
        for (name, entry) in rows {
            let data = ZipSample([Entry("a", "alpha"), entry]).data
            var options = ArchiveOptions.standard
            let report = try ZipArchive(data).unpack(to: destination)
            let codes = report.issues.map(\.code).filter { $0 != .ambiguous }
            XCTAssertEqual(
                codes,
                [name == "data, but no size" ? .lengthMismatch : .malformed],
                name
            )
            XCTAssertEqual(report.issues.last?.path, "f", name)
            XCTAssertEqual(FileTree.listing(of: destination), ["a": "file 644 alpha"], name)
            try FileManager.default.removeItem(at: destination)

            options.stopsAtFirstIssue = true
            XCTAssertThrowsError(
                try ZipArchive(data, options: options).unpack(to: destination),
                name
            )
            XCTAssertFalse(FileManager.default.fileExists(atPath: destination.path), name)
        }
        // Programs that write Java archives compress the nothing of folders.
        let folder = Entry.deflated("META-INF/", Data())
        XCTAssertTrue(try ZipArchive(ZipSample([folder]).data).unpack(to: destination).isClean)
    }

    func testPathsThatExcludeEachOtherAreRefusedBeforeAnythingIsWritten() throws {
        let rows: [(String, [Entry], ArchiveError.Code, ArchivePath)] = [
            ("a file as a folder", [Entry("f", "x"), Entry("f/g", "y")], .blockedPath, "f/g"),
            ("a folder as a file", [Entry("f/g", "x"), Entry("f", "y")], .duplicatePath, "f"),
            ("a file above", [Entry("f", "x"), Entry("f/g/h/")], .blockedPath, "f/g/h"),
            ("a link as a folder", [link("l", "d"), Entry("l/f", "x")], .duplicatePath, "l"),
            ("a link to itself", [link("l", "."), Entry("l/l/x", "x")], .duplicatePath, "l"),
            ("a link below a link", [link("l/m", "x"), link("l", "d")], .blockedPath, "l/m"),
            ("a link below a file", [link("f/l", "x"), Entry("f", "x")], .blockedPath, "f/l"),
        ]
        for (name, entries, code, path) in rows {
            let entries = [Entry("a", "alpha")] + entries
            let url = try write(ZipSample(entries).data, "a.zip")
            let report = try Archives.unpack(url, to: destination)
            XCTAssertEqual(report.issues.map(\.code), [code], name)
            XCTAssertEqual(report.issues.map(\.path), [path], name)
            try FileManager.default.removeItem(at: destination)

            let error = failure(url, .untrusted)
            XCTAssertEqual(error?.code, code, name)
            XCTAssertEqual(error?.path, path, name)
            XCTAssertFalse(FileManager.default.fileExists(atPath: destination.path), name)
        }
        let archive = try ZipArchive(
            ZipSample([Entry("a", "1"), Entry("b", "2")]).data,
            options: .untrusted
        )
        XCTAssertThrowsError(try archive.unpack(to: destination, renaming: { _ in "c" }))
        XCTAssertFalse(FileManager.default.fileExists(atPath: destination.path))
        let folders = ZipSample([Entry("a/f", "x"), Entry("a/x/"), Entry("b/x/")])
        let renamed = try ZipArchive(folders.data, options: .untrusted)
        XCTAssertThrowsError(
            try renamed.unpack(to: destination, renaming: { $0.path.dropFirst() })
        ) { error in
            XCTAssertEqual((error as? ArchiveError)?.code, .duplicatePath)
            XCTAssertEqual((error as? ArchiveError)?.path, "b/x")
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: destination.path))
        let whole = ZipSample([
            Entry("d/"), Entry("d/e/f", "x"), Entry("d/e/"), link("d/l", "e"), Entry("d-e", "x"),
        ])
        let report = try ZipArchive(whole.data, options: .untrusted).unpack(to: destination)
        XCTAssertTrue(report.isClean)
        XCTAssertEqual(FileTree.listing(of: destination).count, 5)
    }

    // MARK: Errors

    func testEachErrorHasAReportAndTheURL() throws {
        let tar = Tar.file("a", "alpha") + Tar.header("p", type: "6") + Tar.end
        let zip = ZipSample([
            Entry("a", "alpha"), Entry("p").with(\.attributes, 0o010644 << 16),
        ])
        let packed = tar.compressed(as: .gzip)
        var damaged = packed
        damaged[damaged.count - 8] ^= 1
        let rows: [(String, Data, ArchiveError.Code)] = [
            ("issue.tar", tar, .unsupportedKind), ("issue.tar.gz", packed, .unsupportedKind),
            ("issue.zip", zip.data, .unsupportedKind), ("crc.tar.gz", damaged, .checksumMismatch),
            ("cut.tar.gz", packed.dropLast(9), .truncated),
            ("cut.tar", tar.prefix(700), .truncated),
            ("cut.zip", zip.data.dropLast(30), .truncated),
            ("path.zip", ZipSample([Entry("../a")]).data, .unsafePath),
            ("link.zip", ZipSample([link("l", "..")]).data, .unsafeLink),
            ("two.zip", ZipSample([Entry("a"), Entry("a")]).data, .duplicatePath),
            ("text", Data("text".utf8), .notAnArchive),
        ]
        for (name, data, code) in rows {
            let url = try write(data, name)
            try? FileManager.default.removeItem(at: destination)
            let error = failure(url, .untrusted)
            XCTAssertEqual(error?.code, code, name)
            XCTAssertEqual(error?.url, url, name)
            XCTAssertNotNil(error?.report, name)
        }
        for (name, data) in [("b.tar", tar), ("b.tar.gz", packed), ("b.zip", zip.data)] {
            let url = try write(data, name)
            let error = failure(url) { $0.isCancelled = true }
            XCTAssertEqual(error?.code, .cancelled, name)
            XCTAssertEqual(error?.url, url, name)
            XCTAssertNotNil(error?.report, name)
        }
        let missing = folder.appending(path: "missing")
        XCTAssertEqual(failure(missing)?.url, missing)
        XCTAssertEqual(failure(missing)?.report?.issueCount, 0)
        let url = try write(ZipSample([Entry("../a")]).data, "c.zip")
        XCTAssertThrowsError(
            try ZipArchive(contentsOf: url, options: .untrusted).unpack(to: destination)
        ) { error in
            XCTAssertEqual((error as? ArchiveError)?.url, url)
        }
    }

    func testAnErrorBlamesOnlyWhatIsAtFault() throws {
        // The destination is a file.
        try Data().write(to: destination)
        for (name, data) in [
            ("a.tar", Tar.file("a\nb") + Tar.end), ("a.zip", ZipSample([Entry("a")]).data),
        ] {
            let error = failure(try write(data, name))
            XCTAssertEqual(error?.url, destination, name)
            XCTAssertNil(error?.path, name)
        }
        try FileManager.default.removeItem(at: destination)
        // The header after a complete entry is cut, or beyond a limit.
        let archive = Tar.header("d", type: "5") + Tar.file("f", "x")
        XCTAssertNil(failure(try write(archive.prefix(600), "b.tar"))?.path)
        XCTAssertEqual(failure(try write(archive.prefix(1_024), "c.tar"))?.path, "f")
        var options = ArchiveOptions.standard
        options.limits.entries = 1
        let limited = failure(try write(archive + Tar.end, "d.tar"), options)
        XCTAssertEqual(limited?.limit, .entries)
        XCTAssertNil(limited?.path)
        let writer = TarWriter()
        XCTAssertThrowsError(try writer.begin("a", size: -1)) { error in
            XCTAssertEqual("\(error)", "“a”: its size is negative; change it, or leave it out")
        }
    }

    // MARK: Formats

    func testAFileThatIsNeitherZipNorTarSaysSo() throws {
        for data in [Data(), Data("hello world\n".utf8), Samples.noise(5_000)] {
            let url = try write(data, "a.zip")
            let error = failure(url)
            XCTAssertEqual(error?.code, .notAnArchive)
            let description = error.map { "\($0)" } ?? ""
            let expected =
                "byte 0: the file is neither a zip nor a tar archive; check the source and the format"
            XCTAssertTrue(description.hasSuffix(expected), description)
        }
    }

    func testAGzipFileWithoutATarArchiveSaysSo() throws {
        for count in [0, 2, 511, 512, 100_000] {
            let url = try write(Data(repeating: 0x7B, count: count).compressed(as: .gzip), "a.gz")
            let error = failure(url)
            XCTAssertEqual(error?.code, .notAnArchive, "\(count)")
            let description = error.map { "\($0)" } ?? ""
            let expected = "the gzip file contains no tar archive; use `Archives.decompress`"
            XCTAssertTrue(description.hasSuffix(expected), description)
        }
    }

    func testAZipArchiveAfterAProgramIsUnpacked() throws {
        for count in [16, 512, 5_000] {
            let program = Data("#!/bin/sh\n".utf8) + Samples.noise(count)
            let data = ZipSample([Entry("a", "alpha")]).with(\.prefix, program).data
            let url = try write(data, "a.sh")
            let report = try Archives.unpack(url, to: destination)
            XCTAssertEqual(report.issues.map(\.code), [.unclaimedBytes])
            XCTAssertEqual(FileTree.listing(of: destination), ["a": "file 644 alpha"])
            try FileManager.default.removeItem(at: destination)
            XCTAssertEqual(failure(url, .untrusted)?.code, .unclaimedBytes)
        }
        // A tar archive may contain a zip archive.
        let zip = ZipSample([Entry("a", "alpha")]).data
        let file = Tar.header("a.zip", size: zip.count) + Tar.body(zip)
        let report = try Archives.unpack(try write(file, "a.tar"), to: destination)
        XCTAssertEqual(report.fileCount, 1)
        XCTAssertEqual(Array(FileTree.listing(of: destination).keys), ["a.zip"])
    }

    // MARK: Issues

    func testAnEntryOfARepeatedPathIsSkippedOrReplacesTheEarlierOne() throws {
        let rows: [([Entry], [ArchiveIssue.Resolution])] = [
            ([Entry("f", "1"), Entry("f", "2")], [.replacedEarlier]),
            ([Entry("f/"), Entry("f", "2")], [.skippedEntry]),
            ([Entry("f/"), Entry("f", "2"), Entry("f", "3")], [.skippedEntry, .skippedEntry]),
            ([Entry("f", "1"), link("f", "x")], [.skippedEntry]),
            ([Entry("f/"), Entry("f/")], [.skippedEntry]),
            (
                [Entry("f", "1"), Entry("f", "2"), link("f", "x")],
                [.replacedEarlier, .skippedEntry]
            ),
            (
                [Entry("f", "1"), link("f", "x"), link("f", "y"), Entry("f", "2")],
                [.skippedEntry, .skippedEntry, .replacedEarlier]
            ),
        ]
        for (entries, resolutions) in rows {
            let archive = try ZipArchive(ZipSample(entries).data)
            let report = try archive.unpack(to: destination)
            XCTAssertEqual(report.issues.map(\.resolution), resolutions, "\(report.issues)")
            XCTAssertEqual(report.issueCount, resolutions.count)
            XCTAssertTrue(report.issues.allSatisfy { $0.code == .duplicatePath })
            XCTAssertEqual(report.issues.map(\.offset), archive.report.issues.map(\.offset))
            try FileManager.default.removeItem(at: destination)
        }
    }

    func testOnlyListedIssuesAreCorrected() throws {
        let entries = [Entry("f/")] + (0..<5).map { Entry("f", "\($0)") }
        var options = ArchiveOptions.standard
        options.limits.issues = 2
        let archive = try ZipArchive(ZipSample(entries).data, options: options)
        let report = try archive.unpack(to: destination)
        XCTAssertEqual(report.issues.map(\.resolution), [.skippedEntry, .skippedEntry])
        XCTAssertEqual(report.issueCount, 5)
    }

    func testIssuesSayWhatIsWrong() throws {
        let entries = [
            link("empty", ""), link("up", "../\n"),
            link("long", String(repeating: "x/", count: 3_000)),
            Entry("socket").with(\.attributes, 0o140644 << 16),
            Entry("pipe").with(\.attributes, 0o010644 << 16),
        ]
        let report = try ZipArchive(ZipSample(entries).data).unpack(to: destination)
        XCTAssertEqual(
            report.issues.map(\.description),
            [
                "“empty”: the target of the link is empty, too long, or has a NUL",
                "“up”: the target “../\\012” of the link may lead out of the folder",
                "“long”: the target of the link is empty, too long, or has a NUL",
                "“socket”: an entry of this kind is never unpacked",
                "“pipe”: a pipe is never unpacked",
            ]
        )
        let tar = Tar.header("h", type: "1", link: "../x") + Tar.header("l", type: "2", link: "a")
        let unpacker = try TarUnpacker(to: destination)
        try unpacker.append(tar + Tar.end)
        XCTAssertEqual(
            try unpacker.finish().issues.map(\.description),
            ["“h”: the target “../x” of the link is no file that was unpacked before"]
        )
        var options = ArchiveOptions.standard
        options.links = .skipped
        let skipping = try TarUnpacker(to: destination, options: options)
        try skipping.append(tar + Tar.end)
        XCTAssertEqual(
            try skipping.finish().issues.map(\.description),
            ["“h”: the options leave out links", "“l”: the options leave out links"]
        )
    }

    func testAnIssueOfARenamedEntryNamesTheNewPath() throws {
        let archive = try ZipArchive(ZipSample([Entry("a", "1"), Entry("b", "2")]).data)
        for (path, issues) in [
            ("../x", ["“a”: the path is not safe; its new path is “../x”"]),
            ("b/c", ["“b”: another entry has the path"]), ("a", []),
        ] as [(ArchivePath, [String])] {
            let report = try archive.unpack(
                to: destination,
                renaming: { entry in
                    entry.path == "a" ? path : entry.path
                }
            )
            XCTAssertEqual(report.issues.map(\.description), issues)
            try FileManager.default.removeItem(at: destination)
        }
    }
}

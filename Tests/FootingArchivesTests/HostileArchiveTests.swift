import FootingArchives
import Foundation
import TestSupport
import XCTest

/// Archives that other programs unpack outside of the folder, beyond all limits, or as other files.
final class HostileArchiveTests: XCTestCase {
    private var folder = URL(filePath: "/")
    private var output: URL { folder.appending(path: "output") }

    override func setUpWithError() throws {
        folder = try TemporaryFolder(self).url
    }

    private func unpack(_ archive: Data, _ options: ArchiveOptions = .standard) throws
        -> ArchiveReport
    {
        try? FileManager.default.removeItem(at: output)
        let url = folder.appending(path: "archive")
        try archive.write(to: url)
        return try Archives.unpack(url, to: output, options: options)
    }

    // MARK: Zip

    func testEntriesThatShareBytesAreNotUnpacked() throws {
        let body = Data(count: 200_000)
        let first = ZipSample.Entry.deflated("0", body)
        let other = first.with(\.data, first.encoded).with(\.central, [.offset: 0])
        let others = (1..<200).map { other.with(\.name, Array("\($0)".utf8)) }
        let data = ZipSample([first] + others).data
        XCTAssertLessThan(data.count, 60_000)
        let report = try unpack(data)
        XCTAssertEqual(report.fileCount, 0)
        XCTAssertEqual(report.byteCount, 0)
        XCTAssertEqual(Set(report.issues.map(\.code)), [.overlapping])
        XCTAssertEqual(FileTree.listing(of: output), [:])
    }

    func testPathsThatAreCutOrTurnedAroundByOthersAreNotUnpacked() throws {
        let rows: [(String, [UInt8], host: Int, [String: String])] = [
            ("NUL", Array("good.txt\0evil".utf8), 3, [:]),
            ("backslashes of Windows", Array("..\\..\\evil".utf8), 0, [:]),
            ("drive of Windows", Array("C:\\evil".utf8), 0, [:]),
            ("share of Windows", Array("\\\\host\\evil".utf8), 0, [:]),
            ("backslashes of Unix", Array("..\\evil".utf8), 3, ["..\\evil": "file 644 x"]),
            ("a name of two points and another", Array("..a".utf8), 3, ["..a": "file 644 x"]),
        ]
        for (name, path, host, files) in rows {
            var entry = ZipSample.Entry(path).with(\.host, host)
            entry.contents = Data("x".utf8)
            let report = try unpack(ZipSample([entry]).data)
            XCTAssertEqual(report.issues.map(\.code), files.isEmpty ? [.unsafePath] : [], name)
            XCTAssertEqual(FileTree.listing(of: output), files, name)
        }
    }

    /// The contents of the directory's entries, not those that local headers seem to begin.
    func testADirectoryThatLeavesOutEntriesDecides() throws {
        let sample = ZipSample([
            .init("seen", "seen"), ZipSample.Entry("hidden", "hidden").with(\.isHidden, true),
        ])
        XCTAssertEqual(try unpack(sample.data).fileCount, 1)
        XCTAssertEqual(FileTree.listing(of: output), ["seen": "file 644 seen"])
        XCTAssertThrowsError(try unpack(sample.data, .untrusted)) { error in
            XCTAssertEqual((error as? ArchiveError)?.code, .unclaimedBytes)
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: output.path))
    }

    // MARK: Tar

    /// A program that reads the size of 0 in the header takes the contents for further entries.
    func testAnArchiveAsContentsIsNoEntries() throws {
        let inner = Tar.file("evil", "evil") + Tar.end
        let archive =
            Tar.records([("size", "\(inner.count)")]) + Tar.header("inner.tar") + inner
            + Tar.file("last", "last") + Tar.end
        for options in [ArchiveOptions.standard, .untrusted] {
            let listing = TarListing(archive, options: options)
            XCTAssertEqual(listing.outcome, [])
            XCTAssertEqual(listing.paths, ["inner.tar", "last"])
            XCTAssertTrue(listing.contents[0] == inner)
        }
        XCTAssertEqual(try unpack(archive, .untrusted).fileCount, 2)
    }

    /// Programs leave the field of a size from 8 GiB on 0, cut it, or fill it with sevens.
    func testARecordOfALargeSizeCountsWhateverTheHeaderStates() {
        for field in ["00000000000\0", "77777777777\0", "00000000005\0"] {
            let archive =
                Tar.records([("size", "\(1 << 33)")]) + Tar.header("a", replacing: [124: field])
            let listing = TarListing(archive)
            XCTAssertEqual(listing.entries.map(\.size), [1 << 33], field)
            XCTAssertEqual(listing.outcome, ["truncated!"], field)
        }
        let archive = Tar.records([("size", "\(1 << 33 - 1)")]) + Tar.header("a", size: 5)
        XCTAssertEqual(
            TarListing(archive).outcome,
            ["headersDisagree: ignoredField", "truncated!"]
        )
    }

    func testAKindWithoutContentsHasNoSize() {
        for kind in "3456" {
            let archive = Tar.header("a", type: kind, size: 512) + Tar.file("b") + Tar.end
            let listing = TarListing(archive)
            XCTAssertEqual(listing.outcome, ["headersDisagree: ignoredField"], "\(kind)")
            XCTAssertEqual(listing.paths, ["a", "b"], "\(kind)")
        }
    }

    func testAnExtensionHeaderOfManyMegabytesIsRefused() throws {
        let path = String(repeating: "a/", count: rounds(1 << 20, underStress: 18 << 20))
        let archive = Tar.records([("path", path)]) + Tar.file("a") + Tar.end
        for options in [ArchiveOptions.standard, .untrusted] {
            let error = TarListing(archive, options: options).error
            XCTAssertEqual(error?.limit, .headerBytes)
            XCTAssertEqual(error?.limitValue, 1 << 20)
        }
        var listing = TarListing(Tar.extended("L", Data(count: 1 << 20)) + Tar.file("a") + Tar.end)
        XCTAssertNil(listing.error)
        listing = TarListing(Tar.extended("L", Data(count: 1 << 20 + 1)) + Tar.file("a") + Tar.end)
        XCTAssertEqual(listing.error?.limit, .headerBytes)
    }

    /// Other programs have changed the permissions of the link's target instead.
    func testAFolderWithThePathOfALinkIsAFolder() throws {
        let outside = folder.appending(path: "outside")
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
        XCTAssertEqual(unsafe chmod(outside.path, 0o700), 0)
        let before = FileTree.listing(of: outside, exact: true)
        let rows: [(String, ArchiveOptions.Links, ArchiveError.Code)] = [
            ("../outside", .contained, .unsafeLink), ("../outside", .any, .duplicatePath),
            ("s", .contained, .duplicatePath),
        ]
        for (target, links, code) in rows {
            var options = ArchiveOptions.standard
            options.links = links
            options.permissions = .stored
            let archive =
                Tar.header("s", type: "5", replacing: [100: "0000750\0"])
                + Tar.header("d", type: "2", link: target)
                + Tar.header("d", type: "5", replacing: [100: "0000711\0"]) + Tar.end
            XCTAssertEqual(try unpack(archive, options).issues.map(\.code), [code], target)
            XCTAssertEqual(
                FileTree.listing(of: output),
                ["s": "folder 750", "d": "folder 711"],
                target
            )
            XCTAssertEqual(FileTree.listing(of: outside, exact: true), before, target)
        }
    }

    func testATargetHasAtMost4095Bytes() throws {
        for (count, isAllowed) in [(4_095, true), (4_096, false)] {
            let target = String((0..<count).map { $0 % 200 == 199 ? "/" : "t" })
            let zip = ZipSample([
                ZipSample.Entry("l", target).with(\.attributes, 0o120777 << 16)
            ]).data
            let tar =
                Tar.extended("K", Data(target.utf8)) + Tar.header("l", type: "2", link: "t")
                + Tar.end
            for archive in [zip, tar] {
                let report = try unpack(archive)
                XCTAssertEqual(report.issues.map(\.code), isAllowed ? [] : [.unsafeLink])
                XCTAssertEqual(report.linkCount, isAllowed ? 1 : 0)
            }
        }
    }

    // MARK: Both

    /// An archive of DOS has no permissions, and its dates may be none.
    func testPermissionsAndDatesThatAnArchiveLacksAreThoseOfNewFiles() throws {
        let entries = [ZipSample.Entry("a", "a"), .init("folder/"), .init("folder/b", "b")].map {
            $0.with(\.host, 0).with(\.attributes, 0).with(\.dosDate, 0)
        }
        for permissions in [ArchiveOptions.Permissions.portable, .stored] {
            var options = ArchiveOptions.untrusted
            options.permissions = permissions
            let start = Int(Date.now.timeIntervalSince1970)
            _ = try unpack(ZipSample(entries).data, options)
            XCTAssertEqual(
                FileTree.listing(of: output),
                ["a": "file 644 a", "folder": "folder 755", "folder/b": "file 644 b"]
            )
            for path in ["a", "folder", "folder/b"] {
                let date = FileTree.date(output.appending(path: path))
                XCTAssertTrue(start...start + 60 ~= date, path)
            }
        }
    }

    func testACancelledCallLeavesNoTemporaryFile() throws {
        let large = Samples.noise(500_000)
        let (tar, zip) = (TarWriter(), ZipWriter())
        for (path, contents) in [("a", Data("a".utf8)), ("b", large), ("c", large)] {
            try tar.add(ArchiveEntry(ArchivePath(path)), contents: contents)
            try zip.add(ArchiveEntry(ArchivePath(path)), contents: contents)
        }
        try tar.finish()
        try zip.finish()
        for archive in [tar.drain(), zip.drain()] {
            for limit in [0, 300_000, 700_000] {
                try? FileManager.default.removeItem(at: output)
                let url = folder.appending(path: "archive")
                try archive.write(to: url)
                var seen = 0
                XCTAssertThrowsError(
                    try Archives.unpack(url, to: output) { progress in
                        seen = progress.bytes
                        progress.isCancelled = seen > limit
                    }
                ) { error in
                    XCTAssertEqual((error as? ArchiveError)?.code, .cancelled)
                }
                XCTAssertLessThanOrEqual(seen, limit + 2 * 65_536)
                let names = Set(FileTree.listing(of: output).keys)
                let whole: Set = limit < 600_000 ? ["a"] : ["a", "b"]
                XCTAssertTrue(names.isSubset(of: whole), "\(limit): \(names)")
            }
        }
    }

    func testErrorsContainNothingOfTheContents() throws {
        let secret = "S3CRET"
        let text = Data(String(repeating: secret + "\n", count: 9_000).utf8)
        func damaged(_ data: Data, at index: Int) -> Data {
            var data = data
            data[index < 0 ? data.count + index : index] ^= 0x55
            return data
        }
        let entry = ZipSample.Entry("a", secret)
        let zips = [
            ZipSample([entry.with(\.central, [.checksum: 1]).with(\.local, [.checksum: 1])]),
            ZipSample([entry.with(\.local, [.size: 2])]),
            ZipSample([.deflated("a", text).with(\.data, text)]),
        ]
        let errors: [() throws -> Void] =
            [
                {
                    _ = try damaged(text.compressed(as: .gzip, level: .uncompressed), at: -6)
                        .decompressed(as: .gzip)
                },
                { _ = try damaged(text.compressed(as: .zlib), at: 40).decompressed(as: .zlib) },
                { _ = try (text.compressed(as: .gzip) + text).decompressed(as: .gzip) },
                { _ = try text.decompressed(as: .deflate) },
                { _ = try ZipArchive(text) },
                { throw try XCTUnwrap(TarListing(text).error) },
                { throw try XCTUnwrap(TarListing(Tar.file("a", secret) + text).error) },
                {
                    let records = Tar.extended("x", Data("9 \(secret)=".utf8))
                    throw try XCTUnwrap(TarListing(records).error)
                },
            ]
            + zips.map { sample in
                { _ = try ZipArchive(sample.data).contents(at: "a") }
            }
        for (index, error) in errors.enumerated() {
            XCTAssertThrowsError(try error(), "\(index)") { error in
                XCTAssertTrue(error is ArchiveError, "\(index): \(error)")
                var text = "\(error)"
                dump(error, to: &text)
                XCTAssertFalse(text.contains(secret), text)
            }
        }
    }

    func testPresetsAreThoseOfTheTable() {
        typealias Limits = ArchiveOptions.Limits
        let rows: [(String, KeyPath<Limits, Int>, standard: Int, untrusted: Int)] = [
            ("memoryBytes", \.memoryBytes, 1 << 30, 64 << 20),
            ("entryBytes", \.entryBytes, .max, 1 << 30),
            ("totalBytes", \.totalBytes, .max, 4 << 30), ("ratio", \.ratio, .max, 200),
            ("entries", \.entries, 10_000_000, 100_000),
            ("directoryBytes", \.directoryBytes, 1 << 30, 64 << 20),
            ("headerBytes", \.headerBytes, 1 << 20, 1 << 20),
            ("pathBytes", \.pathBytes, 4_096, 4_096), ("depth", \.depth, 256, 64),
            ("issues", \.issues, 100, 100),
        ]
        for (name, limit, standard, untrusted) in rows {
            XCTAssertEqual(Limits.standard[keyPath: limit], standard, name)
            XCTAssertEqual(ArchiveOptions.standard.limits[keyPath: limit], standard, name)
            XCTAssertEqual(Limits.untrusted[keyPath: limit], untrusted, name)
            XCTAssertEqual(ArchiveOptions.untrusted.limits[keyPath: limit], untrusted, name)
        }
    }

    /// Names are UTF-8 with bit 11 of the flags, unless they are ASCII.
    func testBit11IsSetForNamesThatAreNotASCII() throws {
        for (path, flag) in [("ascii", 0), ("Grüße", 8)] as [(String, UInt8)] {
            let writer = ZipWriter()
            try writer.add(ArchiveEntry(ArchivePath(path)))
            try writer.finish()
            let data = writer.drain()
            XCTAssertEqual(data[7], flag, path)
            let record = data.count - 22 - 46 - path.utf8.count
            XCTAssertEqual(data[record + 9], flag, path)
            XCTAssertEqual(data[record + 5], 3, "the system is Unix")
            XCTAssertEqual(Array(data[(record + 38)..<(record + 42)]), [0, 0, 0xA4, 0x81], path)
        }
    }
}

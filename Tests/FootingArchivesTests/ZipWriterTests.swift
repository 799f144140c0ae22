import FootingArchives
import Foundation
import TestSupport
import XCTest

final class ZipWriterTests: XCTestCase {
    private static let date = Date(timeIntervalSince1970: 1_600_000_001)

    /// Writes an archive to memory or to a file, and returns its bytes.
    private func archive(
        toFile: Bool = false,
        _ body: (ZipWriter) throws -> Void
    ) throws -> Data {
        guard toFile else {
            let writer = ZipWriter()
            var data = Data()
            try body(writer)
            while let piece = writer.next() { data += piece }
            try writer.finish()
            return data + writer.drain()
        }
        let url = try TemporaryFolder(self).url.appending(path: "new.zip")
        let writer = try ZipWriter(to: url)
        try body(writer)
        XCTAssertFalse(FileManager.default.fileExists(atPath: url.path))
        try writer.finish()
        XCTAssertNil(writer.next())
        return try Data(contentsOf: url)
    }

    func testPiecesMayBeTakenOutBetweenTwoEntries() throws {
        let second = try TemporaryFolder(self).write(Data("second".utf8), to: "second")
        for count in [65_537, 200_000] {
            let first = Samples.noise(count)
            let writer = ZipWriter()
            try writer.add(ArchiveEntry("a"), contents: first, level: .uncompressed)
            var data = try XCTUnwrap(writer.next())
            try writer.add(ArchiveEntry("b"), contentsOf: second)
            try writer.finish()
            data += writer.drain()
            let archive = try ZipArchive(data, options: .untrusted)
            XCTAssertEqual(try archive.entries.map { try archive.contents(of: $0) }.first, first)
            let last = try XCTUnwrap(archive.entries.last)
            XCTAssertEqual(try archive.contents(of: last), Data("second".utf8))
        }
    }

    func testEntriesAreReadAsTheyWereWritten() throws {
        let contents = Samples.mixture(150_000)
        let folder = try TemporaryFolder(self)
        let largeContents = Samples.mixture(400_000)
        let large = try folder.write(largeContents, to: "large")
        for isFile in [false, true] {
            let data = try archive(toFile: isFile) { writer in
                writer.comment = Data("a comment".utf8)
                var entry = ArchiveEntry("a", permissions: 0o4751, modificationDate: Self.date)
                entry.comment = Data("of a".utf8)
                try writer.add(entry, contents: contents)
                try writer.add("folder/")
                try writer.add(ArchiveEntry("link", kind: .symbolicLink, linkTarget: "../x//y"))
                try writer.begin("Grüße", level: .fastest)
                for start in stride(from: 0, to: contents.count, by: 70_001) {
                    try writer.write(contents[start...].prefix(70_001))
                }
                try writer.begin("stored", level: .uncompressed)
                try writer.write(Array(contents))
                try writer.begin("empty")
                try writer.add("large", contentsOf: large)
                try writer.add("small", contentsOf: folder.write("small", to: "small"))
                try writer.add("stored large", contentsOf: large, level: .uncompressed)
            }
            let archive = try ZipArchive(data, options: .untrusted)
            XCTAssertEqual(archive.comment, Data("a comment".utf8))
            XCTAssertEqual(
                archive.entries.map(\.path),
                [
                    "a", "folder", "link", "Grüße", "stored", "empty", "large", "small",
                    "stored large",
                ]
            )
            for (path, expected) in [
                ("a", contents), ("folder", Data()), ("Grüße", contents), ("stored", contents),
                ("empty", Data()), ("large", largeContents),
                ("small", Data("small".utf8)), ("stored large", largeContents),
            ] {
                XCTAssertTrue(try archive.contents(at: ArchivePath(path)) == expected, path)
            }
            let entry = archive.entries[0]
            XCTAssertEqual(entry.permissions, 0o4751)
            XCTAssertEqual(entry.modificationDate, Self.date)
            XCTAssertEqual(entry.comment, Data("of a".utf8))
            XCTAssertEqual(entry.kind, .file)
            XCTAssertEqual(archive.entries[1].kind, .folder)
            XCTAssertEqual(archive.entries[1].permissions, 0o755)
            XCTAssertEqual(archive.entries[2].permissions, 0o777)
            XCTAssertEqual(archive.entries[3].permissions, 0o644)
            XCTAssertNil(archive.entries[3].modificationDate)
            XCTAssertEqual(try archive.linkTarget(of: archive.entries[2])?.string, "../x/y")
            XCTAssertEqual(archive.entries[4].compressedSize, contents.count)
        }
    }

    func testTheFirstContentsOfAnEPUBAreAtByte38() throws {
        let type = Data("application/epub+zip".utf8)
        for isFile in [false, true] {
            let data = try archive(toFile: isFile) {
                try $0.add("mimetype", contents: type, level: .uncompressed)
                try $0.add("META-INF/container.xml", contents: Samples.log(1_000))
            }
            XCTAssertEqual(data.dropFirst(30).prefix(8), Data("mimetype".utf8))
            XCTAssertEqual(data.dropFirst(38).prefix(type.count), type)
            XCTAssertEqual(Array(data[4..<6]), [10, 0])
            XCTAssertEqual(Array(data[10..<14]), [0, 0, 0x21, 0])
        }
    }

    func testContentsThatDoNotBecomeSmallerAreStored() throws {
        for (contents, isStored) in [
            (Samples.noise(5_000), true), (Data("a".utf8), true), (Data(), true),
            (Samples.log(5_000), false),
        ] {
            let archive = try ZipArchive(archive { try $0.add("a", contents: contents) })
            let entry = archive.entries[0]
            XCTAssertEqual(entry.compressedSize == entry.size, isStored, "\(contents.count)")
            XCTAssertTrue(try archive.contents(of: entry) == contents)
        }
    }

    func testEachEntryIsCompressedAsIfItWereAlone() throws {
        // The tables of the compressor are used again, and must not show.
        let all = [
            Samples.log(40_000), Samples.mixture(90_000), Samples.log(3_000, seed: 9),
            Data(count: 70_000), Samples.log(40_000), Samples.mixture(200_000, seed: 8),
        ]
        for level in isUnderStress ? [1, 3, 6, 9] : [1, 6] as [CompressionLevel] {
            let data = try archive {
                for (index, contents) in all.enumerated() {
                    try $0.add(
                        ArchiveEntry(ArchivePath("\(index)")),
                        contents: contents,
                        level: level
                    )
                }
            }
            var position = 0
            for contents in all {
                let packed = contents.compressed(as: .deflate, level: level)
                position += 31
                XCTAssertTrue(data.dropFirst(position).starts(with: packed), "\(level.value)")
                position += packed.count
            }
        }
    }

    func testTheSameEntriesHaveTheSameBytes() throws {
        func make(_ pieces: Int) throws -> Data {
            try archive {
                $0.timeZone = .gmt
                try $0.add(ArchiveEntry("ä", modificationDate: Self.date), contents: Data("a".utf8))
                try $0.begin("b")
                let contents = Samples.log(100_000)
                for start in stride(from: 0, to: contents.count, by: pieces) {
                    try $0.write(contents[start...].prefix(pieces))
                }
            }
        }
        XCTAssertTrue(try make(1_000) == make(99_999))
    }

    func testAFileHasSizesInItsHeadersAndAStreamHasDescriptors() throws {
        for isFile in [false, true] {
            let data = try archive(toFile: isFile) {
                try $0.begin("a")
                try $0.write(Samples.log(200_000))
                try $0.add("b", contents: Data("beta".utf8))
            }
            XCTAssertEqual(data[6] & 8 != 0, !isFile)
            XCTAssertEqual(data[14..<26].allSatisfy { $0 == 0 }, !isFile)
            XCTAssertTrue(try ZipArchive(data, options: .untrusted).report.isClean)
        }
    }

    func testAnAnnouncedSizeFrom4GiBOnHasAZIP64Field() throws {
        for (size, isLarge) in [(0xFFFF_FFFE, false), (0xFFFF_FFFF, true), (1 << 40, true)] {
            for isFile in [false, true] {
                let data = try archive(toFile: isFile) {
                    try $0.begin("a", size: size)
                    try $0.write(Data("alpha".utf8))
                }
                XCTAssertEqual(data[28] != 0, isLarge, "\(size)")
                let archive = try ZipArchive(data, options: .untrusted)
                XCTAssertEqual(try archive.contents(at: "a"), Data("alpha".utf8), "\(size)")
                XCTAssertEqual(archive.entries[0].size, 5)
            }
        }
    }

    func testContentsFrom4GiBOnAreWrittenAndRead() throws {
        guard isUnderStress else { throw XCTSkip("set FOOTING_STRESS=1 to write 12 GiB") }
        let folder = try TemporaryFolder(self, in: FileManager.default.temporaryDirectory)
        let piece = Data(count: 1 << 24)
        for (name, extra, announced) in [
            ("unannounced", 1, nil), ("all ones", -1, nil), ("announced", 0, 1 << 32),
        ] as [(String, Int, Int?)] {
            let size = 1 << 32 + extra
            let url = folder.url.appending(path: name)
            let writer = try ZipWriter(to: url)
            try writer.begin("large", size: announced, level: .fastest)
            for _ in 0..<255 { try writer.write(piece) }
            try writer.write(Data(count: size - 255 << 24))
            try writer.add("after", contents: Data("after".utf8))
            try writer.finish()
            let archive = try ZipArchive(contentsOf: url)
            XCTAssertTrue(archive.report.isClean)
            XCTAssertEqual(archive.entries[0].size, size, name)
            let reader = try archive.reader(of: archive.entries[0])
            var count = 0
            while let piece = try reader.next() { count += piece.count }
            XCTAssertEqual(count, size, name)
            XCTAssertEqual(try archive.contents(at: "after"), Data("after".utf8), name)
        }
    }

    func testDatesAreWrittenInATimeZoneAndInSeconds() throws {
        let zone = try XCTUnwrap(TimeZone(secondsFromGMT: 3_600))
        // Seconds since 1970, the fields of DOS, and whether 32 bits hold the seconds.
        let rows: [(Double, [Int], Bool)] = [
            (1_600_000_001, [2020, 9, 13, 13, 26, 40], true),
            (1_600_000_001.9, [2020, 9, 13, 13, 26, 40], true),
            (315_529_199, [1980, 1, 1, 0, 0, 0], true), (-1, [1980, 1, 1, 0, 0, 0], true),
            (315_529_202, [1980, 1, 1, 0, 0, 2], true),
            (2_147_483_647, [2038, 1, 19, 4, 14, 6], true),
            (2_147_483_648, [2038, 1, 19, 4, 14, 8], false),
            (-2_147_483_649, [1980, 1, 1, 0, 0, 0], false),
            (4_354_815_599, [2107, 12, 31, 23, 59, 58], false),
            (4_354_815_600, [2107, 12, 31, 23, 59, 58], false),
            (1e300, [2107, 12, 31, 23, 59, 58], false), (-.infinity, [1980, 1, 1, 0, 0, 0], false),
            (.nan, [1980, 1, 1, 0, 0, 0], false),
        ]
        for (seconds, fields, isHeld) in rows {
            let entry = ArchiveEntry("a", modificationDate: Date(timeIntervalSince1970: seconds))
            var data = try archive {
                $0.timeZone = zone
                try $0.add(entry)
            }
            let read = try ZipArchive(data).entries[0].modificationDate
            XCTAssertEqual(read?.timeIntervalSince1970, isHeld ? seconds.rounded(.down) : nil)
            // Without the field, the date of DOS shows.
            if isHeld { data[data.count - 22 - 9] = 0 }
            let local = try ZipArchive(data).entries[0].localDate
            XCTAssertEqual(
                [local?.year, local?.month, local?.day, local?.hour, local?.minute, local?.second],
                fields,
                "\(seconds)"
            )
        }
    }

    func testEntriesThatZIPDoesNotHoldAreRefusedAndNothingIsWritten() throws {
        var longComment = ArchiveEntry("a")
        longComment.comment = Data(count: 65_536)
        let rows: [(String, ArchiveEntry, Data, ArchiveError.Code)] = [
            ("absolute", "/a", Data(), .invalidEntry), ("above", "../a", Data(), .invalidEntry),
            ("empty", "", Data(), .invalidEntry), ("empty folder", "/", Data(), .invalidEntry),
            ("NUL", "a\0b", Data(), .invalidEntry), ("drive", "c:/a", Data(), .invalidEntry),
            (
                "long component", ArchiveEntry(ArchivePath(String(repeating: "n", count: 256))),
                Data(),
                .invalidEntry
            ),
            ("not UTF-8", ArchiveEntry(ArchivePath(bytes: [0xFF])), Data(), .invalidEntry),
            (
                "hard link", ArchiveEntry("a", kind: .hardLink, linkTarget: "b"), Data(),
                .invalidEntry
            ),
            ("device", ArchiveEntry("a", kind: .device), Data(), .invalidEntry),
            ("pipe", ArchiveEntry("a", kind: .pipe), Data(), .invalidEntry),
            ("other", ArchiveEntry("a", kind: .other), Data(), .invalidEntry),
            ("folder with contents", "a/", Data([1]), .invalidEntry),
            (
                "link with contents", ArchiveEntry("a", kind: .symbolicLink, linkTarget: "b"),
                Data([1]),
                .invalidEntry
            ),
            ("link without target", ArchiveEntry("a", kind: .symbolicLink), Data(), .invalidEntry),
            (
                "link to a NUL", ArchiveEntry("a", kind: .symbolicLink, linkTarget: "b\0c"), Data(),
                .invalidEntry
            ),
            ("long comment", longComment, Data(), .invalidEntry),
            ("twice", "b", Data(), .duplicatePath),
            (
                "twice, as a folder", "./b/", Data(),
                .duplicatePath
            ),
        ]
        for (name, entry, contents, expected) in rows {
            let writer = ZipWriter()
            try writer.add("b")
            _ = writer.drain()
            XCTAssertThrowsError(try writer.add(entry, contents: contents), name) { error in
                XCTAssertEqual((error as? ArchiveError)?.code, expected, name)
                XCTAssertEqual((error as? ArchiveError)?.path, entry.path, name)
            }
            if contents.isEmpty, entry.kind == .file {
                XCTAssertEqual(code { try writer.begin(entry) }, expected, name)
            }
            XCTAssertEqual(writer.drain(), Data(), name)
            // The writer goes on.
            try writer.add("c")
            try writer.finish()
        }
        XCTAssertEqual(code { try ZipWriter().begin("folder/") }, .invalidEntry)
        let writer = ZipWriter()
        writer.comment = Data(count: 65_536)
        XCTAssertEqual(code { try writer.finish() }, .invalidEntry)
    }

    func testEntriesOfAnotherArchiveAreCopiedAsTheyAre() throws {
        let source = try ZipArchive(
            archive {
                try $0.add("a", contents: Samples.log(100_000), level: .smallest)
                try $0.begin("b", level: .uncompressed)
                try $0.write(Data("beta".utf8))
                try $0.add(ArchiveEntry("link", kind: .symbolicLink, linkTarget: "a"))
                try $0.add("folder/")
            }
        )
        let damaged = try ZipArchive(
            ZipSample([
                ZipSample.Entry("bad", "x").with(\.localName, Array("bat".utf8)),
                ZipSample.Entry("dated", "y").with(\.host, 0),
            ]).data
        )
        for isFile in [false, true] {
            let data = try archive(toFile: isFile) { writer in
                for entry in source.entries { try writer.add(entry, from: source) }
                var entry = try XCTUnwrap(source["a"])
                entry.path = "other/name"
                try writer.add(entry, from: source)
                XCTAssertEqual(code { try writer.add("new", from: source) }, .notFound)
                XCTAssertEqual(code { try writer.add(entry, from: source) }, .duplicatePath)
                let bad = damaged.entries[0]
                XCTAssertEqual(code { try writer.add(bad, from: damaged) }, .headersDisagree)
                try writer.add(damaged.entries[1], from: damaged)
            }
            let copy = try ZipArchive(data, options: .untrusted)
            XCTAssertEqual(
                copy.entries.map(\.path),
                ["a", "b", "link", "folder", "other/name", "dated"]
            )
            XCTAssertTrue(try copy.contents(at: "a") == Samples.log(100_000))
            XCTAssertTrue(try copy.contents(at: "other/name") == Samples.log(100_000))
            XCTAssertEqual(copy.entries[0].compressedSize, source.entries[0].compressedSize)
            XCTAssertEqual(try copy.contents(at: "b"), Data("beta".utf8))
            XCTAssertEqual(try copy.linkTarget(of: copy.entries[2]), "a")
            XCTAssertEqual(copy.entries[3].kind, .folder)
            XCTAssertEqual(copy.entries[5].localDate, damaged.entries[1].localDate)
        }
    }

    // MARK: Files

    func testAFileAppearsWhenItIsComplete() throws {
        let folder = try TemporaryFolder(self)
        let url = folder.url.appending(path: "a.zip")
        func names() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        }
        var writer: ZipWriter? = try ZipWriter(to: url)
        try writer?.add("a", contents: Samples.noise(100_000))
        XCTAssertEqual(try names().count, 1)
        XCTAssertTrue(try names()[0].hasPrefix(".footing-"))
        writer = nil
        XCTAssertEqual(try names(), [])

        for (mode, exists, expected) in [
            (.createOnly, false, nil), (.createOnly, true, .alreadyExists),
            (.createOrReplace, false, nil), (.createOrReplace, true, nil),
            (.replaceOnly, false, .notFound), (.replaceOnly, true, nil),
        ] as [(ArchiveOptions.WriteMode, Bool, ArchiveError.Code?)] {
            try? FileManager.default.removeItem(at: url)
            if exists { try folder.write("old", to: "a.zip") }
            let result = code {
                let writer = try ZipWriter(to: url, mode: mode)
                try writer.add("a")
                try writer.finish()
                try writer.finish()
            }
            XCTAssertEqual(result, expected, "\(mode), \(exists)")
            XCTAssertEqual(try names(), exists || expected == nil ? ["a.zip"] : [])
            if exists, expected != nil {
                XCTAssertEqual(try String(contentsOf: url, encoding: .utf8), "old")
            }
        }
    }

    func testAFileThatCannotBeReadIsAnErrorAndNothingIsWritten() throws {
        let folder = try TemporaryFolder(self)
        let writer = ZipWriter()
        let none = folder.url.appending(path: "none")
        XCTAssertEqual(code { try writer.add("a", contentsOf: none) }, .noSuchFile)
        XCTAssertEqual(code { try writer.add("a", contentsOf: folder.url) }, .system)
        XCTAssertEqual(writer.drain(), Data())
        let target = folder.url.appending(path: "no folder/a.zip")
        XCTAssertEqual(code { _ = try ZipWriter(to: target) }, .noSuchFile)
    }

    func testAFileOfTheSystemThatHasNoSizeIsAnError() throws {
        guard FileManager.default.isReadableFile(atPath: "/proc/self/maps") else {
            throw XCTSkip("there is no /proc here")
        }
        // Its size is 0, and it has contents.
        let result = code {
            try ZipWriter().add("a", contentsOf: URL(filePath: "/proc/self/maps"))
        }
        XCTAssertEqual(result, .contentsChanged)
    }
}

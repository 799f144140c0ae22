import FootingArchives
import Foundation
import TestSupport
import XCTest

final class TarWriterTests: XCTestCase {
    private static let formats: [TarWriter.Format] = [.pax, .ustar]

    /// An entry with all members that a format holds.
    private static func entry(
        _ path: ArchivePath,
        kind: ArchiveEntry.Kind = .file,
        target: ArchivePath? = nil
    ) -> ArchiveEntry {
        var entry = ArchiveEntry(
            path,
            kind: kind,
            permissions: 0o4751,
            modificationDate: Date(timeIntervalSince1970: 1_234_567_890),
            linkTarget: target
        )
        entry.owner = .init(id: 1_000, name: "ada")
        entry.group = .init(id: 100, name: "staff")
        return entry
    }

    /// The header of an entry as it is read.
    private func read(
        _ entry: ArchiveEntry,
        size: Int = 0,
        _ format: TarWriter.Format,
        fractions: Bool = false
    ) throws -> ArchiveEntry? {
        let writer = TarWriter(format: format)
        writer.includesFractionsOfSeconds = fractions
        try writer.begin(entry, size: size)
        let reader = TarReader(options: .untrusted)
        try reader.append(writer.drain())
        guard case .entry(let entry) = try reader.next() else { return nil }
        return entry
    }

    private func assertInvalid(
        _ entry: ArchiveEntry,
        size: Int = 0,
        _ format: TarWriter.Format = .pax,
        _ message: String = "",
        line: UInt = #line
    ) {
        let writer = TarWriter(format: format)
        XCTAssertThrowsError(try writer.begin(entry, size: size), message, line: line) { error in
            XCTAssertEqual((error as? ArchiveError)?.code, .invalidEntry, message, line: line)
            XCTAssertEqual((error as? ArchiveError)?.path, entry.path, line: line)
        }
        XCTAssertEqual(writer.drain(), Data(), "nothing is written", line: line)
    }

    func testEntriesAreReadAsTheyWereWritten() throws {
        for format in Self.formats {
            for compression in [nil, CompressedFormat.gzip] {
                let writer = TarWriter(as: compression, format: format)
                var archive = Data()
                let contents = Samples.mixture(300_000)
                try writer.add(Self.entry("a"), contents: Data("a".utf8))
                try writer.add(Self.entry("folder", kind: .folder))
                archive += writer.drain()
                try writer.begin(Self.entry("folder/b"), size: contents.count)
                for start in stride(from: 0, to: contents.count, by: 70_001) {
                    try writer.write(contents[start...].prefix(70_001))
                    archive += writer.drain()
                }
                try writer.add(Self.entry("link", kind: .symbolicLink, target: "../x/y"))
                try writer.add(Self.entry("hard", kind: .hardLink, target: "folder/b"))
                try writer.finish()
                archive += writer.drain()

                let listing = TarListing(archive, as: compression, options: .untrusted)
                XCTAssertEqual(listing.outcome, [])
                XCTAssertEqual(listing.paths, ["a", "folder", "folder/b", "link", "hard"])
                XCTAssertEqual(listing.contents[0], Data("a".utf8))
                XCTAssertEqual(listing.contents[2], contents)
                XCTAssertEqual(listing.entries[3].linkTarget, "../x/y")
                XCTAssertEqual(listing.entries[4].linkTarget, "folder/b")
                for entry in listing.entries {
                    XCTAssertEqual(entry.permissions, 0o4751)
                    XCTAssertEqual(entry.owner, .init(id: 1_000, name: "ada"))
                    XCTAssertEqual(entry.group, .init(id: 100, name: "staff"))
                    XCTAssertEqual(entry.modificationDate?.timeIntervalSince1970, 1_234_567_890)
                }
            }
        }
    }

    func testMissingMembersAreWrittenAsZeros() throws {
        for format in Self.formats {
            let file = try XCTUnwrap(read("a", format))
            XCTAssertEqual(file.permissions, 0o644)
            XCTAssertEqual(file.owner, .init(id: 0))
            XCTAssertEqual(file.modificationDate, Date(timeIntervalSince1970: 0))
            XCTAssertEqual(try read("a/", format)?.permissions, 0o755)
            XCTAssertEqual(try read("a/", format)?.kind, .folder)
        }
    }

    func testTheSameEntriesHaveTheSameBytes() throws {
        func archive() throws -> Data {
            let writer = TarWriter()
            var entry = Self.entry("ä")
            for index in 0..<50 { entry.extendedRecords["key\(index)"] = Data([1]) }
            try writer.add(entry)
            try writer.finish()
            return writer.drain()
        }
        XCTAssertEqual(try archive(), try archive())
    }

    func testPathsOfAllLengthsAreHeldOrRefused() throws {
        // The names and prefixes of headers have 100 and 155 bytes, and a slash is between them.
        let lengths =
            isUnderStress
            ? Array(1...260) : [1, 2, 50] + Array(98...103) + Array(154...158) + Array(253...260)
        for length in lengths + [1_000, 4_000] {
            for separator in [1, 50, 100, 101, 155, 156, 157] where separator < length - 1 {
                // Components are shorter than 255 bytes.
                var bytes = (0..<length).map {
                    $0 % 90 == 89 ? UInt8(ascii: "/") : UInt8(ascii: "n")
                }
                if length <= 250 {
                    bytes = Array(repeating: UInt8(ascii: "n"), count: length)
                    bytes[separator] = UInt8(ascii: "/")
                }
                if bytes.last == UInt8(ascii: "/") { bytes[length - 1] = UInt8(ascii: "n") }
                let path = ArchivePath(bytes: bytes)
                for kind in [ArchiveEntry.Kind.file, .folder] {
                    let entry = Self.entry(path, kind: kind)
                    XCTAssertEqual(try read(entry, .pax)?.path, path, "pax \(length)")
                    let slash = kind == .folder ? 1 : 0
                    let fits =
                        length + slash <= 100
                        || bytes.indices.contains {
                            bytes[$0] == UInt8(ascii: "/") && $0 <= 155
                                && (1...100).contains(length + slash - $0 - 1)
                        }
                    if fits {
                        XCTAssertEqual(try read(entry, .ustar)?.path, path, "ustar \(length)")
                    } else {
                        assertInvalid(entry, .ustar, "\(length) \(separator)")
                    }
                }
            }
        }
    }

    func testLongAndForeignStringsAreHeldByPaxAlone() throws {
        let long = String(repeating: "ö", count: 300)
        for format in [TarWriter.Format.pax] {
            for target in ["ä", long] {
                let entry = Self.entry("grün", kind: .symbolicLink, target: ArchivePath(target))
                XCTAssertEqual(try read(entry, format)?.path, "grün")
                XCTAssertEqual(try read(entry, format)?.linkTarget, ArchivePath(target))
            }
        }
        assertInvalid("grün", .ustar)
        assertInvalid(Self.entry("a", kind: .symbolicLink, target: "ä"), .ustar)
        assertInvalid(Self.entry("a", kind: .symbolicLink, target: ArchivePath(long)), .ustar)

        var entry = Self.entry("a")
        entry.owner?.name = String(repeating: "o", count: 40)
        XCTAssertEqual(try read(entry, .pax)?.owner, entry.owner)
        assertInvalid(entry, .ustar)
        for name in ["Ä", "a\0b"] {
            entry.owner?.name = name
            XCTAssertEqual(try read(entry, .pax)?.owner, entry.owner)
            assertInvalid(entry, .ustar)
        }
    }

    func testLargeNumbersAreHeldByPaxAlone() throws {
        let largest = 1 << 33 - 1
        for format in Self.formats {
            XCTAssertEqual(try read("a", size: largest, format)?.size, largest)
        }
        for size in [largest + 1, 1 << 40, .max] {
            XCTAssertEqual(try read("a", size: size, .pax)?.size, size)
            assertInvalid("a", size: size, .ustar)
        }
        for id in [1 << 21, Int(UInt32.max)] {
            var entry = Self.entry("a")
            entry.group?.id = id
            XCTAssertEqual(try read(entry, .pax)?.group?.id, id)
            assertInvalid(entry, .ustar)
            entry.group?.id = -1
            assertInvalid(entry, .pax)
        }
        for seconds in [-1.0, -1e9, 1e11] {
            var entry = Self.entry("a")
            entry.modificationDate = Date(timeIntervalSince1970: seconds)
            XCTAssertEqual(try read(entry, .pax)?.modificationDate, entry.modificationDate)
            assertInvalid(entry, .ustar)
        }
        for seconds in [Double.nan, .infinity, 1e300] {
            var entry = Self.entry("a")
            entry.modificationDate = Date(timeIntervalSince1970: seconds)
            assertInvalid(entry)
        }
    }

    func testFractionsOfSecondsAreWrittenIfAsked() throws {
        for seconds in [0.5, 1_234_567_890.25, -0.25, -1.25, -7.000_001] {
            var entry = Self.entry("a")
            entry.modificationDate = Date(timeIntervalSince1970: seconds)
            let exact = try read(entry, .pax, fractions: true)?.modificationDate
            XCTAssertEqual(exact?.timeIntervalSince1970 ?? .nan, seconds, accuracy: 1e-6)
            let whole = try read(entry, .pax)?.modificationDate
            XCTAssertEqual(whole?.timeIntervalSince1970, seconds.rounded(.down))
        }
    }

    func testInvalidEntriesAreRefusedAndNothingIsWritten() {
        let paths: [ArchivePath] = ["", "/a", "../a", "a/../b", "a\0b", "c:a"]
        for path in paths { assertInvalid(Self.entry(path), .pax, "\(path)") }
        for kind in [ArchiveEntry.Kind.device, .pipe, .other, .symbolicLink, .hardLink] {
            assertInvalid(Self.entry("a", kind: kind), .pax, "\(kind)")
        }
        assertInvalid(Self.entry("a", kind: .symbolicLink, target: "\0"))
        assertInvalid(Self.entry("a", kind: .hardLink, target: "../b"))
        assertInvalid(Self.entry("a", kind: .folder), size: 1)
        assertInvalid("a", size: -1)
        let long = String(repeating: "k", count: 1_025)
        for key in ["", "a=b", "a=\u{338}b", long, "path", "size", "mtime", "GNU.sparse.major"] {
            var entry = Self.entry("a")
            entry.extendedRecords[key] = Data("1".utf8)
            assertInvalid(entry, .pax, key)
        }
        var entry = Self.entry("a")
        entry.extendedRecords["SCHILY.xattr.user.a"] = Data([0, 10, 61])
        XCTAssertEqual(try read(entry, .pax)?.extendedRecords, entry.extendedRecords)
        assertInvalid(entry, .ustar)
    }

    func testContentsMustHaveTheAnnouncedSize() throws {
        let writer = TarWriter()
        func assertMismatch(_ body: @autoclosure () throws -> Void, line: UInt = #line) {
            XCTAssertThrowsError(try body(), line: line) { error in
                XCTAssertEqual((error as? ArchiveError)?.code, .lengthMismatch, line: line)
            }
        }
        assertMismatch(try writer.write(Data([1])))
        try writer.begin("a", size: 3)
        try writer.write(Data([1, 2]))
        assertMismatch(try writer.write(Data([3, 4])))
        assertMismatch(try writer.add("b"))
        assertMismatch(try writer.finish())
        try writer.write(Data([3]))
        assertMismatch(try writer.write(Data([4])))
        try writer.finish()
        try writer.finish()

        let listing = TarListing(writer.drain())
        XCTAssertEqual(listing.contents, [Data([1, 2, 3])])
        XCTAssertEqual(listing.outcome, [])
    }

    // MARK: Files

    func testAFileAppearsWhenItIsComplete() throws {
        let folder = try TemporaryFolder(self)
        let contents = try folder.write(Samples.log(200_000), to: "log")
        let url = folder.url.appending(path: "a.tar.gz")
        let writer = try TarWriter(to: url, as: .gzip)
        try writer.add("b", contentsOf: contents)
        XCTAssertFalse(FileManager.default.fileExists(atPath: url.path))
        try writer.finish()
        XCTAssertNil(writer.next())

        XCTAssertEqual(try TarListing(url, as: .gzip).contents, [Samples.log(200_000)])
        XCTAssertEqual(try names(folder), ["a.tar.gz", "log"])
        let modes = try [url, contents].map {
            try FileManager.default.attributesOfItem(atPath: $0.path)[.posixPermissions]
                as? NSNumber
        }
        XCTAssertEqual(modes[0], modes[1])
    }

    func testAWriterThatIsNotFinishedLeavesNothingBehind() throws {
        let folder = try TemporaryFolder(self)
        do {
            let writer = try TarWriter(to: folder.url.appending(path: "a.tar"))
            try writer.add("b", contents: Samples.noise(100_000))
            XCTAssertEqual(try names(folder).count, 1)
        }
        XCTAssertEqual(try names(folder), [])
    }

    func testTheModeDecidesAboutExistingFiles() throws {
        let folder = try TemporaryFolder(self)
        let url = folder.url.appending(path: "a.tar")
        func write(_ mode: ArchiveOptions.WriteMode) -> ArchiveError.Code? {
            do throws(ArchiveError) {
                let writer = try TarWriter(to: url, mode: mode)
                try writer.finish()
                return nil
            } catch {
                XCTAssertEqual(error.url, url)
                return error.code
            }
        }
        XCTAssertEqual(write(.replaceOnly), .notFound)
        XCTAssertNil(write(.createOnly))
        XCTAssertEqual(write(.createOnly), .alreadyExists)
        XCTAssertNil(write(.createOrReplace))
        XCTAssertNil(write(.replaceOnly))
        XCTAssertEqual(try names(folder), ["a.tar"])

        try FileManager.default.removeItem(at: url)
        try folder.makeFolder("a.tar")
        for mode in [ArchiveOptions.WriteMode.createOnly, .createOrReplace, .replaceOnly] {
            XCTAssertEqual(write(mode), .alreadyExists)
        }
        XCTAssertEqual(try names(folder), ["a.tar"])
    }

    func testAFolderThatIsMissingIsAnErrorThatNamesTheFile() throws {
        let url = URL(filePath: "/no/such/folder/a.tar")
        XCTAssertThrowsError(try TarWriter(to: url)) { error in
            XCTAssertEqual((error as? ArchiveError)?.code, .noSuchFile)
            XCTAssertEqual((error as? ArchiveError)?.url, url)
        }
    }

    private func names(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    }
}

import FootingArchives
import Foundation
import XCTest

/// The fields of entries, each as its row of the table says.
final class ZipEntryTests: XCTestCase {
    private typealias Entry = ZipSample.Entry

    private func read(
        _ entry: Entry,
        _ options: ArchiveOptions = .standard
    ) throws -> ArchiveEntry {
        try ZipArchive(ZipSample([entry]).data, options: options).entries[0]
    }

    func testNamesAreDecoded() throws {
        func unicode(_ name: [UInt8], _ path: String, version: UInt8 = 1) -> [UInt8] {
            let checksum = ZipSample.number(ZipSample.checksum(Data(name)), 4)
            let field = [version] + checksum + Array(path.utf8)
            return [0x75, 0x70, UInt8(field.count), 0] + field
        }
        let (utf8, latin): ([UInt8], [UInt8]) = (Array("é".utf8), [0x61, 0x82])
        let rows: [(String, Entry, [UInt8])] = [
            ("ASCII", Entry("a"), Array("a".utf8)),
            ("bit 11", Entry(utf8).with(\.flags, 0x800), utf8),
            ("bit 11, not UTF-8", Entry([0xFF]).with(\.flags, 0x800), [0xFF]),
            (
                "bit 11 and a field",
                Entry(utf8).with(\.flags, 0x800).with(\.extra, unicode(utf8, "x")),
                utf8
            ),
            ("field", Entry(latin).with(\.extra, unicode(latin, "aé")), Array("aé".utf8)),
            (
                "field of an ASCII name", Entry("_").with(\.extra, unicode([0x5F], "ж")),
                Array("ж".utf8)
            ),
            (
                "field of another name", Entry(latin).with(\.extra, unicode([1], "x")),
                Array("aé".utf8)
            ),
            (
                "field of another version",
                Entry(latin).with(\.extra, unicode(latin, "x", version: 2)), Array("aé".utf8)
            ),
            ("field too short", Entry("a").with(\.extra, [0x75, 0x70, 1, 0, 1]), Array("a".utf8)),
            ("UTF-8 of Unix", Entry(utf8), utf8),
            ("UTF-8 of macOS", Entry(utf8).with(\.host, 19), utf8),
            ("not UTF-8, of Unix", Entry(latin), Array("aé".utf8)),
            ("UTF-8 of DOS", Entry(utf8).with(\.host, 0), Array("├⌐".utf8)),
            (
                "all of CP437", Entry(Array(0x80...0xFF)).with(\.host, 0),
                Array(
                    """
                    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘\
                    ┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
                    """.utf8
                )
            ),
            ("backslashes of DOS", Entry("a\\b").with(\.host, 0), Array("a/b".utf8)),
            ("backslashes of NTFS", Entry("a\\b\\").with(\.host, 10), Array("a/b".utf8)),
            ("backslashes of Unix", Entry("a\\b"), Array("a\\b".utf8)),
            ("backslashes beside slashes", Entry("a\\b/c").with(\.host, 0), Array("a\\b/c".utf8)),
            ("dots", Entry("./a//b/./c"), Array("a/b/c".utf8)), ("empty", Entry(""), []),
            ("NUL", Entry("good.txt\0evil"), Array("good.txt\0evil".utf8)),
        ]
        for (name, entry, bytes) in rows {
            let archive = try ZipArchive(ZipSample([entry]).data)
            XCTAssertEqual(archive.entries[0].path.bytes, bytes, name)
            XCTAssertEqual(archive[ArchivePath(bytes: bytes)], archive.entries[0], name)
        }
        var options = ArchiveOptions.standard
        options.nameEncoding = .undecoded
        XCTAssertEqual(try read(Entry(latin), options).path.bytes, latin)
        XCTAssertNil(try read(Entry(latin), options).path.string)
    }

    func testKindsAreThoseOfTheModeOrTheName() throws {
        let rows: [(String, Entry, ArchiveEntry.Kind)] = [
            ("file", Entry("a").with(\.attributes, 0o100644 << 16), .file),
            ("folder", Entry("a").with(\.attributes, 0o040755 << 16), .folder),
            ("link", Entry("a").with(\.attributes, 0o120777 << 16), .symbolicLink),
            ("pipe", Entry("a").with(\.attributes, 0o010644 << 16), .pipe),
            ("character device", Entry("a").with(\.attributes, 0o020644 << 16), .device),
            ("block device", Entry("a").with(\.attributes, 0o060644 << 16), .device),
            ("socket", Entry("a").with(\.attributes, 0o140644 << 16), .other),
            (
                "link of macOS", Entry("a").with(\.attributes, 0o120777 << 16).with(\.host, 19),
                .symbolicLink
            ),
            ("link of DOS", Entry("a").with(\.attributes, 0o120777 << 16).with(\.host, 0), .file),
            ("folder of DOS", Entry("a").with(\.attributes, 0x10).with(\.host, 0), .folder),
            ("folder without a mode", Entry("a").with(\.attributes, 0x10), .folder),
            (
                "folder of a mode without a kind",
                Entry("a").with(\.attributes, 0o755 << 16 | 0x10),
                .folder
            ),
            ("a file by its mode", Entry("a").with(\.attributes, 0o100644 << 16 | 0x10), .file),
            ("name of a folder", Entry("a/").with(\.attributes, 0), .folder),
            ("name of a folder, mode of a file", Entry("a/"), .folder),
            (
                "name of a folder, mode of a link", Entry("a/").with(\.attributes, 0o120777 << 16),
                .folder
            ),
            (
                "name of a folder, of DOS", Entry("a\\").with(\.attributes, 0).with(\.host, 0),
                .folder
            ),
            ("backslash at the end, of Unix", Entry("a\\"), .file),
            ("backslash at the end, behind a slash", Entry("a/b\\").with(\.host, 0), .file),
        ]
        for (name, entry, kind) in rows {
            XCTAssertEqual(try read(entry).kind, kind, name)
        }
    }

    func testAFolderHasNoContents() throws {
        let archive = try ZipArchive(ZipSample([Entry("a/", "x")]).data)
        XCTAssertThrowsError(try archive.contents(of: archive.entries[0])) {
            XCTAssertEqual(($0 as? ArchiveError)?.code, .malformed)
        }
        let empty = try ZipArchive(ZipSample([.deflated("a/", Data())]).data)
        XCTAssertEqual(try empty.contents(of: empty.entries[0]), Data())
    }

    func testPermissionsAreTwelveBitsOfUnix() throws {
        for (attributes, host, permissions) in [
            (0o100644 << 16, 3, 0o644), (0o104755 << 16, 3, 0o4755), (0o106777 << 16, 19, 0o6777),
            (0o100000 << 16, 3, 0), (0, 3, nil), (0o100644 << 16, 0, nil), (0x20, 3, nil),
        ] as [(Int, Int, UInt16?)] {
            let entry = Entry("a").with(\.attributes, attributes).with(\.host, host)
            XCTAssertEqual(try read(entry).permissions, permissions, "\(attributes) \(host)")
        }
    }

    func testDatesAreThoseOfExtraFieldsOrOfDOS() throws {
        let seconds: [UInt8] = [0x55, 0x54, 5, 0, 1, 0x00, 0x00, 0x00, 0x40]
        let negative: [UInt8] = [0x55, 0x54, 5, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF]
        let access: [UInt8] = [0x55, 0x54, 5, 0, 2, 0x00, 0x00, 0x00, 0x40]
        let flagged: [UInt8] = [0x55, 0x54, 5, 0, 7, 0x00, 0x00, 0x00, 0x40]
        let units = UInt64((1_000_000_000.5 + 11_644_473_600) * 1e7)
        let windows: [UInt8] =
            [0x0A, 0, 32, 0, 0, 0, 0, 0, 1, 0, 24, 0]
            + (0..<8).map { UInt8(truncatingIfNeeded: units >> (8 * $0)) }
            + Array(repeating: 0, count: 16)
        let rows: [(String, [UInt8], Double?)] = [
            ("seconds", seconds, 0x4000_0000), ("before 1970", negative, -1),
            ("access alone", access, nil),
            ("flags of times that are not there", flagged, 0x4000_0000),
            ("Windows", windows, 1_000_000_000.5), ("both", windows + seconds, 0x4000_0000),
            ("too short", Array(seconds.dropLast().map { $0 == 5 ? 4 : $0 }), nil),
            ("none", [], nil),
        ]
        for (name, extra, date) in rows {
            let entry = try read(Entry("a").with(\.extra, extra))
            XCTAssertEqual(entry.modificationDate?.timeIntervalSince1970, date, name)
            XCTAssertEqual(entry.localDate == nil, date != nil, name)
        }
    }

    func testDatesOfDOSHaveNoZone() throws {
        func dos(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int)
            -> Int
        {
            let date = (year - 1980) << 9 | month << 5 | day
            return date << 16 | hour << 11 | minute << 5 | second / 2
        }
        let rows: [(Int, [Int]?)] = [
            (dos(2025, 1, 31, 23, 59, 58), [2025, 1, 31, 23, 59, 58]),
            (dos(1980, 1, 1, 0, 0, 0), [1980, 1, 1, 0, 0, 0]),
            (dos(2107, 12, 31, 23, 59, 58), [2107, 12, 31, 23, 59, 58]),
            (0, nil), (dos(2025, 13, 1, 0, 0, 0), nil), (dos(2025, 1, 0, 0, 0, 0), nil),
            (dos(2025, 1, 1, 24, 0, 0), nil),
        ]
        for (date, expected) in rows {
            let local = try read(Entry("a").with(\.dosDate, date)).localDate
            let fields = local.map { [$0.year, $0.month, $0.day, $0.hour, $0.minute, $0.second] }
            XCTAssertEqual(fields, expected.map { $0.map(Optional.init) }, "\(date)")
            XCTAssertNil(local?.timeZone)
        }
    }

    func testCommentsAreBytes() throws {
        XCTAssertEqual(try read(Entry("a").with(\.comment, [0xFF, 0])).comment, Data([0xFF, 0]))
        XCTAssertNil(try read(Entry("a")).comment)
    }

    func testTheTargetOfALinkIsItsContents() throws {
        let link = Entry("link", "../a//b/").with(\.attributes, 0o120777 << 16)
        let archive = try ZipArchive(ZipSample([link, Entry("file", "x")]).data)
        XCTAssertEqual(try archive.linkTarget(of: archive.entries[0])?.string, "../a//b/")
        XCTAssertNil(try archive.linkTarget(of: archive.entries[1]))
    }

    func testALiteralThatEndsWithASlashIsAFolder() {
        let (file, folder): (ArchiveEntry, ArchiveEntry) = ("a/b", "a/b/")
        XCTAssertEqual([file.kind, folder.kind], [.file, .folder])
        XCTAssertEqual(file.path, folder.path)
    }
}

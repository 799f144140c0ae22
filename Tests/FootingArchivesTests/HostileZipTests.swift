import FootingArchives
import Foundation
import TestSupport
import XCTest

/// Archives that other programs misread, with the exact outcome of each.
final class HostileZipTests: XCTestCase {
    private typealias Entry = ZipSample.Entry

    private struct Row {
        let name: String
        let data: Data
        /// The issues of an archive with standard options, or the error on opening it.
        let standard: [ArchiveError.Code]
        var error: ArchiveError.Code?
        /// The contents of the entries, or the codes of the errors on reading them.
        var contents: [String: String] = [:]
        /// The error on opening the archive with options for untrusted sources.
        let untrusted: ArchiveError.Code?
    }

    private func check(_ rows: [Row], file: StaticString = #filePath, line: UInt = #line) throws {
        let folder = try TemporaryFolder(self)
        for row in rows {
            let standard = ZipArchive.outcome(row.data)
            XCTAssertEqual(standard.codes, row.standard, row.name, file: file, line: line)
            XCTAssertEqual(standard.error, row.error, row.name, file: file, line: line)
            XCTAssertEqual(standard.contents, row.contents, row.name, file: file, line: line)
            let untrusted = ZipArchive.outcome(row.data, .untrusted)
            XCTAssertEqual(untrusted.error, row.untrusted, row.name, file: file, line: line)
            // A file is read as the same bytes in memory.
            let url = try folder.write(row.data, to: "file.zip")
            let archive = try? ZipArchive(contentsOf: url)
            XCTAssertEqual(archive?.report.issues.map(\.code) ?? [], standard.codes, row.name)
            for entry in archive?.entries ?? ZipArchive.none.entries {
                let contents = (try? archive?.contents(of: entry)).map {
                    String(decoding: $0.prefix(40), as: UTF8.self)
                }
                let expected = standard.contents["\(entry.path)"]
                XCTAssertTrue(contents == nil || contents == expected, row.name)
            }
        }
    }

    private let seen = ZipSample([Entry("seen.txt", "seen")])
    private let hidden = ZipSample([Entry("hidden.txt", "hidden")])

    func testArchivesWithTwoMeanings() throws {
        let inner = hidden.data
        try check([
            Row(
                name: "second end record in the comment",
                data: seen.with(\.comment, inner).data,
                standard: [.ambiguous, .unclaimedBytes],
                contents: ["hidden.txt": "hidden"],
                untrusted: .ambiguous
            ),
            Row(
                name: "an empty archive in the comment",
                data: seen.with(\.comment, ZipSample().data).data,
                standard: [.ambiguous, .unclaimedBytes],
                untrusted: .ambiguous
            ),
            Row(
                name: "two archives, one after the other",
                data: seen.data + inner,
                standard: [.ambiguous, .unclaimedBytes],
                contents: ["hidden.txt": "hidden"],
                untrusted: .ambiguous
            ),
            Row(
                name: "two archives, far apart",
                data: seen.data + Data(count: 70_000) + inner,
                standard: [.unclaimedBytes],
                contents: ["hidden.txt": "hidden"],
                untrusted: .unclaimedBytes
            ),
            Row(
                name: "prefix of 500 bytes",
                data: seen.with(\.prefix, Data(count: 500)).data,
                standard: [.unclaimedBytes],
                contents: ["seen.txt": "seen"],
                untrusted: .unclaimedBytes
            ),
            Row(
                name: "prefix that the offsets count",
                data: ZipSample([Entry("a", "b").with(\.gap, Data("#!/bin/sh\n".utf8))]).data,
                standard: [.unclaimedBytes],
                contents: ["a": "b"],
                untrusted: .unclaimedBytes
            ),
            Row(
                name: "bytes after the comment",
                data: seen.with(\.comment, Data("abc".utf8)).with(\.suffix, Data([13, 10])).data,
                standard: [.unclaimedBytes],
                contents: ["seen.txt": "seen"],
                untrusted: .unclaimedBytes
            ),
            Row(
                name: "an archive as the contents of an entry",
                data: ZipSample([Entry("a.zip").with(\.contents, inner)]).data,
                standard: [],
                contents: ["a.zip": String(decoding: inner.prefix(40), as: UTF8.self)],
                untrusted: nil
            ),
            Row(
                name: "an end record without a directory in the comment",
                data: seen.with(\.comment, Data("PK\u{5}\u{6}".utf8) + Data(count: 17)).data,
                standard: [],
                contents: ["seen.txt": "seen"],
                untrusted: nil
            ),
            Row(
                name: "an end record in the comment, whose own comment is cut",
                data: seen.with(
                    \.comment,
                    hidden.with(\.end, [.commentLength: 0xFFFF]).data
                ).data,
                standard: [.ambiguous],
                contents: ["seen.txt": "seen"],
                untrusted: .ambiguous
            ),
            Row(
                name: "a locator that leads elsewhere",
                data: {
                    var data = seen.with(\.isLarge, true).data
                    data[data.count - 34] += 1
                    return data
                }(),
                standard: [.headersDisagree],
                contents: ["seen.txt": "seen"],
                untrusted: .headersDisagree
            ),
            Row(
                name: "ZIP64 record with another count than the end record",
                data: {
                    var data = seen.with(\.isLarge, true).data
                    data[data.count - 12] = 2
                    data[data.count - 11] = 0
                    return data
                }(),
                standard: [],
                error: .malformed,
                untrusted: .headersDisagree
            ),
            Row(
                name: "ZIP64 record with another size than the end record",
                data: {
                    var data = seen.with(\.isLarge, true).data
                    data.replaceSubrange(data.count - 10..<data.count - 6, with: [54, 0, 0, 0])
                    return data
                }(),
                standard: [],
                contents: ["seen.txt": "seen"],
                untrusted: nil
            ),
            Row(
                name: "ZIP64 record with another offset than the end record",
                data: {
                    var data = seen.with(\.isLarge, true).with(\.prefix, Data([0])).data
                    data.replaceSubrange(data.count - 6..<data.count - 2, with: [43, 0, 0, 0])
                    return data
                }(),
                standard: [.headersDisagree],
                contents: ["seen.txt": "malformed"],
                untrusted: .headersDisagree
            ),
        ])
    }

    func testNoArchives() throws {
        let data = seen.data
        try check([
            Row(
                name: "nothing",
                data: Data(),
                standard: [],
                error: .notAnArchive,
                untrusted: .notAnArchive
            ),
            Row(
                name: "text",
                data: Data("no archive, but a text".utf8),
                standard: [],
                error: .notAnArchive,
                untrusted: .notAnArchive
            ),
            Row(
                name: "cut off",
                data: data.dropLast(30),
                standard: [],
                error: .truncated,
                untrusted: .truncated
            ),
            Row(
                name: "comment cut off",
                data: seen.with(\.comment, Data("abc".utf8)).data.dropLast(),
                standard: [],
                error: .truncated,
                untrusted: .truncated
            ),
            Row(
                name: "beginning cut off",
                data: data.dropFirst(8),
                standard: [],
                error: .malformed,
                untrusted: .malformed
            ),
        ])
    }

    func testDirectoriesThatBreakTheFormat() throws {
        let two = ZipSample([Entry("a", "alpha"), Entry("b", "beta")])
        var broken = two
        broken.entries[1].central = [.signature: 0x0101_4B50]
        let rows: [(String, Data, ArchiveError.Code)] = [
            (
                "too few entries stated", two.with(\.end, [.entries: 1, .diskEntries: 1]).data,
                .malformed
            ),
            (
                "too many entries stated", two.with(\.end, [.entries: 3, .diskEntries: 3]).data,
                .malformed
            ),
            (
                "ZIP64, too few entries", two.with(\.isLarge, true).with(\.end, [.entries: 1]).data,
                .malformed
            ),
            ("broken record", broken.data, .malformed),
            ("directory too short", two.with(\.end, [.size: 93]).data, .truncated),
            (
                "directory of the size of all", two.with(\.end, [.size: 0xFFFF_FFFF]).data,
                .truncated
            ),
            ("directory beyond the end", two.with(\.end, [.offset: 0xFFFF_FFFF]).data, .truncated),
            (
                "ZIP64 sizes beyond all", two.with(\.isLarge, true).with(\.end, [.size: -1]).data,
                .truncated
            ),
            (
                "ZIP64 offset beyond all",
                two.with(\.isLarge, true).with(\.end, [.offset: .max]).data,
                .truncated
            ),
            ("second of two files", two.with(\.end, [.disk: 1]).data, .unsupportedFeature),
            (
                "directory in another file", two.with(\.end, [.directoryDisk: 1]).data,
                .unsupportedFeature
            ),
            (
                "entry in another file",
                ZipSample([Entry("a").with(\.central, [.disk: 1])]).data, .unsupportedFeature
            ),
        ]
        try check(
            rows.map {
                Row(name: $0, data: $1, standard: [], error: $2, untrusted: $2)
            }
        )
        var encrypted = two.with(\.isLarge, true).data
        encrypted[encrypted.count - 22 - 20 - 56 + 14] = 62
        try check([
            Row(
                name: "encrypted directory",
                data: encrypted,
                standard: [],
                error: .unsupportedFeature,
                untrusted: .unsupportedFeature
            )
        ])
    }

    func testACountModulo65536IsAnIssue() throws {
        var sample = ZipSample((0..<65_537).map { Entry("\($0)") })
        sample.end = [.entries: 1, .diskEntries: 1]
        let data = sample.data
        let report = try ZipArchive(data).report
        XCTAssertEqual(report.issues.map(\.code), [.malformed])
        XCTAssertEqual(report.issues.first?.resolution, .ignoredField)
        XCTAssertEqual(report.issueCount, 1)
        XCTAssertEqual(ZipArchive.outcome(data, .untrusted).error, .malformed)
    }

    func testEntriesThatShareBytesAreRefused() throws {
        let body = Data(count: 1_000)
        // Many entries over one body.
        var shared = ZipSample([Entry.deflated("0", body)])
        for index in 1..<200 {
            shared.entries.append(
                Entry.deflated("\(index)", body).with(\.central, [.offset: 0])
            )
        }
        // Each entry quotes the next one's header as stored data.
        var quoting = ZipSample()
        for index in 0..<3 { quoting.entries.append(Entry("\(index)", "data \(index)")) }
        for index in 0..<2 {
            quoting.entries[index].central = [.size: 6 + 37, .compressedSize: 6 + 37]
        }
        let codes = Array(repeating: ArchiveError.Code.overlapping, count: 200)
        let rest = Dictionary(uniqueKeysWithValues: (0..<200).map { ("\($0)", "overlapping") })
        try check([
            Row(
                name: "200 entries over one body",
                data: shared.data,
                standard: Array(codes.prefix(100)),
                contents: rest,
                untrusted: .overlapping
            ),
            Row(
                name: "entries that quote each other",
                data: quoting.data,
                standard: Array(codes.prefix(3)),
                contents: ["0": "overlapping", "1": "overlapping", "2": "overlapping"],
                untrusted: .overlapping
            ),
            Row(
                name: "data that reaches into the directory",
                data: ZipSample([
                    Entry("a", "alpha"),
                    Entry("b", "beta").with(
                        \.central,
                        [.size: 5, .compressedSize: 5]
                    ),
                ]).data,
                standard: [.overlapping],
                contents: ["a": "alpha", "b": "overlapping"],
                untrusted: .overlapping
            ),
            Row(
                name: "header in the directory",
                data: ZipSample([
                    Entry("a", "alpha"),
                    Entry("b", "beta").with(
                        \.central,
                        [.offset: 80]
                    ),
                ]).data,
                standard: [.overlapping],
                contents: ["a": "alpha", "b": "overlapping"],
                untrusted: .overlapping
            ),
            Row(
                name: "offset beyond the archive",
                data: ZipSample([Entry("a", "alpha").with(\.central, [.offset: 0xFFFF_FFFF])]).data,
                standard: [.overlapping, .unclaimedBytes],
                contents: ["a": "overlapping"],
                untrusted: .overlapping
            ),
            Row(
                name: "sizes of FFFFFFFF without ZIP64",
                data: ZipSample([
                    Entry("a", "alpha").with(
                        \.central,
                        [.size: 0xFFFF_FFFF, .compressedSize: 0xFFFF_FFFF]
                    )
                ]).data,
                standard: [.overlapping],
                contents: ["a": "overlapping"],
                untrusted: .overlapping
            ),
            Row(
                name: "ZIP64 sizes beyond all numbers",
                data: ZipSample([
                    Entry("a", "alpha")
                        .with(\.central, [.size: 0xFFFF_FFFF, .compressedSize: 0xFFFF_FFFF])
                        .with(\.extra, [1, 0, 16, 0] + Array(repeating: 0xFF, count: 16))
                ]).data,
                standard: [.overlapping],
                contents: ["a": "overlapping"],
                untrusted: .overlapping
            ),
            Row(
                name: "local extra fields that reach into the next entry",
                data: {
                    var data = ZipSample([Entry("a", "alpha"), Entry("b", "beta")]).data
                    data[28] = 1
                    return data
                }(),
                standard: [],
                contents: ["a": "overlapping", "b": "beta"],
                untrusted: .overlapping
            ),
        ])
    }

    func testArchivesThatReadersSeeDifferently() throws {
        let mode = { (mode: Int) in mode << 16 }
        try check([
            Row(
                name: "NUL in the name",
                data: ZipSample([Entry("good.txt\0evil", "x")]).data,
                standard: [],
                contents: ["good.txt\\000evil": "x"],
                untrusted: nil
            ),
            Row(
                name: "path that leads up",
                data: ZipSample([Entry("../../etc/passwd", "x")]).data,
                standard: [],
                contents: ["../../etc/passwd": "x"],
                untrusted: nil
            ),
            Row(
                name: "absolute path",
                data: ZipSample([Entry("/etc/passwd", "x")]).data,
                standard: [],
                contents: ["/etc/passwd": "x"],
                untrusted: nil
            ),
            Row(
                name: "links out of the folder",
                data: ZipSample([
                    Entry("up", "../../..").with(\.attributes, mode(0o120777)),
                    Entry("z", "p/q/r/up/..").with(\.attributes, mode(0o120777)),
                ]).data,
                standard: [],
                contents: ["up": "../../..", "z": "p/q/r/up/.."],
                untrusted: nil
            ),
            Row(
                name: "65,535 entries stated, none there",
                data: ZipSample().with(\.end, [.entries: 0xFFFF, .diskEntries: 0xFFFF]).data,
                standard: [],
                error: .malformed,
                untrusted: .malformed
            ),
            Row(
                name: "ZIP64, 2^62 entries stated",
                data: seen.with(\.isLarge, true).with(\.end, [.entries: 1 << 62]).data,
                standard: [],
                error: .malformed,
                untrusted: .malformed
            ),
            Row(
                name: "a bomb",
                data: ZipSample([.deflated("zeros", Data(count: 4 << 20))]).data,
                standard: [],
                contents: ["zeros": String(repeating: "\0", count: 40)],
                untrusted: nil
            ),
        ])
        for path in ["good.txt\0evil", "../../etc/passwd", "/etc/passwd"] as [ArchivePath] {
            XCTAssertFalse(path.isSafe(), "\(path)")
        }
        let bomb = ZipSample([.deflated("zeros", Data(count: 4 << 20))]).data
        XCTAssertEqual(ZipArchive.outcome(bomb, .untrusted).contents, ["zeros": "limitExceeded"])
    }

    func testAComposedAndADecomposedAccentAreTwoPaths() throws {
        let names = ["\u{E9}", "e\u{301}"]
        let data = ZipSample(names.map { Entry($0, "\($0.utf8.count)").with(\.flags, 0x800) }).data
        for options in [ArchiveOptions.standard, .untrusted] {
            let archive = try ZipArchive(data, options: options)
            XCTAssertTrue(archive.report.isClean)
            for name in names {
                let contents = try archive.contents(at: ArchivePath(name))
                XCTAssertEqual(contents, Data("\(name.utf8.count)".utf8))
            }
        }
    }

    func testEntriesInAnotherOrderThanTheirRecordsAreRead() throws {
        let data = ZipSample([
            Entry("b", "beta").with(\.central, [.offset: 36]),
            Entry("a", "alpha").with(\.central, [.offset: 0]),
        ])
        var swapped = data
        swapped.entries[0].localName = Array("a".utf8)
        swapped.entries[0].data = Data("alph".utf8)
        // The directory lists the second entry first.
        let plain = ZipSample([Entry("a", "alpha"), Entry("b", "beta")]).data
        let records = plain.count - 22 - 2 * 47
        let reordered =
            plain[..<records] + plain[(records + 47)..<(records + 94)]
            + plain[records..<(records + 47)] + plain[(records + 94)...]
        try check([
            Row(
                name: "reordered",
                data: reordered,
                standard: [],
                contents: ["a": "alpha", "b": "beta"],
                untrusted: nil
            )
        ])
    }

    func testHeadersThatDisagreeAreRefused() throws {
        let rows: [(String, Entry)] = [
            ("name", Entry("evil.sh", "x").with(\.localName, Array("safe.txt".utf8))),
            ("name of the same length", Entry("a", "x").with(\.localName, Array("b".utf8))),
            ("method", Entry("a", "x").with(\.local, [.method: 8])),
            ("encrypted", Entry("a", "x").with(\.local, [.flags: 1])),
            ("descriptor", Entry("a", "x").with(\.local, [.flags: 8])),
            ("encoding", Entry("a", "x").with(\.local, [.flags: 0x800])),
            ("checksum", Entry("a", "x").with(\.local, [.checksum: 1])),
            ("size", Entry("a", "x").with(\.local, [.size: 2])),
            ("compressed size", Entry("a", "x").with(\.local, [.compressedSize: 0])),
            (
                "ZIP64 size",
                Entry("a", "x").with(\.local, [.size: 0xFFFF_FFFF])
                    .with(\.localExtra, [1, 0, 8, 0, 2, 0, 0, 0, 0, 0, 0, 0])
            ),
            ("ZIP64 missing", Entry("a", "x").with(\.local, [.size: 0xFFFF_FFFF])),
        ]
        try check(
            rows.map { name, entry in
                let path = String(decoding: entry.name, as: UTF8.self)
                return Row(
                    name: name,
                    data: ZipSample([entry]).data,
                    standard: [],
                    contents: [path: "headersDisagree"],
                    untrusted: .headersDisagree
                )
            }
        )
        let equal = Entry("a", "x").with(
            \.local,
            [.size: 0xFFFF_FFFF, .compressedSize: 0xFFFF_FFFF]
        )
        .with(\.localExtra, [1, 0, 16, 0] + [1, 0, 0, 0, 0, 0, 0, 0] + [1, 0, 0, 0, 0, 0, 0, 0])
        try check([
            Row(
                name: "ZIP64 in place of FFFFFFFF",
                data: ZipSample([equal]).data,
                standard: [],
                contents: ["a": "x"],
                untrusted: nil
            ),
            Row(
                name: "other flags",
                data: ZipSample([Entry("a", "x").with(\.local, [.flags: 6])]).data,
                standard: [],
                contents: ["a": "x"],
                untrusted: nil
            ),
            Row(
                name: "no local header",
                data: ZipSample([Entry("a", "x").with(\.local, [.signature: 0x0403_4B51])]).data,
                standard: [],
                contents: ["a": "malformed"],
                untrusted: .malformed
            ),
        ])
    }

    func testContentsThatAreNotAsStatedAreRefused() throws {
        let text = Data("a text of some length".utf8)
        let checksum = ZipSample.checksum(text.prefix(10))
        func both(_ entry: Entry, _ fields: [Entry.Field: Int]) -> Data {
            ZipSample([entry.with(\.central, fields).with(\.local, fields)]).data
        }
        let packed = text.compressed(as: .deflate)
        let rows: [(String, Data, String)] = [
            (
                "size smaller than the data, checksum of its beginning",
                both(.deflated("a", text), [.size: 10, .checksum: checksum]), "lengthMismatch"
            ),
            (
                "size larger than the data", both(.deflated("a", text), [.size: 22]),
                "lengthMismatch"
            ),
            ("checksum", both(.deflated("a", text), [.checksum: 1]), "checksumMismatch"),
            ("checksum of 0", both(.deflated("a", text), [.checksum: 0]), "checksumMismatch"),
            (
                "checksum of stored contents", both(Entry("a", "x"), [.checksum: 0]),
                "checksumMismatch"
            ),
            (
                "stream that does not end",
                ZipSample([Entry.deflated("a", text).with(\.data, packed.dropLast())]).data,
                "truncated"
            ),
            (
                "stream without data",
                ZipSample([Entry.deflated("a", text).with(\.data, Data())]).data, "truncated"
            ),
            (
                "stream that ends before its data",
                ZipSample([Entry.deflated("a", text).with(\.data, packed + [0])]).data,
                "lengthMismatch"
            ),
            (
                "malformed stream",
                ZipSample([Entry.deflated("a", text).with(\.data, Data([7]))]).data, "malformed"
            ),
            ("stored with two sizes", both(Entry("a", "xy"), [.size: 1]), "lengthMismatch"),
        ]
        try check(
            rows.map {
                Row(name: $0, data: $1, standard: [], contents: ["a": $2], untrusted: nil)
            }
        )
        // An archive that breaks off inside the data of its last entry has no directory.
        XCTAssertEqual(
            ZipArchive.outcome(both(.deflated("a", text), [:]).prefix(40)).error,
            .truncated
        )
    }

    func testACRCOf0IsACRC() throws {
        // Four bytes whose CRC-32 is 0.
        let bytes = Data([0x9D, 0x0A, 0xD9, 0x6D])
        XCTAssertEqual(ZipSample.checksum(bytes), 0)
        let archive = try ZipArchive(ZipSample([Entry("a").with(\.contents, bytes)]).data)
        XCTAssertEqual(archive.entries[0].checksum, 0)
        XCTAssertEqual(try archive.contents(at: "a"), bytes)
    }

    func testOtherMethodsAndEncryptedEntriesAreListed() throws {
        func entry(_ method: Int, _ flags: Int = 0) -> ZipSample {
            ZipSample([
                Entry("a", "x").with(\.method, method).with(\.flags, flags).with(
                    \.data,
                    Data("x".utf8)
                )
            ])
        }
        try check([
            Row(
                name: "Zstandard",
                data: entry(93).data,
                standard: [],
                contents: ["a": "unsupportedMethod"],
                untrusted: nil
            ),
            Row(
                name: "shrunk",
                data: entry(1).data,
                standard: [],
                contents: ["a": "unsupportedMethod"],
                untrusted: nil
            ),
            Row(
                name: "encrypted",
                data: entry(0, 1).data,
                standard: [],
                contents: ["a": "encrypted"],
                untrusted: nil
            ),
            Row(
                name: "AES",
                data: entry(99, 1).data,
                standard: [],
                contents: ["a": "encrypted"],
                untrusted: nil
            ),
        ])
        XCTAssertTrue(try ZipArchive(entry(99).data).entries[0].isEncrypted)
        XCTAssertTrue(try ZipArchive(entry(0, 1).data).entries[0].isEncrypted)
        XCTAssertFalse(try ZipArchive(entry(93).data).entries[0].isEncrypted)
    }

    func testExtraFieldsThatDoNotParseAreIgnored() throws {
        let date: [UInt8] = [0x55, 0x54, 5, 0, 1, 0, 0, 0, 0x40]
        for (name, extra) in [
            ("a byte", [7]), ("too long", [0xCA, 0xFE, 9, 0]),
            ("after a field", date + [1, 0, 8, 0, 1]),
            ("empty field", [0xCA, 0xFE, 0, 0]),
        ] as [(String, [UInt8])] {
            let entry = Entry("a", "x").with(\.extra, extra).with(\.localExtra, extra)
            let archive = try ZipArchive(ZipSample([entry]).data, options: .untrusted)
            XCTAssertEqual(try archive.contents(at: "a"), Data("x".utf8), name)
            XCTAssertEqual(archive.entries[0].modificationDate != nil, extra.count > 9, name)
        }
    }

    func testZIP64FillsOnlyFieldsThatAreAllOnesInOrder() throws {
        func number(_ value: UInt8) -> [UInt8] { [value, 0, 0, 0, 0, 0, 0, 0] }
        let ones = 0xFFFF_FFFF
        let rows: [(String, [Entry.Field: Int], [UInt8])] = [
            (
                "all", [.size: ones, .compressedSize: ones, .offset: ones, .disk: 0xFFFF],
                [1, 0, 28, 0] + number(1) + number(1) + number(0) + [0, 0, 0, 0]
            ),
            ("size", [.size: ones], [1, 0, 8, 0] + number(1)),
            ("compressed size", [.compressedSize: ones], [1, 0, 8, 0] + number(1)),
            ("offset", [.offset: ones], [1, 0, 8, 0] + number(0)),
            ("disk", [.disk: 0xFFFF], [1, 0, 4, 0, 0, 0, 0, 0]),
            (
                "size and offset", [.size: ones, .offset: ones],
                [1, 0, 16, 0] + number(1) + number(0)
            ),
            ("none", [:], [1, 0, 16, 0] + number(9) + number(9)),
            ("after others", [.size: ones], [0xCA, 0xFE, 1, 0, 7, 1, 0, 8, 0] + number(1)),
        ]
        for (name, fields, extra) in rows {
            let entry = Entry("a", "x").with(\.central, fields).with(\.extra, extra)
            let outcome = ZipArchive.outcome(ZipSample([entry]).data)
            XCTAssertEqual(outcome.contents, ["a": "x"], name)
            XCTAssertEqual(outcome.codes, [], name)
        }
    }

    func testTwoEntriesOfOnePathAreAnIssue() throws {
        let rows: [(String, [Entry])] = [
            ("equal names", [Entry("a", "1"), Entry("a", "2")]),
            ("names with dots", [Entry("x/./a", "1"), Entry("x/a", "2")]),
            ("a folder and a file", [Entry("a/"), Entry("a", "2")]),
            (
                "encodings",
                [
                    Entry(Array("é".utf8)).with(\.flags, 0x800), Entry([0x82]).with(\.host, 0),
                ]
            ),
        ]
        for (name, entries) in rows {
            let archive = try ZipArchive(ZipSample(entries).data)
            let issue = try XCTUnwrap(archive.report.issues.first, name)
            XCTAssertEqual(issue.code, .duplicatePath, name)
            XCTAssertEqual(issue.path, archive.entries[1].path, name)
            XCTAssertEqual(issue.resolution, .replacedEarlier)
            XCTAssertEqual(archive.entries.count, 2)
            XCTAssertEqual(archive[archive.entries[0].path], archive.entries[1], name)
            XCTAssertNotEqual(archive.entries[0], archive.entries[1])
            XCTAssertEqual(
                ZipArchive.outcome(ZipSample(entries).data, .untrusted).error,
                .duplicatePath
            )
        }
    }

    func testBytesBetweenEntriesAreRefusedFromUntrustedSources() throws {
        let text = Data("text".utf8)
        func number(_ value: Int, _ count: Int) -> [UInt8] { Array(ZipSample.number(value, count)) }
        let checksum = number(ZipSample.checksum(text), 4)
        let signature: [UInt8] = [0x50, 0x4B, 7, 8]
        func described(_ descriptor: [UInt8]) -> Data {
            let entry = Entry("a", "text").with(\.flags, 8).with(\.descriptor, descriptor)
            return ZipSample([entry, Entry("b", "beta")]).data
        }
        let rows: [(String, Data, ArchiveError.Code?)] = [
            (
                "gap between entries",
                ZipSample([Entry("a", "text"), Entry("b", "beta").with(\.gap, Data(count: 3))])
                    .data,
                .unclaimedBytes
            ),
            (
                "entry that the directory lacks",
                ZipSample([
                    Entry("a", "text"), Entry("c", "?").with(\.isHidden, true),
                    Entry("b", "beta"),
                ]).data, .unclaimedBytes
            ),
            (
                "gap before the directory",
                ZipSample([Entry("a", "text"), Entry("b", "beta")]).with(\.gap, Data(count: 9))
                    .data,
                .unclaimedBytes
            ),
            (
                "descriptor without signature", described(checksum + number(4, 4) + number(4, 4)),
                nil
            ),
            ("descriptor", described(signature + checksum + number(4, 4) + number(4, 4)), nil),
            (
                "large descriptor without signature",
                described(checksum + number(4, 8) + number(4, 8)), nil
            ),
            (
                "large descriptor", described(signature + checksum + number(4, 8) + number(4, 8)),
                nil
            ),
            ("no descriptor", described([]), .headersDisagree),
            (
                "descriptor with another size",
                described(signature + checksum + number(4, 4) + number(5, 4)), .headersDisagree
            ),
            (
                "descriptor with another checksum",
                described(signature + number(1, 4) + number(4, 4) + number(4, 4)), .headersDisagree
            ),
            (
                "descriptor and a byte",
                described(signature + checksum + number(4, 8) + number(4, 8) + [0]),
                .headersDisagree
            ),
        ]
        try check(
            rows.map {
                Row(
                    name: $0,
                    data: $1,
                    standard: [],
                    contents: ["a": "text", "b": "beta"],
                    untrusted: $2
                )
            }
        )
        // Without an error, the issues are reported.
        var options = ArchiveOptions.untrusted
        options.stopsAtFirstIssue = false
        let archive = try ZipArchive(rows[0].1, options: options)
        XCTAssertEqual(
            archive.report.issues.map(\.description),
            ["“a”: byte 35: 3 bytes after the entry belong to none"]
        )
        XCTAssertEqual(archive.report.issues.map(\.resolution), [.ignoredBytes])
    }
}

extension ZipArchive {
    fileprivate static let none = try! ZipArchive(ZipSample().data)
}

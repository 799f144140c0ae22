import FootingArchives
import Foundation
import XCTest

/// Archives that other programs misread, with the exact outcome of each.
final class HostileZipTests: XCTestCase {
    private typealias Entry = ZipSample.Entry

    private let seen = ZipSample([Entry("seen.txt", "seen")])
    private let hidden = ZipSample([Entry("hidden.txt", "hidden")])

    func testArchivesWithTwoMeanings() throws {
        let inner = hidden.data
        try check([
            ZipOutcome(
                "second end record in the comment",
                seen.with(\.comment, inner).data,
                [.ambiguous, .unclaimedBytes],
                contents: ["hidden.txt": "hidden"]
            ),
            ZipOutcome(
                "an empty archive in the comment",
                seen.with(\.comment, ZipSample().data).data,
                [.ambiguous, .unclaimedBytes]
            ),
            ZipOutcome(
                "two archives, one after the other",
                seen.data + inner,
                [.ambiguous, .unclaimedBytes],
                contents: ["hidden.txt": "hidden"]
            ),
            ZipOutcome(
                "two archives, far apart",
                seen.data + Data(count: 70_000) + inner,
                [.unclaimedBytes],
                contents: ["hidden.txt": "hidden"]
            ),
            ZipOutcome(
                "prefix of 500 bytes",
                seen.with(\.prefix, Data(count: 500)).data,
                [.unclaimedBytes],
                contents: ["seen.txt": "seen"]
            ),
            ZipOutcome(
                "prefix that the offsets count",
                ZipSample([Entry("a", "b").with(\.gap, Data("#!/bin/sh\n".utf8))]).data,
                [.unclaimedBytes],
                contents: ["a": "b"]
            ),
            ZipOutcome(
                "bytes after the comment",
                seen.with(\.comment, Data("abc".utf8)).with(\.suffix, Data([13, 10])).data,
                [.unclaimedBytes],
                contents: ["seen.txt": "seen"]
            ),
            ZipOutcome(
                "an archive as the contents of an entry",
                ZipSample([Entry("a.zip").with(\.contents, inner)]).data,
                contents: ["a.zip": String(decoding: inner.prefix(40), as: UTF8.self)]
            ),
            ZipOutcome(
                "an end record without a directory in the comment",
                seen.with(\.comment, Data("PK\u{5}\u{6}".utf8) + Data(count: 17)).data,
                contents: ["seen.txt": "seen"]
            ),
            ZipOutcome(
                "an end record in the comment, whose own comment is cut",
                seen.with(
                    \.comment,
                    hidden.with(\.end, [.commentLength: 0xFFFF]).data
                ).data,
                [.ambiguous],
                contents: ["seen.txt": "seen"]
            ),
            ZipOutcome(
                "a locator that leads elsewhere",
                {
                    var data = seen.with(\.isLarge, true).data
                    data[data.count - 34] += 1
                    return data
                }(),
                [.headersDisagree],
                contents: ["seen.txt": "seen"]
            ),
            ZipOutcome(
                "ZIP64 record with another count than the end record",
                {
                    var data = seen.with(\.isLarge, true).data
                    data[data.count - 12] = 2
                    data[data.count - 11] = 0
                    return data
                }(),
                error: .malformed,
                untrusted: .headersDisagree
            ),
            ZipOutcome(
                "ZIP64 record with another size than the end record",
                {
                    var data = seen.with(\.isLarge, true).data
                    data.replaceSubrange(data.count - 10..<data.count - 6, with: [54, 0, 0, 0])
                    return data
                }(),
                contents: ["seen.txt": "seen"]
            ),
            ZipOutcome(
                "ZIP64 record with another offset than the end record",
                {
                    var data = seen.with(\.isLarge, true).with(\.prefix, Data([0])).data
                    data.replaceSubrange(data.count - 6..<data.count - 2, with: [43, 0, 0, 0])
                    return data
                }(),
                [.headersDisagree],
                contents: ["seen.txt": "malformed"]
            ),
        ])
    }

    func testNoArchives() throws {
        let data = seen.data
        try check([
            ZipOutcome("nothing", Data(), error: .notAnArchive),
            ZipOutcome("text", Data("no archive, but a text".utf8), error: .notAnArchive),
            ZipOutcome("cut off", data.dropLast(30), error: .truncated),
            ZipOutcome(
                "comment cut off",
                seen.with(\.comment, Data("abc".utf8)).data.dropLast(),
                error: .truncated
            ),
            ZipOutcome("beginning cut off", data.dropFirst(8), error: .malformed),
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
                ZipOutcome($0, $1, error: $2)
            }
        )
        var encrypted = two.with(\.isLarge, true).data
        encrypted[encrypted.count - 22 - 20 - 56 + 14] = 62
        try check([
            ZipOutcome("encrypted directory", encrypted, error: .unsupportedFeature)
        ])
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
            ZipOutcome(
                "200 entries over one body",
                shared.data,
                Array(codes.prefix(100)),
                contents: rest
            ),
            ZipOutcome(
                "entries that quote each other",
                quoting.data,
                Array(codes.prefix(3)),
                contents: ["0": "overlapping", "1": "overlapping", "2": "overlapping"]
            ),
            ZipOutcome(
                "data that reaches into the directory",
                ZipSample([
                    Entry("a", "alpha"),
                    Entry("b", "beta").with(
                        \.central,
                        [.size: 5, .compressedSize: 5]
                    ),
                ]).data,
                [.overlapping],
                contents: ["a": "alpha", "b": "overlapping"]
            ),
            ZipOutcome(
                "header in the directory",
                ZipSample([
                    Entry("a", "alpha"),
                    Entry("b", "beta").with(
                        \.central,
                        [.offset: 80]
                    ),
                ]).data,
                [.overlapping],
                contents: ["a": "alpha", "b": "overlapping"]
            ),
            ZipOutcome(
                "offset beyond the archive",
                ZipSample([Entry("a", "alpha").with(\.central, [.offset: 0xFFFF_FFFF])]).data,
                [.overlapping, .unclaimedBytes],
                contents: ["a": "overlapping"]
            ),
            ZipOutcome(
                "sizes of FFFFFFFF without ZIP64",
                ZipSample([
                    Entry("a", "alpha").with(
                        \.central,
                        [.size: 0xFFFF_FFFF, .compressedSize: 0xFFFF_FFFF]
                    )
                ]).data,
                [.overlapping],
                contents: ["a": "overlapping"]
            ),
            ZipOutcome(
                "ZIP64 sizes beyond all numbers",
                ZipSample([
                    Entry("a", "alpha")
                        .with(\.central, [.size: 0xFFFF_FFFF, .compressedSize: 0xFFFF_FFFF])
                        .with(\.extra, [1, 0, 16, 0] + Array(repeating: 0xFF, count: 16))
                ]).data,
                [.overlapping],
                contents: ["a": "overlapping"]
            ),
            ZipOutcome(
                "local extra fields that reach into the next entry",
                {
                    var data = ZipSample([Entry("a", "alpha"), Entry("b", "beta")]).data
                    data[28] = 1
                    return data
                }(),
                contents: ["a": "overlapping", "b": "beta"],
                untrusted: .overlapping
            ),
        ])
    }

    func testArchivesThatReadersSeeDifferently() throws {
        let mode = { (mode: Int) in mode << 16 }
        let bomb = ZipSample([.deflated("zeros", Data(count: 2 << 20))]).data
        try check([
            ZipOutcome(
                "NUL in the name",
                ZipSample([Entry("good.txt\0evil", "x")]).data,
                contents: ["good.txt\\000evil": "x"]
            ),
            ZipOutcome(
                "path that leads up",
                ZipSample([Entry("../../etc/passwd", "x")]).data,
                contents: ["../../etc/passwd": "x"]
            ),
            ZipOutcome(
                "absolute path",
                ZipSample([Entry("/etc/passwd", "x")]).data,
                contents: ["/etc/passwd": "x"]
            ),
            ZipOutcome(
                "links out of the folder",
                ZipSample([
                    Entry("up", "../../..").with(\.attributes, mode(0o120777)),
                    Entry("z", "p/q/r/up/..").with(\.attributes, mode(0o120777)),
                ]).data,
                contents: ["up": "../../..", "z": "p/q/r/up/.."]
            ),
            ZipOutcome(
                "65,535 entries stated, none there",
                ZipSample().with(\.end, [.entries: 0xFFFF, .diskEntries: 0xFFFF]).data,
                error: .malformed
            ),
            ZipOutcome(
                "ZIP64, 2^62 entries stated",
                seen.with(\.isLarge, true).with(\.end, [.entries: 1 << 62]).data,
                error: .malformed
            ),
            ZipOutcome(
                "a bomb",
                bomb,
                contents: ["zeros": String(repeating: "\0", count: 40)]
            ),
        ])
        for path in ["good.txt\0evil", "../../etc/passwd", "/etc/passwd"] as [ArchivePath] {
            XCTAssertFalse(path.isSafe(), "\(path)")
        }
        XCTAssertEqual(ZipArchive.outcome(bomb, .untrusted).contents, ["zeros": "limitExceeded"])
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
                return ZipOutcome(
                    name,
                    ZipSample([entry]).data,
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
            ZipOutcome("ZIP64 in place of FFFFFFFF", ZipSample([equal]).data, contents: ["a": "x"]),
            ZipOutcome(
                "other flags",
                ZipSample([Entry("a", "x").with(\.local, [.flags: 6])]).data,
                contents: ["a": "x"]
            ),
            ZipOutcome(
                "no local header",
                ZipSample([Entry("a", "x").with(\.local, [.signature: 0x0403_4B51])]).data,
                contents: ["a": "malformed"],
                untrusted: .malformed
            ),
        ])
    }

    func testNamesAndKindsThatProgramsReadInTwoWays() throws {
        func field(_ name: String, of own: String = "safe") -> [UInt8] {
            field(name, of: Array(own.utf8))
        }
        func field(_ name: String, of own: [UInt8]) -> [UInt8] {
            let checksum = ZipSample.number(ZipSample.checksum(Data(own)), 4)
            return [0x75, 0x70, UInt8(5 + name.utf8.count), 0, 1] + checksum + name.utf8
        }
        // In the code page 866.
        let cyrillic: [UInt8] = [0x8F, 0xE0, 0x2E, 0x74]
        func named(_ name: String?, _ localName: String?) -> Data {
            let fields = [name, localName].map { $0.map { field($0, of: cyrillic) } ?? [] }
            let entry = Entry(cyrillic).with(\.contents, Data("x".utf8)).with(\.host, 0)
            return ZipSample([entry.with(\.extra, fields[0]).with(\.localExtra, fields[1])]).data
        }
        let entry = Entry("safe", "x")
        let folder = { (host: Int, attributes: Int) in
            ZipSample([Entry("f").with(\.host, host).with(\.attributes, attributes)]).data
        }
        let mode = 0o040755 << 16
        try check([
            ZipOutcome(
                "an extra field with another name",
                ZipSample([
                    entry.with(\.extra, field("other")).with(\.localExtra, field("other"))
                ]).data,
                [.ambiguous],
                contents: ["other": "x"]
            ),
            ZipOutcome(
                "only in the directory",
                ZipSample([entry.with(\.extra, field("other"))]).data,
                [.ambiguous],
                contents: ["other": "x"]
            ),
            ZipOutcome(
                "beside the flag of UTF-8",
                ZipSample([entry.with(\.extra, field("other")).with(\.flags, 0x800)]).data,
                [.ambiguous],
                contents: ["safe": "x"]
            ),
            ZipOutcome(
                "only in the local header",
                ZipSample([entry.with(\.localExtra, field("other"))]).data,
                contents: ["safe": "headersDisagree"],
                untrusted: .headersDisagree
            ),
            ZipOutcome(
                "two fields with two names",
                ZipSample([
                    entry.with(\.extra, field("safe")).with(\.localExtra, field("other"))
                ]).data,
                contents: ["safe": "headersDisagree"],
                untrusted: .headersDisagree
            ),
            ZipOutcome(
                "fields with the same name",
                ZipSample([
                    entry.with(\.extra, field("safe")).with(\.localExtra, field("safe")),
                    Entry("b", "y").with(\.localExtra, field("b", of: "b")),
                ]).data,
                contents: ["safe": "x", "b": "y"]
            ),
            ZipOutcome(
                "a field about another name",
                ZipSample([
                    entry.with(\.extra, field("other", of: "a"))
                        .with(\.localExtra, field("other", of: "a"))
                ]).data,
                contents: ["safe": "x"]
            ),
            ZipOutcome(
                "a name of another code page, and in a field",
                named("Пр.t", "Пр.t"),
                contents: ["Пр.t": "x"]
            ),
            ZipOutcome(
                "a name of another code page, with other ASCII than the field",
                named("Пр.sh", "Пр.sh"),
                [.ambiguous],
                contents: ["Пр.sh": "x"]
            ),
            ZipOutcome(
                "a name of another code page, and a field of the local header",
                named(nil, "Пр.t"),
                contents: ["Åα.t": "x"]
            ),
            ZipOutcome(
                "a name of another code page, and two fields with two names",
                named("Пр.t", "Ар.t"),
                contents: ["Пр.t": "headersDisagree"],
                untrusted: .headersDisagree
            ),
            ZipOutcome(
                "safe.txt and evil.sh",
                ZipSample([
                    Entry("safe.txt", "x").with(\.extra, field("evil.sh", of: "safe.txt"))
                ]).data,
                [.ambiguous],
                contents: ["evil.sh": "x"]
            ),
            ZipOutcome(
                "a folder by its mode alone",
                folder(3, mode),
                [.ambiguous],
                contents: ["f": ""]
            ),
            ZipOutcome(
                "a folder by its attributes alone",
                folder(0, 0x10),
                [.ambiguous],
                contents: ["f": ""]
            ),
            ZipOutcome(
                "a folder by its mode alone, with contents",
                ZipSample([Entry("f", "x").with(\.attributes, mode)]).data,
                [.ambiguous],
                contents: ["f": "malformed"]
            ),
        ])
        for bit in [4, 5, 6, 13] {
            let data = ZipSample([Entry("a", "x").with(\.flags, 1 << bit)]).data
            try check([ZipOutcome("bit \(bit)", data, contents: ["a": "unsupportedFeature"])])
            XCTAssertEqual(try ZipArchive(data, options: .untrusted).entries.first?.path, "a")
            try check([
                ZipOutcome(
                    "bit \(bit) in the local header",
                    ZipSample([Entry("a", "x").with(\.local, [.flags: 1 << bit])]).data,
                    contents: ["a": "headersDisagree"],
                    untrusted: .headersDisagree
                )
            ])
        }
    }

    /// Of each system, each kind of Unix, and the bit of DOS.
    func testEntriesAreAmbiguousIfOnlyTheirAttributesAreThoseOfFolders() throws {
        for host in [0, 3, 10, 14, 19] {
            for (type, bit) in (0..<16).flatMap({ type in [0, 0x10, 0x2F].map { (type, $0) } }) {
                for name in ["a", "a/"] {
                    let attributes = type << 28 | 0o755 << 16 | bit
                    let entry = Entry(name).with(\.host, host).with(\.attributes, attributes)
                    let archive = try ZipArchive(ZipSample([entry]).data)
                    let isAmbiguous = name == "a" && archive.entries[0].kind == .folder
                    let codes = archive.report.issues.map(\.code)
                    let row = "\(name) \(host) \(type) \(bit)"
                    XCTAssertEqual(codes, isAmbiguous ? [.ambiguous] : [], row)
                }
            }
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
                ZipOutcome($0, $1, contents: ["a": "text", "b": "beta"], untrusted: $2)
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

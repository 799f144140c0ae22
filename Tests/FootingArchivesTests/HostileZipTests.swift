import FootingArchives
import Foundation
import XCTest

/// Archives whose end or directory other programs misread, with the exact outcome of each.
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
}

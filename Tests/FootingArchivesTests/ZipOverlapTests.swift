import FootingArchives
import Foundation
import XCTest

/// Entries that share bytes, and bytes that belong to no entry.
final class ZipOverlapTests: XCTestCase {
    private typealias Entry = ZipSample.Entry

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

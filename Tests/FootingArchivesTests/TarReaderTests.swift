import FootingArchives
import Foundation
import TestSupport
import XCTest

final class TarReaderTests: XCTestCase {
    /// An archive of all formats, with all kinds of extension headers.
    static let mixture = Data(parts.joined())
    // A sum of as many terms takes seconds to compile.
    private static let parts: [Data] = [
        Tar.file("v7.txt", "old", format: .v7),
        Tar.header("folder/", type: "\0", format: .v7),
        Tar.records([("comment", "0123456789abcdef"), ("mtime", "5")], type: "g"),
        Tar.file("ustar.txt", String(repeating: "u", count: 600)),
        Tar.extended("L", Data("a/long/name.txt\0".utf8)),
        Tar.file("x", "gnu", format: .gnu),
        Tar.extended("K", Data("long target\0".utf8)),
        Tar.header("link", type: "2", link: "short", format: .gnu),
        Tar.records([("path", "päx.txt"), ("mtime", "1.5"), ("SCHILY.xattr.user.a", "b\n=c")]),
        Tar.file("y", "pax"),
        Tar.sparse("holes", size: 5_000, [(1_000, 3), (4_000, 2)], stored: Data("abcde".utf8)),
        Tar.header("hard", type: "1", link: "v7.txt"),
        Tar.end,
    ]

    func testEntriesOfAllFormatsAreRead() throws {
        let listing = TarListing(Self.mixture)

        XCTAssertNil(listing.error)
        XCTAssertEqual(listing.issues, [])
        XCTAssertEqual(
            listing.entries.map { $0.path.string },
            [
                "v7.txt", "folder", "ustar.txt", "a/long/name.txt", "link", "päx.txt", "holes",
                "hard",
            ]
        )
        let kinds: [ArchiveEntry.Kind] = [
            .file, .folder, .file, .file, .symbolicLink, .file, .file, .hardLink,
        ]
        XCTAssertEqual(listing.entries.map(\.kind), kinds)
        XCTAssertEqual(listing.entries[4].linkTarget, "long target")
        XCTAssertEqual(listing.entries[7].linkTarget, "v7.txt")
        XCTAssertEqual(listing.contents[3], Data("gnu".utf8))
        let holes = Data(count: 1_000) + Data("abc".utf8) + Data(count: 2_997) + Data("de".utf8)
        XCTAssertEqual(listing.contents[6], holes + Data(count: 998))
        XCTAssertEqual(listing.entries[6].size, 5_000)
        XCTAssertEqual(listing.entries[6].compressedSize, 5)
        XCTAssertEqual(
            listing.entries[5].extendedRecords,
            ["SCHILY.xattr.user.a": Data("b\n=c".utf8)]
        )
    }

    func testFieldsOfAnEntryAreThoseOfTheHeaderOrItsRecords() throws {
        let header = Tar.header("a", replacing: [265: "ada", 297: "staff", 100: "0104755\0"])
        let records = [("uid", "70000000"), ("gname", "räder"), ("mtime", "-1.25"), ("gid", "")]
        let listing = TarListing(header + Tar.records(records) + header + Tar.end)

        let plain = try XCTUnwrap(listing.entries.first)
        XCTAssertEqual(plain.permissions, 0o4755)
        XCTAssertEqual(plain.owner, .init(id: 1_000, name: "ada"))
        XCTAssertEqual(plain.group, .init(id: 100, name: "staff"))
        XCTAssertEqual(plain.modificationDate, Date(timeIntervalSince1970: 1_610_612_736))
        let extended = try XCTUnwrap(listing.entries.last)
        XCTAssertEqual(extended.owner, .init(id: 70_000_000, name: "ada"))
        XCTAssertEqual(extended.group, .init(id: 100, name: "räder"))
        XCTAssertEqual(extended.modificationDate, Date(timeIntervalSince1970: -1.25))
        XCTAssertEqual(listing.outcome, [])
    }

    func testARecordReplacesNoPermissions() {
        let listing = TarListing(Tar.records([("mode", "493")]) + Tar.file("a") + Tar.end)
        XCTAssertEqual(listing.entries.first?.permissions, 0o644)
        XCTAssertEqual(listing.entries.first?.extendedRecords, ["mode": Data("493".utf8)])
        XCTAssertEqual(listing.outcome, [])
    }

    func testCuttingChangesNothing() {
        let whole = TarListing(Self.mixture)
        for size in [1, 2, 3, 7, 511, 512, 513] {
            XCTAssertEqual(TarListing(Self.mixture) { size }, whole, "chunks of \(size)")
        }
        for cut in stride(from: 0, to: Self.mixture.count, by: isUnderStress ? 1 : 37) {
            var sizes = [cut]
            let listing = TarListing(Self.mixture) { sizes.popLast() ?? .max }
            guard listing != whole else { continue }
            return XCTFail("a cut at \(cut): \(listing)")
        }
        let packed = Self.mixture.compressed(as: .gzip)
        XCTAssertEqual(TarListing(packed, as: .gzip), whole)
        XCTAssertEqual(TarListing(packed, as: .gzip) { 1 }, whole)
    }

    func testEveryPrefixIsTruncatedOrMissesItsEnd() {
        let archive = Self.mixture
        let endings = Set([archive.count - 1_024, archive.count - 512])
        for count in 0..<archive.count where isUnderStress || count % 29 == 0 || count % 512 < 2 {
            let listing = TarListing(archive.prefix(count))
            switch listing.outcome {
            case ["truncated!"]: XCTAssertEqual(listing.error?.offset, count)
            case ["missingEnd: usedAsWritten"]: break
            default: return XCTFail("a prefix of \(count): \(listing)")
            }
            if endings.contains(count) {
                XCTAssertEqual(listing.outcome, ["missingEnd: usedAsWritten"], "\(count)")
            }
        }
    }

    func testEveryCutOfADamagedArchiveHasTheSameOutcome() {
        var random = SeededRandom(seed: 5)
        for round in 0..<rounds(100, underStress: 20_000) {
            var archive = Self.mixture
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<archive.count, using: &random)
                archive[index] = UInt8.random(in: 0...255, using: &random)
            }
            Self.mendChecksums(of: &archive)
            for options in [ArchiveOptions.standard, .untrusted] {
                let whole = TarListing(archive, options: options)
                let cut = TarListing(archive, options: options) {
                    Int.random(in: 1...700, using: &random)
                }
                XCTAssertEqual(whole, cut, "round \(round)")
            }
        }
    }

    /// Corrects the sums of all blocks that have the magic of a header.
    private static func mendChecksums(of archive: inout Data) {
        for start in stride(from: 0, to: archive.count - 511, by: 512) {
            guard archive[start + 257..<start + 262].elementsEqual("ustar".utf8) else { continue }
            for index in 148..<156 { archive[start + index] = 0x20 }
            let sum = archive[start..<start + 512].reduce(0) { $0 + Int($1) }
            for (index, byte) in Tar.octal(sum, digits: 6).enumerated() {
                archive[start + 148 + index] = byte
            }
        }
    }

    func testErrorsAreThrownAgain() throws {
        let reader = TarReader()
        try reader.append(Tar.file("a") + Data(repeating: 1, count: 512))
        XCTAssertNotNil(try reader.next())

        for _ in 0..<3 {
            XCTAssertThrowsError(try reader.next()) { error in
                XCTAssertEqual((error as? ArchiveError)?.code, .checksumMismatch)
                XCTAssertEqual((error as? ArchiveError)?.offset, 512)
            }
        }
        XCTAssertThrowsError(try reader.append(Data()))
        XCTAssertThrowsError(try reader.finish())
    }

    func testAMissingFileIsAnErrorThatNamesIt() {
        let url = URL(filePath: "/no/such/file.tar")
        XCTAssertThrowsError(try TarReader(contentsOf: url)) { error in
            XCTAssertEqual((error as? ArchiveError)?.code, .noSuchFile)
            XCTAssertTrue("\(error)".contains("/no/such/file.tar"), "\(error)")
        }
    }

    func testBytesAfterTheCompressedStreamAreAnIssue() {
        let packed = Tar.file("a", "b").compressed(as: .gzip) + Data("\r\n".utf8)
        let listing = TarListing(Tar.end.compressed(as: .gzip) + Data("\r\n".utf8), as: .gzip)
        XCTAssertEqual(listing.outcome, ["unclaimedBytes: ignoredBytes"])
        XCTAssertEqual(
            TarListing(packed, as: .gzip).outcome,
            ["unclaimedBytes: ignoredBytes", "missingEnd: usedAsWritten"]
        )
        XCTAssertEqual(TarListing(packed, as: .gzip) { 1 }, TarListing(packed, as: .gzip))
    }

    func testADamagedCompressedStreamIsAnErrorAfterItsEntries() {
        var packed = (Tar.file("a", "b") + Tar.end).compressed(as: .gzip)
        packed[packed.count - 8] ^= 1
        let listing = TarListing(packed, as: .gzip)
        XCTAssertEqual(listing.paths, ["a"])
        XCTAssertEqual(listing.outcome, ["checksumMismatch!"])
    }
}

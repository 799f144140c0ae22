import FootingArchives
import Foundation
import TestSupport
import XCTest

final class TarReaderTests: XCTestCase {
    /// An archive of all formats, with all kinds of extension headers.
    static let mixture =
        Tar.file("v7.txt", "old", format: .v7) + Tar.header("folder/", type: "\0", format: .v7)
        + Tar.records([("comment", "0123456789abcdef"), ("mtime", "5")], type: "g")
        + Tar.file("ustar.txt", String(repeating: "u", count: 600))
        + Tar.extended("L", Data("a/long/name.txt\0".utf8)) + Tar.file("x", "gnu", format: .gnu)
        + Tar.extended("K", Data("long target\0".utf8))
        + Tar.header("link", type: "2", link: "short", format: .gnu)
        + Tar.records([("path", "päx.txt"), ("mtime", "1.5"), ("SCHILY.xattr.user.a", "b\n=c")])
        + Tar.file("y", "pax")
        + Tar.sparse("holes", size: 5_000, [(1_000, 3), (4_000, 2)], stored: Data("abcde".utf8))
        + Tar.header("hard", type: "1", link: "v7.txt") + Tar.end

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
        for cut in stride(from: 0, to: Self.mixture.count, by: isUnderStress ? 1 : 13) {
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
        for count in 0..<archive.count where isUnderStress || count % 11 == 0 || count % 512 < 2 {
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
        for round in 0..<rounds(300, underStress: 20_000) {
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

    // MARK: Rules

    /// Archives, the paths that are read, and the issues and the error.
    ///
    /// With `.untrusted`, the first issue is an error.
    private static let cases: [(name: String, Data, paths: [String], [String])] = [
        ("nothing", Data(), [], ["truncated!"]),
        ("text", Data(String(repeating: "text ", count: 200).utf8), [], ["notAnArchive!"]),
        ("only the end", Tar.end, [], []),
        ("one block of zeros", Data(count: 512), [], ["missingEnd: usedAsWritten"]),
        ("no end", Tar.file("a", "b"), ["a"], ["missingEnd: usedAsWritten"]),
        (
            "one block of zeros, then an entry", Tar.file("a") + Data(count: 512) + Tar.file("b"),
            ["a"], ["missingEnd: usedAsWritten", "unclaimedBytes: ignoredBytes"]
        ),
        (
            "two archives", Tar.file("a") + Tar.end + Tar.file("b") + Tar.end, ["a"],
            ["unclaimedBytes: ignoredBytes"]
        ),
        ("zeros after the end", Tar.file("a") + Tar.end + Data(count: 9_001), ["a"], []),
        (
            "a signed sum",
            Tar.header("\u{E4}", replacing: [148: signedSum(of: Tar.header("\u{E4}"))]) + Tar.end,
            ["\u{E4}"], []
        ),
        (
            "a wrong sum", Tar.file("a") + Tar.header("b", replacing: [148: "0000000\0"]), ["a"],
            ["checksumMismatch!"]
        ),
        (
            "sums of a wrong first block", Tar.header("b", replacing: [148: "1\0"]), [],
            ["notAnArchive!"]
        ),
        (
            "a size of letters", Tar.header("a", replacing: [124: "12x4"]), [], ["malformed!"]
        ),
        (
            "a size after a NUL", Tar.header("a", bytes: [124: [0] + Array("0000000010\0".utf8)]),
            [],
            ["malformed!"]
        ),
        (
            "a size with spaces",
            Tar.header("a", replacing: [124: "         2 \0"])
                + Tar.body(Data("hi".utf8)) + Tar.end, ["a"], []
        ),
        (
            "a blank size",
            Tar.header("a", bytes: [124: Array(repeating: 0x20, count: 12)]) + Tar.end,
            ["a"], []
        ),
        (
            "a negative size", Tar.header("a", bytes: [124: Array(repeating: 0xFF, count: 12)]), [],
            ["malformed!"]
        ),
        (
            "a size of 2^63", Tar.header("a", bytes: [124: [0x80, 0, 0, 0, 0x80] + zeros(7)]), [],
            ["malformed!"]
        ),
        (
            "a size of 2^63 - 1",
            Tar.header(
                "a",
                bytes: [124: [0x80, 0, 0, 0, 0x7F] + [UInt8](repeating: 0xFF, count: 7)]
            ),
            ["a"], ["truncated!"]
        ),
        (
            "a binary size",
            Tar.header("a", bytes: [124: [0x80] + zeros(10) + [2]])
                + Tar.body(Data("hi".utf8)) + Tar.end, ["a"], []
        ),
        (
            "a date and an owner that are no numbers",
            Tar.header("a", replacing: [136: "tomorrow", 108: "me"]) + Tar.end, ["a"],
            ["malformed: ignoredField", "malformed: ignoredField"]
        ),
        (
            "a negative owner",
            Tar.header("a", bytes: [108: Array(repeating: 0xFF, count: 8)])
                + Tar.end, ["a"], ["malformed: ignoredField"]
        ),
        (
            "a negative date",
            Tar.header("a", bytes: [136: Array(repeating: 0xFF, count: 12)])
                + Tar.end, ["a"], []
        ),
        ("a prefix", Tar.header("a", replacing: [345: "p/q"]) + Tar.end, ["p/q/a"], []),
        (
            "a prefix of GNU", Tar.header("a", format: .gnu, replacing: [345: "no"]) + Tar.end,
            ["a"], []
        ),
        (
            "a prefix of v7", Tar.header("a", format: .v7, replacing: [345: "no"]) + Tar.end, ["a"],
            []
        ),
        ("a type 7", Tar.header("a", type: "7") + Tar.end, ["a"], []),
        (
            "a list of names",
            Tar.header("a", type: "D", size: 3) + Tar.body(Data("Yb\0".utf8))
                + Tar.file("b") + Tar.end, ["a", "b"], []
        ),
        ("a label", Tar.header("a", type: "V") + Tar.file("b") + Tar.end, ["b"], []),
        (
            "a volume's continuation",
            Tar.header("a", type: "M", size: 1) + Tar.body(Data([1]))
                + Tar.file("b") + Tar.end, ["b"], ["unsupportedKind: skippedEntry"]
        ),
        (
            "an unknown kind",
            Tar.header("a", type: "Z", size: 1) + Tar.body(Data([1]))
                + Tar.file("b") + Tar.end, ["b"], ["unsupportedKind: skippedEntry"]
        ),
        (
            "a folder with a size", Tar.header("a", type: "5", size: 9) + Tar.file("b") + Tar.end,
            ["a", "b"], ["headersDisagree: ignoredField"]
        ),
        (
            "a link with a size", Tar.header("a", type: "1", size: 9, link: "b") + Tar.end, ["a"],
            ["headersDisagree: ignoredField"]
        ),
        (
            "a global path",
            Tar.records([("path", "evil"), ("size", "7")], type: "g")
                + Tar.file("a") + Tar.end, ["a"],
            ["headersDisagree: ignoredField", "headersDisagree: ignoredField"]
        ),
        (
            "a record and a long name",
            Tar.extended("L", Data("long\0".utf8))
                + Tar.records([("path", "record")]) + Tar.file("a") + Tar.end, ["record"],
            ["headersDisagree: ignoredField"]
        ),
        (
            "two long names",
            Tar.extended("L", Data("b\0".utf8)) + Tar.extended("L", Data("c\0".utf8))
                + Tar.file("a") + Tar.end, ["c"], ["headersDisagree: ignoredField"]
        ),
        (
            "two headers with records",
            Tar.records([("path", "b"), ("size", "5")])
                + Tar.records([("path", "c")]) + Tar.file("a") + Tar.end, ["c"],
            ["headersDisagree: ignoredField"]
        ),
        (
            "records before a long name",
            Tar.records([("size", "2")])
                + Tar.extended("L", Data("a/long/name\0".utf8)) + Tar.header("a")
                + Tar.body(Data("hi".utf8)) + Tar.end, ["a/long/name"], []
        ),
        (
            "a size in a record",
            Tar.records([("size", "2")]) + Tar.header("a")
                + Tar.body(Data("hi".utf8)) + Tar.end, ["a"], []
        ),
        (
            "two sizes",
            Tar.records([("size", "2")]) + Tar.header("a", size: 600)
                + Tar.body(Data("hi".utf8)) + Tar.end, ["a"], ["headersDisagree: ignoredField"]
        ),
        ("a negative record", Tar.records([("size", "-2")]) + Tar.file("a"), [], ["malformed!"]),
        (
            "a record beyond 2^63", Tar.records([("size", "9223372036854775808")]) + Tar.file("a"),
            [],
            ["malformed!"]
        ),
        (
            "a NUL in a path",
            Tar.records([("path", "good\0evil")]) + Tar.file("a", "b")
                + Tar.file("c") + Tar.end, ["c"], ["unsafePath: skippedEntry"]
        ),
        (
            "a NUL in a target",
            Tar.records([("linkpath", "good\0evil")])
                + Tar.header("a", type: "2", link: "b") + Tar.end, [], ["unsafePath: skippedEntry"]
        ),
        ("an empty path", Tar.records([("path", "")]) + Tar.file("a") + Tar.end, ["a"], []),
        ("records without an entry", Tar.records([("path", "a")]), [], ["truncated!"]),
        ("records before the end", Tar.records([("path", "a")]) + Tar.end, [], ["malformed!"]),
        ("a global header alone", Tar.records([("comment", "a")], type: "g") + Tar.end, [], []),
        (
            "a sparse map out of order",
            Tar.sparse("a", size: 100, [(50, 1), (10, 1)], stored: Data("ab".utf8)), [],
            ["malformed!"]
        ),
        (
            "a sparse map that overlaps",
            Tar.sparse("a", size: 100, [(0, 2), (1, 1)], stored: Data("abc".utf8)), [],
            ["malformed!"]
        ),
        (
            "a sparse map beyond the size",
            Tar.sparse("a", size: 10, [(9, 2)], stored: Data("ab".utf8)), [], ["malformed!"]
        ),
        (
            "a sparse map that stores too little",
            Tar.sparse("a", size: 10, [(0, 3)], stored: Data("ab".utf8)), [], ["malformed!"]
        ),
        (
            "a sparse map that continues",
            Tar.sparse(
                "a",
                size: 100,
                [(0, 1), (2, 1), (4, 1), (6, 1)],
                stored: Data(count: 6),
                continues: true
            )
                + Tar.moreRegions([(8, 1)], continues: true) + Tar.moreRegions([(10, 1)])
                + Tar.body(Data(count: 6)) + Tar.end, ["a"], []
        ),
        (
            "a sparse map that continues, of an entry that is left out",
            Tar.records([("path", "good\0evil")])
                + Tar.sparse("a", size: 100, [(0, 1)], stored: Data(count: 2), continues: true)
                + Tar.moreRegions([(8, 1)]) + Tar.body(Data(count: 2)) + Tar.file("b") + Tar.end,
            ["b"], ["unsafePath: skippedEntry"]
        ),
        (
            "sparse 0.0",
            Tar.records([
                ("GNU.sparse.size", "9"), ("GNU.sparse.numblocks", "2"), ("GNU.sparse.offset", "1"),
                ("GNU.sparse.numbytes", "1"), ("GNU.sparse.offset", "5"),
                ("GNU.sparse.numbytes", "1"),
            ]) + Tar.file("a", "bc") + Tar.end, ["a"], []
        ),
        (
            "sparse 0.1",
            Tar.records([
                ("GNU.sparse.size", "9"), ("GNU.sparse.map", "1,1,5,1"),
                ("GNU.sparse.name", "real"),
            ]) + Tar.file("a", "bc") + Tar.end, ["real"], []
        ),
        (
            "sparse 0.1 with half a region",
            Tar.records([("GNU.sparse.size", "9"), ("GNU.sparse.map", "1,2,5")])
                + Tar.file("a", "bc"),
            [], ["malformed!"]
        ),
        (
            "sparse 1.0", sparse1("2\n1\n1\n5\n1\n", "bc") + Tar.end, ["real"], []
        ),
        ("sparse 1.0 with a huge map", sparse1("99999999\n1\n", "bc"), [], ["malformed!"]),
        ("sparse 1.0 with a map of letters", sparse1("x\n", "bc"), [], ["malformed!"]),
        (
            "sparse 2.0",
            Tar.records([
                ("GNU.sparse.major", "2"), ("GNU.sparse.minor", "0"), ("GNU.sparse.realsize", "9"),
            ]) + Tar.file("a", "bc") + Tar.file("b") + Tar.end, ["b"],
            ["unsupportedFeature: skippedEntry"]
        ),
    ]

    private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

    private static func signedSum(of header: Data) -> String {
        var block = header
        for index in 148..<156 { block[index] = 0x20 }
        let sum = block.reduce(0) { $0 + Int(Int8(bitPattern: $1)) }
        return String(decoding: Tar.octal(sum, digits: 6), as: UTF8.self)
    }

    private static func sparse1(_ map: String, _ stored: String) -> Data {
        let contents = Tar.body(Data(map.utf8)) + Data(stored.utf8)
        return Tar.records([
            ("GNU.sparse.major", "1"), ("GNU.sparse.minor", "0"), ("GNU.sparse.name", "real"),
            ("GNU.sparse.realsize", "9"),
        ]) + Tar.header("a", size: contents.count) + Tar.body(contents)
    }

    func testEachCaseHasItsIssuesOrItsError() {
        for (name, archive, paths, outcome) in Self.cases {
            let listing = TarListing(archive)
            XCTAssertEqual(listing.paths, paths, "\(name): \(listing)")
            XCTAssertEqual(listing.outcome, outcome, "\(name): \(listing)")
            XCTAssertEqual(TarListing(archive) { 1 }, listing, name)
        }
    }

    func testUntrustedMakesIssuesErrors() {
        for (name, archive, paths, outcome) in Self.cases {
            let listing = TarListing(archive, options: .untrusted)
            guard let first = outcome.first else {
                XCTAssertEqual(listing.outcome, [], name)
                XCTAssertEqual(listing.paths, paths, name)
                continue
            }
            let code = first.prefix { $0 != ":" && $0 != "!" }
            XCTAssertEqual(listing.error.map { "\($0.code)" }, String(code), "\(name): \(listing)")
        }
    }

    func testRecordsThatBreakTheirFormatAreMalformed() {
        let invalid = [
            "5 a=b", "7 a=b\n", "+6 a=b\n", "6  a=b\n", "06 ab\n", "4 a\n", "5 =b\n", "x", "a=b\n",
            "9999999999 a=b\n", "99999999999999999999 a=b\n", "-6 a=b\n", "3 \n", "0 a=b\n",
            "6 a=b\n\0",
        ]
        for records in invalid {
            let archive = Tar.extended("x", Data(records.utf8)) + Tar.file("a") + Tar.end
            XCTAssertEqual(TarListing(archive).outcome, ["malformed!"], records)
        }
    }

    func testALongKeyIsMalformed() {
        for (count, outcome) in [(256, []), (257, ["malformed!"]), (250_000, ["malformed!"])] {
            // Combining marks out of order, which are the slowest to compare.
            let key = String(repeating: "\u{301}\u{327}", count: count)
            let archive = Tar.records([(key, "a")]) + Tar.file("b") + Tar.end
            XCTAssertEqual(TarListing(archive).outcome, outcome, "\(count) pairs of marks")
        }
    }

    func testMessagesHaveNothingOfTheArchive() {
        let key = "GNU.sparse.\u{1B}[2J"
        let archive = Tar.records([(key, "1")], type: "g") + Tar.file("a") + Tar.end
        let listing = TarListing(archive)
        XCTAssertEqual(listing.outcome, ["headersDisagree: ignoredField"])
        XCTAssertFalse("\(listing.issues)".contains("sparse"), "\(listing.issues)")
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

    func testFinishingBeforeTheItemsWereReadLosesNone() throws {
        let reader = TarReader()
        try reader.append(Tar.file("a", "b") + Tar.file("c"))
        try reader.finish()

        var count = 0
        while try reader.next() != nil { count += 1 }
        XCTAssertEqual(count, 3)
        XCTAssertEqual(reader.report.issues.map(\.code), [.missingEnd])
    }

    func testSkippingAfterFinishingDropsNothingOfTheNextEntry() throws {
        let reader = TarReader()
        try reader.append(Tar.file("a", "a") + Tar.file("b", "b") + Tar.end)
        XCTAssertNotNil(try reader.next())
        XCTAssertEqual(try reader.next(), .contents(Data("a".utf8)))
        try reader.finish()
        reader.skipContents()

        guard case .entry(let entry) = try reader.next() else { return XCTFail("no entry") }
        XCTAssertEqual(entry.path, "b")
        XCTAssertEqual(try reader.next(), .contents(Data("b".utf8)))
        XCTAssertNil(try reader.next())
    }

    func testSkippingAfterFinishingDropsTheContentsThatFollow() throws {
        let reader = TarReader()
        try reader.append(Tar.file("a", "a") + Tar.file("b") + Tar.end)
        XCTAssertNotNil(try reader.next())
        try reader.finish()
        reader.skipContents()

        guard case .entry(let entry) = try reader.next() else { return XCTFail("no entry") }
        XCTAssertEqual(entry.path, "b")
    }

    func testSkippedContentsAreNotReturned() throws {
        let folder = try TemporaryFolder(self)
        let archive =
            Tar.file("a", String(repeating: "a", count: 200_000)) + Tar.file("b", "b") + Tar.end
        let file = try folder.write(archive, to: "a.tar")
        let packed = try folder.write(archive.compressed(as: .gzip), to: "a.tar.gz")
        let stream = TarReader()
        try stream.append(archive)
        for reader in [
            stream, try TarReader(contentsOf: file), try TarReader(contentsOf: packed, as: .gzip),
        ] {
            var paths: [String] = []
            while let item = try reader.next() {
                guard case .entry(let entry) = item else { return XCTFail("\(item)") }
                paths.append("\(entry.path)")
                reader.skipContents()
            }
            XCTAssertEqual(paths, ["a", "b"])
            XCTAssertTrue(reader.report.isClean)
        }
    }

    func testSkippingBeyondTheEndOfAFileIsTruncated() throws {
        let folder = try TemporaryFolder(self)
        let archive = Tar.header("a", size: 1 << 32) + Data(count: 100_000)
        let reader = try TarReader(contentsOf: folder.write(archive, to: "a.tar"))
        XCTAssertNotNil(try reader.next())
        reader.skipContents()

        XCTAssertThrowsError(try reader.next()) { error in
            XCTAssertEqual((error as? ArchiveError)?.code, .truncated)
            XCTAssertEqual((error as? ArchiveError)?.offset, archive.count)
            XCTAssertEqual((error as? ArchiveError)?.url?.lastPathComponent, "a.tar")
        }
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

    // MARK: Limits

    func testLimitsAreExactAndNamed() {
        let records = Tar.records([("path", String(repeating: "a", count: 200))])
        let sparse = Tar.sparse("a", size: 90, [(80, 2)], stored: Data("ab".utf8))
        let cases: [(WritableKeyPath<ArchiveOptions.Limits, Int>, Int, Data, ArchiveError.Limit)] =
            [
                (\.entryBytes, 600, Tar.file("a", String(repeating: "a", count: 600)), .entryBytes),
                (
                    \.totalBytes, 60,
                    Tar.file("a", "12345") + Tar.file("b", String(repeating: "a", count: 55)),
                    .totalBytes
                ),
                (
                    \.entries, 3, Tar.file("a") + Tar.file("b") + Tar.header("c", type: "V"),
                    .entries
                ),
                (\.headerBytes, 210, records + Tar.file("a"), .headerBytes),
                (\.entryBytes, 90, sparse, .entryBytes),
            ]
        for (limit, value, archive, name) in cases {
            var options = ArchiveOptions.standard
            options.limits[keyPath: limit] = value
            XCTAssertNil(TarListing(archive + Tar.end, options: options).error, "\(name)")

            options.limits[keyPath: limit] = value - 1
            let listing = TarListing(archive + Tar.end, options: options)
            XCTAssertEqual(listing.error?.code, .limitExceeded, "\(name): \(listing)")
            XCTAssertEqual(listing.error?.limit, name)
            XCTAssertEqual(listing.error?.limitValue, value - 1)
            if limit == \.entryBytes || limit == \.totalBytes {
                // A hole is refused as a whole.
                let count = archive == sparse ? 82 : value - 1
                XCTAssertEqual(listing.contents.reduce(0) { $0 + $1.count }, count)
            }
            XCTAssertEqual(TarListing(archive + Tar.end, options: options) { 1 }, listing)
        }
    }

    func testHolesCountTowardsTheRatio() {
        // The hole follows 1,024 bytes of headers and contents.
        for (size, isAllowed) in [(200 * 1_024 + 1, true), (1 << 20, true), (2 << 20, false)] {
            let archive =
                Tar.sparse("a", size: size, [(0, 512)], stored: Data(count: 512)) + Tar.end
            let listing = TarListing(archive, options: .untrusted)
            XCTAssertEqual(listing.error?.limit, isAllowed ? nil : .ratio, "\(listing)")
            XCTAssertEqual(listing.contents.first?.count, isAllowed ? size : 512)
            XCTAssertEqual(TarListing(archive, options: .untrusted) { 1 }, listing)
        }
        var options = ArchiveOptions.standard
        for (ratio, isAllowed) in [(2_048, true), (2_047, false)] {
            options.limits.ratio = ratio
            let archive = Tar.sparse("a", size: 2 << 20, [(0, 512)], stored: Data(count: 512))
            XCTAssertEqual(
                TarListing(archive + Tar.end, options: options).error?.limit,
                isAllowed ? nil : .ratio
            )
        }
    }

    func testAHugeHoleIsRefusedBeforeItBegins() {
        var options = ArchiveOptions.standard
        options.limits.totalBytes = 1 << 40
        let archive =
            Tar.records([("GNU.sparse.size", "\(Int.max)"), ("GNU.sparse.map", "0,0")])
            + Tar.header("a") + Tar.end
        let listing = TarListing(archive, options: options)
        XCTAssertEqual(listing.error?.limit, .totalBytes)
        XCTAssertEqual(listing.contents, [Data()])
        options.limits.entryBytes = 1 << 40
        XCTAssertEqual(TarListing(archive, options: options).error?.limit, .entryBytes)
    }

    func testAHeaderThatClaimsMuchAllocatesNothing() {
        for type in "xgLK" {
            let archive = Tar.header("a", type: type, size: 1 << 32) + Data(count: 3_000)
            XCTAssertEqual(TarListing(archive).outcome, ["truncated!"], "\(type)")
        }
    }

    func testAMapHasAtMost65536Regions() {
        for count in [65_536, 65_537] {
            let map = "\(count)\n" + (0..<count).map { "\($0 * 2)\n1\n" }.joined()
            let contents = Tar.body(Data(map.utf8)) + Data(count: count)
            let archive =
                Tar.records([
                    ("GNU.sparse.major", "1"), ("GNU.sparse.minor", "0"),
                    ("GNU.sparse.realsize", "200000"),
                ]) + Tar.header("a", size: contents.count) + Tar.body(contents) + Tar.end
            let listing = TarListing(archive)
            XCTAssertEqual(listing.outcome, count == 65_536 ? [] : ["malformed!"])
        }
    }
}

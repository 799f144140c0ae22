import FootingArchives
import Foundation
import XCTest

final class TarRuleTests: XCTestCase {
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

    func testTheMessageOfAMissingEndNamesItsBlocks() throws {
        for (end, message) in [
            (Data(), "the two blocks of zeros at the end are missing"),
            (Data(count: 512), "one of the two blocks of zeros at the end is missing"),
        ] {
            let reader = TarReader()
            try reader.append(Tar.file("a", "b") + end)
            try reader.finish()
            while try reader.next() != nil {}
            XCTAssertEqual(reader.report.issues.map(\.message), [message])
            XCTAssertEqual(reader.report.issues.map(\.offset), [1_024 + end.count])
        }
    }

    func testMessagesHaveNothingOfTheArchive() {
        let key = "GNU.sparse.\u{1B}[2J"
        let archive = Tar.records([(key, "1")], type: "g") + Tar.file("a") + Tar.end
        let listing = TarListing(archive)
        XCTAssertEqual(listing.outcome, ["headersDisagree: ignoredField"])
        XCTAssertFalse("\(listing.issues)".contains("sparse"), "\(listing.issues)")
    }
}

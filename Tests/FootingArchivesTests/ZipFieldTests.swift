import FootingArchives
import Foundation
import XCTest

/// Fields of entries that are unusual or wrong, with the exact outcome of each.
final class ZipFieldTests: XCTestCase {
    private typealias Entry = ZipSample.Entry

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
                ZipOutcome($0, $1, contents: ["a": $2])
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
            ZipOutcome("Zstandard", entry(93).data, contents: ["a": "unsupportedMethod"]),
            ZipOutcome("shrunk", entry(1).data, contents: ["a": "unsupportedMethod"]),
            ZipOutcome("encrypted", entry(0, 1).data, contents: ["a": "encrypted"]),
            ZipOutcome("AES", entry(99, 1).data, contents: ["a": "encrypted"]),
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
            ZipOutcome("reordered", reordered, contents: ["a": "alpha", "b": "beta"])
        ])
    }
}

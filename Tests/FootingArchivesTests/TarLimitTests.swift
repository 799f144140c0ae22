import FootingArchives
import Foundation
import XCTest

final class TarLimitTests: XCTestCase {
    func testLimitsAreExactAndNamed() {
        let records = Tar.records([("path", String(repeating: "a", count: 200))])
        let sparse = Tar.sparse("a", size: 90, [(80, 2)], stored: Data("ab".utf8))
        typealias Path = WritableKeyPath<ArchiveOptions.Limits, Int>
        let cases: [(Path, Int, Data, ArchiveOptions.Limit)] =
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

    func testTheHeadersOfAnEntryLeaveTheRoomOfTheNextOne() {
        var options = ArchiveOptions.standard
        for type in "gx" as String {
            let header = Tar.records([("comment", "0123456789")], type: type)
            options.limits.headerBytes = Tar.record("comment", "0123456789").utf8.count
            let entry = header + Tar.file("a")
            XCTAssertNil(TarListing(entry + entry + Tar.end, options: options).error, "\(type)")
            let two = header + entry + Tar.end
            XCTAssertEqual(TarListing(two, options: options).error?.limit, .headerBytes, "\(type)")
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

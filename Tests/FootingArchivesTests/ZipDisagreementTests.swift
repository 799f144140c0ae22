import FootingArchives
import Foundation
import XCTest

/// Headers and fields that contradict each other.
final class ZipDisagreementTests: XCTestCase {
    private typealias Entry = ZipSample.Entry

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
}

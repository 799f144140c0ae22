import FootingArchives
import Foundation
import TestSupport
import XCTest

/// Archives that try to leave the folder into which they are unpacked.
final class HostileUnpackingTests: XCTestCase {
    /// A folder with a sentinel beside the destination, which nothing may change.
    private struct Place {
        let folder: TemporaryFolder
        let destination: URL
        private let sentinel: URL
        private let before: [String: String]

        init(_ test: XCTestCase) throws {
            folder = try TemporaryFolder(test)
            destination = folder.url.appending(path: "parent/out")
            sentinel = folder.url.appending(path: "outside")
            try folder.write("precious", to: "outside/file")
            try folder.write("program", to: "outside/inner/program")
            try folder.makeFolder("parent/out")
            before = FileTree.listing(of: sentinel, exact: true)
        }

        var contents: [String: String] { FileTree.listing(of: destination) }

        func check(_ name: String) throws {
            XCTAssertEqual(FileTree.listing(of: sentinel, exact: true), before, name)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            XCTAssertEqual(Set(names), ["outside", "parent"], name)
            let siblings = try FileManager.default.contentsOfDirectory(
                atPath: folder.url.appending(path: "parent").path
            )
            XCTAssertEqual(siblings, ["out"], name)
        }
    }

    private typealias Entry = (path: String, kind: Character, target: String)

    /// Archives, as entries with kinds of tar, the issues, and the files that are created.
    private static let cases: [(name: String, [Entry], [ArchiveError.Code], [String: String])] = [
        ("a parent", [("../evil", "0", ""), ("a", "0", "")], [.unsafePath], ["a": file]),
        ("an absolute path", [("/evil", "0", ""), ("a", "0", "")], [.unsafePath], ["a": file]),
        ("a parent inside", [("a/../../evil", "0", "")], [.unsafePath], [:]),
        ("a parent that stays inside", [("a/b/../c", "0", "")], [.unsafePath], [:]),
        ("a folder that is a parent", [("../evil", "5", "")], [.unsafePath], [:]),
        ("a drive", [("c:/evil", "0", "")], [.unsafePath], [:]),
        ("a file without a path", [("./", "0", "")], [.unsafePath], [:]),
        ("the folder itself", [("./", "5", ""), ("./a", "0", "")], [], ["a": file]),
        (
            "a long name", [(String(repeating: "n", count: 256), "0", ""), ("a", "0", "")],
            [.unsafePath], ["a": file]
        ),
        (
            "a deep path", [(String(repeating: "d/", count: 256) + "evil", "0", "")],
            [.unsafePath], [:]
        ),
        ("a link to a parent", [("up", "2", "../..")], [.unsafeLink], [:]),
        ("a link to the root", [("up", "2", "/")], [.unsafeLink], [:]),
        ("a link without a target", [("up", "2", "")], [.unsafeLink], [:]),
        (
            "a link through another",
            [("p/q/r/up", "2", "../../.."), ("z", "2", "p/q/r/up/..")], [.unsafeLink],
            ["p": folder, "p/q": folder, "p/q/r": folder, "p/q/r/up": "link ../../.."]
        ),
        (
            "links that stay inside",
            [
                ("a", "0", ""), ("s/b", "2", "./.././a"), ("c", "2", "./s//b"),
                ("d", "2", "missing"),
            ],
            [],
            [
                "a": file, "s": folder, "s/b": "link ./.././a", "c": "link ./s//b",
                "d": "link missing",
            ]
        ),
        (
            "a link with too many parents", [("s/b", "2", "../../outside")], [.unsafeLink], [:]
        ),
        (
            "a file through a link", [("d", "2", "s"), ("d/evil", "0", "")], [.duplicatePath],
            ["d": folder, "d/evil": file]
        ),
        (
            "a file through a file", [("d", "0", ""), ("d/evil", "0", "")], [.blockedPath],
            ["d": file]
        ),
        (
            "a hard link to a parent", [("h", "1", "../outside/file")], [.unsafeLink], [:]
        ),
        (
            "a hard link to nothing", [("h", "1", "later"), ("later", "0", "")], [.unsafeLink],
            ["later": file]
        ),
        (
            "a hard link to a folder", [("d", "5", ""), ("h", "1", "d")], [.unsafeLink],
            ["d": folder]
        ),
        (
            "a hard link to a link", [("l", "2", "a"), ("s/h", "1", "l"), ("a", "0", "")], [],
            ["l": "link a", "s": folder, "s/h": "link a", "a": file]
        ),
        (
            "a hard link to a link that leaves", [("s/l", "2", "../a"), ("h", "1", "s/l")],
            [.unsafeLink], ["s": folder, "s/l": "link ../a"]
        ),
        ("a hard link", [("a", "0", ""), ("h", "1", "./a")], [], ["a": file, "h": file]),
        (
            "devices and pipes",
            [("c", "3", ""), ("b", "4", ""), ("p", "6", ""), ("a", "0", "")],
            [.unsupportedKind, .unsupportedKind, .unsupportedKind], ["a": file]
        ),
        (
            "two files of one path", [("a", "0", "one"), ("./a", "0", "two")], [.duplicatePath],
            ["a": "file 644 two"]
        ),
        (
            "a file and a folder of one path", [("a", "0", ""), ("a", "5", "")], [.blockedPath],
            ["a": file]
        ),
        (
            "a folder and a file of one path", [("a", "5", ""), ("a", "0", "")], [.duplicatePath],
            ["a": folder]
        ),
        (
            "two folders of one path", [("a", "5", ""), ("a", "5", "")], [.duplicatePath],
            ["a": folder]
        ),
        (
            "two links of one path", [("a", "2", "b"), ("a", "2", "c")], [.duplicatePath],
            ["a": "link b"]
        ),
    ]

    private static let file = "file 644 "
    private static let folder = "folder 755"

    private static func tar(_ entries: [Entry]) -> Data {
        var archive = Data()
        for (path, kind, target) in entries {
            let contents = kind == "0" ? Data(target.utf8) : Data()
            if path.utf8.count > 100 {
                archive += Tar.extended("L", Data(path.utf8) + Data([0]))
            }
            let link = kind == "1" || kind == "2" ? target : ""
            archive += Tar.header(path, type: kind, size: contents.count, link: link)
            archive += Tar.body(contents)
        }
        return archive + Tar.end
    }

    /// The archive as zip, which has no hard links, devices and pipes.
    private static func zip(_ entries: [Entry]) -> Data? {
        guard entries.allSatisfy({ "025".contains($0.kind) }) else { return nil }
        return ZipSample(
            entries.map { path, kind, contents in
                let isFolder = kind == "5"
                let path = isFolder && !path.hasSuffix("/") ? path + "/" : path
                let mode = kind == "2" ? 0o120777 : isFolder ? 0o040755 : 0o100644
                return ZipSample.Entry(path, contents).with(\.attributes, mode << 16)
            }
        ).data
    }

    func testNothingLeavesTheFolder() throws {
        for (name, entries, codes, files) in Self.cases {
            let place = try Place(self)
            let unpacker = try TarUnpacker(to: place.destination)
            try unpacker.append(Self.tar(entries))
            let report = try unpacker.finish()

            XCTAssertEqual(report.issues.map(\.code), codes, "\(name): \(report.issues)")
            XCTAssertEqual(place.contents, files, name)
            try place.check(name)
        }
    }

    func testNothingOfAZipArchiveLeavesTheFolder() throws {
        for (name, entries, codes, files) in Self.cases {
            // A zip archive with a slash at the end of a path has a folder there.
            guard name != "a file without a path", let data = Self.zip(entries) else { continue }
            let place = try Place(self)
            let archive = try ZipArchive(data)
            let report = try archive.unpack(to: place.destination)

            let found = report.issues.map { "\($0.code)" }.sorted()
            let opening = archive.report.issues.map(\.code).filter { !codes.contains($0) }
            let expected = (opening + codes).map { "\($0)" }.sorted()
            XCTAssertEqual(found, expected, "\(name): \(report.issues)")
            XCTAssertEqual(place.contents, files, name)
            try place.check(name)
        }
    }

    func testAnIssueOfAZipArchiveIsCountedOnce() throws {
        let other = ZipSample.Entry("b", "x").with(\.localName, [0x63])
        let shared = ZipSample.Entry("b", "x").with(\.central, [.offset: 0])
        let rows: [(ArchiveError.Code, [ZipSample.Entry], checked: Bool, count: Int, [String])] = [
            (.duplicatePath, [.init("a", "1"), .init("a", "2")], false, 1, ["a"]),
            (.duplicatePath, [.init("a/"), .init("a/")], false, 1, ["a"]),
            (.overlapping, [.init("a", "1"), shared], false, 2, []),
            (.headersDisagree, [.init("a", "1"), other], true, 1, ["a"]),
            (.headersDisagree, [.init("a", "1"), other], false, 0, ["a"]),
        ]
        for (code, entries, checksLocalHeaders, count, files) in rows {
            let place = try Place(self)
            var options = ArchiveOptions.standard
            options.checksLocalHeaders = checksLocalHeaders
            let data = ZipSample(entries).data
            let archive = try ZipArchive(data, options: options)
            XCTAssertEqual(archive.report.issueCount, count, "\(code)")
            let report = try archive.unpack(to: place.destination)
            let codes = Array(repeating: code, count: max(1, count))
            XCTAssertEqual(report.issues.map(\.code), codes, "\(code)")
            XCTAssertEqual(report.issueCount, codes.count, "\(code)")
            XCTAssertEqual(place.contents.keys.sorted(), files, "\(code)")

            options.stopsAtFirstIssue = true
            XCTAssertThrowsError(
                try ZipArchive(data, options: options).unpack(to: Place(self).destination)
            ) { error in
                let error = error as? ArchiveError
                XCTAssertEqual(error?.code, code)
                XCTAssertEqual(error?.report?.issueCount, 1)
            }
        }
        // Two paths of the archive that become one are an issue of unpacking.
        let place = try Place(self)
        let archive = try ZipArchive(ZipSample([.init("a", "1"), .init("b", "2")]).data)
        let report = try archive.unpack(to: place.destination, renaming: { _ in "c" })
        XCTAssertEqual(report.issues.map(\.code), [.duplicatePath])
    }

    func testUntrustedArchivesEndWithTheFirstIssue() throws {
        for (name, entries, codes, _) in Self.cases {
            let place = try Place(self)
            let unpacker = try TarUnpacker(to: place.destination, options: .untrusted)
            var found: ArchiveError?
            do throws(ArchiveError) {
                try unpacker.append(Self.tar(entries))
                _ = try unpacker.finish()
            } catch {
                found = error
                XCTAssertEqual(error.report?.issues.map(\.code), [error.code], name)
            }
            XCTAssertEqual(found?.code, codes.first, name)
            try place.check(name)
        }
    }

    func testAZipArchiveThatIsRefusedLeavesNothingBehind() throws {
        for (name, entries, codes, _) in Self.cases where codes.first != .blockedPath {
            // A zip archive with a slash at the end of a path has a folder there.
            guard let code = codes.first, code != .duplicatePath, let data = Self.zip(entries),
                name != "a file without a path"
            else { continue }
            let place = try Place(self)
            try FileManager.default.removeItem(at: place.destination)
            var options = ArchiveOptions.standard
            options.stopsAtFirstIssue = true
            XCTAssertThrowsError(
                try ZipArchive(data, options: options).unpack(to: place.destination),
                name
            ) { error in
                XCTAssertEqual((error as? ArchiveError)?.code, code, name)
            }
            let parent = place.destination.deletingLastPathComponent()
            XCTAssertEqual(FileTree.listing(of: parent), [:], name)
        }
    }

    func testLinksThatExistedBlockThePath() throws {
        let place = try Place(self)
        try FileManager.default.createSymbolicLink(
            atPath: place.destination.appending(path: "d").path,
            withDestinationPath: "../../outside"
        )
        try FileManager.default.createSymbolicLink(
            atPath: place.destination.appending(path: "f").path,
            withDestinationPath: "../../outside/file"
        )
        let entries: [Entry] = [
            ("d/evil", "0", "x"), ("d/inner", "5", ""), ("d", "5", ""), ("f", "0", "x"),
            ("h", "1", "f"), ("a", "0", "a"), ("d/h", "1", "a"),
        ]
        let expected: [ArchiveOptions.WriteMode: ([ArchiveError.Code], String)] = [
            .createOnly: (
                [
                    .blockedPath, .blockedPath, .blockedPath, .alreadyExists, .unsafeLink,
                    .blockedPath,
                ],
                "link ../../outside/file"
            ),
            .createOrReplace: (
                [.blockedPath, .blockedPath, .blockedPath, .blockedPath], "file 644 x"
            ),
        ]
        for (mode, (codes, file)) in expected.sorted(by: { $0.value.0.count > $1.value.0.count }) {
            var options = ArchiveOptions.standard
            options.mode = mode
            let unpacker = try TarUnpacker(to: place.destination, options: options)
            try unpacker.append(Self.tar(entries))
            XCTAssertEqual(try unpacker.finish().issues.map(\.code), codes, "\(mode)")
            XCTAssertEqual(place.contents["d"], "link ../../outside")
            XCTAssertEqual(place.contents["f"], file)
            try place.check("\(mode)")
        }
    }

    func testLinksAreSkippedOrAllowedAsAsked() throws {
        let entries: [Entry] = [("a", "0", "a"), ("up", "2", "../.."), ("h", "1", "a")]
        for (links, codes, files) in [
            (ArchiveOptions.Links.skipped, [ArchiveError.Code.unsafeLink, .unsafeLink], ["a"]),
            (.any, [], ["a", "h", "up"]),
        ] {
            let place = try Place(self)
            var options = ArchiveOptions.standard
            options.links = links
            let unpacker = try TarUnpacker(to: place.destination, options: options)
            try unpacker.append(Self.tar(entries))
            XCTAssertEqual(try unpacker.finish().issues.map(\.code), codes)
            let names = try FileManager.default.contentsOfDirectory(atPath: place.destination.path)
            XCTAssertEqual(names.sorted(), files)
        }
    }

    /// Random trees of links that the rule allows: the system resolves none of them to a path
    /// outside.
    func testNoAllowedLinkResolvesOutside() throws {
        var random = SeededRandom(seed: 31)
        var resolved = 0
        for _ in 0..<rounds(20) {
            let place = try Place(self)
            func name() -> String { ["a", "b", "c", "d"].randomElement(using: &random) ?? "a" }
            func path(_ count: Int) -> String {
                (0..<count).map { _ in name() }.joined(separator: "/")
            }
            var entries: [Entry] = []
            for _ in 0..<60 {
                let depth = Int.random(in: 1...4, using: &random)
                let target =
                    String(repeating: "../", count: Int.random(in: 0...4, using: &random))
                    + (Bool.random(using: &random)
                        ? path(Int.random(in: 1...3, using: &random)) : "")
                let kind: Character = Int.random(in: 0..<5, using: &random) == 0 ? "0" : "2"
                entries.append((path(depth), kind, kind == "2" ? target : ""))
            }
            let unpacker = try TarUnpacker(to: place.destination)
            try unpacker.append(Self.tar(entries))
            _ = try unpacker.finish()
            let root = try XCTUnwrap(FileTree.resolved(place.destination))
            for (path, description) in place.contents where description.hasPrefix("link") {
                let link = place.destination.appending(path: path)
                guard let target = FileTree.resolved(link) else { continue }
                resolved += 1
                XCTAssertTrue(
                    target == root || target.hasPrefix(root + "/"),
                    "\(path) resolves to \(target)"
                )
            }
            try place.check("links")
        }
        XCTAssertGreaterThan(resolved, 20)
    }
}

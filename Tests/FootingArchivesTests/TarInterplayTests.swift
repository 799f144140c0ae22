import FootingArchives
import Foundation
import TestSupport
import XCTest

/// Archives of other programs, read here.
final class TarInterplayTests: XCTestCase {
    /// A file of a tree: the kind, the contents or the target, the permissions and the date in
    /// seconds.
    private struct Node: Equatable, CustomStringConvertible {
        let kind: ArchiveEntry.Kind
        var contents = Data()
        var target: String?
        let permissions: UInt16?
        let date: Int

        var description: String {
            "\(kind) \(contents.count) \(target ?? "") \(permissions.map(Int.init) ?? -1) \(date)"
        }
    }

    private static let name240 = String(repeating: "n", count: 240)
    private static let date = 1_234_567_891

    /// Makes a tree with all kinds of files and, unless `short`, names that short headers can't
    /// hold.
    private func makeTree(short: Bool = false) throws -> (URL, [String: Node]) {
        let folder = try TemporaryFolder(self)
        let root = try folder.makeFolder("tree")
        var files: [(String, Data, UInt16)] = [
            ("empty", Data(), 0o644), ("run.sh", Data("#!/bin/sh\n".utf8), 0o755),
            ("sub/a.txt", Data("a".utf8), 0o600), ("sub/block", Samples.log(512), 0o640),
            ("sub/large", Samples.mixture(200_001), 0o644),
        ]
        if !short {
            files.append(("Grüße/日本語.txt", Data("ü".utf8), 0o644))
            files.append(("sub/\(Self.name240)", Data("long".utf8), 0o644))
            let deep = (0..<30).map { "folder\($0)" }.joined(separator: "/")
            files.append(("\(deep)/file", Data("deep".utf8), 0o644))
        }
        var nodes: [String: Node] = [:]
        for (path, contents, permissions) in files {
            let url = try folder.write(contents, to: "tree/\(path)")
            try set(permissions, of: url)
            nodes[path] = Node(
                kind: .file,
                contents: contents,
                permissions: permissions,
                date: Self.date
            )
        }
        var links = [("link", "sub/a.txt"), ("sub/up", "../run.sh")]
        if !short { links.append(("long link", String(repeating: "t", count: 150))) }
        for (path, target) in links {
            try FileManager.default.createSymbolicLink(
                atPath: root.appending(path: path).path,
                withDestinationPath: target
            )
            // Its date can't be set.
            nodes[path] = Node(kind: .symbolicLink, target: target, permissions: 0o777, date: 0)
        }
        try folder.makeFolder("tree/nothing")
        var folders = ["nothing"]
        for path in files.map(\.0) {
            var parent = path[...]
            while let slash = parent.lastIndex(of: "/") {
                parent = parent[..<slash]
                folders.append(String(parent))
            }
        }
        for path in Set(folders).sorted(by: >) {
            try set(0o755, of: root.appending(path: path))
            nodes[path] = Node(kind: .folder, permissions: 0o755, date: Self.date)
        }
        try set(0o755, of: root)
        return (root, nodes)
    }

    private func set(_ permissions: UInt16, of url: URL) throws {
        try FileManager.default.setAttributes(
            [
                .posixPermissions: NSNumber(value: permissions),
                .modificationDate: Date(timeIntervalSince1970: Double(Self.date)),
            ],
            ofItemAtPath: url.path
        )
    }

    private func nodes(of listing: TarListing) -> [String: Node] {
        var nodes: [String: Node] = [:]
        for (entry, contents) in zip(listing.entries, listing.contents) where !entry.path.isEmpty {
            let isLink = entry.kind == .symbolicLink
            let seconds = entry.modificationDate?.timeIntervalSince1970 ?? -1
            nodes[entry.path.string ?? "\(entry.path)"] = Node(
                kind: entry.kind,
                contents: contents,
                target: entry.linkTarget?.string,
                permissions: entry.permissions,
                date: isLink ? 0 : Int(seconds.rounded(.down))
            )
            XCTAssertEqual(entry.size, contents.count, "\(entry.path)")
        }
        return nodes
    }

    private func check(_ archive: URL, _ expected: [String: Node], _ name: String) throws {
        let listing = try TarListing(archive)
        XCTAssertEqual(listing.outcome, [], name)
        let found = nodes(of: listing)
        for path in Set(expected.keys).union(found.keys).sorted()
        where found[path] != expected[path] {
            XCTFail(
                "\(name): \(path): \(found[path]?.description ?? "-") instead of \(expected[path]?.description ?? "-")"
            )
        }
        let data = try Data(contentsOf: archive)
        var random = SeededRandom(seed: 9)
        XCTAssertEqual(
            TarListing(data) { Int.random(in: 1...5_000, using: &random) },
            listing,
            name
        )
    }

    func testArchivesOfGNUTarAreRead() throws {
        try require(["tar", "--version"])
        let (root, all) = try makeTree()
        let (shortRoot, short) = try makeTree(short: true)
        for format in ["v7", "ustar", "oldgnu", "gnu", "posix"] {
            let isShort = format == "v7" || format == "ustar"
            let root = isShort ? shortRoot : root
            let archive = root.deletingLastPathComponent().appending(path: "\(format).tar")
            let arguments = ["-C", root.path, "-cf", archive.path, "--format=\(format)", "."]
            _ = try bytesPrinted(by: ["tar"] + arguments)
            try check(archive, isShort ? short : all, format)
        }
    }

    func testArchivesOfBsdtarAreRead() throws {
        try require(["bsdtar", "--version"])
        let (root, all) = try makeTree()
        let (shortRoot, short) = try makeTree(short: true)
        for format in ["ustar", "pax", "gnutar", "v7"] {
            let isShort = format == "v7" || format == "ustar"
            let root = isShort ? shortRoot : root
            let archive = root.deletingLastPathComponent().appending(path: "\(format).tar")
            let arguments = ["-C", root.path, "-cf", archive.path, "--format=\(format)", "."]
            let end = try Process(["bsdtar"] + arguments, environment: ["LC_ALL": "C.UTF-8"])
                .runToEnd()
            XCTAssertEqual(end.status, 0, end.output)
            try check(archive, isShort ? short : all, format)
        }
    }

    func testArchivesOfPythonAreRead() throws {
        try require(["python3", "--version"])
        let (root, all) = try makeTree()
        let (shortRoot, short) = try makeTree(short: true)
        for format in ["USTAR", "GNU", "PAX"] {
            let root = format == "USTAR" ? shortRoot : root
            let archive = root.deletingLastPathComponent().appending(path: "\(format).tar")
            let script = """
                import sys, tarfile
                with tarfile.open(sys.argv[2], "w", format=tarfile.\(format)_FORMAT) as archive:
                    archive.add(sys.argv[1], ".")
                """
            _ = try bytesPrinted(by: ["python3", "-c", script, root.path, archive.path])
            try check(archive, format == "USTAR" ? short : all, format)
        }
    }

    func testArchivesOfGitAreRead() throws {
        try require(["git", "--version"])
        let (root, _) = try makeTree()
        let commands = [
            ["init", "-q"], ["add", "-A"],
            ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"],
            ["archive", "--output=../git.tar", "HEAD"],
        ]
        for command in commands {
            _ = try bytesPrinted(by: ["git", "-c", "safe.directory=*", "-C", root.path] + command)
        }
        let archive = root.deletingLastPathComponent().appending(path: "git.tar")
        let listing = try TarListing(archive)
        XCTAssertEqual(listing.outcome, [])
        let found = nodes(of: listing)
        XCTAssertEqual(found["sub/large"]?.contents, Samples.mixture(200_001))
        XCTAssertEqual(found["sub/\(Self.name240)"]?.contents, Data("long".utf8))
        XCTAssertEqual(found["Grüße/日本語.txt"]?.contents, Data("ü".utf8))
        XCTAssertEqual(found["long link"]?.target, String(repeating: "t", count: 150))
    }

    func testSparseFilesOfGNUTarAreRead() throws {
        try require(["tar", "--version"])
        let folder = try TemporaryFolder(self)
        let file = folder.url.appending(path: "sparse")
        XCTAssertTrue(FileManager.default.createFile(atPath: file.path, contents: nil))
        let handle = try FileHandle(forWritingTo: file)
        var expected = Data(count: 3_000_000)
        for index in 0..<30 {
            let piece = Samples.noise(4_096, seed: index)
            try handle.seek(toOffset: UInt64(index * 65_536 + 8_192))
            try handle.write(contentsOf: piece)
            let start = index * 65_536 + 8_192
            expected.replaceSubrange(start..<start + piece.count, with: piece)
        }
        try handle.truncate(atOffset: UInt64(expected.count))
        try handle.close()

        let formats: [[String]] = [
            ["--format=gnu"], ["--format=oldgnu"], ["--format=posix", "--sparse-version=0.0"],
            ["--format=posix", "--sparse-version=0.1"], ["--format=posix", "--sparse-version=1.0"],
        ]
        for format in formats {
            let archive = folder.url.appending(path: "a.tar")
            _ = try bytesPrinted(
                by: ["tar", "-C", folder.url.path, "--sparse", "-cf", archive.path] + format + [
                    "sparse"
                ]
            )
            let listing = try TarListing(archive)
            XCTAssertEqual(listing.outcome, [], "\(format)")
            XCTAssertEqual(listing.paths, ["sparse"], "\(format)")
            XCTAssertTrue(listing.contents.first == expected, "\(format)")
            XCTAssertLessThan(listing.entries.first?.compressedSize ?? .max, 300_000, "\(format)")
        }
    }

    func testHardLinksAndPipesAreRead() throws {
        try require(["tar", "--version"])
        let folder = try TemporaryFolder(self)
        try folder.write("contents", to: "t/a")
        let root = folder.url.appending(path: "t").path
        try FileManager.default.linkItem(atPath: "\(root)/a", toPath: "\(root)/b")
        _ = try bytesPrinted(by: ["mkfifo", "\(root)/c"])
        for format in ["ustar", "gnu", "posix"] {
            let archive = folder.url.appending(path: "a.tar")
            _ = try bytesPrinted(
                by: ["tar", "-C", root, "-cf", archive.path, "--format=\(format)", "a", "b", "c"]
            )
            let listing = try TarListing(archive)
            XCTAssertEqual(listing.outcome, [], format)
            XCTAssertEqual(listing.entries.map(\.kind), [.file, .hardLink, .pipe], format)
            XCTAssertEqual(listing.entries[1].linkTarget, "a", format)
        }
    }

    // MARK: The reverse

    /// Writes the nodes in a format.
    private func write(_ nodes: [String: Node], to url: URL, _ format: TarWriter.Format) throws {
        let writer = try TarWriter(to: url, format: format, mode: .createOrReplace)
        for (path, node) in nodes.sorted(by: { $0.key < $1.key }) {
            let entry = ArchiveEntry(
                ArchivePath(path),
                kind: node.kind,
                permissions: node.permissions,
                modificationDate: Date(timeIntervalSince1970: Double(Self.date)),
                linkTarget: node.target.map { ArchivePath($0) }
            )
            try writer.add(entry, contents: node.contents)
        }
        try writer.finish()
    }

    private func checkUnpacking(_ command: (URL, URL) -> [String]) throws {
        let (root, all) = try makeTree()
        let (_, short) = try makeTree(short: true)
        let folder = try TemporaryFolder(self)
        for format in [TarWriter.Format.pax, .ustar] {
            let archive = folder.url.appending(path: "\(format).tar")
            try write(format == .ustar ? short : all, to: archive, format)
            let target = try folder.makeFolder("\(format)")
            let end = try Process(command(archive, target), environment: ["LC_ALL": "C.UTF-8"])
                .runToEnd()
            XCTAssertEqual(end.status, 0, "\(format): \(end.output)")
            XCTAssertEqual(end.output, "", "\(format)")
            // The unpacked tree, as GNU tar packs it, is the original one.
            let again = folder.url.appending(path: "again.tar")
            _ = try bytesPrinted(by: ["tar", "-C", target.path, "-cf", again.path, "."])
            try check(again, format == .ustar ? short : all, "\(format)")
        }
        _ = root
    }

    func testGNUTarUnpacksArchives() throws {
        try require(["tar", "--version"])
        try checkUnpacking { ["tar", "-C", $1.path, "-xpf", $0.path] }
    }

    func testBsdtarUnpacksArchives() throws {
        try require(["bsdtar", "--version"])
        try checkUnpacking { ["bsdtar", "-C", $1.path, "-xpf", $0.path] }
    }

    func testPythonUnpacksArchives() throws {
        try require(["python3", "--version"])
        let script = """
            import sys, tarfile
            with tarfile.open(sys.argv[1]) as archive:
                archive.extractall(sys.argv[2])
            """
        try checkUnpacking { ["python3", "-W", "ignore", "-c", script, $0.path, $1.path] }
    }

    func testOtherProgramsReadLargeNumbersAndRecords() throws {
        try require(["python3", "--version"])
        let folder = try TemporaryFolder(self)
        let script = """
            import sys, tarfile
            with tarfile.open(sys.argv[1]) as archive:
                for entry in archive:
                    print(entry.uid, entry.mtime, entry.uname, entry.pax_headers.get("some.key"))
            """
        let url = folder.url.appending(path: "a.tar")
        let writer = try TarWriter(to: url)
        writer.includesFractionsOfSeconds = true
        var entry = ArchiveEntry("a", modificationDate: Date(timeIntervalSince1970: -1.25))
        entry.owner = .init(id: 70_000_000, name: "ada")
        entry.extendedRecords["some.key"] = Data("ä".utf8)
        try writer.add(entry)
        try writer.finish()
        let output = try bytesPrinted(by: ["python3", "-X", "utf8", "-c", script, url.path])
        XCTAssertEqual(String(decoding: output, as: UTF8.self), "70000000 -1.25 ada ä\n")
    }
}

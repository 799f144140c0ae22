import FootingArchives
import Foundation
import TestSupport
import XCTest

/// Layers of container images, which other programs write, read here, written back entry by entry,
/// and read by other programs again.
final class LayerTests: XCTestCase {
    private var folder = URL(filePath: "/")

    override func setUpWithError() throws {
        folder = try TemporaryFolder(self).url
    }

    /// Makes a layer as GNU tar does: files of several owners, hard links, links to absolute paths,
    /// and whiteouts, which are empty files with names that begin with `.wh.`.
    private func makeLayer() throws -> URL {
        try require(["tar", "--version"])
        let script = """
            set -e
            mkdir -p etc usr/bin opt/app usr/share/empty
            echo root:x:0:0 > etc/passwd
            printf '#!/bin/sh\\n' > usr/bin/tool
            head -c 200000 /dev/zero > usr/bin/large
            chmod 755 usr/bin/tool && chmod 600 etc/passwd && chmod 1777 opt
            ln usr/bin/tool usr/bin/other && ln usr/bin/tool opt/app/tool
            ln -s /proc/mounts etc/mtab && ln -s /lib64 usr/lib64 && ln -s ../bin usr/share/bin
            : > etc/.wh.hosts && : > opt/app/.wh..wh..opq
            touch -d '2021-05-06 07:08:09.5' etc/passwd
            tar --format=posix --pax-option=delete=atime,delete=ctime --sort=name \\
                --numeric-owner --owner=app:1000 --group=app:1000 -czf ../layer.tar.gz etc opt usr
            """
        let tree = folder.appending(path: "tree")
        try FileManager.default.createDirectory(at: tree, withIntermediateDirectories: true)
        _ = try bytesPrinted(by: ["sh", "-c", "cd \"$0\" && \(script)", tree.path])
        return folder.appending(path: "layer.tar.gz")
    }

    /// Reads a layer, and returns its entries with their contents.
    private func entries(_ url: URL) throws -> [(entry: ArchiveEntry, contents: Data)] {
        let reader = try TarReader(contentsOf: url, as: .gzip, options: .untrusted)
        var entries: [(entry: ArchiveEntry, contents: Data)] = []
        while let item = try reader.next() {
            switch item {
            case .entry(let entry): entries.append((entry, Data()))
            case .contents(let piece): entries[entries.count - 1].contents += piece
            @unknown default: XCTFail("an unknown item")
            }
        }
        return entries
    }

    /// Writes entries again, and returns the layer.
    private func write(
        _ entries: [(entry: ArchiveEntry, contents: Data)],
        _ name: String,
        as format: CompressedFormat? = .gzip,
        level: CompressionLevel = .standard
    ) throws -> URL {
        let url = folder.appending(path: name)
        let writer = try TarWriter(to: url, as: format, level: level)
        writer.includesFractionsOfSeconds = true
        for (entry, contents) in entries { try writer.add(entry, contents: contents) }
        try writer.finish()
        return url
    }

    /// Checks that two layers have the same entries for Python: names, kinds, permissions, owners,
    /// dates, targets, records and contents.
    private func assertEqual(_ url: URL, _ other: URL) throws {
        try require(["python3", "-c", "import tarfile"])
        let program = """
            import hashlib, sys, tarfile
            replaced = {"path", "linkpath", "size", "uid", "gid", "uname", "gname", "mtime"}
            def rows(path):
                with tarfile.open(path) as archive:
                    return [
                        (entry.name, entry.type, entry.mode, entry.uid, entry.gid, entry.uname,
                         entry.gname, entry.mtime, entry.linkname, entry.size,
                         {key: value for key, value in entry.pax_headers.items()
                          if key not in replaced},
                         hashlib.sha256(archive.extractfile(entry).read()).hexdigest()
                         if entry.isreg() else None)
                        for entry in archive]
            one, other = rows(sys.argv[1]), rows(sys.argv[2])
            for row, copy in zip(one, other): assert row == copy, (row, copy)
            assert len(one) == len(other) > 0
            """
        _ = try bytesPrinted(by: ["python3", "-c", program, url.path, other.path])
    }

    func testALayerIsReadAndWrittenBack() throws {
        let url = try makeLayer()
        let entries = try entries(url)
        let found = Dictionary(uniqueKeysWithValues: entries.map { ("\($0.entry.path)", $0.entry) })
        XCTAssertEqual(found["etc/.wh.hosts"]?.kind, .file)
        XCTAssertEqual(found["opt/app/.wh..wh..opq"]?.size, 0)
        XCTAssertEqual(found["etc/mtab"]?.linkTarget?.string, "/proc/mounts")
        XCTAssertEqual(found["usr/share/bin"]?.linkTarget?.string, "../bin")
        XCTAssertEqual(found["opt"]?.permissions, 0o1777)
        XCTAssertEqual(found["etc/passwd"]?.owner?.id, 1_000)
        XCTAssertEqual(
            found["etc/passwd"]?.modificationDate?.timeIntervalSince1970.truncatingRemainder(
                dividingBy: 1
            ),
            0.5
        )
        let links = entries.filter { $0.entry.kind == .hardLink }.map(\.entry)
        XCTAssertEqual(links.map(\.linkTarget), ["opt/app/tool", "opt/app/tool"])

        let copy = try write(entries, "copy.tar.gz")
        try assertEqual(url, copy)
        for tool in ["tar", "bsdtar"] where (try? require([tool, "--version"])) != nil {
            let command = [tool, "--numeric-owner", "-tvzf"]
            XCTAssertEqual(
                try bytesPrinted(by: command + [copy.path]),
                try bytesPrinted(by: command + [url.path]),
                tool
            )
        }
    }

    /// The identifier of a layer is the digest of the archive without compression.
    func testALayerIsReproducible() throws {
        try require(["sha256sum", "--version"])
        let entries = try entries(makeLayer())
        let plain = try write(entries, "plain.tar", as: nil)
        func digest(_ command: String, _ url: URL) throws -> Data {
            try bytesPrinted(by: ["sh", "-c", "\(command) < \"$0\" | sha256sum", url.path])
        }
        let expected = try digest("cat", plain)
        for level in [CompressionLevel.uncompressed, .fastest, .standard, .smallest] {
            let packed = try write(entries, "\(level.value).tar.gz", level: level)
            XCTAssertEqual(try digest("gzip -dc", packed), expected)
            let again = try write(entries, "again \(level.value).tar.gz", level: level)
            XCTAssertTrue(try Data(contentsOf: packed) == Data(contentsOf: again))
            let own = folder.appending(path: "own \(level.value).tar")
            try Archives.decompress(packed, to: own, as: .gzip)
            XCTAssertEqual(try digest("cat", own), expected)
        }
    }

    func testALayerIsUnpackedWithoutLinksThatLeaveIt() throws {
        let url = try makeLayer()
        let output = folder.appending(path: "output")
        let report = try Archives.unpack(url, to: output)
        XCTAssertEqual(report.issues.map(\.code), [.unsafeLink, .unsafeLink])
        XCTAssertEqual(report.issues.map(\.path), ["etc/mtab", "usr/lib64"])
        XCTAssertEqual(report.linkCount, 3)
        let inodes = ["usr/bin/tool", "usr/bin/other", "opt/app/tool"].map {
            FileTree.status(output.appending(path: $0)).st_ino
        }
        XCTAssertEqual(Set(inodes).count, 1)
        XCTAssertEqual(FileTree.mode(output.appending(path: "usr/bin/tool")), 0o755)
        XCTAssertEqual(FileTree.mode(output.appending(path: "etc/passwd")), 0o644)
        let whiteout = output.appending(path: "etc/.wh.hosts")
        XCTAssertTrue(FileManager.default.fileExists(atPath: whiteout.path))
    }

    /// A layer of a builder that writes records of PAX for everything that headers can't hold.
    func testALayerWithRecordsIsReadAndWrittenBack() throws {
        try require(["python3", "-c", "import tarfile"])
        let program = """
            import io, sys, tarfile
            def entry(name, kind=tarfile.REGTYPE, link="", **members):
                entry = tarfile.TarInfo(name)
                entry.type, entry.linkname, entry.mtime = kind, link, 1700000000.25
                for key, value in members.items(): setattr(entry, key, value)
                return entry
            long = "usr/share/" + "l" * 120 + "/" + "m" * 200
            capability = "\\x01\\x00\\x00\\x02\\x00 \\n=x"
            with tarfile.open(sys.argv[1], "w:gz", format=tarfile.PAX_FORMAT) as archive:
                archive.addfile(entry("usr/", tarfile.DIRTYPE, mode=0o755))
                archive.addfile(entry("usr/ping", size=4, mode=0o4755, uid=3000000, uname="ä",
                    pax_headers={"SCHILY.xattr.security.capability": capability}),
                    io.BytesIO(b"ping"))
                archive.addfile(entry(long, size=3), io.BytesIO(b"abc"))
                archive.addfile(entry("usr/hard", tarfile.LNKTYPE, long))
                archive.addfile(entry("usr/soft", tarfile.SYMTYPE, "/" + long))
                archive.addfile(entry("usr/Größe", size=0, mtime=-1.5, gid=2**33, gname="g" * 40))
            """
        let url = folder.appending(path: "layer.tar.gz")
        _ = try bytesPrinted(by: ["python3", "-X", "utf8", "-c", program, url.path])
        let entries = try entries(url)
        let paths = entries.map { String("\($0.entry.path)".prefix(12)) }
        XCTAssertEqual(
            paths,
            ["usr", "usr/ping", "usr/share/ll", "usr/hard", "usr/soft", "usr/Größe"]
        )
        XCTAssertEqual(
            entries[1].entry.extendedRecords["SCHILY.xattr.security.capability"],
            Data([1, 0, 0, 2, 0] + " \n=x".utf8)
        )
        XCTAssertEqual(entries[1].entry.owner, .init(id: 3_000_000, name: "ä"))
        XCTAssertEqual(entries[5].entry.group?.id, 1 << 33)
        try assertEqual(url, write(entries, "copy.tar.gz"))

        let output = folder.appending(path: "output")
        let report = try Archives.unpack(url, to: output)
        XCTAssertEqual(report.issues.map(\.code), [.unsafeLink])
        XCTAssertEqual(FileTree.mode(output.appending(path: "usr/ping")), 0o755, "no set-user-ID")
    }

    /// Hard links to absolute paths are listed as they are, and lead nowhere.
    func testAHardLinkToAnAbsolutePathIsNotCreated() throws {
        let archive =
            Tar.file("etc/passwd", "x") + Tar.header("h", type: "1", link: "/etc/passwd") + Tar.end
        XCTAssertEqual(TarListing(archive).entries[1].linkTarget, "/etc/passwd")
        let unpacker = try TarUnpacker(to: folder.appending(path: "output"))
        try unpacker.append(archive)
        XCTAssertEqual(try unpacker.finish().issues.map(\.code), [.unsafeLink])
    }

    /// Archives that programs have brought here have the same files as for Python.
    ///
    /// Few of them are read, unless under stress.
    func testTarArchivesOfThisMachineAreReadAsPythonReadsThem() throws {
        try require(["python3", "-c", "import tarfile"])
        let program = """
            import sys, tarfile, zlib
            kinds = {"0": "file", "1": "hardLink", "2": "symbolicLink", "3": "device",
                     "4": "device", "5": "folder", "6": "pipe", "7": "file", "S": "file"}
            def lines(archive):
                for entry in archive:
                    kind = kinds.get((entry.type or b"0").decode().replace("\\0", "0"), "other")
                    isFile = kind == "file"
                    data = archive.extractfile(entry).read() if isFile else b""
                    path = "/".join(n for n in entry.name.split("/") if n not in ("", "."))
                    yield (f"{path.encode('utf-8', 'surrogateescape').hex()} {kind} {len(data)} "
                           f"{zlib.crc32(data)} {entry.mode & 0o7777} {int(entry.mtime // 1)}\\n")
            for path in sys.argv[1:]:
                try:
                    with tarfile.open(path, encoding="utf-8") as archive:
                        text = "".join(lines(archive))
                except Exception:
                    text = "damaged"
                print(text + "end")
            """
        let prefix = try String(
            decoding: bytesPrinted(by: ["python3", "-c", "import sys; print(sys.prefix)"]),
            as: UTF8.self
        ).trimmingCharacters(in: .newlines)
        let names = ["tar", "tar.gz", "tgz", "crate"].flatMap { ["-o", "-name", "*.\($0)"] }
        let size = isUnderStress ? "-2000k" : "-200k"
        let find = ["find", prefix, "/usr/share", "-type", "f", "-size", size, "("]
        let found = try runProgram(find + names.dropFirst() + [")"]).output.split(separator: "\n")
            .map(String.init).sorted()
        let step = isUnderStress ? 1 : max(1, found.count / 12)
        let paths = stride(from: 0, to: found.count, by: step).map { found[$0] }
        let printed = try bytesPrinted(by: ["python3", "-c", program] + paths)
        let texts = String(decoding: printed, as: UTF8.self).components(separatedBy: "end\n")
        XCTAssertEqual(texts.count, paths.count + 1)
        var count = 0
        for (path, text) in zip(paths, texts) {
            let url = URL(filePath: path)
            let format: CompressedFormat? = path.hasSuffix(".tar") ? nil : .gzip
            guard text != "damaged" else {
                // A damaged archive, by which Python tests itself.
                XCTAssertThrowsError(try TarListing(url, as: format), url.path)
                continue
            }
            let listing = try TarListing(url, as: format)
            count += 1
            let lines = zip(listing.entries, listing.contents).map { entry, contents in
                let path = entry.path.bytes.map { String(format: "%02x", $0) }.joined()
                let seconds = entry.modificationDate?.timeIntervalSince1970.rounded(.down) ?? 0
                return "\(path) \(entry.kind) \(contents.count) \(Checksum.crc32(contents)) "
                    + "\(entry.permissions ?? 0) \(Int(seconds))"
            }
            let expected = text.split(separator: "\n").map(String.init)
            XCTAssertEqual(lines, expected, url.path)
        }
        if count == 0 { throw XCTSkip("no tar archive is here") }
    }
}

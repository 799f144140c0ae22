import FootingArchives
import Foundation
import TestSupport
import XCTest

/// Formats that are zip archives, made by the programs that people use for them.
final class ZipFormatTests: XCTestCase {
    private static let epub = """
        mkdir META-INF && printf 'application/epub+zip' > mimetype \
        && printf '<container/>' > META-INF/container.xml && printf '<html/>' > a.xhtml \
        && zip -q -X -0 \"$0\" mimetype && zip -q -X -r -9 -D \"$0\" META-INF a.xhtml
        """
    private static let jar = """
        mkdir a && printf 'a class' > a/B.class && printf 'Main-Class: a.B\\n' > manifest \
        && jar cfm \"$0\" manifest a
        """
    private static let wheel = """
        import sys, os, zipfile
        from wheel.wheelfile import WheelFile
        os.mkdir("tree")
        open("tree/a.py", "w").write("print(1)\\n" * 100)
        os.mkdir("tree/a-1.dist-info")
        open("tree/a-1.dist-info/METADATA", "w").write("Name: a\\n")
        with WheelFile(sys.argv[1], "w") as wheel: wheel.write_files("tree")
        """
    /// As word processors write it: no dates, no permissions, entries of a stream.
    private static let docx = """
        import sys, zipfile
        class Pipe:
            def __init__(self, file): self.file = file
            def write(self, bytes): return self.file.write(bytes)
            def flush(self): self.file.flush()
        with open(sys.argv[1], "wb") as file, zipfile.ZipFile(Pipe(file), "w", 8) as archive:
            for name in ["[Content_Types].xml", "_rels/.rels", "word/document.xml"]:
                info = zipfile.ZipInfo(name)
                info.create_system, info.compress_type = 0, 8
                archive.writestr(info, "<x/>" * 1000)
        """

    func testRealFormatsPassAsUntrustedAndAreWrittenBack() throws {
        let rows: [(String, check: [String], [String], entry: ArchivePath, count: Int)] = [
            ("a.epub", ["zip", "-h"], ["sh", "-c", Self.epub], "META-INF/container.xml", 3),
            ("a.jar", ["jar", "--version"], ["sh", "-c", Self.jar], "a/B.class", 4),
            (
                "a-1-py3-none-any.whl", ["python3", "-c", "import wheel.wheelfile"],
                ["python3", "-c", Self.wheel], "a.py", 3
            ),
            (
                "a.docx", ["python3", "--version"], ["python3", "-c", Self.docx],
                "word/document.xml", 3
            ),
        ]
        var count = 0
        for (name, check, command, path, entryCount) in rows {
            guard (try? runProgram(check).status) == 0 else { continue }
            let folder = try TemporaryFolder(self)
            let url = folder.url.appending(path: name)
            let inFolder = ["sh", "-c", "cd \"$0\" && exec \"$@\"", folder.url.path]
            let end = try runProgram(inFolder + command + [url.path])
            XCTAssertEqual(end.status, 0, "\(name): \(end.output)")
            let archive = try ZipArchive(contentsOf: url, options: .untrusted)
            XCTAssertEqual(archive.entries.count, entryCount, name)
            XCTAssertFalse(try XCTUnwrap(archive.contents(at: path), name).isEmpty, name)

            let copyURL = folder.url.appending(path: "copy-" + name)
            let writer = try ZipWriter(to: copyURL)
            for entry in archive.entries {
                let isFirst = entry.path == "mimetype"
                if isFirst { XCTAssertEqual(entry.compressedSize, entry.size, name) }
                try writer.add(entry, from: archive)
            }
            try writer.finish()
            let copy = try ZipArchive(contentsOf: copyURL, options: .untrusted)
            XCTAssertEqual(copy.entries.map(\.path), archive.entries.map(\.path), name)
            for (entry, other) in zip(copy.entries, archive.entries) {
                XCTAssertEqual(
                    try copy.contents(of: entry),
                    try archive.contents(of: other),
                    "\(name), \(entry.path)"
                )
            }
            let reader = name.hasSuffix("jar") ? ["jar", "tf"] : ["unzip", "-t", "-q"]
            let read = try runProgram(reader + [copyURL.path])
            XCTAssertEqual(read.status, 0, "\(name): \(read.output)")
            count += 1
        }
        if count == 0 { throw XCTSkip("no program that makes such archives is here") }
    }

    // MARK: 4 GiB

    /// Puts bytes into a file at an offset; what lies before is a hole.
    private func append(_ bytes: Data, to file: FileHandle, at offset: Int) throws {
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: bytes)
    }

    func testOffsetsAndSizesAt4GiBAreRead() throws {
        let ones = 0xFFFF_FFFF
        for offset in [ones - 1, ones, ones + 1, 1 << 40] {
            // A stored entry of zeros up to the offset, another entry there, and the directory.
            let size = offset - 30 - 1
            func numbers(_ fields: [(value: Int, count: Int)]) -> Data {
                fields.reduce(Data()) { $0 + ZipSample.number($1.value, $1.count) }
            }
            func record(_ name: String, _ size: Int, _ checksum: Int, _ offset: Int) -> Data {
                let large = [size, size, offset].filter { $0 >= ones }
                var extra = large.isEmpty ? Data() : numbers([(1, 2), (8 * large.count, 2)])
                extra += numbers(large.map { ($0, 8) })
                var record = numbers([
                    (0x0201_4B50, 4), (0x031E, 2), (45, 2), (0, 8), (checksum, 4),
                    (min(size, ones), 4), (min(size, ones), 4), (name.utf8.count, 2),
                    (extra.count, 2), (0, 6), (0o100644 << 16, 4), (min(offset, ones), 4),
                ])
                record += Data(name.utf8)
                return record + extra
            }
            func header(_ name: String, _ size: Int, _ checksum: Int) -> Data {
                let fields = numbers([
                    (0x0403_4B50, 4), (45, 2), (0, 8), (checksum, 4), (min(size, ones), 4),
                    (min(size, ones), 4), (name.utf8.count, 2), (0, 2),
                ])
                return fields + Data(name.utf8)
            }
            let contents = Data("after".utf8)
            let checksum = ZipSample.checksum(contents)
            let directory =
                record("a", size, 0, 0) + record("b", contents.count, checksum, offset)
            let start = offset + 31 + contents.count
            let end = numbers([
                (0x0606_4B50, 4), (44, 8), (45, 2), (45, 2), (0, 8), (2, 8), (2, 8),
                (directory.count, 8), (start, 8), (0x0706_4B50, 4), (0, 4),
                (start + directory.count, 8), (1, 4), (0x0605_4B50, 4), (0, 4), (2, 2), (2, 2),
                (directory.count, 4), (min(start, ones), 4), (0, 2),
            ])
            let url = try TemporaryFolder(self).write("", to: "large.zip")
            let file = try FileHandle(forWritingTo: url)
            try append(header("a", size, 0), to: file, at: 0)
            try append(header("b", contents.count, checksum) + contents, to: file, at: offset)
            try append(directory + end, to: file, at: start)
            try file.close()

            let archive = try ZipArchive(contentsOf: url)
            XCTAssertTrue(archive.report.isClean, "\(offset): \(archive.report.issues)")
            XCTAssertEqual(archive.entries.map(\.size), [size, contents.count], "\(offset)")
            XCTAssertEqual(try archive.contents(at: "b"), contents, "\(offset)")
            var options = ArchiveOptions.standard
            options.limits.memoryBytes = 1 << 20
            let limited = try ZipArchive(contentsOf: url, options: options)
            XCTAssertThrowsError(try limited.contents(at: "a"), "\(offset)") { error in
                let code = (error as? ArchiveError)?.code
                // The local header lacks the field of the larger sizes.
                XCTAssertEqual(code, size < ones ? .limitExceeded : .headersDisagree)
            }
        }
    }
}

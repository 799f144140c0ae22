import FootingArchives
import Foundation
import TestSupport
import XCTest

/// Wheels, EPUBs, Word files and JARs, which other programs write, read here, written back entry by
/// entry, and read by other programs again.
final class RealFormatTests: XCTestCase {
    private var folder = URL(filePath: "/")

    override func setUpWithError() throws {
        try require(["python3", "-c", "import zipfile"])
        folder = try TemporaryFolder(self).url
    }

    /// Compares the entries of two zip archives in their order: names, dates, permissions, sizes,
    /// checksums and digests of the contents.
    ///
    /// Permissions that an archive does not have are those that the writer writes.
    private static let comparison = """
        import hashlib, sys, zipfile
        def mode(entry):
            mode = entry.external_attr >> 16 & 0o7777 if entry.create_system in (3, 19) else 0
            return mode or (0o755 if entry.is_dir() else 0o644)
        def rows(path):
            with zipfile.ZipFile(path) as archive:
                assert archive.testzip() is None
                return archive.comment, [
                    (entry.filename, entry.date_time, mode(entry), entry.file_size, entry.CRC,
                     hashlib.sha256(archive.read(entry)).hexdigest())
                    for entry in archive.infolist()]
        one, other = rows(sys.argv[1]), rows(sys.argv[2])
        for row, copy in zip(one[1], other[1]): assert row == copy, (row, copy)
        assert one == other
        """

    /// Runs a program of Python that writes an archive, and returns the archive's bytes.
    private func write(_ name: String, by program: String) throws -> (URL, Data) {
        let url = folder.appending(path: name)
        _ = try bytesPrinted(by: ["python3", "-c", program, url.path])
        return (url, try Data(contentsOf: url))
    }

    /// Reads an archive and writes its entries again, each with its contents.
    ///
    /// The copy has the same entries for Python; `isStream` writes it without a file.
    @discardableResult
    private func rewrite(
        _ url: URL,
        as name: String,
        isStream: Bool = false,
        options: ArchiveOptions = .untrusted
    ) throws -> (url: URL, data: Data) {
        let archive = try ZipArchive(contentsOf: url, options: options)
        XCTAssertTrue(archive.report.isClean, "\(url.path): \(archive.report.issues)")
        let copy = folder.appending(path: name)
        let writer = isStream ? ZipWriter() : try ZipWriter(to: copy)
        writer.comment = archive.comment
        for entry in archive.entries {
            var entry = entry
            entry.linkTarget = try archive.linkTarget(of: entry)
            let isStored = entry.size == entry.compressedSize
            try writer.add(
                entry,
                contents: entry.kind == .file ? archive.contents(of: entry) : Data(),
                level: isStored ? .uncompressed : .fastest
            )
        }
        try writer.finish()
        if isStream { try writer.drain().write(to: copy) }
        _ = try bytesPrinted(by: ["python3", "-c", Self.comparison, url.path, copy.path])
        return (copy, try Data(contentsOf: copy))
    }

    // MARK: Wheels

    /// A package with a script that may be executed.
    ///
    /// The folder with metadata is last, and its `RECORD` has the digests of all files.
    private static let wheel = """
        import base64, hashlib, sys, zipfile
        files = {
            "answers/__init__.py": "from .deep import answer\\n",
            "answers/deep.py": "def answer():\\n    return 42\\n" + "# padding\\n" * 500,
            "answers/empty.txt": "",
            "answers-1.0.data/scripts/ask": "#!python\\nimport answers\\n",
            "answers-1.0.dist-info/METADATA":
                "Metadata-Version: 2.1\\nName: answers\\nVersion: 1.0\\n",
            "answers-1.0.dist-info/WHEEL":
                "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
        }
        record = "answers-1.0.dist-info/RECORD"
        rows = []
        for name, text in files.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest())
            rows.append(f"{name},sha256={digest.decode().rstrip('=')},{len(text)}")
        files[record] = "\\n".join(rows + [record + ",,", ""])
        with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in files.items():
                entry = zipfile.ZipInfo(name, (2024, 2, 29, 13, 30, 58))
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = (0o100755 if "scripts" in name else 0o100644) << 16
                archive.writestr(entry, text)
        """
    /// Imports the package from the archive, and checks the digests of `RECORD`.
    private static let importer = """
        import base64, csv, hashlib, io, sys, zipfile, zipimport
        path = sys.argv[1]
        assert zipimport.zipimporter(path).find_spec("answers") is not None
        sys.path.insert(0, path)
        import answers, importlib.metadata
        assert answers.__file__.startswith(path), answers.__file__
        assert answers.answer() == 42
        assert importlib.metadata.version("answers") == "1.0"
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            assert all(".dist-info/" in name for name in names[-3:]), names
            assert names[-1].endswith("RECORD"), names
            for name, digest, size in csv.reader(io.StringIO(archive.read(names[-1]).decode())):
                data = archive.read(name)
                if not digest: continue
                sum = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode()
                assert digest == "sha256=" + sum.rstrip("=") and int(size) == len(data), name
        """

    func testAWheelIsReadAndWrittenBack() throws {
        let name = "answers-1.0-py3-none-any.whl"
        let (url, _) = try write(name, by: Self.wheel)
        let archive = try ZipArchive(contentsOf: url, options: .untrusted)
        XCTAssertEqual(archive.entries.last?.path, "answers-1.0.dist-info/RECORD")
        XCTAssertEqual(archive["answers-1.0.data/scripts/ask"]?.permissions, 0o755)
        let date = try XCTUnwrap(archive.entries[0].localDate)
        XCTAssertEqual(
            [date.year, date.month, date.day, date.hour, date.minute, date.second],
            [2024, 2, 29, 13, 30, 58]
        )

        for isStream in [false, true] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: "\(isStream)"),
                withIntermediateDirectories: true
            )
            let (copy, _) = try rewrite(url, as: "\(isStream)/\(name)", isStream: isStream)
            _ = try bytesPrinted(by: ["python3", "-c", Self.importer, copy.path])
            // One of the copies is enough for an installer, which takes a second.
            guard isUnderStress || !isStream,
                (try? runProgram(["python3", "-c", "import pip"]))?.status == 0
            else { continue }
            let target = folder.appending(path: "installed \(isStream)")
            let pip = ["python3", "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
            let end = try runProgram(
                pip + ["--root-user-action=ignore", "--target", target.path, copy.path]
            )
            XCTAssertEqual(end.status, 0, end.output)
            let script = target.appending(path: "bin/ask").path
            XCTAssertTrue(FileManager.default.isExecutableFile(atPath: script), end.output)
        }
    }

    // MARK: EPUB

    private static let epub = """
        import sys, zipfile
        with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(zipfile.ZipInfo("mimetype"), "application/epub+zip")
            archive.writestr("META-INF/container.xml", "<container/>" * 40)
            archive.writestr("OEBPS/Kapitel 1 – Größe.xhtml", "<html>ü</html>" * 400)
            archive.writestr("OEBPS/cover.png", bytes(range(256)) * 9)
        """

    /// Checks the beginning by which programs know an EPUB: 38 bytes of a header without an extra
    /// field, then the type.
    private func assertIsEPUB(_ data: Data, line: UInt = #line) {
        let type = Data("application/epub+zip".utf8)
        XCTAssertEqual(data.prefix(4), Data([0x50, 0x4B, 3, 4]), line: line)
        XCTAssertEqual(Array(data[8..<10]), [0, 0], "the method", line: line)
        XCTAssertEqual(Array(data[26..<30]), [8, 0, 0, 0], "name and extra field", line: line)
        XCTAssertEqual(data[30..<38], Data("mimetype".utf8), line: line)
        XCTAssertEqual(data[38..<58], type, line: line)
    }

    func testAnEPUBIsReadAndWrittenBack() throws {
        let (url, original) = try write("book.epub", by: Self.epub)
        assertIsEPUB(original)
        let archive = try ZipArchive(contentsOf: url, options: .untrusted)
        XCTAssertEqual(archive.entries[0].path, "mimetype")
        XCTAssertEqual(archive.entries[0].compressedSize, 20)
        XCTAssertNotNil(archive["OEBPS/Kapitel 1 – Größe.xhtml"])

        assertIsEPUB(try rewrite(url, as: "copy.epub").data)
        assertIsEPUB(try rewrite(url, as: "stream.epub", isStream: true).data)
        for tool in [["unzip", "-tq"], ["7zz", "t"], ["bsdtar", "-tf"]]
        where (try? runProgram([tool[0], tool[0] == "7zz" ? "i" : "--help"])) != nil {
            let path = folder.appending(path: "copy.epub").path
            let end = try runProgram(tool + [path], environment: ["LC_ALL": "C.UTF-8"])
            guard end.status != 127 else { continue }
            XCTAssertEqual(end.status, 0, "\(tool): \(end.output)")
        }
    }

    // MARK: Word

    /// As word processors write it: an archive of a stream, of the system 0, without dates.
    private static let docx = """
        import sys, zipfile
        class Pipe:
            def __init__(self, file): self.file = file
            def write(self, bytes): return self.file.write(bytes)
            def flush(self): self.file.flush()
        types = "http://schemas.openxmlformats.org/package/2006/content-types"
        word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
        parts = {
            "[Content_Types].xml": f'<Types xmlns="{types}"></Types>',
            "_rels/.rels": "<Relationships/>",
            "word/document.xml": f'<w:document xmlns:w="{word}">'
                + "<w:p><w:r><w:t>Grüße</w:t></w:r></w:p>" * 900 + "</w:document>",
            "word/media/image1.png": bytes(range(256)) * 5,
        }
        with open(sys.argv[1], "wb") as file, zipfile.ZipFile(Pipe(file), "w", 8) as archive:
            for name, part in parts.items():
                entry = zipfile.ZipInfo(name)
                entry.create_system, entry.compress_type = 0, 8
                archive.writestr(entry, part)
        """
    private static let docxReader = """
        import sys, xml.etree.ElementTree as tree, zipfile
        with zipfile.ZipFile(sys.argv[1]) as archive:
            assert archive.namelist()[0] == "[Content_Types].xml"
            tree.fromstring(archive.read("[Content_Types].xml"))
            words = [node.text for node in tree.fromstring(archive.read("word/document.xml")).iter()
                     if node.tag.endswith("}t")]
            assert words == ["Grüße"] * 900
        """

    func testAWordFileIsReadAndWrittenBack() throws {
        let (url, original) = try write("letter.docx", by: Self.docx)
        XCTAssertEqual(original[6] & 8, 8, "sizes follow the contents")
        let archive = try ZipArchive(contentsOf: url, options: .untrusted)
        XCTAssertEqual(archive.entries[0].path, "[Content_Types].xml")
        XCTAssertEqual(archive.entries.map(\.permissions), [nil, nil, nil, nil])
        let text = try XCTUnwrap(archive.contents(at: "word/document.xml"))
        XCTAssertTrue(text.starts(with: Data("<w:document".utf8)))

        for (name, isStream) in [("copy.docx", false), ("stream.docx", true)] {
            let (copy, data) = try rewrite(url, as: name, isStream: isStream)
            // The contents are in memory, so the sizes precede them.
            XCTAssertEqual(data[6] & 8, 0)
            _ = try bytesPrinted(by: ["python3", "-X", "utf8", "-c", Self.docxReader, copy.path])
        }
    }

    // MARK: JAR

    private static let program = """
        package a;
        public class Main {
            public static void main(String[] arguments) throws Exception {
                var stream = Main.class.getResourceAsStream("/a/Grüße.txt");
                System.out.println(new String(stream.readAllBytes(), "UTF-8"));
            }
        }
        """

    func testAJARIsReadAndWrittenBack() throws {
        try require(["sh", "-c", "command -v jar && command -v javac && command -v java"])
        let tree = folder.appending(path: "tree/a")
        try FileManager.default.createDirectory(at: tree, withIntermediateDirectories: true)
        try Data(Self.program.utf8).write(to: tree.appending(path: "Main.java"))
        try Data("ü".utf8).write(to: tree.appending(path: "Grüße.txt"))
        let script = """
            cd "$0/tree" && javac -encoding UTF-8 a/Main.java && rm a/Main.java \
            && jar --create --file ../a.jar --main-class a.Main a
            """
        let environment = ["LC_ALL": "C.UTF-8"]
        let end = try runProgram(["sh", "-c", script, folder.path], environment: environment)
        XCTAssertEqual(end.status, 0, end.output)
        let url = folder.appending(path: "a.jar")
        let original = try Data(contentsOf: url)
        // The first entry has the extra field by which programs know a JAR.
        XCTAssertEqual(Array(original[26..<30]), [9, 0, 4, 0])
        XCTAssertEqual(original[30..<39], Data("META-INF/".utf8))
        XCTAssertEqual(Array(original[39..<43]), [0xFE, 0xCA, 0, 0])
        let archive = try ZipArchive(contentsOf: url, options: .untrusted)
        XCTAssertEqual(
            archive.entries.prefix(3).map(\.path),
            ["META-INF", "META-INF/MANIFEST.MF", "a"]
        )
        XCTAssertEqual(archive.entries.prefix(3).map(\.kind), [.folder, .file, .folder])
        XCTAssertNotNil(archive["a/Grüße.txt"])

        let expected = try runProgram(["jar", "tf", url.path], environment: environment)
        for (name, isStream) in [("copy.jar", false), ("stream.jar", true)] {
            let (copy, data) = try rewrite(url, as: name, isStream: isStream)
            XCTAssertEqual(data[30..<39], Data("META-INF/".utf8))
            let list = try runProgram(["jar", "tf", copy.path], environment: environment)
            XCTAssertEqual(list.output, expected.output)
            guard isUnderStress || isStream else { continue }
            let run = try runProgram(
                ["java", "-Xshare:auto", "-Dstdout.encoding=UTF-8", "-jar", copy.path],
                environment: environment
            )
            XCTAssertEqual(run.output, "ü\n")
        }
    }

    // MARK: Files of this machine

    /// Archives that programs have brought here are read as untrusted, and written back.
    ///
    /// Few of them are read, unless under stress.
    func testArchivesOfThisMachineAreReadAndWrittenBack() throws {
        let roots =
            try String(
                decoding: bytesPrinted(by: [
                    "python3", "-c", "import sys; print(sys.prefix)",
                ]),
                as: UTF8.self
            ).split(separator: "\n").map(String.init) + ["/usr/share"]
        let suffixes = ["whl", "jar", "epub", "docx", "odt", "xlsx"]
        let names = suffixes.flatMap { ["-o", "-name", "*.\($0)"] }.dropFirst()
        let find = ["find"] + roots + ["-type", "f", "("] + names + [")", "-printf", "%s %p\\n"]
        let found = try runProgram(find).output.split(separator: "\n").compactMap {
            line -> (size: Int, path: String)? in
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let size = Int(words[0]) else { return nil }
            return (size, String(words[1]))
        }
        // A copy of a file has its size.
        var sizes: Set<Int> = []
        var files = found.sorted(by: <).filter { sizes.insert($0.size).inserted }
        if !isUnderStress {
            files = files.filter { $0.size < 100_000 }
            let step = max(1, files.count / 5)
            files = files.enumerated().filter { $0.offset % step == 0 }.map(\.element)
        }
        for (count, file) in files.enumerated() {
            let url = URL(filePath: file.path)
            let copy = "copy \(count).\(url.pathExtension)"
            try rewrite(url, as: copy)
            try FileManager.default.removeItem(at: folder.appending(path: copy))
        }
        if files.isEmpty { throw XCTSkip("no wheel, JAR or document is here") }
        print("\(files.count) of \(found.count) archives of this machine were written back")
    }
}

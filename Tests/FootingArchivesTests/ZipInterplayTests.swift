import FootingArchives
import Foundation
import TestSupport
import XCTest

/// Archives of other programs are read, and those programs read ours.
final class ZipInterplayTests: XCTestCase {
    private static let longName = String(repeating: "n", count: 240)
    private static let date = Date(timeIntervalSince1970: 1_600_000_000)

    /// The paths of the files with their contents; a folder has none, a link `-> target`.
    private static let tree: [String: String] = [
        "tree/text.txt": String(decoding: Samples.log(100_000), as: UTF8.self),
        "tree/empty": "", "tree/emptyFolder": "/", "tree/Grüße.txt": "ü",
        "tree/\(longName)": "long", "tree/run.sh": "#!/bin/sh", "tree/deep/er/file": "deep",
        "tree/link": "-> deep/er/file",
    ]

    private func makeTree() throws -> URL {
        let folder = try TemporaryFolder(self)
        for (path, contents) in Self.tree {
            if contents == "/" {
                try folder.makeFolder(path)
            } else if !contents.hasPrefix("-> ") {
                try folder.write(contents, to: path)
            }
        }
        for (path, contents) in Self.tree where contents.hasPrefix("-> ") {
            try FileManager.default.createSymbolicLink(
                atPath: folder.url.appending(path: path).path,
                withDestinationPath: String(contents.dropFirst(3))
            )
        }
        for (path, contents) in Self.tree where !contents.hasPrefix("-> ") {
            let mode = path == "tree/run.sh" || contents == "/" ? 0o755 : 0o640
            try FileManager.default.setAttributes(
                [.posixPermissions: mode, .modificationDate: Self.date],
                ofItemAtPath: folder.url.appending(path: path).path
            )
        }
        return folder.url
    }

    func testArchivesOfOtherProgramsAreRead() throws {
        let folder = try makeTree()
        let archive = folder.appending(path: "a.zip").path
        let python = """
            import os, sys, zipfile
            with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
                for folder, names, files in os.walk("tree"):
                    for name in [""] + sorted(files):
                        path = os.path.join(folder, name)
                        if not os.path.islink(path): archive.write(path)
            """
        let git = """
            git init -q -b main . && git config user.email a@b && git config user.name a \
            && git config core.autocrlf false && git add tree && git commit -q -m a \
            && git archive --format=zip -o \(archive) HEAD
            """
        let rows: [(String, [String], hasLinks: Bool, hasEmptyFolders: Bool, hasDates: Bool)] = [
            ("zip", ["zip", "-q", "-r", "-y", archive, "tree"], true, true, true),
            ("zip -0", ["zip", "-q", "-r", "-0", "-y", archive, "tree"], true, true, true),
            (
                "zip -9 -X", ["zip", "-q", "-r", "-9", "-X", "-y", archive, "tree"], true, true,
                false
            ),
            ("zip -fd", ["zip", "-q", "-r", "-fd", archive, "tree"], false, true, true),
            ("zip -", ["sh", "-c", "zip -q -r - tree | cat > \(archive)"], false, true, true),
            ("zip, links followed", ["zip", "-q", "-r", archive, "tree"], false, true, true),
            ("7zz", ["7zz", "a", "-tzip", "-snl", archive, "tree"], true, true, true),
            ("bsdtar", ["bsdtar", "--format", "zip", "-cf", archive, "tree"], true, true, true),
            ("python3", ["python3", "-c", python, archive], false, true, false),
            ("git", ["sh", "-c", git], true, false, false),
        ]
        var count = 0
        for row in rows {
            let tool = row.0.split(separator: " ")[0].description
            guard (try? runProgram([tool, tool == "7zz" ? "i" : "--version"]).status) == 0 else {
                continue
            }
            let command = ["sh", "-c", "cd \"$0\" && rm -f a.zip && exec \"$@\"", folder.path]
            let end = try runProgram(command + row.1, environment: ["LC_ALL": "C.UTF-8"])
            XCTAssertEqual(end.status, 0, "\(row.0): \(end.output)")
            try check(archive, row.0, row.hasLinks, row.hasEmptyFolders, row.hasDates)
            count += 1
        }
        if count == 0 { throw XCTSkip("no program that writes zip archives is here") }
    }

    private func check(
        _ path: String,
        _ name: String,
        _ hasLinks: Bool,
        _ hasEmptyFolders: Bool,
        _ hasDates: Bool
    ) throws {
        let archive = try ZipArchive(contentsOf: URL(filePath: path), options: .untrusted)
        XCTAssertTrue(archive.report.isClean, name)
        let folders: Set<String> = ["tree", "tree/deep", "tree/deep/er"]
        let paths = Set(archive.entries.compactMap(\.path.string)).subtracting(folders)
        var expected = Self.tree
        if !hasLinks { expected["tree/link"] = name == "python3" ? nil : "deep" }
        if !hasEmptyFolders { expected["tree/emptyFolder"] = nil }
        XCTAssertEqual(paths, Set(expected.keys), name)
        for (path, contents) in expected {
            let row = "\(name), \(path.prefix(30))"
            let entry = try XCTUnwrap(archive[ArchivePath(path)], row)
            let bytes = try archive.contents(of: entry)
            if contents == "/" {
                XCTAssertEqual(entry.kind, .folder, row)
                XCTAssertEqual(bytes, Data(), row)
            } else if contents.hasPrefix("-> ") {
                XCTAssertEqual(entry.kind, .symbolicLink, row)
                XCTAssertEqual(
                    try archive.linkTarget(of: entry)?.string,
                    String(contents.dropFirst(3)),
                    row
                )
                continue
            } else {
                XCTAssertEqual(entry.kind, .file, row)
                XCTAssertTrue(bytes == Data(contents.utf8), row)
                XCTAssertTrue(try archive.reader(of: entry).drain() == bytes, row)
            }
            // Git states no permissions of files that are not executable.
            let isExecutable = (entry.permissions ?? 0) & 0o100 != 0
            XCTAssertEqual(isExecutable, path == "tree/run.sh" || contents == "/", row)
            guard hasDates, path != "tree/link" else { continue }
            let date = try XCTUnwrap(entry.modificationDate, row)
            XCTAssertEqual(date.timeIntervalSince(Self.date), 0, accuracy: 0.001, row)
        }
    }
}

extension ZipInterplayTests {
    func testOtherProgramsReadOurArchives() throws {
        let folder = try TemporaryFolder(self)
        let url = folder.url.appending(path: "ours.zip")
        let stream = ZipWriter()
        for writer in [try ZipWriter(to: url), stream] {
            let date = Date(timeIntervalSince1970: 1_600_000_000)
            writer.comment = Data("a comment".utf8)
            try writer.add(ArchiveEntry("folder", kind: .folder, modificationDate: date))
            try writer.add(
                ArchiveEntry("folder/a.txt", permissions: 0o755, modificationDate: date),
                contents: Samples.log(200_000)
            )
            try writer.add("stored", contents: Samples.noise(3_000))
            try writer.add("empty")
            try writer.add("Grüße", contents: Data("ü".utf8))
            try writer.add(
                ArchiveEntry("link", kind: .symbolicLink, linkTarget: "folder/a.txt")
            )
            try writer.begin("begun", size: 5_000_000_000)
            try writer.write(Samples.mixture(100_000))
            try writer.begin("begun and stored", level: .uncompressed)
            try writer.write(Data("stored".utf8))
            try writer.finish()
        }
        let streamed = try folder.write(stream.drain(), to: "streamed.zip")
        let python = """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as archive:
                assert archive.testzip() is None
                assert archive.comment == b"a comment"
                assert len(archive.namelist()) == 8
                assert archive.read("Gr\\u00fc\\u00dfe") == b"\\xc3\\xbc"
                assert archive.read("link") == b"folder/a.txt"
                assert archive.getinfo("folder/a.txt").external_attr >> 16 == 0o100755
            """
        let rows: [(String, [String])] = [
            ("unzip", ["unzip", "-t"]), ("zip", ["zip", "-T"]), ("zipinfo", ["zipinfo", "-v"]),
            ("bsdtar", ["bsdtar", "-tvf"]), ("7zz", ["7zz", "t"]),
            ("python3", ["python3", "-c", python]),
        ]
        var count = 0
        for (tool, command) in rows {
            let check = [tool, tool == "7zz" ? "i" : tool.hasPrefix("zip") ? "-h" : "--help"]
            guard (try? runProgram(tool == "unzip" ? ["unzip", "-v"] : check).status) == 0 else {
                continue
            }
            for path in [url.path, streamed.path] {
                let end = try runProgram(command + [path], environment: ["LC_ALL": "C.UTF-8"])
                XCTAssertEqual(end.status, 0, "\(tool): \(end.output)")
                XCTAssertFalse(end.output.lowercased().contains("warning"), end.output)
            }
            count += 1
        }
        if count == 0 { throw XCTSkip("no program that reads zip archives is here") }
    }

    func testABsdtarThatReadsAPipeReadsOurStreams() throws {
        try require(["bsdtar", "--version"])
        let writer = ZipWriter()
        let contents = Samples.mixture(100_000)
        try writer.begin("a")
        try writer.write(contents)
        try writer.begin("b", size: 1 << 33)
        try writer.write(contents)
        try writer.finish()
        let file = try TemporaryFolder(self).write(writer.drain(), to: "a.zip")
        let command = "cat \"$0\" | bsdtar -xOf -"
        let printed = try bytesPrinted(by: ["sh", "-c", command, file.path])
        XCTAssertTrue(printed == contents + contents)
    }
}

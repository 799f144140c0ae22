import FootingExtendedAttributes
import Foundation
import TestSupport
import XCTest

/// The first entry of a scan, and the paths of the others.
final class ScanPathTests: XCTestCase {
    func testMissingBeginningIsOneError() throws {
        let folder = try makeFolder().appending(path: "absent")

        let entries = Array(ExtendedAttributes.scan(folder, for: mark))

        XCTAssertEqual(entries.map(\.kind), [.other])
        XCTAssertEqual(entries.map(\.depth), [0])
        let error = assertFailure(.noSuchFile, try entries[0].value)
        XCTAssertEqual(error?.operation, .scan)
        XCTAssertEqual(error?.errno, ENOENT)
        XCTAssertEqual(error?.path, folder.path)
        XCTAssertEqual(
            error?.description,
            "Could not scan the folder “\(folder.path)”: there is no such file; create it first, or "
                + "check the path."
        )
    }

    func testFileIsItsOnlyEntry() throws {
        let file = try makeTree(["a"]).appending(path: "a")
        XCTAssertEqual(
            ExtendedAttributes.scan(file, for: mark).lines(below: file),
            [" file 0 “a”"]
        )
    }

    func testLinkIsItsOnlyEntryWithOrWithoutASlash() throws {
        let folder = try makeTree(["a/", "a/b"])
        let link = try makeLink(to: folder.appending(path: "a"))
        let slashed = URL(filePath: link.path, directoryHint: .isDirectory)
        for scan in [
            ExtendedAttributes.scan(link, for: mark),
            ExtendedAttributes.scan(slashed, for: mark),
            ExtendedAttributes.scan(atPath: (link.path + "//").utf8, for: mark),
        ] {
            XCTAssertEqual(scan.lines(below: link), [" symbolicLink 0 -"])
        }
    }

    func testAPathThatCanNotBeScannedIsOneErrorWithoutASystemCall() throws {
        let folder = try makeTree(["a"])
        let remote = try XCTUnwrap(URL(string: "https://example.com/"))
        let long = ExtendedAttributeName(String(repeating: "n", count: 256))
        let rows: [(ExtendedAttributeScan<String>, ExtendedAttributeError.Code, String)] = [
            (ExtendedAttributes.scan(remote, for: mark), .invalidPath, remote.absoluteString),
            (ExtendedAttributes.scan(atPath: [], for: mark), .invalidPath, ""),
            (ExtendedAttributes.scan(atPath: "a\0b".utf8, for: mark), .invalidPath, "a\0b"),
            (ExtendedAttributes.scan(folder, for: .init("")), .invalidName, folder.path),
            (ExtendedAttributes.scan(folder, for: .init("user.a\0")), .invalidName, folder.path),
            (ExtendedAttributes.scan(folder, for: .init(long)), .nameTooLong, folder.path),
        ]
        for (scan, code, path) in rows {
            let entries = Array(scan)
            XCTAssertEqual(entries.map(\.pathBytes), [Array(path.utf8)])
            let error = assertFailure(code, try entries[0].value, path)
            XCTAssertEqual(error?.operation, .scan, path)
            XCTAssertEqual(error?.path, path)
            XCTAssertNil(error?.errno, path)
            // A refused string becomes no path.
            guard code == .invalidPath else { continue }
            assertFailure(code, try entries[0].attributes.names(), path)
        }
    }

    func testRootHasOneSlash() throws {
        let root = ExtendedAttributes.scan(URL(filePath: "/"), for: mark, maxDepth: 1)
        let paths = root.map(\.path)
        XCTAssertEqual(paths.first, "/")
        XCTAssertTrue(paths.contains("/etc"), "\(paths)")
        XCTAssertFalse(paths.contains { $0.hasPrefix("//") }, "\(paths)")
    }

    func testRelativePathsStayRelative() throws {
        let folder = try makeTree(["a/", "a/b"])
        try inFolder(folder) {
            XCTAssertEqual(
                ExtendedAttributes.scan(atPath: "a".utf8, for: mark).map(\.path),
                ["a", "a/b"]
            )
            let entry = ExtendedAttributes.scan(atPath: "a/b".utf8, for: mark).first { _ in true }
            XCTAssertEqual(entry?.url?.standardizedFileURL.path, folder.path + "/a/b")
        }
    }

    func testNamesAreBytes() throws {
        let folder = try makeTree()
        let names = [
            Array("caf".utf8) + [0xE9], [0xFF, 0x0A], Array("cafe\u{301}".utf8),
            Array("caf\u{E9}".utf8), Array(String(repeating: "n", count: 255).utf8), [0x2D], [1],
        ]
        for name in names {
            let path = Array(folder.path.utf8) + [0x2F] + name
            guard unsafe mkdir((path + [0]).map { CChar(truncatingIfNeeded: $0) }, 0o700) == 0
            else { throw XCTSkip("The volume takes no such file name.") }
            try ExtendedAttributes(atPath: path).set("here".utf8, for: mark.name)
        }

        for start in [nil] + names {
            let root = Array(folder.path.utf8) + (start.map { [0x2F] + $0 } ?? [])
            let entries = Array(ExtendedAttributes.scan(atPath: root, for: mark))
            XCTAssertEqual(
                Set(entries.map(\.pathBytes)),
                start == nil ? Set([root] + names.map { root + [0x2F] + $0 }) : [root]
            )
            for entry in entries where start != nil || entry.depth > 0 {
                XCTAssertEqual(try entry.value, "here")
                XCTAssertEqual(try entry.attributes.data(for: mark.name), Data("here".utf8))
            }
        }
    }

    func testPathThatIsNoTextIsEscapedAndHasNoURL() throws {
        let folder = try makeTree()
        let path = Array(folder.path.utf8) + Array("/caf".utf8) + [0xE9]
        guard unsafe mkdir((path + [0]).map { CChar(truncatingIfNeeded: $0) }, 0o700) == 0
        else { throw XCTSkip("The volume takes no such file name.") }

        let entry = try XCTUnwrap(
            ExtendedAttributes.scan(folder, for: mark).first { $0.depth == 1 }
        )

        XCTAssertEqual(entry.path, folder.path + #"/caf\351"#)
        XCTAssertEqual(entry.pathBytes, path)
        XCTAssertNil(entry.url)
    }

    func testPathsAreOneLineAndDifferForDifferentFiles() throws {
        let folder = try makeTree()
        let names: [(name: [UInt8], shown: String)] = [
            ([0xE9], #"\351"#), (Array(#"\351"#.utf8), #"\134351"#), (Array("é".utf8), "é"),
            ([0x0A], #"\012"#), (Array(#"\012"#.utf8), #"\134012"#), ([0x1B, 0x5B], #"\033["#),
            (Array("\u{202E}".utf8), #"\342\200\256"#), (Array("a b".utf8), "a b"),
        ]
        for (name, _) in names {
            let path = (Array(folder.path.utf8) + [0x2F] + name).map {
                CChar(truncatingIfNeeded: $0)
            }
            guard unsafe mkdir(path + [0], 0o700) == 0
            else { throw XCTSkip("The volume takes no such file name.") }
        }

        let entries = ExtendedAttributes.scan(folder, for: mark).filter { $0.depth == 1 }

        XCTAssertEqual(
            Set(entries.map(\.path)),
            Set(names.map { folder.path + "/" + $0.shown })
        )
        XCTAssertEqual(entries.count, names.count)
    }

    func testURLsLeadToTheirFiles() throws {
        let folder = try makeTree()
        let names = [
            "plain", "a b", "%41", "a%00b", "100%", "a?b#c", "caf\u{E9}", "cafe\u{301}", "~",
            "~root",
            "a:b", "a;b", "a\\b", "\n", "-", "...", "a&b=c", "[x]", "“x”", "😀",
        ]
        for name in names {
            let path = folder.path + "/" + name
            let isFolder = name.hasPrefix("c")
            guard FileManager.default.createFile(atPath: path, contents: Data(name.utf8)) else {
                throw XCTSkip("The volume takes no such file name: \(name)")
            }
            if isFolder {
                XCTAssertEqual(unsafe unlink(path), 0)
                XCTAssertEqual(unsafe mkdir(path, 0o700), 0)
            }
            try ExtendedAttributes(atPath: path).set(name.utf8, for: mark.name)
        }

        var found: [String] = []
        for entry in ExtendedAttributes.scan(folder, for: mark) where entry.depth == 1 {
            let url = try XCTUnwrap(entry.url)
            let name = try XCTUnwrap(entry.value)
            found.append(name)
            XCTAssertEqual(url.hasDirectoryPath, entry.kind == .folder, name)
            XCTAssertEqual(try url.extendedAttributes.value(for: mark), name)
            if entry.kind == .file { XCTAssertEqual(try Data(contentsOf: url), Data(name.utf8)) }
        }
        XCTAssertEqual(Set(found.map { Array($0.utf8) }), Set(names.map { Array($0.utf8) }))
    }

    func testURLOfARelativePathThatBeginsWithATildeIsNoHomeFolder() throws {
        let folder = try makeTree(["~"])
        try inFolder(folder) {
            let entry = ExtendedAttributes.scan(atPath: "~".utf8, for: mark).first { _ in true }
            XCTAssertEqual(entry?.outcome, "“~”")
            XCTAssertEqual(try entry?.url?.extendedAttributes.value(for: mark), "~")
        }
    }

    func testPathsLongerThanTheSystemTakesAreErrors() throws {
        let folder = try makeTree()
        addTeardownBlock { _ = try? runProgram(["rm", "-rf", folder.path]) }
        let name = String(repeating: "d", count: 250)
        let depth = (4_095 - folder.path.utf8.count) / 251 + 2
        var parent = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        for _ in 1...depth {
            XCTAssertEqual(unsafe mkdirat(parent, name, 0o700), 0)
            let child = unsafe openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard child >= 0 else { return XCTFail("\(errno)") }
            close(parent)
            parent = child
        }
        close(parent)

        let entries = Array(ExtendedAttributes.scan(folder, for: mark))

        // The last folder but one is found in its parent, and can't be opened.
        let found = Array(0..<depth)
        XCTAssertEqual(entries.map(\.depth), found + [depth - 1])
        XCTAssertEqual(entries.last?.outcome, "scan invalidPath")
        XCTAssertEqual(entries.last?.kind, .folder)
        XCTAssertGreaterThan(entries.last?.pathBytes.count ?? 0, 4_095)
        let error = assertFailure(.invalidPath, try entries.last?.value)
        XCTAssertEqual(error?.errno, ENAMETOOLONG)
        XCTAssertTrue(entries.dropLast(2).allSatisfy { $0.outcome == "-" })
    }

    /// Runs `body` with `folder` as the working folder.
    private func inFolder(_ folder: URL, _ body: () throws -> Void) throws {
        let previous = FileManager.default.currentDirectoryPath
        XCTAssertTrue(FileManager.default.changeCurrentDirectoryPath(folder.path))
        defer { XCTAssertTrue(FileManager.default.changeCurrentDirectoryPath(previous)) }
        try body()
    }
}

import FootingExtendedAttributes
import Foundation
import TestSupport
import XCTest

/// Scans of missing, removed, special and unreadable files.
final class ScanFailureTests: XCTestCase {
    func testPipesSocketsAndLinksAreEntriesAndNeverOpened() throws {
        let folder = try makeTree(["a/", "a/b"])
        guard unsafe mkfifo(folder.path + "/pipe", 0o600) == 0 else {
            throw XCTSkip("No named pipe can be made here.")
        }
        try makeSocket(named: "socket", in: folder)
        for (link, target) in [
            ("self", "."), ("up", ".."), ("folder", "a"), ("file", "a/b"), ("nowhere", "absent"),
            ("circle", "circle"), ("a/back", "../a"),
        ] {
            XCTAssertEqual(unsafe symlink(target, folder.path + "/" + link), 0)
        }

        XCTAssertEqual(
            ExtendedAttributes.scan(folder, for: mark).lines(below: folder),
            [
                " folder 0 -",
                "/a folder 1 “a/”",
                "/a/b file 2 “a/b”",
                "/a/back symbolicLink 2 -",
                "/circle symbolicLink 1 -",
                "/file symbolicLink 1 -",
                "/folder symbolicLink 1 -",
                "/nowhere symbolicLink 1 -",
                "/pipe other 1 -",
                "/self symbolicLink 1 -",
                "/socket other 1 -",
                "/up symbolicLink 1 -",
            ]
        )
    }

    func testDeviceIsAnEntry() throws {
        let entries = ExtendedAttributes.scan(URL(filePath: "/dev/null"), for: mark)
        XCTAssertEqual(entries.map { "\($0.kind) \($0.outcome)" }, ["other -"])
    }

    func testAttributesOfALinkAreItsOwn() throws {
        try XCTSkipUnless(getuid() == 0, "Only privileged processes can mark a link.")
        let folder = try makeTree(["a"])
        _ = try makeLink(to: folder.appending(path: "a"))
        let key = ExtendedAttributeKey<String>("trusted.footing")
        let entry = ExtendedAttributes.scan(folder, for: key).first { $0.kind == .symbolicLink }

        try XCTUnwrap(entry).attributes.set("link".utf8, for: key.name)

        XCTAssertEqual(
            ExtendedAttributes.scan(folder, for: key).lines(below: folder),
            [" folder 0 -", "/a file 1 -", "/link symbolicLink 1 “link”"]
        )
    }

    func testFilesThatGoAwayAreLeftOut() throws {
        let folder = try makeTree((1...50).map { "\($0)" })
        var entries = 0
        for entry in ExtendedAttributes.scan(folder, for: mark) {
            entries += 1
            XCTAssertNotNil(try entry.depth == 0 ? "" : entry.value)
            guard entry.depth == 1 else { continue }
            for number in 1...50 where entry.path != folder.path + "/\(number)" {
                unsafe unlink(folder.path + "/\(number)")
            }
        }
        XCTAssertEqual(entries, 2, "The folder, and the first file in it")
    }

    func testFoldersThatGoAwayAreLeftOutOnceTheyAreToBeEntered() throws {
        let manager = FileManager.default
        let rows: [(String, (URL) throws -> Void)] = [
            ("removed", { try manager.removeItem(at: $0) }),
            (
                "replaced by a file",
                { folder in
                    try manager.removeItem(at: folder)
                    try Data().write(to: folder)
                }
            ),
            (
                "replaced by a link",
                { folder in
                    try manager.removeItem(at: folder)
                    try manager.createSymbolicLink(
                        atPath: folder.path,
                        withDestinationPath: "/etc"
                    )
                }
            ),
        ]
        for (row, change) in rows {
            let folder = try makeTree(["a/", "a/b"])
            var paths: [String] = []
            for entry in ExtendedAttributes.scan(folder, for: mark) {
                XCTAssertNoThrow(try entry.value, row)
                paths.append(String(entry.path.dropFirst(folder.path.count)))
                if entry.depth == 1 { try change(folder.appending(path: "a")) }
            }
            XCTAssertEqual(paths, ["", "/a"], row)
        }
    }

    func testFolderThatIsRemovedWhileItIsReadEndsThere() throws {
        let folder = try makeTree(["a/", "a/b", "a/c"])
        var depths: [Int] = []
        for entry in ExtendedAttributes.scan(folder, for: mark) {
            depths.append(entry.depth)
            guard entry.depth == 2 else { continue }
            try FileManager.default.removeItem(at: folder.appending(path: "a"))
        }
        XCTAssertEqual(depths, [0, 1, 2])
    }

    func testBeginningThatGoesAwayIsAnError() throws {
        let folder = try makeTree(["a"])
        var outcomes: [String] = []
        for entry in ExtendedAttributes.scan(folder, for: mark) {
            outcomes.append(entry.outcome)
            try? FileManager.default.removeItem(at: folder)
        }
        XCTAssertEqual(outcomes, ["-", "scan noSuchFile"])
    }

    func testScanGoesOnWhileFilesComeAndGo() throws {
        let folder = try makeTree(["stays"])
        let writer = Repetition { round in
            let path = folder.path + "/\(round % 50)"
            if round / 50 % 2 == 0 { unsafe mkdir(path, 0o700) } else { unsafe rmdir(path) }
        }
        defer { writer.stop() }
        for _ in 0..<rounds(200, underStress: 1_600) {
            let entries = Array(ExtendedAttributes.scan(folder, for: mark))
            XCTAssertEqual(entries.filter { $0.outcome == "“stays”" }.count, 1)
            XCTAssertEqual(
                entries.filter { $0.outcome != "-" }.count,
                1,
                "\(entries.map(\.outcome))"
            )
        }
    }

    func testUnreadableFilesAndFoldersAreErrorsAndTheScanGoesOn() throws {
        try onTreeAsOrdinaryUser { folder in
            for (path, mode) in [("closed", 0), ("listed", 0o400), ("secret", 0)]
                as [(String, mode_t)]
            {
                XCTAssertEqual(unsafe chmod(folder.path + "/" + path, mode), 0)
            }
            defer {
                for path in ["closed", "listed"] { unsafe chmod(folder.path + "/" + path, 0o700) }
            }

            let scan = ExtendedAttributes.scan(folder, for: mark)

            XCTAssertEqual(
                scan.lines(below: folder),
                [
                    " folder 0 -",
                    "/closed folder 1 read accessDenied",
                    "/closed folder 1 scan accessDenied",
                    "/listed folder 1 “listed/”",
                    "/listed/b file 2 read accessDenied",
                    "/listed/c folder 2 read accessDenied",
                    "/listed/c folder 2 scan accessDenied",
                    "/open folder 1 “open/”",
                    "/open/a file 2 “open/a”",
                    "/secret file 1 read accessDenied",
                ]
            )
            // An unreadable entry is not passed to the closure again.
            let rest = ExtendedAttributes.scan(folder, for: mark) { entry in
                XCTAssertNotEqual(entry.outcome, "scan accessDenied")
                return entry.path.hasSuffix("/closed")
            }
            XCTAssertEqual(
                rest.map(\.outcome),
                ["-", "read accessDenied", "scan accessDenied"]
            )
            // At this depth, the scan does not open it.
            let flat = ExtendedAttributes.scan(folder, for: mark, maxDepth: 1)
            XCTAssertFalse(flat.map(\.outcome).contains("scan accessDenied"))
        }
    }

    /// Runs `body` without privileges on a tree with each kind of failure.
    private func onTreeAsOrdinaryUser(_ body: (URL) throws -> Void) throws {
        try asOrdinaryUser { _ in
            let paths = [
                "closed/", "closed/a", "listed/", "listed/b", "listed/c/", "open/", "open/a",
                "secret",
            ]
            try body(makeTree(paths))
        }
    }

    private func makeSocket(named name: String, in folder: URL) throws {
        try require(["python3", "--version"])
        let script = """
            import os, socket, sys
            os.chdir(sys.argv[1])
            socket.socket(socket.AF_UNIX).bind(sys.argv[2])
            """
        let (status, output) = try runProgram(["python3", "-c", script, folder.path, name])
        guard status == 0 else { throw XCTSkip("No socket can be made here: \(output)") }
    }
}

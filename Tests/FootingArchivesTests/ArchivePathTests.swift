import FootingArchives
import XCTest

final class ArchivePathTests: XCTestCase {
    func testPathsAreNormalized() {
        let rows: [(String, String)] = [
            ("a", "a"), ("a/b", "a/b"), ("./a", "a"), ("a/", "a"), ("a//b", "a/b"),
            ("a/./b", "a/b"), ("a/.", "a"), ("./", ""), (".", ""), ("", ""), ("/", "/"),
            ("/a", "/a"), ("//a/", "/a"), ("/./a", "/a"), ("..", ".."), ("a/../b", "a/../b"),
            (".a", ".a"), ("a.", "a."), ("...", "..."), ("a\\b", "a\\b"), (" ", " "),
        ]
        for (text, normalized) in rows {
            let path = ArchivePath(text)
            XCTAssertEqual(path.bytes, Array(normalized.utf8), text)
            XCTAssertEqual(path.string, normalized, text)
            XCTAssertEqual(ArchivePath(bytes: Array(normalized.utf8)), path, text)
            XCTAssertEqual(path.isEmpty, normalized.isEmpty, text)
            let names = normalized.split(separator: "/").map { ArchivePath($0) }
            XCTAssertEqual(path.components.map(\.bytes), names.map(\.bytes), text)
        }
    }

    func testOnlyPathsInsideTheFolderAreSafe() {
        let name = String(repeating: "n", count: 255)
        let rows: [(String, Bool)] = [
            ("a", true), ("a/b", true), (".a", true), ("...", true), ("a..", true), ("é", true),
            ("c", true), ("1:", true), ("é:", true), (name, true), (name + "n", false),
            (Array(repeating: "d", count: 64).joined(separator: "/"), true),
            (Array(repeating: "d", count: 65).joined(separator: "/"), false),
            (Array(repeating: name, count: 16).joined(separator: "/"), true),
            (Array(repeating: name, count: 17).joined(separator: "/"), false),
            ("", false), (".", false), ("/", false), ("/a", false), ("..", false), ("../a", false),
            ("a/..", false), ("a/../b", false), ("a\0b", false), ("C:a", false), ("c:/a", false),
            ("z:", false), ("a:stream", false), ("ab:stream", true),
        ]
        for (text, isSafe) in rows {
            XCTAssertEqual(ArchivePath(text).isSafe(within: .untrusted), isSafe, text)
        }
        let deep = ArchivePath(Array(repeating: "d", count: 65).joined(separator: "/"))
        XCTAssertTrue(deep.isSafe())
    }

    func testTheFirstComponentsCanBeDropped() {
        let rows: [(ArchivePath, Int, ArchivePath?)] = [
            ("a/b/c", 1, "b/c"), ("a/b/c", 2, "c"), ("a/b/c", 3, nil), ("a/b/c", 9, nil),
            ("a/b/c", 0, "a/b/c"), ("a/b/c", -1, "a/b/c"), ("a", 1, nil), ("", 1, nil),
            ("/a/b", 1, "/b"), ("/", 1, nil),
        ]
        for (path, count, expected) in rows {
            XCTAssertEqual(path.dropFirst(count), expected, "\(path), \(count)")
        }
        XCTAssertEqual(ArchivePath("a/b").dropFirst(), "b")
    }

    func testPathsAreEqualIfTheirBytesAre() {
        XCTAssertNotEqual(ArchivePath("e\u{301}"), ArchivePath("\u{E9}"))
        XCTAssertNotEqual(ArchivePath("A"), "a")
        XCTAssertEqual(Set([ArchivePath("a/b"), "./a//b/"]).count, 1)
    }

    func testDescriptionsAreOneLineWithoutAmbiguity() {
        let rows: [([UInt8], String?, String)] = [
            (Array("a b/é".utf8), "a b/é", "a b/é"), ([0x61, 0xFF], nil, "a\\377"),
            ([0x0A, 0x5C], "\n\\", "\\012\\134"), ([0x1B, 0x5B], "\u{1B}[", "\\033["),
            (Array("\u{202E}".utf8), "\u{202E}", "\\342\\200\\256"),
        ]
        for (bytes, string, description) in rows {
            XCTAssertEqual(ArchivePath(bytes: bytes).description, description)
            XCTAssertEqual(ArchivePath(bytes: bytes).string, string)
        }
    }
}

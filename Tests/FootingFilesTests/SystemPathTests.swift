import FootingFiles
import XCTest

final class SystemPathTests: XCTestCase {
    func testURLOfAFileOnThisMachineIsDecoded() throws {
        for (url, path) in [
            ("file:///a", "/a"), ("file:///", "/"), ("file:///a//", "/a"),
            ("FILE:///a%20b", "/a b"),
            ("file:/a", "/a"), ("file://localhost/a", "/a"), ("file://LOCALHOST:8/a", "/a"),
            ("file://user@/a", "/a"), ("file:///a?b", "/a"), ("file:///a%3Fb#c", "/a?b"),
            ("file:a", "a"), ("file:///%E4%B8%80", "/一"), ("file:///a/%2e%2E", "/a/.."),
        ] {
            XCTAssertEqual(try SystemPath(url: url), SystemPath(path.utf8), url)
        }
        XCTAssertEqual(try SystemPath(url: "file:///caf%e9").bytes, Array("/caf".utf8) + [0xE9])
    }

    func testURLThatNamesNoFileHereIsRefused() {
        for (url, problem) in [
            ("", .otherScheme), ("/a", .otherScheme), ("files:/a", .otherScheme),
            ("https://example.com/a", .otherScheme), ("file", .otherScheme),
            ("file://Example.com/a", .otherHost("example.com")),
            ("file://%6Cocalhost/a", .otherHost("%6cocalhost")),
            ("file:", .noPath), ("file://", .noPath), ("file://localhost", .noPath),
            ("file:?a", .noPath), ("file:///a%2Fb", .slashOrNUL), ("file:///a%00", .slashOrNUL),
            ("file:///a%", .slashOrNUL), ("file:///a%4", .slashOrNUL),
            ("file:///a%4x", .slashOrNUL),
        ] as [(String, FileURLProblem)] {
            XCTAssertThrowsError(try SystemPath(url: url), url) {
                XCTAssertEqual($0 as? FileURLProblem, problem, url)
            }
        }
    }

    func testPathThatTheSystemWouldMisreadIsRefused() {
        for bytes in [[], [0], Array("a\0".utf8), Array("a\0b".utf8)] as [[UInt8]] {
            XCTAssertTrue(SystemPath(bytes).isRefused, "\(bytes)")
            XCTAssertEqual(SystemPath(bytes).bytes, bytes)
        }
        for path in ["/", "//", "a", "./a/", "\u{FFFD}"] {
            XCTAssertFalse(SystemPath(path.utf8).isRefused, path)
        }
    }

    func testFolderAndNameOfAPath() {
        for (path, folder, name) in [
            ("/", "/", "."), ("a", ".", "a"), ("/a", "/", "a"), ("//a", "/", "a"),
            ("a/b", "a", "b"), ("/a//b/", "/a", "b"), ("a/..", "a", ".."),
        ] {
            let parts = SystemPath(path.utf8).folderAndName
            XCTAssertEqual(parts.folder, SystemPath(folder.utf8), path)
            XCTAssertEqual(parts.name, SystemPath(name.utf8), path)
        }
    }

    func testNameInAFolderIsItsPath() {
        for (folder, path) in [("/", "/n"), (".", "./n"), ("/a/b", "/a/b/n"), ("a//", "a/n")] {
            let joined = SystemPath(of: SystemPath("n".utf8), in: SystemPath(folder.utf8))
            XCTAssertEqual(joined, SystemPath(path.utf8))
        }
    }
}

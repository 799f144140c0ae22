import FootingExtendedAttributes
import Foundation
import XCTest

final class PathTests: XCTestCase {
    private let stage: ExtendedAttributeName = "user.stage"

    func testURLStringAndBytesReachTheSameFile() throws {
        let file = try makeFile(named: "a b%c;d?e#f\u{E9}e\u{301}+~")

        try file.extendedAttributes.set([1], for: stage)

        let relative = URL(
            filePath: file.lastPathComponent,
            relativeTo: file.deletingLastPathComponent()
        )
        for attributes in [
            ExtendedAttributes(at: file),
            ExtendedAttributes(at: relative),
            ExtendedAttributes(atPath: file.path),
            ExtendedAttributes(atPath: Array(file.path.utf8)),
        ] {
            XCTAssertEqual(try attributes.data(for: stage), Data([1]))
        }
    }

    func testAllSpellingsOfAURLReachTheSameFile() throws {
        let file = try makeFile(named: "plain")
        try file.extendedAttributes.set([1], for: stage)
        let folder = file.deletingLastPathComponent()
        let spellings: [URL?] = [
            URL(string: "file://localhost\(file.path)"),
            URL(string: "file:\(file.path)"),
            URL(string: "FILE://\(file.path)"),
            URL(string: "file://\(file.path)?query#fragment"),
            URL(string: "file://\(folder.path)/%70lain"),
            URL(string: "file://\(folder.path)/../\(folder.lastPathComponent)/./plain"),
            URL(string: "../\(folder.lastPathComponent)/plain", relativeTo: file),
            URL(filePath: "plain", relativeTo: folder),
        ]

        for url in spellings {
            let url = try XCTUnwrap(url)
            XCTAssertEqual(try url.extendedAttributes.data(for: stage), Data([1]), "\(url)")
        }
    }

    func testNameThatIsNoUTF8IsReachedByBytesAndByURL() throws {
        let folder = try makeFile().deletingLastPathComponent()
        let path = Array(folder.path.utf8) + Array("/caf".utf8) + [0xE9]
        let made = unsafe open(
            (path + [0]).map { CChar(truncatingIfNeeded: $0) },
            O_CREAT | O_WRONLY,
            0o600
        )
        guard made >= 0 else { throw XCTSkip("The volume takes no such file name.") }
        close(made)

        try ExtendedAttributes(atPath: path).set([1], for: stage)

        let url = try XCTUnwrap(URL(string: folder.absoluteURL.absoluteString + "/caf%E9"))
        XCTAssertEqual(try url.extendedAttributes.data(for: stage), Data([1]))
        let missing = assertFailure(
            .noSuchFile,
            try ExtendedAttributes(atPath: path + [0xFF]).data(for: stage)
        )
        XCTAssertEqual(missing?.path, folder.path + #"/caf\351\377"#)
        let text = missing?.description ?? ""
        XCTAssertTrue(text.contains(#"/caf\351\377”"#), text)
    }

    func testLinksAreFollowedOnlyWhenAsked() throws {
        let file = try makeFile()
        let link = try makeLink(to: file)
        try file.extendedAttributes.set([1], for: stage)

        XCTAssertEqual(try link.extendedAttributes.data(for: stage), Data([1]))
        let own = ExtendedAttributes(at: link, followingSymlinks: false)
        XCTAssertNil(try own.data(for: stage))
        XCTAssertEqual(try own.names(in: .user), [])
        // Linux supports no `user` attributes of links.
        assertFailure(.notPermitted, try own.set([2], for: stage))
        assertFailure(.notPermitted, try own.remove(stage))

        try link.extendedAttributes.set([3], for: stage)
        XCTAssertEqual(try file.extendedAttributes.data(for: stage), Data([3]))
    }

    func testSlashAtTheEndDoesNotMakeALinkFollowed() throws {
        let folder = try makeFile().deletingLastPathComponent()
        let link = try makeLink(to: folder)
        addTeardownBlock { try? FileManager.default.removeItem(at: link) }
        try folder.extendedAttributes.set([1], for: stage)

        let slashed = URL(filePath: link.path, directoryHint: .isDirectory)
        XCTAssertTrue(slashed.path(percentEncoded: false).hasSuffix("/"))
        let string = try XCTUnwrap(URL(string: link.absoluteString + "///"))
        for attributes in [
            ExtendedAttributes(at: slashed, followingSymlinks: false),
            ExtendedAttributes(at: string, followingSymlinks: false),
            ExtendedAttributes(atPath: link.path + "/", followingSymlinks: false),
            ExtendedAttributes(atPath: Array((link.path + "//").utf8), followingSymlinks: false),
        ] {
            XCTAssertNil(try attributes.data(for: stage))
        }
        XCTAssertEqual(try slashed.extendedAttributes.data(for: stage), Data([1]))
    }

    func testRootIsAPath() {
        XCTAssertNoThrow(try ExtendedAttributes(atPath: "/").names())
        XCTAssertNoThrow(try ExtendedAttributes(atPath: "//").names())
        XCTAssertNoThrow(try URL(filePath: "/").extendedAttributes.names())
    }

    func testDanglingLinkIsMissingOnlyWhenFollowed() throws {
        let link = try makeLink(to: makeFolder().appending(path: "absent"))

        assertFailure(.noSuchFile, try link.extendedAttributes.data(for: stage))
        let own = ExtendedAttributes(at: link, followingSymlinks: false)
        XCTAssertNil(try own.data(for: stage))
    }

    func testPathsThatNameNoFileAreRefused() throws {
        let file = try makeFile(named: "a")
        try file.extendedAttributes.set([1], for: stage)
        let urls: [URL?] = [
            URL(filePath: file.path + "\0b"),
            URL(string: file.absoluteString + "%00"),
            URL(string: file.absoluteString + "%00b"),
            URL(string: file.deletingLastPathComponent().absoluteString + "%2Fa"),
            URL(string: "https://example.com" + file.path),
            URL(string: file.path),
            URL(string: "file://example.com" + file.path),
            URL(string: "file:"),
            URL(string: "file://"),
        ]

        for url in urls {
            let url = try XCTUnwrap(url)
            assertRefused(url.extendedAttributes, url.absoluteString, url.absoluteString)
        }
        assertRefused(ExtendedAttributes(atPath: ""), "", "empty text")
        assertRefused(ExtendedAttributes(atPath: [UInt8]()), "", "empty bytes")
        assertRefused(
            ExtendedAttributes(atPath: file.path + "\0b"),
            file.path + "\0b",
            "NUL in text"
        )
        assertRefused(
            ExtendedAttributes(atPath: Array(file.path.utf8) + [0]),
            file.path + "\0",
            "NUL in bytes"
        )
    }

    func testFileWhoseNameLooksEncodedIsReached() throws {
        for odd in ["a%00b", "a%2Fb", "100%", "%41"] {
            let file = try makeFile(named: odd)
            try file.extendedAttributes.set([1], for: stage)
            XCTAssertEqual(
                try ExtendedAttributes(atPath: file.path).data(for: stage),
                Data([1]),
                odd
            )
        }
    }

    func testPathOfAnErrorIsDecodedAndEndsWithoutASlash() throws {
        let path = try makeFolder().path + "/a b\u{E9}"
        for attributes in [
            URL(filePath: path + "/").extendedAttributes, ExtendedAttributes(atPath: path + "//"),
        ] {
            let error = assertFailure(.noSuchFile, try attributes.names())
            XCTAssertEqual(error?.path, path)
        }
    }

    func testURLOfThisHostIsAccepted() throws {
        let file = try makeFile()
        try file.extendedAttributes.set([1], for: stage)

        for host in ["", "localhost", "LOCALHOST", "LocalHost"] {
            let url = try XCTUnwrap(URL(string: "file://\(host)" + file.path))
            XCTAssertEqual(try url.extendedAttributes.data(for: stage), Data([1]), host)
        }
    }

    private func assertRefused(
        _ attributes: ExtendedAttributes,
        _ path: String,
        _ message: String,
        line: UInt = #line
    ) {
        for error in [
            assertFailure(.invalidPath, try attributes.data(for: stage), message, line: line),
            assertFailure(.invalidPath, try attributes.set([2], for: stage), message, line: line),
            assertFailure(.invalidPath, try attributes.remove(stage), message, line: line),
            assertFailure(.invalidPath, try attributes.names(), message, line: line),
        ] {
            XCTAssertEqual(error?.path, path, message, line: line)
            XCTAssertNil(error?.errno, "The system was not to be asked.", line: line)
        }
    }
}

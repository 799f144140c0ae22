import Foundation
import TestSupport
import XCTest

@testable import FootingExtendedAttributes

final class HTTPCacheRecordTests: XCTestCase {
    private let record = HTTPCacheRecord(
        url: URL(string: "https://example.com/page") ?? URL(filePath: "/"),
        etag: "\"33a64df5\"",
        lastModified: "Wed, 21 Oct 2015 07:28:00 GMT"
    )
    private let content = Data("<p>Hello</p>".utf8)

    // MARK: Reading and writing

    func testCredentialsAndFragmentAreLeftOut() throws {
        let rows: [(given: String, kept: String)] = [
            ("https://example.com/a?b=c", "https://example.com/a?b=c"),
            ("https://me:secret@example.com/a#part", "https://example.com/a"),
            ("https://me@example.com:8080/a%20b", "https://example.com:8080/a%20b"),
            ("https://me:se%40cret@[::1]/", "https://[::1]/"),
            ("HTTP://:secret@example.com", "HTTP://example.com"),
            ("https://a@b@example.com/", "https://example.com/"),
            ("https://me:secret@example.com/x@y", "https://example.com/x@y"),
        ]
        for (given, kept) in rows {
            let url = try XCTUnwrap(URL(string: given), given)
            XCTAssertEqual(HTTPCacheRecord(url: url).url.absoluteString, kept, given)
        }
        let base = URL(string: "https://me:secret@example.com/a/b")
        let relative = try XCTUnwrap(URL(string: "c#d", relativeTo: base))
        XCTAssertEqual(HTTPCacheRecord(url: relative).url.absoluteString, "https://example.com/a/c")
    }

    func testCredentialsAreNotStored() throws {
        let file = try makeFile()
        let url = try XCTUnwrap(URL(string: "https://me:secret@example.com/a#part"))
        try file.extendedAttributes.setHTTPCacheRecord(HTTPCacheRecord(url: url))
        let stored = try XCTUnwrap(file.extendedAttributes.data(for: HTTPCacheRecord.attributeName))
        let text = String(decoding: stored, as: UTF8.self)
        XCTAssertTrue(text.contains("https://example.com/a\""), text)
        XCTAssertFalse(text.contains("secret"), text)
        XCTAssertFalse(text.contains("part"), text)
    }

    func testRequestsAskOnlyForOtherContent() throws {
        let rows: [(etag: String?, lastModified: String?, headers: [String: String])] = [
            (nil, nil, [:]),
            ("W/\"a\"", nil, ["If-None-Match": "W/\"a\""]),
            (nil, "Wed", ["If-Modified-Since": "Wed"]),
            ("\"a\"", "Wed", ["If-None-Match": "\"a\"", "If-Modified-Since": "Wed"]),
            ("\"a\"\r\nCookie: b", "Wed", ["If-Modified-Since": "Wed"]),
            ("\"a\"\n", "\0", [:]), ("*", "", [:]), ("", "é", [:]), ("a", nil, [:]),
            ("\"", nil, [:]),
            ("\"a\", \"b\"", nil, [:]), ("w/\"a\"", nil, [:]),
        ]
        for (etag, lastModified, headers) in rows {
            let record = HTTPCacheRecord(url: record.url, etag: etag, lastModified: lastModified)
            let row = "\(etag ?? "-"), \(lastModified ?? "-")"
            XCTAssertEqual(record.requestHeaderFields, headers, row)
        }
    }

    // MARK: The attribute

    func testTheAttributeHasAFixedForm() throws {
        let file = try makeFile()
        try content.write(to: file)
        try require(["touch", "-d", "2001-02-03 04:05:06.000700089 UTC", file.path])
        let url = try XCTUnwrap(URL(string: "https://example.com/a/b"))
        let record = HTTPCacheRecord(url: url, etag: "\"é\"", lastModified: "Wed")
        try file.extendedAttributes.setHTTPCacheRecord(record)
        let stored = try XCTUnwrap(file.extendedAttributes.data(for: HTTPCacheRecord.attributeName))
        XCTAssertEqual(
            String(decoding: stored, as: UTF8.self),
            #"{"etag":"\"é\"","lastModified":"Wed","modified":"981173106.000700089","size":12,"#
                + #""url":"https://example.com/a/b"}"#
        )
        XCTAssertEqual(try file.extendedAttributes.httpCacheRecord(), record)

        let bare = HTTPCacheRecord(url: url)
        try file.extendedAttributes.setHTTPCacheRecord(bare)
        XCTAssertEqual(try file.extendedAttributes.httpCacheRecord(), bare)
    }

    func testTimesAreWrittenAsTheToolsPrintThem() throws {
        let file = try makeFile()
        try require(["stat", "-c", "%.9Y", file.path])
        for time in [
            "@0", "@0.000000001", "@-0.5", "@-1.5", "@-2", "@1732219200.123456789", "@32503680000",
        ] {
            try require(["touch", "-d", time, file.path])
            try file.extendedAttributes.setHTTPCacheRecord(record)
            let stored = try XCTUnwrap(
                file.extendedAttributes.data(for: HTTPCacheRecord.attributeName)
            )
            let printed = try runProgram(["stat", "-c", "%.9Y", file.path]).output.dropLast()
            let text = String(decoding: stored, as: UTF8.self)
            XCTAssertTrue(
                text.contains("\"modified\":\"\(printed)\""),
                "\(time): \(text), \(printed)"
            )
            XCTAssertEqual(try file.extendedAttributes.httpCacheRecord(), record, time)
        }
    }

    func testBytesThatAreNoRecordAreAnError() throws {
        let file = try makeFile()
        let rows = [
            "", " ", "{", "{}", "[]", "1", "\"x\"", "null", "\u{0}",
            #"{"url":"https://a/","size":0}"#, #"{"url":"https://a/","modified":"0.0"}"#,
            #"{"size":0,"modified":"0.0"}"#, #"{"url":"https://a/","size":"0","modified":"0.0"}"#,
            #"{"url":"https://a/","size":0,"modified":0}"#,
            #"{"url":"https://a/","size":99999999999999999999,"modified":"0.0"}"#,
            #"{"url":1,"size":0,"modified":"0.0"}"#, #"{"url":"","size":0,"modified":"0.0"}"#,
            #"{"url":"https://a/","size":0,"modified":"0.0","etag":1}"#,
            #"{"url":"https://a/","size":0,"modified":"0.0"}x"#,
            String(repeating: "[", count: 3_000),
        ]
        for row in rows {
            try file.extendedAttributes.set(row.utf8, for: HTTPCacheRecord.attributeName)
            let error = assertFailure(
                .undecodableValue,
                try file.extendedAttributes.httpCacheRecord(),
                row
            )
            XCTAssertEqual(error?.name, HTTPCacheRecord.attributeName, row)
        }
        try file.extendedAttributes.set([0x7B, 0xFF], for: HTTPCacheRecord.attributeName)
        assertFailure(.undecodableValue, try file.extendedAttributes.httpCacheRecord())
        // A later version may store more members.
        let more = #"{"url":"https://a/","size":1,"modified":"0.0","more":[1]}"#
        try file.extendedAttributes.set(more.utf8, for: HTTPCacheRecord.attributeName)
        XCTAssertNil(try file.extendedAttributes.httpCacheRecord())
    }

    func testEachProgramMayHaveItsOwn() throws {
        let file = try makeFile()
        let other = HTTPCacheRecord(url: record.url, etag: "\"other\"")
        try file.extendedAttributes.setHTTPCacheRecord(record)
        try file.extendedAttributes.setHTTPCacheRecord(other, named: "user.com.example.http")
        XCTAssertEqual(try file.extendedAttributes.httpCacheRecord(), record)
        XCTAssertEqual(
            try file.extendedAttributes.httpCacheRecord(named: "user.com.example.http"),
            other
        )
        try file.extendedAttributes.remove(HTTPCacheRecord.attributeName)
        XCTAssertNil(try file.extendedAttributes.httpCacheRecord())
    }

    func testAllWaysToAFileLeadToItsRecord() throws {
        let file = try makeFile()
        try record.write(content, to: file)
        let link = try makeLink(to: file)
        XCTAssertEqual(try link.extendedAttributes.httpCacheRecord(), record)
        XCTAssertNil(try ExtendedAttributes(at: link, followingSymlinks: false).httpCacheRecord())
        let handle = try FileHandle(forReadingFrom: file)
        XCTAssertEqual(try ExtendedAttributes(of: handle).httpCacheRecord(), record)
        try handle.close()
        assertFailure(.system, try ExtendedAttributes(of: handle).httpCacheRecord())
        for view in [file.appendingPathExtension("x").extendedAttributes] {
            assertFailure(.noSuchFile, try view.httpCacheRecord())
            assertFailure(.noSuchFile, try view.setHTTPCacheRecord(record))
        }
        assertFailure(.invalidPath, try ExtendedAttributes(atPath: "").setHTTPCacheRecord(record))
    }

    func testOnlyAbsoluteHTTPURLsAreStored() throws {
        let file = try makeFile()
        try Data("old".utf8).write(to: file)
        for text in [
            "file:///etc/hosts", "ftp://example.com/a", "javascript:alert(1)", "data:text/plain,a",
            "a/b", "//example.com/a", "http:a", "https:/a", "https:///a", "httpsx://example.com",
            "mailto:ada@example.com", "",
        ] {
            guard let url = URL(string: text) else { continue }
            let odd = HTTPCacheRecord(url: url, etag: "\"x\"")
            assertFailure(
                .unencodableValue,
                try file.extendedAttributes.setHTTPCacheRecord(odd),
                text
            )
            assertFailure(.unencodableValue, try odd.write(Data("new".utf8), to: file), text)
        }
        XCTAssertEqual(try Data(contentsOf: file), Data("old".utf8))
        XCTAssertEqual(try file.extendedAttributes.names(in: .user), [])
        for text in ["http://example.com", "HTTPS://example.com/a?b", "http://[::1]:80/"] {
            let plain = HTTPCacheRecord(url: try XCTUnwrap(URL(string: text)))
            try file.extendedAttributes.setHTTPCacheRecord(plain)
            XCTAssertEqual(try file.extendedAttributes.httpCacheRecord(), plain, text)
        }
    }

    func testStoredURLThatIsNotAbsoluteHTTPGivesNoRecord() throws {
        let file = try makeFile()
        let name = HTTPCacheRecord.attributeName
        try file.extendedAttributes.setHTTPCacheRecord(record)
        let data = try XCTUnwrap(file.extendedAttributes.data(for: name))
        let stored = String(decoding: data, as: UTF8.self)
        XCTAssertTrue(stored.contains(#""https://example.com/page""#), stored)
        for text in [
            "file:///etc/hosts", "ftp://example.com/a", "javascript:alert(1)", "a/b", "http:a",
            "//example.com/a", "https:/a", "/a",
        ] {
            let other = stored.replacingOccurrences(of: record.url.absoluteString, with: text)
            XCTAssertNotEqual(other, stored)
            try file.extendedAttributes.set(other.utf8, for: name)
            XCTAssertNil(try file.extendedAttributes.httpCacheRecord(), text)
        }
        try file.extendedAttributes.set(stored.utf8, for: name)
        XCTAssertEqual(try file.extendedAttributes.httpCacheRecord(), record)
    }

    // MARK: Validity

    func testTheRecordIsVoidAfterEachChange() throws {
        let changes: [(String, (URL) throws -> Void)] = [
            ("longer", { try self.rewrite($0, "<p>Hello, world</p>") }),
            ("shorter", { try self.rewrite($0, "<p>Hi</p>") }),
            ("same size", { try self.rewriteUntilTheClockMoves($0, "<p>World</p>") }),
            ("truncated", { try require(["truncate", "-s", "3", $0.path]) }),
            ("truncated, and the time put back", { try self.truncateInSecret($0) }),
            ("emptied", { try require(["truncate", "-s", "0", $0.path]) }),
            ("appended", { try self.append("x", to: $0) }),
            ("touched", { try require(["touch", "-d", "2030-01-01", $0.path]) }),
            ("touched back", { try require(["touch", "-d", "2001-01-01", $0.path]) }),
            ("replaced atomically", { try Data("x".utf8).write(to: $0, options: .atomic) }),
        ]
        for (title, change) in changes {
            for isWhole in [true, false] {
                let file = try makeFile()
                try store(in: file, isWhole)
                XCTAssertEqual(try file.extendedAttributes.httpCacheRecord(), record, title)
                try change(file)
                XCTAssertNil(try file.extendedAttributes.httpCacheRecord(), title)
                // A file that has changed can be recorded anew.
                try file.extendedAttributes.setHTTPCacheRecord(record)
                XCTAssertEqual(try file.extendedAttributes.httpCacheRecord(), record, title)
            }
        }
    }

    func testTheRecordSurvivesChangesOfOtherThanTheContent() throws {
        let changes: [(String, (URL) throws -> URL)] = [
            (
                "chmod",
                {
                    try require(["chmod", "600", $0.path]); return $0
                }
            ),
            ("mv", { try self.run(["mv"], $0) }), ("cp -a", { try self.run(["cp", "-a"], $0) }),
            ("cp -p --preserve=xattr", { try self.run(["cp", "-p", "--preserve=xattr"], $0) }),
            ("ln", { try self.run(["ln"], $0) }),
            (
                "another attribute",
                {
                    try $0.extendedAttributes.set([1], for: "user.a"); return $0
                }
            ),
            (
                "read",
                {
                    _ = try Data(contentsOf: $0); return $0
                }
            ),
            (
                "opened",
                {
                    try FileHandle(forUpdating: $0).close(); return $0
                }
            ),
            (
                "moveItem",
                {
                    let new = $0.appendingPathExtension("new")
                    try FileManager.default.moveItem(at: $0, to: new)
                    return new
                }
            ),
        ]
        for (title, change) in changes {
            for isWhole in [true, false] {
                let file = try makeFile()
                try store(in: file, isWhole)
                let new = try change(file)
                XCTAssertEqual(try new.extendedAttributes.httpCacheRecord(), record, title)
            }
        }
    }

    func testACopyWithAnotherTimeHasNoRecord() throws {
        let file = try makeFile()
        try record.write(content, to: file)
        let copy = file.appendingPathExtension("copy")
        try content.write(to: copy)
        try require(["touch", "-d", "2001-01-01", copy.path])
        let selection = ExtendedAttributeSelection.names([HTTPCacheRecord.attributeName])
        try file.extendedAttributes.copy(selection, to: copy.extendedAttributes)
        XCTAssertNotNil(try copy.extendedAttributes.data(for: HTTPCacheRecord.attributeName))
        XCTAssertNil(try copy.extendedAttributes.httpCacheRecord())
    }

    func testCopyingLeavesAnotherFilesRecordAlone() throws {
        let file = try makeFile()
        let other = file.appendingPathExtension("other")
        let own = HTTPCacheRecord(url: record.url, etag: "\"own\"")
        try record.write(content, to: file)
        try own.write(Data("other".utf8), to: other)
        try file.extendedAttributes.set([1], for: "user.tag")

        for selection in [ExtendedAttributeSelection.user, .all] {
            let report = try file.extendedAttributes.copy(
                selection,
                to: other.extendedAttributes,
                removingOthers: true
            )
            XCTAssertEqual(report.stored, ["user.tag"])
            XCTAssertEqual(report.removed, [])
            XCTAssertEqual(try other.extendedAttributes.httpCacheRecord(), own)
        }
    }

    func testALinkIsFollowedOrReplacedByTheFileWithItsRecord() throws {
        let file = try makeFile()
        let link = file.appendingPathExtension("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        try record.write(content, to: link, synchronizing: true)
        XCTAssertEqual(try file.extendedAttributes.httpCacheRecord(), record)

        let own = HTTPCacheRecord(url: record.url, etag: "\"own\"")
        try own.write(Data("own".utf8), to: link, followingSymlinks: false, synchronizing: true)

        XCTAssertEqual(try file.extendedAttributes.httpCacheRecord(), record)
        let atLink = ExtendedAttributes(at: link, followingSymlinks: false)
        XCTAssertEqual(try atLink.httpCacheRecord(), own)
    }

    func testContentAndRecordAreWrittenTogether() throws {
        let file = try makeFile()
        try file.extendedAttributes.set([1], for: "user.tag")
        try file.extendedAttributes.setHTTPCacheRecord(record, named: "user.own")
        let next = HTTPCacheRecord(url: record.url, etag: "\"next\"")

        try record.write(content, to: file)
        XCTAssertEqual(try Data(contentsOf: file), content)
        XCTAssertEqual(try file.extendedAttributes.httpCacheRecord(), record)
        try next.write(Data("next".utf8), to: file, named: "user.own")

        XCTAssertEqual(try Data(contentsOf: file), Data("next".utf8))
        XCTAssertEqual(try file.extendedAttributes.httpCacheRecord(named: "user.own"), next)
        XCTAssertEqual(
            try file.extendedAttributes.names(in: .user),
            ["user.own", "user.tag"],
            "The record of the old content is gone."
        )
        let fresh = file.appendingPathExtension("fresh")
        try record.write(content, to: fresh)
        XCTAssertEqual(try fresh.extendedAttributes.httpCacheRecord(), record)
        let none = ExtendedAttributeSelection.names([])
        try record.write(content, to: file, keepingExtendedAttributes: none)
        XCTAssertEqual(
            try file.extendedAttributes.names(in: .user),
            [HTTPCacheRecord.attributeName]
        )
    }

    func testSavingOtherContentDoesNotCarryTheRecordOver() throws {
        let file = try makeFile()
        try record.write(content, to: file)
        try file.extendedAttributes.set([1], for: "user.tag")
        try Data("<p>World</p>".utf8).write(to: file, keepingExtendedAttributes: .user)
        XCTAssertEqual(try file.extendedAttributes.names(in: .user), ["user.tag"])
        XCTAssertNil(try file.extendedAttributes.httpCacheRecord())
    }

    func testARecordThatCanNotBeStoredLeavesTheFileAlone() throws {
        let file = try makeFile()
        try record.write(content, to: file)
        let large = HTTPCacheRecord(url: record.url, etag: String(repeating: "x", count: 70_000))
        do throws(ExtendedAttributeError) {
            try large.write(Data("new".utf8), to: file)
            XCTFail("A record of 70 000 bytes was stored.")
        } catch {
            XCTAssertEqual(error.operation, .save)
            XCTAssertEqual(error.name, HTTPCacheRecord.attributeName)
        }
        XCTAssertEqual(try Data(contentsOf: file), content)
        XCTAssertEqual(try file.extendedAttributes.httpCacheRecord(), record)
        let folder = file.deletingLastPathComponent().path
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder), ["file"])
    }

    func testReadersSeeEachContentWithItsRecord() throws {
        let file = try makeFile()
        let rounds = isUnderStress ? 800 : 100
        try HTTPCacheRecord(url: record.url, etag: "0").write(Data("0".utf8), to: file)
        let url = record.url
        let writer = Thread {
            for round in 1...rounds {
                let content = Data(String(round).utf8)
                _ = try? HTTPCacheRecord(url: url, etag: "\(round)").write(content, to: file)
            }
        }
        writer.start()
        var reads = 0
        while !writer.isFinished || reads == 0 {
            // One open file, whose content and record don't change.
            let handle = try FileHandle(forReadingFrom: file)
            let known = try XCTUnwrap(ExtendedAttributes(of: handle).httpCacheRecord())
            let content = try handle.readToEnd() ?? Data()
            XCTAssertEqual(known.etag, String(decoding: content, as: UTF8.self))
            try handle.close()
            reads += 1
        }
        XCTAssertEqual(try file.extendedAttributes.httpCacheRecord()?.etag, "\(rounds)")
    }

    // MARK: Helpers

    /// Writes content and record at once, or one after the other.
    private func store(in file: URL, _ isWhole: Bool) throws {
        if isWhole {
            try record.write(content, to: file)
        } else {
            try content.write(to: file)
            try file.extendedAttributes.setHTTPCacheRecord(record)
        }
    }

    private func rewrite(_ file: URL, _ text: String) throws {
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    private func truncateInSecret(_ file: URL) throws {
        let time = try runProgram(["stat", "-c", "@%.9Y", file.path]).output.dropLast()
        try require(["truncate", "-s", "3", file.path])
        try require(["touch", "-d", String(time), file.path])
    }

    private func append(_ text: String, to file: URL) throws {
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    /// Writes in place until the file has another time: clocks of file systems move in steps.
    private func rewriteUntilTheClockMoves(_ file: URL, _ text: String) throws {
        let time = try runProgram(["stat", "-c", "%.9Y", file.path]).output
        repeat {
            try rewrite(file, text)
        } while try runProgram(["stat", "-c", "%.9Y", file.path]).output == time
    }

    private func run(_ command: [String], _ file: URL) throws -> URL {
        let new = file.appendingPathExtension("new")
        try require(command + [file.path, new.path])
        return new
    }
}

import FootingDownloads
import FootingExtendedAttributes
import Foundation
import LoopbackServer
import TestSupport
import XCTest

final class DownloadCacheTests: XCTestCase {
    func testEntryHasTheURLAfterRedirects() async throws {
        let fixture = try CacheFixture(self, "max-age=0")
        var target: String? = "/a/b?key=secret"
        func answer() {
            fixture.server.answer { [content = fixture.content, target] request in
                if request.target == "/file?q", let target {
                    return LoopbackResponse(302, ["Location: \(target)"])
                }
                return CacheFixture.answer(content, "max-age=0", to: request)
            }
        }
        answer()
        for policy in [DownloadCache.Policy.standard, .cachedOnly, .revalidate] {
            let entry = try await fixture.file("/file?q#top", policy)
            XCTAssertEqual(entry.url, fixture.server.url("/a/b"), "\(policy)")
            let name = ExtendedAttributeName.portable("footing.http-cache")
            let record = try XCTUnwrap(entry.file.extendedAttributes.data(for: name))
            XCTAssertFalse(String(decoding: record, as: UTF8.self).contains("secret"))
        }
        target = nil
        answer()
        for policy in [DownloadCache.Policy.revalidate, .cachedOnly] {
            let entry = try await fixture.file("/file?q", policy)
            XCTAssertEqual(entry.source, .cache)
            XCTAssertEqual(entry.url, fixture.server.url("/file"), "\(policy)")
        }
    }

    func testFreshFileNeedsNoRequest() async throws {
        let fixture = try CacheFixture(self)
        let first = try await fixture.file()
        XCTAssertEqual(first.source, .network)
        XCTAssertEqual(first.contentType, "text/plain")
        XCTAssertEqual(first.storedAt.timeIntervalSinceNow, 0, accuracy: 600)
        XCTAssertTrue(try Data(contentsOf: first.file) == Data(fixture.content))
        try fixture.setTime("-a", of: first.file, secondsAgo: 1_000)
        let second = try await fixture.file()
        XCTAssertEqual(second.source, .cache)
        XCTAssertEqual(second.file, first.file)
        XCTAssertEqual(second.storedAt, first.storedAt)
        XCTAssertEqual(second.contentType, "text/plain")
        XCTAssertEqual(fixture.server.requests.count, 1)
        let accessed = try bytesPrinted(by: ["stat", "-c", "%X", first.file.path])
        XCTAssertEqual(
            Double(String(decoding: accessed.dropLast(), as: UTF8.self)) ?? 0,
            Date().timeIntervalSince1970,
            accuracy: 600
        )
    }

    func testFolderIsCreatedForItsOwnerAlone() throws {
        let folder = try TemporaryFolder(self)
        let url = folder.url.appending(path: "a/b")
        _ = try DownloadCache(at: url)
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o700)
        try folder.write("", to: "file")
        XCTAssertThrowsError(try DownloadCache(at: folder.url.appending(path: "file"))) {
            XCTAssertEqual(($0 as? DownloadError)?.code, .noSuchFile)
        }
        XCTAssertThrowsError(try DownloadCache(at: URL(filePath: "/a\0b"))) {
            XCTAssertEqual(($0 as? DownloadError)?.code, .invalidPath)
        }
    }

    func testFolderIsThatOfThePathOfItsURL() async throws {
        let fixture = try CacheFixture(self)
        for suffix in ["", "?a#b"] {
            let folder = try XCTUnwrap(URL(string: fixture.folder.url.absoluteString + suffix))
            let cache = try DownloadCache(at: folder)
            let file = try await cache.file(for: fixture.server.url(), options: fixture.options)
            XCTAssertEqual(file.file.deletingLastPathComponent().path, fixture.folder.url.path)
            XCTAssertTrue(try Data(contentsOf: file.file) == Data(fixture.content))
        }
    }

    func testPoliciesDecideAboutTheFileThatIsThere() async throws {
        typealias Row = (DownloadCache.Policy, isFresh: Bool, DownloadCache.Entry.Source, String?)
        let rows: [Row] = [
            (.standard, true, .cache, "none"), (.standard, false, .cache, "\"1\""),
            (.anyAge, true, .cache, "none"), (.anyAge, false, .cache, "none"),
            (.revalidate, true, .cache, "\"1\""), (.revalidate, false, .cache, "\"1\""),
            (.reload, true, .network, nil), (.reload, false, .network, nil),
            (.cachedOnly, true, .cache, "none"), (.cachedOnly, false, .cache, "none"),
        ]
        for (policy, isFresh, source, condition) in rows {
            let fixture = try CacheFixture(self, isFresh ? "max-age=1000" : "no-cache")
            _ = try await fixture.file()
            let file = try await fixture.file("/file", policy)
            let name = "\(policy), \(isFresh)"
            XCTAssertEqual(file.source, source, name)
            XCTAssertEqual(fixture.server.requests.count, condition == "none" ? 1 : 2, name)
            if condition != "none" {
                XCTAssertEqual(fixture.server.requests.last?["if-none-match"], condition, name)
            }
        }
    }

    func testMissingFileIsDownloadedUnlessOnlyTheCacheMayBeUsed() async throws {
        for policy in [DownloadCache.Policy.standard, .anyAge, .revalidate, .reload] {
            let file = try await CacheFixture(self).file("/file", policy)
            XCTAssertEqual(file.source, .network, "\(policy)")
        }
        let fixture = try CacheFixture(self)
        let error = await fixture.error(.cachedOnly)
        XCTAssertEqual(error?.code, .notCached)
        XCTAssertEqual(error?.url, fixture.server.url())
        XCTAssertEqual(fixture.server.connectionCount, 0)
    }

    func testUnchangedFileGetsTheNewLifetime() async throws {
        let fixture = try CacheFixture(self, "max-age=0")
        let old = try await fixture.file()
        try fixture.setTime("-m", of: old.file, secondsAgo: 500)
        let record = HTTPCacheRecord(url: fixture.server.url(), etag: "\"1\"")
        try old.file.extendedAttributes.setHTTPCacheRecord(record)
        fixture.answer("max-age=300")
        for count in [2, 2] {
            let file = try await fixture.file()
            XCTAssertEqual(file.source, .cache)
            XCTAssertEqual(file.contentType, "text/plain")
            XCTAssertEqual(fixture.server.requests.count, count)
        }
        // Without a field of its own, the lifetime of the content counts again.
        fixture.server.answer { _ in LoopbackResponse(304) }
        _ = try await fixture.file("/file", .revalidate)
        let file = try await fixture.file()
        XCTAssertEqual(file.contentType, "text/plain")
        XCTAssertEqual(fixture.server.requests.count, 3)
    }

    func testFileThatChangesMeanwhileIsNotTakenForUnchanged() async throws {
        let fixture = try CacheFixture(self, "max-age=0")
        let file = try await fixture.file()
        let content = fixture.content
        fixture.server.answer { request in
            try? FileHandle(forWritingTo: file.file).append([1])
            return CacheFixture.answer(content, "max-age=1000", to: request)
        }
        let new = try await fixture.file()
        XCTAssertEqual(new.source, .network)
        XCTAssertTrue(try Data(contentsOf: new.file) == Data(content))
    }

    func testNewContentReplacesTheFileAndReadersKeepTheOldOne() async throws {
        let fixture = try CacheFixture(self, "no-cache")
        let file = try await fixture.file()
        let reader = try FileHandle(forReadingFrom: file.file)
        let other = bytes(5_000, seed: 2)
        fixture.server.answer { CacheFixture.answer(other, etag: "\"2\"", "no-cache", to: $0) }
        let new = try await fixture.file()
        XCTAssertEqual(new.source, .network)
        XCTAssertTrue(try Data(contentsOf: new.file) == Data(other))
        XCTAssertTrue(try reader.readToEnd() == Data(fixture.content))
        XCTAssertEqual(fixture.cache.usage.byteCount, 5_000)
        XCTAssertEqual(fixture.cache.usage.fileCount, 1)
    }

    func testContentThatMustNotBeStoredIsNotUsedAgain() async throws {
        let fixture = try CacheFixture(self, "no-store, max-age=1000")
        for count in 1...2 {
            let file = try await fixture.file()
            XCTAssertEqual(file.source, .network)
            XCTAssertEqual(file.contentType, "text/plain")
            XCTAssertEqual(fixture.server.requests.count, count)
            XCTAssertNil(fixture.server.requests.last?["if-none-match"])
        }
        let error = await fixture.error(.cachedOnly)
        XCTAssertEqual(error?.code, .notCached)
        fixture.answer("max-age=0")
        _ = try await fixture.file()
        fixture.answer("no-store")
        let file = try await fixture.file()
        XCTAssertEqual(file.source, .cache)
        XCTAssertNil(try file.file.extendedAttributes.httpCacheRecord())
    }

    func testRecordOfAnAttemptThatStoppedIsNotUsed() async throws {
        var fixture = try CacheFixture(self)
        let folder = fixture.folder
        fixture.options.didFinishStep = { step in
            guard step == .completed else { return }
            // A folder of the file's name.
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            _ = try? folder.makeFolder(String(names?.first?.prefix(32) ?? ""))
        }
        let error = await fixture.error()
        XCTAssertEqual(error?.partBytes, 10_000)
        for name in fixture.names where name.utf8.count == 32 {
            try FileManager.default.removeItem(at: folder.url.appending(path: name))
        }
        fixture.options.didFinishStep = { _ in }
        fixture.answer("no-store")
        for _ in 1...2 {
            let file = try await fixture.file()
            XCTAssertEqual(file.source, .network)
        }
    }

    func testOldFileIsServedOnFailureIfRequested() async throws {
        for isServed in [true, false] {
            let fixture = try CacheFixture(self, "max-age=0", servingStaleOnFailure: isServed)
            let strict = try CacheFixture(self, "must-revalidate", servingStaleOnFailure: true)
            _ = try await strict.file()
            strict.server.answer { _ in LoopbackResponse(501) }
            let strictError = await strict.error()
            XCTAssertEqual(strictError?.code, .httpStatus)
            let missing = try CacheFixture(self, servingStaleOnFailure: isServed)
            missing.server.stop()
            let error = await missing.error()
            XCTAssertEqual(error?.code, .cannotConnect)
            _ = try await fixture.file()
            fixture.server.answer { _ in LoopbackResponse(404) }
            var code = await fixture.error()?.code
            XCTAssertEqual(code, .httpStatus)
            for answer in [LoopbackResponse(503), LoopbackResponse(501), LoopbackResponse(raw: "")]
            {
                fixture.server.answer { _ in answer }
                if isServed {
                    let file = try await fixture.file()
                    XCTAssertEqual(file.source, .stale)
                    XCTAssertTrue(try Data(contentsOf: file.file) == Data(fixture.content))
                } else {
                    code = await fixture.error()?.code
                    XCTAssertNotNil(code)
                }
            }
        }
    }

    func testHeaderFieldsTellFilesApartAndAreNotStored() async throws {
        var fixture = try CacheFixture(self)
        let secret = "Bearer secret"
        for fields in [[:], ["Authorization": secret], ["Authorization": "\(secret)2"]] {
            fixture.options.headerFields = fields
            _ = try await fixture.file("/file?q#top")
        }
        fixture.options.headerFields = ["AUTHORIZATION": secret]
        let file = try await fixture.file("/file?q")
        XCTAssertEqual(file.source, .cache)
        XCTAssertEqual(fixture.server.requests.count, 3)
        XCTAssertEqual(fixture.names.count, 3)
        let name = ExtendedAttributeName.portable("footing.http-cache")
        let record = try XCTUnwrap(file.file.extendedAttributes.data(for: name))
        XCTAssertFalse(String(decoding: record, as: UTF8.self).contains("secret"))
        XCTAssertEqual(
            try file.file.extendedAttributes.httpCacheRecord()?.url,
            fixture.server.url("/file?q")
        )
        let url = try XCTUnwrap(
            URL(string: "http://me:secret@127.0.0.1:\(fixture.server.port)/file?q")
        )
        let own = try await fixture.cache.file(for: url)
        XCTAssertEqual(own.source, .network)
    }

    func testFileOfAnotherURLOrAChangedFileIsNotUsed() async throws {
        let rows: [(String, (URL, LoopbackServer) throws -> Void)] = [
            (
                "another URL",
                { file, server in
                    let record = HTTPCacheRecord(url: server.url("/other"), etag: "\"1\"")
                    try file.extendedAttributes.setHTTPCacheRecord(record)
                }
            ),
            ("a change", { file, _ in try FileHandle(forWritingTo: file).append([1]) }),
            ("no file", { file, _ in try FileManager.default.removeItem(at: file) }),
        ]
        for (name, change) in rows {
            let fixture = try CacheFixture(self)
            let file = try await fixture.file()
            try change(file.file, fixture.server)
            let new = try await fixture.file("/file", .anyAge)
            XCTAssertEqual(new.source, .network, name)
            XCTAssertNil(fixture.server.requests.last?["if-none-match"], name)
            XCTAssertTrue(try Data(contentsOf: new.file) == Data(fixture.content), name)
        }
    }

    private func check(_ expected: [UInt8], _ log: Log<String> = Log()) -> DownloadCheck {
        DownloadCheck([UInt8]()) { state, bytes in
            unsafe bytes.withUnsafeBytes { unsafe state.append(contentsOf: $0) }
        } isValid: {
            log.add("checked")
            return $0 == expected
        }
    }

    func testFileThatIsThereMustPassTheCheck() async throws {
        var fixture = try CacheFixture(self, servingStaleOnFailure: true)
        _ = try await fixture.file()
        let log = Log<String>()
        fixture.options.check = check(fixture.content, log)
        for policy in [DownloadCache.Policy.standard, .cachedOnly] {
            let file = try await fixture.file("/file", policy)
            XCTAssertEqual(file.source, .cache)
        }
        XCTAssertEqual(log.entries, ["checked", "checked"])
        XCTAssertEqual(fixture.server.requests.count, 1)
        fixture.options.check = check([])
        var code = await fixture.error(.cachedOnly)?.code
        XCTAssertEqual(code, .notCached)
        XCTAssertEqual(fixture.server.requests.count, 1)
        code = await fixture.error()?.code
        XCTAssertEqual(code, .checkFailed)
        fixture.server.answer { _ in LoopbackResponse(501) }
        code = await fixture.error(.revalidate)?.code
        XCTAssertEqual(code, .httpStatus)
        fixture.options.check = nil
        let file = try await fixture.file()
        XCTAssertEqual(file.source, .cache)
    }

    func testMirrorsWithOneIdentityShareAFile() async throws {
        var fixture = try CacheFixture(self)
        fixture.options.identity = "name"
        for path in ["/a", "/b", "/a"] { _ = try await fixture.file(path) }
        XCTAssertEqual(fixture.server.requests.map(\.target), ["/a"])
        // An identity can't look like another one with a field.
        fixture.options.headerFields = ["X": "1"]
        _ = try await fixture.file()
        (fixture.options.identity, fixture.options.headerFields) = ("name\nx: 1", [:])
        _ = try await fixture.file()
        XCTAssertEqual(fixture.server.requests.count, 3)
    }

    func testFilesAreForTheirOwnerAlone() async throws {
        let fixture = try CacheFixture(self)
        XCTAssertEqual(unsafe chmod(fixture.folder.url.path, 0o755), 0)
        let file = try await fixture.file()
        let attributes = try FileManager.default.attributesOfItem(atPath: file.file.path)
        XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o600)
    }

    func testErrorsNameTheFolder() async throws {
        let folder = try TemporaryFolder(self).url
        XCTAssertThrowsError(try DownloadCache(at: URL(filePath: "/dev/null/cache"))) {
            XCTAssertTrue("\($0)".hasPrefix("Could not use “/dev/null/cache”: "), "\($0)")
        }
        let cache = try DownloadCache(at: folder)
        XCTAssertThrowsError(try cache.remove(URL(filePath: "/x"))) {
            XCTAssertTrue("\($0)".contains(" file:///x to “\(folder.path)"), "\($0)")
        }
    }

    func testFilesAreRemovedOnRequest() async throws {
        var fixture = try CacheFixture(self)
        _ = try await fixture.file("/1")
        _ = try await fixture.file("/2")
        fixture.options.headerFields = ["X": "1"]
        _ = try await fixture.file("/2")
        XCTAssertEqual(fixture.cache.usage.byteCount, 30_000)
        XCTAssertEqual(fixture.cache.usage.fileCount, 3)
        try fixture.cache.remove(fixture.server.url("/2"), options: fixture.options)
        try fixture.cache.remove(fixture.server.url("/2"), options: fixture.options)
        XCTAssertEqual(fixture.cache.usage.byteCount, 20_000)
        XCTAssertEqual(fixture.cache.usage.fileCount, 2)
        XCTAssertEqual(fixture.names.count, 2)
        let other = try DownloadCache(at: fixture.folder.url)
        XCTAssertEqual(other.usage.byteCount, 20_000)
        XCTAssertEqual(other.usage.fileCount, 2)
        try fixture.cache.removeAll()
        XCTAssertEqual(fixture.cache.usage.byteCount, 0)
        XCTAssertEqual(fixture.names, [])
    }
}

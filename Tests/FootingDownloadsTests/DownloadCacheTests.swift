import FootingDownloads
import FootingExtendedAttributes
import Foundation
import LoopbackServer
import TestSupport
import XCTest

extension DownloadCache.Limits {
    init(totalBytes: Int = .max, files: Int = .max, age: Duration? = nil) {
        self = .standard
        (self.totalBytes, self.files, self.age) = (totalBytes, files, age)
    }
}

/// A cache in a folder, and a server whose answers have a `Cache-Control` field.
struct CacheFixture {
    let folder: TemporaryFolder
    let content: [UInt8]
    let server: LoopbackServer
    let cache: DownloadCache
    var options = DownloadOptions.standard

    init(
        _ test: XCTestCase,
        _ control: String = "max-age=1000",
        limits: DownloadCache.Limits = .standard,
        servingStaleOnFailure: Bool = false,
        in parent: URL = TemporaryFolder.parent
    ) throws {
        folder = try TemporaryFolder(test, in: parent)
        let content = bytes(10_000)
        self.content = content
        server = try LoopbackServer { Self.answer(content, control, to: $0) }
        cache = try DownloadCache(
            at: folder.url,
            limits: limits,
            servingStaleOnFailure: servingStaleOnFailure,
            in: DownloadQueue()
        )
        options.synchronizes = false
        options.firstPause = .milliseconds(1)
    }

    static func answer(
        _ content: [UInt8],
        etag: String = "\"1\"",
        _ control: String,
        to request: LoopbackRequest
    ) -> LoopbackResponse {
        var response = LoopbackResponse(content, etag: etag, for: request)
        response.fields += ["Cache-Control: \(control)", "Content-Type: text/plain"]
        return response
    }

    /// Answers with another `Cache-Control` field from now on.
    func answer(_ control: String) {
        server.answer { [content] in Self.answer(content, control, to: $0) }
    }

    func file(
        _ path: String = "/file",
        _ policy: DownloadCache.Policy = .standard
    ) async throws(DownloadError) -> DownloadCache.Entry {
        try await cache.file(for: server.url(path), policy: policy, options: options)
    }

    func error(
        _ policy: DownloadCache.Policy = .standard,
        line: UInt = #line
    ) async -> DownloadError? {
        do {
            XCTFail("no error, but \(try await file("/file", policy))", line: line)
            return nil
        } catch {
            return error
        }
    }

    var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.url.path))?.sorted() ?? []
    }

    /// Sets the time of the last use, or of the last change.
    func setTime(_ flag: String, of file: URL, secondsAgo seconds: Int) throws {
        let date = "@\(Int(Date().timeIntervalSince1970) - seconds)"
        _ = try bytesPrinted(by: ["touch", flag, "-d", date, file.path])
    }
}

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
        _ = try await fixture.file()
        XCTAssertNil(try file.file.extendedAttributes.httpCacheRecord())
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

/// Calls for one key at a time.
final class SharedDownloadTests: XCTestCase {
    private func gated(_ gate: Gate) throws -> CacheFixture {
        let fixture = try CacheFixture(self)
        let content = fixture.content
        fixture.server.answer { request in
            var response = CacheFixture.answer(content, "max-age=1000", to: request)
            response.pause = { gate.pass() }
            return response
        }
        return fixture
    }

    /// Begins calls, and returns when all of them wait: each runs on the main actor until then.
    @MainActor
    private func begin(
        _ count: Int,
        _ fixture: CacheFixture
    ) async -> [Task<DownloadCache.Entry, any Error>] {
        let begun = Counter()
        let tasks = (0..<count).map { _ in
            Task { @MainActor in
                begun.add(1)
                return try await fixture.file("/file", .reload)
            }
        }
        await assertComesTrue(begun.value == count && fixture.server.requests.count == 1)
        return tasks
    }

    @MainActor
    func testEqualCallsShareOneDownload() async throws {
        let gate = Gate()
        let fixture = try gated(gate)
        let tasks = await begin(10, fixture)
        gate.open()
        for task in tasks {
            let file = try await task.value
            XCTAssertTrue(try Data(contentsOf: file.file) == Data(fixture.content))
        }
        XCTAssertEqual(fixture.server.requests.count, 1)
    }

    @MainActor
    func testReloadSharesNoRevalidation() async throws {
        let gate = Gate()
        let fixture = try gated(gate)
        let first = Task { try await fixture.file("/file", .standard) }
        await assertComesTrue(fixture.server.requests.count == 1)
        let begun = Counter()
        let second = Task { @MainActor in
            begun.add(1)
            return try await fixture.file("/file", .reload)
        }
        await assertComesTrue(begun.value == 1)
        gate.open()
        _ = try await first.value
        let file = try await second.value
        XCTAssertEqual(file.source, .network)
        XCTAssertEqual(fixture.server.requests.count, 2)
    }

    @MainActor
    func testLastCancelledCallCancelsTheDownload() async throws {
        let gate = Gate()
        let fixture = try gated(gate)
        let tasks = await begin(2, fixture)
        tasks[0].cancel()
        let error = await tasks[0].result
        XCTAssertThrowsError(try error.get()) {
            XCTAssertEqual(($0 as? DownloadError)?.code, .cancelled)
        }
        gate.open()
        let file = try await tasks[1].value
        XCTAssertTrue(try Data(contentsOf: file.file) == Data(fixture.content))
        XCTAssertEqual(fixture.server.requests.count, 1)

        let closed = Gate()
        defer { closed.open() }
        let other = try gated(closed)
        let last = Task { try await other.file() }
        await assertComesTrue(other.server.requests.count == 1)
        last.cancel()
        _ = await last.result
        // The part is not locked any more, and the next call begins anew.
        let content = other.content
        other.server.answer { CacheFixture.answer(content, "max-age=1000", to: $0) }
        let new = try await other.file()
        XCTAssertEqual(new.source, .network)
    }

    func testDownloadOfAnotherProcessIsWaitedFor() async throws {
        let key = "FOOTING_CACHE"
        if let argument = ProcessInfo.processInfo.environment[key] {
            let words = argument.split(separator: " ").map(String.init)
            let url = try XCTUnwrap(URL(string: words[0]))
            _ = try await DownloadCache(at: URL(filePath: words[1])).file(for: url)
            return
        }
        let gate = Gate()
        let fixture = try gated(gate)
        let argument = "\(fixture.server.url()) \(fixture.folder.url.path)"
        let process = Process(command, environment: [key: argument])
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        await assertComesTrue(fixture.server.requests.count == 1)
        let task = Task { try await fixture.file() }
        gate.open()
        let file = try await task.value
        XCTAssertTrue(try Data(contentsOf: file.file) == Data(fixture.content))
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0)
        XCTAssertEqual(fixture.server.requests.count, 1)
        XCTAssertEqual(file.source, .cache)
    }
}

final class EvictionTests: XCTestCase {
    private func stored(
        _ count: Int,
        in fixture: CacheFixture
    ) async throws -> [URL] {
        var files: [URL] = []
        for index in 0..<count {
            let file = try await fixture.file("/\(index)").file
            try fixture.setTime("-a", of: file, secondsAgo: 1_000 - index)
            files.append(file)
        }
        return files
    }

    private func exist(_ files: [URL]) -> [Bool] {
        files.map { FileManager.default.fileExists(atPath: $0.path) }
    }

    func testFilesThatWereNotUsedForLongestGoFirst() async throws {
        for limits in [
            DownloadCache.Limits(files: 10), DownloadCache.Limits(totalBytes: 100_000),
        ] {
            let fixture = try CacheFixture(self, limits: limits)
            let files = try await stored(10, in: fixture)
            // A use, without a request.
            _ = try await fixture.file("/0")
            XCTAssertEqual(exist(files), Array(repeating: true, count: 10))
            _ = try await fixture.file("/new")
            XCTAssertEqual(exist(files), [true, false, false] + Array(repeating: true, count: 7))
            XCTAssertEqual(fixture.cache.usage.fileCount, 9)
            XCTAssertEqual(fixture.cache.usage.byteCount, 90_000)
        }
    }

    func testFilesOfTheLastMinuteStay() async throws {
        let fixture = try CacheFixture(self, limits: DownloadCache.Limits(files: 1))
        for path in ["/1", "/2", "/3"] { _ = try await fixture.file(path) }
        XCTAssertEqual(fixture.cache.usage.fileCount, 3)
        XCTAssertEqual(fixture.names.count, 3)
    }

    func testFullCacheInUseIsNotSearchedAtEachStore() async throws {
        let fixture = try CacheFixture(self, limits: DownloadCache.Limits(files: 1))
        let file = try await fixture.file("/1").file
        _ = try await fixture.file("/2")
        try fixture.setTime("-a", of: file, secondsAgo: 1_000)
        _ = try await fixture.file("/3")
        XCTAssertEqual(fixture.names.count, 3)
    }

    func testOtherFilesInTheFolderStay() async throws {
        let fixture = try CacheFixture(self)
        let key = String(repeating: "0", count: 32)
        var names = [".bashrc", "notes.txt", "Makefile", "x.footing-part", "x.footing-part.record"]
        names += ["\(key)0", "\(key).txt", ".footing-x", "\(key).footing-part.txt", "x.record"]
        for name in names {
            let file = try fixture.folder.write("other", to: name)
            try fixture.setTime("-m", of: file, secondsAgo: 8 * 86_400)
        }
        let cache = try DownloadCache(
            at: fixture.folder.url,
            limits: .init(files: 1, age: .seconds(1))
        )
        XCTAssertEqual(cache.usage.fileCount, 0)
        for path in ["/1", "/2"] {
            _ = try await cache.file(for: fixture.server.url(path), options: fixture.options)
        }
        try cache.removeAll()
        XCTAssertEqual(fixture.names, names.sorted())
    }

    func testTimesAtTheEndsOfTheirRangeAreHarmless() async throws {
        let limits = DownloadCache.Limits(files: 1, age: .seconds(Int64.max))
        let fixture = try CacheFixture(self, limits: limits, in: URL(filePath: "/dev/shm"))
        for (index, seconds) in [Int.min, Int.max].enumerated() {
            for suffix in ["", ".footing-part"] {
                let name = String(repeating: "\(index)", count: 32) + suffix
                let file = try fixture.folder.write("x", to: name)
                // Not all volumes store such times.
                try require(["touch", "-d", "@\(seconds)", file.path])
            }
        }
        _ = try DownloadCache(at: fixture.folder.url, limits: limits)
        _ = try await fixture.file()
        XCTAssertEqual(fixture.cache.usage.fileCount, 1)
    }

    func testContentThatMustNotBeStoredGoesFirst() async throws {
        let fixture = try CacheFixture(self, limits: DownloadCache.Limits(files: 3))
        var files = try await stored(2, in: fixture)
        fixture.answer("no-store")
        files.append(try await fixture.file("/secret").file)
        try fixture.setTime("-a", of: files[2], secondsAgo: 100)
        fixture.answer("max-age=1000")
        _ = try await fixture.file("/new")
        XCTAssertEqual(exist(files), [true, true, false])
    }

    func testOldFilesAreNotUsedAndGo() async throws {
        let limits = DownloadCache.Limits(age: .seconds(500))
        let fixture = try CacheFixture(self, limits: limits)
        let files = try await stored(2, in: fixture)
        let record = try XCTUnwrap(files[0].extendedAttributes.httpCacheRecord())
        try fixture.setTime("-m", of: files[0], secondsAgo: 600)
        try files[0].extendedAttributes.setHTTPCacheRecord(record)
        do {
            _ = try await fixture.file("/0", .cachedOnly)
            XCTFail("too old")
        } catch {
            XCTAssertEqual(error.code, .notCached)
        }
        let cache = try DownloadCache(at: fixture.folder.url, limits: limits)
        XCTAssertEqual(exist(files), [false, true])
        try fixture.setTime("-m", of: files[1], secondsAgo: 600)
        let url = fixture.server.url("/1")
        try files[1].extendedAttributes.setHTTPCacheRecord(HTTPCacheRecord(url: url, etag: "\"1\""))
        let file = try await fixture.file("/1", .anyAge)
        XCTAssertEqual(fixture.server.requests.last?["if-none-match"], "\"1\"")
        XCTAssertEqual(file.storedAt.timeIntervalSinceNow, 0, accuracy: 100)
        XCTAssertEqual(fixture.server.requests.count, 3)
        XCTAssertEqual(cache.usage.fileCount, 1)
    }

    func testStoringRemovesFilesThatHaveBecomeTooOld() async throws {
        let limits = DownloadCache.Limits(age: .seconds(1))
        let fixture = try CacheFixture(self, limits: limits)
        let file = try await fixture.file("/old").file
        await assertComesTrue(file.isOlder(than: 2))
        _ = try await fixture.file("/new")
        XCTAssertEqual(exist([file]), [false])
        XCTAssertEqual(fixture.cache.usage.fileCount, 1)
    }

    func testOldPartsGoUnlessTheyAreInUse() async throws {
        let gate = Gate()
        defer { gate.open() }
        let fixture = try CacheFixture(self)
        let content = fixture.content
        fixture.server.answer { request in
            var response = CacheFixture.answer(content, "max-age=1000", to: request)
            response.cut = 5_000
            response.pause = { gate.pass() }
            return response
        }
        let task = Task { try await fixture.file() }
        await assertComesTrue(fixture.names.count == 1 && fixture.server.requests.count == 1)
        let running = fixture.folder.url.appending(path: fixture.names[0])
        await assertComesTrue((try? Data(contentsOf: running).count) == 5_000)
        let old = try fixture.folder.write(
            "old",
            to: "\(String(repeating: "0", count: 32)).footing-part"
        )
        let other = try fixture.folder.write(
            "other",
            to: "\(String(repeating: "2", count: 32)).record"
        )
        let young = try fixture.folder.write(
            "young",
            to: "\(String(repeating: "1", count: 32)).footing-part"
        )
        let record = try fixture.folder.write(
            "record of a file that follows",
            to: "\(String(repeating: "3", count: 32)).record"
        )
        for part in [running, old, other] {
            try fixture.setTime("-m", of: part, secondsAgo: 8 * 86_400)
        }
        _ = try DownloadCache(at: fixture.folder.url)
        XCTAssertEqual(exist([running, old, other]), [true, false, false])
        XCTAssertEqual(exist([young, record]), [true, true])
        try fixture.cache.removeAll()
        XCTAssertEqual(exist([running, young]), [true, false])
        task.cancel()
        _ = await task.result
    }
}

extension URL {
    fileprivate func isOlder(than seconds: TimeInterval) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let date = attributes?[.modificationDate] as? Date ?? Date()
        return -date.timeIntervalSinceNow >= seconds
    }
}

import FootingDownloads
import FootingExtendedAttributes
import Foundation
import LoopbackServer
import TestSupport
import XCTest

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

import FootingDownloads
import Foundation
import LoopbackServer
import TestSupport
import XCTest

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

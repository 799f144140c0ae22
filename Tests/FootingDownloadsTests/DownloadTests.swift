import FootingDownloads
import Foundation
import LoopbackServer
import TestSupport
import XCTest

final class DownloadTests: XCTestCase {
    func testResultHasTheFactsOfTheServer() async throws {
        let content = bytes(300_000)
        let fixture = try Fixture(self, content) { request in
            var response = LoopbackResponse(content, etag: "W/\"7\"", for: request)
            response.fields += ["Content-Type: text/plain", "Last-Modified: yesterday"]
            return response
        }
        let result = try await fixture.result()
        fixture.assertWhole()
        XCTAssertEqual(result.file, fixture.file)
        XCTAssertEqual(result.size, 300_000)
        XCTAssertEqual(result.receivedBytes, 300_000)
        XCTAssertEqual(result.resumedBytes, 0)
        XCTAssertEqual(result.source, .network)
        XCTAssertTrue(result.isLengthVerified)
        XCTAssertEqual(result.etag, "W/\"7\"")
        XCTAssertEqual(result.lastModified, "yesterday")
        XCTAssertEqual(result.contentType, "text/plain")
        XCTAssertNil(result.contentEncoding)
    }

    func testEmptyContentBecomesAnEmptyFile() async throws {
        let fixture = try Fixture(self, [])
        let result = try await fixture.result()
        XCTAssertEqual(result.size, 0)
        fixture.assertWhole()
    }

    func testCreatingADownloadTouchesNothing() async throws {
        let fixture = try Fixture(self)
        _ = fixture.download()
        XCTAssertEqual(fixture.server.connectionCount, 0)
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path),
            []
        )
    }

    func testManyAwaitOneDownload() async throws {
        let fixture = try Fixture(self)
        let download = fixture.download()
        let sizes = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<10 { group.addTask { try await download.value.size } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        XCTAssertEqual(sizes, Array(repeating: 100_000, count: 10))
        XCTAssertEqual(fixture.server.requests.count, 1)
    }

    func testTimeoutStopsTheWaitAndNotTheDownload() async throws {
        let gate = Gate()
        let content = bytes(1_000)
        let fixture = try Fixture(self, content) { request in
            var response = LoopbackResponse(content, for: request)
            response.pause = { gate.pass() }
            return response
        }
        let download = fixture.download()
        do {
            _ = try await download.value(timeout: .milliseconds(1))
            XCTFail("The server has not answered.")
        } catch {
            XCTAssertEqual(error.code, .timedOut)
            XCTAssertTrue("\(error)".hasSuffix(" continues while it is referenced."), "\(error)")
        }
        gate.open()
        let size = try await download.value(timeout: patience).size
        XCTAssertEqual(size, 1_000)
        XCTAssertEqual(fixture.server.requests.count, 1)
    }
}

final class CancellationTests: XCTestCase {
    /// A server that sends half of the content, and then waits for a gate.
    private func stalled(_ gate: Gate, _ sent: Counter = Counter()) throws -> Fixture {
        let content = bytes(100_000)
        return try Fixture(self, content) { request in
            var response = LoopbackResponse(content, for: request)
            response.cut = 50_000
            response.pause = {
                sent.add(1)
                gate.pass()
            }
            return response
        }
    }

    func testCancelKeepsThePart() async throws {
        let gate = Gate()
        defer { gate.open() }
        let fixture = try stalled(gate)
        let download = fixture.download()
        download.start()
        await assertComesTrue((try? Data(contentsOf: fixture.part).count) == 50_000)
        download.cancel()
        download.cancel()
        do {
            _ = try await download.value
            XCTFail("not cancelled")
        } catch {
            XCTAssertEqual(error.code, .cancelled)
            XCTAssertEqual(error.partBytes, 50_000)
        }
        fixture.server.answer { [content = fixture.content] in LoopbackResponse(content, for: $0) }
        let result = try await fixture.result()
        XCTAssertEqual(result.resumedBytes, 50_000)
        fixture.assertWhole()
    }

    func testCancelBeforeTheStartPreventsIt() async throws {
        let fixture = try Fixture(self)
        let download = fixture.download()
        download.cancel()
        do {
            _ = try await download.value
            XCTFail("not cancelled")
        } catch {
            XCTAssertEqual(error.code, .cancelled)
        }
        XCTAssertEqual(fixture.server.connectionCount, 0)
    }

    func testCancelledTaskCancelsTheDownload() async throws {
        let gate = Gate()
        defer { gate.open() }
        let sent = Counter()
        let fixture = try stalled(gate, sent)
        let task = Task { try await fixture.result() }
        await assertComesTrue(sent.value == 1)
        task.cancel()
        do {
            _ = try await task.value
            XCTFail("not cancelled")
        } catch {
            XCTAssertEqual((error as? DownloadError)?.code, .cancelled)
        }
    }

    func testDroppedHandleCancelsTheDownload() async throws {
        let gate = Gate()
        defer { gate.open() }
        let sent = Counter()
        let fixture = try stalled(gate, sent)
        var download: Download? = fixture.download()
        download?.start()
        await assertComesTrue(sent.value == 1)
        let updates = download?.updates
        download = nil
        var last: DownloadProgress?
        if let updates { for await progress in updates { last = progress } }
        XCTAssertNotNil(last)
    }

    func testCancelledDownloadHasNotReplacedItsFile() async throws {
        for (step, isTooLate) in [(DownloadStep.completed, false), (.renamed, true)] {
            var fixture = try Fixture(self)
            let download = Shared<Download?>()
            fixture.options.didFinishStep = { if $0 == step { download.value?.cancel() } }
            download.value = fixture.download()
            do {
                _ = try await download.value?.value
                XCTAssertTrue(isTooLate)
                fixture.assertWhole()
            } catch {
                XCTAssertFalse(isTooLate)
                XCTAssertEqual(error.code, .cancelled)
                XCTAssertFalse(FileManager.default.fileExists(atPath: fixture.file.path))
            }
        }
    }

    func testWaitersThatStopWhileADownloadSettlesWakeOnce() async throws {
        let fixture = try Fixture(self)
        let racer = Racer()
        for _ in 0..<rounds(10) {
            let download = fixture.download()
            let count = Counter()
            let tasks = (0..<500).map { _ in
                Task { for await _ in download.updates { count.add(1) } }
            }
            await assertComesTrue(count.value == tasks.count)
            racer.run({ download.cancel() }, { for task in tasks.reversed() { task.cancel() } })
            for task in tasks { await task.value }
        }
    }

    func testCancelEndsAPause() async throws {
        var fixture = try Fixture(self) { _ in LoopbackResponse(503) }
        fixture.options.firstPause = .seconds(1_000)
        let download = fixture.download()
        download.start()
        for await progress in download.updates where progress.phase == .pausing {
            download.cancel()
        }
        do {
            _ = try await download.value
            XCTFail("not cancelled")
        } catch {
            XCTAssertEqual(error.code, .cancelled)
        }
    }
}

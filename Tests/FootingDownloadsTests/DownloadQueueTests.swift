import FootingDownloads
import Foundation
import LoopbackServer
import TestSupport
import XCTest

final class DownloadQueueTests: XCTestCase {
    /// Starts downloads of `/0`, `/1` and so on, whose answers wait for their gates.
    private func start(
        _ count: Int,
        of fixture: Fixture,
        _ queue: DownloadQueue,
        _ gates: [Gate]
    ) -> [Download] {
        fixture.server.answer { request in
            gates[Int(request.target.dropFirst()) ?? 0].pass()
            return LoopbackResponse(200, body: [1])
        }
        return (0..<count).map { index in
            let download = Download(
                from: fixture.server.url("/\(index)"),
                to: fixture.folder.url.appending(path: "\(index)"),
                options: fixture.options,
                in: queue
            )
            download.start()
            return download
        }
    }

    func testDownloadsWaitInTheOrderOfTheirStart() async throws {
        let fixture = try Fixture(self)
        let gates = (0..<6).map { _ in Gate() }
        let downloads = start(6, of: fixture, DownloadQueue(maxConcurrentJobs: 1), gates)
        for gate in gates { gate.open() }
        for download in downloads { _ = try await download.value }
        XCTAssertEqual(fixture.server.requests.map(\.target), (0..<6).map { "/\($0)" })
    }

    func testAtMostSixRunForAHost() async throws {
        let fixture = try Fixture(self)
        let gates = (0..<8).map { _ in Gate() }
        let queue = DownloadQueue()
        let downloads = start(8, of: fixture, queue, gates)
        await assertComesTrue(fixture.server.requests.count == 6)
        // Another host is not held up by those that wait.
        let other = try XCTUnwrap(URL(string: "http://localhost:\(fixture.server.port)/0"))
        let passing = Download(from: other, to: fixture.file, options: fixture.options, in: queue)
        passing.start()
        await assertComesTrue(fixture.server.requests.count == 7)
        XCTAssertEqual(fixture.server.requests.last?["host"], "localhost:\(fixture.server.port)")
        for gate in gates { gate.open() }
        for download in downloads + [passing] { _ = try await download.value }
        XCTAssertEqual(Set(fixture.server.requests.map(\.target)), Set((0..<8).map { "/\($0)" }))
    }

    func testCancelledDownloadGivesUpItsTurn() async throws {
        let fixture = try Fixture(self)
        let gates = (0..<3).map { _ in Gate() }
        let downloads = start(3, of: fixture, DownloadQueue(maxConcurrentJobs: 1), gates)
        downloads[1].cancel()
        for gate in gates { gate.open() }
        _ = try await downloads[0].value
        _ = try await downloads[2].value
        XCTAssertEqual(fixture.server.requests.map(\.target), ["/0", "/2"])
    }

    func testPauseKeepsThePlaceInTheQueue() async throws {
        let fixture = try Fixture(self)
        let count = Counter()
        fixture.server.answer { request in
            count.add(1) == 1 ? LoopbackResponse(503) : LoopbackResponse([1], for: request)
        }
        let queue = DownloadQueue(maxConcurrentJobs: 1)
        let downloads = ["a", "b"].map { name in
            let file = fixture.folder.url.appending(path: name)
            let url = fixture.server.url("/\(name)")
            return Download(from: url, to: file, options: fixture.options, in: queue)
        }
        for download in downloads { download.start() }
        for download in downloads { _ = try await download.value }
        XCTAssertEqual(fixture.server.requests.map(\.target), ["/a", "/a", "/b"])
    }

    func testConnectionsAreUsedAgain() async throws {
        let fixture = try Fixture(self, bytes(1_000))
        for _ in 0..<10 { _ = try await fixture.result() }
        XCTAssertEqual(fixture.server.requests.count, 10)
        XCTAssertEqual(fixture.server.connectionCount, 1)
    }

    func testProxyGetsTheRequests() async throws {
        var fixture = try Fixture(self)
        let proxy = try LoopbackServer { LoopbackResponse(bytes(100_000), for: $0) }
        fixture.queue = DownloadQueue(proxy: .url(proxy.url("/")))
        let url = try XCTUnwrap(URL(string: "http://example.invalid/file"))
        let download = Download(
            from: url,
            to: fixture.file,
            options: fixture.options,
            in: fixture.queue
        )
        _ = try await download.value
        XCTAssertEqual(proxy.requests.map(\.target), ["http://example.invalid/file"])
        fixture.assertWhole()
    }

    func testUnknownProxyAndHostAreErrors() async throws {
        let fixture = try Fixture(self)
        var options = fixture.options
        options.limits.retries = 0
        let host = try XCTUnwrap(URL(string: "http://example.invalid/"))
        let rows: [(DownloadQueue, DownloadError.Code)] = [
            (DownloadQueue(), .hostNotFound), (DownloadQueue(proxy: .url(host)), .proxyFailed),
        ]
        for (queue, code) in rows {
            do {
                _ = try await Download(from: host, to: fixture.file, options: options, in: queue)
                    .value
                XCTFail("\(code)")
            } catch {
                XCTAssertEqual(error.code, code)
            }
        }
    }

    func testRateIsLimited() async throws {
        let content = bytes(120_000)
        var fixture = try Fixture(self, content)
        fixture.options.maxBytesPerSecond = 200_000
        let clock = ContinuousClock()
        let time = try await clock.measure { _ = try await fixture.result() }
        XCTAssertGreaterThan(time, .milliseconds(500))
        fixture.assertWhole()
    }

    /// Starts a server with TLS, and returns the beginning of its URLs.
    private func startWithTLS(_ fixture: Fixture) throws -> String {
        try require(["openssl", "version"])
        let folder = fixture.folder.url.path
        _ = try bytesPrinted(by: [
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
            "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout",
            "\(folder)/key.pem", "-out", "\(folder)/certificate.pem",
        ])
        try fixture.folder.write(Data(fixture.content), to: "served")
        return try "https://127.0.0.1:\(ServerProcess(self, of: fixture.folder.url).port)"
    }

    func testRedirectFromHTTPSToHTTPIsRefused() async throws {
        var fixture = try Fixture(self)
        let server = try startWithTLS(fixture)
        let authority = fixture.folder.url.appending(path: "certificate.pem")
        fixture.queue = DownloadQueue(certificateAuthorities: authority)
        let target = "http%3A%2F%2F127.0.0.1%3A\(fixture.server.port)%2Ffile"
        let url = try XCTUnwrap(URL(string: "\(server)/to/\(target)"))
        do {
            _ = try await Download(from: url, to: fixture.file, in: fixture.queue).value
            XCTFail("redirected")
        } catch {
            XCTAssertEqual(error.code, .redirectRefused)
        }
        XCTAssertEqual(fixture.server.connectionCount, 0)
    }

    func testServerWithoutTLSIsAnError() async throws {
        let fixture = try Fixture(self)
        let port = try ServerProcess(self, of: fixture.folder.url).port
        let url = try XCTUnwrap(URL(string: "https://127.0.0.1:\(port)/file"))
        do {
            _ = try await Download(from: url, to: fixture.file).value
            XCTFail("connected")
        } catch {
            XCTAssertEqual(error.code, .secureConnectionFailed)
        }
    }

    func testTLSNeedsATrustedCertificate() async throws {
        let fixture = try Fixture(self)
        let server = try startWithTLS(fixture)
        let url = try XCTUnwrap(URL(string: "\(server)/served"))
        do {
            _ = try await Download(from: url, to: fixture.file, options: fixture.options).value
            XCTFail("The certificate is not trusted.")
        } catch {
            XCTAssertEqual(error.code, .certificateRejected)
        }
        let authority = fixture.folder.url.appending(path: "certificate.pem")
        let queue = DownloadQueue(certificateAuthorities: authority)
        let result = try await Download(
            from: url,
            to: fixture.file,
            options: fixture.options,
            in: queue
        ).value
        XCTAssertEqual(result.size, 100_000)
        XCTAssertTrue(try Data(contentsOf: fixture.file) == Data(fixture.content))
    }
}

final class DownloadProgressTests: XCTestCase {
    func testStatesAreReportedInOrderAndTheLastOneAlways() async throws {
        let content = bytes(2 << 20)
        let fixture = try Fixture(self, content)
        await fixture.leavePart(of: 1 << 20)
        let download = fixture.download()
        let updates = download.updates
        download.start()
        var states: [DownloadProgress] = []
        for await progress in updates { states.append(progress) }
        let last = try XCTUnwrap(states.last)
        XCTAssertEqual(last.bytes, 2 << 20)
        XCTAssertEqual(last.totalBytes, 2 << 20)
        XCTAssertEqual(last.resumedBytes, 1 << 20)
        XCTAssertEqual(last.phase, .checking)
        XCTAssertEqual(states.map(\.bytes), states.map(\.bytes).sorted())
    }

    func testUpdatesOfASettledDownloadAreItsLastState() async throws {
        let fixture = try Fixture(self)
        let download = fixture.download()
        _ = try await download.value
        var received: [Int] = []
        for await progress in download.updates { received.append(progress.bytes) }
        XCTAssertEqual(received, [100_000])
    }

    func testRateIsThatOfTheLastSeconds() async throws {
        let content = bytes(100_000)
        var fixture = try Fixture(self, content)
        fixture.options.maxBytesPerSecond = 150_000
        let download = fixture.download()
        download.start()
        var rates: [Int] = []
        for await progress in download.updates where progress.phase == .receiving {
            rates.append(progress.bytesPerSecond)
        }
        XCTAssertGreaterThan(rates.max() ?? 0, 1_000)
        _ = try await download.value
    }
}

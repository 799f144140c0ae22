import FootingDownloads
import Foundation
import LoopbackServer
import TestSupport
import XCTest

final class RetryTests: XCTestCase {
    func testTransientStatusesAreRepeated() async throws {
        for status in [408, 425, 429, 500, 502, 503, 504] {
            let content = bytes(1_000)
            let count = Counter()
            let fixture = try Fixture(self, content) { request in
                count.add(1) < 4
                    ? LoopbackResponse(status) : LoopbackResponse(content, for: request)
            }
            _ = try await fixture.result()
            XCTAssertEqual(count.value, 4, "\(status)")
            fixture.assertWhole()
        }
    }

    func testLastErrorIsThrownAfterTheRetries() async throws {
        var fixture = try Fixture(self) { _ in LoopbackResponse(503) }
        fixture.options.limits.retries = 2
        let error = await fixture.error()
        XCTAssertEqual(error?.statusCode, 503)
        XCTAssertEqual(fixture.server.requests.count, 3)
    }

    func testRetryAfterReplacesThePause() async throws {
        let content = bytes(1_000)
        let rows = ["0", "Sun, 06 Nov 1994 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"]
        for value in rows {
            let count = Counter()
            var fixture = try Fixture(self, content) { request in
                count.add(1) < 3
                    ? LoopbackResponse(503, ["Retry-After: \(value)"])
                    : LoopbackResponse(content, for: request)
            }
            fixture.options.firstPause = .seconds(1_000)
            _ = try await fixture.result()
            fixture.assertWhole()
        }
    }

    func testLongRetryAfterIsThrownAtOnce() async throws {
        for value in ["61", "9223372036854775807", "Fri, 31 Dec 9999 23:59:59 GMT"] {
            let fixture = try Fixture(self) { _ in LoopbackResponse(429, ["Retry-After: \(value)"])
            }
            let before = Date()
            let error = await fixture.error()
            XCTAssertEqual(error?.code, .httpStatus, value)
            XCTAssertGreaterThan(error?.retryAfter?.timeIntervalSinceNow ?? 0, 50, value)
            let earliest = before.addingTimeInterval(Double(value) ?? 0)
            XCTAssertGreaterThanOrEqual(error?.retryAfter ?? .distantPast, earliest, value)
            XCTAssertEqual(fixture.server.requests.count, 1, value)
        }
    }

    func testGrowthResetsTheCountOnlyWithAValidator() async throws {
        for etag in ["\"1\"", nil] {
            let content = bytes(100_000)
            var fixture = try Fixture(self, content) { request in
                var response = LoopbackResponse(content, etag: etag, for: request)
                response.cut = 10_000
                response.isReset = request.rangeStart != nil
                return response
            }
            fixture.options.limits.retries = 2
            if etag != nil {
                // Each continuation repeats 4,096 of its 10,000 bytes.
                let result = try await fixture.result()
                XCTAssertEqual(result.size, 100_000)
                fixture.assertWhole()
            } else {
                let error = await fixture.error()
                XCTAssertEqual(error?.code, .connectionLost)
                XCTAssertEqual(fixture.server.requests.count, 3)
            }
        }
    }

    func testContentThatAlwaysChangesIsAnError() async throws {
        let count = Counter()
        let fixture = try Fixture(self) { request in
            let number = count.add(1)
            let content = bytes(100_000, seed: number)
            var response = LoopbackResponse(content, etag: "\"\(number)\"", for: request)
            response.cut = 50_000
            return response
        }
        let error = await fixture.error()
        XCTAssertEqual(error?.limit, .restarts)
        XCTAssertEqual(count.value, 5)
    }

    func testServerThatNeverContinuesIsAnError() async throws {
        let content = bytes(100_000)
        for isMultipart in [false, true] {
            let fixture = try Fixture(self, content) { request in
                var response = LoopbackResponse(content, for: request)
                if request.rangeStart == nil {
                    response.cut = 50_000
                } else if isMultipart {
                    response.fields = ["Content-Type: multipart/byteranges; boundary=x"]
                } else {
                    response = LoopbackResponse(416)
                }
                return response
            }
            let error = await fixture.error()
            XCTAssertEqual(error?.limit, .restarts)
            XCTAssertTrue("\(error as Any)".contains("can’t continue"), "\(error as Any)")
        }
    }

    func testRefusedConnectionsAndUnknownHostsAreErrors() async throws {
        var fixture = try Fixture(self)
        fixture.options.limits.retries = 1
        fixture.server.stop()
        let error = await fixture.error()
        XCTAssertEqual(error?.code, .cannotConnect)
        XCTAssertEqual(error?.curlCode, 7)
        fixture.queue = DownloadQueue(proxy: .url(fixture.server.url("/")))
        let other = await fixture.error(from: "/other")
        XCTAssertEqual(other?.code, .cannotConnect)
    }

    func testSilentServerTimesOut() async throws {
        let gate = Gate()
        defer { gate.open() }
        for cut in [nil, 10] {
            let content = bytes(1_000)
            var fixture = try Fixture(self, content) { request in
                var response = LoopbackResponse(content, for: request)
                response.cut = cut
                response.pause = { gate.pass() }
                return response
            }
            fixture.options.limits.retries = 0
            fixture.options.idleTimeout = .milliseconds(20)
            let error = await fixture.error()
            XCTAssertEqual(error?.code, .timedOut)
            XCTAssertEqual(error?.partBytes, cut ?? 0)
        }
    }
}

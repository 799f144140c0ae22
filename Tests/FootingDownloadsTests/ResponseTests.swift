import FootingDownloads
import Foundation
import LoopbackServer
import TestSupport
import XCTest

final class ResponseTests: XCTestCase {
    func testStatusesThatAreErrors() async throws {
        let rows: [(Int, DownloadError.Code)] = [
            (204, .unexpectedResponse), (205, .unexpectedResponse), (206, .unexpectedResponse),
            (299, .unexpectedResponse), (300, .httpStatus), (304, .httpStatus), (400, .httpStatus),
            (401, .httpStatus), (404, .httpStatus), (412, .httpStatus), (416, .httpStatus),
            (501, .httpStatus), (302, .unexpectedResponse),
        ]
        for (status, code) in rows {
            let fixture = try Fixture(self) { _ in LoopbackResponse(status, body: bytes(10)) }
            let error = await fixture.error()
            XCTAssertEqual(error?.code, code, "\(status)")
            XCTAssertEqual(error?.statusCode, status)
            XCTAssertEqual(fixture.server.requests.count, 1, "\(status)")
        }
    }

    func testHeadThatIsCutNamesNoCode() async throws {
        var fixture = try Fixture(self) { _ in LoopbackResponse(raw: "HTTP/1.1 200 OK\r\nA: ") }
        fixture.options.limits.retries = 0
        let error = await fixture.error()
        XCTAssertEqual(error?.code, .connectionLost)
        XCTAssertNil(error?.curlCode)
        XCTAssertFalse("\(error as Any)".contains("code"), "\(error as Any)")
    }

    func testErrorKeepsThePart() async throws {
        let fixture = try Fixture(self)
        await fixture.leavePart(of: 60_000)
        fixture.server.answer { _ in LoopbackResponse(404) }
        let error = await fixture.error(from: "/file")
        XCTAssertEqual(error?.partBytes, 60_000)
        fixture.server.answer { [content = fixture.content] in LoopbackResponse(content, for: $0) }
        let result = try await fixture.result()
        XCTAssertEqual(result.resumedBytes, 60_000)
        fixture.assertWhole()
    }

    func testErrorNamesURLFileAndRemedy() async throws {
        let fixture = try Fixture(self) { _ in LoopbackResponse(404) }
        let url = try XCTUnwrap(
            URL(string: "http://me:secret@127.0.0.1:\(fixture.server.port)/file?token=1#top")
        )
        do {
            _ = try await Download(from: url, to: fixture.file).value
            XCTFail("no error")
        } catch {
            let address = "http://127.0.0.1:\(fixture.server.port)/file"
            XCTAssertEqual(error.url?.absoluteString, address)
            XCTAssertEqual(error.path, fixture.file.path)
            XCTAssertEqual((error as any Error).localizedDescription, "\(error)")
            XCTAssertEqual(
                "\(error)",
                "Could not download \(address) to “\(fixture.file.path)”: "
                    + "the server answered with the status 404."
            )
        }
    }

    func testInformationalResponsesAndTrailersAreIgnored() async throws {
        let fixture = try Fixture(self, Array("hello".utf8)) { _ in
            LoopbackResponse(
                raw: "HTTP/1.1 100 Continue\r\nContent-Length: 3\r\n\r\n"
                    + "HTTP/1.1 103 Early Hints\r\nETag: \"no\"\r\n\r\n"
                    + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "5\r\nhello\r\n0\r\nETag: \"late\"\r\n\r\n"
            )
        }
        let result = try await fixture.result()
        XCTAssertNil(result.etag)
        XCTAssertTrue(result.isLengthVerified)
        fixture.assertWhole()
    }

    func testContentWithoutALengthIsNotVerified() async throws {
        let content = bytes(1_000)
        let fixture = try Fixture(self, content) { request in
            var response = LoopbackResponse(content, for: request)
            response.hasLength = false
            return response
        }
        let result = try await fixture.result()
        XCTAssertFalse(result.isLengthVerified)
        fixture.assertWhole()
        for encoding in ["identity", ""] {
            let fixture = try Fixture(self, Array("hello".utf8)) { _ in
                LoopbackResponse(
                    raw: "HTTP/1.1 200 OK\r\nTransfer-Encoding: \(encoding)\r\n\r\nhello"
                )
            }
            let result = try await fixture.result()
            XCTAssertFalse(result.isLengthVerified, encoding)
            fixture.assertWhole()
        }
    }

    func testHarmlessOdditiesAreAccepted() async throws {
        let heads = [
            "HTTP/1.1 200\r\nContent-Length:5", "HTTP/1.0 200 OK\r\nContent-Length: 5",
            "HTTP/1.1 200 OK\nContent-Length: 5", "HTTP/1.1 200 OK\r\nContent-Length: 005",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5",
            "HTTP/1.1 200 OK\r\nX-Name: \u{E9}\r\nContent-Length: 5",
            "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nETag: \"2\"\r\nContent-Length: 5",
        ]
        for head in heads {
            let fixture = try Fixture(self, Array("hello".utf8)) { _ in
                LoopbackResponse(raw: head + "\r\n\r\nhello and more")
            }
            let result = try await fixture.result()
            XCTAssertEqual(result.size, 5, head)
            fixture.assertWhole()
        }
    }

    func testBadResponsesAreErrors() async throws {
        let ok = "HTTP/1.1 200 OK\r\n"
        let lost: DownloadError.Code = .connectionLost
        let bad: DownloadError.Code = .unexpectedResponse
        let rows: [(String, [DownloadError.Code])] = [
            ("", [lost]), ("HTTP/1.1 200 OK\r\nContent-Le", [lost]), ("HTTP/1.1 2", [lost, bad]),
            ("\(ok)Content-Length: 9223372036854775807\r\n\r\nhello", [lost]),
            ("\(ok)Content-Length: 9223372036854775808\r\n\r\nhello", [bad]),
            ("\(ok)Content-Length: -5\r\n\r\nhello", [bad]),
            ("\(ok)Content-Length: 5x\r\n\r\nhello", [bad]),
            ("\(ok)Content-Length: \r\n\r\nhello", [bad]),
            ("\(ok)Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", [bad]),
            ("\(ok)Content-Length: 6\r\n\r\nhello", [lost]),
            ("\(ok)Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", [lost]),
            ("\(ok)Transfer-Encoding: chunked\r\n\r\nxyz", [lost]),
            ("HTTP/1.1 99999 OK\r\n\r\n", [bad]), ("HTTP/1.1 abc OK\r\n\r\n", [bad]),
            ("HTTP/9.9 200 OK\r\n\r\n", [bad]), ("hello", [bad, lost]), ("\0\0\0\0", [bad, lost]),
            ("\(ok)X: \(String(repeating: "x", count: 150_000))\r\n\r\n", [bad, .limitExceeded]),
            ("\(ok)no colon\r\nContent-Length: 5\r\n\r\nhello", [bad]),
            ("\(ok)X: \0\r\nContent-Length: 5\r\n\r\nhello", [bad]),
            ("\(ok) X: 1\r\nContent-Length: 5\r\n\r\nhello", [bad]),
            ("\(ok)Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nfoo\r\n\r\n", [bad]),
            ("\(ok)Transfer-Encoding: br\r\n\r\nhello", [bad]),
            ("\(ok)Transfer-Encoding: br\r\nContent-Length: 5\r\nETag: \"1\"\r\n\r\nhello", [bad]),
            ("\(ok)Transfer-Encoding: chunked, br\r\n\r\n5\r\nhello\r\n0\r\n\r\n", [bad]),
            ("\(ok)Transfer-Encoding: gzip\r\n\r\nhello", [bad]),
        ]
        for (raw, codes) in rows {
            var fixture = try Fixture(self) { _ in LoopbackResponse(raw: raw) }
            fixture.options.limits.retries = 0
            let error = await fixture.error()
            XCTAssertTrue(
                codes.contains { $0 == error?.code },
                "\(raw.debugDescription): \(error as Any)"
            )
        }
    }

    func testLargeHeadersAreErrors() async throws {
        let rows: [(String, DownloadOptions.Limit)] = [
            ((0..<101).map { "X-\($0): 1\r\n" }.joined(), .headerFields),
            (
                (0..<3).map { "X-\($0): \(String(repeating: "x", count: 30_000))\r\n" }.joined(),
                .headerBytes
            ),
        ]
        for (fields, limit) in rows {
            var fixture = try Fixture(self) { _ in
                LoopbackResponse(raw: "HTTP/1.1 200 OK\r\n\(fields)Content-Length: 0\r\n\r\n")
            }
            _ = try await fixture.result()
            fixture.options.limits = .untrusted
            fixture.options.reusesUnchanged = false
            let error = await fixture.error()
            XCTAssertEqual(error?.code, .limitExceeded)
            XCTAssertEqual(error?.limit, limit)
        }
    }

    func testLinesOfAFieldAndTrailersCount() async throws {
        let ok = "HTTP/1.1 200 OK\r\n"
        let rows: [(String, DownloadOptions.Limit)] = [
            ("\(ok)ETag: a\r\n\(String(repeating: " a\n", count: 201))\r\n", .headerFields),
            (
                "\(ok)Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n"
                    + String(
                        repeating: "X: \(String(repeating: "x", count: 1_000))\r\n",
                        count: 300
                    )
                    + "\r\n",
                .headerBytes
            ),
        ]
        for (raw, limit) in rows {
            let fixture = try Fixture(self) { _ in LoopbackResponse(raw: raw) }
            let error = await fixture.error()
            XCTAssertEqual(error?.limit, limit)
        }
    }

    func testContentAboveTheLimitIsAnErrorAndRemovesThePart() async throws {
        let content = bytes(100_000)
        for hasLength in [true, false] {
            var fixture = try Fixture(self, content) { request in
                var response = LoopbackResponse(content, for: request)
                response.hasLength = hasLength
                return response
            }
            fixture.options.limits.contentBytes = 99_999
            let error = await fixture.error()
            XCTAssertEqual(error?.code, .limitExceeded)
            XCTAssertEqual(error?.limit, .contentBytes)
            XCTAssertNil(error?.partBytes)
            XCTAssertFalse(FileManager.default.fileExists(atPath: fixture.part.path))
            fixture.options.limits.contentBytes = 100_000
            _ = try await fixture.result()
            fixture.assertWhole()
        }
    }
}

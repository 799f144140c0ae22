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

final class RequestTests: XCTestCase {
    func testInvalidURLs() async throws {
        let fixture = try Fixture(self)
        for text in [
            "file:///etc/passwd", "ftp://127.0.0.1/", "/relative", "http:///path", "http:",
        ] {
            let url = try XCTUnwrap(URL(string: text))
            do {
                _ = try await Download(from: url, to: fixture.file).value
                XCTFail(text)
            } catch {
                XCTAssertEqual(error.code, .invalidURL, text)
                XCTAssertEqual(error.url, url)
                XCTAssertTrue("\(error)".contains(" \(text) "), "\(error)")
            }
        }
    }

    func testInvalidURLIsNamedWithoutItsSecrets() async throws {
        let fixture = try Fixture(self)
        let url = try XCTUnwrap(URL(string: "ftp://me:secret@host/a?token=1#top"))
        do {
            _ = try await Download(from: url, to: fixture.file).value
            XCTFail("no error")
        } catch {
            XCTAssertEqual(error.url?.absoluteString, "ftp://host/a")
        }
    }

    func testInvalidPaths() async throws {
        let fixture = try Fixture(self)
        let folder = fixture.folder.url
        for (text, code) in [
            ("https://host/file", DownloadError.Code.invalidPath),
            ("file://host/file", .invalidPath), ("file:///a%00b", .invalidPath),
            (folder.absoluteString, .invalidPath), ("file:///dev/null", .invalidPath),
            ("\(folder.absoluteString)missing/file", .noSuchFile),
        ] {
            let file = try XCTUnwrap(URL(string: text))
            do {
                _ = try await Download(from: fixture.server.url(), to: file).value
                XCTFail(text)
            } catch {
                XCTAssertEqual(error.code, code, text)
            }
        }
        XCTAssertEqual(fixture.server.connectionCount, 0)
    }

    func testInvalidHeaderFields() async throws {
        let rows = [
            ("", "x"), ("a b", "x"), ("a:", "x"), ("a\r\nB", "x"), ("Range", "x"),
            ("IF-MATCH", "x"),
            ("If-Range", "x"), ("Host", "x"), ("Content-Length", "1"), ("Connection", "x"),
            ("transfer-encoding", "x"), ("Accept-Encoding", "gzip"), ("X", "a\r\nHost: b"),
            ("X", "a\nb"), ("X", "a\0b"), ("é", "x"),
        ]
        for (name, value) in rows {
            var fixture = try Fixture(self)
            fixture.options.headerFields = [name: value]
            let error = await fixture.error()
            XCTAssertEqual(error?.code, .invalidHeaderField, name)
            XCTAssertFalse("\(error as Any)".contains("\n"), name)
            XCTAssertEqual(fixture.server.connectionCount, 0)
        }
    }

    func testHeaderFieldsAreSent() async throws {
        var fixture = try Fixture(self)
        fixture.options.headerFields = ["Authorization": "Bearer 1", "X-Empty": "", "X-É": ""]
        fixture.options.headerFields["X-Blank"] = " \t"
        fixture.options.headerFields["X-É"] = nil
        _ = try await fixture.result()
        let request = try XCTUnwrap(fixture.server.requests.first)
        XCTAssertEqual(request["authorization"], "Bearer 1")
        XCTAssertEqual(request["x-empty"], "")
        XCTAssertEqual(request["x-blank"], "")
    }
}

final class RedirectTests: XCTestCase {
    private func redirecting(to location: String, status: Int = 302) -> LoopbackServer.Answer {
        let content = bytes(1_000)
        return { request in
            request.target.hasPrefix("/file")
                ? LoopbackResponse(status, ["Location: \(location)"])
                : LoopbackResponse(content, for: request)
        }
    }

    func testRedirectsAreFollowed() async throws {
        let locations = ["/other?a=1#x", "other", "//127.0.0.1:PORT/other", "../other"]
        for status in [301, 302, 303, 307, 308] {
            for location in locations.prefix(status == 302 || isUnderStress ? 4 : 1) {
                let fixture = try Fixture(self, bytes(1_000))
                let port = "\(fixture.server.port)"
                fixture.server.answer(
                    redirecting(to: location.replacing("PORT", with: port), status: status)
                )
                _ = try await fixture.result()
                XCTAssertTrue(fixture.server.requests.last?.target.hasPrefix("/other") == true)
                fixture.assertWhole()
            }
        }
    }

    func testOnlyTheOwnOriginGetsTheCallersFields() async throws {
        let other = try LoopbackServer { LoopbackResponse(bytes(1_000), for: $0) }
        var fixture = try Fixture(self, bytes(1_000))
        fixture.options.headerFields = ["Authorization": "Bearer 1", "X-Key": "2"]
        for (location, isKept) in [("/other", true), (other.url("/other").absoluteString, false)] {
            fixture.options.reusesUnchanged = false
            fixture.server.answer(redirecting(to: location))
            _ = try await fixture.result()
            let last = isKept ? fixture.server.requests.last : other.requests.last
            XCTAssertEqual(last?["authorization"], isKept ? "Bearer 1" : nil)
            XCTAssertEqual(last?["x-key"], isKept ? "2" : nil)
        }
    }

    func testOmittedFieldsStayOmitted() async throws {
        let fixture = try Fixture(self, bytes(1_000))
        let back = fixture.server.url("/back").absoluteString
        let other = try LoopbackServer { _ in LoopbackResponse(302, ["Location: \(back)"]) }
        fixture.server.answer(redirecting(to: other.url().absoluteString))
        var options = fixture.options
        options.headerFields = ["X-Key": "2"]
        let url = URL(string: "http://me:secret@127.0.0.1:\(fixture.server.port)/file")
        _ = try await Download(from: XCTUnwrap(url), to: fixture.file, options: options).value
        let requests = fixture.server.requests + other.requests
        XCTAssertEqual(requests.map { $0["x-key"] }, ["2", nil, nil])
        XCTAssertEqual(requests.map { $0["authorization"] != nil }, [true, false, false])
    }

    func testCredentialsInTheLocationAreDropped() async throws {
        let fixture = try Fixture(self, bytes(1_000))
        let location = "http://me:secret@127.0.0.1:\(fixture.server.port)/other"
        fixture.server.answer(redirecting(to: location))
        _ = try await fixture.result()
        XCTAssertEqual(fixture.server.requests.count, 2)
        XCTAssertNil(fixture.server.requests.last?["authorization"])
    }

    func testRangeIsRepeatedAtEachHop() async throws {
        let fixture = try Fixture(self)
        await fixture.leavePart(of: 60_000)
        let content = fixture.content
        fixture.server.answer { request in
            request.target == "/file"
                ? LoopbackResponse(302, ["Location: /other"])
                : LoopbackResponse(content, for: request)
        }
        let result = try await fixture.result()
        XCTAssertEqual(result.resumedBytes, 60_000)
        XCTAssertEqual(fixture.server.requests.last?["if-range"], "\"1\"")
        fixture.assertWhole()
    }

    func testOtherSchemesAreRefused() async throws {
        for location in ["file:///etc/passwd", "ftp://127.0.0.1/x", "http://", "gopher:x"] {
            let fixture = try Fixture(self)
            fixture.server.answer(redirecting(to: location))
            let error = await fixture.error()
            XCTAssertEqual(error?.code, .redirectRefused, location)
            XCTAssertEqual(error?.statusCode, 302)
        }
    }

    func testResultHasTheURLAfterRedirects() async throws {
        let fixture = try Fixture(self, bytes(1_000))
        let direct = try await fixture.result().url
        XCTAssertEqual(direct, fixture.server.url())
        fixture.server.answer(redirecting(to: "/a/b?key=1#top"))
        let redirected = try await fixture.result().url
        XCTAssertEqual(redirected, fixture.server.url("/a/b"))
    }

    func testOptionsExcludeRedirects() async throws {
        let other = try LoopbackServer { LoopbackResponse(bytes(1_000), for: $0) }
        var fixture = try Fixture(self, bytes(1_000))
        fixture.options.redirects = .sameOrigin
        fixture.server.answer(redirecting(to: other.url("/other").absoluteString))
        var error = await fixture.error()
        XCTAssertEqual(error?.code, .redirectRefused)
        XCTAssertEqual(other.connectionCount, 0)
        fixture.server.answer(redirecting(to: "/other"))
        _ = try await fixture.result()
        fixture.options.redirects = .notFollowed
        fixture.options.reusesUnchanged = false
        error = await fixture.error()
        XCTAssertEqual(error?.code, .httpStatus)
        XCTAssertEqual(error?.statusCode, 302)
    }

    func testEndlessRedirectsEnd() async throws {
        let fixture = try Fixture(self)
        fixture.server.answer(redirecting(to: "/file"))
        let error = await fixture.error()
        XCTAssertEqual(error?.code, .limitExceeded)
        XCTAssertEqual(error?.limit, .redirects)
        XCTAssertEqual(error?.statusCode, 302)
        XCTAssertTrue("\(error as Any)".contains("redirects of 10"), "\(error as Any)")
        XCTAssertEqual(fixture.server.requests.count, 11)
    }
}

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
            let error = await fixture.error()
            XCTAssertEqual(error?.code, .httpStatus, value)
            XCTAssertGreaterThan(error?.retryAfter?.timeIntervalSinceNow ?? 0, 50, value)
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

import FootingDownloads
import Foundation
import LoopbackServer
import TestSupport
import XCTest

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

import CDownloads
import FootingBytes
import Foundation
import XCTest

@testable import FootingDownloads

final class FormatsTests: XCTestCase {
    func testDatesOfAllThreeFormats() {
        let rows: [(String, Int?)] = [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Thursday, 01-Jan-70 00:00:01 GMT", 1), ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
            ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
            ("Sunday, 06-Nov-69 08:49:37 GMT", 3_150_953_377),
            ("Thu, 29 Feb 1900 00:00:00 GMT", nil), ("Sun, 06 Nov 1994 24:00:00 GMT", nil),
            ("Sun, 06 Nov 1994 08:60:37 GMT", nil), ("Sun, 06 Nov 1994 08:49:61 GMT", nil),
            ("Sun, 06 Nov 1994 08:49:37", nil), ("Sun, 06 Nov 1994 08:49:37 CET", nil),
            ("Sun, 06 November 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 99999 08:49:37 GMT", nil),
            ("", nil), ("0", nil), ("Sun\r\nX, 06 Nov 1994 08:49:37 GMT", nil),
            ("Sun, 9223372036854775807 Nov 1994 08:49:37 GMT", nil),
            ("Nov Nov Nov Nov Nov Nov Nov", nil),
        ]
        for (text, seconds) in rows { XCTAssertEqual(HTTPDate.seconds(text), seconds, text) }
    }

    func testDigestIsThatOfItsDefinition() {
        // From the test vectors of FNV-1a.
        let rows = [
            ("", "6c62272e07bb014262b821756295c58d"), ("a", "d228cb696f1a8caf78912b704e4a8964"),
            ("foobar", "343e1662793c64bf6f0d3597ba446f18"),
        ]
        for (text, digest) in rows { XCTAssertEqual(Digest(text).text, digest, text) }
    }

    func testAddressesHaveOneMeaning() {
        let rows: [(String, String?)] = [
            ("HTTP://Example.COM", "http://example.com/"),
            ("https://me:secret@host:443/a?b#c", "https://host/a?b"),
            ("http://host:8080/a%2Fb?c=%20", "http://host:8080/a%2Fb?c=%20"),
            ("http://[::1]:80/", "http://[::1]/"), ("http://host:0/", nil),
            ("http://host:65536/", nil), ("http://", nil), ("host/a", nil), ("ftp://host/", nil),
            ("http://a%00b/", "http://a%00b/"),
        ]
        for (text, address) in rows {
            XCTAssertEqual(URL(string: text).flatMap(WebAddress.init)?.text, address, text)
        }
        let hosts = ["http://good.com\\@evil.com/", "http://good.com;evil.com/", "http://a b/"]
        for text in hosts {
            let host = URL(string: text).flatMap(WebAddress.init)?.host ?? ""
            XCTAssertTrue(host.utf8.allSatisfy { !"\\@; ".utf8.contains($0) }, text)
        }
    }

    func testCodesOfLibcurl() {
        let rows: [(Int32, DownloadError.Code, Bool)] = [
            (1, .unexpectedResponse, false), (3, .invalidURL, false), (5, .proxyFailed, true),
            (6, .hostNotFound, true),
            (7, .cannotConnect, true), (8, .unexpectedResponse, false), (18, .connectionLost, true),
            (28, .timedOut, true), (35, .secureConnectionFailed, false),
            (52, .connectionLost, true),
            (55, .connectionLost, true), (56, .connectionLost, true),
            (60, .certificateRejected, false), (77, .certificateRejected, false),
            (83, .certificateRejected, false), (90, .certificateRejected, false),
            (91, .certificateRejected, false), (92, .connectionLost, true),
            (97, .proxyFailed, true), (0, .connectionLost, true), (16, .connectionLost, true),
            (95, .connectionLost, true), (2, .system, false), (4, .libcurlMissing, false),
            (48, .libcurlMissing, false), (27, .unexpectedResponse, false),
            (61, .unexpectedResponse, false), (58, .secureConnectionFailed, false),
            (59, .secureConnectionFailed, false), (66, .secureConnectionFailed, false),
            (82, .secureConnectionFailed, false), (43, .unexpectedResponse, false),
        ]
        for (number, code, isTransient) in rows {
            let error = DownloadError(curlCode: number)
            XCTAssertEqual(error.code, code, "\(number)")
            XCTAssertEqual(error.isTransient, isTransient, "\(number)")
            XCTAssertEqual(error.curlCode, number == 0 ? nil : number)
        }
        let error = DownloadError(curlCode: FOOTING_TRANSFER_NO_MEMORY)
        XCTAssertEqual(error.code, .system)
        XCTAssertNil(error.curlCode)
    }

    func testLifetimeIsThatOfAPrivateCache() {
        let date = "Date: Sun, 06 Nov 1994 08:49:37 GMT"
        let rows: [([String], Int?)] = [
            ([], nil), (["Cache-Control: max-age=60"], 60),
            (["Cache-Control: public, MAX-AGE = \"60\" ,x"], 60),
            (["Cache-Control: max-age=60", "Age: 20"], 40),
            (["Cache-Control: max-age=60", "Age: 61"], 0),
            (["Cache-Control: max-age=60", "Age: -1"], 0),
            (["Cache-Control: max-age=60", "Age: 1", "Age: 2"], 0),
            (["Cache-Control: max-age=60, no-cache"], 0),
            (["Cache-Control: public", "Cache-Control: no-cache=\"a, b\""], 0),
            (["Cache-Control: max-age"], 0), (["Cache-Control: max-age=-1"], 0),
            (["Cache-Control: max-age=99999999999999999999"], 0),
            (["Cache-Control: s-maxage=60, must-revalidate"], nil), (["Cache-Control: ,,="], nil),
            ([date, "Expires: Sun, 06 Nov 1994 08:50:37 GMT"], 60),
            ([date, "Expires: Sun, 06 Nov 1994 08:48:37 GMT"], 0),
            (["Expires: Sun, 06 Nov 1994 08:50:37 GMT"], 0), ([date, "Expires: 0"], 0),
            ([date, "Expires: Sun, 06 Nov 1994 08:50:37 GMT", "Cache-Control: max-age=1"], 1),
            ([date, "Expires: Sun, 06 Nov 1994 08:50:37 GMT", "Age: 20"], 40),
            ([date, "Expires: Sun, 06 Nov 1994 08:48:37 GMT", "Age: \(Int.max)"], 0),
            (["Cache-Control: max-age=60", "Vary: Accept, *"], 0),
            (["Cache-Control: max-age=60", "Vary: Accept"], 60),
        ]
        for (lines, lifetime) in rows {
            XCTAssertEqual(head(lines).lifetime, lifetime, "\(lines)")
            XCTAssertFalse(head(lines).forbidsStorage)
        }
        XCTAssertTrue(head(["Cache-Control: max-age=60,No-Store"]).forbidsStorage)
    }

    func testLifetimeBeginsWithTheResponse() {
        var head = head(["Cache-Control: max-age=60"])
        var record = CacheRecord(url: "http://a/", etag: nil, lastModified: nil)
        for (elapsed, lifetime) in [(0, 60), (20, 40), (70, 0)] {
            head.endTime = .now - .seconds(elapsed)
            XCTAssertTrue(record.note(head))
            XCTAssertEqual(record.lifetime, lifetime)
        }
    }

    func testAnswerIsRequiredByTwoDirectives() {
        let rows: [([String], Bool?)] = [
            (["Cache-Control: max-age=0, MUST-revalidate"], true),
            (["Cache-Control: no-cache"], true), (["Cache-Control: max-age=0"], false), ([], true),
        ]
        var record = CacheRecord(url: "http://a/", etag: nil, lastModified: nil)
        record.requiresAnswer = true
        for (lines, requiresAnswer) in rows {
            var record = record
            XCTAssertTrue(record.note(head(lines)))
            XCTAssertEqual(record.requiresAnswer, requiresAnswer, "\(lines)")
        }
    }

    func testEncodingsOfSeveralFieldsAreKept() {
        let rows: [([String], String?)] = [
            ([], nil), (["identity"], nil), (["gzip"], "gzip"), (["gzip", "br"], "gzip,br"),
            (["gzip", "gzip"], "gzip,gzip"),
        ]
        for (encodings, expected) in rows {
            let head = head(encodings.map { "Content-Encoding: \($0)" })
            XCTAssertEqual(head.contentEncoding, expected)
            XCTAssertEqual(PartRecord(identity: "", of: head, total: nil).encoding, expected)
        }
    }

    private func head(_ lines: [String]) -> ResponseHead {
        var head = ResponseHead()
        for line in ["HTTP/1.1 200 OK"] + lines + [""] {
            let bytes = Array("\(line)\r\n".utf8)
            XCTAssertNoThrow(
                try unsafe bytes.withUnsafeBytes {
                    unsafe try head.append(ByteView($0), limits: .standard)
                }
            )
        }
        return head
    }

    func testFreshnessEndsWithTheLifetimeAndWhenTheClockIsSetBack() {
        var record = CacheRecord(url: "http://a/", etag: nil, lastModified: nil)
        XCTAssertFalse(record.isFresh(at: 1_000))
        record.modified = "1000.5"
        XCTAssertFalse(record.isFresh(at: 1_000))
        record.lifetime = 60
        for (now, isFresh) in [(1_000, true), (1_059, true), (1_060, false), (999, false)] {
            XCTAssertEqual(record.isFresh(at: now), isFresh, "\(now)")
        }
        record.modified = "-9223372036854775808.0"
        XCTAssertFalse(record.isFresh(at: 1_000))
    }
}

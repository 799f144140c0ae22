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
            ("", nil), ("0", nil),
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

    func testRecordsAreReadAndWritten() {
        let text = "\u{0}\u{1F}\"\\/é\u{301}😀\r\n"
        var fields = RecordFields()
        fields[string: text] = text
        fields[number: "least"] = .min
        fields[number: "greatest"] = .max
        XCTAssertEqual(RecordFields(fields.json), fields)
        XCTAssertNotNil(try? JSONSerialization.jsonObject(with: Data(fields.json)))
        let rows: [(String, [String: RecordFields.Value]?)] = [
            (
                #"{"a":1,"b":"x","c":[1,{"d":2}],"e":{"f":1},"g":1.5,"h":true,"i":null,"j":-2}"#,
                ["a": .number(1), "b": .string("x"), "j": .number(-2)]
            ),
            (#"{"a":1e2,"b":9223372036854775808}"#, [:]), ("{}", [:]), ("[]", nil), ("", nil),
            ("{\"a\":1", nil), ("1", nil),
        ]
        for (json, values) in rows {
            XCTAssertEqual(RecordFields(Array(json.utf8))?.values, values, json)
        }
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
            (97, .proxyFailed, true),
        ]
        for (number, code, isTransient) in rows {
            let error = DownloadError(transferCode: number)
            XCTAssertEqual(error.code, code, "\(number)")
            XCTAssertEqual(error.isTransient, isTransient, "\(number)")
            XCTAssertEqual(error.transferCode, number)
        }
    }
}

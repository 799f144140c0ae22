import Foundation
import XCTest

@testable import FootingHTML

final class HTMLLinkTests: XCTestCase {
    // MARK: L1

    func testURLsAreResolvedAsBrowsersDo() {
        let base = "http://h.example/a/b?q#f"
        let rows: [(value: String, base: String?, url: String?)] = [
            ("c", base, "http://h.example/a/c"), ("../c", base, "http://h.example/c"),
            ("/c", base, "http://h.example/c"), ("//i/c", base, "http://i/c"),
            ("?x", base, "http://h.example/a/b?x"), ("#x", base, "http://h.example/a/b?q#x"),
            ("", base, "http://h.example/a/b?q"),
            (" \n\u{1}c\u{1F} ", base, "http://h.example/a/c"),
            ("h\tt\nt\rp://x/y", base, "http://x/y"), ("\\c\\d", base, "http://h.example/c/d"),
            ("c\\d?e\\f#g\\h", base, "http://h.example/a/c/d?e%5Cf#g%5Ch"),
            ("http:\\\\x\\y", base, "http://x/y"), ("http:c", base, "http://h.example/a/c"),
            ("HTTP:c", base, "http://h.example/a/c"), ("http:/c", base, "http://h.example/c"),
            ("mailto:a@b.c", base, "mailto:a@b.c"), ("data:,x\\y", base, "data:,x%5Cy"),
            ("javascript:x()", base, "javascript:x()"), ("tel:1", nil, "tel:1"),
            ("a b.html", base, "http://h.example/a/a%20b.html"),
            ("ü", base, "http://h.example/a/%C3%BC"), ("c", nil, nil), ("", nil, nil),
            ("http://x/", nil, "http://x/"), ("http://[", base, nil),
            ("c:d", base, "c:d"), ("1:2", base, "http://h.example/a/1:2"),
            (":", base, "http://h.example/a/:"), ("http:c:d", base, "http://h.example/a/c:d"),
            ("a_b:c/d?e:f", base, "http://h.example/a/a_b:c/d?e:f"),
            ("c/d:e", base, "http://h.example/a/c/d:e"), ("?c:d", base, "http://h.example/a/b?c:d"),
            ("//i:80/c:d", base, "http://i:80/c:d"), ("1:2", nil, nil),
        ]
        for (value, base, expected) in rows {
            let url = URL.resolved(value, against: base.flatMap { URL(string: $0) })
            XCTAssertEqual(url?.absoluteString, expected, value)
        }
    }

    func testBaseURLIsTheFirstBaseWithHref() {
        let url = "http://h.example/a/b"
        let rows = [
            ("<base href=/c/ ><base href=/d/ ><a href=e></a>", "http://h.example/c/"),
            ("<base target=x><base href='../x/'><a href=e></a>", "http://h.example/x/"),
            ("<a href=e></a>", url), ("<template><base href=/c/ ></template><a href=e></a>", url),
            ("<base href='data:,x'><base href=/c/ ><a href=e></a>", url),
            ("<base href=' JavaScript:x()'><a href=e></a>", url),
        ]
        for (html, expected) in rows {
            let page = page(html, url: url)
            XCTAssertEqual(page.baseURL?.absoluteString, expected, html)
            XCTAssertEqual(
                page.first("a")?.url("href"),
                URL(string: "e", relativeTo: URL(string: expected))?.absoluteURL
            )
        }
        XCTAssertNil(page("<a href=e></a>").baseURL)
        XCTAssertEqual(page("<base href=http://x/y/ >").baseURL?.absoluteString, "http://x/y/")
        XCTAssertNil(page("<a></a>", url: url).first("a")?.url("href"))
    }

    // MARK: L2

    func testALinkInsideALinkIsNone() {
        let rows: [(html: String, links: [String])] = [
            (
                "<svg><a href=1><a href=2>x</a></a><a href=3></a></svg><a href=4></a>",
                ["1", "3", "4"]
            ),
            ("<a href=1><table><td><a href=2>x</a></table></a><p><a href=3></a>", ["1", "3"]),
            ("<a href=1><map><area href=2></map><svg><a href=3></a></svg></a>x", ["1", "2"]),
            ("<svg><a><a href=1>x</a></a></svg>", ["1"]),
            ("<div><a href=1><i>x</i></a></div><a href=2></a>", ["1", "2"]),
        ]
        for (html, expected) in rows {
            XCTAssertEqual(page(html).links.map(\.href), expected, html)
        }
        let deep = page("<svg>" + String(repeating: "<a href=x>", count: 490) + "text")
        XCTAssertEqual(deep.links.map(\.text).joined().utf8.count, 4)
    }

    func testLinksAreInTreeOrder() {
        let page = page(
            """
            <a href=x rel="NoFollow  me"> b <i>c</i></a><a>no</a><area href=y>\
            <svg><a href=z xlink:href=no></a><a xlink:href=w></a></svg><link href=no>\
            <template><a href=no></a></template>
            """,
            url: "http://h/"
        )
        XCTAssertEqual(page.links.map(\.href), ["x", "y", "z", "w"])
        XCTAssertEqual(
            page.links.map { $0.url?.absoluteString },
            ["http://h/x", "http://h/y", "http://h/z", "http://h/w"]
        )
        XCTAssertEqual(page.links.first?.text, "b c")
        XCTAssertEqual(page.links.first?.relations, ["nofollow", "me"])
        XCTAssertEqual(page.links.map(\.element.name), ["a", "area", "a", "a"])
    }
}

import Foundation
import XCTest

@testable import FootingHTML

final class HTMLDocumentMembersTests: XCTestCase {
    func testMembers() throws {
        let page = page(
            """
            <!DOCTYPE html><!--c--><html lang=" de "><head><title> a \n b&amp;</title>\
            <title>c</title></head><body><p id=x></p><p id=x></p><p id=y></p><p id></p>\
            <template><p id=z></p></template></body></html>
            """
        )
        XCTAssertEqual(page.root.name, "html")
        XCTAssertEqual(page.head?.name, "head")
        XCTAssertEqual(page.body?.name, "body")
        XCTAssertEqual(page.language, "de")
        XCTAssertFalse(page.isQuirks)
        XCTAssertEqual(page.doctype, .doctype(name: "html", publicID: "", systemID: ""))
        XCTAssertEqual(
            page.childNodes,
            [
                .doctype(name: "html", publicID: "", systemID: ""), .comment("c"),
                .element(page.root),
            ]
        )
        let ids = page.elementsByID
        XCTAssertEqual(Set(ids.keys), ["x", "y"])
        XCTAssertEqual(ids["x"], page.first("p"))
        XCTAssertTrue(page.report.isClean)
    }

    func testTitleIsStrippedAndCollapsed() {
        XCTAssertEqual(page("<title> a \n\t b </title>").title, "a b")
        XCTAssertEqual(page("<title></title>").title, "")
        XCTAssertNil(page("<p></p>").title)
        XCTAssertEqual(page("<svg><title>s</title></svg><title>h</title>").title, "h")
    }

    func testLanguageIsNilIfMissingOrEmpty() {
        XCTAssertNil(page("<p></p>").language)
        XCTAssertNil(page("<html lang=' '><body></body></html>").language)
    }

    func testManyCommentsAreReadInLinearTime() {
        func time(_ count: Int) -> Double {
            let html = String(repeating: "<li><!-- -->", count: count)
            let start = clock()
            XCTAssertEqual(page(html).body?.children.count, count)
            return Double(clock() - start)
        }
        // Eight times the bytes; a quadratic search takes 64 times the time.
        XCTAssertLessThan(time(32_000) / max(time(4_000), 200), 30)
    }

    func testCommentsBeforeTheDocumentDoNotSlowDownElements() {
        func time(_ count: Int) -> Double {
            let comments = String(repeating: "<!---->", count: count)
            let page = page(comments + "<p>" + String(repeating: "<i></i>", count: 4_000))
            let elements = page.select("i")
            let start = clock()
            for element in elements { XCTAssertNil(element.first("b")) }
            return Double(clock() - start)
        }
        XCTAssertLessThan(time(50_000) / max(time(1), 200), 5)
    }

    func testAFragmentIsItsNodes() throws {
        let page = HTMLDocument(fragment: "<!--c--><p id=a>b<i>c</i></p>d")
        XCTAssertNil(page.head)
        XCTAssertNil(page.body)
        XCTAssertNil(page.doctype)
        XCTAssertEqual(page.html, "<!--c--><p id=\"a\">b<i>c</i></p>d")
        XCTAssertEqual(page.text, "bc\n\nd")
        let p = try XCTUnwrap(page.first("p"))
        XCTAssertEqual(page.childNodes, [.comment("c"), .element(p), .text("d")])
        XCTAssertEqual(page.select("*").map(\.name), ["p", "i"])
        XCTAssertEqual(page.first("> p"), p)
        XCTAssertEqual(page.select(":root"), [])
        XCTAssertNil(p.parent)
        XCTAssertNil(p.closest("html"))
        XCTAssertEqual(page.events.first { _ in true }, .other(.comment("c")))
        XCTAssertEqual(Array(page.events).last, .text("d"))
        XCTAssertEqual(page.html { $0.unwrap() }, "<!--c-->bcd")
        let cells = try HTMLDocument(fragment: "<td>a<td>b", in: "tr")
        XCTAssertEqual(cells.html, "<td>a</td><td>b</td>")
        XCTAssertEqual(cells.text, "a\tb")
    }

    func testMembersAgreeOnOddDocuments() {
        let rows = [
            "", " ", "\0", "<", "</", "<!", "<a", "<a b=\"", "&#", "&#x110000;",
            "<frameset><frame>",
            "<?xml version='1.0'?><p>", "<table>a<tr>b<td>c", "<p><template><p>a</template>b",
            "<svg><p>", "<math><mi><table>", "<b><p><i></b>a</i>", "<select><option>a<hr>b",
            "<html lang=a><body><html lang=b class=c>", "<plaintext></plaintext>",
            "<ruby><rt>a<rp>",
            String(repeating: "<div>", count: 2_000), String(repeating: "<b><p>", count: 500),
        ]
        for html in rows {
            let page = page(html)
            var open: [HTMLElement] = []
            var elements: [HTMLElement] = []
            for event in page.events {
                if case .start(let element) = event {
                    open.append(element)
                    elements.append(element)
                }
                if case .end(let element) = event { XCTAssertEqual(element, open.popLast()) }
            }
            XCTAssertEqual(open, [], html)
            XCTAssertEqual(page.select("*"), elements, html)
            XCTAssertEqual(elements.first, page.root, html)
            XCTAssertEqual(elements.filter { $0.matches(":has(*)") }, page.select(":has(*)"), html)
            XCTAssertEqual(page.html { $0["no-such-name"] = nil }, page.html, html)
            XCTAssertEqual(elements.map(\.children).joined().count, elements.count - 1, html)
            _ = (page.title, page.text, page.links, page.metadata, page.elementsByID, page.body)
            for element in elements.prefix(20) { _ = (element.cells, element.text, "\(element)") }
        }
    }
}

import XCTest

@testable import FootingHTML

final class HTMLElementTests: XCTestCase {
    func testNamesAndAttributes() throws {
        let page = page(
            """
            <p id=a class=" x  y\u{C}z " title="1 &amp; 2" hidden></p>\
            <svg viewBox="0 0 1 1"><foreignObject></foreignObject></svg>
            """
        )
        let p = try XCTUnwrap(page.first("p"))
        XCTAssertEqual(p.name, "p")
        XCTAssertEqual(p.namespace, .html)
        XCTAssertEqual(p["title"], "1 & 2")
        XCTAssertEqual(p["TITLE"], "1 & 2")
        XCTAssertEqual(p["hidden"], "")
        XCTAssertNil(p["lang"])
        XCTAssertNil(p["no-such-name"])
        XCTAssertNil(p[""])
        XCTAssertEqual(p.id, "a")
        XCTAssertEqual(p.classes, ["x", "y", "z"])
        XCTAssertEqual(p.attributes.map(\.name), ["id", "class", "title", "hidden"])
        XCTAssertEqual(p.attributes.map(\.value), ["a", " x  y\u{C}z ", "1 & 2", ""])
        let svg = try XCTUnwrap(page.first("svg"))
        XCTAssertEqual(svg.namespace, .svg)
        XCTAssertEqual(svg["viewBox"], "0 0 1 1")
        XCTAssertEqual(svg["viewbox"], "0 0 1 1")
        XCTAssertEqual(svg.children.map(\.name), ["foreignObject"])
        XCTAssertNil(svg.id)
        XCTAssertEqual(svg.classes, [])
        XCTAssertEqual(
            "\(p)",
            "<p id=\"a\" class=\" x  y\u{C}z \" title=\"1 &amp; 2\" hidden=\"\">"
        )
    }

    func testRelatives() throws {
        let page = page("a<p id=a>b<!--c--><i id=i></i></p> <!-- --><b id=b></b>")
        let p = try XCTUnwrap(page.first("p"))
        XCTAssertEqual(p.parent, page.body)
        XCTAssertEqual(p.next?.id, "b")
        XCTAssertNil(p.previous)
        XCTAssertEqual(p.next?.previous, p)
        XCTAssertEqual(p.children.map(\.id), ["i"])
        XCTAssertEqual(
            p.childNodes,
            [.text("b"), .comment("c"), .element(try XCTUnwrap(page.first("i")))]
        )
        XCTAssertNil(page.root.parent)
        XCTAssertEqual(page.root.children.map(\.name), ["head", "body"])
    }

    func testTemplatesHaveNodesButNoChildren() throws {
        let page = page("<template><p>a</p></template>")
        let template = try XCTUnwrap(page.first("template"))
        XCTAssertEqual(template.children, [])
        guard case .element(let p)? = template.childNodes.first else { return XCTFail() }
        XCTAssertEqual(p.parent, template)
    }

    func testElementsAreEqualByIdentity() throws {
        let page = page("<p></p><p></p>")
        let other = HTMLElement(1, in: FootingHTMLTests.page("<p></p><p></p>"))
        let all = page.select("p")
        XCTAssertEqual(all[0], page.first("p"))
        XCTAssertNotEqual(all[0], all[1])
        XCTAssertNotEqual(page.root, other)
        XCTAssertEqual(Set(all + page.select("p")).count, 2)
    }

    func testElementsKeepTheirDocumentAlive() {
        func element() -> HTMLElement? { page("<p>a</p>").first("p") }
        XCTAssertEqual(element()?.text, "a")
    }
}

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
}

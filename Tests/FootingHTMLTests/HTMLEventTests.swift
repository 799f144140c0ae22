import XCTest

@testable import FootingHTML

final class HTMLEventTests: XCTestCase {
    private func names(_ events: some Sequence<HTMLEvent>) -> String {
        events.map { event in
            switch event {
            case .start(let element): "<\(element.name)>"
            case .end(let element): "</\(element.name)>"
            case .text(let string): string
            case .other(.comment(let string)): "(\(string))"
            case .other: "!"
            }
        }.joined()
    }

    func testEventsAreInTreeOrder() throws {
        let page = page(
            """
            <!DOCTYPE html><html><head></head><body>a<p>b<br>c<i></i></p><!--d-->\
            <template><p>t</p></template></body></html>
            """
        )
        XCTAssertEqual(
            names(page.events),
            """
            !<html><head></head><body>a<p>b<br></br>c<i></i></p>(d)<template></template></body>\
            </html>
            """
        )
        XCTAssertEqual(names(try XCTUnwrap(page.first("p")).events), "<p>b<br></br>c<i></i></p>")
        XCTAssertEqual(names(try XCTUnwrap(page.first("i")).events), "<i></i>")
        XCTAssertEqual(names(page.events), names(page.events), "a sequence can be read twice")
    }

    func testOneElementsEndIsItsOwn() throws {
        let page = page("<p><p></p></p>")
        var open: [HTMLElement] = []
        for event in page.events {
            if case .start(let element) = event { open.append(element) }
            if case .end(let element) = event { XCTAssertEqual(element, open.popLast()) }
        }
        XCTAssertEqual(open, [])
    }
}

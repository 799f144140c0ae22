import XCTest

@testable import FootingHTML

final class HTMLTextTests: XCTestCase {
    private func assertTexts(_ rows: [(html: String, text: String)], line: UInt = #line) {
        for (html, text) in rows { XCTAssertEqual(page(html).text, text, html, line: line) }
    }

    // MARK: X1

    func testInvisibleElementsAreLeftOut() throws {
        let names = [
            "title", "script", "style", "template", "noscript", "iframe", "noembed",
            "noframes", "object", "applet", "audio", "video", "canvas", "select", "datalist",
            "textarea", "rp", "svg",
        ]
        for name in names {
            assertTexts([("a<\(name)>b</\(name)>c", "ac")])
        }
        assertTexts([
            ("a<p hidden>b<i>c</i></p>d", "ad"), ("a<i hidden=false>b</i>d", "ad"),
            ("a<embed>d", "ad"), ("<math hidden><mi>x</mi></math>", "x"),
        ])
    }

    func testButtonsAndDetailsAreRead() {
        assertTexts([
            ("<details><summary>a</summary>b</details>", "a\nb"), ("<button>a</button>", "a"),
            ("a<img alt=b><input value=c placeholder=d title=e>f", "af"),
        ])
    }

    func testTheReceiversOwnContentIsRead() throws {
        let page = page("<script>a < b</script><p hidden> c <i>d</i></p><textarea>e</textarea>")
        XCTAssertEqual(page.text, "")
        XCTAssertEqual(page.first("script")?.text, "a < b")
        XCTAssertEqual(page.first("p")?.text, "c d")
        XCTAssertEqual(page.first("textarea")?.text, "e")
    }

    // MARK: X2

    func testBlocksAskForALineBreak() {
        let names = [
            "address", "article", "aside", "blockquote", "center", "dd", "details", "dialog", "dir",
            "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2",
            "h3", "h4", "h5", "h6", "header", "hgroup", "legend", "li", "listing", "main", "menu",
            "nav", "ol", "optgroup", "option", "pre", "search", "section", "summary", "ul",
            "xmp",
        ]
        for name in names { assertTexts([("a<\(name)>b</\(name)>c", "a\nb\nc")]) }
        for name in ["a", "span", "b", "label", "button", "ruby", "unknown"] {
            assertTexts([("a<\(name)>b</\(name)>c", "abc")])
        }
    }

    func testLineBreaks() {
        assertTexts([
            ("a<p>b</p>c", "a\n\nb\n\nc"), ("<p>a</p><p>b</p>", "a\n\nb"),
            ("<div>a</div><div>b</div>", "a\nb"), ("<div><p>a</p></div><div>b</div>", "a\n\nb"),
            ("<div>a<div>b</div></div>c", "a\nb\nc"), ("a<br>b", "a\nb"), ("a<br><br>b", "a\n\nb"),
            ("<p>a</p><br><p>b</p>", "a\n\n\nb"), ("a<hr>b", "a\nb"), ("<br>a<br>", "a"),
            ("<p></p>a<p></p>", "a"), ("<div></div>", ""), ("", ""), ("a<div></div>b", "a\nb"),
        ])
    }

    func testCellsHaveTabs() {
        assertTexts([
            (
                "<table><tr><th>a</th><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>",
                "a\tb\nc\td"
            ),
            ("<table><tr><td>a</td> <td></td> <td>b</td></tr></table>", "a\t\tb"),
            ("<table><tr><td> a </td> <td> b </td></tr></table>", "a\tb"),
            ("<table><tr><td></td><td>a</td></tr><tr><td></td><td>b</td></tr></table>", "\ta\n\tb"),
            ("<table><tr><td><p>a</p></td><td><p>b</p><p>c</p></td></tr></table>", "a\tb\n\nc"),
            ("<table><tr><td><div>a</div></td><td><div>b</div></td></tr></table>c", "a\tb\nc"),
            ("a<table><tr><td>b</td></tr></table>c", "a\nb\nc"),
            ("<table><caption>x</caption><tr><td>a</td></tr></table>", "x\na"),
        ])
    }

    // MARK: X3

    func testWhiteSpaceCollapses() {
        assertTexts([
            (" a \n\t\u{C} b ", "a b"), ("a<b> b</b>", "a b"), ("a <b> b</b>", "a b"),
            ("a<i> </i>b", "a b"), ("a <br> b", "a\nb"), ("<div> a </div> <div> b </div>", "a\nb"),
            ("a&nbsp; &nbsp;b", "a\u{A0} \u{A0}b"), ("a <div> </div> b", "a\nb"),
            ("<pre> a\n  b </pre>", " a\n  b "), ("<pre>\n\na\n</pre>", "a"),
            ("a <pre>b  c</pre> d", "a\nb  c\nd"), ("<pre><b> x  y</b></pre>", " x  y"),
            ("<b>a</b> <i>b</i>", "a b"), ("a\u{B}b", "a\u{B}b"), ("a <script></script> b", "a b"),
        ])
    }

    func testWhiteSpaceStaysInsidePre() {
        let page = page("<pre><code>a\n  b</code></pre>")
        XCTAssertEqual(page.first("code")?.text, "a\n  b")
    }

    // MARK: X4

    func testTextContentIsUnchanged() {
        let page = page("a<p> b\n<!--c--><script>d</script></p><template>t</template><br>e ")
        XCTAssertEqual(page.body?.textContent, "a b\nde ")
        XCTAssertEqual(page.first("template")?.textContent, "")
        XCTAssertEqual(page.first("br")?.textContent, "")
    }
}

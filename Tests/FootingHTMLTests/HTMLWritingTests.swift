import XCTest

@testable import FootingHTML

final class HTMLWritingTests: XCTestCase {
    private func body(_ html: String) -> HTMLElement? { page("<body>\(html)").body }

    // MARK: W1

    func testTheStandardsSerialization() {
        let rows: [(html: String, written: String)] = [
            ("<p>a</p>", "<p>a</p>"),
            ("a&amp;b&lt;c&gt;d&nbsp;e\"'", "a&amp;b&lt;c&gt;d&nbsp;e\"'"),
            (
                "<p title='&amp;&lt;&gt;&quot;&nbsp;'></p>",
                "<p title=\"&amp;&lt;&gt;&quot;&nbsp;\"></p>"
            ),
            ("<br><img src=a><p hidden></p>", "<br><img src=\"a\"><p hidden=\"\"></p>"),
            ("<!-- a & b -->", "<!-- a & b -->"),
            ("<script>a < b && c</script>", "<script>a < b && c</script>"),
            ("<style>a > b</style>", "<style>a > b</style>"),
            ("<textarea>&amp;</textarea>", "<textarea>&amp;</textarea>"),
            ("<pre>\n\nb</pre>", "<pre>\n\nb</pre>"), ("<pre>b</pre>", "<pre>b</pre>"),
            ("<textarea>\n\na</textarea>", "<textarea>\n\na</textarea>"),
            ("<listing>\n\na</listing>", "<listing>\n\na</listing>"),
            ("<pre><b>\na</b></pre>", "<pre><b>\na</b></pre>"), ("<p>\na</p>", "<p>\na</p>"),
            ("<template><p>a</p></template>", "<template><p>a</p></template>"),
            (
                "<svg viewBox=a><foreignObject></foreignObject></svg>",
                "<svg viewBox=\"a\"><foreignObject></foreignObject></svg>"
            ),
            ("<svg><style>a &lt; b</style></svg>", "<svg><style>a &lt; b</style></svg>"),
        ]
        for (html, written) in rows { XCTAssertEqual(body(html)?.innerHTML, written, html) }
    }

    func testOuterAndInner() throws {
        let page = page(
            "<!DOCTYPE html><!--c--><html><head></head><body><p id=a>b<br></p></body></html>"
        )
        XCTAssertEqual(
            page.html,
            "<!DOCTYPE html><!--c--><html><head></head><body><p id=\"a\">b<br></p></body></html>"
        )
        XCTAssertEqual(page.first("p")?.html, "<p id=\"a\">b<br></p>")
        XCTAssertEqual(page.first("p")?.innerHTML, "b<br>")
        XCTAssertEqual(page.first("br")?.html, "<br>")
        XCTAssertEqual(page.first("br")?.innerHTML, "")
        let raw = FootingHTMLTests.page("<script>a<b</script>")
        XCTAssertEqual(raw.first("script")?.innerHTML, "a<b")
    }

    // MARK: W2

    private func edited(_ html: String, _ change: (inout HTMLEdit) -> Void) -> String? {
        body("<div>\(html)</div>")?.first("div")?.html { edit in
            if edit.element.name != "div" { change(&edit) }
        }.replacingOccurrences(of: "<div>", with: "").replacingOccurrences(of: "</div>", with: "")
    }

    func testAttributesAreSetAndRemoved() {
        let html = "<p a=1 b=2></p>"
        XCTAssertEqual(edited(html) { $0["a"] = "x\"&" }, "<p a=\"x&quot;&amp;\" b=\"2\"></p>")
        XCTAssertEqual(edited(html) { $0["A"] = "x" }, "<p a=\"x\" b=\"2\"></p>")
        XCTAssertEqual(edited(html) { $0["a"] = nil }, "<p b=\"2\"></p>")
        XCTAssertEqual(edited(html) { $0["c"] = nil }, "<p a=\"1\" b=\"2\"></p>")
        XCTAssertEqual(edited(html) { $0["C"] = "" }, "<p a=\"1\" b=\"2\" c=\"\"></p>")
        XCTAssertEqual(edited(html) { $0["=ü\"<"] = "" }, "<p a=\"1\" b=\"2\" =ü\"<=\"\"></p>")
        XCTAssertEqual(edited("<svg></svg>") { $0["viewBox"] = "" }, "<svg viewBox=\"\"></svg>")
        XCTAssertEqual(
            edited(html) { edit in
                edit["a"] = "3"
                edit["b"] = edit["a"]
                edit["d"] = edit["c"]
                XCTAssertEqual(edit.element["a"], "1")
            },
            "<p a=\"3\" b=\"3\"></p>"
        )
    }

    func testNamesThatNoReaderReadsAreRefused() {
        for name in ["", " ", "a b", "a\tb", "a\n", "\u{C}", "\r", "a/b", "a>", "a\0", "a=b", "=="]
        {
            XCTAssertFalse(HTMLEdit.isName(name), name)
        }
        for name in [
            "a", "A", "=a", "\"", "'", "<", "a<b", "é", "@click", ":b", "a.b", "xlink:href",
        ] {
            XCTAssertTrue(HTMLEdit.isName(name), name)
            // The reader agrees.
            let read = page("<p \(name)=x>").first("p")?.attributes
            XCTAssertEqual(read?.map(\.name), [name.lowercased()])
            XCTAssertEqual(read?.map(\.value), ["x"], name)
        }
    }

    func testContentIsChanged() {
        let html = "<p>a<b>b</b></p>c"
        XCTAssertEqual(edited(html) { if $0.element.name == "p" { $0.remove() } }, "c")
        XCTAssertEqual(edited(html) { if $0.element.name == "p" { $0.unwrap() } }, "a<b>b</b>c")
        XCTAssertEqual(edited(html) { $0.unwrap() }, "abc")
        XCTAssertEqual(edited(html) { $0.replaceContent(text: "<&") }, "<p>&lt;&amp;</p>c")
        XCTAssertEqual(
            edited("<p>a</p>") {
                $0.before = "<1>"
                $0.prefix = "<2>"
                $0.suffix = "<3>"
                $0.after = "<4>"
            },
            "<1><p><2>a<3></p><4>"
        )
        XCTAssertEqual(
            edited("<br>") {
                $0.before = "1"
                $0.prefix = "2"
                $0.suffix = "3"
                $0.after = "4"
                $0.replaceContent(text: "5")
            },
            "1<br>4"
        )
        XCTAssertEqual(
            edited("<p>a</p>") {
                $0.before = "1"
                $0.prefix = "2"
                $0.after = "4"
                $0.remove()
            },
            "14"
        )
        XCTAssertEqual(
            edited("<p>a</p>") {
                $0.unwrap()
                $0.prefix = "("
                $0.suffix = ")"
                $0.replaceContent(text: "b")
            },
            "(b)"
        )
    }

    func testUnwrappedTextElementsAreEscaped() {
        for name in ["script", "style"] {
            XCTAssertEqual(edited("<\(name)>a<b&</\(name)>") { $0.unwrap() }, "a&lt;b&amp;")
        }
    }

    func testALineFeedIsKeptWhereverItIsFirst() {
        XCTAssertEqual(
            edited("<pre><b>\na</b></pre>") { edit in
                if edit.element.name == "b" { edit.unwrap() }
            },
            "<pre>\n\na</pre>"
        )
        XCTAssertEqual(
            edited("<pre>a</pre>") { $0.replaceContent(text: "\na") },
            "<pre>\n\na</pre>"
        )
        XCTAssertEqual(edited("<pre>\n\na</pre>") { $0.unwrap() }, "\na")
    }

    func testEachElementIsVisitedOnceParentsFirst() throws {
        let page = page("<p><b></b></p><template><i><u></u></i></template><q><s></s></q>")
        var names: [String] = []
        _ = page.html { edit in
            names.append(edit.element.name)
            if edit.element.name == "q" { edit.remove() }
        }
        XCTAssertEqual(names, ["html", "head", "body", "p", "b", "template", "i", "u", "q"])
    }

    func testErrorsAreThrownOn() {
        struct Refusal: Error {}
        XCTAssertThrowsError(
            try page("<p></p>").html { edit throws(Refusal) in
                if edit.element.name == "p" { throw Refusal() }
            }
        ) { XCTAssert($0 is Refusal) }
    }

    func testAnEditKnowsSelectors() {
        let html = edited("<p class=ad></p><p></p>") {
            if $0.matches(".ad") { $0.remove() }
        }
        XCTAssertEqual(html, "<p></p>")
    }

    func testAnEditMatchesAsASelectionDoes() {
        let page = page(
            """
            <ul><li>a<li class=x>b<li>c</ul><p id=p><b></b></p>\
            <template><p id=t><i></i></p></template>
            """
        )
        let selectors: [HTMLSelector] = [
            "li + li", "li:nth-child(2n+1)", "li:has(+ .x)", ".x ~ *", "body > ul li", "> body > p",
            ":scope > head", "p:has(b)", ":has(i)", "li:not(li + li)", "template", ":empty",
        ]
        var found: [String: [HTMLElement]] = [:]
        var inTemplate: [String: Int] = [:]
        _ = page.html { edit in
            for selector in selectors where edit.matches(selector) {
                if edit.element.closest("#t") != nil {
                    inTemplate[selector.string, default: 0] += 1
                } else {
                    found[selector.string, default: []].append(edit.element)
                }
            }
        }
        for selector in selectors {
            XCTAssertEqual(found[selector.string] ?? [], page.select(selector), selector.string)
        }
        // The content of a template has no ancestors outside of it.
        XCTAssertEqual(inTemplate, [":has(i)": 1, ":empty": 1])
        let fragment = HTMLDocument(fragment: "<p></p><i></i>")
        var children: [String] = []
        _ = fragment.html { if $0.matches("> p, html > i") { children.append($0.element.name) } }
        XCTAssertEqual(children, ["p"])
    }

    func testSelectorsOfAnEditDifferByTheirBytes() {
        var found: [String] = []
        _ = page("<p id=\u{E9}></p><i id=e\u{301}></i>").html { edit in
            if edit.matches("#\u{E9}") { found.append("composed \(edit.element.name)") }
            if edit.matches("#e\u{301}") { found.append("combining \(edit.element.name)") }
        }
        XCTAssertEqual(found, ["composed p", "combining i"])
    }

    func testMatchesOfAllElementsAreLinear() {
        func time(_ count: Int, _ selector: HTMLSelector) -> Double {
            let page = page("<ul>" + String(repeating: "<li></li>", count: count) + "</ul>")
            return (0..<2).map { _ in
                let start = clock()
                _ = page.html { if $0.matches(selector) { $0.unwrap() } }
                return Double(clock() - start)
            }.min() ?? 0
        }
        for selector: HTMLSelector in [
            ".ad", "li + li", "li ~ li", "li:nth-child(2n)", "li:has(+ li)", "li:has(~ :is(ul li))",
        ] {
            // Eight times the nodes; a quadratic run takes 64 times the time.
            let ratio = time(4_000, selector) / max(time(500, selector), 200)
            XCTAssertLessThan(ratio, 30, selector.string)
        }
    }

    func testManyAttributesAreSetQuickly() {
        let names = (0..<1_000).map { "data-n\($0)" }
        let page = page("<p \(names.joined(separator: " "))>")
        let start = clock()
        let html = page.html { edit in
            if edit.element.name == "p" { for name in names { edit[name] = "x" } }
        }
        XCTAssertEqual(html.split(separator: "=\"x\"").count, 1_001)
        // Half a million comparisons of names, without copies of these.
        XCTAssertLessThan(Double(clock() - start) / Double(CLOCKS_PER_SEC), 3)
    }

    // MARK: W3

    func testEscaping() {
        XCTAssertEqual(
            "1 < 2 & \"3\" > '4'\u{A0}é".htmlEscaped,
            "1 &lt; 2 &amp; &quot;3&quot; &gt; &#x27;4&#x27;\u{A0}é"
        )
        XCTAssertEqual("".htmlEscaped, "")
    }
}

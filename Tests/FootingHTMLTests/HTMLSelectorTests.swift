import XCTest

@testable import FootingHTML

final class HTMLSelectorTests: XCTestCase {
    private func ids(_ selector: String, in page: HTMLDocument) throws -> String {
        try page.select(HTMLSelector(selector)).map { $0.id ?? $0.name }.joined(separator: " ")
    }

    private func assertSelects(
        _ rows: [(selector: String, ids: String)],
        in html: String,
        line: UInt = #line
    ) throws {
        let page = page(html)
        for (selector, expected) in rows {
            let found = try ids(selector, in: page)
            XCTAssertEqual(found, expected, selector, line: line)
            // Each element answers for itself as the search does, and so does the first.
            let parsed = try HTMLSelector(selector)
            if !selector.contains(":scope"), !selector.hasPrefix(">") {
                let all = page.select("*").filter { $0.matches(parsed) }
                XCTAssertEqual(all, page.select(parsed), "matches \(selector)", line: line)
            }
            XCTAssertEqual(page.first(parsed), page.select(parsed).first, selector, line: line)
        }
    }

    // MARK: S1

    func testSimpleSelectors() throws {
        let html = """
            <p id=a class="x y"></p><p id=b class="xy" title="One Two"></p>\
            <i id=c class="y" title="one-two"></i><i id=d title=""></i>
            """
        try assertSelects(
            [
                ("p", "a b"), ("*", "html head body a b c d"), ("body *", "a b c d"),
                ("#a", "a"), ("#A", ""), (".x", "a"), (".y", "a c"), (".X", ""), (".xy", "b"),
                ("p.y", "a"), ("p#b.xy", "b"), (".x.y", "a"), ("[title]", "b c d"),
                ("[title='One Two']", "b"), ("[title=\"one-two\"]", "c"), ("[title=one-two]", "c"),
                ("[title~=Two]", "b"), ("[title~=two]", ""), ("[title~='One Two']", ""),
                ("[title~='']", ""), ("[title|=one]", "c"), ("[title|=One]", ""),
                ("[title|='']", "d"), ("[title^=One]", "b"), ("[title$=two]", "c"),
                ("[title*='e T']", "b"), ("[title^='']", ""),
                ("[title$='']", ""), ("[title*='']", ""), ("[title='']", "d"),
                ("[title=ONE-TWO i]", "c"), ("[title$=TWO i]", "b c"), ("[title=ONE-TWO s]", ""),
                ("[title=\"ONE-TWO\"i]", "c"), ("[ title = 'one-two' i ]", "c"),
            ],
            in: html
        )
    }

    func testCombinatorsAndLists() throws {
        let html = """
            <div id=a><p id=b><b id=c></b></p><i id=d></i>text<b id=e></b><!-- --><b id=f></b></div>\
            <p id=g></p><b id=h></b>
            """
        try assertSelects(
            [
                ("div b", "c e f"), ("div > b", "e f"), ("p > b", "c"), ("i + b", "e"),
                ("i ~ b", "e f"), ("p ~ b", "e f h"), ("p + b", "h"), ("div p b", "c"),
                ("div   >\n\tp>b", "c"), ("b, i", "c d e f h"), ("i,b", "c d e f h"),
                ("b, b", "c e f h"), ("div b, #h", "c e f h"), ("body > div > p + i ~ b", "e f"),
                ("b + b", "f"), ("div ~ p", "g"), ("html > body > p", "g"), ("head + body", "body"),
                ("p b + b", ""), ("div div", ""), ("* > * > p > b", "c"),
            ],
            in: html
        )
    }

    func testMixedCombinatorsTryEveryAncestor() throws {
        // The nearest `.b` has no parent `.a`; one further up has.
        let html = """
            <div class=a><div class=b><div class=c><div class=b><i id=x></i></div></div></div></div>
            """
        try assertSelects(
            [(".a > .b i", "x"), (".a > .b > i", ""), (".a .c > .b > i", "x")],
            in: html
        )
    }

    func testNegationsAndAlternatives() throws {
        let html = """
            <div id=a class=x><p id=b><b id=c class=x></b></p></div><p id=d class=x><b id=e></b></p>
            """
        try assertSelects(
            [
                ("body :not(.x)", "b e"), ("p:not(.x, #b)", ""), (":is(div, p) > b", "c e"),
                (":where(#a, #e)", "a e"), ("b:not(div b)", "e"), ("b:is(div b, p.x > b)", "c e"),
                (":is(div p, p.x) b", "c e"), ("p:not(:not(.x))", "d"), (":not(p) > p", "b d"),
                (":is(:is(b), i):not(.x)", "e"), ("body :not(p > b):not(div)", "b d"),
            ],
            in: html
        )
    }

    func testHas() throws {
        let html = """
            <div id=a><p id=b><b id=c></b></p></div><div id=d><i id=e></i><b id=f></b></div>\
            <div id=g></div><p id=h></p>
            """
        try assertSelects(
            [
                ("div:has(b)", "a d"), ("div:has(> b)", "d"), ("div:has(p b)", "a"),
                ("body :has(+ b)", "e"), ("div:has(+ div)", "a d"), ("div:has(~ p)", "a d g"),
                ("div:has(~ div > i)", "a"), ("div:not(:has(*))", "g"), ("div:has(i, p)", "a d"),
                ("p:has(b) > b", "c"), ("div:has(> i + b)", "d"),
                (":has(:is(div b))", "html body a b d"),
                ("div:has(:not(p > b):is(b))", "d"), ("body:has(div div)", ""),
                (":is(div:has(i) b, p)", "b f h"), ("div:has(i):has(b)", "d"),
            ],
            in: html
        )
    }

    func testPositions() throws {
        let html = """
            <ul>\n<li id=1></li><!-- --><li id=2></li><b id=b></b><li id=3></li> <li id=4></li></ul>
            """
        try assertSelects(
            [
                ("li:first-child", "1"), ("li:last-child", "4"), ("li:nth-child(2)", "2"),
                ("li:nth-child(odd)", "1 4"), ("li:nth-child(even)", "2 3"),
                ("li:nth-child(2n+1)", "1 4"),
                ("li:nth-child(n+3)", "3 4"), ("li:nth-child(-n+2)", "1 2"),
                ("li:nth-child( 2n - 1 )", "1 4"), ("li:nth-child(-2n+4)", "2 3"),
                ("li:nth-child(0n+2)", "2"), ("li:nth-child(+2)", "2"), ("li:nth-child(-1)", ""),
                ("li:nth-child(n)", "1 2 3 4"), ("li:NTH-CHILD(N)", "1 2 3 4"),
                ("li:nth-child(99999999999)", ""),
                ("li:nth-child(n-99999999999999999999)", "1 2 3 4"),
                ("li:nth-child(99999999999999999999)", ""),
                ("li:nth-child(99999999999999999999n+2)", "2"),
                ("li:nth-last-child(1)", "4"),
                ("li:nth-last-child(2)", "3"), ("li:nth-of-type(3)", "3"),
                ("b:first-of-type", "b"), ("b:last-of-type", "b"), ("b:only-of-type", "b"),
                ("li:only-of-type", ""), ("li:nth-last-of-type(2)", "3"),
                ("li:first-of-type", "1"), ("li:last-of-type", "4"), ("ul:only-child", "ul"),
                ("li:only-child", ""), ("li:nth-of-type(2n)", "2 4"),
                ("ul:has(li:nth-child(5))", "ul"), ("li:nth-last-child(n + 3)", "1 2"),
            ],
            in: html
        )
    }

    func testEmptyRootScope() throws {
        let html = "<p id=a></p><p id=b> </p><p id=c><!-- --></p><p id=d><b id=e></b></p>"
        try assertSelects(
            [
                ("p:empty", "a c"), (":root", "html"), (":scope", "html"),
                (":root > body > p#a", "a"),
                (":scope > body", "body"), ("> body", "body"),
                ("> head, > body > p", "head a b c d"),
            ],
            in: html
        )
    }

    func testEscapes() throws {
        let html = """
            <p id="1a" class="sm:flex"></p><p id=é class="a.b"></p><p id=-x class=--y></p>\
            <p id="a b" title="a&quot;b"></p><p id="\u{1F600}"></p>
            """
        let page = page(html)
        let rows: [(String, Int?)] = [
            (#"#\31 a"#, 0), (#"#\000031a"#, 0), (#".sm\:flex"#, 0), ("#é", 1), (#".a\.b"#, 1),
            ("#-x", 2), (".--y", 2), (#"#a\ b"#, 3), (#"[title="a\"b"]"#, 3),
            (#"[title='a"b']"#, 3), (#"[title='a\22 b']"#, 3), (#"#\1F600"#, 4),
            (#"#\1f600 "#, 4), ("#\\31\r\na", 0), ("[title='a\\\n\"b']", 3), (#"#\0"#, nil),
            (#"#\D800"#, nil), (#"#\FFFFFF"#, nil), (#"#\"#, nil), ("#\0", nil), (#"\p#é"#, 1),
            (#"\70#é"#, 1), (#"\50 #é"#, 1),
        ]
        for (selector, index) in rows {
            let found = try page.select(HTMLSelector(selector))
            XCTAssertEqual(found.first, index.map { page.select("p")[$0] }, selector)
        }
    }

    func testAnythingElseThrows() {
        let rows: [(selector: String, code: HTMLError.Code, offset: Int)] = [
            ("", .invalidSelector, 0), ("  ", .invalidSelector, 2), ("p,", .invalidSelector, 2),
            (",p", .invalidSelector, 0), ("p >", .invalidSelector, 3),
            ("p > > b", .invalidSelector, 4),
            ("p)", .invalidSelector, 1), ("[", .invalidSelector, 1), ("[a", .invalidSelector, 2),
            ("[a=", .invalidSelector, 3), ("[a=]", .invalidSelector, 3),
            ("[a=b", .invalidSelector, 4),
            ("[a=1]", .invalidSelector, 3), ("[a='b]", .invalidSelector, 3),
            ("[a='b\n']", .invalidSelector, 5), ("[a!=b]", .invalidSelector, 2),
            ("[a~b]", .invalidSelector, 3), ("[a=b x]", .invalidSelector, 5),
            ("#", .invalidSelector, 1),
            ("#1", .invalidSelector, 1), (".", .invalidSelector, 1), (".1", .invalidSelector, 1),
            ("p.", .invalidSelector, 2), ("*p", .invalidSelector, 1), ("p*", .invalidSelector, 1),
            ("[a]p", .invalidSelector, 3), (":", .invalidSelector, 1),
            (":not(", .invalidSelector, 5),
            (":not()", .invalidSelector, 5), (":not(p", .invalidSelector, 6),
            (":is(> p)", .unsupportedSelector, 4), (":not( > a)", .invalidSelector, 6),
            (":is()", .unsupportedSelector, 4), (":where(a, )", .unsupportedSelector, 10),
            (":is(a, 1)", .unsupportedSelector, 7), (":has(:has(p))", .invalidSelector, 5),
            (":nth-child()", .invalidSelector, 11), (":nth-child(x)", .invalidSelector, 11),
            (":nth-child(2n+)", .invalidSelector, 11), (":nth-child(2 3)", .invalidSelector, 11),
            (":nth-child(+ 2)", .invalidSelector, 11), ("p\\\n", .invalidSelector, 1),
            ("p ! b", .invalidSelector, 2), ("p é<", .invalidSelector, 4),
            ("-1", .invalidSelector, 0), ("-", .invalidSelector, 0), ("$x", .invalidSelector, 0),
            ("p::before", .unsupportedSelector, 1), ("p:hover", .unsupportedSelector, 1),
            ("p:contains(x)", .unsupportedSelector, 1), ("p:lang(de)", .unsupportedSelector, 1),
            (":nth-child(2 of p)", .unsupportedSelector, 11), ("svg|a", .unsupportedSelector, 3),
            ("*|a", .unsupportedSelector, 1), ("|a", .unsupportedSelector, 0),
            ("[svg|a]", .unsupportedSelector, 5), ("[*|a]", .unsupportedSelector, 1),
            ("[|a]", .unsupportedSelector, 1), ("a || b", .unsupportedSelector, 2),
            ("a /* */", .unsupportedSelector, 2), ("& p", .unsupportedSelector, 0),
            (":nth-col(2)", .unsupportedSelector, 0), (":nth-child", .unsupportedSelector, 0),
        ]
        for (selector, code, offset) in rows {
            XCTAssertThrowsError(try HTMLSelector(selector), selector) { error in
                let error = error as? HTMLError
                XCTAssertEqual(error?.code, code, selector)
                XCTAssertEqual(error?.offset, offset, "\(selector): \(error?.description ?? "")")
                XCTAssertEqual(error?.string, selector)
                XCTAssertEqual(error?.localizedDescription, error?.description)
            }
        }
    }

    func testContainsNamesFilter() {
        XCTAssertThrowsError(try HTMLSelector("p:contains(x)" as String)) { error in
            XCTAssert("\(error)".contains("filter { $0.text.contains(…) }"), "\(error)")
        }
    }

    func testNestingAndStepsAreLimited() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: ":not(", count: levels) + "p" + String(repeating: ")", count: levels)
        }
        XCTAssertEqual(try ids(nested(16), in: page("<p id=a></p>")), "a")
        for selector in [nested(17), String(repeating: ":is(", count: 1_000_000)] {
            XCTAssertThrowsError(try HTMLSelector(selector)) {
                XCTAssertEqual(($0 as? HTMLError)?.code, .unsupportedSelector)
            }
        }
        let steps = { Array(repeating: "*", count: $0).joined(separator: " ") }
        XCTAssertNoThrow(try HTMLSelector(steps(64)))
        for selector in [steps(65), ":has(\(steps(65)))", "a b, \(steps(63))"] {
            XCTAssertThrowsError(try HTMLSelector(selector)) {
                XCTAssertEqual(($0 as? HTMLError)?.code, .unsupportedSelector)
            }
        }
        let list = { (0..<$0).map { ".c\($0)" }.joined(separator: ",") }
        XCTAssertEqual(try ids(list(1_024), in: page("<p id=a class=c1023></p>")), "a")
        let value = { "[a='\(String(repeating: "x", count: $0 - 6))']" }
        XCTAssertNoThrow(try HTMLSelector(value(16_384)))
        for selector in [list(1_025), ":is(\(list(1_024)))", value(16_385)] {
            XCTAssertThrowsError(try HTMLSelector(selector)) {
                XCTAssertEqual(($0 as? HTMLError)?.code, .unsupportedSelector)
            }
        }
    }

    func testPositionsAreClamped() throws {
        let string = ":nth-child(-99999999999n - 2147483648)"
        let parsed = try HTMLSelector(string).program.tests[1]
        guard case .nth(let test) = parsed else { return XCTFail("\(parsed)") }
        XCTAssertEqual([test.step, test.offset], [-1 << 30, -1 << 30])
    }

    func testSubstringsAreFoundInLinearTime() throws {
        let words = [
            "", "a", "b", "ab", "aab", "aba", "abab", "aabaa", "bA", "ABAA", "aaaa", "abaabab",
        ]
        for value in ["", "a", "aabaabaab", "abaabaabab", "bbbb", "aaab", "babab", "aaabaaaa"] {
            for word in words {
                for (letters, text) in [("s", word), ("i", word.lowercased())] {
                    let selector = try HTMLSelector("[title*='\(word)' \(letters)]")
                    let isFound = page("<p title='\(value)'>").first(selector) != nil
                    XCTAssertEqual(
                        isFound,
                        word != "" && value.contains(text),
                        "\(word) in \(value)"
                    )
                }
            }
        }
        let word = String(repeating: "a", count: 10_000)
        let page = page("<p title='\(String(repeating: "a", count: 1_000_000))c' class='\(word)'>")
        let start = clock()
        XCTAssertEqual(page.select(try HTMLSelector("[title*='\(word)b'], [title$=b]")).count, 0)
        // Bytes times bytes are 10¹⁰ comparisons.
        XCTAssertLessThan(Double(clock() - start) / Double(CLOCKS_PER_SEC), 2)
    }

    func testSelectorShowsItself() throws {
        let selector: HTMLSelector = "a > b"
        XCTAssertEqual("\(selector)", "a > b")
    }

    // MARK: S2

    func testResultsAreInTreeOrderInsideTheReceiver() throws {
        let page = page("<div id=a><p id=b><i id=c></i></p></div><p id=d><i id=e></i></p>")
        let div = try XCTUnwrap(page.first("#a"))
        XCTAssertEqual(div.select("i, p").map(\.id), ["b", "c"])
        XCTAssertEqual(div.select("div i").map(\.id), ["c"], "the receiver counts as an ancestor")
        XCTAssertEqual(div.select("body p").map(\.id), ["b"], "and so do its ancestors")
        XCTAssertEqual(div.select("> i").map(\.id), [])
        XCTAssertEqual(div.select("> p > i").map(\.id), ["c"])
        XCTAssertEqual(div.select(":scope > p").map(\.id), ["b"])
        XCTAssertEqual(div.select("+ p").map(\.id), [], "siblings are not inside")
        XCTAssertEqual(div.select("~ p i").map(\.id), [])
        XCTAssertEqual(div.select("div").count, 0)
        XCTAssertEqual(div.select(":has(i)").map(\.id), ["b"])
        XCTAssertEqual(div.select("div:has(+ p) p:has(i)").map(\.id), ["b"])
        let last = try XCTUnwrap(page.first("#d"))
        XCTAssertEqual(last.select("div + p > i").map(\.id), ["e"])
        XCTAssertEqual(last.select("div ~ * i").map(\.id), ["e"])
    }

    func testMatchesAndClosest() throws {
        let page = page("<div id=a class=x><p id=b><i id=c></i></p></div>")
        let i = try XCTUnwrap(page.first("i"))
        XCTAssertTrue(i.matches("div > p > i"))
        XCTAssertFalse(i.matches("div > i"))
        XCTAssertTrue(i.matches(":scope"))
        XCTAssertFalse(i.matches("> i"))
        XCTAssertTrue(i.matches(":not(p)"))
        XCTAssertTrue(i.matches("i:not(div > i)"))
        XCTAssertEqual(i.closest("i")?.id, "c")
        XCTAssertEqual(i.closest(".x")?.id, "a")
        XCTAssertEqual(i.closest("body > div")?.id, "a")
        XCTAssertEqual(i.closest("p:has(:scope)")?.id, "b")
        XCTAssertEqual(i.closest("html")?.name, "html")
        XCTAssertNil(i.closest("b"))
    }

    func testTheRootOfAFragmentIsNoElement() throws {
        let page = HTMLDocument(fragment: "<p id=a><i id=b></i></p><p id=c></p>")
        let rows = [
            ("html > p", ""), ("html p", ""), ("* > p", ""), ("* > i", "b"), (":scope > p", "a c"),
            ("> p > i", "b"), (":scope i", "b"), ("p", "a c"), ("p:not(html p)", "a c"),
            (":has(:is(html i))", ""), ("p + p", "c"), (":root > p", ""),
        ]
        for (selector, expected) in rows {
            XCTAssertEqual(try ids(selector, in: page), expected, selector)
        }
        let i = try XCTUnwrap(page.first("i"))
        XCTAssertFalse(i.matches("html i"))
        XCTAssertTrue(i.matches("p > i"))
        XCTAssertNil(i.closest("html"))
    }

    func testTemplatesAreNotEntered() throws {
        let page = page("<template id=t><p id=a><i id=b></i></p></template><p id=c></p>")
        XCTAssertEqual(try ids("p", in: page), "c")
        XCTAssertEqual(try ids("template", in: page), "t")
        XCTAssertEqual(try ids("template:empty, :has(i)", in: page), "t")
        let template = try XCTUnwrap(page.first("template"))
        XCTAssertEqual(template.select("*"), [])
        XCTAssertFalse(template.matches(":has(p)"))
        guard case .element(let inner) = template.childNodes.first else { return XCTFail() }
        XCTAssertEqual(inner.select("p > i").map(\.id), ["b"])
        XCTAssertEqual(inner.select("template i, body i"), [])
        XCTAssertTrue(inner.matches(":has(i)"))
        XCTAssertNil(inner.closest("template"))
    }

    // MARK: S3

    func testCaseOfNamesAndValues() throws {
        let page = page(
            """
            <input id=a type=TEXT name=N><a id=b rel=NoFollow href=X></a>\
            <svg id=s viewBox="0 0 1 1"><foreignObject id=f></foreignObject>\
            <linearGradient id=g type=A></linearGradient></svg>
            """
        )
        let rows = [
            ("INPUT", "a"), ("[TYPE=text]", "a"), ("[type=text s]", ""), ("[name=n]", ""),
            ("[name=n i]", "a"), ("[rel=nofollow]", "b"), ("[rel~=NOFOLLOW]", "b"),
            ("[rel^=nofol]", "b"), ("[href=x]", ""), ("foreignobject", "f"), ("foreignObject", "f"),
            ("LINEARGRADIENT", "g"), ("[viewbox]", "s"), ("[VIEWBOX^='0']", "s"),
            ("[type=a]", ""), ("[type=A]", "g"), ("unknown-name", ""),
        ]
        for (selector, expected) in rows {
            XCTAssertEqual(try ids(selector, in: page), expected, selector)
        }
    }

    func testListedAttributesIgnoreCase() throws {
        XCTAssertEqual(AttributeTest.namesIgnoringCase.count, 46)
        for name in AttributeTest.namesIgnoringCase {
            let page = page("<p id=a \(name)=Ab></p>")
            XCTAssertEqual(try ids("[\(name)=aB]", in: page), "a", name)
        }
    }

    // MARK: S4

    func testSearchesAreLinear() throws {
        let selectors = [
            "li:nth-child(2n)", "li:nth-last-child(2n)", "li:nth-of-type(2n)",
            "li:nth-last-of-type(3n+1)", "li ~ li", "li + li", "li:has(~ li)", "li:has(+ li)",
            "ul:has(li) li", "li:not(li ~ li ~ li)", ":has(:is(li ~ li))", "li:first-of-type",
            "li:only-child", "li:has(:nth-child(2))", "ul ul ul li ~ li", "li:empty",
        ]
        let small = page("<ul>" + String(repeating: "<li></li> <!-- -->", count: 1_000) + "</ul>")
        let large = page("<ul>" + String(repeating: "<li></li> <!-- -->", count: 8_000) + "</ul>")
        func time(_ page: HTMLDocument, _ selector: HTMLSelector) -> Double {
            (0..<3).map { _ in
                let start = clock()
                _ = page.select(selector)
                return Double(clock() - start)
            }.min() ?? 0
        }
        for selector in selectors {
            let parsed = try HTMLSelector(selector)
            // Eight times the nodes; a quadratic search takes 64 times the time.
            let ratio = time(large, parsed) / max(time(small, parsed), 200)
            XCTAssertLessThan(ratio, 30, selector)
        }
    }

    func testSearchesInEachOfManyElementsAreLinear() throws {
        func time(_ count: Int, _ selector: HTMLSelector) -> Double {
            let row = "<tr><td>a<td>b<p><td>c"
            let page = page("<table>" + String(repeating: row, count: count) + "</table>")
            let rows = page.select("tr")
            let start = clock()
            for row in rows { XCTAssertEqual(row.select(selector).count, 1) }
            return Double(clock() - start)
        }
        for selector: HTMLSelector in [
            "td + td + td", "td ~ td:has(p)", "td:not(td + td)", "tr p",
        ] {
            // Eight times the rows; a quadratic search takes 64 times the time.
            let ratio = time(4_000, selector) / max(time(500, selector), 200)
            XCTAssertLessThan(ratio, 30, selector.string)
        }
    }

    func testSearchesInAnElementKnowWhatIsAroundIt() throws {
        let page = page(
            """
            <section><h1></h1><div><p id=a></p></div><div id=x><p id=b></p><p id=c><i id=d></i></p>\
            </div></section>
            """
        )
        let element = try XCTUnwrap(page.first("#x"))
        for (selector, ids) in [
            ("div + div p", "b c"), ("h1 ~ div > p + p", "c"), ("h1 + div p", ""), ("p + p", "c"),
            (":is(div + div) p", "b c"), (":is(div ~ div) > p i", "d"), (":is(h1 + div) p", ""),
            (":not(h1 + div) > p", "b c"), (":is(section > div + div) > :is(p + p) > i", "d"),
            ("section i", "d"), ("section:has(h1) > div p", "b c"), ("p:has(i)", "c"),
            ("p + p:has(i)", "c"), ("h1 ~ div:has(i) p", "b c"), ("p:has(+ p)", "b"),
            ("p + :has(i)", "c"), ("p:is(p + p):has(i)", "c"), ("i:not(p + p > i)", ""),
        ] {
            let found = element.select(try HTMLSelector(selector)).compactMap(\.id)
            XCTAssertEqual(found.joined(separator: " "), ids, selector)
        }
    }

    func testDeepDocumentsAreSearched() throws {
        let depth = 500
        let page = page(
            String(repeating: "<div>", count: depth) + "<i id=x></i>"
                + String(repeating: "</div>", count: depth)
        )
        XCTAssertEqual(try ids("div > div div + i, div div > div > i", in: page), "x")
        XCTAssertEqual(page.select("div:has(i)").count, depth)
        XCTAssertEqual(page.first("i")?.closest("body > div")?.select("i").count, 1)
    }
}

import Foundation
import TestSupport
import XCTest

@testable import FootingHTML

final class HTMLSanitizerTests: XCTestCase {
    // MARK: The rules of a safe output

    /// The problems of an output, which is read in the plain data state, as text with tags.
    private func problems(_ output: String) -> [String] {
        let elements: Set<String> = [
            "b", "i", "em", "strong", "u", "s", "small", "sub", "sup", "mark", "del", "ins", "code",
            "kbd", "samp", "var", "abbr", "br", "p", "a", "ul", "ol", "li", "dl", "dt", "dd",
            "blockquote", "q", "cite", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "img", "figure",
            "figcaption", "details", "summary", "table", "caption", "colgroup", "col", "thead",
            "tbody", "tfoot", "tr", "th", "td",
        ]
        let attributes: Set<String> = [
            "title", "lang", "dir", "href", "rel", "start", "reversed", "type", "value", "cite",
            "src", "alt", "width", "height", "open", "span", "colspan", "rowspan", "scope",
        ]
        var problems: [String] = []
        var open: [String] = []
        var tokenizer = HTMLTokenizer(context: .data)
        tokenizer.append(output.utf8)
        tokenizer.finish()
        while let token = tokenizer.next() {
            switch token {
            case .startTag(let tag):
                if !elements.contains(tag.name) { problems.append("<\(tag.name)>") }
                if !["br", "img", "col"].contains(tag.name) { open.append(tag.name) }
                var written = "<\(tag.name)"
                for (name, value) in tag.attributes {
                    written += " \(name)=\"\(value.escapedByTest)\""
                    if !attributes.contains(name) { problems.append("\(name) of <\(tag.name)>") }
                    guard ["href", "src", "cite"].contains(name) else { continue }
                    // As a browser reads a scheme, and without its knowledge of special ones.
                    let url = value.filter { !"\t\n\r".contains($0) }.drop { $0 <= " " }
                    let scheme = url.prefix { $0 != ":" }.lowercased()
                    let isLetter = scheme.first.map { $0.isASCII && $0.isLetter } ?? false
                    let hasScheme =
                        isLetter && url.contains(":")
                        && scheme.allSatisfy {
                            $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
                        }
                    if hasScheme, !["http", "https", "mailto", "tel"].contains(scheme) {
                        problems.append("scheme \(scheme)")
                    }
                }
                // A tag has exactly the syntax that the sanitizer writes.
                if tag.source != written + ">" { problems.append("\(tag.source) not \(written)>") }
            case .endTag(let tag):
                if open.popLast() != tag.name { problems.append("</\(tag.name)> of another") }
                if tag.source != "</\(tag.name)>" { problems.append(tag.source) }
            case .text(let text):
                if token.source.contains(where: { "<>\"".contains($0) }) {
                    problems.append("text \(text.string)")
                }
            default:
                problems.append("\(token.source) is no tag or text")
            }
        }
        if !open.isEmpty { problems.append("not closed: \(open)") }
        return problems
    }

    private func check(_ html: String, _ policy: HTMLSanitizer = .lenient, line: UInt = #line) {
        let output = policy.sanitized(html)
        XCTAssertEqual(problems(output), [], "\(html)\n→ \(output)", line: line)
        let again = policy.sanitized(output)
        XCTAssertEqual(problems(again), [], "\(html)\n→ \(again)", line: line)
    }

    private static let hostile: [(String, String)] = [
        ("<script>alert(1)</script>", ""),
        ("a<SCRIPT/x>alert(1)</SCRIPT >b", "ab"),
        ("<img src=x onerror=alert(1)>", "<img src=\"x\">"),
        ("<img/src=x/onerror=alert(1)>", "<img src=\"x/onerror=alert(1)\">"),
        ("<img src=\"x\" ONERROR = 'alert(1)' alt=\"a\">", "<img src=\"x\" alt=\"a\">"),
        ("<a href=\"javascript:alert(1)\">x</a>", "<a>x</a>"),
        ("<a href=\"  JaVaScRiPt:alert(1)\">x</a>", "<a>x</a>"),
        ("<a href=\"java&#10;script:alert(1)\">x</a>", "<a>x</a>"),
        ("<a href=\"java&Tab;script&colon;alert(1)\">x</a>", "<a>x</a>"),
        ("<a href=\"&#1;javascript:alert(1)\">x</a>", "<a>x</a>"),
        ("<a href=\"&#x6A;avascript:alert(1)\">x</a>", "<a>x</a>"),
        ("<a href=\"vbscript:x\">x</a>", "<a>x</a>"),
        ("<a href=\"data:text/html,<script>alert(1)</script>\">x</a>", "<a>x</a>"),
        ("<a href=\"blob:https://a/b\">x</a>", "<a>x</a>"),
        (
            "<a href=\"https://example.com/?a=1&amp;b=2\">x</a>",
            "<a href=\"https://example.com/?a=1&amp;b=2\" rel=\"nofollow ugc noopener\">x</a>"
        ),
        (
            "<a href=\"//example.com\">x</a>",
            "<a href=\"//example.com\" rel=\"nofollow ugc noopener\">x</a>"
        ),
        (
            "<a href=mailto:a@b.c target=_blank rel=opener>x</a>",
            "<a href=\"mailto:a@b.c\" rel=\"nofollow ugc noopener\">x</a>"
        ),
        (
            "<a href=\"x&quot; onclick=&quot;alert(1)\">x</a>",
            "<a href=\"x&quot; onclick=&quot;alert(1)\" rel=\"nofollow ugc noopener\">x</a>"
        ),
        (
            "<a title='\"><script>alert(1)</script>'>x</a>",
            "<a title=\"&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;\">x</a>"
        ),
        (
            "<a title=\"</a><img src=x onerror=alert(1)>\">x</a>",
            "<a title=\"&lt;/a&gt;&lt;img src=x onerror=alert(1)&gt;\">x</a>"
        ),
        ("<svg onload=alert(1)>a</svg>b", "b"),
        ("<svg><script>alert(1)</script></svg>b", "b"),
        ("<svg><a xlink:href=\"javascript:alert(1)\">x</a></svg>b", "b"),
        ("<svg><style><img src=x onerror=alert(1)></style></svg>", "<img src=\"x\">"),
        ("<svg><foreignObject><p>x<img src=x onerror=alert(1)></foreignObject></svg>b", ""),
        (
            "<svg></p><style><a id=\"</style><img src=1 onerror=alert(1)>\">",
            "<p></p><img src=\"1\">&quot;&gt;"
        ),
        ("<svg><title><style><img src=x onerror=alert(1)>", ""),
        (
            "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img "
                + "src=1 onerror=alert(1)&gt;\">",
            ""
        ),
        ("<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>", ""),
        ("<math><mi><p>x</p></mi></math>b", "b"),
        ("<math href=\"javascript:alert(1)\">x</math>", ""),
        ("<math><annotation-xml encoding=\"text/html\"><p>x</annotation-xml></math>b", ""),
        ("<style>*{x:expression(alert(1))}</style>a", "a"),
        ("<p style=\"background:url(javascript:alert(1))\">a</p>", "<p>a</p>"),
        ("<title><img src=x onerror=alert(1)></title>a", "a"),
        ("<textarea><img src=x onerror=alert(1)></textarea>a", "a"),
        ("<textarea></textarea><img src=x onerror=alert(1)>", "<img src=\"x\">"),
        ("<xmp><img src=x onerror=alert(1)></xmp>a", "a"),
        ("<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">", ""),
        ("<noembed><img src=x onerror=alert(1)></noembed>a", "a"),
        (
            "<noframes><p title=\"</noframes><img src=x onerror=alert(1)>\">",
            "<img src=\"x\">&quot;&gt;"
        ),
        ("<iframe src=javascript:alert(1)>a</iframe>b", "b"),
        ("<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>", ""),
        ("<object data=x><p>a</p></object>", "<p>a</p>"),
        ("<embed src=x>a", "a"),
        ("<applet code=x>a</applet>b", "b"),
        ("<base href=https://evil.example/>a", "a"),
        ("<meta http-equiv=refresh content=\"0;url=javascript:alert(1)\">a", "a"),
        ("<link rel=stylesheet href=x>a", "a"),
        ("<template><script>alert(1)</script></template>a", "a"),
        ("<template><p>a</template><p>b", "<p>b</p>"),
        ("<plaintext><p>a", ""),
        ("<listing><p>a</listing>", "<p>a</p>"),
        ("<select><option>a<p>b</select>c", "c"),
        ("<select><template><img src=x onerror=alert(1)></select>c", ""),
        ("<frameset><frame src=x></frameset>a", "a"),
        ("<html onload=a><head><title>t</title></head><body onload=alert(1)>a</body></html>", "a"),
        ("<!-- a --><p>b</p>", "<p>b</p>"),
        ("<!--><img src=x onerror=alert(1)>-->", "<img src=\"x\">--&gt;"),
        ("<!--[if IE]><script>alert(1)</script><![endif]-->a", "a"),
        ("<![CDATA[<img src=x onerror=alert(1)>]]>", "]]&gt;"),
        ("<!DOCTYPE html>a", "a"),
        ("<?php echo \"<script>\"; ?>a", "&quot;; ?&gt;a"),
        ("<?xml version=\"1.0\"?>a", "a"),
        ("<p id=x name=y for=z>a</p>", "<p>a</p>"),
        ("<a name=attributes><p id=parentNode>a", "<a><p>a</p></a>"),
        (
            "<form action=javascript:alert(1)><input name=x><button "
                + "formaction=javascript:alert(1)>b</button></form>",
            "b"
        ),
        ("<input onfocus=alert(1) autofocus>a", "a"),
        ("<video src=x onerror=alert(1)><source src=y></video>a", "a"),
        ("<audio src=x onerror=alert(1)></audio>a", "a"),
        ("<details open ontoggle=alert(1)>a</details>", "<details open=\"\">a</details>"),
        (
            "<table background=javascript:alert(1)><tr><td>a</table>",
            "<table><tbody><tr><td>a</td></tr></tbody></table>"
        ),
        (
            "<table><tr><td>a<script>x</script></td><img src=x onerror=y></tr></table>",
            "<img src=\"x\"><table><tbody><tr><td>a</td></tr></tbody></table>"
        ),
        (
            "<p title=\"a&lt;/p&gt;\">&lt;script&gt;alert(1)&lt;/script&gt;</p>",
            "<p title=\"a&lt;/p&gt;\">&lt;script&gt;alert(1)&lt;/script&gt;</p>"
        ),
        ("&lt;img src=x onerror=alert(1)&gt;", "&lt;img src=x onerror=alert(1)&gt;"),
        ("<<script>alert(1)//<</script>", "&lt;"),
        ("<b <script>alert(1)</script>c", "<b>alert(1)c</b>"),
        ("<b><p></b>a</p>", "<b></b><p><b></b>a</p>"),
        ("<b a=\"<i>\">x", "<b>x</b>"),
        ("<b", ""),
        ("</b x=\"><img src=x onerror=alert(1)>\">a", "a"),
        (
            "<img src=x alt=\"`><script>alert(1)</script>\">",
            "<img src=\"x\" alt=\"`&gt;&lt;script&gt;alert(1)&lt;/script&gt;\">"
        ),
        ("<img src=`javascript:alert(1)` alt=a>", "<img src=\"`javascript:alert(1)`\" alt=\"a\">"),
        (
            "<img srcset=\"x 1x\" src=\"http://a/b.png\" alt=\"a b\">",
            "<img src=\"http://a/b.png\" alt=\"a b\">"
        ),
        ("<img src=\"data:image/png;base64,AAAA\" alt=a>", "<img alt=\"a\">"),
        ("<image src=x onerror=alert(1)>", "<img src=\"x\">"),
        ("<isindex type=image src=x onerror=alert(1)>a", "a"),
        ("<x-a onclick=alert(1)><p>b</x-a>", "<p>b</p>"),
        (
            "<p xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=de is=x-a lang=de>a",
            "<p lang=\"de\">a</p>"
        ),
        ("<p/onclick=alert(1)//>a", "<p>a</p>"),
        ("<p onclick\n=alert(1)>a", "<p>a</p>"),
        (
            "<a href=\"http&colon;//a\">x</a>",
            "<a href=\"http://a\" rel=\"nofollow ugc noopener\">x</a>"
        ),
        (
            "<a href=\"ht&Tab;tp://a&NewLine;b\">x</a>",
            "<a href=\"http://ab\" rel=\"nofollow ugc noopener\">x</a>"
        ),
        (
            "<a href=\"j&#0;avascript:alert(1)\">x</a>",
            "<a href=\"j\u{FFFD}avascript:alert(1)\" rel=\"nofollow ugc noopener\">x</a>"
        ),
        (
            "<a href=\"&nbsp;javascript:alert(1)\">x</a>",
            "<a href=\"&nbsp;javascript:alert(1)\" rel=\"nofollow ugc noopener\">x</a>"
        ),
        (
            "<a href=\":javascript:alert(1)\">x</a>",
            "<a href=\":javascript:alert(1)\" rel=\"nofollow ugc noopener\">x</a>"
        ),
        (
            "<a href=\"?a:b\">x</a><a href=\"#javascript:x\">y</a>",
            "<a href=\"?a:b\" rel=\"nofollow ugc noopener\">x</a><a href=\"#javascript:x\" "
                + "rel=\"nofollow ugc noopener\">y</a>"
        ),
        ("<pre>\n\na&nbsp;\"b\"</pre>", "<pre>\n\na&nbsp;&quot;b&quot;</pre>"),
        (
            "<blockquote cite=javascript:x>a</blockquote><q cite=\"/a\">b</q>",
            "<blockquote>a</blockquote><q cite=\"/a\">b</q>"
        ),
        ("<col><td>a<tr><caption>b", "ab"),
        ("<li>a<ul><li>b</ul></li>", "<li>a<ul><li>b</li></ul></li>"),
        (
            "<a href=a><a href=b>c",
            "<a href=\"a\" rel=\"nofollow ugc noopener\"></a><a href=\"b\" rel=\"nofollow "
                + "ugc noopener\">c</a>"
        ),
        ("<p>a<p>b<h1>c<h2>d", "<p>a</p><p>b</p><h1>c</h1><h2>d</h2>"),
        ("<ruby>a<rt>b</ruby><font color=red>c</font><center>d</center>", "abcd"),
        ("<menuitem onclick=x>a<keygen>b<marquee onstart=alert(1)>c</marquee>", "abc"),
        ("<dialog open>a</dialog><slot name=x>b</slot><portal src=x>c</portal>", "abc"),
        ("<img src=x onerror=alert(1)\0>", "<img src=\"x\">"),
        ("<scr\0ipt>alert(1)</scr\0ipt>", "alert(1)"),
        (
            "<a href=\"java\0script:alert(1)\">x</a>",
            "<a href=\"java\u{FFFD}script:alert(1)\" rel=\"nofollow ugc noopener\">x</a>"
        ),
        ("<p\u{C}onclick=alert(1)>a", "<p>a</p>"),
        ("a\0b", "ab"),
        ("<b><b><b><i><i><i>x", "<b><b><b><i><i><i>x</i></i></i></b></b></b>"),
    ]

    func testHostileShapesAreMadeSafe() {
        for (html, expected) in Self.hostile {
            XCTAssertEqual(HTMLSanitizer.lenient.sanitized(html), expected, html)
            check(html)
            check("<p>\(html)</p>")
            check("<table><tr><td>\(html)")
            check("<table>\(html)")
            check("<pre>\n\n\(html)")
            check("<a href=x>\(html)<a>")
        }
        XCTAssertGreaterThan(Self.hostile.count, 60)
    }

    func testHostileShapesInEachOtherAreMadeSafe() {
        var random = SeededRandom(seed: 3)
        for _ in 0..<rounds(300, underStress: 20_000) {
            var html = ""
            for _ in 0..<5 {
                let shape = Self.hostile.randomElement(using: &random)?.0 ?? ""
                let cut = Int.random(in: 0...shape.utf8.count, using: &random)
                html += String(decoding: Array(shape.utf8).prefix(cut), as: UTF8.self)
            }
            check(html)
        }
    }

    // MARK: Policies

    func testPresetsGrow() {
        let html = "<h1>a</h1><p><b>b</b> <a href=/c>c</a></p><ul><li>d</ul><img src=e alt=f>"
        XCTAssertEqual(HTMLSanitizer().sanitized(html), "ab cd")
        XCTAssertEqual(HTMLSanitizer.strict.sanitized(html), "a<p><b>b</b> c</p>d")
        XCTAssertEqual(
            HTMLSanitizer.standard.sanitized(html),
            "a<p><b>b</b> <a href=\"/c\" rel=\"nofollow ugc noopener\">c</a></p><ul><li>d</li></ul>"
        )
        XCTAssertEqual(
            HTMLSanitizer.lenient.sanitized(html),
            "<h1>a</h1><p><b>b</b> <a href=\"/c\" rel=\"nofollow ugc noopener\">c</a></p>"
                + "<ul><li>d</li></ul><img src=\"e\" alt=\"f\">"
        )
    }

    func testTitleLangAndDirAreOnEveryElement() {
        let html = #"<p title="a" lang="b" dir="rtl">c</p>"#
        XCTAssertEqual(HTMLSanitizer.strict.sanitized(html), html)
    }

    func testPoliciesAllowAndRefuse() {
        let policy = HTMLSanitizer.strict.allowing("x-a", "form", "input").refusing("b")
            .allowing("class", "data-a", on: "p", "x-a").allowing("action", on: "form")
            .allowing("value", on: "input")
        XCTAssertEqual(
            policy.sanitized("<b>a</b><p class=c data-a=d>e</p><x-a class=f value=g></x-a>"),
            #"a<p class="c" data-a="d">e</p><x-a class="f"></x-a>"#
        )
        XCTAssertEqual(
            policy.sanitized("<form action=javascript:a><input value=1 type=b></form>"),
            #"<form><input value="1"></form>"#
        )
        XCTAssertEqual(policy.sanitized("<form action='/a'>"), #"<form action="/a"></form>"#)
    }

    func testIDsNeedAPrefix() {
        var policy = HTMLSanitizer.standard
        let html = #"<p id="a">b</p><a name="c" for="d">e</a>"#
        XCTAssertEqual(policy.sanitized(html), "<p>b</p><a>e</a>")
        policy.idPrefix = "user-"
        XCTAssertEqual(
            policy.sanitized(html),
            #"<p id="user-a">b</p><a name="user-c" for="user-d">e</a>"#
        )
        policy.idPrefix = "\"><"
        XCTAssertEqual(policy.sanitized("<p id=a>"), #"<p id="&quot;&gt;&lt;a"></p>"#)
    }

    func testLinksGetTheRelationsOfThePolicy() {
        var policy = HTMLSanitizer.standard.allowing("target", on: "a")
        let html = "<a rel=opener href=/a target=_BLANK>b</a><a rel=x target=top>c</a>"
        XCTAssertEqual(
            policy.sanitized(html),
            #"<a href="/a" rel="nofollow ugc noopener" target="_blank">b</a><a>c</a>"#
        )
        policy.linkRelations = nil
        XCTAssertEqual(policy.sanitized("<a rel=opener href=/a>b</a>"), #"<a href="/a">b</a>"#)
    }

    func testURLsNeedAnAllowedScheme() {
        var policy = HTMLSanitizer.standard.allowing("data-url", on: "a")
        policy.linkRelations = nil
        policy.urlAttributes = ["data-url"]
        let html = "<a href=ftp://a data-url=javascript:b>c</a><a href=/d data-url=http:e>f</a>"
        XCTAssertEqual(
            policy.sanitized(html),
            #"<a>c</a><a href="/d" data-url="http:e">f</a>"#
        )
        policy.schemes = ["ftp"]
        policy.allowsRelativeURLs = false
        XCTAssertEqual(policy.sanitized(html), #"<a href="ftp://a">c</a><a>f</a>"#)
        for value in ["", "#a", "?a", "//a/b", "a b", "%6Aavascript:a", "é:a", "1a:b"] {
            XCTAssertEqual(policy.sanitized("<a href='\(value)'>a</a>"), "<a>a</a>", value)
        }
    }

    func testChangesTellsIfAnythingIsLeftOut() {
        let policy = HTMLSanitizer.standard
        let rows: [(String, Bool)] = [
            ("", false), ("a & b < c", false), ("<p>a<br>b</p>", false), ("<p>a", false),
            ("<a href=' /a '>b</a>", false), ("<a href=/a rel=nofollow>b</a>", false),
            ("<div>a</div>", true), ("<script></script>", true), ("<p class=a>b</p>", true),
            ("<!-- a -->b", true), ("<a href=javascript:a>b</a>", true), ("<svg/>", true),
        ]
        for (html, isChanged) in rows { XCTAssertEqual(policy.changes(html), isChanged, html) }
    }

    func testNothingIsLeftOutWithoutAChange() {
        let rows = [
            "<body onload=x>", "<html onclick=a>", "<tr onclick=x>a", "<tr>a", "<!DOCTYPE x>a",
            "<frameset>", "</foo>a", "<p rel=x>", "<p title=a title=b>", "a\0b", "<p title='a\0b'>",
            "<a href=x rel=opener>b</a>", "<a rel=nofollow>b</a>", "a<p", "a<p title='b", "a</p",
            "a</>b", "<p>a</p b=c>", "<form>a<form>", "</i>", "<b>a</i></b>", "<p>a</body>",
            "<table>a</b></table>", "<select>a<select>", "<a href=x rel='nofollow opener'>b</a>",
        ]
        for html in rows { XCTAssertTrue(HTMLSanitizer.lenient.changes(html), html) }
        var policy = HTMLSanitizer.lenient
        policy.linkRelations = nil
        XCTAssertTrue(policy.changes("<a href=x rel=nofollow>b</a>"))
        policy.idPrefix = "user-"
        XCTAssertTrue(policy.changes("<p id=a>b"))
        let kept = [
            "<p>a<p>b<br/>c", "<b><p>a</b>b</p>", "<table><tr><td>a<td>b</table>c</p>", "<pre>\na",
            "<ul><li>a<li>b</ul>", "<h1>a</h2>b", "<a href=/a rel='UGC nofollow'>b</a>",
            "<table>a<tr></table>", "<b><b><b>a</b></b></b>", "<i><b>a</i>b</b>", "&copy &#0; <",
        ]
        for html in kept { XCTAssertFalse(HTMLSanitizer.lenient.changes(html), html) }
    }

    /// The start tags and the characters of HTML, in a fixed order.
    private func parts(_ html: String) -> (tags: [String], characters: [Unicode.Scalar]) {
        var tags: [String] = []
        var characters: [Unicode.Scalar] = []
        for token in HTMLTokens(html) {
            switch token {
            case .startTag(let tag):
                let attributes = tag.attributes.map(\.name).filter { $0 != "rel" }
                tags.append("\(tag.name) \(attributes)")
            case .text(let text): characters += text.string.unicodeScalars.filter { $0 != "\n" }
            default: break
            }
        }
        return (tags, characters.sorted())
    }

    func testWithoutAChangeAllTagsAndTextsStay() {
        var random = SeededRandom(seed: 5)
        let pieces = [
            "<p>", "</p>", "<b>", "</b>", "<i title=a>", "</i>", "<a href=b>", "</a>", "<table>",
            "<tr>", "<td lang=c>", "</td>", "</table>", "<caption>", "<ul>", "<li>", "</ul>", "x",
            "y ", "\n", "<h1 dir=d>", "</h2>", "<pre>", "</pre>", "<br/>", "<col span=2>",
            "<tbody>",
            "<img src=e>", "<body>", "<colgroup>", "<details open>", "</tr>", "&amp;", "<", "\0",
        ]
        var count = 0
        for _ in 0..<rounds(3_000, underStress: 100_000) {
            let length = Int.random(in: 1...8, using: &random)
            let html = (0..<length).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            guard !HTMLSanitizer.lenient.changes(html) else { continue }
            count += 1
            let source = parts(html)
            let result = parts(HTMLSanitizer.lenient.sanitized(html))
            XCTAssertEqual(source.characters, result.characters, html)
            var rest = result.tags
            for tag in source.tags {
                guard let index = rest.firstIndex(of: tag) else {
                    XCTFail("\(tag) is missing for \(html)")
                    continue
                }
                rest.remove(at: index)
            }
        }
        XCTAssertGreaterThan(count, 100)
    }

    func testAllURLAttributesHaveTheirSchemesChecked() {
        let names = [
            "action", "archive", "attributionsrc", "background", "cite", "classid", "codebase",
            "data", "dynsrc", "href", "icon", "longdesc", "lowsrc", "manifest", "ping", "poster",
            "profile", "src", "usemap",
        ]
        let policy = HTMLSanitizer().allowing(["p"]).allowing(names, on: ["p"])
        for name in names {
            XCTAssertEqual(policy.sanitized("<p \(name)=' Javascript:a'>"), "<p></p>", name)
            XCTAssertEqual(policy.sanitized("<p \(name)=' a'>"), "<p \(name)=\"a\"></p>", name)
        }
    }

    func testListsMakeAPolicy() {
        let policy = HTMLSanitizer().allowing(["p", "b"]).allowing(["class"], on: ["p", "b"])
            .refusing(Set(["b"]))
        XCTAssertEqual(policy.sanitized("<p class=a><b class=b>c"), #"<p class="a">c</p>"#)
        XCTAssertEqual(
            policy,
            HTMLSanitizer().allowing("p").allowing("class", on: "p", "b")
        )
    }

    func testAttributesOfAllElementsAreSetAndRefused() {
        var policy = HTMLSanitizer().allowing("p", "b").allowing("class", on: "p")
            .refusing("title", "id", "class", on: "p")
        policy.globalAttributes.insert("translate")
        policy.idPrefix = "a-"
        let html = "<p title=a id=b class=c translate=no><b title=a id=b translate=no>c</b></p>"
        XCTAssertEqual(
            policy.sanitized(html),
            #"<p translate="no"><b title="a" id="a-b" translate="no">c</b></p>"#
        )
        policy.globalAttributes = []
        policy = policy.allowing("title", on: "p")
        XCTAssertEqual(
            policy.sanitized(html),
            #"<p title="a"><b id="a-b">c</b></p>"#
        )
    }

    func testNamesThatCannotBeMadeSafeHaveNoEffect() {
        let elements = ["", "P q", "é", "1", "-a", "x\"y", "Script", "listing", "svg", "body", "B"]
        let attributes = [
            "", "a:b", "ONCLICK", "style", "srcset", "formaction", "xmlns", "x\"y", "rel", "Class",
        ]
        var policy = HTMLSanitizer().allowing(elements).allowing(attributes, on: ["B", "x\"y"])
        policy.globalAttributes = Set(attributes + ["HREF"])
        policy.urlAttributes = ["DATA-url"]
        policy.schemes = ["HTTPS", "javascript", "VBScript", "http:", ""]
        policy.idPrefix = ""
        policy = policy.allowing("data-URL", on: "b")
        let written = attributes.filter { $0 != "" }.map { "\($0)=1" }.joined(separator: " ")
        XCTAssertEqual(
            policy.sanitized(
                "<b id=a \(written)>x</b><script>y</script><x\"y class=1>z</x\"y><svg>"
            ),
            #"<b class="1">x</b>z"#
        )
        let urls = ["javascript:a", "vbscript:a", "http:a", ":a", "Https:a"]
        for url in urls {
            let isKept = url == "Https:a" || url == ":a"
            XCTAssertEqual(
                policy.sanitized("<b href='\(url)' data-url='\(url)'>x</b>"),
                isKept ? "<b href=\"\(url)\" data-url=\"\(url)\">x</b>" : "<b>x</b>"
            )
        }
        XCTAssertEqual(HTMLSanitizer.standard.refusing("B").sanitized("<b>x</b>"), "x")
    }

    func testALimitEndsTheOutput() {
        var policy = HTMLSanitizer.standard
        policy.limits.inputBytes = 8
        XCTAssertEqual(policy.sanitized("<p>abcdefgh</p>"), "<p>abcde</p>")
        XCTAssertTrue(policy.changes("<p>abcdefgh</p>"))
        XCTAssertFalse(policy.changes("<p>abcde"))
    }

    func testDeepNestingIsCutInLinearTime() {
        let html = String(repeating: "<b><p>", count: 5_000) + "x"
        let output = HTMLSanitizer.standard.sanitized(html)
        XCTAssertEqual(problems(output), [])
        XCTAssertTrue(output.contains("x"))
    }

    func testAnyBytesAreMadeSafe() {
        var random = SeededRandom(seed: 11)
        let pieces = [
            "<", ">", "/", "\"", "'", "=", " ", "a", "b", "p", "svg", "math", "style", "script",
            "!--",
            "--", "<p ", "</", "<a href=", "javascript:", "&", "&lt;", ";", "\0", "é", "table",
            "td",
            "<![CDATA[", "]]>", "title", "<pre>\n", "onclick", "template", "select", "\n",
        ]
        for _ in 0..<rounds(500, underStress: 50_000) {
            check((0..<20).map { _ in pieces.randomElement(using: &random) ?? "" }.joined())
        }
    }

    /// Payloads of another project: a JSON array of strings in a file that a variable names.
    func testPayloadsOfAFileAreMadeSafe() throws {
        guard let path = ProcessInfo.processInfo.environment["FOOTING_HTML_PAYLOADS"] else {
            throw XCTSkip("FOOTING_HTML_PAYLOADS names no file with a JSON array of strings")
        }
        let data = try Data(contentsOf: URL(filePath: path))
        let payloads = try JSONDecoder().decode([String].self, from: data)
        for payload in payloads { check(payload) }
    }
}

extension String {
    /// The string as a sanitizer writes it.
    fileprivate var escapedByTest: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("\u{A0}", with: "&nbsp;")
    }
}

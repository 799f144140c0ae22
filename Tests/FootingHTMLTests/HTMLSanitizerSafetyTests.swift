import Foundation
import TestSupport
import XCTest

import FootingHTML

/// Hostile input in all places, whose output has only tags that the sanitizer writes.
final class HTMLSanitizerSafetyTests: XCTestCase {
    private func check(_ html: String, _ policy: HTMLSanitizer = .lenient, line: UInt = #line) {
        let output = policy.sanitized(html)
        XCTAssertEqual(problems(ofSanitized: output), [], "\(html)\n→ \(output)", line: line)
        let again = policy.sanitized(output)
        XCTAssertEqual(problems(ofSanitized: again), [], "\(html)\n→ \(again)", line: line)
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

    func testDeepNestingIsCutInLinearTime() {
        let html = String(repeating: "<b><p>", count: 5_000) + "x"
        let output = HTMLSanitizer.standard.sanitized(html)
        XCTAssertEqual(problems(ofSanitized: output), [])
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

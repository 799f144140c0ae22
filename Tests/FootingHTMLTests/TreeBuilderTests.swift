import XCTest

@testable import FootingHTML

/// Rules of the standard that are younger than the tests of html5lib, or that these leave out.
final class TreeBuilderTests: XCTestCase {
    /// Compares the content of the body.
    private func check(_ rows: [(String, String)], line: UInt = #line) {
        for (input, expected) in rows {
            let body = HTMLDocument("<!DOCTYPE html>\(input)").body?.innerHTML
            XCTAssertEqual(body, expected, input, line: line)
        }
    }

    func testSpaceBetweenWordsStaysWhereWordsAreIgnored() {
        check([
            ("<p><template><col>a b", "<p><template><col> </template></p>"),
            ("<frameset>a b", " "),
        ])
    }

    func testHTMLBreaksOutOfForeignContent() throws {
        check([
            ("<svg><g><p>a", "<svg><g></g></svg><p>a</p>"),
            ("<svg></p>a", "<svg></svg><p></p>a"),
            ("<svg></br>a", "<svg></svg><br>a"),
            ("<table><svg><p>a", "<svg></svg><p>a</p><table></table>"),
            ("<svg><font>a<font size=1>b", "<svg><font>a</font></svg><font size=\"1\">b</font>"),
        ])
        let fragment = try HTMLDocument(fragment: "<g><p>a", in: "svg svg")
        XCTAssertEqual(fragment.html, "<g></g><p>a</p>")
        XCTAssertEqual(fragment.first("p")?.namespace, .html)
    }

    func testASelectIsAnElementLikeOthers() throws {
        check([
            ("<select><div><b>a</select>c", "<select><div><b>a</b></div></select><b>c</b>"),
            ("<select><select>a", "<select></select>a"),
            ("<select><input>a", "<select></select><input>a"),
            ("<select><option>a<option>b", "<select><option>a</option><option>b</option></select>"),
            (
                "<select><optgroup><option>a<optgroup><option>b",
                "<select><optgroup><option>a</option></optgroup>"
                    + "<optgroup><option>b</option></optgroup></select>"
            ),
            ("<select><option>a<hr>b", "<select><option>a</option><hr>b</select>"),
            ("<p><select><p>a", "<p><select><p>a</p></select></p>"),
            ("<option>a<option>b", "<option>a</option><option>b</option>"),
            ("<table><tr><td><select><tr><td>a", Self.tableWithSelect),
        ])
        XCTAssertEqual(try HTMLDocument(fragment: "<select>a", in: "select").html, "a")
    }

    private static let tableWithSelect =
        "<table><tbody><tr><td><select></select></td></tr><tr><td>a</td></tr></tbody></table>"

    func testASelectMayContainATable() {
        check([
            (
                "<select><table><td>a</select>b</table></select>c",
                "<select><table><tbody><tr><td>ab</td></tr></tbody></table></select>c"
            ),
            // A table that is open ends the select in its cell, and content beside it is moved.
            (
                "<table><td><select><table><td>a</table>b</table>c",
                "<table><tbody><tr><td><select><table><tbody><tr><td>a</td></tr></tbody></table>"
                    + "b</select></td></tr></tbody></table>c"
            ),
            ("<table><select><table>a", "<select></select><table></table>a<table></table>"),
            ("<select></table><tr><td>a", "<select>a</select>"),
        ])
    }

    func testATemplateForbidsAFramesetOnlyInTheBody() {
        func html(_ input: String) -> String { HTMLDocument(input).root.innerHTML }
        let template = "<template></template>"
        XCTAssertEqual(
            html(template + "<frameset>"),
            "<head>\(template)</head><frameset></frameset>"
        )
        XCTAssertEqual(
            html("<head></head>\(template)<frameset>"),
            "<head>\(template)</head><frameset></frameset>"
        )
        XCTAssertEqual(html("<div><frameset>"), "<head></head><frameset></frameset>")
        XCTAssertEqual(
            html("<div>\(template)<frameset>"),
            "<head></head><body><div>\(template)</div></body>"
        )
    }

    func testABodyTagInACellOnlyAddsAttributes() {
        let document = HTMLDocument("<body a=1><table><td>x<body a=2 b=3>y</body>z")
        XCTAssertEqual(document.body?.attributes.map(\.value), ["1", "3"])
        XCTAssertEqual(document.select("td").map(\.innerHTML), ["xyz"])
    }

    func testASearchIsABlock() {
        check([("<p><search>a</search>b", "<p></p><search>a</search>b")])
    }

    func testInstructions() {
        check([
            ("<body><?a b?>", "<?a b?>"), ("<body><?a b>", "<?a b?>"), ("<body><?a?>", "<?a ?>"),
            ("<body><?_A-1  b = c ?>", "<?_A-1 b = c ?>"), ("<body><?a?b>", "<?a ?b?>"),
            ("<body><?xml a?>", "<!--?xml a?-->"),
            ("<body><?XML-Stylesheet a?>", "<!--?XML-Stylesheet a?-->"),
            ("<body><?xml-a b>", "<?xml-a b?>"),
            ("<body><?1?>", "<!--?1?-->"), ("<body><?a:b c?>", "<!--?a:b c?-->"),
            ("<body>x<?a b", "x"), ("<body>x<?", "x"), ("<table><?a b>", "<table><?a b?></table>"),
            ("<svg><?a b>", "<svg><?a b?></svg>"), ("<body><?a b\0c>", "<?a b\u{FFFD}c?>"),
        ])
        let document = HTMLDocument("<?a b><!DOCTYPE html><?c d><html></html><?e f>")
        XCTAssertEqual(
            document.tree.dump(),
            """
            | <?a b>
            | <!DOCTYPE html>
            | <?c d>
            | <html>
            |   <head>
            |   <body>
            | <?e f>
            """
        )
    }

    func testInstructionErrors() {
        var options = HTMLOptions.standard
        options.reportsSyntax = true
        let rows = [
            ("<?a b", "eof-in-processing-instruction"),
            ("<?1>", "invalid-first-character-of-processing-instruction-target"),
            ("<?a:b>", "invalid-processing-instruction-target"),
            ("<?xml?>", "disallowed-processing-instruction-target"),
        ]
        for (input, name) in rows {
            let report = HTMLDocument(input, options: options).report
            XCTAssertEqual(report.issues.map(\.name), [name], input)
        }
    }

    func testQuirksMode() {
        let rows = [
            ("<!DOCTYPE html>", false), ("<p>", true), ("<!DOCTYPE a>", true), ("<!DOCTYPE>", true),
            ("<!DOCTYPE HTML PUBLIC \"\">", false), ("<!DOCTYPE html SYSTEM \"\">", false),
            ("<!DOCTYPE html PUBLIC \"html\">", true),
            ("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 3.2//EN\">", true),
            ("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 3.2//\u{301}EN\">", true),
            ("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Frameset//\u{301}EN\">", true),
            ("<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"a\">", false),
            ("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">", true),
            ("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"\">", true),
            ("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"a\">", false),
            ("<!DOCTYPE html PUBLIC \"a", true),
        ]
        for (input, isQuirks) in rows {
            XCTAssertEqual(HTMLDocument(input).isQuirks, isQuirks, input)
        }
    }

    func testTextInPiecesIsOneNode() {
        check([
            ("a&amp;b&lt;c", "a&amp;b&lt;c"),
            (
                "<table>a&amp;<tr>b&amp;<td>c",
                "a&amp;b&amp;<table><tbody><tr><td>c</td></tr></tbody></table>"
            ),
            ("a\0b\0c", "abc"), ("<svg>a\0b</svg>", "<svg>a\u{FFFD}b</svg>"),
            ("<pre>\n\na</pre>", "<pre>\n\na</pre>"), ("<pre>&#10;a</pre>", "<pre>a</pre>"),
        ])
        let texts = HTMLDocument(String(repeating: "a&amp;<table>b</table>", count: 100)).tree.nodes
            .filter { $0.kind == .text }
        XCTAssertEqual(texts.count, 100)
    }
}

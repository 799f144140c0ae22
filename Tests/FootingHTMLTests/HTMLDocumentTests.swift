import Foundation
import TestSupport
import XCTest

@testable import FootingHTML

final class HTMLDocumentTests: XCTestCase {
    // MARK: Bad input

    func testAnyInputIsADocument() {
        let movie = [0, 0, 0, 0x20] + Array("ftypisom".utf8) + (0..<4096).map { UInt8($0 & 255) }
        let inputs: [(String, [UInt8])] = [
            ("empty", []), ("white space", Array(" \t\r\n\u{C} ".utf8)), ("NUL", [0, 0, 0, 0]),
            ("MP4", movie), ("<", Array("<".utf8)), ("</", Array("</".utf8)),
            ("<!", Array("<!".utf8)), ("<a", Array("<a".utf8)), ("<a b=\"", Array("<a b=\"".utf8)),
            ("&#", Array("&#".utf8)), ("&#x110000;", Array("&#x110000;".utf8)),
            ("<?xml", Array("<?xml version=\"1.0\"?><html lang=a><p>Hi".utf8)),
            ("frameset", Array("<frameset><frame>".utf8)),
        ]
        for (name, bytes) in inputs {
            let document = HTMLDocument(bytes)
            XCTAssertEqual(document.root.name, "html", name)
            XCTAssertNotNil(document.head, name)
            XCTAssertNotNil(document.body, name)
            XCTAssertEqual(document.tree.check().faults, [], name)
        }
        XCTAssertEqual(HTMLDocument(Array("&#x110000;".utf8)).body?.textContent, "\u{FFFD}")
        XCTAssertEqual(HTMLDocument("<?xml version='1.0'?><html lang=a><p>Hi").language, "a")
    }

    func testLongInputWithoutEndIsADocument() {
        let count = rounds(200_000, underStress: 16 << 20)
        for start in ["<a b=\"", "<!--", "<!", "<", "<?x ", "<a ", "&#", "<script>", "<![CDATA["] {
            let input = start + String(repeating: "x", count: count)
            XCTAssertEqual(HTMLDocument(input).root.name, "html", start)
        }
        let attributes = (0..<count / 20).map { "a\($0) " }.joined()
        let document = HTMLDocument("<p \(attributes)>")
        XCTAssertEqual(document.first("p")?.attributes.count, 1024)
        XCTAssertEqual(document.report.issues.map(\.limit), [.attributes])
    }

    // MARK: The document

    func testAStringAndBytesOfAnyKindGiveTheSameDocument() {
        let html = "<title>Ü</title><p>a"
        let expected = HTMLDocument(html).tree.dump()
        XCTAssertEqual(HTMLDocument(Data(html.utf8)).tree.dump(), expected)
        XCTAssertEqual(HTMLDocument(Array(html.utf8)).tree.dump(), expected)
        XCTAssertEqual(HTMLDocument(Array("xx\(html)".utf8)[2...]).tree.dump(), expected)
        XCTAssertEqual(HTMLDocument(html.utf8).tree.dump(), expected)
        XCTAssertEqual(HTMLDocument(html.dropFirst(0)).tree.dump(), expected)
        XCTAssertEqual(HTMLDocument(Array(html.utf8).lazy.map { $0 }).tree.dump(), expected)
    }

    func testFragmentsDependOnTheirContext() throws {
        let rows = [
            ("<td>a", "tr", "<td>a</td>"), ("<td>a", "body", "a"),
            ("<title>a</title><b>c", "svg desc", "<title>a</title><b>c</b>"),
            ("<title>a<b>", "title", "&lt;title&gt;a&lt;b&gt;"), ("<g>", "svg g", "<g></g>"),
            ("</script>a", "script", "&lt;/script&gt;a"), ("<form>a", "form", "a"),
            ("<option>a<input>", "select", "<option>a</option>"),
        ]
        for (input, context, expected) in rows {
            let document = try HTMLDocument(fragment: input, in: context)
            XCTAssertEqual(document.html, expected, "\(input) in \(context)")
            XCTAssertNil(document.head)
        }
        let svg = try HTMLDocument(fragment: "<TEXTPATH viewbox=1>", in: "SVG g")
        let element = svg.first("textPath")
        XCTAssertEqual(element?.namespace, .svg)
        XCTAssertEqual(element?.attributes.map(\.name), ["viewBox"])
    }

    func testAContextThatIsNoNameOfAnElementIsAnError() {
        for context in ["td", "TD", "x-é", "svg desc", "math mi", "svg svg", "svg", "math"] {
            XCTAssertNoThrow(try HTMLDocument(fragment: "a", in: context), context)
        }
        for context in [
            "", " ", "x y", "td ", " td", "1", "a/", "a>", "a\0", "svg ", "svg  desc",
            "svg svg svg",
            "html p",
        ] {
            XCTAssertThrowsError(try HTMLDocument(fragment: "a", in: context), context) {
                let error = $0 as? HTMLError
                XCTAssertEqual(error?.code, .invalidContext)
                XCTAssertEqual(error?.string, context)
                XCTAssertNil(error?.offset)
                XCTAssertEqual(
                    error?.description,
                    "“\(context)”: a context is the name of an element, such as td or svg desc"
                )
            }
        }
    }

    func testAReportThatMustBeCleanThrowsItsIssues() throws {
        XCTAssertNoThrow(try HTMLDocument("<p>a").report.requireClean())
        let report = HTMLDocument([0xC3, 0xA4, 0xFF, 0x61]).report
        XCTAssertThrowsError(try report.requireClean()) {
            let error = $0 as? HTMLError
            XCTAssertEqual(error?.code, .notClean)
            XCTAssertEqual(error?.report, report)
            XCTAssertNil(error?.string)
            XCTAssertEqual(error?.description, "\(report); \(report.issues[0])")
        }
    }

    func testContentOfTemplatesIsTheirs() {
        let document = HTMLDocument("<template><td>a</template>")
        let template = document.head?.children.first
        XCTAssertEqual(template?.name, "template")
        XCTAssertEqual(template?.childNodes.count, 1)
        XCTAssertNil(document.first("td"))
    }

    // MARK: Pushes

    func testEverySplitOfTheTestsGivesTheSameDocument() throws {
        var (count, failures) = (0, 0)
        for file in try HTML5Lib.files(in: "tree-construction", "dat") {
            let text = try String(contentsOf: file, encoding: .utf8)
            for test in TreeTest.tests(of: text) where test.context == nil {
                let bytes = Array(test.input.utf8)
                var options = HTMLOptions.standard
                options.reportsSyntax = true
                let whole = HTMLDocument(bytes, options: options)
                for size in [1, 7, 64] {
                    count += 1
                    let pushed = HTMLDocument.pushed(bytes, by: size, options: options)
                    guard
                        pushed.tree.dump() != whole.tree.dump() || pushed.report != whole.report
                    else { continue }
                    failures += 1
                    guard failures < 10 else { continue }
                    XCTFail(
                        """
                        \(file.lastPathComponent), chunks of \(size)
                        \(test.input)
                        \(pushed.tree.dump())
                        \(pushed.report.issues)
                        """
                    )
                }
            }
        }
        XCTAssertEqual(failures, 0)
        print("pushed trees of html5lib: \(count), \(failures) differ")
    }

    func testAPrefixIsADocument() {
        let bytes = Array(
            """
            <!DOCTYPE html><html lang=en><head><title>a &amp; b</title><meta charset=utf-8></head>\
            <body><p id=a>é<!-- c --><table>x<tr><td>y</table><script>if (a < b) "</b>"</script>
            """.utf8
        )
        for size in 0...bytes.count {
            var parser = HTMLDocument.Parser()
            parser.append(bytes[..<(size / 2)])
            parser.append(bytes[(size / 2)..<size])
            let document = parser.finish()
            let whole = HTMLDocument(bytes[..<size])
            XCTAssertEqual(document.tree.dump(), whole.tree.dump(), "\(size)")
            XCTAssertEqual(document.report, whole.report, "\(size)")
        }
    }

    func testTheHeadIsCompleteWithItsEndTagOrTheFirstContent() {
        let rows = [
            ("<title>a</title>", false), ("<title>a</title></head>", true),
            ("<title>a</title><p>", true), ("<head><script>a</script>", false),
            ("<title>a</title> b ", true), ("<body>", true), ("<template><p>", false),
        ]
        for (html, isComplete) in rows {
            var parser = HTMLDocument.Parser()
            XCTAssertFalse(parser.isHeadComplete)
            // The encoding is detected in the first 1,024 bytes.
            parser.append(Array((String(repeating: " ", count: 1100) + html).utf8))
            XCTAssertEqual(parser.isHeadComplete, isComplete, html)
        }
    }

    func testTheHeadOfAnEndlessPageIsCompleteAtALimit() {
        var options = HTMLOptions.untrusted
        options.limits.inputBytes = 10_000
        options.limits.nodes = 100
        let space = String(repeating: " ", count: 1_100)
        let pages = [
            ("<!--", "x", 10_000), ("<title>", "x", 10_000), ("<script>", "<!--", 10_000),
            ("", "<!---->", 2_000), ("<head>", "<meta>", 2_000), ("<p ", "a=b ", 10_000),
        ]
        for (start, part, maxBytes) in pages {
            var parser = HTMLDocument.Parser(options: options)
            parser.append(Array((space + start).utf8))
            var count = space.utf8.count + start.utf8.count
            while !parser.isHeadComplete, count < 20_000 {
                parser.append(Array(part.utf8))
                count += part.utf8.count
            }
            let isComplete = parser.isHeadComplete
            let report = parser.finish().report
            XCTAssertTrue(isComplete, start + part)
            XCTAssertLessThanOrEqual(count, maxBytes + part.utf8.count, start + part)
            XCTAssertTrue(report.isTruncated, start + part)
        }
        // The text of an encoding that browsers refuse is one character.
        var parser = HTMLDocument.Parser(contentType: "text/html; charset=hz-gb-2312")
        parser.append(Array("<!--".utf8))
        XCTAssertTrue(parser.isHeadComplete)
    }

    func testIssuesBeforeALateDeclarationStay() {
        let padding = String(repeating: "x", count: 1100)
        let html = "<p>é\(padding)<meta charset=klingon><meta charset=koi8-r>"
        let document = HTMLDocument(Array(html.utf8), contentType: "text/html; charset=klingon")
        XCTAssertEqual(document.report.encoding, .koi8R)
        XCTAssertEqual(document.report.issues.map(\.code), [.unknownEncoding, .unknownEncoding])
        XCTAssertEqual(document.report.issues.first?.offset, 0)
    }

    func testALateDeclarationOfTheEncodingCounts() {
        let space = String(repeating: " ", count: 2000)
        let rest = Array("<p>".utf8) + [0xCF, 0xF0]
        let ascii = Array("\(space)<meta charset=windows-1251>".utf8) + rest
        for size in [1, 1500, 10_000] {
            let document = HTMLDocument.pushed(ascii, by: size)
            XCTAssertEqual(document.body?.text, "Пр", "\(size)")
            XCTAssertEqual(document.report.encoding, .windows1251)
            XCTAssertEqual(document.report.encodingSource, .meta)
            XCTAssertTrue(document.report.isClean)
        }
        let late =
            Array("<title>".utf8) + [0xCF] + Array("</title>\(space)".utf8)
            + Array("<meta http-equiv=Content-Type content='text/html; charset=cp1251'>".utf8)
            + rest
        let whole = HTMLDocument(late)
        XCTAssertEqual(whole.title, "П")
        XCTAssertEqual(whole.report.encoding, .windows1251)
        XCTAssertTrue(whole.report.isClean)
        let pushed = HTMLDocument.pushed(late, by: 1000)
        XCTAssertEqual(pushed.report.encoding, .windows1252)
        XCTAssertEqual(pushed.report.issues.map(\.code), [.encodingConflict])
        // A string has been decoded.
        XCTAssertEqual(HTMLDocument("<meta charset=windows-1251>é").body?.text, "é")
    }

    func testAnUnknownCharsetDoesNotHideAContentType() {
        let pragma = "http-equiv=content-type content='text/html; charset=koi8-r'"
        for space in ["", String(repeating: " ", count: 2000)] {
            let html = "\(space)<meta charset=klingon \(pragma)><p>"
            let document = HTMLDocument(Array(html.utf8) + [0xC1])
            XCTAssertEqual("\(document.report)", "KOI8-R (meta), 0 issues")
            XCTAssertEqual(document.text, "а")
        }
    }

    func testManyUnknownDeclarationsAreReadQuickly() {
        let count = 50_000
        let start = clock()
        let html = String(repeating: "<meta charset=klingon>", count: count)
        XCTAssertEqual(HTMLDocument(Array(html.utf8)).report.issueCount, count)
        // A search through all labels for each declaration takes a minute.
        XCTAssertLessThan(Double(clock() - start) / Double(CLOCKS_PER_SEC), 20)
    }

    func testSyntaxErrorsOfTagsAreReported() {
        var options = HTMLOptions.standard
        options.reportsSyntax = true
        let report = HTMLDocument("<p/>\n<br/><svg/>\n<a b b>", options: options).report
        XCTAssertEqual(
            report.issues.map { "\($0.line) \($0.name ?? "")" },
            [
                "1 non-void-html-element-start-tag-with-trailing-solidus",
                "3 duplicate-attribute",
            ]
        )
    }
}

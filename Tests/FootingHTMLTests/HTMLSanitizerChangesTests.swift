import TestSupport
import XCTest

import FootingHTML

/// The answers of `changes(_:)`.
final class HTMLSanitizerChangesTests: XCTestCase {
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
}

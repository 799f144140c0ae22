import FootingHTML
import XCTest

final class HTMLUnescapingTests: XCTestCase {
    func testReferencesAreReplacedAsInText() {
        let rows = [
            ("", ""), ("abc", "abc"), ("Tom &amp; Jerry", "Tom & Jerry"), ("&", "&"), ("&&", "&&"),
            ("a&lt;b&gt;c", "a<b>c"), ("&amp;amp;", "&amp;"), ("&eacute;&#x1F600;&#233", "é😀é"),
            ("&copy=1&copyb", "©=1©b"), ("&notit;&notin;", "¬it;∉"), ("&unknown;", "&unknown;"),
            ("&#128;&#x80;", "€€"), ("&#0;", "\u{FFFD}"), ("&#x110000;", "\u{FFFD}"), ("&#", "&#"),
            ("a\0&amp;\0", "a\0&\0"), ("<b>&quot;</b>", "<b>\"</b>"), ("&#13;\r\n", "\r\r\n"),
        ]
        for (escaped, text) in rows {
            XCTAssertEqual(Array(escaped.htmlUnescaped.utf8), Array(text.utf8), escaped)
        }
        XCTAssertEqual("<a b=\"c\">'&'".htmlEscaped.htmlUnescaped, "<a b=\"c\">'&'")
    }
}

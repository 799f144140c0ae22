import XCTest

@testable import FootingHTML

final class HTMLMetadataTests: XCTestCase {
    private func metadata(_ html: String) -> HTMLMetadata {
        page(html, url: "http://h/a/b").metadata
    }

    // MARK: L3

    func testKeysAreReadFromThreeAttributes() {
        for attribute in ["property", "name", "itemprop", "NAME"] {
            let attribute = attribute.lowercased()
            let data = metadata("<meta \(attribute)=\"OG:Description\" content=\" a \n b \">")
            XCTAssertEqual(data.values(for: "og:description"), ["a \n b"], attribute)
        }
        let data = metadata("<meta property='og:title x' name='a b' itemprop=c content=d>")
        for key in ["og:title", "x", "a b", "c"] { XCTAssertEqual(data.values(for: key), ["d"]) }
        XCTAssertEqual(data.values(for: "a"), [])
        let accents = page("<meta name=e\u{301} content=1><meta name=\u{E9} content=2>").metadata
        XCTAssertEqual(accents.values(for: "\u{E9}"), ["2"], "bytes are compared")
    }

    func testTheFirstValueThatIsNotEmptyWins() {
        let og = "<meta property=og:title content=og>"
        let twitter = "<meta name=twitter:title content=tw>"
        let rows = [
            ("<h1> h <i>i</i></h1>", "h i"), ("<title> t </title><h1>h</h1>", "t"),
            ("<title> </title><h1>h</h1>", "h"), ("<title>t</title>\(twitter)", "tw"),
            (twitter + og, "og"), ("<meta property=og:title content=' '>\(og)", "og"),
            (og + "<meta property=og:title content=2>", "og"), ("", nil),
        ]
        for (html, title) in rows { XCTAssertEqual(metadata(html).title, title, html) }
    }

    func testSummaryAndSiteName() {
        let data = metadata(
            "<meta name=description content=a><meta name=twitter:description content=b>"
        )
        XCTAssertEqual(data.summary, "b")
        XCTAssertEqual(metadata("<meta name=description content=a>").summary, "a")
        XCTAssertNil(data.siteName)
        XCTAssertEqual(metadata("<meta property=og:site_name content=s>").siteName, "s")
    }

    func testTitleSummaryAndSiteNameAreLines() {
        for key in ["og:title", "twitter:title"] {
            let data = metadata("<meta name=\(key) content='  A \n\t B  '>")
            XCTAssertEqual(data.title, "A B", key)
        }
        for key in ["og:description", "twitter:description", "description"] {
            let data = metadata("<meta name=\(key) content='  A \n\t B  '>")
            XCTAssertEqual(data.summary, "A B", key)
        }
        let data = metadata("<meta name=og:site_name content='  A \n\t B\u{A0} '>")
        XCTAssertEqual(data.siteName, "A B\u{A0}")
        XCTAssertEqual(data.values(for: "og:site_name"), ["A \n\t B\u{A0}"])
    }

    func testImagesAreResolved() {
        let rows = [
            ("<link rel='image_src' href=l>", "http://h/a/l"),
            ("<link rel='image_src' href=l><meta name=twitter:image content=t>", "http://h/a/t"),
            (
                "<meta name=twitter:image content=t><meta property=og:image:url content=u>",
                "http://h/a/u"
            ),
            (
                "<meta property=og:image:url content=u><meta property=og:image content=/o>",
                "http://h/o"
            ),
            (
                "<meta property=og:image content=/o><meta property=og:image:secure_url content=https://x/s>",
                "https://x/s"
            ),
        ]
        for (html, image) in rows {
            XCTAssertEqual(metadata(html).image?.absoluteString, image, html)
        }
        XCTAssertNil(metadata("").image)
    }

    func testLinks() {
        let data = metadata(
            """
            <meta property=og:url content=/o><link rel=canonical href=/c>\
            <link rel="SHORTCUT ICON" href=i.ico><link rel=apple-touch-icon href=i.png>\
            <link rel=alternate type=application/rss+xml href=r>\
            <link rel=alternate type=Application/Atom+XML href=t><link rel=alternate href=x>\
            <link rel=stylesheet href=s><link rel=icon>
            """
        )
        XCTAssertEqual(data.canonical?.absoluteString, "http://h/c")
        XCTAssertEqual(data.icons.map(\.lastPathComponent), ["i.ico", "i.png"])
        XCTAssertEqual(data.feeds.map(\.absoluteString), ["http://h/a/r", "http://h/a/t"])
        let other = metadata("<meta property=og:url content=/o>")
        XCTAssertEqual(other.canonical?.absoluteString, "http://h/o")
    }

    func testAnEmptyAddressIsNoLink() {
        let relations = "icon canonical image_src alternate"
        let links = ["", "href", "href=''", "href=' '"].map { "<link rel='\(relations)' \($0)>" }
        let data = metadata(links.joined())
        XCTAssertEqual(data.icons, [])
        XCTAssertNil(data.canonical)
        XCTAssertNil(data.image)
    }

    func testTypesMayHaveParameters() {
        let rows = [
            ("application/rss+xml;charset=utf-8", 1), (" Application/Atom+XML ; a=b ; c=d", 1),
            ("application/feed+json;", 1), ("application/rss+xmlcharset=utf-8", 0), (";", 0),
            ("text/html;application/rss+xml", 0), ("", 0),
        ]
        for (type, count) in rows {
            let data = metadata("<link rel=alternate type='\(type)' href=r>")
            XCTAssertEqual(data.feeds.count, count, type)
        }
        let data = metadata("<script type='application/ld+json; charset=utf-8'>{}</script>")
        XCTAssertEqual(data.jsonLD, ["{}"])
    }

    func testOpenGraphAndValues() {
        let data = metadata(
            """
            <meta property=og:image content=1><meta property=OG:Image content=2>\
            <meta property=article:tag content=3><meta name=author content=4>\
            <meta property=book:a content=5><meta property=profile:a content=6>\
            <meta property=video:a content=7><meta property=music:a content=8>
            """
        )
        XCTAssertEqual(data.values(for: "og:IMAGE"), ["1", "2"])
        XCTAssertEqual(data.values(for: "author"), ["4"])
        XCTAssertEqual(data.values(for: "no"), [])
        XCTAssertEqual(data.openGraph.map(\.value), ["1", "2", "3", "5", "6", "7", "8"])
        XCTAssertEqual(data.openGraph[1].key, "og:image")
    }

    func testJSONLDIsNotParsed() {
        let data = metadata(
            """
            <script type="application/ld+json">{"a": 1</script><script>x</script>\
            <script type="APPLICATION/LD+JSON ">{}</script>
            """
        )
        XCTAssertEqual(data.jsonLD, ["{\"a\": 1", "{}"])
    }
}

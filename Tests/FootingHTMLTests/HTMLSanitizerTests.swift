import XCTest

import FootingHTML

/// The policies of a sanitizer.
final class HTMLSanitizerTests: XCTestCase {
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
}

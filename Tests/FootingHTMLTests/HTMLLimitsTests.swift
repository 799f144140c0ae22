import FootingBytes
import Foundation
import TestSupport
import XCTest

@testable import FootingHTML

/// The limits, and input that is made to exceed them.
final class HTMLLimitsTests: XCTestCase {
    func testASourceNestedTooDeepIsATreeOf512Levels() {
        let count = rounds(20_000, underStress: 1_000_000)
        let document = HTMLDocument(String(repeating: "<div>", count: count) + "text")
        XCTAssertEqual(document.tree.check().faults, [])
        // The document is above the 512 elements, and the text and the flattened elements below.
        XCTAssertEqual(document.tree.check().depth, 513)
        XCTAssertEqual(document.select("div").count, count)
        XCTAssertEqual(document.report.issues.map(\.limit), [.depth])
        XCTAssertFalse(document.report.isTruncated)
    }

    func testElementsBelowTheLimitOfDepthAreSiblings() {
        var options = HTMLOptions.standard
        options.limits.depth = 4
        let rows = [
            (
                "<div><div><p>a<b>c</b></p>d</div>e</div>f",
                "<div><div><p></p>a<b></b>cd</div>e</div>f"
            ),
            ("<div><div><br><img>a</div>b</div>c", "<div><div><br><img>a</div>b</div>c"),
            (
                "<i><b><script>a<b></script><p>d</b></i>",
                "<i><b><script>a<b></script><p></p>d</b></i>"
            ),
            (
                "<i><svg><g><circle/>a</g></svg></i>b",
                "<i><svg><g></g><circle></circle>a</svg></i>b"
            ),
        ]
        for (input, expected) in rows {
            let document = HTMLDocument(input, options: options)
            XCTAssertEqual(document.body?.innerHTML, expected, input)
        }
        options.limits.depth = -1
        XCTAssertEqual(HTMLDocument("<p><i>a", options: options).body?.textContent, "a")
    }

    func testAttributesAndLongTokensAreDropped() {
        var options = HTMLOptions.standard
        options.limits.attributes = 2
        // A smaller limit than the smallest one.
        options.limits.tokenBytes = 20
        let document = HTMLDocument(
            """
            <p a b c d><i e=\(String(repeating: "x", count: 1_100)) f></i>\
            <!--\(String(repeating: "é", count: 600))--></p><body g h i j>
            """,
            options: options
        )
        XCTAssertEqual(document.first("p")?.attributes.map(\.name), ["a", "b"])
        XCTAssertEqual(document.first("i")?.attributes.count, 0)
        XCTAssertEqual(document.body?.attributes.map(\.name), ["g", "h"])
        XCTAssertTrue(document.html.contains("<!--\(String(repeating: "é", count: 510))-->"))
        XCTAssertEqual(document.report.issues.map(\.limit), [.attributes, .tokenBytes])
        XCTAssertFalse(document.report.isTruncated)
    }

    func testReadingEndsAtTheLimitOfNodesAndOfInput() {
        var options = HTMLOptions.standard
        options.limits.nodes = 100
        let many = HTMLDocument(String(repeating: "<br>", count: 1000), options: options)
        XCTAssertTrue(many.report.isTruncated)
        XCTAssertEqual(many.report.issues.map(\.limit), [.nodes])
        XCTAssertLessThan(many.tree.nodes.count, 110)
        options = .standard
        options.limits.inputBytes = 10
        for document in [
            HTMLDocument("<p>0123456789", options: options),
            HTMLDocument.pushed(Array("<p>0123456789".utf8), by: 3, options: options),
        ] {
            XCTAssertEqual(document.body?.text, "0123456")
            XCTAssertTrue(document.report.isTruncated)
            XCTAssertEqual(document.report.issues.map(\.limit), [.inputBytes])
        }
    }

    func testAnyValuesOfLimitsAreSafe() {
        let html = "<p a=b c=&amp;>x&amp;&#65;<!--c--></p>"
        for value in [Int.max, Int.min] {
            var options = HTMLOptions.standard
            options.limits.inputBytes = value
            options.limits.depth = value
            options.limits.attributes = value
            options.limits.tokenBytes = value
            options.limits.nodes = value
            options.limits.issues = value
            let isLarge = value > 0
            let document = HTMLDocument(html, options: options)
            XCTAssertEqual(document.text, isLarge ? "x&A" : "")
            XCTAssertEqual(document.report.issues.count, 0)
            let tokens = Array(HTMLTokens(html, options: options))
            XCTAssertEqual(tokens.map(\.source).joined(), isLarge ? html : "")
            var policy = HTMLSanitizer.standard
            policy.limits = options.limits
            XCTAssertEqual(policy.sanitized(html), isLarge ? "<p>x&amp;A</p>" : "")
        }
    }

    func testFormattingElementsAreBounded() {
        let elements = (0..<300).map { "<i id=\($0)>" }.joined()
        let document = HTMLDocument("<p>\(elements)</p><p>x")
        // The earliest ones were forgotten.
        XCTAssertEqual(document.select("p + p i").count, 256)
        XCTAssertEqual(document.first("p + p i")?.id, "44")
        let repeated = HTMLDocument("<p><b><b><b><b><b></p>x")
        XCTAssertEqual(repeated.select("p ~ b, p ~ b b").count, 3)
    }

    func testTheListOfFormattingElementsIsBoundedAsAWhole() {
        let template = "<template><p>" + (0..<200).map { "<u i=\($0)>" }.joined() + "</p>"
        let marker = "<template><object></template>"
        for input in [template.repeated(30), "<b>" + marker.repeated(2000)] {
            for keepsTree in [true, false] {
                var builder = TreeBuilder(.standard, keepsTree: keepsTree)
                let bytes = Array(input.utf8)
                // The end would close all templates.
                unsafe bytes.withUnsafeBytes { builder.read(unsafe ByteView($0), isFinal: false) }
                XCTAssertLessThanOrEqual(builder.formatting.count, TreeBuilder.maxFormatting)
                if !keepsTree { XCTAssertEqual(builder.nodes.count, 1) }
            }
        }
        // The markers that are left still end the list for each cell.
        let tables = "<table><td><b>".repeated(100) + "x" + "</table>y".repeated(100)
        let document = HTMLDocument(tables)
        XCTAssertEqual(document.select("td b").count, document.select("b").count)
    }

    func testClonesCountTheBytesOfTheirAttributes() {
        let value = String(repeating: "A", count: 20_000)
        let names = (0..<1000).map { "a\($0) " }.joined()
        let rows = [
            "<p><b title=\(value)>x</p>" + "<p>x</p>".repeated(2000),
            "<p><a href=\(value)>x</p>" + "<p>x</p>".repeated(2000),
            "<p><b \(names)>x</p>" + "<p>x</p>".repeated(2000),
            "<b title=\(value)>" + "<p></b><b>".repeated(2000),
            "<b title=\(value)>" + "<i><u><p></b></i></u>".repeated(1000),
        ]
        for input in rows {
            let document = HTMLDocument(input)
            let (name, size) = (String(input.prefix(12)), input.utf8.count)
            XCTAssertLessThan(document.html.utf8.count, 12 * size, name)
            let attributes = document.select("*").flatMap(\.attributes)
            XCTAssertLessThan(attributes.reduce(0) { $0 + $1.value.utf8.count }, 8 * size, name)
            XCTAssertLessThan(document.links.reduce(0) { $0 + $1.href.utf8.count }, 8 * size, name)
            let safe = HTMLSanitizer.lenient.sanitized(input)
            XCTAssertLessThan(safe.utf8.count, 12 * size, name)
        }
        // Clones of usual elements are not fewer than those of elements without attributes.
        let usual = HTMLDocument("<p><font color=red face=serif>a" + "<p>text</p>".repeated(100))
        XCTAssertEqual(usual.select("font").count, 101)
    }

    func testNamesBeyondTheLimitAreTakenForOthers() {
        var builder = TreeBuilder(.standard)
        builder.tokenizer.names.maxCount = builder.tokenizer.names.count + 1
        let bytes = Array("<x1 y1=1 y2=2><x1><x3>".utf8)
        unsafe bytes.withUnsafeBytes { builder.read(unsafe ByteView($0), isFinal: true) }
        let tree = Tree(builder, source: bytes)
        let elements = tree.nodes.indices.filter { tree.nodes[$0].isElement }.dropFirst(3)
        XCTAssertEqual(elements.map { tree.name(of: NodeID($0)) }, ["x1", "x1", "other"])
        XCTAssertEqual(tree.attributes.map { tree.names.string($0.nameID) }, ["other"])
    }

    /// Shapes of input for which other parsers take quadratic time or more.
    private static let shapes: [(String, @Sendable (Int) -> String)] = [
        ("<div>", { String(repeating: "<div>", count: $0) }),
        ("<ul><li>", { String(repeating: "<ul><li>", count: $0) }),
        ("<a><div>", { String(repeating: "<a><div>", count: $0) }),
        ("<b id=n><p>", { n in ids(n) + String(repeating: "<p>", count: n) }),
        ("<b id=n><p>x", { n in ids(n) + String(repeating: "<p>x", count: n) }),
        ("<table>x&amp;<tr>", { String(repeating: "<table>x&amp;<tr>", count: $0) }),
        ("<font><p>x", { String(repeating: "<font color=red><p>x", count: $0) }),
        ("<svg><g><p>", { String(repeating: "<svg><g><p>", count: $0) }),
        ("attributes", { n in "<p " + (0..<n).map { "a\($0)=1 " }.joined() + ">" }),
        ("<body aN>", { n in (0..<n).map { "<body a\($0)>" }.joined() }),
        ("<select>", { String(repeating: "<select>", count: $0) }),
        ("<b><i><p></b></i>", { String(repeating: "<b><i><p></b></i>x", count: $0) }),
        ("<form></div>", { String(repeating: "<form><div></form>x", count: $0) }),
        ("<template>", { String(repeating: "<template><td>x", count: $0) }),
        ("<math><mi><p>", { String(repeating: "<math><mi><p>", count: $0) }),
        ("names", { n in (0..<n).map { "<x\($0)>" }.joined() }),
        ("<b title=n><p>", { "<p><b title=" + "A".repeated($0) + ">" + "<p>x</p>".repeated($0) }),
        ("markers", { "<b>" + "<template><object></template>".repeated($0) }),
    ]

    private static func ids(_ count: Int) -> String {
        (0..<count).map { "<b id=\($0)>" }.joined()
    }

    func testHostileShapesGiveBoundedTrees() {
        let count = rounds(1500, underStress: 50_000)
        for (name, shape) in Self.shapes {
            let bytes = Array(shape(count).utf8)
            let document = HTMLDocument(bytes)
            let (faults, depth) = document.tree.check()
            XCTAssertEqual(faults, [], name)
            XCTAssertLessThan(depth, 1100, name)
            XCTAssertLessThanOrEqual(document.tree.nodes.count, bytes.count + 2000, name)
            XCTAssertLessThanOrEqual(document.tree.side.count, 8 * bytes.count + 64, name)
            let pushed = HTMLDocument.pushed(bytes, by: 1000)
            XCTAssertEqual(pushed.tree.nodes.count, document.tree.nodes.count, name)
            XCTAssertEqual(pushed.html, document.html, name)
            XCTAssertEqual(pushed.report, document.report, name)
        }
    }
}

extension String {
    fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}

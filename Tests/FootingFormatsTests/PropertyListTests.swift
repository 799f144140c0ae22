import FootingFormats
import Foundation
import TestSupport
import XCTest

final class PropertyListTests: XCTestCase {
    private func xml(_ text: String) throws(PropertyListFault) -> PropertyList {
        let bytes = Array(text.utf8)
        let result = unsafe bytes.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            return Result { () throws(PropertyListFault) in
                try XMLPropertyList.read(view, maximumDepth: 8)
            }
        }
        return try result.get()
    }

    private func text(_ text: String) -> PropertyListNode? {
        let bytes = Array(text.utf8)
        return unsafe bytes.withUnsafeBufferPointer {
            unsafe PropertyListNode.readText(ByteView($0))
        }
    }

    private func binary(_ value: Any) throws -> PropertyList {
        let data = try PropertyListSerialization.data(
            fromPropertyList: value,
            format: .binary,
            options: 0
        )
        let limits = BinaryPropertyList.Limits(
            depth: 8,
            parts: data.count,
            contentBytes: 64 * data.count,
            allowsCombiningMarks: true
        )
        let bytes = Array(data)
        let result = unsafe bytes.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            XCTAssertTrue(BinaryPropertyList.isSound(view, within: limits))
            return Result { () throws(PropertyListFault) in
                try BinaryPropertyList.read(view, within: limits)
            }
        }
        return try result.get()
    }

    func testBothFormatsHaveTheSameStringsInTheSameNesting() throws {
        let value: [String: Any] = [
            "plain": "text", "accents": "é ü 😀", "number": 5, "truth": true, "date": Date(),
            "data": Data([1, 2]), "list": ["a", ["b", 2] as [Any], [String]()] as [Any],
            "inner": ["k": ["deep": "x"]], "empty": "", "": "no key",
            "long": String(repeating: "ä", count: 300),
        ]
        let expected =
            "{: (no key), accents: (é ü 😀), data, date, empty: (), inner: {k: {deep: (x)}}, "
            + "list: [(a), [(b), _], []], long: (\(String(repeating: "ä", count: 300))), number, plain: (text), truth}"
        let data = try PropertyListSerialization.data(
            fromPropertyList: value,
            format: .xml,
            options: 0
        )
        for list in [try binary(value), try xml(String(decoding: data, as: UTF8.self))] {
            XCTAssertEqual(list.root.summary, expected)
            XCTAssertEqual(list.duplicates.count, 0)
        }
    }

    func testXMLIsReadHoweverItIsWritten() throws {
        let rows: [(text: String, summary: String)] = [
            ("<plist><string>a</string></plist>", "(a)"), ("<string>a</string>", "(a)"),
            ("\u{FEFF}<plist><string/></plist>", "()"), ("<string />", "()"),
            ("<string>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;</string>", "(<>&\"'A😀)"),
            ("<string>a<![CDATA[<b>&amp;]]>c</string >", "(a<b>&amp;c)"),
            ("<string>a<!-- b -->c<?d e?></string>", "(ac)"),
            ("<!DOCTYPE plist PUBLIC \"x\" \"http://y\"><plist><array/></plist>", "[]"),
            (
                "<plist version='1.0'><dict><!-- c --><key >a</key ><string>b</string></dict></plist>",
                "{a: (b)}"
            ),
            ("<dict><key/><true/></dict>", "{}"), ("<array><data>AAAA\n</data></array>\n", "[_]"),
            ("<plist><dict/></plist> and more", "{}"),
            ("<array><dict/> <array></array></array>", "[{}, []]"),
        ]
        for (text, summary) in rows {
            XCTAssertEqual(try xml(text).root.summary, summary, text)
        }
    }

    func testFaultyXMLIsRefused() {
        let deep = String(repeating: "<array>", count: 9)
        let rows: [(text: String, fault: PropertyListFault)] = [
            ("", .malformed), ("<plist>", .malformed), ("<plist/>", .malformed), ("a", .malformed),
            ("<plist></plist>", .malformed), ("<string>a", .malformed),
            ("<string>a</strin>", .malformed),
            ("<string>a</key>", .malformed), ("<dict><key>a</key></dict>", .malformed),
            ("<dict><string>a</string></dict>", .malformed), ("<key>a</key>", .malformed),
            ("<dict><key>a</key><key>b</key><true/></dict>", .malformed),
            ("<array><key>a</key></array>", .malformed), ("<array></dict>", .malformed),
            ("<array/><array/>", .malformed), ("<set/>", .malformed),
            ("<array>a</array>", .malformed),
            ("<string>&nbsp;</string>", .malformed), ("<string>&#xD800;</string>", .malformed),
            ("<string>& b</string>", .malformed), ("<string>&amp</string>", .malformed),
            ("<!DOCTYPE a [<!ENTITY b 'c'>]><array/>", .malformed), ("</array>", .malformed),
            ("<!-- a", .malformed), ("<? a", .malformed),
            ("<string><![CDATA[a</string>", .malformed),
            ("<array", .malformed), ("<plist><array/>", .malformed),
            ("<array/></plist>", .malformed),
            ("<plist><plist><array/></plist></plist>", .malformed), ("<", .malformed),
            (deep, .limitExceeded),
            ("<?xml version=\"1.0\" encoding=\"latin1\"?><array/>", .unsupportedEncoding),
            ("<?xml encoding=?><array/>", .unsupportedEncoding),
        ]
        for (text, fault) in rows {
            XCTAssertThrowsError(try xml(text), text) {
                XCTAssertEqual($0 as? PropertyListFault, fault, text)
            }
        }
        for encoding in ["utf-8", "UTF8", "US-ASCII"] {
            XCTAssertNoThrow(try xml("<?xml version='1.0' encoding='\(encoding)'?><array/>"))
        }
    }

    func testTheLastOfEqualKeysIsKeptAndOtherValuesAreNoted() throws {
        func check(_ entries: [(key: String, value: String)], _ summary: String, _ noted: [String])
            throws
        {
            let members = entries.map { "<key>\($0.key)</key>\($0.value)" }.joined()
            let list = try xml("<dict>\(members)</dict>")
            XCTAssertEqual(Array(list.root.summary.utf8), Array(summary.utf8), members)
            XCTAssertEqual(list.duplicates.map { "\($0.owner ?? "-") \($0.key)" }, noted, members)
        }
        let (one, two) = ("<string>1</string>", "<string>2</string>")
        try check([("a", one), ("a", two)], "{a: (2)}", ["- a"])
        try check([("a", one), ("b", two), ("a", one)], "{a: (1), b: (2)}", [])
        try check([("a", one), ("a", two), ("a", one)], "{a: (1)}", ["- a", "- a"])
        try check([("é", one), ("e\u{301}", two)], "{é: (1), e\u{301}: (2)}", [])
        try check(
            [("x", "<dict><key>a</key>\(one)<key>a</key>\(two)</dict>")],
            "{x: {a: (2)}}",
            ["x a"]
        )
        try check(
            [("x", "<dict><key>y</key><dict><key>a</key>\(one)<key>a</key>\(two)</dict></dict>")],
            "{x: {y: {a: (2)}}}",
            ["x a"]
        )
        let many = (0..<20).map { (key: "k\($0)", value: one) }
        try check(
            many + [("k7", two)],
            "{"
                + (many.map { "\($0.key): (\($0.key == "k7" ? 2 : 1))" }.sorted().joined(
                    separator: ", "
                )) + "}",
            ["- k7"]
        )
    }

    func testTextIsAStringOrAnArrayOfStrings() {
        let rows: [(text: String, summary: String?)] = [
            ("a", "(a)"), ("\"a b\"", "(a b)"), ("(a, 'b c', \"d\\n\")", "[(a), (b c), (d\n)]"),
            ("(a,)", "[(a)]"), ("()", "[]"), (" ( ) // x", "[]"), ("/* x */ a", "(a)"),
            ("", nil), ("a b", nil), ("(a", nil), ("(,)", nil), ("(a b)", nil), ("(a) /* x", nil),
            ("\"\\Ud800\"", nil), ("\"\\u0041\"", nil), ("{a = b;}", nil), ("((a))", nil),
            ("<00>", nil),
        ]
        for (text, summary) in rows { XCTAssertEqual(self.text(text)?.summary, summary, text) }
        XCTAssertNil(
            unsafe [0x22, 0xFF, 0x22].withUnsafeBufferPointer {
                unsafe PropertyListNode.readText(ByteView($0))
            }
        )
    }

    func testOffsetsOfKeysAreThoseOfTheirElements() throws {
        var generator = SeededRandom(seed: 6)
        let fillers = [
            "\n", "\r\n", "  ", "<!-- <key>k1</key>\n -->", "<?pi <key>\n?>", "\t", "\r",
        ]
        for _ in 0..<200 {
            var text = "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">"
            var wanted: [String: Int] = [:]
            func fill() {
                for _ in 0..<Int.random(in: 0...3, using: &generator) {
                    text += fillers.randomElement(using: &generator) ?? ""
                }
            }
            fill()
            text += "<dict>"
            for index in 0..<Int.random(in: 1...8, using: &generator) {
                fill()
                let key = "k\(index) <&>\"'é😀"
                let written = [
                    "k\(index) &lt;&amp;&gt;&quot;&apos;é😀", "<![CDATA[k\(index) <&>\"'é😀]]>",
                    "k\(index) &#60;&#x26;&#x3e;\"'&#233;&#x1F600;",
                ]
                wanted[key] = Self.lineCount(of: text)
                text += ["<key>", "<key >", "<key\n>"].randomElement(using: &generator) ?? ""
                text += (written.randomElement(using: &generator) ?? "") + "</key>"
                fill()
                text +=
                    [
                        "<string>\n<![CDATA[</string><key>k0</key>]]></string>", "<string/>",
                        "<dict/>",
                        "<dict><key>k0 x</key><dict>\n<key>k1</key><string>&lt;key></string></dict></dict>",
                        "<array><dict><key>k2</key><true/></dict></array>",
                    ].randomElement(using: &generator) ?? ""
            }
            text += "</dict></plist>"
            let members = try xml(text).root.members ?? []
            XCTAssertEqual(members.count, wanted.count, text)
            for member in members {
                let start = text.utf8.prefix(Int(member.offset))
                let line = Self.lineCount(of: String(decoding: start, as: UTF8.self))
                XCTAssertEqual(line, wanted[member.key], "\(member.key) in \(text)")
            }
        }
    }

    private static func lineCount(of text: String) -> Int {
        var count = 1
        var previous: UInt8 = 0
        for byte in text.utf8 {
            if byte == 0x0D || byte == 0x0A && previous != 0x0D { count += 1 }
            previous = byte
        }
        return count
    }
}

extension PropertyListNode {
    /// The strings of a value with its nesting; the members of a dictionary are sorted.
    fileprivate var summary: String {
        switch content {
        case .string(let text): "(\(text))"
        case .array(let elements): "[\(elements.map(\.summary).joined(separator: ", "))]"
        case .other: "_"
        case .dictionary(let members):
            "{"
                + members.map { $0.summary == "_" ? $0.key : "\($0.key): \($0.summary)" }.sorted()
                .joined(separator: ", ") + "}"
        }
    }
}

import FootingBytes
import FootingPropertyLists
import Foundation
import TestSupport
import XCTest

final class PropertyListTests: XCTestCase {
    /// The JSON that a list is converted to.
    private func json(_ bytes: [UInt8]) throws(JSONFault) -> String {
        let result = unsafe bytes.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            return Result { () throws(JSONFault) in
                try PropertyList.json(
                    of: view,
                    isConverted: false,
                    maximumDepth: 8,
                    maximumContent: 64 * bytes.count
                )
            }
        }
        return String(decoding: try result.get(), as: UTF8.self)
    }

    private func xml(_ text: String) throws(JSONFault) -> String { try json(Array(text.utf8)) }

    private func binary(_ value: Any) throws -> String {
        let data = try PropertyListSerialization.data(
            fromPropertyList: value,
            format: .binary,
            options: 0
        )
        return try json(Array(data))
    }

    /// The strings of a list with their nesting; the members of a dictionary are sorted.
    private func summary(_ json: String) throws -> String {
        let bytes = Array(json.utf8)
        return try unsafe bytes.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            return try JSONTape.scan(view).withDocument(over: view) { $0.summary(of: 0) }
        }
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
            XCTAssertEqual(try summary(list), expected)
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
            XCTAssertEqual(try self.summary(xml(text)), summary, text)
        }
    }

    func testFaultyXMLIsRefused() {
        let deep = String(repeating: "<array>", count: 9)
        let rows: [(text: String, fault: JSONFault.Reason)] = [
            ("", .value), ("<plist>", .value), ("<plist/>", .value), ("a", .value),
            ("<plist></plist>", .value), ("<string>a", .value),
            ("<string>a</strin>", .value),
            ("<string>a</key>", .value), ("<dict><key>a</key></dict>", .value),
            ("<dict><string>a</string></dict>", .value), ("<key>a</key>", .value),
            ("<dict><key>a</key><key>b</key><true/></dict>", .value),
            ("<array><key>a</key></array>", .value), ("<array></dict>", .value),
            ("<array/><array/>", .value), ("<set/>", .value),
            ("<array>a</array>", .value),
            ("<string>&nbsp;</string>", .value), ("<string>&#xD800;</string>", .value),
            ("<string>& b</string>", .value), ("<string>&amp</string>", .value),
            ("<!DOCTYPE a [<!ENTITY b 'c'>]><array/>", .value), ("</array>", .value),
            ("<!-- a", .value), ("<? a", .value),
            ("<string><![CDATA[a</string>", .value),
            ("<array", .value), ("<plist><array/>", .value),
            ("<array/></plist>", .value),
            ("<plist><plist><array/></plist></plist>", .value), ("<", .value),
            (deep, .depth),
            ("<?xml version=\"1.0\" encoding=\"latin1\"?><array/>", .utf8),
            ("<?xml encoding=?><array/>", .utf8),
        ]
        for (text, fault) in rows {
            XCTAssertThrowsError(try xml(text), text) {
                XCTAssertEqual(($0 as? JSONFault)?.reason, fault, text)
            }
        }
        for encoding in ["utf-8", "UTF8", "US-ASCII"] {
            XCTAssertNoThrow(try xml("<?xml version='1.0' encoding='\(encoding)'?><array/>"))
        }
    }

    func testJSONHasAllMembersAndEveryCharacter() throws {
        let rows: [(xml: String, json: String)] = [
            (
                "<dict><key>a</key><string>1</string><key>a</key><real>2</real></dict>",
                #"{"a":"1","a":null}"#
            ),
            (
                "<dict><key>é</key><array/><key>e\u{301}</key><dict/></dict>",
                "{\"é\":[],\"e\u{301}\":{}}"
            ),
            (
                "<string>&#0;&#9;\u{1F}\n\"\\/&#34;\u{7F}ä😀</string>",
                #""\u0000\u0009\u001f\u000a\"\\/\""# + "\u{7F}ä😀\""
            ),
            (
                "<dict>\r\n<key\n>a\n</key>\n<string>\r</string>\n<key>b</key><true/>\n</dict>",
                "{\n\"a\\u000a\":\"\\u000d\",\n\n\n\n\n\"b\":null}"
            ),
        ]
        for row in rows {
            XCTAssertEqual(Array(try xml(row.xml).utf8), Array(row.json.utf8), row.xml)
        }
    }

    func testKeysHaveTheLinesOfTheirElements() throws {
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
            let json = try xml(text)
            let lines = json.split(separator: "\n", omittingEmptySubsequences: false)
            for (key, line) in wanted {
                let written = key.replacing("\"", with: "\\\"")
                let found = lines.firstIndex { $0.contains("\"\(written)\":") }
                XCTAssertEqual(found.map { $0 + 1 }, line, "\(key) in \(text)")
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

extension JSONDocument {
    fileprivate func summary(of index: Int) -> String {
        let token = self[index]
        var child = index + 1
        var parts: [String] = []
        switch token.kind {
        case .string:
            return "(\(text(of: token) ?? "-"))"
        case .array:
            while child < token.extent {
                parts.append(summary(of: child))
                child = self.index(after: child)
            }
            return "[\(parts.joined(separator: ", "))]"
        case .object:
            while child < token.extent {
                let (key, value) = (text(of: self[child]) ?? "-", summary(of: child + 1))
                parts.append(value == "_" ? key : "\(key): \(value)")
                child = self.index(after: child + 1)
            }
            return "{\(parts.sorted().joined(separator: ", "))}"
        default:
            return "_"
        }
    }
}

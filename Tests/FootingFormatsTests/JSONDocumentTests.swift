@testable import FootingBytes
import XCTest

final class JSONDocumentTests: XCTestCase {
    func testTokensStandInTheOrderOfTheText() throws {
        let json = #" {"a": [1, -2.5e3], "b": {"c": null}, "d": true, "e": false, "f": []}"#
        let expected = [
            "object…15", "string a", "array…5", "number 1", "number -2.5e3", "string b",
            "object…9", "string c", "null null", "string d", "true true", "string e", "false false",
            "string f", "array…15",
        ]
        try withDocument(json) { document in
            let found = expected.indices.map { index in
                let token = document[index]
                return token.isContainer
                    ? "\(token.kind)…\(token.extent)"
                    : "\(token.kind) \(document.content(of: token).text)"
            }
            XCTAssertEqual(found, expected)
            XCTAssertEqual(document[0].start, 1)
            XCTAssertEqual(document[1].start, 3)
        }
    }

    func testIndexAfterAValuePassesOverAllOfIt() throws {
        try withDocument(#"[[1, [2, 3]], {"a": {}}, "x", []]"#) { document in
            var indices = [1]
            for _ in 0..<4 { indices.append(document.index(after: indices.last ?? 0)) }
            XCTAssertEqual(indices, [1, 6, 9, 10, 11])
            XCTAssertEqual(document.elementCount(of: 0), 4)
            XCTAssertEqual(document.elementCount(of: 1), 2)
            XCTAssertEqual(document.elementCount(of: 10), 0)
        }
    }

    func testTextHasItsEscapesResolved() throws {
        let cases: [(json: String, text: String?)] = [
            (#""""#, ""),
            (#""plain Zürich 😀""#, "plain Zürich 😀"),
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
            (#""\u0041\u00e9\u20AC\uffff""#, "Aé€\u{FFFF}"),
            (#""\u0000""#, "\0"),
            (#""\ud83d\ude00""#, "😀"),
            (#""\uD800\uDC00\uDBFF\uDFFF""#, "\u{10000}\u{10FFFF}"),
            (#""\ud83d""#, nil),
            (#""\ude00""#, nil),
            (#""\ude00\ud83d""#, nil),
            (#""\ud83d\n""#, nil),
            (#""\ud83d\u0041""#, nil),
            (#""\ud83d\ud83d\ude00""#, nil),
        ]
        for (json, text) in cases {
            try withDocument(json) { XCTAssertEqual($0.text(of: $0[0]), text, json) }
        }
    }

    func testFlagsSayWhetherAStringIsAsItIsWritten() throws {
        try withDocument(#"["a", "\n", "\ud800", "é"]"#) { document in
            let tokens = (1...4).map { document[$0] }
            XCTAssertEqual(tokens.map(\.isEscaped), [false, true, true, false])
            XCTAssertEqual(tokens.map(\.hasLoneSurrogate), [false, false, true, false])
        }
    }

    func testTapeGrowsWithTheDocument() throws {
        // More tokens than the tape's first capacity, one for each six bytes.
        let json = "[" + String(repeating: "1,", count: 50_000) + "1]"
        try withDocument(json) { document in
            XCTAssertEqual(document[0].extent, 50_002)
            XCTAssertEqual(document.elementCount(of: 0), 50_001)
        }
    }

    func testObjectsArePassedOverToTheirLastBrace() throws {
        let objects = [
            "{}", "{ }", #"{"a":{"b":[{}, {"c": "}"}]}}"#, #"{"{{{\"}{" : "\\"}"#,
            #"{"a\\\"}": true, "y": "y"}"#,
            #"{"long enough": "{ 123456789012345678901234567890 }"}"#,
        ]
        // At each distance from the end of eight bytes.
        for (object, blank) in objects.flatMap({ object in (0..<16).map { (object, $0) } }) {
            let json =
                #"{"list": [{"skipped": 1}, \#(String(repeating: " ", count: blank))\#(object)],"#
                + #""skipped": \#(object), "read": \#(object), "skipped": [\#(object)], "last": 7}"#
            var containers: [Int] = []
            var members: [String] = []
            try withDocument(
                json,
                skipping: { document, container in
                    containers.append(container)
                    return document.text(of: document[document.count - 1]) == "skipped"
                }
            ) { document in
                var index = 1
                while index < document.count {
                    members.append(document.text(of: document[index]) ?? "")
                    members.append("\(document[index + 1].kind)")
                    index = document.index(after: index + 1)
                }
            }
            let expected = [
                "list", "array", "skipped", "null", "read", "object", "skipped", "array", "last",
                "number",
            ]
            XCTAssertEqual(members, expected, json)
            XCTAssertEqual(containers.filter { $0 == 0 }.count, 2, json)
        }
    }

    func testAnObjectThatIsPassedOverHasToEnd() throws {
        for json in [#"{"a": {"#, #"{"a": {"}"#, #"{"a": {"\"#, #"{"a": {"b": {}"#, #"{"a": {}"#] {
            XCTAssertThrowsError(
                try withDocument(json, skipping: { _, _ in true }) { _ in },
                json
            ) { error in
                XCTAssertEqual((error as? JSONFault)?.offset, json.utf8.count, json)
            }
        }
    }

    private func withDocument(
        _ json: String,
        skipping skips: JSONTape.Skips? = nil,
        _ body: (JSONDocument) -> Void
    ) throws {
        try withBytes(json) { bytes in
            Result { () throws(JSONFault) in
                try JSONTape.scan(bytes, skipping: skips).withDocument(over: bytes, body)
            }
        }.get()
    }
}

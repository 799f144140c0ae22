@testable import FootingExtendedAttributes
import FootingBytes
import FootingPropertyLists
import XCTest

final class OpenStepTextTests: XCTestCase {
    private func strings(_ bytes: [UInt8]) -> (texts: [String], isArray: Bool)? {
        unsafe bytes.withUnsafeBufferPointer {
            unsafe OpenStepScanner.strings(in: ByteView($0))
        }
    }

    func testTextIsAStringOrAnArrayOfStrings() {
        let rows: [(text: String, texts: [String]?, isArray: Bool)] = [
            ("a", ["a"], false), ("\"a b\"", ["a b"], false),
            ("(a, 'b c', \"d\\n\")", ["a", "b c", "d\n"], true), ("(a,)", ["a"], true),
            ("()", [], true), (" ( ) // x", [], true), ("/* x */ a", ["a"], false),
            ("", nil, false), ("a b", nil, false), ("(a", nil, false), ("(,)", nil, false),
            ("(a b)", nil, false), ("(a) /* x", nil, false), ("\"\\Ud800\"", nil, false),
            ("\"\\u0041\"", nil, false), ("{a = b;}", nil, false), ("((a))", nil, false),
            ("<00>", nil, false),
        ]
        for (text, texts, isArray) in rows {
            let found = strings(Array(text.utf8))
            XCTAssertEqual(found?.texts, texts, text)
            XCTAssertEqual(found?.isArray ?? false, isArray, text)
        }
        XCTAssertNil(strings([0x22, 0xFF, 0x22]))
    }
}

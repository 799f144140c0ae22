import FootingMapping
import Foundation
import XCTest

final class MappingPathTests: XCTestCase {
    struct Values {
        var plain: Int = 0
        var slash: Int = 0
        var tilde: Int = 0
        var combined: Int = 0
        var empty: Int = 0
        var list: [Int] = []
        var members: [String: Int] = [:]

        static let mapping = Mapping<Values> {
            Field("a.b", \.plain)
            Field("a/b", \.slash)
            Field("~1", \.tilde)
            Field("x/\u{301}", \.combined)
            Field("", \.empty)
            Field("list", \.list)
            Field("members", \.members)
        }
    }

    func testPointerEscapesWhatRFC6901Escapes() throws {
        let json = """
            {"a": {"b": []}, "a/b": [], "~1": [], "x/\u{301}": [], "": [], "list": [1, "x"],
             "members": {"k/~": "x"}}
            """
        for (includesKeys, last) in [(false, "/members/*"), (true, "/members/k~1~0")] {
            var options = MappingOptions.standard
            options.includesKeys = includesKeys
            try applying(Values.mapping, to: Values(), json, options) { _, report in
                XCTAssertEqual(
                    report.issues.map(\.path.jsonPointer),
                    ["/a/b", "/a~1b", "/~01", "/x~1\u{301}", "/", "/list/1", last]
                )
            }
        }
    }

    func testPointerToTheWholeInputIsEmpty() throws {
        var values = Values()
        let report = try Values.mapping.apply(json: Data("5".utf8), to: &values)
        XCTAssertEqual(report.issues.map(\.path.jsonPointer), [""])
    }
}

import FootingMapping
import Foundation
import XCTest

/// Rules and transforms for objects that a conversion maps.
final class FieldRuleOnObjectTests: XCTestCase {
    struct Line: Mappable, Equatable {
        var article = ""
        var count = 1
        static let mapping = Mapping<Line> {
            Field("article", \.article).required()
            Field("count", \.count).validated("positive") { $0 > 0 }
        }
    }

    class Order {
        var lines: [Line] = []
        var main: Line?
        var first = ""
        var counts = 0
        static let orderMapping = Mapping<Order> {
            Field("lines", \.lines).validated("at most 2 lines") { $0.count <= 2 }.skippingEqual()
            Field("main", \.main)
            Field("first", \.first) { (lines: [Line]) in lines.first?.article }
            Field("sum") { (order: inout Order, lines: [String: Line]) in
                order.counts = lines.values.reduce(0) { $0 + $1.count }
            }
        }
    }

    final class GiftOrder: Order {
        static let giftMapping = Mapping<GiftOrder> {
            InheritedFields(Order.orderMapping) { $0 }
        }
    }

    func testRulesTransformsAndSettersTakeObjects() throws {
        let cases: [(String, [Line], String, Int, [String])] = [
            (
                #"{"lines": [{"article": "a"}, {"article": "b", "count": "2"}]}"#,
                [Line(article: "a"), Line(article: "b", count: 2)], "", 0, []
            ),
            (
                #"{"lines": [{"article": "a"}, {"article": "b"}, {"article": "c", "count": 0}]}"#,
                [], "", 0,
                ["$.lines[2].count rejected positive", "$.lines rejected at most 2 lines"]
            ),
            (#"{"first": [{"article": "x"}]}"#, [], "x", 0, []),
            (
                #"{"first": [{}]}"#, [], "", 0,
                [
                    "$.first[0].article missing",
                    "$.first rejected the transform returned nil",
                ]
            ),
            (
                #"{"sum": {"a": {"article": "a", "count": 2}, "b": {"article": "b"}}}"#,
                [], "", 3, []
            ),
        ]
        for (json, lines, first, counts, issues) in cases {
            for input in try Input.all(json) {
                let order = GiftOrder()
                let report = try input.apply(GiftOrder.giftMapping, to: order)
                XCTAssertEqual(order.lines, lines, json)
                XCTAssertEqual(order.first, first, json)
                XCTAssertEqual(order.counts, counts, json)
                XCTAssertEqual(
                    report.issues.map { issue in
                        [issue.path.description, "\(issue.code)", issue.explanation ?? ""]
                            .filter { !$0.isEmpty }.joined(separator: " ")
                    },
                    issues,
                    json
                )
            }
        }
    }

    func testAnObjectOfAParentsFieldIsUpdatedInPlace() throws {
        for input in try Input.all(#"{"main": {"article": "new"}}"#) {
            let order = GiftOrder()
            order.main = Line(article: "old", count: 5)
            XCTAssertTrue(try input.apply(GiftOrder.giftMapping, to: order).isClean)
            XCTAssertEqual(order.main, Line(article: "new", count: 5))
        }
    }

    func testARefusalIsNotHiddenByWhatTheConversionTriedInVain() throws {
        struct Either: MappingConvertible, Equatable {
            var name = ""
            static func converted(
                from source: borrowing MappingSource
            ) -> MappingConversion<Either> {
                if case .exact(let line) = Line.converted(from: source) {
                    return .exact(Either(name: line.article))
                }
                return .converted(Either(name: "other"))
            }
        }
        struct Root: Equatable {
            var ruled = Either()
            var made = 0
        }
        let mapping = Mapping<Root> {
            Field("ruled", \.ruled).validated("not other") { $0.name != "other" }
            Field("made", \.made) { (either: Either) in either.name == "other" ? nil : 1 }
        }
        let bad = #"{"count": -1}"#
        try applying(mapping, to: Root(), #"{"ruled": \#(bad), "made": \#(bad)}"#) { root, report in
            XCTAssertEqual(root, Root())
            XCTAssertEqual(
                report.issues.map { "\($0.path) \($0.code)" },
                ["$.ruled rejected", "$.made rejected"]
            )
        }
    }
}

import Foundation
import XCTest

@testable import FootingMapping

final class DefaultTests: XCTestCase {
    private struct Order {
        var count: Int? = 5
        var plan = "free"
        var tags: [String] = ["old"]

        static let mapping = Mapping<Order> {
            Field("count", \.count).default(1)
            Field("details.plan", \.plan).aliases("plan").default("basic").required()
            Field("tags", \.tags).default([]).validated("not empty") { !$0.isEmpty }
        }
    }

    private func made(_ json: String, _ options: MappingOptions = .standard) throws -> (
        value: Order?, report: MappingReport
    ) {
        var options = options
        options.listsFields = true
        return try Order.mapping.make(Order(), json: Data(json.utf8), options: options)
    }

    func testAnObjectThatIsMadeGetsDefaultsForAbsentKeysAndNulls() throws {
        for json in ["{}", #"{"count":null,"plan":null,"tags":null}"#, #"{"details":null}"#] {
            let (value, report) = try made(json)
            XCTAssertEqual(value?.count, 1, json)
            XCTAssertEqual(value?.plan, "basic", json)
            XCTAssertEqual(value?.tags, [], json)
            XCTAssertTrue(report.isClean, json)
            XCTAssertEqual(report.appliedCount, 3, json)
            XCTAssertEqual(report.convertedCount, 0, json)
            XCTAssertEqual(report.notes.map(\.kind), [.defaulted, .defaulted, .defaulted], json)
        }
        XCTAssertEqual(
            try made(#"{"count":null}"#).report.notes.map(\.description),
            [
                "$.count: defaulted (null to Int?)",
                "$.details.plan: defaulted (absent to String)",
                "$.tags: defaulted (absent to [String])",
            ]
        )
    }

    func testAnObjectThatIsUpdatedKeepsWhatTheInputLeavesOut() throws {
        var order = Order(count: 7, plan: "team", tags: ["a"])
        var report = Order.mapping.apply([:], to: &order)
        XCTAssertEqual(order.count, 7)
        XCTAssertEqual(report.appliedCount, 0)
        XCTAssertEqual(report.issues.map(\.code), [.missing])
        report = Order.mapping.apply(["count": NSNull(), "plan": NSNull()], to: &order)
        XCTAssertEqual(order.count, 1)
        XCTAssertEqual(order.plan, "basic")
        XCTAssertEqual(order.tags, ["a"])
        XCTAssertTrue(report.isClean)
    }

    func testANullInAStringIsANull() throws {
        struct Values {
            var size = 0
            static let mapping = Mapping<Values> { Field("size", \.size).embeddedJSON().default(7) }
        }
        var options = MappingOptions.standard
        options.listsFields = true
        for (json, size, kind) in [
            (#"{"size": "null"}"#, 7, MappingNote.Kind.defaulted), (#"{"size": "5"}"#, 5, .applied),
        ] {
            try applying(Values.mapping, to: Values(), json, options) { values, report in
                XCTAssertEqual(values.size, size)
                XCTAssertEqual(report.issues, [])
                XCTAssertEqual(report.notes.map(\.kind), [kind])
            }
        }
    }

    func testAValueThatCannotBeUsedIsNoDefault() throws {
        let (value, report) = try made(#"{"count":"x","plan":"team","tags":[]}"#)
        XCTAssertEqual(value?.count, 5)
        XCTAssertEqual(value?.tags, ["old"])
        XCTAssertEqual(report.issues.map(\.code), [.notNumeric, .rejected])
        let (blocked, blockedReport) = try made(#"{"details":4}"#)
        XCTAssertNil(blocked)
        XCTAssertEqual(blockedReport.issues.map(\.code), [.typeMismatch])
        var options = MappingOptions.standard
        options.duplicateKeys = .reject
        let (twice, twiceReport) = try made(#"{"count":2,"count":3}"#, options)
        XCTAssertEqual(twice?.count, 5)
        XCTAssertEqual(twiceReport.issues.map(\.code), [.duplicateKey])
    }

    func testElementsOfListsAreMade() throws {
        let (values, report) = try Order.mapping.makeArray(
            of: Order(),
            json: Data(#"[{},{"plan":"team"}]"#.utf8)
        )
        XCTAssertEqual(values.map(\.plan), ["basic", "team"])
        XCTAssertEqual(values.map(\.count), [1, 1])
        XCTAssertTrue(report.isClean)
    }

    func testNothingIsSetIfAnAtomicCallHasAnIssue() throws {
        var options = MappingOptions.standard
        options.isAtomic = true
        var order = Order(count: 7)
        let report = Order.mapping.apply(
            ["count": NSNull(), "tags": [""], "plan": [1]],
            to: &order,
            options: options
        )
        XCTAssertFalse(report.isClean)
        XCTAssertEqual(order.count, 7)
        XCTAssertEqual(report.appliedCount, 0)
        XCTAssertEqual(try made("{}", options).value?.count, 1)
    }

    private class Customer {
        var name = "old"
        static let mapping = Mapping<Customer> { Field("name", \.name).default("?") }
    }

    private final class Member: Customer {
        var level = 0
        static let memberMapping = Mapping<Member> {
            InheritedFields(Customer.mapping) { $0 }
            Field("level") { $0.level = $1 }.default(3)
        }
    }

    func testClassesAndInheritedFieldsAndSettersHaveDefaults() throws {
        let (member, report) = try Member.memberMapping.make(Member(), json: Data("{}".utf8))
        XCTAssertEqual(member?.name, "?")
        XCTAssertEqual(member?.level, 3)
        XCTAssertEqual(report.appliedCount, 2)
    }

    private struct Line: Mappable, Equatable {
        var article = "?"
        static let mapping = Mapping<Line> { Field("article", \.article) }
    }

    private enum Item: MappableUnion, Equatable {
        case line(Line)
        static let union = MappingUnion<Item>(
            "kind",
            ["line": .object(Item.line) { if case .line(let line) = $0 { line } else { nil } }]
        )
    }

    private struct Basket: Equatable {
        var first = Line(article: "old")
        var observed = Line(article: "old") { didSet {} }
        var second: Line? = Line(article: "old")
        var item = Item.line(Line(article: "old"))

        static let mapping = Mapping<Basket> {
            Field("first", \.first).default(Line(article: "default"))
            Field("observed", \.observed, Line.mapping).default(Line(article: "default"))
            Field("second", \.second).default(Line(article: "default"))
            Field("item", \.item).default(.line(Line(article: "default")))
        }
    }

    func testObjectsAndUnionsHaveDefaults() throws {
        let line = Line(article: "default")
        let defaults = Basket(first: line, observed: line, second: line, item: .line(line))
        let nulls = Data(#"{"first":null,"observed":null,"second":null,"item":null}"#.utf8)
        for json in [nulls, Data("{}".utf8)] {
            let (basket, report) = try Basket.mapping.make(Basket(), json: json)
            XCTAssertEqual(basket, defaults)
            XCTAssertTrue(report.isClean)
            XCTAssertEqual(report.appliedCount, 4)
        }
        var basket = Basket()
        XCTAssertTrue(try Basket.mapping.apply(json: nulls, to: &basket).isClean)
        XCTAssertEqual(basket, defaults)
        let new = Data(#"{"second":{"article":"new"},"first":{"article":"new"}}"#.utf8)
        XCTAssertTrue(try Basket.mapping.apply(json: new, to: &basket).isClean)
        XCTAssertEqual(basket.first, Line(article: "new"))
        XCTAssertEqual(basket.second, Line(article: "new"))
        XCTAssertEqual(basket.observed, line)
    }
}

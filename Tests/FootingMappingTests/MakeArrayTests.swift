import FootingMapping
import Foundation
import XCTest

final class MakeArrayTests: XCTestCase {
    struct Item: Equatable {
        var id = 0
        var name = "none"

        static let mapping = Mapping<Item> {
            Field("id", \.id).required()
            Field("name", \.name)
        }
    }

    func testEveryElementBecomesANewValue() throws {
        let json = Data(#"{"data": {"items": [{"id": 1}, {"id": "2", "name": "b"}]}}"#.utf8)
        let (items, report) = try Item.mapping.makeArray(
            of: Item(),
            json: json,
            at: "data.items"
        )
        XCTAssertEqual(items, [Item(id: 1), Item(id: 2, name: "b")])
        XCTAssertTrue(report.isClean)
        XCTAssertEqual(report.appliedCount, 3)
        XCTAssertEqual(report.convertedCount, 1)
    }

    func testBadElementIsDroppedWithItsIndexAndTheOthersStay() throws {
        let json = Data(#"[{"id": 1}, {"name": "b"}, 5, null, {"id": 4, "name": []}]"#.utf8)
        let (items, report) = try Item.mapping.makeArray(of: Item(), json: json)
        XCTAssertEqual(items.map(\.id), [1, 4])
        XCTAssertEqual(
            report.issues.map(\.description),
            [
                "$[1].id: required, but not there (wanted Int); dropped",
                "$[2]: the wrong kind of value (number, wanted Item); dropped",
                "$[3]: null, but not optional (null, wanted Item); dropped",
                "$[4].name: the wrong kind of value (array, wanted String); kept",
            ]
        )
    }

    func testInstancesAreNewForEachElement() throws {
        final class Node { var id = 0 }
        let mapping = Mapping<Node> { Field("id", \.id) }
        let (nodes, _) = try mapping.makeArray(
            of: Node(),
            json: Data(#"[{"id": 1}, {"id": 2}]"#.utf8)
        )
        XCTAssertEqual(nodes.map(\.id), [1, 2])
    }

    func testSingleObjectIsAListOfOneExceptInStrictOptions() throws {
        let json = Data(#"{"items": {"id": 1}}"#.utf8)
        let made = try Item.mapping.makeArray(of: Item(), json: json, at: "items")
        XCTAssertEqual(made.values, [Item(id: 1)])
        let strict = try Item.mapping.makeArray(
            of: Item(),
            json: json,
            at: "items",
            options: .strict
        )
        XCTAssertEqual(strict.values, [])
        XCTAssertEqual(
            strict.report.issues.map(\.description),
            ["$.items: the wrong kind of value (object, wanted [Item]); dropped"]
        )
    }

    func testListThatIsNotThereIsAnIssue() throws {
        for json in [#"{}"#, #"{"data": null}"#, #"{"data": {"x": []}}"#, "[]", "5"] {
            let (items, report) = try Item.mapping.makeArray(
                of: Item(),
                json: Data(json.utf8),
                at: "data.items"
            )
            XCTAssertEqual(items, [])
            XCTAssertEqual(report.issues.map { "\($0.path) \($0.code)" }, ["$.data.items missing"])
        }
        let (_, report) = try Item.mapping.makeArray(of: Item(), json: Data("null".utf8))
        XCTAssertEqual(report.issues.map(\.code), [.null])
    }

    func testListBeyondTheLimitIsRefusedWhole() throws {
        var options = MappingOptions.standard
        options.limits.elements = 2
        for (count, isTaken) in [(2, true), (3, false)] {
            let list = Array(repeating: #"{"id": 1}"#, count: count).joined(separator: ",")
            let made = try Item.mapping.makeArray(
                of: Item(),
                json: Data("[\(list)]".utf8),
                options: options
            )
            XCTAssertEqual(made.values.count, isTaken ? count : 0)
            XCTAssertEqual(made.report.issues.map(\.code), isTaken ? [] : [.limit])
        }
    }
}

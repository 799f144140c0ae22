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
                "$[1].id: required, but missing (wanted Int); dropped",
                "$[2]: wrong kind of value (number, wanted Item); dropped",
                "$[3]: null, but not optional (null, wanted Item); dropped",
                "$[4].name: wrong kind of value (array, wanted String); kept",
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
            ["$.items: wrong kind of value (object, wanted [Item]); dropped"]
        )
    }

    func testListThatIsNotThereIsAnIssue() throws {
        for json in [#"{}"#, #"{"data": null}"#, #"{"data": {"x": []}}"#] {
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
            XCTAssertEqual(made.report.issues.map(\.code), isTaken ? [] : [.limitExceeded])
        }
    }

    func testValueInTheWayOfTheListIsReportedWhereItIs() throws {
        let cases = [
            ("[]", "$: wrong kind of value (array, wanted object); dropped"),
            ("5", "$: wrong kind of value (number, wanted object); dropped"),
            ("null", "$: null, but not optional (null, wanted object); dropped"),
            (
                #"{"data": "no"}"#,
                "$.data: wrong kind of value (string, wanted object); dropped"
            ),
            (
                #"{"data": {"items": 5}}"#,
                "$.data.items: wrong kind of value (number, wanted [Item]); dropped"
            ),
        ]
        for (json, issue) in cases {
            let made = try Item.mapping.makeArray(
                of: Item(),
                json: Data(json.utf8),
                at: "data.items"
            )
            XCTAssertEqual(made.values, [], json)
            XCTAssertEqual(made.report.issues.map(\.description), [issue], json)
        }
    }

    func testKeyOnTheWayThatIsThereTwiceCountsAsTheOptionsSay() throws {
        let json = Data(#"{"d": {"x": [{"id": 1}]}, "d": {"x": [{"id": 2}], "y": 1}}"#.utf8)
        let choices: [(MappingOptions.DuplicateKeys, [Int], [String])] = [
            (.first, [1], []), (.last, [2], []), (.reject, [], ["$.d duplicateKey"]),
        ]
        for (choice, ids, issues) in choices {
            var options = MappingOptions.standard
            options.duplicateKeys = choice
            let made = try Item.mapping.makeArray(
                of: Item(),
                json: json,
                at: "d.x",
                options: options
            )
            XCTAssertEqual(made.values.map(\.id), ids)
            XCTAssertEqual(made.report.issues.map { "\($0.path) \($0.code)" }, issues)
            XCTAssertEqual(made.report.duplicateKeyCount, 1)
            XCTAssertEqual(made.report.unknownKeyCount, 0)
        }
    }

    func testObjectOnTheWayIsWithinTheLimits() throws {
        let json = Data(#"{"a": {"b": 1, "c": 1, "list": [{"id": 1}]}}"#.utf8)
        var options = MappingOptions.standard
        options.limits.elements = 3
        for (elements, depth, issues) in [
            (3, 4, []), (2, 4, ["$.a limitExceeded"]), (0, 4, ["$ limitExceeded"]),
            (3, 3, ["$.a.list[0] limitExceeded"]), (3, 2, ["$.a.list limitExceeded"]),
            (3, 1, ["$.a limitExceeded"]),
        ] {
            options.limits.elements = elements
            options.limits.depth = depth
            let made = try Item.mapping.makeArray(
                of: Item(),
                json: json,
                at: "a.list",
                options: options
            )
            XCTAssertEqual(made.report.issues.map { "\($0.path) \($0.code)" }, issues)
            XCTAssertEqual(made.values.count, issues.isEmpty ? 1 : 0)
        }
    }
}

/// Lists of native values.
extension MakeArrayTests {
    func testListOfDictionariesIsReadAsItsJSONIs() throws {
        let lists = [
            #"[{"id": 1}, {"id": "2", "name": "b"}]"#,
            #"[{"id": 1}, {"name": "b"}, 5, null, {"id": 4, "name": []}]"#,
            #"[]"#, #"[[{"id": 1}]]"#, #"[{"id": 1, "x": 2}]"#,
        ]
        for options in [MappingOptions.standard, .strict] {
            for list in lists {
                let data = Data(list.utf8)
                let expected = try Item.mapping.makeArray(of: Item(), json: data, options: options)
                let native = try XCTUnwrap(JSONSerialization.jsonObject(with: data) as? [Any])
                let made = Item.mapping.makeArray(of: Item(), from: native, options: options)
                XCTAssertEqual(made.values, expected.values, list)
                XCTAssertEqual(made.report.description, expected.report.description, list)
                XCTAssertEqual(
                    made.report.issues.map(\.description),
                    expected.report.issues.map(\.description),
                    list
                )
            }
        }
    }

    func testListInADictionaryIsReadAsItsJSONIs() throws {
        let documents = [
            #"{"data": {"items": [{"id": 1}, {"id": "2", "name": "b"}]}}"#,
            #"{"data": {"items": {"id": 1}}}"#, #"{"data": {"items": 5}}"#, #"{"data": "no"}"#,
            #"{"data": {"items": null}}"#, #"{"data": null}"#, #"{}"#,
            #"{"x": 1, "data": {"y": 2, "items": [{"id": 1, "z": 3}, {"z": 1}]}}"#,
        ]
        for options in [MappingOptions.standard, .strict, .untrusted] {
            for json in documents {
                let data = Data(json.utf8)
                let expected = try Item.mapping
                    .makeArray(of: Item(), json: data, at: "data.items", options: options)
                let object = try JSONSerialization.jsonObject(with: data)
                let made = Item.mapping.makeArray(
                    of: Item(),
                    from: try XCTUnwrap(object as? [String: Any]),
                    at: "data.items",
                    options: options
                )
                XCTAssertEqual(made.values, expected.values, json)
                XCTAssertEqual(made.report.description, expected.report.description, json)
                XCTAssertEqual(
                    made.report.issues.map(\.description),
                    expected.report.issues.map(\.description),
                    json
                )
            }
        }
    }

    func testElementsMayBeSwiftsOwnValues() {
        let list: [Any] = [["id": 1], ["id": UInt8(2), "name": Substring("b")] as [String: Any]]
        let made = Item.mapping.makeArray(of: Item(), from: list)
        XCTAssertEqual(made.values, [Item(id: 1), Item(id: 2, name: "b")])
        XCTAssertTrue(made.report.isClean)
    }
}

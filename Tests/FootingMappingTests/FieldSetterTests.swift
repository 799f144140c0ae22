import FootingMapping
import Foundation
import XCTest

/// Fields that pass their value to a closure.
final class FieldSetterTests: XCTestCase {
    final class Account {
        private(set) var id = 0
        private(set) var name = "Ada" { didSet { log.append("name") } }
        var city: String? = "Bonn"
        var tags: [String] = []
        var limits: [String: Int] = [:]
        var plan = Plan.old
        var log: [String] = []
        let address = MappingTests.Address()

        func rename(_ name: String) {
            log.append("rename")
            self.name = name
        }

        static let mapping = Mapping<Account> {
            Field("id") { $0.id = $1 }.required()
            Field("name") { $0.rename($1) }.aliases("full_name")
            Field("address.city") { $0.city = $1 }
            Field("tags") { $0.tags = $1 }
            Field("limits") { $0.limits = $1 }
            Field("plan") { $0.plan = $1 }.unknownCase(.free)
        }
    }

    class Open {
        var id = 1
        var name: String? = "old"
        static let openMapping = Mapping<Open> {
            Field("id") { $0.id = $1 }
            Field("name") { $0.name = $1 }
        }
    }

    struct Point: Equatable {
        private(set) var x = 0
        var label: String? = "old"
        var history: [Int] = []

        mutating func move(to x: Int) {
            history.append(self.x)
            self.x = x
        }

        static let mapping = Mapping<Point> {
            Field("x") { $0.move(to: $1) }
            Field("label") { $0.label = $1 }
            Field("both") { (point: inout Point, value: Int) in
                point.x = value
                point.history = [value]
            }
        }
    }

    func testAClassIsSetThroughClosures() throws {
        let json = #"""
            {"id": "7", "full_name": "Grace", "address": {"city": "Ulm"}, "tags": "solo",
             "limits": {"a": 1}, "plan": "gold"}
            """#
        for input in try Input.all(json) {
            let account = Account()
            let report = try input.apply(Account.mapping, to: account)
            XCTAssertTrue(report.isClean, "\(report.issues)")
            XCTAssertEqual(account.id, 7)
            XCTAssertEqual(account.name, "Grace")
            XCTAssertEqual(account.city, "Ulm")
            XCTAssertEqual(account.tags, ["solo"])
            XCTAssertEqual(account.limits, ["a": 1])
            XCTAssertEqual(account.plan, .free)
            XCTAssertEqual(account.log, ["rename", "name"])
            XCTAssertEqual(report.appliedCount, 6)
            XCTAssertEqual(report.convertedCount, 3)
        }
    }

    func testNullSetsNilWhereTheClosureSetsAnOptional() throws {
        for input in try Input.all(#"{"id": null, "name": null}"#) {
            let object = Open()
            let report = try input.apply(Open.openMapping, to: object)
            XCTAssertEqual(object.id, 1)
            XCTAssertNil(object.name)
            XCTAssertEqual(
                report.issues.map(\.description),
                ["$.id: null, but not optional (null, wanted Int); kept"]
            )
        }
        try applying(Point.mapping, to: Point(), #"{"label": null, "x": null}"#) { point, report in
            XCTAssertEqual(point, Point(label: nil))
            XCTAssertEqual(report.issues.map(\.code), [.null])
        }
        try applying(Point.mapping, to: Point(), #"{"label": []}"#) { point, report in
            XCTAssertEqual(point, Point())
            XCTAssertEqual(report.issues.map(\.target), ["String?"])
        }
    }

    func testAStructIsSetInPlace() throws {
        let json = #"{"x": 3, "label": "new"}"#
        try applying(Point.mapping, to: Point(), json) { point, report in
            XCTAssertEqual(point.x, 3)
            XCTAssertEqual(point.label, "new")
            XCTAssertEqual(point.history, [0])
            XCTAssertEqual(report.appliedCount, 2)
        }
        try applying(Point.mapping, to: Point(), #"{"both": "4"}"#) { point, _ in
            XCTAssertEqual(point.x, 4)
            XCTAssertEqual(point.history, [4])
        }
    }

    func testTheClosureRunsForNoValueThatIsRefused() throws {
        let json = #"{"id": "x", "name": false, "tags": [[]], "limits": {"a": "b"}, "plan": []}"#
        for input in try Input.all(json) {
            let account = Account()
            let report = try input.apply(Account.mapping, to: account)
            XCTAssertEqual(account.log, [])
            XCTAssertEqual(account.id, 0)
            XCTAssertEqual(
                report.issues.map { "\($0.path) \($0.code) \($0.target)" },
                [
                    "$.id notNumeric Int", "$.name typeMismatch String",
                    "$.tags[0] typeMismatch String", "$.limits[*] notNumeric Int",
                    "$.plan typeMismatch Plan",
                ]
            )
        }
    }

    func testRulesComeBeforeTheClosure() throws {
        let mapping = Mapping<Point> {
            Field("x") { $0.move(to: $1) }.validated("positive") { $0 > 0 }
        }
        for (json, point, explanations) in [
            (#"{"x": 2}"#, Point(x: 2, history: [0]), []), (#"{"x": 0}"#, Point(), ["positive"]),
        ] {
            try applying(mapping, to: Point(), json) {
                XCTAssertEqual($0, point, json)
                XCTAssertEqual($1.issues.map(\.explanation), explanations, json)
            }
        }
    }

    func testAnEqualValueReachesTheClosureAllTheSame() throws {
        let mapping = Mapping<Point> { Field("x") { $0.move(to: $1) }.skippingEqual() }
        try applying(mapping, to: Point(), #"{"x": 0}"#) { point, report in
            XCTAssertEqual(point.history, [0])
            XCTAssertEqual(report.appliedCount, 1)
        }
    }

    func testARequiredClosureFieldDecidesWhetherThereIsAnObject() throws {
        for (json, id) in [(#"{"id": 5}"#, 5), (#"{"id": []}"#, nil), ("{}", nil)] {
            for input in try Input.all(json) {
                XCTAssertEqual(try input.make(Account.mapping, Account()).value?.id, id, json)
            }
        }
        let list = Data(#"[{"id": 1}, {"id": null}, {"id": 3, "name": "Bo"}]"#.utf8)
        let (accounts, report) = try Account.mapping.makeArray(of: Account(), json: list)
        XCTAssertEqual(accounts.map(\.id), [1, 3])
        XCTAssertEqual(accounts.map(\.log), [[], ["rename", "name"]])
        XCTAssertEqual(report.issues.map(\.resolution), [.droppedElement])
    }

    func testFieldsAreSetInTheOrderOfTheirDeclaration() throws {
        struct Root { var log: [String] = [] }
        let mapping = Mapping<Root> {
            Field("a") { (root, value: Int) in root.log.append("a\(value)") }
            Field("b", as: String.self) { $0.log.append("b\($1)") }
            Field("a") { (root, value: String) in root.log.append("again\(value)") }
        }
        try applying(mapping, to: Root(), #"{"b": "x", "a": 1}"#) { root, _ in
            XCTAssertEqual(root.log, ["a1", "bx", "again1"])
        }
    }

    func testAClosureMayMapTheSameObjectAgain() throws {
        final class Node {
            var id = 0
            var depth = 0
            static let inner = Mapping<Node> { Field("id") { $0.id = $1 } }
            static let mapping = Mapping<Node> {
                Field("text") { (node, text: String) in
                    let report = try? Node.inner.apply(json: Data(text.utf8), to: node)
                    node.depth = report?.appliedCount ?? -1
                }
            }
        }
        for input in try Input.all(#"{"text": "{\"id\": 5}"}"#) {
            let node = Node()
            XCTAssertTrue(try input.apply(Node.mapping, to: node).isClean)
            XCTAssertEqual(node.id, 5)
            XCTAssertEqual(node.depth, 1)
        }
    }

    func testClosuresRunOnTheThreadThatApplies() throws {
        final class Root {
            var threads: [Thread] = []
        }
        let mapping = Mapping<Root> {
            Field("a") { (root, _: Int) in root.threads.append(.current) }
        }
        let root = Root()
        _ = try mapping.apply(json: Data(#"{"a": 1}"#.utf8), to: root)
        XCTAssertEqual(root.threads, [.current])
    }
}

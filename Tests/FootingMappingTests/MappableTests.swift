import FootingMapping
import Foundation
import XCTest

/// Objects with their own mapping, in every position inside other objects.
final class MappableTests: XCTestCase {
    func testAPropertyIsUpdatedInPlace() throws {
        for input in try Input.all(#"{"ship_to": {"city": "Łódź", "floor": "3"}}"#) {
            var basket = Basket(address: Address(city: "Gdańsk", zip: "80-001"))
            let report = try input.apply(Basket.mapping, to: &basket)
            XCTAssertEqual(basket.address, Address(city: "Łódź", zip: "80-001"))
            XCTAssertTrue(report.isClean)
            XCTAssertEqual(report.unknownKeyCount, 1)
        }
    }

    func testAnOptionalWithoutAnObjectGetsANewOne() throws {
        for input in try Input.all(#"{"bill_to": {"city": "Łódź", "zip": 90001}}"#) {
            var basket = Basket()
            let report = try input.apply(Basket.mapping, to: &basket, options: .listing)
            XCTAssertEqual(basket.billing, Address(city: "Łódź", zip: "90001"))
            XCTAssertEqual(report.appliedCount, 3)
            XCTAssertEqual(
                report.notes.map(\.description),
                [
                    "$.bill_to.city: applied (string to String)",
                    "$.bill_to.zip: converted (number to String)",
                    "$.bill_to: applied (object to Address?)",
                ]
            )
        }
    }

    func testAnOptionalWithAnObjectKeepsWhatTheInputLeavesOut() throws {
        for input in try Input.all(#"{"bill_to": {"zip": "90-001"}}"#) {
            var basket = Basket(billing: Address(city: "Łódź", zip: "0"))
            let report = try input.apply(Basket.mapping, to: &basket)
            XCTAssertEqual(basket.billing, Address(city: "Łódź", zip: "90-001"))
            // The city is required: an update reports that it is missing, and continues.
            XCTAssertEqual(
                report.issues.map(\.description),
                ["$.bill_to.city: required, but missing (wanted String); kept"]
            )
        }
    }

    func testAnOptionalStaysNilIfARequiredFieldIsMissing() throws {
        for input in try Input.all(#"{"number": 5, "bill_to": {"zip": "90-001"}}"#) {
            var basket = Basket()
            let report = try input.apply(Basket.mapping, to: &basket)
            XCTAssertNil(basket.billing)
            XCTAssertEqual(basket.number, 5)
            XCTAssertEqual(
                report.issues.map(\.description),
                ["$.bill_to.city: required, but missing (wanted String); failed"]
            )
        }
    }

    func testNullSetsAnOptionalToNil() throws {
        for input in try Input.all(#"{"bill_to": null}"#) {
            var basket = Basket(billing: Address())
            XCTAssertTrue(try input.apply(Basket.mapping, to: &basket).isClean)
            XCTAssertNil(basket.billing)
        }
    }

    func testAValueThatIsNoObjectLeavesAnOptionalAlone() throws {
        for input in try Input.all(#"{"bill_to": "Łódź"}"#) {
            for old in [nil, Address(city: "a", zip: "b")] {
                var basket = Basket(billing: old)
                let report = try input.apply(Basket.mapping, to: &basket)
                XCTAssertEqual(basket.billing, old)
                XCTAssertEqual(
                    report.issues.map(\.description),
                    ["$.bill_to: wrong kind of value (string, wanted Address?); kept"]
                )
            }
        }
    }

    func testAnInstanceInAnOptionalStaysTheSame() throws {
        for input in try Input.all(#"{"next": {"name": "b", "next": {"name": "c"}}}"#) {
            let node = Node()
            let next = Node()
            node.next = next
            node.setCount = 0
            XCTAssertTrue(try input.apply(Node.mapping, to: node).isClean)
            XCTAssertIdentical(node.next, next)
            XCTAssertEqual(next.name, "b")
            XCTAssertEqual(next.next?.name, "c")
            XCTAssertEqual(node.setCount, 0)
        }
    }

    func testAListLeavesOutWhatIsNoWholeObject() throws {
        let json = #"""
            {"lines": [{"sku": "a", "count": "2"}, {"count": 3}, null, 7, {"sku": "b", "count": "many"}]}
            """#
        for input in try Input.all(json) {
            var basket = Basket(lines: [Line(sku: "old")])
            let report = try input.apply(Basket.mapping, to: &basket)
            XCTAssertEqual(basket.lines, [Line(sku: "a", count: 2), Line(sku: "b", count: 1)])
            XCTAssertEqual(
                report.issues.map(\.description),
                [
                    "$.lines[1].sku: required, but missing (wanted String); dropped",
                    "$.lines[2]: null, but not optional (null, wanted Line); dropped",
                    "$.lines[3]: wrong kind of value (number, wanted Line); dropped",
                    "$.lines[4].count: not a number (string, wanted Int); kept",
                ]
            )
            XCTAssertEqual(report.issueCount, 4)
            // The list, two articles and a count. The dropped elements were not set.
            XCTAssertEqual(report.appliedCount, 4)
        }
    }

    func testAnObjectInPlaceOfAListIsAListOfOne() throws {
        for input in try Input.all(#"{"lines": {"sku": "a"}}"#) {
            var basket = Basket()
            XCTAssertTrue(try input.apply(Basket.mapping, to: &basket).isClean)
            XCTAssertEqual(basket.lines, [Line(sku: "a")])
        }
        for input in try Input.all(#"{"lines": {"count": 2}}"#) {
            var basket = Basket(lines: [Line(sku: "old")])
            let report = try input.apply(Basket.mapping, to: &basket)
            XCTAssertEqual(basket.lines, [Line(sku: "old")])
            XCTAssertEqual(
                report.issues.map(\.description),
                ["$.lines.sku: required, but missing (wanted String); failed"]
            )
        }
    }

    func testDictionariesAndListsOfListsHoldObjects() throws {
        let json = #"""
            {"by_shop": {"x": [{"sku": "a"}, {"count": 1}]}, "maybe": [null, {"sku": "b"}, {"count": 1}]}
            """#
        for input in try Input.all(json) {
            var basket = Basket()
            var options = MappingOptions.standard
            options.includesKeys = true
            let report = try input.apply(Basket.mapping, to: &basket, options: options)
            XCTAssertEqual(basket.byShop, ["x": [Line(sku: "a")]])
            XCTAssertEqual(basket.maybe, [nil, Line(sku: "b")])
            XCTAssertEqual(
                report.issues.map(\.description),
                [
                    "$.by_shop.x[1].sku: required, but missing (wanted String); dropped",
                    "$.maybe[2].sku: required, but missing (wanted String); dropped",
                ]
            )
        }
    }

    func testAnIssueDeepInsideHasItsWholePath() throws {
        let json = #"""
            {"wrap": {"baskets": [{}, {"lines": [{"sku": "a", "tags": ["x", [], null]}]}]}}
            """#
        for input in try Input.all(json) {
            var shop = Shop()
            let report = try input.apply(Shop.mapping, to: &shop)
            XCTAssertEqual(shop.baskets.map(\.lines), [[], [Line(sku: "a")]])
            XCTAssertEqual(
                report.issues.map(\.description),
                [
                    "$.wrap.baskets[1].lines[0].tags[1]: wrong kind of value "
                        + "(array, wanted String); kept",
                    "$.wrap.baskets[1].lines[0].tags[2]: null, but not optional "
                        + "(null, wanted String); kept",
                ]
            )
        }
    }

    func testAnotherMeaningTakesBackWhatWasSaidOnTheFirst() throws {
        let json = #"""
            {"authors": [{"id": 7}, "Ada", {"name": "Grace"}, 5], "one": {"id": 9}}
            """#
        for input in try Input.all(json) {
            var book = Book()
            let report = try input.apply(Book.mapping, to: &book)
            XCTAssertEqual(
                book.authors,
                [Author(name: "#7"), Author(name: "Ada"), Author(name: "Grace"), Author(name: "5")]
            )
            XCTAssertEqual(book.one, Author(name: "#9"))
            XCTAssertEqual(report.issues, [])
            XCTAssertTrue(report.isClean)
        }
    }

    func testDepthCountsListsAndObjects() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: #"{"kids":["#, count: levels) + #"{"name":"x"}"#
                + String(repeating: "]}", count: levels)
        }
        var options = MappingOptions.standard
        options.limits.depth = 7
        for input in try Input.all(nested(3)) {
            let node = Node()
            XCTAssertTrue(try input.apply(Node.mapping, to: node, options: options).isClean)
            XCTAssertEqual(node.kids.first?.kids.first?.kids.first?.name, "x")
        }
        for input in try Input.all(nested(4)) {
            let node = Node()
            let report = try input.apply(Node.mapping, to: node, options: options)
            XCTAssertEqual(report.issues.map(\.code), [.limitExceeded])
            XCTAssertEqual(
                report.issues.first?.path.description,
                "$.kids[0].kids[0].kids[0].kids"
            )
        }
    }

    func testARequiredOptionalThatCannotBeMadeFailsTheWhole() throws {
        for input in try Input.all(#"{"bill": {"zip": 1}}"#) {
            let mapping = Mapping<Basket> { Field("bill", \.billing).required() }
            let (basket, report) = try input.make(mapping, Basket())
            XCTAssertNil(basket)
            XCTAssertEqual(report.issueCount, 1)
        }
        for input in try Input.all(#"{"lines": [{"count": 1}]}"#) {
            let mapping = Mapping<Basket> { Field("lines", \.lines).required() }
            XCTAssertEqual(try input.make(mapping, Basket()).value?.lines, [])
        }
    }

    func testCountsStayExactWhenTheListIsFull() throws {
        let lines = Array(repeating: #"{"count": 1}"#, count: 50).joined(separator: ",")
        var options = MappingOptions.standard
        options.limits.issues = 3
        for input in try Input.all(#"{"lines": [\#(lines)], "number": "x"}"#) {
            var basket = Basket()
            let report = try input.apply(Basket.mapping, to: &basket, options: options)
            XCTAssertEqual(report.issueCount, 51)
            XCTAssertEqual(report.issues.count, 3)
            XCTAssertEqual(basket.lines, [])
        }
    }
}

private struct Address: Mappable, Equatable {
    var city = ""
    var zip = ""

    static let mapping = Mapping<Address> {
        Field("city", \.city).required()
        Field("zip", \.zip)
    }
}

private struct Line: Mappable, Equatable {
    var sku = ""
    var count = 1
    var tags: [String] = []

    static let mapping = Mapping<Line> {
        Field("sku", \.sku).required()
        Field("count", \.count)
        Field("tags", \.tags)
    }
}

private struct Basket: Mappable {
    var number = 0
    var address = Address()
    var billing: Address?
    var lines: [Line] = []
    var byShop: [String: [Line]] = [:]
    var maybe: [Line?] = []

    static let mapping = Mapping<Basket> {
        Field("number", \.number)
        Field("ship_to", \.address)
        Field("bill_to", \.billing)
        Field("lines", \.lines)
        Field("by_shop", \.byShop)
        Field("maybe", \.maybe)
    }
}

private struct Shop {
    var baskets: [Basket] = []

    static let mapping = Mapping<Shop> { Field("wrap.baskets", \.baskets) }
}

private final class Node: Mappable {
    var name = ""
    var kids: [Node] = []
    var next: Node? { didSet { setCount += 1 } }
    var setCount = 0

    static let mapping = Mapping<Node> {
        Field("name", \.name)
        Field("kids", \.kids)
        Field("next", \.next)
    }
}

/// An author who is sent as an object with a name, as an object with an id, or as a string.
private struct Author: MappingConvertible, Equatable {
    var name = ""

    static func converted(from source: borrowing MappingSource) -> MappingConversion<Author> {
        let ways: [Mapping<Author>] = [
            Mapping { Field("name", \.name).required() },
            Mapping { Field("id", \.id).required() },
        ]
        for way in ways {
            let conversion = way.make(Author(), from: source)
            if case .refused = conversion { continue }
            return conversion
        }
        return String.converted(from: source).map { Author(name: $0) }
    }

    private var id: Int {
        get { 0 }
        set { name = "#\(newValue)" }
    }
}

private struct Book {
    var authors: [Author] = []
    var one = Author()

    static let mapping = Mapping<Book> {
        Field("authors", \.authors)
        Field("one", \.one)
    }
}

extension MappingOptions {
    fileprivate static var listing: MappingOptions {
        var options = MappingOptions.standard
        options.listsFields = true
        return options
    }
}

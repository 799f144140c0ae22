import FootingMapping
import Foundation
import TestSupport
import XCTest

final class AtomicTests: XCTestCase {
    struct Address: Equatable {
        var city = "old"
        var zip = 1
        static let mapping = Mapping<Address> {
            Field("city", \.city)
            Field("zip", \.zip)
        }
    }
    struct Person: Equatable {
        var name = "old"
        var age = 7
        var tags = ["old"]
        var address = Address()
        /// Observed, so that the engine maps the nested object through the accessors.
        var home = Address() { didSet { homeSetCount += 1 } }
        var homeSetCount = 0

        static let mapping = Mapping<Person> {
            Field("name", \.name)
            Field("age", \.age)
            Field("tags", \.tags).lossy()
            Field("address", \.address, Address.mapping)
            Field("home", \.home, Address.mapping)
        }
    }

    private var atomic: MappingOptions {
        var options = MappingOptions.standard
        options.isAtomic = true
        options.listsFields = true
        return options
    }

    func testNothingIsSetIfAnythingFailsAnywhere() throws {
        let failures = [
            (#""age": "x""#, "$.age: not a number (string, wanted Int); kept"),
            (#""name": null"#, "$.name: null, but not optional (null, wanted String); kept"),
            (
                #""address": {"city": "new", "zip": "x"}"#,
                "$.address.zip: not a number (string, wanted Int); kept"
            ),
            (
                #""home": {"city": "new", "zip": []}"#,
                "$.home.zip: wrong kind of value (array, wanted Int); kept"
            ),
            (#""home": 5"#, "$.home: wrong kind of value (number, wanted Address); kept"),
        ]
        let others = [
            #""name": "new""#, #""age": "8""#, #""tags": ["new"]"#, #""address": {"city": "new"}"#,
            #""home": {"zip": 2}"#,
        ]
        for (failure, issue) in failures {
            let key = failure.prefix { $0 != ":" }
            let json =
                "{\((others.filter { !$0.hasPrefix(key) } + [failure]).joined(separator: ","))}"
            try applying(Person.mapping, to: Person(), json, atomic) { person, report in
                XCTAssertEqual(person, Person(), json)
                XCTAssertEqual(report.issues.map(\.description), [issue], json)
                XCTAssertEqual(report.appliedCount, 0, json)
                XCTAssertEqual(report.convertedCount, 0, json)
                XCTAssertEqual(report.notes, [], json)
            }
        }
    }

    func testEverythingIsSetOnceIfNothingFails() throws {
        let json = """
            {"name": "new", "age": "8", "tags": ["new"], "address": {"city": "there"},
             "home": {"zip": 2}, "other": 1}
            """
        for options in [atomic, .standard] {
            var options = options
            options.listsFields = true
            try applying(Person.mapping, to: Person(), json, options) { person, report in
                XCTAssertEqual(person.name, "new")
                XCTAssertEqual(person.age, 8)
                XCTAssertEqual(person.address, Address(city: "there", zip: 1))
                XCTAssertEqual(person.home, Address(city: "old", zip: 2))
                XCTAssertEqual(person.homeSetCount, 1)
                XCTAssertEqual(report.appliedCount, 5)
                XCTAssertEqual(report.convertedCount, 1)
                XCTAssertEqual(report.unknownKeyCount, 1)
                XCTAssertEqual(report.notes.count, 5)
                XCTAssertTrue(report.isClean)
            }
        }
    }

    func testElementsThatAreLeftOutOnPurposeAreNoFailure() throws {
        let json = #"{"name": "new", "tags": ["a", [], "b"]}"#
        try applying(Person.mapping, to: Person(), json, atomic) { person, report in
            XCTAssertEqual(person.name, "new")
            XCTAssertEqual(person.tags, ["a", "b"])
            XCTAssertEqual(report.issues.map(\.resolution), [.droppedElement])
            XCTAssertEqual(report.appliedCount, 2)
        }
        try applying(
            Person.mapping,
            to: Person(),
            #"{"name": "new", "tags": ["a", []], "age": "x"}"#,
            atomic
        ) { person, report in
            XCTAssertEqual(person, Person())
            XCTAssertEqual(report.issueCount, 2)
        }
    }

    final class Account {
        var log: [String] = []
        var name = "old" { didSet { log.append("name") } }
        var age = 7 { didSet { log.append("age") } }
        var child: Child { didSet { log.append("child") } }
        init(child: Child = Child()) { self.child = child }

        static let mapping = Mapping<Account> {
            Field("name", \.name)
            Field("child", \.child, Child.mapping)
            Field("age", \.age)
        }
    }
    final class Child {
        var log: [String] = []
        var city = "old" { didSet { log.append("city") } }
        static let mapping = Mapping<Child> { Field("city", \.city) }
    }

    func testNoObserverRunsBeforeEverythingIsConverted() throws {
        for input in try Input.all(#"{"name": "new", "child": {"city": "new"}, "age": "x"}"#) {
            let account = Account()
            let report = try input.apply(Account.mapping, to: account, options: atomic)
            XCTAssertEqual(account.log + account.child.log, [])
            XCTAssertEqual(account.name + account.child.city, "oldold")
            XCTAssertEqual(report.issueCount, 1)
        }
        for input in try Input.all(#"{"name": "new", "child": {"city": "new"}, "age": 8}"#) {
            let account = Account()
            let child = account.child
            let report = try input.apply(Account.mapping, to: account, options: atomic)
            XCTAssertEqual(account.log, ["name", "age"])
            XCTAssertEqual(child.log, ["city"])
            XCTAssertTrue(account.child === child)
            XCTAssertEqual(report.appliedCount, 3)
        }
    }

    /// The number of times that a closure has run.
    final class Counter: @unchecked Sendable {
        // Safe: the mapping runs on the test's thread only.
        var count = 0
    }

    func testClosuresThatConvertRunTwiceAndThoseThatSetOnlyOnce() throws {
        let (made, judged, set) = (Counter(), Counter(), Counter())
        let mapping = Mapping<Person> {
            Field("age", \.age) { (text: String) in
                made.count += 1
                return Int(text)
            }
            Field("name", \.name).validated("short") {
                judged.count += 1
                return $0.count < 5
            }
            Field("tag") { (person: inout Person, tag: String) in
                set.count += 1
                person.tags = [tag]
            }
        }
        var person = Person()
        let input: [String: Any] = ["age": "5", "name": "new", "tag": "x"]
        XCTAssertTrue(mapping.apply(input, to: &person, options: atomic).isClean)
        XCTAssertEqual([made.count, judged.count, set.count], [2, 2, 1])
        XCTAssertEqual([person.name, "\(person.age)"] + person.tags, ["new", "5", "x"])

        let long: [String: Any] = ["age": "6", "name": "too long", "tag": "y"]
        let report = mapping.apply(long, to: &person, options: atomic)
        XCTAssertEqual([made.count, judged.count, set.count], [3, 3, 1])
        XCTAssertEqual([person.name, "\(person.age)"] + person.tags, ["new", "5", "x"])
        XCTAssertEqual(report.issues.map { "\($0.path) \($0.code)" }, ["$.name rejected"])
    }

    struct Item: Mappable, Equatable {
        var id = 0
        var size = 1
        static let mapping = Mapping<Item> {
            Field("id", \.id).required()
            Field("size", \.size)
        }
    }

    func testNothingIsMadeIfAnyFieldFails() throws {
        for input in try Input.all(#"{"id": 1, "size": "x"}"#) {
            let item = Item()
            let made = try input.make(Item.mapping, item, options: atomic)
            XCTAssertNil(made.value)
            XCTAssertEqual(
                made.report.issues.map(\.description),
                ["$.size: not a number (string, wanted Int); failed"]
            )
        }
    }

    func testAListIsMadeWholeOrNotAtAll() throws {
        let lists: [(String, Int, [String])] = [
            (#"[{"id": 1}, {"id": 2}]"#, 2, []),
            (#"[{"id": 1}, {"size": 2}]"#, 0, ["$.list[1].id missing madeNothing"]),
            (
                #"[{"id": 1}, {"id": 2, "size": []}]"#, 0,
                ["$.list[1].size typeMismatch madeNothing"]
            ),
            (#"[{"id": 1}, 5]"#, 0, ["$.list[1] typeMismatch madeNothing"]),
        ]
        for (list, count, issues) in lists {
            for input in try Input.all(#"{"list": \#(list)}"#) {
                var objectCount = 0
                func item() -> Item {
                    objectCount += 1
                    return Item()
                }
                let made = try input.makeArray(
                    Item.mapping,
                    of: item(),
                    at: "list",
                    options: atomic
                )
                XCTAssertEqual(made.values.count, count, list)
                XCTAssertEqual(objectCount, count, list)
                XCTAssertEqual(made.report.appliedCount, count, list)
                XCTAssertEqual(
                    made.report.issues.map { "\($0.path) \($0.code) \($0.resolution)" },
                    issues,
                    list
                )
            }
        }
    }

    struct Basket: Equatable {
        var name = "old"
        var items: [Item] = []
        var spares: [Item] = []
        static let mapping = Mapping<Basket> {
            Field("name", \.name)
            Field("items", \.items)
            Field("spares", \.spares).lossy()
        }
    }

    func testElementsThatAreObjectsAreLeftOutOnlyWhereTheFieldSaysSo() throws {
        let list = #"[{"id": 1}, {"size": 2}]"#
        try applying(Basket.mapping, to: Basket(), #"{"name": "new", "items": \#(list)}"#, atomic) {
            XCTAssertEqual($0, Basket())
            XCTAssertEqual(
                $1.issues.map { "\($0.path) \($0.code) \($0.resolution)" },
                ["$.items[1].id missing madeNothing"]
            )
        }
        try applying(Basket.mapping, to: Basket(), #"{"name": "new", "spares": \#(list)}"#, atomic)
        {
            XCTAssertEqual($0, Basket(name: "new", spares: [Item(id: 1)]))
            XCTAssertEqual(
                $1.issues.map { "\($0.path) \($0.code) \($0.resolution)" },
                ["$.spares[1].id missing droppedElement"]
            )
        }
    }

    struct Holder: Equatable {
        var item: Item?
        static let mapping = Mapping<Holder> { Field("item", \.item) }
    }

    func testAnObjectThatAPropertyMayHoldIsKeptOrFailsAsTheWhole() throws {
        let cases: [(String, [String])] = [
            (#"{"size": "x"}"#, ["$.item.id missing", "$.item.size notNumeric"]),
            (#"{"id": 1, "size": []}"#, ["$.item.size typeMismatch"]),
            (#"{"size": 1}"#, ["$.item.id missing"]), ("5", ["$.item typeMismatch"]),
        ]
        for (json, issues) in cases {
            for holder in [Holder(), Holder(item: Item(id: 7))] {
                for input in try Input.all(#"{"item": \#(json)}"#) {
                    var copy = holder
                    let report = try input.apply(Holder.mapping, to: &copy, options: atomic)
                    XCTAssertEqual(copy, holder, json)
                    XCTAssertEqual(
                        report.issues.map { "\($0.path) \($0.code) \($0.resolution)" },
                        issues.map { "\($0) keptOldValue" },
                        json
                    )
                    let made = try input.make(Holder.mapping, holder, options: atomic).report
                    XCTAssertEqual(
                        made.issues.map { "\($0.path) \($0.code) \($0.resolution)" },
                        issues.map { "\($0) madeNothing" },
                        json
                    )
                }
            }
        }
    }

    func testUnknownKeysAreStillToldAfterAFailure() throws {
        var options = atomic
        options.listsUnknownKeys = true
        try applying(Person.mapping, to: Person(), #"{"nmae": 1, "age": "x"}"#, options) {
            XCTAssertEqual($1.notes.map(\.description), ["$.nmae: unknown key (number)"])
            XCTAssertEqual($1.unknownKeyCount, 1)
            XCTAssertEqual($0, Person())
        }
    }
}

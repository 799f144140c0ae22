import FootingMapping
import Foundation
import XCTest

/// Updates of existing values.
final class LenientUpdateTests: XCTestCase {
    struct Address: Codable, Equatable {
        var street = "Main"
        var zip = 1
        var note: String?
    }
    enum Theme: String, Codable { case light, dark }
    struct Settings: Codable, Equatable {
        var name = "Ada"
        var volume = 0.5
        var seen = Date(timeIntervalSinceReferenceDate: 0.1)
        var page = URL(filePath: "/old", relativeTo: URL(filePath: "/base"))
        var key = Data([1])
        var limit = Decimal(string: "0.1")
        var theme = Theme.dark
        var tags = ["a", "b"]
        var counts = ["a": 1, "b": 2]
        var address = Address()
        var second: Address?
        var list = [Address(), Address(street: "Side")]
        var pair = 1...2
        var local = 7

        enum CodingKeys: CodingKey {
            case name, volume, seen, page, key, limit, theme, tags, counts, address, second, list
            case pair
        }
    }

    private func updating(
        _ json: String,
        _ settings: Settings = Settings(),
        _ decoder: LenientDecoder = LenientDecoder(),
        check: (Settings, MappingReport) throws -> Void
    ) throws {
        for input in try Input.all(json) {
            var changed = settings
            let report = try input.update(&changed, decoder)
            try check(changed, report)
        }
    }

    func testMembersTheInputLeavesOutStayExactlyAsTheyAre() throws {
        let old = Settings(name: "Eve", volume: 0.1 + 0.2, second: Address(note: "n"))
        try updating(#"{"name": "Bob"}"#, old) { settings, report in
            var expected = old
            expected.name = "Bob"
            XCTAssertEqual(settings, expected)
            XCTAssertEqual(settings.page.relativeString, old.page.relativeString)
            XCTAssertEqual(settings.page.baseURL, old.page.baseURL)
            XCTAssertEqual(report.appliedCount, 1)
            XCTAssertTrue(report.isClean)
        }
        try updating("{}", old) { settings, report in
            XCTAssertEqual(settings, old)
            XCTAssertEqual(report.appliedCount, 0)
        }
    }

    func testFailingFieldsKeepTheirValuesAndTheOthersChange() throws {
        let json = #"""
            {"name": [], "volume": "loud", "seen": "soon", "page": "a b", "key": "=", "limit": {},
             "theme": "pink", "tags": ["x", []], "counts": {"a": "x", "c": 5},
             "address": {"street": 9, "zip": "x"}, "second": 5, "pair": [3, "x"]}
            """#
        try updating(json) { settings, report in
            var expected = Settings()
            expected.address.street = "9"
            expected.pair = 1...2
            XCTAssertEqual(settings, expected)
            XCTAssertEqual(
                report.issues.map { "\($0.path) \($0.code)" },
                [
                    "$.name typeMismatch", "$.volume notNumeric", "$.seen invalidFormat",
                    "$.page invalidFormat", "$.key invalidFormat", "$.limit typeMismatch",
                    "$.theme unknownCase", "$.tags[1] typeMismatch", "$.counts[*] notNumeric",
                    "$.address.zip notNumeric", "$.second typeMismatch", "$.pair[1] notNumeric",
                ]
            )
            XCTAssertEqual(Set(report.issues.map(\.resolution)), [.keptOldValue])
            XCTAssertEqual(report.appliedCount, 1)
        }
    }

    func testObjectsMergeAndListsAndDictionariesAreReplaced() throws {
        let json = #"""
            {"address": {"note": "n"}, "second": {"street": "New", "zip": 2}, "tags": [],
             "counts": {"c": 3}, "list": [{"street": "Only", "zip": 3}], "pair": [3, 4]}
            """#
        try updating(json) { settings, report in
            XCTAssertEqual(settings.address, Address(note: "n"))
            XCTAssertEqual(settings.second, Address(street: "New", zip: 2))
            XCTAssertEqual(settings.tags, [])
            XCTAssertEqual(settings.counts, ["c": 3])
            XCTAssertEqual(settings.list, [Address(street: "Only", zip: 3)])
            XCTAssertEqual(settings.pair, 3...4)
            XCTAssertTrue(report.isClean, "\(report.issues)")
        }
    }

    func testNullClearsAnOptionalAndNothingElse() throws {
        let old = Settings(second: Address())
        try updating(#"{"second": null, "name": null, "address": null}"#, old) { settings, report in
            XCTAssertEqual(settings, Settings())
            XCTAssertEqual(
                report.issues.map(\.description),
                [
                    "$.name: null, but not optional (null, wanted String); kept",
                    "$.address: null, but not optional (null, wanted Address); kept",
                ]
            )
        }
        var decoder = LenientDecoder()
        decoder.options.ignoresNull = true
        try updating(#"{"name": null, "address": null, "tags": null}"#, old, decoder) {
            XCTAssertEqual($0, old)
            XCTAssertTrue($1.isClean, "\($1.issues)")
        }
    }

    func testANewObjectThatCanNotBeMadeLeavesTheOptionalAsItWas() throws {
        for json in [#"{"second": {"zip": "x"}}"#, #"{"second": {}}"#] {
            try updating(json) { settings, report in
                XCTAssertEqual(settings, Settings())
                XCTAssertEqual(report.issueCount, 1)
                XCTAssertEqual(Set(report.issues.map(\.resolution)), [.keptOldValue])
                XCTAssertEqual(report.appliedCount, 0)
            }
        }
        try updating(#"{"second": {"zip": 5, "street": []}}"#, Settings(second: Address())) {
            XCTAssertEqual($0.second, Address(zip: 5))
            XCTAssertEqual($1.issueCount, 1)
        }
    }

    func testElementsOfListsAreNew() throws {
        try updating(#"{"list": [{"zip": 5}, {"street": "s", "zip": 6}]}"#) { settings, report in
            XCTAssertEqual(settings.list, [Address(street: "s", zip: 6)])
            XCTAssertEqual(
                report.issues.map(\.description),
                ["$.list[0].street: required, but missing (wanted String); dropped"]
            )
        }
    }

    func testPropertiesCodingKeysLeaveOutAreReset() throws {
        try updating(#"{"name": "x"}"#, Settings(local: 99)) { settings, _ in
            XCTAssertEqual(settings.local, 7)
        }
    }

    func testARefusedRootChangesNothing() throws {
        var settings = Settings(local: 99)
        let report = try LenientDecoder().update(&settings, json: Data("[1]".utf8))
        XCTAssertEqual(settings, Settings(local: 99))
        XCTAssertEqual(
            report.issues.map(\.description),
            ["$: wrong kind of value (array, wanted Settings); kept"]
        )
        XCTAssertThrowsError(try LenientDecoder().update(&settings, json: Data("{".utf8)))
    }

    func testAnyCodableValueCanBeUpdated() throws {
        var numbers = [1, 2]
        let report = try LenientDecoder().update(&numbers, json: Data(#"["3"]"#.utf8))
        XCTAssertEqual(numbers, [3])
        XCTAssertEqual(report.convertedCount, 1)
        var name: String? = "a"
        XCTAssertTrue(try LenientDecoder().update(&name, json: Data("null".utf8)).isClean)
        XCTAssertNil(name)
        var theme = Theme.dark
        XCTAssertEqual(
            try LenientDecoder().update(&theme, json: Data(#""pink""#.utf8)).issues.map(\.code),
            [.unknownCase]
        )
        XCTAssertEqual(theme, .dark)
    }

    final class Box: Codable {
        var value = 1
    }
    struct Holder: Codable {
        var box = Box()
        var other = 1
    }

    func testAnInstanceIsNotUpdated() throws {
        func generic<Value: Codable>(_ value: inout Value) throws -> MappingReport {
            try LenientDecoder().update(&value, json: Data(#"{"value": 2}"#.utf8))
        }
        var box = Box()
        let old = box
        let report = try generic(&box)
        XCTAssertTrue(box === old)
        XCTAssertEqual(box.value, 1)
        XCTAssertEqual(report.issues.map(\.code), [.rejected])
        XCTAssertEqual(report.issues.map(\.resolution), [.keptOldValue])
    }

    func testAnInstanceInsideIsLeftAloneOrReplaced() throws {
        var holder = Holder()
        let old = holder.box
        _ = try LenientDecoder().update(&holder, json: Data(#"{"other": 2}"#.utf8))
        XCTAssertTrue(holder.box === old)
        _ = try LenientDecoder().update(&holder, json: Data(#"{"box": {"value": 2}}"#.utf8))
        XCTAssertFalse(holder.box === old)
        XCTAssertEqual(holder.box.value, 2)
        XCTAssertEqual(old.value, 1)
    }

    func testEnumerationsWithValuesAndOtherShapesAreUpdated() throws {
        struct Outer: Codable, Equatable {
            var shape = CompilerMade.Shape.named("a", at: 1)
            var byNumber = [1: "a", 2: "b"]
            var twice: Int?? = .some(5)
        }
        var outer = Outer()
        let json = #"{"shape": {"named": {"at": 2}}, "byNumber": {"3": "c"}}"#
        let report = try LenientDecoder().update(&outer, json: Data(json.utf8))
        XCTAssertTrue(report.isClean, "\(report.issues)")
        XCTAssertEqual(
            outer,
            Outer(shape: .named("a", at: 2), byNumber: [3: "c"], twice: .some(5))
        )
        let other = #"{"shape": {"circle": {"radius": 3}}, "byNumber": {"x": "c"}, "twice": null}"#
        let refused = try LenientDecoder().update(&outer, json: Data(other.utf8))
        XCTAssertEqual(outer, Outer(shape: .circle(radius: 3), byNumber: [3: "c"], twice: .none))
        XCTAssertEqual(refused.issues.map(\.code), [.typeMismatch])
    }

    func testContainersThatATypeNestsByHandAreMerged() throws {
        for input in try Input.all(
            #"{"inner": {"a": "5"}, "list": [7, 8], "super": {"id": 9}, "flat": 3}"#
        ) {
            var value = ByHand()
            let report = try input.update(&value)
            XCTAssertEqual(value, ByHand(a: 5, b: 2, list: [7, 8], id: 9, flat: 3))
            XCTAssertTrue(report.isClean, "\(report.issues)")
            XCTAssertEqual(report.unknownKeyCount, 0)
        }
        for input in try Input.all(#"{"inner": 5, "list": "x", "super": {}, "flat": []}"#) {
            var value = ByHand()
            let report = try input.update(&value)
            XCTAssertEqual(value, ByHand())
            XCTAssertEqual(
                report.issues.map { "\($0.path) \($0.code) \($0.resolution)" },
                ["$.inner typeMismatch keptOldValue", "$.list notNumeric keptOldValue"]
            )
        }
    }

    func testAValueThatCanNotBeEncodedIsReplacedOrKeptWhole() throws {
        struct Stubborn: Codable, Equatable {
            var a = 1
            var b = 2
            init() {}
            func encode(to encoder: any Encoder) throws { throw CancellationError() }
        }
        var value = Stubborn()
        let half = try LenientDecoder().update(&value, json: Data(#"{"a": 3}"#.utf8))
        XCTAssertEqual(value, Stubborn())
        XCTAssertEqual(half.issues.map { "\($0.path) \($0.code)" }, ["$.b missing"])
        _ = try LenientDecoder().update(&value, json: Data(#"{"a": 3, "b": 4}"#.utf8))
        XCTAssertEqual(value.b, 4)
    }

    func testADeepOldValueIsNotTakenApart() throws {
        final class Link: Codable {
            var next: Link?
            init(_ next: Link?) { self.next = next }
            deinit {
                // Released one by one, because recursive release would overflow the stack.
                var next = next.take()
                while let link = next, isKnownUniquelyReferenced(&next) { next = link.next.take() }
            }
        }
        struct Chain: Codable {
            var link: Link?
            var name = "a"
        }
        var link: Link?
        for _ in 0..<1_000 { link = Link(link) }
        var chain = Chain(link: link)
        _ = try LenientDecoder().update(&chain, json: Data(#"{"name": "b"}"#.utf8))
        XCTAssertEqual(chain.name, "b")
        XCTAssertTrue(chain.link === link)
    }
}

/// A type that opens its containers by hand.
struct ByHand: Codable, Equatable {
    var a = 1
    var b = 2
    var list = [3, 4]
    var id = 5
    var flat = 6

    init(a: Int = 1, b: Int = 2, list: [Int] = [3, 4], id: Int = 5, flat: Int = 6) {
        (self.a, self.b, self.list, self.id, self.flat) = (a, b, list, id, flat)
    }

    private enum Keys: CodingKey { case inner, list }
    private enum InnerKeys: CodingKey { case a, b }
    private enum MoreKeys: CodingKey { case flat }
    private enum SuperKeys: CodingKey { case id }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        let inner = try container.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
        a = try inner.decode(Int.self, forKey: .a)
        b = try inner.decode(Int.self, forKey: .b)
        var elements = try container.nestedUnkeyedContainer(forKey: .list)
        list = []
        while !elements.isAtEnd { list.append(try elements.decode(Int.self)) }
        let parent = try container.superDecoder().container(keyedBy: SuperKeys.self)
        id = try parent.decode(Int.self, forKey: .id)
        flat = try decoder.container(keyedBy: MoreKeys.self).decode(Int.self, forKey: .flat)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        var inner = container.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
        try inner.encode(a, forKey: .a)
        try inner.encode(b, forKey: .b)
        var elements = container.nestedUnkeyedContainer(forKey: .list)
        for element in list { try elements.encode(element) }
        var parent = container.superEncoder().container(keyedBy: SuperKeys.self)
        try parent.encode(id, forKey: .id)
        var more = encoder.container(keyedBy: MoreKeys.self)
        try more.encode(flat, forKey: .flat)
    }
}

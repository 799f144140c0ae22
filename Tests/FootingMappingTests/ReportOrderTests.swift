import FootingMapping
import Foundation
import Synchronization
import XCTest

/// The lists of a report have one order: that of the input's bytes or lists, and of the UTF-8 of a
/// dictionary's keys.
final class ReportOrderTests: XCTestCase {
    struct Line: Mappable, Equatable, Decodable {
        var count = 0
        var tag: String?

        static let mapping = Mapping<Line> {
            Field("count", \.count).required()
            Field("tag", \.tag)
        }
    }
    private struct Holder<Value: MappingConvertible & Sendable> {
        var value: Value
    }

    /// So many that the order of a hash table is never that of the keys by chance.
    static let keys =
        (["Z", "a", "é", "e\u{300}", "10", "9", "", "zz", "😀", "ﬃ"]
        + (100..<150).map { "k\($0)" }).sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }

    private var options: MappingOptions {
        var options = MappingOptions.standard
        options.includesKeys = true
        options.listsFields = true
        options.limits.issues = 7
        return options
    }

    private func report<Value: MappingConvertible & Sendable>(
        _ value: Value,
        from input: Any,
        isLossy: Bool = false
    ) -> MappingReport {
        let field = Field<Holder<Value>, Value>("v", \.value)
        let mapping = Mapping<Holder<Value>> { isLossy ? field.lossy() : field }
        var holder = Holder(value: value)
        return mapping.apply(["v": input], to: &holder, options: options)
    }

    private func dictionary(_ value: Any) -> [String: Any] {
        Dictionary(uniqueKeysWithValues: Self.keys.map { ($0, value) })
    }

    private func lastKeys(_ paths: [MappingPath]) -> [String] {
        paths.map { path in
            let keys = path.components.dropFirst().compactMap {
                if case .key(let name) = $0 { name } else { nil }
            }
            return keys.first ?? "none"
        }
    }

    func testIssuesOfADictionarysMembersAreInTheOrderOfItsKeys() {
        let line: [String: Any] = ["count": 1, "tag": [String: Any]()]
        for (name, report) in [
            ("refused", report([String: Int](), from: dictionary("x"))),
            ("lossy", report([String: Int](), from: dictionary("x"), isLossy: true)),
            ("dropped objects", report([String: Line](), from: dictionary(["tag": "a"]))),
            ("objects with issues", report([String: Line](), from: dictionary(line))),
            (
                "inner dictionaries",
                report([String: [String: Int]](), from: dictionary(["a": "x"]), isLossy: true)
            ),
        ] {
            let expected = Array(Self.keys.prefix(7))
            XCTAssertEqual(lastKeys(report.issues.map(\.path)), expected, name)
            XCTAssertEqual(report.issueCount, Self.keys.count, name)
        }
    }

    func testNotesOnObjectsInADictionaryAreInTheOrderOfItsKeys() {
        let report = report([String: Line](), from: dictionary(["count": 1]))
        XCTAssertTrue(report.isClean)
        XCTAssertEqual(report.appliedCount, Self.keys.count + 1)
        XCTAssertEqual(lastKeys(report.notes.map(\.path)), Array(Self.keys.prefix(7)))
    }

    func testIssuesInsideNestedDictionariesAreInTheOrderOfTheKeysAtEachLevel() {
        let inner = Dictionary(uniqueKeysWithValues: Self.keys.map { ($0, "x") })
        let report = report([String: [String: Int]](), from: ["b": inner, "a": inner])
        let expected = Self.keys.prefix(7).map { key in
            [.key("v"), .key("a"), .key(key)] as [MappingPath.Component]
        }
        XCTAssertEqual(report.issues.map(\.path.components), expected)
        XCTAssertEqual(report.issueCount, 2 * Self.keys.count)
    }

    func testADictionaryOfOneMemberLeavesTheOrderToTheInnerOne() {
        struct Deep: Decodable { let v: [String: [String: Line]] }
        let bad = report([String: [String: Int]](), from: ["a": dictionary("x")], isLossy: true)
        let objects = LenientDecoder(options: options)
            .decode(Deep.self, from: ["v": ["a": dictionary(["tag": 1])]]).report
        for report in [bad, objects] {
            XCTAssertEqual(
                report.issues.map { $0.path.components.dropFirst(2).first },
                Self.keys.prefix(7).map { .key($0) }
            )
            XCTAssertEqual(report.issueCount, Self.keys.count)
        }
    }

    func testTheFirstOfTwoKeysThatConvertToOneIsTheFirstInOrder() {
        enum Side: String, CodingKeyRepresentable, Sendable {
            case left
            var codingKey: any CodingKey { Key(stringValue: rawValue) }
            init?<K: CodingKey>(codingKey: K) { self = .left }

            struct Key: CodingKey {
                let stringValue: String
                var intValue: Int? { nil }
                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
        }
        let values = Dictionary(uniqueKeysWithValues: Self.keys.enumerated().map { ($1, $0) })
        let mapping = Mapping<Holder<[Side: Int]>> { Field("v", \.value).lossy() }
        var holder = Holder<[Side: Int]>(value: [:])
        let report = mapping.apply(["v": values], to: &holder, options: options)
        XCTAssertEqual(holder.value, [.left: 0])
        XCTAssertEqual(report.issueCount, Self.keys.count - 1)
        XCTAssertEqual(lastKeys(report.issues.map(\.path)), Array(Self.keys.dropFirst().prefix(7)))
    }

    func testIssuesOfALossyListAreInTheOrderOfTheList() throws {
        let json = #"{"v": ["p", ["q", 1], {"a": 2}, ["r"], "s"]}"#
        let mapping = Mapping<Holder<[[Int]]>> { Field("v", \.value).lossy() }
        for input in try Input.all(json) {
            var holder = Holder<[[Int]]>(value: [])
            let report = try input.apply(mapping, to: &holder)
            XCTAssertEqual(
                report.issues.map(\.path.description),
                ["$.v[0]", "$.v[1][0]", "$.v[2]", "$.v[3][0]", "$.v[4]"]
            )
            XCTAssertEqual(Set(report.issues.map(\.resolution)), [.droppedElement])
            XCTAssertEqual(holder.value, [[1], []])
        }
    }

    func testTheDecoderReportsTheMembersOfADictionaryInTheOrderOfItsKeys() {
        struct Table: Decodable { let v: [String: Line] }
        struct Numbers: Decodable { let v: [String: Int] }
        struct Lists: Decodable { let v: [String: [Line?]] }
        /// Reads whatever keys there are.
        struct Open: Decodable {
            let v: Inner
            struct Inner: Decodable {
                init(from decoder: any Decoder) throws {
                    let container = try decoder.container(keyedBy: Key.self)
                    for key in container.allKeys { _ = try container.decode(Int.self, forKey: key) }
                }
            }
            struct Key: CodingKey {
                let stringValue: String
                var intValue: Int? { nil }
                init?(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
        }
        var decoder = LenientDecoder(options: options)
        let expected = Array(Self.keys.prefix(7))
        func issues<Value: Decodable>(_: Value.Type, _ value: Any) -> [String] {
            lastKeys(
                decoder.decode(Value.self, from: ["v": dictionary(value)]).report.issues.map(\.path)
            )
        }
        XCTAssertEqual(issues(Numbers.self, "x"), expected)
        XCTAssertEqual(issues(Table.self, ["tag": "a"]), expected)
        XCTAssertEqual(issues(Lists.self, [["count": "x"]]), expected)
        XCTAssertEqual(issues(Open.self, "x"), [Self.keys[0]])
        decoder.isLossy = true
        XCTAssertEqual(issues(Numbers.self, "x"), expected)
        XCTAssertEqual(issues(Table.self, 5), expected)
        let notes = decoder.decode(Table.self, from: ["v": dictionary(["count": "1"])]).report.notes
        XCTAssertEqual(lastKeys(notes.map(\.path)), expected)
    }

    func testUnknownAliasesAreListedAmongTheOtherUnknownKeys() throws {
        struct Names {
            var name = ""
            var city = ""
            static let mapping = Mapping<Names> {
                Field("first", \.name).aliases("second", "in.third")
                Field("in.city", \.city)
            }
        }
        var options = MappingOptions.standard
        options.listsUnknownKeys = true
        let json = #"""
            {"z": 1, "second": "b", "in": {"y": 1, "third": "c", "city": "d", "x": 2}, "a": 3,
             "first": "a"}
            """#
        var names = Names()
        let data = Data(json.utf8)
        let report = try Names.mapping.apply(json: data, to: &names, options: options)
        XCTAssertEqual(
            report.notes.map(\.path.description),
            ["$.z", "$.second", "$.a", "$.in.y", "$.in.third", "$.in.x"]
        )
        XCTAssertEqual(report.unknownKeyCount, 6)
        let dictionary = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let other = Names.mapping.apply(dictionary ?? [:], to: &names, options: options)
        XCTAssertEqual(
            other.notes.map(\.path.description),
            ["$.a", "$.second", "$.z", "$.in.third", "$.in.x", "$.in.y"]
        )
        XCTAssertEqual(other.unknownKeyCount, 6)
    }

    func testAnIssueInsideAnElementOfAWrittenSetIsReportedOnce() {
        struct Price: Mappable, Hashable {
            var cents = 0
            var name = ""
            static let mapping = Mapping<Price> {
                Field("name", \.name)
                Field("price", \.cents) { (text: String) in text.count }
            }
        }
        struct Prices {
            var all: Set<Price> = [Price(cents: 1), Price(cents: 2, name: "b")]
            static let mapping = Mapping<Prices> { Field("all", \.all) }
        }
        let (json, report) = Prices.mapping.json(from: Prices())
        XCTAssertEqual(
            String(decoding: json, as: UTF8.self),
            #"{"all":[{"name":""},{"name":"b"}]}"#
        )
        XCTAssertEqual(
            report.issues.map(\.path.description),
            ["$.all[0].price", "$.all[1].price"]
        )
        XCTAssertEqual(report.appliedCount, 3)
    }

    /// Counts its conversions.
    private struct Counted: MappingConvertible, Decodable {
        static let count = Mutex(0)

        static func converted(from source: borrowing MappingSource) -> MappingConversion<Self> {
            count.withLock { $0 += 1 }
            return Int.converted(from: source).map { _ in Self() }
        }
        init() {}
        init(from decoder: any Decoder) throws {
            Self.count.withLock { $0 += 1 }
            _ = try decoder.singleValueContainer().decode(Int.self)
        }
    }
    private struct Plain: Decodable { let v: [String: Counted] }

    func testEachMemberOfACleanDictionaryIsConvertedOnce() {
        func conversions(_ body: () -> Void) -> Int {
            Counted.count.withLock { $0 = 0 }
            body()
            return Counted.count.withLock { $0 }
        }
        let clean = dictionary(1)
        var spoilt = clean
        spoilt["k120"] = "x"
        XCTAssertEqual(
            conversions { _ = report([String: Counted](), from: clean) },
            Self.keys.count
        )
        // However deep the dictionaries are nested, a fault doesn't convert each level again.
        var nested: [String: Any] = ["a": spoilt]
        for _ in 0..<3 { nested = ["a": nested, "b": [String: Any]()] }
        typealias Deep = [String: [String: [String: [String: [String: Counted]]]]]
        XCTAssertLessThanOrEqual(
            conversions { _ = report(Deep(), from: nested) },
            2 * Self.keys.count
        )
    }
}

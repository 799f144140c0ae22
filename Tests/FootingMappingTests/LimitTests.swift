import FootingMapping
import Foundation
import XCTest

/// Checks each limit in every branch that it stops, and that the other members are mapped.
final class LimitTests: XCTestCase {
    struct Inner: Equatable {
        var id = 0
        static let mapping = Mapping<Inner> { Field("id", \.id) }
    }
    struct Element: Mappable, Equatable {
        var id = 0
        static let mapping = Mapping<Element> { Field("id", \.id).required() }
    }
    struct Values: Equatable {
        var text = ""
        var url: URL?
        var data = Data()
        var list: [Int] = []
        var table: [[Int]] = []
        var members: [String: Int] = [:]
        var split: [String] = []
        var embedded: [Int] = []
        var inner = Inner()
        var held = Inner() { didSet {} }
        var optional: Element?
        var objects: [Element] = []
        var deep = 0
        var deepList: [Int] = []
        var last = 0

        static let mapping = Mapping<Values> {
            Field("text", \.text)
            Field("url", \.url)
            Field("data", \.data)
            Field("list", \.list)
            Field("table", \.table)
            Field("members", \.members)
            Field("split", \.split).split(by: ",")
            Field("embedded", \.embedded).embeddedJSON()
            Field("inner", \.inner, Inner.mapping)
            Field("held", \.held, Inner.mapping)
            Field("optional", \.optional)
            Field("objects", \.objects)
            Field("a.b.c", \.deep)
            Field("a.b.list", \.deepList)
            Field("last", \.last)
        }
    }

    /// A limit, a member within it, a member beyond it, and the issue.
    private typealias Row = (
        limit: WritableKeyPath<MappingOptions.Limits, Int>, value: Int,
        within: String, beyond: String, path: String, which: String
    )

    private let rows: [Row] = [
        (
            \.stringBytes, 9, #""text": "abcdefghi""#, #""text": "abcdefghij""#, "$.text",
            "stringBytes"
        ),
        (\.stringBytes, 9, #""text": 123456789"#, #""text": 1234567890"#, "$.text", "stringBytes"),
        (\.stringBytes, 9, #""url": "http://a/""#, #""url": "http://ab/""#, "$.url", "stringBytes"),
        (
            \.stringBytes, 9, #""data": "AAAAAAAA""#, #""data": "AAAAAAAAAAAA""#, "$.data",
            "stringBytes"
        ),
        (
            \.stringBytes, 9, #""split": "a,b,c,d,e""#, #""split": "a,b,c,d,ef""#, "$.split",
            "stringBytes"
        ),
        (
            \.stringBytes, 9, #""embedded": "[1,2,3,4]""#, #""embedded": "[1,2,3,45]""#,
            "$.embedded", "stringBytes"
        ),
        (
            \.stringBytes, 9, #""members": {"abcdefghi": 1}"#, #""members": {"abcdefghij": 1}"#,
            "$.members[*]", "stringBytes"
        ),
        (\.elements, 3, #""list": [1, 2, 3]"#, #""list": [1, 2, 3, 4]"#, "$.list", "elements"),
        (
            \.elements, 3, #""table": [[1, 2, 3]]"#, #""table": [[1, 2, 3, 4]]"#, "$.table[0]",
            "elements"
        ),
        (
            \.elements, 3, #""members": {"a": 1, "b": 2, "c": 3}"#,
            #""members": {"a": 1, "b": 2, "c": 3, "d": 4}"#, "$.members", "elements"
        ),
        (\.elements, 3, #""split": "a,b,c""#, #""split": "a,b,c,d""#, "$.split", "elements"),
        (
            \.elements, 3, #""embedded": "[1,2,3]""#, #""embedded": "[1,2,3,4]""#, "$.embedded",
            "elements"
        ),
        (
            \.elements, 3, #""inner": {"id": 1, "x": 1, "y": 1}"#,
            #""inner": {"id": 1, "x": 1, "y": 1, "z": 1}"#, "$.inner", "elements"
        ),
        (
            \.elements, 3, #""held": {"id": 1, "x": 1, "y": 1}"#,
            #""held": {"id": 1, "x": 1, "y": 1, "z": 1}"#, "$.held", "elements"
        ),
        (
            \.elements, 3, #""optional": {"id": 1, "x": 1, "y": 1}"#,
            #""optional": {"id": 1, "x": 1, "y": 1, "z": 1}"#, "$.optional", "elements"
        ),
        (
            \.elements, 3, #""objects": [{"id": 1, "x": 1, "y": 1}]"#,
            #""objects": [{"id": 1, "x": 1, "y": 1, "z": 1}]"#, "$.objects[0]", "elements"
        ),
        (
            \.elements, 3, #""objects": [{"id": 1}, {"id": 1}, {"id": 1}]"#,
            #""objects": [{"id": 1}, {"id": 1}, {"id": 1}, {"id": 1}]"#, "$.objects", "elements"
        ),
        (
            \.elements, 3, #""a": {"b": {"c": 1}, "x": 1, "y": 1}"#,
            #""a": {"b": {"c": 1}, "x": 1, "y": 1, "z": 1}"#, "$.a", "elements"
        ),
        (\.depth, 2, #""list": [1]"#, #""table": [[1]]"#, "$.table[0]", "depth"),
        (\.depth, 1, #""list": 1"#, #""list": [1]"#, "$.list", "depth"),
        (\.depth, 1, #""text": "x""#, #""members": {"a": 1}"#, "$.members", "depth"),
        (\.depth, 1, #""text": "x""#, #""members": {}"#, "$.members", "depth"),
        (\.depth, 1, #""text": "x""#, #""embedded": "[1]""#, "$.embedded", "depth"),
        (\.depth, 1, #""text": "x""#, #""inner": {"id": 1}"#, "$.inner", "depth"),
        (\.depth, 1, #""text": "x""#, #""held": {"id": 1}"#, "$.held", "depth"),
        (\.depth, 1, #""text": "x""#, #""optional": {"id": 1}"#, "$.optional", "depth"),
        (
            \.depth, 2, #""optional": {"id": 1}"#, #""objects": [{"id": 1}]"#, "$.objects[0]",
            "depth"
        ),
        (\.depth, 2, #""a": {"b": null}"#, #""a": {"b": {"c": 1}}"#, "$.a.b", "depth"),
        (
            \.depth, 3, #""a": {"b": {"c": 1}}"#, #""a": {"b": {"list": [1]}}"#, "$.a.b.list",
            "depth"
        ),
    ]

    func testEachLimitStopsItsBranchAndSaysWhichItIs() throws {
        for row in rows {
            var options = MappingOptions.standard
            options.limits[keyPath: row.limit] = row.value
            for (member, isBeyond) in [(row.within, false), (row.beyond, true)] {
                let json = #"{\#(member), "last": 7}"#
                try applying(Values.mapping, to: Values(), json, options) { values, report in
                    XCTAssertEqual(
                        report.issues.map { "\($0.path) \($0.code) \($0.explanation ?? "")" },
                        isBeyond ? ["\(row.path) limitExceeded \(row.which)"] : [],
                        json
                    )
                    XCTAssertEqual(values.last, 7, json)
                }
            }
        }
    }

    func testRootBeyondALimitIsRefusedWhole() throws {
        for (limit, value, which) in [
            (\MappingOptions.Limits.elements, 1, "elements"), (\.depth, 0, "depth"),
        ] {
            var options = MappingOptions.standard
            options.limits[keyPath: limit] = value
            try applying(Values.mapping, to: Values(), #"{"last": 1, "text": "x"}"#, options) {
                XCTAssertEqual($0, Values())
                XCTAssertEqual($1.issues.map { "\($0.path) \($0.code)" }, ["$ limitExceeded"])
                XCTAssertEqual($1.issues.map { $0.limit?.rawValue }, [which])
            }
        }
    }

    func testLimitOfAListThatIsMadeSaysWhichItIs() throws {
        let json = #"{"d": {"list": [{"id": 1}, {"id": 2}]}}"#
        for (limit, value, issue) in [
            (\MappingOptions.Limits.elements, 1, "$.d.list limitExceeded elements"),
            (\.elements, 0, "$ limitExceeded elements"), (\.depth, 0, "$ limitExceeded depth"),
            (\.depth, 1, "$.d limitExceeded depth"), (\.depth, 2, "$.d.list limitExceeded depth"),
            (\.depth, 3, "$.d.list[0] limitExceeded depth"),
        ] {
            var options = MappingOptions.standard
            options.limits[keyPath: limit] = value
            for input in try Input.all(json) {
                let made = try input.makeArray(
                    Element.mapping,
                    of: Element(),
                    at: "d.list",
                    options: options
                )
                XCTAssertEqual(
                    made.report.issues.first.map {
                        "\($0.path) \($0.code) \($0.explanation ?? "")"
                    },
                    issue
                )
                XCTAssertEqual(made.values, [])
            }
        }
    }

    func testKeyWithTooManyCombiningMarksSaysSo() throws {
        let key = "e" + String(repeating: "\u{301}", count: 70)
        var values = Values()
        let json = Data(#"{"members": {"\#(key)": 1}}"#.utf8)
        let report = try Values.mapping.apply(json: json, to: &values)
        XCTAssertEqual(report.issues.map(\.explanation), ["combiningMarks"])
    }

    func testTextWithinATextIsScannedNoDeeperThanADocument() throws {
        let nested = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        try applying(Values.mapping, to: Values(), #"{"embedded": "\#(nested)"}"#) {
            XCTAssertEqual($1.issues.map(\.code), [.limitExceeded])
            XCTAssertEqual($1.issues.map(\.explanation), ["depth"])
        }
    }

    func testListsOfIssuesAndNotesEndAtTheLimit() throws {
        var options = MappingOptions.untrusted
        options.listsFields = true
        let list = Array(repeating: #""x""#, count: 150).joined(separator: ",")
        for (limit, listed) in [(100, 100), (0, 0), (7, 7)] {
            options.limits.issues = limit
            try applying(Values.mapping, to: Values(), #"{"list": [\#(list)], "last": 1}"#, options)
            {
                XCTAssertEqual($1.issues.count, listed)
                XCTAssertEqual($1.issueCount, 150)
                XCTAssertEqual($1.notes.count, min(1, limit))
            }
        }
    }

    /// A custom recursive type: only the input determines its depth.
    indirect enum Tree: MappingConvertible, Equatable {
        case leaf(Int)
        case list([Tree])

        static func converted(from source: borrowing MappingSource) -> MappingConversion<Tree> {
            switch Int.converted(from: source) {
            case .refused: [Tree].converted(from: source).map { .list($0) }
            case let number: number.map { .leaf($0) }
            }
        }
    }
    struct Forest { var tree = Tree.leaf(0) }

    func testTypeInsideItselfIsConvertedAsDeepAsTheLimitAllows() {
        let mapping = Mapping<Forest> { Field("tree", \.tree) }
        for (levels, isTaken) in [(63, true), (64, false), (5_000, false)] {
            var value: Any = 1
            for _ in 0..<levels { value = [value] }
            var forest = Forest()
            let report = mapping.apply(["tree": value], to: &forest)
            XCTAssertEqual(report.isClean, isTaken, "\(levels)")
            XCTAssertEqual(report.issues.map(\.explanation), isTaken ? [] : ["depth"])
        }
    }

    func testCombiningMarksWithoutEndAreNotComparedWithCasesOrElements() throws {
        enum Word: String, Codable, MappingConvertible { case short }
        struct Values: Codable {
            var word: Word?
            var words: Set<String>?
            static let mapping = Mapping<Values> { Field("word", \.word) }
        }
        let marks = "e" + String(repeating: "\u{301}\u{323}", count: 128_000)
        for input in try Input.all(#"{"word": "\#(marks)"}"#) {
            var values = Values()
            let report = try input.apply(Values.mapping, to: &values)
            XCTAssertEqual(report.issues.map(\.explanation), ["combiningMarks"])
            let decoded = try input.decode(Values.self).report
            XCTAssertEqual(decoded.issues.map(\.explanation), ["combiningMarks"])
        }
        for input in try Input.all(#"{"words": ["a", "\#(marks)"]}"#) {
            let (values, report) = try input.decode(Values.self)
            XCTAssertNil(values)
            XCTAssertEqual(report.issues.map(\.explanation), ["combiningMarks"])
        }
        for input in try Input.all(
            #"{"word": "short", "words": ["a", "e\#(String(repeating: "\u{301}", count: 30))"]}"#
        ) {
            XCTAssertEqual(try input.decode(Values.self).value?.words?.count, 2)
        }
    }

    func testCombiningMarksWithoutEndAreNotComparedWithKindsOfAUnion() throws {
        struct Car: Mappable {
            static let mapping = Mapping<Car> {}
        }
        enum Vehicle: MappableUnion {
            case car(Car)
            static let union = MappingUnion<Vehicle>(
                "type",
                ["car": .object(Vehicle.car) { _ in nil }]
            )
        }
        struct Garage {
            var vehicle: Vehicle?
            static let mapping = Mapping<Garage> { Field("vehicle", \.vehicle) }
        }
        let marks = "e" + String(repeating: "\u{301}\u{323}", count: 1_000)
        try applying(Garage.mapping, to: Garage(), #"{"vehicle": {"type": "\#(marks)"}}"#) {
            XCTAssertNil($0.vehicle)
            XCTAssertEqual($1.issues.map(\.path.description), ["$.vehicle.type"])
            XCTAssertEqual($1.issues.map(\.limit), [.combiningMarks])
        }
    }

    /// Reads every member of an object, by keys that the input chooses.
    private struct Open: Decodable, Equatable {
        var sum = 0
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: PathTests.AnyKey.self)
            for key in container.allKeys { sum += try container.decode(Int.self, forKey: key) }
        }
    }

    func testKeysMeetTheSameLimitsInBothFormats() throws {
        struct Holder: Decodable {
            var members: [String: Int]?
            var objects: [String: Small]?
            var open: Open?
        }
        struct Small: Decodable { var id: Int }
        let marks = "e" + String(repeating: "\u{301}", count: 100)
        let escaped = String(repeating: #"\u0061"#, count: 300)
        for (key, limit, explanation) in [
            ("abcdefghi", 9, nil), ("abcdefghij", 9, "stringBytes"), (escaped, 300, nil),
            (escaped, 299, "stringBytes"), (marks, 1_000, "combiningMarks"),
            (marks, 100, "stringBytes"),
        ] {
            var decoder = LenientDecoder()
            decoder.options.limits.stringBytes = limit
            decoder.options.includesKeys = true
            let expected = explanation.map { [$0] } ?? []
            for input in try Input.all(#"{"members": {"\#(key)": 1, "b": 2}}"#) {
                let (holder, report) = try input.decode(Holder.self, decoder)
                XCTAssertEqual(report.issues.compactMap(\.explanation), expected, key)
                XCTAssertEqual(
                    report.issues.map(\.path.description),
                    expected.map { _ in "$.members[*]" }
                )
                XCTAssertEqual(holder?.members?.values.reduce(0, +), explanation == nil ? 3 : nil)
                var values = Values()
                let applied = try input.apply(Values.mapping, to: &values, options: decoder.options)
                XCTAssertEqual(applied.issues.compactMap(\.explanation), expected, key)
            }
            for input in try Input.all(#"{"objects": {"\#(key)": {"id": 1}, "b": {"id": 2}}}"#) {
                let (holder, report) = try input.decode(Holder.self, decoder)
                XCTAssertEqual(
                    report.issues.map { "\($0.path) \($0.explanation ?? "")" },
                    expected.map { "$.objects[*] \($0)" }
                )
                XCTAssertEqual(holder?.objects?.count, explanation == nil ? 2 : nil)
            }
            for input in try Input.all(#"{"open": {"\#(key)": 1, "b": 2}}"#) {
                let (holder, report) = try input.decode(Holder.self, decoder)
                XCTAssertEqual(report.issues.compactMap(\.explanation), expected, key)
                XCTAssertEqual(
                    report.issues.map(\.path.description),
                    expected.map { _ in "$.open" }
                )
                XCTAssertEqual(holder?.open?.sum, explanation == nil ? 3 : nil)
            }
        }
    }

    func testKeysLongerThanAKibibyteAreNoDeclaredKeysInEitherFormat() throws {
        struct Keyed: Decodable {
            let keys: [String]
            struct Short: CodingKey {
                let index: UInt16
                var stringValue: String { String(repeating: "a", count: Int(index)) }
                var intValue: Int? { nil }
                init?(stringValue: String) {
                    guard stringValue.allSatisfy({ $0 == "a" }) else { return nil }
                    index = UInt16(stringValue.utf8.count)
                }
                init?(intValue: Int) { nil }
            }
            init(from decoder: any Decoder) throws {
                keys = try decoder.container(keyedBy: Short.self).allKeys.map(\.stringValue)
            }
        }
        for letter in ["a", #"\u0061"#] {
            for (length, isFound) in [(1_024, true), (1_025, false)] {
                let key = String(repeating: letter, count: length)
                for input in try Input.all(#"{"\#(key)": 1}"#) {
                    let keys = try input.decode(Keyed.self).value?.keys
                    XCTAssertEqual(keys?.count, isFound ? 1 : 0)
                }
            }
        }
    }
}

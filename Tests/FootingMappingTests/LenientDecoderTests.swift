import FootingMapping
import Foundation
import TestSupport
import XCTest

/// Decoding of types that only conform to `Decodable`.
final class LenientDecoderTests: XCTestCase {
    struct Address: Codable, Equatable {
        var street: String
        var zip: Int
    }
    struct Invoice: Codable, Equatable {
        var id: Int
        var number: String
        var paid: Bool
        var total: Decimal
        var rate: Double
        var due: Date
        var page: URL
        var key: UUID
        var stamp: Data
        var tags: [String]
        var limits: [String: Int]
        var note: String?
        var address: Address
    }

    static let clean = #"""
        {"id": "7", "number": 42, "paid": "yes", "total": "10.50", "rate": "0.5",
         "due": 1795294730, "page": "https://example.org", "stamp": "AQI=",
         "key": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "tags": "solo", "limits": {"a": "1"},
         "note": null, "address": {"street": 5, "zip": "12"}, "extra": [1, 2]}
        """#

    func testConvertsEveryLeafByTheTable() throws {
        for input in try Input.all(Self.clean) {
            let (invoice, report) = try input.decode(Invoice.self)
            let expected = Invoice(
                id: 7,
                number: "42",
                paid: true,
                total: 10.5,
                rate: 0.5,
                due: Date(timeIntervalSince1970: 1_795_294_730),
                page: try XCTUnwrap(URL(string: "https://example.org")),
                key: try XCTUnwrap(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")),
                stamp: Data([1, 2]),
                tags: ["solo"],
                limits: ["a": 1],
                note: nil,
                address: Address(street: "5", zip: 12)
            )
            XCTAssertEqual(invoice, expected)
            XCTAssertTrue(report.isClean, "\(report.issues)")
            XCTAssertEqual(report.appliedCount, 14)
            XCTAssertEqual(report.convertedCount, 13)
            XCTAssertEqual(report.unknownKeyCount, 1)
        }
    }

    func testAnObjectEndsAtItsFirstBadLeaf() throws {
        let leaves = [
            (#""id": "x""#, "$.id: not a number (string, wanted Int); failed"),
            (#""number": []"#, "$.number: wrong kind of value (array, wanted String); failed"),
            (#""paid": 2"#, "$.paid: out of range (number, wanted Bool); failed"),
            (#""total": "1,0""#, "$.total: not a number (string, wanted \(Decimal.self)); failed"),
            (#""rate": true"#, "$.rate: wrong kind of value (bool, wanted Double); failed"),
            (
                #""due": "soon""#,
                "$.due: invalid format (string, wanted Date); failed"
            ),
            (
                #""page": "a b""#,
                "$.page: invalid format (string, wanted URL); failed"
            ),
            (
                #""key": """#,
                "$.key: invalid format (string, wanted UUID); failed"
            ),
            (
                #""stamp": "=""#,
                "$.stamp: invalid format (string, wanted Data); failed"
            ),
            (
                #""tags": [[]]"#,
                "$.tags[0]: wrong kind of value (array, wanted String); failed"
            ),
            (
                #""limits": {"a": "b"}"#,
                "$.limits[*]: not a number (string, wanted Int); failed"
            ),
        ]
        let good = Self.clean.dropFirst().dropLast()
        // The first value of a duplicate key counts.
        for (index, (leaf, issue)) in leaves.enumerated() {
            let behind = leaves[(index + 1)...].map { ", \($0.0)" }.joined()
            for bad in [leaf, leaf + behind] {
                let json = Data("{\(bad), \(good)}".utf8)
                let (invoice, report) = try LenientDecoder().decode(Invoice.self, json: json)
                XCTAssertNil(invoice)
                XCTAssertEqual(report.issues.map(\.description), [issue])
                XCTAssertEqual(report.appliedCount, 0)
                XCTAssertEqual(report.notes, [])
            }
        }
    }

    func testAMissingObjectIsOneIssue() throws {
        struct Outer: Decodable, Equatable {
            var first: Address
            var second: Address
        }
        let address = #"{"street": "s", "zip": 1}"#
        for (json, issue) in [
            (#"{"second": 5}"#, "$.first: required, but missing (wanted Address); failed"),
            (
                #"{"first": \#(address), "second": 5}"#,
                "$.second: wrong kind of value (number, wanted Address); failed"
            ),
        ] {
            for input in try Input.all(json) {
                let (outer, report) = try input.decode(Outer.self)
                XCTAssertNil(outer)
                XCTAssertEqual(report.issues.map(\.description), [issue])
            }
        }
    }

    func testAFailingOptionalIsNeverNilByAccident() throws {
        struct Outer: Decodable, Equatable {
            var number: Int?
            var address: Address?
        }
        for (json, issue) in [
            (#"{"number": "x"}"#, "$.number notNumeric"),
            (#"{"address": {"street": "s"}}"#, "$.address.zip missing"),
        ] {
            for input in try Input.all(json) {
                let (outer, report) = try input.decode(Outer.self)
                XCTAssertNil(outer)
                XCTAssertEqual(report.issues.map { "\($0.path) \($0.code)" }, [issue])
            }
        }
        for input in try Input.all(#"{"number": null}"#) {
            let (outer, report) = try input.decode(Outer.self)
            XCTAssertEqual(outer, Outer())
            XCTAssertEqual(report.appliedCount, 1)
        }
    }

    func testAnObjectThatCanNotBeMadeIsLeftOutOfItsList() throws {
        let json =
            #"[{"street": "a", "zip": 1}, {"street": "b"}, 5, null, {"street": 7, "zip": "x"}]"#
        let (list, report) = try LenientDecoder().decode([Address].self, json: Data(json.utf8))
        XCTAssertEqual(list, [Address(street: "a", zip: 1)])
        XCTAssertEqual(
            report.issues.map(\.description),
            [
                "$[1].zip: required, but missing (wanted Int); dropped",
                "$[2]: wrong kind of value (number, wanted Address); dropped",
                "$[3]: null, but not optional (null, wanted Address); dropped",
                "$[4].zip: not a number (string, wanted Int); dropped",
            ]
        )
        XCTAssertEqual(report.appliedCount, 2)
    }

    func testASetKeepsWhatTheListOfTheSameElementsWould() throws {
        struct Pair: Codable, Hashable { var a: Int }
        struct Outer: Codable, Equatable {
            var pairs: Set<Pair>?
            var numbers: Set<Int>?
            var nested: [Set<Pair>]?
            var colours: Set<Colour>?
        }
        let one = Pair(a: 1)
        let whole = "wrong kind of value"
        let cases: [(String, Outer?, isLossy: Bool, [String])] = [
            (#"{"pairs": [{"a": 1}, {"a": "1"}]}"#, Outer(pairs: [one]), false, []),
            (#"{"pairs": {"a": 1}, "numbers": "7"}"#, Outer(pairs: [one], numbers: [7]), false, []),
            (
                #"{"pairs": [{"a": 1}, {}, 5]}"#, Outer(pairs: [one]), false,
                [
                    "$.pairs[1].a: required, but missing (wanted Int); dropped",
                    "$.pairs[2]: \(whole) (number, wanted Pair); dropped",
                ]
            ),
            (
                #"{"nested": [[{"a": 1}, {}], []]}"#, Outer(nested: [[one], []]), false,
                ["$.nested[0][1].a: required, but missing (wanted Int); dropped"]
            ),
            (
                #"{"numbers": [1, "x", 3, []]}"#, nil, false,
                [
                    "$.numbers[1]: not a number (string, wanted Int); failed",
                    "$.numbers[3]: \(whole) (array, wanted Int); failed",
                ]
            ),
            (
                #"{"numbers": [1, "x"], "colours": ["red", "pink"]}"#,
                Outer(numbers: [1], colours: [.red]), true,
                [
                    "$.numbers[1]: not a number (string, wanted Int); dropped",
                    "$.colours[1]: no case has this raw value (string, wanted Colour); dropped",
                ]
            ),
            (
                #"{"numbers": {}}"#, nil, false,
                ["$.numbers: \(whole) (object, wanted Set<Int>?); failed"]
            ),
            (
                #"{"nested": [null]}"#, nil, false,
                ["$.nested[0]: null, but not optional (null, wanted Set<Pair>); failed"]
            ),
            (
                #"{"colours": ["pink"]}"#, nil, false,
                ["$.colours[0]: no case has this raw value (string, wanted Colour); failed"]
            ),
        ]
        for (json, expected, isLossy, issues) in cases {
            var decoder = LenientDecoder()
            decoder.isLossy = isLossy
            for input in try Input.all(json) {
                let (outer, report) = try input.decode(Outer.self, decoder)
                XCTAssertEqual(outer, expected, json)
                XCTAssertEqual(report.issues.map(\.description), issues, json)
            }
        }
    }

    func testASetIsCountedAsTheListOfTheSameElements() throws {
        struct Listed: Decodable { var numbers: [Int], colours: [Colour] }
        struct Unordered: Decodable { var numbers: Set<Int>, colours: Set<Colour> }
        var decoder = LenientDecoder()
        decoder.options.listsFields = true
        for input in try Input.all(#"{"numbers": ["1", 2], "colours": ["red"]}"#) {
            let listed = try input.decode(Listed.self, decoder).report
            let unordered = try input.decode(Unordered.self, decoder).report
            XCTAssertEqual("\(unordered)", "\(listed)")
            XCTAssertEqual(unordered.notes.map(\.path), listed.notes.map(\.path))
            XCTAssertEqual(unordered.notes.first?.target, "Set<Int>")
        }
    }

    func testListsAndDictionariesOfObjectsInOneAnother() throws {
        struct Outer: Decodable, Equatable {
            var rows: [[Address]]
            var table: [String: Address]
            var maybe: [Address?]
            var optional: [Address]?
            var keyed: [String: [Address]]?
        }
        let good = #"{"street": "a", "zip": 1}"#
        let a = Address(street: "a", zip: 1)
        let json = """
            {"rows": [[\(good), {}], \(good)], "table": {"x": \(good), "y": 1},
             "maybe": [null, \(good), {"zip": 1}], "optional": \(good), "keyed": {"k": [\(good)]}}
            """
        for input in try Input.all(json) {
            let (outer, report) = try input.decode(Outer.self)
            XCTAssertEqual(
                outer,
                Outer(
                    rows: [[a], [a]],
                    table: ["x": a],
                    maybe: [nil, a],
                    optional: [a],
                    keyed: ["k": [a]]
                )
            )
            XCTAssertEqual(
                report.issues.map { "\($0.path) \($0.code) \($0.resolution)" },
                [
                    "$.rows[0][1].street missing droppedElement",
                    "$.table[*] typeMismatch droppedElement",
                    "$.maybe[2].street missing droppedElement",
                ]
            )
        }
    }

    func testLossyLeavesOutScalarsToo() throws {
        struct Outer: Decodable, Equatable {
            var numbers: [Int]
            var colours: [Colour]
        }
        var decoder = LenientDecoder()
        let json = #"{"numbers": [1, "x", 3], "colours": ["red", "pink", "blue"]}"#
        for input in try Input.all(json) {
            let (none, refused) = try input.decode(Outer.self, decoder)
            XCTAssertNil(none)
            XCTAssertEqual(refused.issues.map(\.resolution), [.madeNothing])
        }
        decoder.isLossy = true
        for input in try Input.all(json) {
            let (outer, report) = try input.decode(Outer.self, decoder)
            XCTAssertEqual(outer, Outer(numbers: [1, 3], colours: [.red, .blue]))
            XCTAssertEqual(
                report.issues.map { "\($0.path) \($0.code) \($0.resolution)" },
                [
                    "$.numbers[1] notNumeric droppedElement",
                    "$.colours[1] unknownCase droppedElement",
                ]
            )
        }
    }

    enum Colour: String, Codable { case red, blue }
    enum Size: Int, Codable, CaseIterable { case small = 1, large }
    struct Painted: Codable, Equatable {
        var colour: Colour
        var size: Size
        var last: Int
    }

    func testARawValueWithoutACaseIsAnUnknownCase() throws {
        for (json, issue) in [
            (
                #"{"colour": "red", "size": 9, "last": "x"}"#,
                "$.size: no case has this raw value (number, wanted Size); failed"
            ),
            (
                #"{"colour": [], "size": "two", "last": 1}"#,
                "$.colour: wrong kind of value (array, wanted Colour); failed"
            ),
        ] {
            for input in try Input.all(json) {
                let (painted, report) = try input.decode(Painted.self)
                XCTAssertNil(painted)
                XCTAssertEqual(report.issues.map(\.description), [issue])
            }
        }
        for input in try Input.all(#"{"colour": "red", "size": "two", "last": 1}"#) {
            let (_, report) = try input.decode(Painted.self)
            XCTAssertEqual(
                report.issues.map(\.description),
                ["$.size: not a number (string, wanted Size); failed"]
            )
        }
    }

    func testAFallbackCaseStandsForUnknownOnes() throws {
        var decoder = LenientDecoder()
        decoder.options.listsFields = true
        decoder.fallbackCases = [Size.small, Colour.blue]
        for input in try Input.all(#"{"colour": "pink", "size": "2.0", "last": 1}"#) {
            let (painted, report) = try input.decode(Painted.self, decoder)
            XCTAssertEqual(painted, Painted(colour: .blue, size: .large, last: 1))
            XCTAssertEqual(
                report.notes.map(\.description),
                [
                    "$.colour: fallbackCase (string to Colour)",
                    "$.size: converted (string to Size)", "$.last: applied (number to Int)",
                ]
            )
            XCTAssertEqual(report.convertedCount, 2)
        }
        for input in try Input.all(#"{"colour": 5.5, "size": "x", "last": 1}"#) {
            let (_, report) = try input.decode(Painted.self, decoder)
            XCTAssertEqual(report.issues.map(\.code), [.notNumeric])
        }
    }

    func testAFallbackCaseIsForRawValuesOnly() throws {
        var decoder = LenientDecoder()
        decoder.fallbackCases = [Colour.blue]
        for input in try Input.all(#"{"colour": [], "last": "x"}"#) {
            let (painted, report) = try input.decode(Painted.self, decoder)
            XCTAssertNil(painted)
            XCTAssertEqual(
                report.issues.map { "\($0.path) \($0.code)" },
                ["$.colour typeMismatch"]
            )
        }
    }

    func testAnInitializerOfAnEnumerationIsRespected() throws {
        enum Plan: String, Decodable {
            case free, other

            init(from decoder: any Decoder) throws {
                let text = try decoder.singleValueContainer().decode(String.self)
                self = Plan(rawValue: text.lowercased()) ?? .other
            }
        }
        let (plans, report) = try LenientDecoder().decode(
            [Plan].self,
            json: Data(#"["FREE", "gold"]"#.utf8)
        )
        XCTAssertEqual(plans, [.free, .other])
        XCTAssertTrue(report.isClean)
    }

    func testFormsHoldForAllDatesBytesAndURLs() throws {
        struct Outer: Decodable, Equatable {
            var at: Date
            var list: [Date]
            var key: Data
            var page: URL?
        }
        var decoder = LenientDecoder()
        decoder.options.dateFormats = [.epochMilliseconds]
        decoder.options.dataEncodings = [.hexadecimal]
        decoder.baseURL = URL(string: "https://example.org/a/")
        let json = #"{"at": 1000, "list": [2000], "key": "00ff", "page": "b"}"#
        for input in try Input.all(json) {
            let (outer, report) = try input.decode(Outer.self, decoder)
            XCTAssertEqual(outer?.at, Date(timeIntervalSince1970: 1))
            XCTAssertEqual(outer?.list, [Date(timeIntervalSince1970: 2)])
            XCTAssertEqual(outer?.key, Data([0, 255]))
            XCTAssertEqual(outer?.page?.absoluteString, "https://example.org/a/b")
            XCTAssertTrue(report.isClean)
        }
    }

    func testEveryWidthGoesThroughTheTable() throws {
        struct Widths: Decodable, Equatable {
            var a: Int8, b: Int16, c: Int32, d: Int64, e: Int128
            var f: UInt, g: UInt8, h: UInt16, i: UInt32, j: UInt64, k: UInt128
            var l: Float, m: Double, n: Bool, o: String
            var p: Int8?, q: Int16?, r: Int32?, s: Int64?, t: Int128?
            var u: UInt?, v: UInt8?, w: UInt16?, x: UInt32?, y: UInt64?, z: UInt128?
            var aa: Float?, ab: Double?, ac: Bool?, ad: String?, ae: Int?
        }
        let names =
            "a b c d e f g h i j k l m n o p q r s t u v w x y z aa ab ac ad ae".split(
                separator: " "
            )
        let ones = names.map { "\"\($0)\": \"1\"" }.joined(separator: ", ")
        for input in try Input.all("{\(ones)}") {
            let (widths, report) = try input.decode(Widths.self)
            XCTAssertEqual(widths?.e, 1)
            XCTAssertEqual(widths?.z, 1)
            XCTAssertEqual(widths?.ac, true)
            XCTAssertTrue(report.isClean)
            XCTAssertEqual(report.appliedCount, 31)
            XCTAssertEqual(report.convertedCount, 29)
        }
        for name in names {
            let bad = ones.replacing("\"\(name)\": \"1\"", with: "\"\(name)\": {}")
            for input in try Input.all("{\(bad)}") {
                let (widths, report) = try input.decode(Widths.self)
                XCTAssertNil(widths)
                XCTAssertEqual(
                    report.issues.map { "\($0.path) \($0.code)" },
                    ["$.\(name) typeMismatch"]
                )
            }
        }
    }

    func testTheResultIsThatOfJSONDecoderWhereThatTakesTheDocument() throws {
        let encoder = JSONEncoder()
        var generator = SeededRandom(seed: 18)
        for _ in 0..<rounds(100, underStress: 300) {
            let value = CompilerMade.random(using: &generator)
            let data = try encoder.encode(value)
            XCTAssertEqual(try JSONDecoder().decode(CompilerMade.self, from: data), value)
            let (ours, report) = try LenientDecoder().decode(CompilerMade.self, json: data)
            XCTAssertEqual(ours, value, String(decoding: data, as: UTF8.self))
            XCTAssertTrue(report.isClean, "\(report.issues)")
            XCTAssertEqual(report.unknownKeyCount, 0, String(decoding: data, as: UTF8.self))
            let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
            let native = LenientDecoder().decode(CompilerMade.self, from: try XCTUnwrap(object))
            XCTAssertEqual(native.value, value)
        }
    }
}

/// Types whose initializers the compiler and the standard library provide.
struct CompilerMade: Codable, Equatable {
    enum Shape: Codable, Equatable {
        case point
        case circle(radius: Int)
        case named(String, at: Int)
    }
    indirect enum Tree: Codable, Equatable {
        case leaf(Int)
        case node(Tree, Tree)
    }
    enum Key: String, Codable, CodingKeyRepresentable { case one, two }
    enum Plain: String, Codable { case x, y }
    struct Wrapped: Codable, Equatable {
        var value: Int
        init(_ value: Int) { self.value = value }
        init(from decoder: any Decoder) throws {
            value = try decoder.singleValueContainer().decode(Int.self)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    var shapes: [Shape]
    var tree: Tree
    var byNumber: [Int: String]
    var byKey: [Key: Int]
    var byPlain: [Plain: Int]
    var set: Set<Int>
    var range: Range<Int>
    var closed: ClosedRange<String>
    var twice: Int??
    var wrapped: Wrapped
    var wrappers: [Wrapped?]
    var options: [String: [Shape?]]
    var plain: Plain?

    static func random(using generator: inout SeededRandom) -> CompilerMade {
        var generator = generator
        defer { _ = generator.next() }
        func number() -> Int { Int.random(in: -9...9, using: &generator) }
        func shape() -> Shape {
            switch number() % 3 {
            case 0: .point
            case 1: .circle(radius: number())
            default: .named("n\(number())", at: number())
            }
        }
        func tree(_ depth: Int) -> Tree {
            depth == 0 || number() < 0
                ? .leaf(number()) : .node(tree(depth - 1), tree(depth - 1))
        }
        let value = CompilerMade(
            shapes: (0..<abs(number())).map { _ in shape() },
            tree: tree(4),
            byNumber: [number(): "a", 100: "b"],
            byKey: [.one: number()],
            byPlain: [.x: number(), .y: number()],
            set: [number(), number()],
            range: -10..<number() + 10,
            closed: "a"..."b\(number())",
            twice: number() > 0 ? .some(number()) : nil,
            wrapped: Wrapped(number()),
            wrappers: [Wrapped(number()), nil],
            options: ["k": [shape(), nil]],
            plain: number() > 0 ? .x : nil
        )
        return value
    }
}

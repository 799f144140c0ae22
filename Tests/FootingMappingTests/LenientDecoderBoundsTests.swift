import FootingMapping
import Foundation
import XCTest

/// Checks that decoding ends, takes time proportional to the input, and leaks nothing, whatever an
/// initializer does.
final class LenientDecoderBoundsTests: XCTestCase {
    func testALoopUntilNothingIsLeftEnds() throws {
        struct Route: Decodable {
            var name: String
            var stops: [Int] = []
            var parts: [String] = []

            enum CodingKeys: String, CodingKey { case name, stops }
            struct Part: CodingKey {
                let stringValue: String
                var intValue: Int? { nil }
                init(_ text: String) { stringValue = text }
                init?(stringValue: String) { self.init(stringValue) }
                init?(intValue: Int) { nil }
            }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                name = try container.decode(String.self, forKey: .name)
                var list = try container.nestedUnkeyedContainer(forKey: .stops)
                while let stop = try? list.decode(Int.self) { stops.append(stop) }
                let any = try decoder.container(keyedBy: Part.self)
                while let part = try? any.decode(String.self, forKey: Part("part\(parts.count)")) {
                    parts.append(part)
                }
            }
        }
        for stops in ["[1, 2]", #""none""#, "null"] {
            let json = #"{"name": null, "stops": \#(stops), "part0": "a"}"#
            for input in try Input.all(json) {
                let (route, report) = try input.decode(Route.self)
                XCTAssertNil(route)
                XCTAssertEqual(report.issues.first?.path.description, "$.name", json)
                XCTAssertLessThan(report.issueCount, 4, json)
            }
        }
        for input in try Input.all(#"{"name": "x", "stops": [1, 2], "part0": "a", "part1": "b"}"#) {
            let (route, report) = try input.decode(Route.self)
            XCTAssertEqual(route?.stops, [1, 2])
            XCTAssertEqual(route?.parts, ["a", "b"])
            XCTAssertTrue(report.isClean)
        }
    }

    func testTypesInsideThemselvesAreMadeUpOnceForEachElement() throws {
        final class Tree: Decodable {
            let name: String
            let left: Tree?
            let right: Tree?

            enum CodingKeys: String, CodingKey { case name, left, right }

            init(from decoder: any Decoder) throws {
                CallCounter.add(to: decoder)
                let container = try decoder.container(keyedBy: CodingKeys.self)
                name = try container.decode(String.self, forKey: .name)
                left = try? container.decode(Tree.self, forKey: .left)
                right = try? container.decode(Tree.self, forKey: .right)
            }
        }
        for count in [15, 30] {
            let trees = Array(repeating: #"{"name": null}"#, count: count)
            let json = "[\(trees.joined(separator: ","))]"
            let counter = CallCounter()
            let report = try counter.decoder().decode([Tree].self, json: Data(json.utf8)).report
            XCTAssertLessThanOrEqual(report.issueCount, 5 * count)
            XCTAssertEqual(
                Set(report.issues.filter { $0.code == .null }.map(\.path.description)),
                Set((0..<count).map { "$[\($0)].name" })
            )
            XCTAssertGreaterThanOrEqual(counter.count, count)
            XCTAssertLessThanOrEqual(counter.count, 4 * count)
        }
    }

    func testASearchForIssuesDecodesNoLevelAgainAndAgain() throws {
        final class Node: Decodable {
            let next: Node?
            let list: [Node]?
            let table: [String: Node]?
            let end: Int?
            enum CodingKeys: CodingKey { case next, list, table, end }

            init(from decoder: any Decoder) throws {
                CallCounter.add(to: decoder)
                let container = try decoder.container(keyedBy: CodingKeys.self)
                next = try container.decodeIfPresent(Node.self, forKey: .next)
                list = try container.decodeIfPresent([Node].self, forKey: .list)
                table = try container.decodeIfPresent([String: Node].self, forKey: .table)
                end = try container.decodeIfPresent(Int.self, forKey: .end)
            }
        }
        for (opening, closing) in [
            (#"{"next":"#, "}"), (#"{"list":["#, "]}"), (#"{"table":{"k":"#, "}}"),
        ] {
            let json =
                String(repeating: opening, count: 60) + #"{"end": "x"}"#
                + String(repeating: closing, count: 60)
            for input in try Input.all(json) {
                let counter = CallCounter()
                let report = try input.decode(Node.self, counter.decoder(depth: 256)).report
                XCTAssertEqual(report.issues.map(\.code), [.notNumeric])
                XCTAssertGreaterThanOrEqual(counter.count, 61, opening)
                XCTAssertLessThanOrEqual(counter.count, 4 * 61, opening)
            }
        }
    }

    func testMadeUpValuesAreNoIssues() throws {
        enum Operation: String, Decodable, CaseIterable { case add }
        indirect enum Expression: Decodable {
            case number(Int)
            case add(Expression, Expression)

            enum CodingKeys: String, CodingKey { case operation, left, right }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                _ = try container.decode(Operation.self, forKey: .operation)
                self = .add(
                    try container.decode(Expression.self, forKey: .left),
                    try container.decode(Expression.self, forKey: .right)
                )
            }
        }
        for input in try Input.all(#"{"list": [1]}"#) {
            struct Holder: Decodable { let list: [Expression] }
            let report = try input.decode(Holder.self).report
            XCTAssertEqual(report.issues.map(\.path.description), ["$.list[0]"])
            XCTAssertEqual(report.issueCount, 1)
        }
    }

    func testATypeThatTriesOneKindAfterTheOtherGetsTheValueAsItIs() throws {
        for (json, expected) in [
            (#""x""#, JSONDecoderParityTests.AnyJSON.string("x")), ("1", .number(1)),
            (#""yes""#, .string("yes")),
            ("true", .bool(true)), ("null", .null),
            ("[1, \"2\", []]", .array([.number(1), .string("2"), .array([])])),
            (#"{"a": "7"}"#, .object(["a": .string("7")])),
        ] {
            for input in try Input.all(#"{"value": \#(json)}"#) {
                struct Holder: Decodable { let value: JSONDecoderParityTests.AnyJSON? }
                let (holder, report) = try input.decode(Holder.self)
                XCTAssertEqual(holder?.value ?? .null, expected, json)
                XCTAssertTrue(report.isClean, json)
            }
        }
    }

    func testATypeThatTakesOneKindGetsWhatConverts() throws {
        struct Count: Decodable, Equatable {
            let value: Int
            init(from decoder: any Decoder) throws {
                value = try decoder.singleValueContainer().decode(Int.self)
            }
        }
        struct Holder: Decodable { let counts: [Count] }
        for input in try Input.all(#"{"counts": ["1", 2.0, 3]}"#) {
            XCTAssertEqual(try input.decode(Holder.self).value?.counts.map(\.value), [1, 2, 3])
        }
    }

    func testADecoderIsFreedWithItsInput() throws {
        final class Witness {}
        class Base: Decodable {
            var id = 0
            enum CodingKeys: String, CodingKey { case id, nested, list }
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                id = try container.decode(Int.self, forKey: .id)
                _ = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .nested)
                _ = try container.nestedUnkeyedContainer(forKey: .list)
                _ = try container.superDecoder(forKey: .nested)
            }
        }
        final class Derived: Base {
            var name = ""
            enum OwnKeys: String, CodingKey { case name }
            required init(from decoder: any Decoder) throws {
                try super.init(from: decoder)
                name = try decoder.container(keyedBy: OwnKeys.self).decode(
                    String.self,
                    forKey: .name
                )
            }
        }
        struct Wrapper: Decodable {
            let value: Derived
            init(from decoder: any Decoder) throws {
                value = try decoder.singleValueContainer().decode(Derived.self)
            }
        }
        for name in ["Ada", NSNull()] as [Any] {
            weak var witness: Witness?
            do {
                let held = Witness()
                witness = held
                let input: [String: Any] = [
                    "id": 1, "nested": ["x": held] as [String: Any], "list": [held], "name": name,
                    "held": held,
                ]
                let (value, report) = LenientDecoder().decode(Wrapper.self, from: input)
                XCTAssertEqual(value == nil, !report.isClean)
            }
            XCTAssertNil(witness)
        }
    }

    func testRefusedKeysAreCountedAlikeWhetherUnknownOnesAreListed() throws {
        struct Pair: Decodable {
            let a: Int?
            enum CodingKeys: CodingKey { case a }
            init(from decoder: any Decoder) throws {
                a = try? decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .a)
            }
        }
        var decoder = LenientDecoder()
        decoder.options.duplicateKeys = .reject
        let json = Data(#"{"a": 1, "a": 2, "z": 1, "z": 1}"#.utf8)
        let plain = try decoder.decode(Pair.self, json: json).report.unknownKeyCount
        decoder.options.listsUnknownKeys = true
        XCTAssertEqual(try decoder.decode(Pair.self, json: json).report.unknownKeyCount, plain)
        XCTAssertEqual(plain, 2)
    }

    func testAskingWhetherAnAbsentKeyIsNilIsAnIssue() throws {
        struct Asking: Decodable {
            enum CodingKeys: String, CodingKey { case a, b }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                _ = try container.decodeNil(forKey: .a)
                _ = try container.decode(Int.self, forKey: .b)
            }
        }
        for input in try Input.all(#"{"b": "x"}"#) {
            let report = try input.decode(Asking.self).report
            XCTAssertEqual(report.issues.map(\.path.description), ["$.a"])
            XCTAssertEqual(report.issues.map(\.code), [.missing])
        }
    }

    func testOneBadLeafDeepInsideDoesNotCostEveryLevelAgain() throws {
        struct Level: Decodable {
            let mark: CountedValue
            let texts: [String]
            let kids: [Level?]?
        }
        func countOfDecodedLevels(_ depth: Int, around leaf: String) throws -> Int {
            var json = #"{"mark": 1, "texts": [\#(leaf)]}"#
            for _ in 0..<depth {
                json = #"{"mark": 1, "texts": ["a", "b"], "kids": [\#(json)]}"#
            }
            let counter = CallCounter()
            _ = try counter.decoder(depth: 256).decode(Level.self, json: Data(json.utf8))
            return counter.count
        }
        for depth in [28, 56] {
            XCTAssertEqual(try countOfDecodedLevels(depth, around: #""x""#), depth + 1)
            // If each level decoded the inner one twice, the count would be half the square.
            let count = try countOfDecodedLevels(depth, around: "[]")
            XCTAssertGreaterThanOrEqual(count, depth + 1)
            XCTAssertLessThanOrEqual(count, 3 * (depth + 1))
        }
    }
}

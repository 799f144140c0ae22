import FootingMapping
import Foundation
import TestSupport
import XCTest

/// Careless initializers and malicious documents.
final class LenientDecoderHostilityTests: XCTestCase {
    /// Stores everything that a decoder returns.
    final class Loot {
        var decoder: (any Decoder)?
        var keyed: KeyedDecodingContainer<PathTests.AnyKey>?
        var own: KeyedDecodingContainer<Thief.CodingKeys>?
        var unkeyed: (any UnkeyedDecodingContainer)?
        var single: (any SingleValueDecodingContainer)?
        var nested: (any Decoder)?
    }
    struct Thief: Decodable {
        let loot = Loot()
        var a: Int
        enum CodingKeys: CodingKey { case a, b, c }
        init(from decoder: any Decoder) throws {
            loot.decoder = decoder
            loot.keyed = try decoder.container(keyedBy: PathTests.AnyKey.self)
            loot.own = try decoder.container(keyedBy: CodingKeys.self)
            loot.single = try decoder.singleValueContainer()
            loot.unkeyed = try loot.own?.nestedUnkeyedContainer(forKey: .b)
            loot.nested = try loot.own?.superDecoder(forKey: .c)
            a = try loot.own?.decode(Int.self, forKey: .a) ?? 0
        }
    }

    func testADecoderKeptBeyondTheCallThrows() throws {
        let json = #"{"a": 1, "b": [1, 2], "c": {"x": 1}}"#
        for input in try Input.all(json) {
            let (thief, report) = try input.decode(Thief.self)
            XCTAssertEqual(thief?.a, 1)
            XCTAssertTrue(report.isClean)
            let loot = try XCTUnwrap(thief).loot
            XCTAssertThrowsError(try loot.decoder?.container(keyedBy: Thief.CodingKeys.self))
            XCTAssertThrowsError(try loot.decoder?.unkeyedContainer())
            XCTAssertThrowsError(try loot.own?.decode(Int.self, forKey: .a))
            XCTAssertThrowsError(try loot.own?.decodeIfPresent(Int.self, forKey: .a))
            XCTAssertThrowsError(try loot.own?.decodeIfPresent(Int.self, forKey: .b))
            XCTAssertThrowsError(try loot.own?.decode(Date.self, forKey: .a))
            XCTAssertThrowsError(try loot.own?.decode(Thief.self, forKey: .c))
            XCTAssertThrowsError(try loot.own?.decodeNil(forKey: .a))
            XCTAssertThrowsError(try loot.own?.superDecoder())
            XCTAssertEqual(loot.own?.contains(.a), false)
            XCTAssertEqual(loot.own?.allKeys.count, 0)
            XCTAssertThrowsError(
                try loot.keyed?.decode(Int.self, forKey: PathTests.AnyKey(stringValue: "a"))
            )
            _ = loot.keyed?.allKeys
            XCTAssertThrowsError(try loot.unkeyed?.decode(Int.self))
            XCTAssertThrowsError(try loot.unkeyed?.nestedUnkeyedContainer())
            XCTAssertThrowsError(try loot.unkeyed?.decodeNil())
            XCTAssertThrowsError(try loot.single?.decode(Int.self))
            XCTAssertThrowsError(try loot.single?.decode([String: Int].self))
            XCTAssertEqual(loot.single?.decodeNil(), false)
            XCTAssertThrowsError(try loot.nested?.container(keyedBy: Thief.CodingKeys.self))
            XCTAssertEqual(loot.nested?.codingPath.map(\.stringValue), ["c"])
        }
    }

    func testADecoderThatIsKeptWithinTheCallIsNotGivenToTheNextValue() throws {
        struct Element: Decodable {
            let decoder: any Decoder
            let value: Int
            init(from decoder: any Decoder) throws {
                self.decoder = decoder
                value = try decoder.container(keyedBy: Thief.CodingKeys.self)
                    .decode(Int.self, forKey: .a)
            }
        }
        struct List: Decodable {
            let again: [Int]
            init(from decoder: any Decoder) throws {
                let elements = try decoder.singleValueContainer().decode([Element].self)
                again = try elements.map {
                    try $0.decoder.container(keyedBy: Thief.CodingKeys.self)
                        .decode(Int.self, forKey: .a) * 10 + $0.value
                }
            }
        }
        let json = #"[{"a": 1}, {"a": 2}, {"a": 3}]"#
        let (list, _) = try LenientDecoder().decode(List.self, json: Data(json.utf8))
        XCTAssertEqual(list?.again, [11, 22, 33])
    }

    func testContainersOfTheWrongKindAndTheEndOfAListThrow() throws {
        struct Careless: Decodable {
            var log: [String] = []
            init(from decoder: any Decoder) throws {
                func attempt(_ name: String, _ body: () throws -> Void) {
                    do { try body() } catch is DecodingError { log.append(name) } catch {
                        log.append("\(name): \(error)")
                    }
                }
                attempt("list") {
                    var list = try decoder.unkeyedContainer()
                    _ = try list.decode(Int.self)
                }
                let keyed = try decoder.container(keyedBy: Thief.CodingKeys.self)
                attempt("nested") {
                    _ = try keyed.nestedContainer(keyedBy: Thief.CodingKeys.self, forKey: .a)
                }
                attempt("absent") { _ = try keyed.nestedUnkeyedContainer(forKey: .c) }
                attempt("end") {
                    var list = try keyed.nestedUnkeyedContainer(forKey: .b)
                    while !list.isAtEnd { _ = try list.decode(Int.self) }
                    _ = try list.decode(Int.self)
                }
                attempt("again") {
                    var list = try keyed.nestedUnkeyedContainer(forKey: .b)
                    XCTAssertNil(try? list.decode(Date.self))
                    XCTAssertEqual(try list.decode(Int.self), 1)
                    XCTAssertEqual(list.currentIndex, 1)
                    _ = try list.decode(Bool.self)
                }
            }
        }
        for input in try Input.all(#"{"a": 1, "b": [1, 5]}"#) {
            var decoder = LenientDecoder()
            decoder.options.convertsKinds = false
            let (careless, report) = try input.decode(Careless.self, decoder)
            XCTAssertEqual(careless?.log, ["list", "nested", "absent", "end", "again"])
            XCTAssertTrue(report.isClean, "What an initializer copes with is no issue.")
        }
    }

    func testErrorsThatAnInitializerCatchesAreNoIssuesAlsoBesideOthers() throws {
        struct Either: Decodable, Equatable {
            var number: Int?
            var text: String?
            init(number: Int) { self.number = number }
            init(text: String) { self.text = text }
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let number = try? container.decode(Int.self) {
                    self.init(number: number)
                } else {
                    self.init(text: try container.decode(String.self))
                }
            }
        }
        struct Outer: Decodable {
            var either: Either
            var list: [Either]
            var bad: Int
        }
        let json = #"{"either": "x", "list": [1, "y"], "bad": "z"}"#
        for input in try Input.all(json) {
            let (_, report) = try input.decode(Outer.self)
            XCTAssertEqual(report.issues.map { "\($0.path)" }, ["$.bad"])
        }
    }

    func testAThrownErrorIsRejectedAndSaysNothingOfTheInput() throws {
        struct Secret: Error, CustomStringConvertible {
            var description: String
        }
        struct Picky: Decodable {
            init(from decoder: any Decoder) throws {
                let text = try decoder.singleValueContainer().decode(String.self)
                throw Secret(description: text)
            }
        }
        struct Outer: Decodable {
            var picky: Picky
            var other: Picky?
            var list: [Picky]
            var last: Int
        }
        let json = #"{"picky": "hunter2", "other": "hunter2", "list": ["hunter2"], "last": "x"}"#
        for input in try Input.all(json) {
            let (value, report) = try input.decode(Outer.self)
            XCTAssertNil(value)
            XCTAssertEqual(
                report.issues.first?.description,
                "$.picky: rejected: the initializer threw Secret (string, wanted Picky); failed"
            )
            XCTAssertFalse("\(report.issues)".contains("hunter2"))
        }
    }

    func testRecursionEndsAtTheLimitOfDepth() throws {
        struct Node: Decodable {
            var next: [Node]
        }
        struct Endless: Decodable {
            init(from decoder: any Decoder) throws {
                _ = try decoder.singleValueContainer().decode(Endless.self)
            }
        }
        struct EndlessList: Decodable {
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                while !list.isAtEnd { _ = try list.decode(EndlessList.self) }
            }
        }
        final class Self2: Decodable {
            let me: Self2
        }
        func nested(_ depth: Int) -> Data {
            Data(
                (String(repeating: #"{"next":["#, count: depth) + #"{"next":[]}"#
                    + String(repeating: "]}", count: depth)).utf8
            )
        }
        XCTAssertTrue(try LenientDecoder().decode(Node.self, json: nested(31)).report.isClean)
        let (value, report) = try LenientDecoder().decode(Node.self, json: nested(40))
        XCTAssertNotNil(value)
        XCTAssertEqual(Set(report.issues.map(\.code)), [.limitExceeded])
        var options = MappingOptions.standard
        options.limits.depth = 1_000
        let deep = try LenientDecoder(options: options).decode(Node.self, json: nested(250))
        XCTAssertEqual(Set(deep.report.issues.map(\.code)), [.limitExceeded])
        for json in ["{}", "5", "[5]", "[[[[5]]]]"] {
            let data = Data(json.utf8)
            XCTAssertNil(try LenientDecoder().decode(Endless.self, json: data).value)
            XCTAssertNil(try LenientDecoder().decode(EndlessList.self, json: data).value)
            let (me, report) = try LenientDecoder().decode(Self2.self, json: data)
            XCTAssertNil(me)
            XCTAssertFalse(report.isClean)
        }
    }

    func testADeepFailureCostsNoMoreThanItsDepth() throws {
        struct Node: Decodable {
            var mark: CountedValue
            var name: Int
            var next: [Node]?
            var last: Int?
        }
        // Each level has issues of dropped elements, and then the object itself fails.
        for depth in [30, 60] {
            var json = #"{"mark":1,"name":"x"}"#
            for _ in 0..<depth { json = #"{"mark":1,"name":1,"next":[\#(json)],"last":[]}"# }
            let counter = CallCounter()
            let decoder = counter.decoder(depth: 256)
            let (value, report) = try decoder.decode(Node.self, json: Data(json.utf8))
            XCTAssertNil(value)
            XCTAssertEqual(report.issueCount, depth + 1)
            XCTAssertGreaterThanOrEqual(counter.count, depth + 1)
            XCTAssertLessThanOrEqual(counter.count, 3 * (depth + 1))
        }
    }

    func testHostileKeysAreUnknownOrBeyondALimit() throws {
        struct Small: Decodable {
            var a: Int
            var list: [Int: Int]?
        }
        let count = rounds(20_000, underStress: 100_000)
        let marks = String(repeating: "\u{301}\u{323}", count: count)
        let members = (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        let json = Data(
            "{\"e\(marks)\": 1, \(members), \"a\": 2, \"list\": {\"e\(marks)\": 1}}".utf8
        )
        let (small, report) = try LenientDecoder().decode(Small.self, json: json)
        XCTAssertNil(small)
        XCTAssertEqual(report.issues.map { "\($0.path) \($0.code)" }, ["$.list[*] limitExceeded"])
        struct Smaller: Decodable { var a: Int }
        let (smaller, counts) = try LenientDecoder().decode(Smaller.self, json: json)
        XCTAssertEqual(smaller?.a, 2)
        XCTAssertEqual(counts.unknownKeyCount, count + 2)
    }

    func testRefusedDocumentsAndMutantsNeverTrap() throws {
        let sample = Array(try JSONEncoder().encode(Sample()))
        var generator = SeededRandom(seed: 9)
        let alphabet = Array(#"{}[]",:\tfnu0123456789.eE+- "#.utf8) + [0, 0x80, 0xC3, 0xFF]
        var (made, refused, broken) = (0, 0, 0)
        for _ in 0..<rounds(3_000, underStress: 15_000) {
            var bytes = sample
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: bytes.indices, using: &generator)
                bytes[index] = alphabet.randomElement(using: &generator) ?? 0
            }
            let data = Data(bytes)
            guard
                let outcome = try? LenientDecoder(options: .lenient).decode(Sample.self, json: data)
            else {
                broken += 1
                continue
            }
            if outcome.value == nil { refused += 1 } else { made += 1 }
            if outcome.report.isClean { XCTAssertNotNil(outcome.value) }
        }
        XCTAssertGreaterThan(made, 20)
        XCTAssertGreaterThan(refused, 20)
        XCTAssertGreaterThan(broken, 20)
    }

    private struct Sample: Codable {
        var id = 1
        var shape = CompilerMade.Shape.named("a", at: 1)
        var tree = CompilerMade.Tree.node(.leaf(1), .leaf(2))
        var byNumber = [1: "a"]
        var plain = CompilerMade.Plain.x
        var set: Set<Int> = [1, 2]
        var hand = ByHand()
        var list = [CompilerMade.Wrapped(1)]
        var range = 1..<2
    }
}

/// A type that opens its containers by hand.
private struct ByHand: Codable {
    var a = 1
    var b = 2
    var list = [3, 4]
    var id = 5
    var flat = 6

    init() {}

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

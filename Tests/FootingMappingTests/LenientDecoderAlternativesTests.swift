import FootingMapping
import Foundation
import Synchronization
import XCTest

/// Initializers that try several types in order, or decode until the input ends.
final class LenientDecoderAlternativesTests: XCTestCase {
    /// Any JSON except null.
    private indirect enum Tree: Codable, Equatable {
        case bool(Bool), number(Double), text(String), object([String: Tree]), list([Tree])

        init(from decoder: any Decoder) throws {
            CallCounter.add(to: decoder)
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode(String.self) {
                self = .text(value)
            } else if let value = try? container.decode([String: Tree].self) {
                self = .object(value)
            } else {
                self = .list(try container.decode([Tree].self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .bool(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .text(let value): try container.encode(value)
            case .object(let value): try container.encode(value)
            case .list(let value): try container.encode(value)
            }
        }
    }
    private struct Holder: Codable, Equatable { var tree: Tree }

    func testAValueThatNoAlternativeTakesDoesNotCostEveryLevelAgain() throws {
        for (open, close) in [("{\"a\": ", "}"), ("[", "]")] {
            func nested(_ depth: Int) -> String {
                let opened = String(repeating: open, count: depth)
                return "{\"tree\": \(opened)null\(String(repeating: close, count: depth))}"
            }
            for depth in [20, 40] {
                for input in try Input.all(nested(depth)) {
                    let counter = CallCounter()
                    let (holder, report) = try input.decode(
                        Holder.self,
                        counter.decoder(depth: 256)
                    )
                    XCTAssertNil(holder)
                    XCTAssertEqual(report.issueCount, 1)
                    XCTAssertGreaterThanOrEqual(counter.count, depth + 1, open)
                    XCTAssertLessThanOrEqual(counter.count, 3 * (depth + 1), open)
                }
            }
        }
    }

    func testAnIssueIsWhereNoAlternativeGoesOn() throws {
        for (tree, path, offset) in [
            (#"{"a": {"b": null}}"#, "$.tree[*][*]", 21),
            (#"{"a": 1, "b": [[null]]}"#, "$.tree[*][0][0]", 25),
            (#"[1, {"a": [true, null]}]"#, "$.tree[1][*][1]", 26), ("null", "$.tree", 9),
        ] {
            for input in try Input.all(#"{"tree": \#(tree)}"#) {
                let (holder, report) = try input.decode(Holder.self)
                XCTAssertNil(holder)
                XCTAssertEqual(report.issues.map(\.path.description), [path], tree)
                XCTAssertEqual(report.issues.map(\.code), [.null], tree)
                if case .bytes = input {
                    XCTAssertEqual(report.issues.map(\.offset), [offset], tree)
                }
            }
        }
    }

    func testAKindThatNoAlternativeTakesIsReportedOnce() throws {
        struct Scalar: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if (try? container.decode(Bool.self)) != nil { return }
                if (try? container.decode(Date.self)) != nil { return }
                _ = try container.decode(Int.self)
            }
        }
        struct Outer: Decodable { let a: Scalar, b: [Scalar] }
        for (json, path) in [
            (#"{"a": {}, "b": []}"#, "$.a"), (#"{"a": 1, "b": [1, {}]}"#, "$.b[1]"),
        ] {
            for input in try Input.all(json) {
                let (outer, report) = try input.decode(Outer.self)
                XCTAssertNil(outer)
                XCTAssertEqual(
                    report.issues.map(\.description),
                    ["\(path): wrong kind of value (object, wanted Int); failed"]
                )
            }
        }
    }

    func testAConversionDeepInsideDoesNotCostEveryLevelAgain() throws {
        struct Level: Decodable {
            var levels: [Level] = []
            let texts: [String]
            private enum Keys: CodingKey { case levels, texts }

            init(from decoder: any Decoder) throws {
                CallCounter.add(to: decoder)
                let container = try decoder.container(keyedBy: Keys.self)
                var list = try container.nestedUnkeyedContainer(forKey: .levels)
                while !list.isAtEnd { levels.append(try list.decode(Level.self)) }
                texts = try container.decode([String].self, forKey: .texts)
            }
        }
        func countOfDecodedLevels(_ depth: Int, around leaf: String) throws -> Int {
            let sibling = #"{"levels": [], "texts": ["a", "b"]}"#
            var json = #"{"levels": [], "texts": [\#(leaf)]}"#
            for _ in 0..<depth { json = #"{"texts": [], "levels": [\#(sibling), \#(json)]}"# }
            let counter = CallCounter()
            let data = Data(json.utf8)
            XCTAssertTrue(
                try counter.decoder(depth: 256).decode(Level.self, json: data).report.isClean
            )
            return counter.count
        }
        for depth in [28, 56] {
            let plain = try countOfDecodedLevels(depth, around: #""x""#)
            XCTAssertEqual(plain, 2 * depth + 1)
            // If each level decoded the inner one twice, the count would be quadratic.
            XCTAssertLessThanOrEqual(try countOfDecodedLevels(depth, around: "1"), 3 * plain)
        }
    }

    /// A list and an object with any keys, both decoded by hand.
    private struct ByHand: Decodable, Equatable {
        struct Item: Decodable, Equatable { let id: Int }
        var items: [Item] = []
        var counts: [String: Int] = [:]
        private enum Keys: CodingKey { case items, counts }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            var list = try container.nestedUnkeyedContainer(forKey: .items)
            while !list.isAtEnd { items.append(try list.decode(Item.self)) }
            let members = try container.nestedContainer(
                keyedBy: PathTests.AnyKey.self,
                forKey: .counts
            )
            for key in members.allKeys {
                counts[key.stringValue] = try members.decode(Int.self, forKey: key)
            }
        }
    }

    func testValuesTakenOutByHandAreConvertedIfTheyHaveToBe() throws {
        for (items, count) in [
            (#"[{"id": 1, "x": 0}, {"id": "2", "x": 0}]"#, 2), (#"{"id": 1}"#, 0),
        ] {
            for input in try Input.all(#"{"items": \#(items), "counts": {"a": "5", "b": 6}}"#) {
                let (made, report) = try input.decode(ByHand.self)
                XCTAssertEqual(made?.items.map(\.id), count == 2 ? [1, 2] : [1])
                XCTAssertEqual(made?.counts, ["a": 5, "b": 6])
                XCTAssertTrue(report.isClean)
                XCTAssertEqual(report.appliedCount, count == 2 ? 4 : 3)
                XCTAssertEqual(report.convertedCount, count == 2 ? 2 : 1)
                XCTAssertEqual(report.unknownKeyCount, count)
            }
        }
        for (json, issue) in [
            (#"{"items": [{"id": 1}, {"id": "x"}], "counts": {}}"#, "$.items[1].id notNumeric"),
            (#"{"items": [{"id": 1}, {}], "counts": {}}"#, "$.items[1].id missing"),
            (#"{"items": [], "counts": {"a": []}}"#, "$.counts[*] typeMismatch"),
        ] {
            for input in try Input.all(json) {
                let (made, report) = try input.decode(ByHand.self)
                XCTAssertNil(made)
                XCTAssertEqual(report.issues.map { "\($0.path) \($0.code)" }, [issue])
            }
        }
    }

    /// Decodes elements until there are none, in every possible way.
    private struct Greedy: Decodable {
        private enum Keys: CodingKey { case list, last }
        private enum NoKeys: CodingKey {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            var list = try container.nestedUnkeyedContainer(forKey: .list)
            var limit = 100_000
            func asks() -> Bool {
                limit -= 1
                return limit > 0
            }
            while asks(), (try? list.decodeNil()) == true {}
            while asks(), (try? list.nestedContainer(keyedBy: NoKeys.self)) != nil {}
            while asks(), (try? list.nestedUnkeyedContainer()) != nil {}
            while asks(), (try? list.superDecoder()) != nil {}
            let any = try decoder.container(keyedBy: PathTests.AnyKey.self)
            func key() -> PathTests.AnyKey { PathTests.AnyKey(intValue: limit) }
            while asks(), (try? any.decodeNil(forKey: key())) == true {}
            while asks(), (try? any.nestedContainer(keyedBy: NoKeys.self, forKey: key())) != nil {}
            while asks(), (try? any.nestedUnkeyedContainer(forKey: key())) != nil {}
            XCTAssertGreaterThan(limit, 0, "A loop has no end.")
            _ = try container.decode(Int.self, forKey: .last)
        }
    }

    func testALoopEndsInWhateverWayItAsks() throws {
        struct Outer: Decodable { let greedy: Greedy }
        for (greedy, paths) in [
            (#"{"list": [null, null], "last": 1}"#, []),
            (#"{"list": [{}, []], "last": "1"}"#, []),
            (#"{"list": [{}, {}], "last": null}"#, ["$.greedy.last"]),
            (#"{"list": null, "last": []}"#, ["$.greedy.list"]),
            (#"{"last": 1}"#, ["$.greedy.list"]),
            ("5", ["$.greedy"]), ("null", ["$.greedy"]),
        ] {
            for input in try Input.all(#"{"greedy": \#(greedy)}"#) {
                let (outer, report) = try input.decode(Outer.self)
                XCTAssertEqual(outer == nil, !paths.isEmpty, greedy)
                XCTAssertEqual(report.issues.map(\.path.description), paths, greedy)
            }
        }
    }

    func testNoValueIsNeverClean() throws {
        /// Fails the first time, and succeeds the second time.
        struct Moody: Decodable {
            @TaskLocal static var calls: Calls?
            init(from decoder: any Decoder) throws {
                if Self.calls?.isFirst() == true { throw CancellationError() }
            }
        }
        struct Outer: Decodable { let a: Moody }
        for input in try Input.all(#"{"a": {}}"#) {
            let (outer, report) = try Moody.$calls.withValue(Calls()) {
                try input.decode(Outer.self)
            }
            XCTAssertNil(outer)
            XCTAssertEqual(report.issues.map(\.code), [.rejected])
        }
    }

    /// A count with a fixed key, and an answer of any kind with a key that it chooses.
    private struct Answer: Decodable, Equatable {
        enum Keys: CodingKey { case count }
        let count: Int
        let answer: Tree

        init(count: Int, answer: Tree) { (self.count, self.answer) = (count, answer) }

        init(from decoder: any Decoder) throws {
            count = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .count)
            let container = try decoder.container(keyedBy: PathTests.AnyKey.self)
            let key = PathTests.AnyKey(stringValue: "answer")
            if let flag = try? container.decode(Bool.self, forKey: key) {
                answer = .bool(flag)
            } else {
                answer = .text(try container.decode(String.self, forKey: key))
            }
        }
    }
    /// One answer or a list of answers.
    private struct Answers: Decodable, Equatable {
        let all: [Answer]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let answer = try? container.decode(Answer.self) {
                all = [answer]
            } else {
                all = try container.decode([Answer].self)
            }
        }
    }

    func testAWordStaysATextAfterAnAttemptThatRefusedAnotherKey() throws {
        for (count, word, answer) in [
            ("5", #""yes""#, Tree.text("yes")), (#""5""#, #""yes""#, .text("yes")),
            (#""5""#, "true", .bool(true)),
        ] {
            let json = #"{"count": \#(count), "answer": \#(word)}"#
            let expected = Answer(count: 5, answer: answer)
            for input in try Input.all(#"{"a": \#(json), "b": [\#(json)], "c": [[\#(json)]]}"#) {
                struct Outer: Decodable {
                    let a: Answers
                    let b: Answers
                    let c: [Answers]
                }
                let (outer, report) = try input.decode(Outer.self)
                XCTAssertEqual(outer?.a.all, [expected], json)
                XCTAssertEqual(outer?.b.all, [expected], json)
                XCTAssertEqual(outer?.c.map(\.all), [[expected]], json)
                XCTAssertTrue(report.isClean, "\(report.issues)")
            }
        }
    }
}

private final class Calls: Sendable {
    private let count = Mutex(0)
    func isFirst() -> Bool {
        count.withLock { count in
            count += 1
            return count == 1
        }
    }
}

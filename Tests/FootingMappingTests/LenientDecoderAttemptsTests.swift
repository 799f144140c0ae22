import FootingMapping
import Foundation
import TestSupport
import XCTest

/// The limit of attempts in one call.
final class LenientDecoderAttemptsTests: XCTestCase {
    /// Two types that contain each other in several ways.
    private indirect enum Left: Decodable {
        case text(String), left([String: Left]), right([String: Right]), list([Right])

        init(from decoder: any Decoder) throws {
            CallCounter.add(to: decoder)
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode([String: Right].self) {
                self = .right(value)
            } else if let value = try? container.decode([String: Left].self) {
                self = .left(value)
            } else if let value = try? container.decode([Right].self) {
                self = .list(value)
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }
    private indirect enum Right: Decodable {
        case number(Int), left([String: Left]), right([String: Right]), list([Left])

        init(from decoder: any Decoder) throws {
            CallCounter.add(to: decoder)
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode([String: Left].self) {
                self = .left(value)
            } else if let value = try? container.decode([String: Right].self) {
                self = .right(value)
            } else if let value = try? container.decode([Left].self) {
                self = .list(value)
            } else {
                self = .number(try container.decode(Int.self))
            }
        }
    }

    /// Decodes each level twice, and never fails.
    private final class Twice: Decodable {
        enum Keys: CodingKey { case next }

        init(from decoder: any Decoder) throws {
            CallCounter.add(to: decoder)
            let container = try decoder.container(keyedBy: Keys.self)
            _ = try container.decodeIfPresent(Twice.self, forKey: .next)
            _ = try container.decodeIfPresent(Twice.self, forKey: .next)
        }
    }

    private func nested(_ opening: String, _ leaf: String, _ closing: String, _ depth: Int)
        -> String
    {
        String(repeating: opening, count: depth) + leaf + String(repeating: closing, count: depth)
    }

    func testNoTypeTriesMoreThanTheInputIsLarge() throws {
        func check<Value: Decodable>(_: Value.Type, _ json: String, values: Int) throws {
            for input in try Input.all(#"{"v": \#(json)}"#) {
                let counter = CallCounter()
                let decoder = counter.decoder()
                let (value, report) = try input.decode([String: Value].self, decoder)
                XCTAssertNil(value, json)
                XCTAssertEqual(report.issues.map(\.code), [.limitExceeded], json)
                XCTAssertEqual(report.issues.map(\.explanation), ["attempts"], json)
                XCTAssertEqual(report.appliedCount, 0)
                XCTAssertLessThanOrEqual(counter.count, 10_000 + 64 * values, json)
            }
        }
        try check(Left.self, nested(#"{"a":"#, "null", "}", 14), values: 31)
        try check(Right.self, nested(#"{"a":["#, "null", "]}", 12), values: 40)
        try check(Twice.self, nested(#"{"next":"#, "{}", "}", 15), values: 34)
    }

    func testValuesThatAnAttemptLooksAtCountToo() throws {
        final class Twice: Decodable {
            enum Keys: CodingKey { case next, list, table, items }

            init(from decoder: any Decoder) throws {
                CallCounter.add(to: decoder)
                let container = try decoder.container(keyedBy: Keys.self)
                _ = try container.decodeIfPresent(Twice.self, forKey: .next)
                _ = try container.decodeIfPresent(Twice.self, forKey: .next)
                if container.contains(.list) { _ = try container.decode([Int].self, forKey: .list) }
                _ = try container.decodeIfPresent([String: Int].self, forKey: .table)
                _ = try? container.nestedUnkeyedContainer(forKey: .items)
            }
        }
        let list = (0..<2_000).map { "\($0)" }.joined(separator: ",")
        let table = (0..<1_000).map { "\"\($0)\": 0" }.joined(separator: ",")
        let others = (0..<2_000).map { "\"x\($0)\": 0" }.joined(separator: ",")
        for leaf in [
            #"{"list": [\#(list)]}"#, #"{"table": {\#(table)}}"#, #"{"items": [\#(list)]}"#,
            "{\(others)}",
        ] {
            for input in try Input.all(#"{"v": \#(nested(#"{"next":"#, leaf, "}", 14))}"#) {
                let counter = CallCounter()
                let decoder = counter.decoder()
                let (value, report) = try input.decode([String: Twice].self, decoder)
                XCTAssertNil(value, leaf)
                XCTAssertEqual(report.issues.map(\.explanation), ["attempts"], leaf)
                // Without remembering them, 2^15 runs would be within the limit.
                XCTAssertLessThan(counter.count, 1_000, leaf)
            }
        }
    }

    func testValuesLeftOutOfADictionaryAreTriedOnceMoreNotAtEachLevel() throws {
        struct Level: Decodable {
            var levels: [[String: Level]] = []
            var count = 0
            enum Keys: CodingKey { case levels, count }

            init(from decoder: any Decoder) throws {
                CallCounter.add(to: decoder)
                let container = try decoder.container(keyedBy: Keys.self)
                var list = try container.nestedUnkeyedContainer(forKey: .levels)
                while !list.isAtEnd { levels.append(try list.decode([String: Level].self)) }
                var counts = try container.nestedUnkeyedContainer(forKey: .count)
                count = try counts.decode(Int.self)
            }
        }
        for (leaf, isClean) in [("1", true), (#""1""#, true), ("[]", false)] {
            let json = nested(
                #"{"count": [1], "levels": [{"a": "#,
                #"{"levels": [], "count": [\#(leaf)]}"#,
                "}]}",
                20
            )
            for input in try Input.all(json) {
                let counter = CallCounter()
                let report = try input.decode(Level.self, counter.decoder(depth: 256)).report
                XCTAssertEqual(report.isClean, isClean, leaf)
                XCTAssertFalse(report.issues.contains { $0.code == .limitExceeded }, leaf)
                XCTAssertLessThanOrEqual(counter.count, 21 * 6, leaf)
            }
        }
    }

    /// One of eight kinds of objects; the input has the last kind.
    private struct OneOfEight: Decodable {
        struct Item: Decodable { let id: Int }
        struct Strict: Decodable { let x: [String: Item], y: [String: Item] }
        let kind: Int

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(Bool.self) {
                kind = value ? 1 : 0
            } else if let value = try? container.decode([Int].self) {
                kind = value.count
            } else if (try? container.decode([String: Int].self)) != nil {
                kind = 2
            } else if (try? container.decode([Item].self)) != nil {
                kind = 3
            } else if (try? container.decode([[Item]].self)) != nil {
                kind = 4
            } else if (try? container.decode([String: [Date]].self)) != nil {
                kind = 5
            } else if (try? container.decode(Strict.self)) != nil {
                kind = 6
            } else {
                kind = try container.decode([String: [String: Item]].self).isEmpty ? 7 : 8
            }
        }
    }

    func testLargeGoodInputMeetsNoLimitOfAttempts() throws {
        struct Small: Decodable { let id: Int }
        var decoder = LenientDecoder()
        func check<Value: Decodable>(_: Value.Type, _ json: String, _ count: Int) throws {
            let (value, report) = try decoder.decode([Value].self, json: Data(json.utf8))
            XCTAssertEqual(value?.count, count)
            XCTAssertTrue(report.isClean, "\(report)")
        }
        func list(_ element: String, _ count: Int) -> String {
            "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
        }
        // Each input takes more than the 10,000 attempts that any may take.
        let count = isUnderStress ? 100_000 : 10_000
        let choices = isUnderStress ? 3_000 : 1_300
        try check(Small.self, list(#"{"id": 1}"#, count), count)
        try check(Small.self, list(#"{"id": "1"}"#, count), count)
        for id in isUnderStress ? ["1", "\"1\""] : ["\"1\""] {
            let element = #"{"x": {"y": {"id": \#(id)}}}"#
            try check(OneOfEight.self, list(element, choices), choices)
            let wide =
                "{"
                + (0..<choices).map { #""\#($0)": {"y": {"id": \#(id)}}"# }
                .joined(separator: ",") + "}"
            try check(OneOfEight.self, "[\(wide)]", 1)
        }
        struct Deep: Decodable { let next: [Deep] }
        decoder.options.limits.depth = 256
        let deep = nested(#"{"next":["#, #"{"next":[]}"#, "]}", 60)
        try check(Deep.self, list(deep, 200), 200)
        let values = Array(repeating: ["x": ["y": ["id": "1"]]], count: choices)
        let (made, report) = decoder.decode([String: [OneOfEight]].self, from: ["v": values])
        XCTAssertEqual(made?["v"]?.count, choices)
        XCTAssertTrue(report.isClean, "\(report)")
    }

    func testMuchThatIsWrongMeetsNoLimitOfAttempts() throws {
        struct Small: Decodable { let id: Int }
        for element in [#"{"id": "x"}"#, #"{"id": null}"#, "5"] {
            let list = Array(repeating: element, count: 10_000).joined(separator: ",")
            let (value, report) = try LenientDecoder().decode(
                [Small].self,
                json: Data("[\(list)]".utf8)
            )
            XCTAssertEqual(value?.count, 0)
            XCTAssertEqual(report.issueCount, 10_000)
            XCTAssertFalse(report.issues.contains { $0.code == .limitExceeded })
        }
    }

    func testContainersBeyondTheLimitAreRefusedAloneAndCostNoAttempts() throws {
        struct Small: Decodable, Equatable {
            var id: Int
            var members: [String: Int]?
            var inner: Inner?
            struct Inner: Decodable, Equatable { var a: Int? }
        }
        let members = (0..<50_001).map { "\"\($0)\":1" }.joined(separator: ",")
        var decoder = LenientDecoder()
        decoder.options.limits.elements = 50_000
        for key in ["members", "inner"] {
            for input in try Input.all("{\"id\": 5, \"\(key)\": {\(members)}}") {
                let (value, report) = try input.decode(Small.self, decoder)
                XCTAssertNil(value)
                XCTAssertEqual(
                    report.issues.map { "\($0.path) \($0.explanation ?? "")" },
                    ["$.\(key) elements"]
                )
            }
        }
    }

    func testAListBeyondTheLimitOfAttemptsIsNotLent() throws {
        struct Greedy: Decodable {
            enum Keys: CodingKey { case list }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                for _ in 0..<1_000 {
                    guard (try? container.nestedUnkeyedContainer(forKey: .list)) != nil else {
                        break
                    }
                    CallCounter.add(to: decoder)
                }
            }
        }
        let list = (0..<1_000).map { "\($0)" }.joined(separator: ",")
        for input in try Input.all(#"{"list": [\#(list)]}"#) {
            let counter = CallCounter()
            let report = try input.decode(Greedy.self, counter.decoder()).report
            XCTAssertEqual(report.issues.map(\.explanation), ["attempts"])
            XCTAssertEqual(counter.count, 42)
        }
    }

    func testARepeatedAttemptThatIsNotRememberedGivesTheSameValue() throws {
        enum Kind: Int, Decodable { case one = 1 }
        final class Node: Decodable {
            var kinds: [Kind]?
            var next: Node?
        }
        // Their paths have more steps than a call remembers.
        let kinds = "[" + Array(repeating: #""1""#, count: 7_000).joined(separator: ",") + "]"
        for input in try Input.all(nested(#"{"next":"#, #"{"kinds":\#(kinds)}"#, "}", 30)) {
            let (value, report) = try input.decode(Node.self)
            var node = value
            while let next = node?.next { node = next }
            XCTAssertEqual(node?.kinds?.count, 7_000)
            XCTAssertEqual(report.convertedCount, 7_000)
            XCTAssertTrue(report.isClean, "\(report.issues.first as Any)")
        }
    }
}

import FootingMapping
import Foundation
import XCTest

/// Issues of errors that initializers throw on their own.
final class LenientDecoderThrownErrorTests: XCTestCase {
    /// Throws the error that its `kind` names.
    struct Picky: Decodable {
        enum CodingKeys: String, CodingKey { case kind, value, list, innerPart }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let kind = try container.decode(String.self, forKey: .kind)
            func context(_ path: [any CodingKey]) -> DecodingError.Context {
                DecodingError.Context(codingPath: path, debugDescription: "quoted")
            }
            let path = container.codingPath
            let value = context(path + [CodingKeys.value])
            switch kind {
            case "mismatch": throw DecodingError.typeMismatch(Date.self, value)
            case "own": throw DecodingError.typeMismatch(Date.self, context(decoder.codingPath))
            case "none": throw DecodingError.valueNotFound(Date.self, value)
            case "key": throw DecodingError.keyNotFound(CodingKeys.value, context(path))
            case "corrupted":
                throw DecodingError.dataCorruptedError(
                    forKey: .value,
                    in: container,
                    debugDescription: "quoted"
                )
            case "elsewhere":
                let path: [any CodingKey] = [
                    PathTests.AnyKey(stringValue: "other"), CodingKeys.value,
                ]
                throw DecodingError.typeMismatch(Date.self, context(path))
            case "inner":
                let inner = try container.nestedContainer(
                    keyedBy: CodingKeys.self,
                    forKey: .innerPart
                )
                throw DecodingError.dataCorruptedError(
                    forKey: .list,
                    in: inner,
                    debugDescription: "quoted"
                )
            case "element":
                let list = try container.nestedUnkeyedContainer(forKey: .list)
                let path = list.codingPath + [PathTests.AnyKey(intValue: 1)]
                throw DecodingError.dataCorrupted(context(path))
            case "input's key":
                let path = path + [CodingKeys.value, PathTests.AnyKey(stringValue: "pet")]
                throw DecodingError.dataCorrupted(context(path))
            case "beyond":
                let path = path + [CodingKeys.list, PathTests.AnyKey(intValue: .max)]
                throw DecodingError.valueNotFound(Int.self, context(path))
            case "asked on":
                var list = try container.nestedUnkeyedContainer(forKey: .list)
                while (try? list.decode(Int.self)) != nil {}
                throw DecodingError.typeMismatch(Date.self, value)
            default: throw CancellationError()
            }
        }
    }
    struct Outer: Decodable {
        var first: Int
        var picky: Picky
    }

    func testADecodingErrorHasItsOwnCodeAndPlace() throws {
        let format = "invalid format"
        let kind = "wrong kind of value"
        // The kind, the other members, the issue, and the string at its byte offset.
        let cases: [(String, String, String, String?)] = [
            ("mismatch", #""value": 5.5"#, ".value: \(kind) (number, wanted Date)", "5.5"),
            ("mismatch", "", ".value: \(kind) (wanted Date)", nil),
            ("own", #""value": 1"#, ": \(kind) (object, wanted Date)", #"{"kind"#),
            (
                "none", #""value": null"#, ".value: null, but not optional (null, wanted Date)",
                "null"
            ),
            ("none", "", ".value: required, but missing (wanted Date)", nil),
            ("key", "", ".value: required, but missing (wanted Any)", nil),
            ("corrupted", #""value": "x""#, ".value: \(format) (string, wanted Picky)", #""x""#),
            ("elsewhere", #""value": 1"#, ": \(kind) (object, wanted Date)", #"{"kind"#),
            (
                "inner", #""innerPart": {"list": true}"#,
                ".innerPart.list: \(format) (bool, wanted Picky)", "true"
            ),
            (
                "element", #""list": [[], false]"#, ".list[1]: \(format) (bool, wanted Picky)",
                "false"
            ),
            (
                "input's key", #""value": {"pet": true}"#,
                ".value[*]: \(format) (bool, wanted Picky)", "true"
            ),
            (
                "beyond", #""list": [1]"#,
                ".list[9223372036854775807]: required, but missing (wanted Int)", nil
            ),
            (
                "asked on", #""list": [1], "value": true"#, ".value: \(kind) (bool, wanted Date)",
                "true"
            ),
        ]
        for (name, members, issue, text) in cases {
            let rest = members.isEmpty ? "" : ", \(members)"
            let json = #"{"picky": {"kind": "\#(name)"\#(rest)}, "first": 1}"#
            for input in try Input.all(json) {
                let report = try input.decode(Outer.self).report
                XCTAssertEqual(
                    report.issues.map(\.description),
                    ["$.picky\(issue); failed"],
                    json
                )
                if case .bytes = input {
                    let offset = text.flatMap { json.range(of: $0) }
                        .map { json.utf8.distance(from: json.startIndex, to: $0.lowerBound) }
                    XCTAssertEqual(report.issues.last?.offset, offset, json)
                }
            }
        }
    }

    func testNothingOfADescriptionIsShownAndKeysOfTheInputOnlyIfAskedFor() throws {
        var decoder = LenientDecoder()
        decoder.options.includesValues = true
        decoder.options.includesKeys = true
        for kind in ["mismatch", "own", "none", "key", "corrupted", "input's key", "else"] {
            let json = #"{"picky": {"kind": "\#(kind)", "value": {"pet": "Rex"}}, "first": 1}"#
            for input in try Input.all(json) {
                let hidden = "\(try input.decode(Outer.self).report.issues)"
                XCTAssertFalse(["quoted", "pet", "Rex"].contains { hidden.contains($0) }, hidden)
                let shown = "\(try input.decode(Outer.self, decoder).report.issues)"
                XCTAssertFalse(shown.contains("quoted"), shown)
                XCTAssertEqual(shown.contains(#"$.picky.value.pet"#), kind == "input's key", shown)
                XCTAssertEqual(shown.contains(#""Rex""#), kind == "input's key", shown)
            }
        }
    }

    func testAPathIsSpelledAsTheInputSpellsIt() throws {
        var decoder = LenientDecoder()
        for (strategy, key, expected) in [
            (MappingOptions.KeyStrategy.snakeCase, "inner_part", "inner_part.list"),
            (.caseInsensitive, "INNERPART", "innerPart.list"),
        ] {
            decoder.options.keyStrategy = strategy
            let json = #"{"picky": {"kind": "inner", "\#(key)": {"list": 5}}, "first": 1}"#
            for input in try Input.all(json) {
                XCTAssertEqual(
                    try input.decode(Outer.self, decoder).report.issues.map(\.description),
                    [
                        "$.picky.\(expected): invalid format (number, wanted Picky); failed"
                    ]
                )
            }
        }
    }

    func testErrorsOfTheStandardLibrarysTypesAreSaidAtTheirPlaces() throws {
        struct Standard: Decodable {
            var range: ClosedRange<Int>?
            var numbers: [Int: Int]?
        }
        let format = "invalid format"
        for (json, issue) in [
            (#"{"range": [2, 1]}"#, "$.range: \(format) (array, wanted ClosedRange<Int>); failed"),
            (
                #"{"numbers": {"x": 1}}"#,
                """
                $.numbers[*]: wrong kind of value: the key can't be converted to Int (number, \
                wanted Int); failed
                """
            ),
        ] {
            for input in try Input.all(json) {
                let report = try input.decode(Standard.self).report
                XCTAssertEqual(report.issues.map(\.description), [issue], json)
            }
        }
    }

    private struct Refusal: Error {}
    private static let sharedRefusal: any Error = Refusal()
    /// Throws an error of its own, and in two ways one that it shares with others.
    private struct Refusing: Decodable {
        init(from decoder: any Decoder) throws {
            switch try decoder.singleValueContainer().decode(Int.self) {
            case 1: throw LenientDecoderThrownErrorTests.sharedRefusal
            case 2:
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "")
                )
            default: throw Refusal()
            }
        }
    }
    /// Throws an error after it has caught one of a value inside.
    private struct Replacing: Decodable {
        enum Keys: CodingKey { case inner, other, way }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            let way = try container.decode(String.self, forKey: .way)
            do { _ = try container.decode(Refusing.self, forKey: .inner) } catch {
                switch way {
                case "own": throw CancellationError()
                case "same": throw error
                case "corrupted":
                    throw DecodingError.dataCorruptedError(
                        forKey: .other,
                        in: container,
                        debugDescription: ""
                    )
                default: _ = try container.decode(Refusing.self, forKey: .other)
                }
            }
        }
    }

    func testAnErrorThatIsThrownAgainAfterOtherValuesHasItsPath() throws {
        /// Tries its parts one after the other, and throws the error of the first if all fail.
        struct Saving: Decodable {
            enum Keys: CodingKey { case inner, other, last }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                do { _ = try container.decode(Refusing.self, forKey: .inner) } catch {
                    let first = error
                    guard (try? container.decode(Refusing.self, forKey: .other)) == nil,
                        (try? container.decode([Int].self, forKey: .last)) == nil
                    else { return }
                    throw first
                }
            }
        }
        struct Outer: Decodable { let value: Saving }
        for number in 0..<3 {
            for last in ["{}", "null"] {
                let json = """
                    {"value": {"inner": \(number), "other": 3, "last": \(last)}}
                    """
                for input in try Input.all(json) {
                    let found = try input.decode(Outer.self).report.issues.map(\.description)
                    XCTAssertEqual(found.count, 1)
                    XCTAssertTrue(found[0].hasPrefix("$.value.inner: "), found[0])
                }
            }
        }
    }

    func testAnErrorThatWasCaughtGivesNoLaterErrorItsPath() throws {
        for number in 0..<3 {
            for (way, issue) in [
                ("own", ": rejected: the initializer threw CancellationError"),
                ("same", number == 2 ? ".inner: invalid format" : ".inner: rejected"),
                ("corrupted", ".other: invalid format"),
                ("other", number == 2 ? ".other: invalid format" : ".other: rejected"),
            ] {
                let json = """
                    {"value": {"inner": \(number), "other": \(number), "way": "\(way)"}}
                    """
                for input in try Input.all(json) {
                    struct Outer: Decodable { let value: Replacing }
                    let report = try input.decode(Outer.self).report
                    XCTAssertEqual(report.issueCount, 1)
                    let found = try XCTUnwrap(report.issues.first).description
                    XCTAssertTrue(found.hasPrefix("$.value\(issue)"), found)
                }
            }
        }
    }
}

import FootingMapping
import Foundation
import TestSupport
import XCTest

typealias PathTests = LenientDecoderPathTests

/// Paths of issues, and counts of values.
final class LenientDecoderPathTests: XCTestCase {
    struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { Int(stringValue) }
        init(stringValue: String) { self.stringValue = stringValue }
        init(intValue: Int) { stringValue = "\(intValue)" }
    }
    struct Dynamic: Decodable, Equatable {
        var values: [String: Int] = [:]
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            for key in container.allKeys {
                values[key.stringValue] = try container.decode(Int.self, forKey: key)
            }
        }
    }

    func testAnObjectForADictionaryWithKeysOfAPlainTypeIsAnIssueThatSaysWhatIsMissing() throws {
        enum Plain: String, Codable { case one, two }
        struct Outer: Decodable, Equatable {
            var counts: [Plain: Int]
            var inner: [Plain: Dynamic]?
        }
        let json = #"{"counts": {"one": 1}, "inner": {"two": {"a": 1}}}"#
        for input in try Input.all(json) {
            let (outer, report) = try input.decode(Outer.self)
            XCTAssertNil(outer)
            XCTAssertEqual(
                report.issues.map(\.description),
                [
                    "$.counts: wrong kind of value: Plain is not declared as "
                        + "CodingKeyRepresentable (object, wanted Dictionary<Plain, Int>); failed"
                ]
            )
        }
        // The array in which `Codable` writes it.
        for input in try Input.all(#"{"counts": ["one", 1], "inner": ["two", {"a": 1}]}"#) {
            let (outer, report) = try input.decode(Outer.self)
            let inner = try LenientDecoder().decode(Dynamic.self, json: Data(#"{"a": 1}"#.utf8))
            let wanted = Outer(counts: [.one: 1], inner: [.two: try XCTUnwrap(inner.value)])
            XCTAssertEqual(outer, wanted)
            XCTAssertEqual(report.issues, [])
        }
    }

    func testKeysOfTheInputAreShownOnlyIfAskedFor() throws {
        struct Outer: Decodable {
            var table: [String: Int]
            var objects: [String: Dynamic]
            var numbers: [Int: Int]
            var dynamic: Dynamic
        }
        let good = [
            "table": "{}", "objects": "{}", "numbers": "{}", "dynamic": "{}",
        ]
        for (key, value, hidden, shown) in [
            ("table", #"{"s1": "x"}"#, "$.table[*]", "$.table.s1"),
            ("objects", #"{"s2": {"s3": "x"}}"#, "$.objects[*][*]", "$.objects.s2.s3"),
            ("numbers", #"{"4": "x"}"#, "$.numbers[*]", "$.numbers.4"),
            ("dynamic", #"{"s5": "x"}"#, "$.dynamic[*]", "$.dynamic.s5"),
        ] {
            let members = good.merging([key: value]) { $1 }.map { "\"\($0)\": \($1)" }
            for input in try Input.all("{\(members.joined(separator: ", "))}") {
                let (_, report) = try input.decode(Outer.self)
                XCTAssertEqual(report.issues.map { "\($0.path)" }, [hidden])
                var decoder = LenientDecoder()
                decoder.options.includesKeys = true
                let (_, open) = try input.decode(Outer.self, decoder)
                XCTAssertEqual(open.issues.map { "\($0.path)" }, [shown])
            }
        }
    }

    func testIssuesHaveTheirByteOffset() throws {
        struct Outer: Decodable {
            struct Inner: Decodable { var n: Int }
            var a: Int
            var list: [Int]
            var inner: [Inner]
        }
        for (json, offset) in [
            (#"{"a": "x", "list": [1, "y"], "inner": [{"n": true}]}"#, 6),
            (#"{"a": 1.0, "list": [1, "y"], "inner": [{"n": true}]}"#, 23),
            (#"{"a": 1.0, "list": [1, 2.0], "inner": [{"n": true}]}"#, 45),
        ] {
            let (_, report) = try LenientDecoder().decode(Outer.self, json: Data(json.utf8))
            XCTAssertEqual(report.issues.map(\.offset), [offset])
        }
    }

    func testCodingPathsAreThoseOfTheDocument() throws {
        struct Spy: Decodable {
            var path: String
            init(from decoder: any Decoder) throws {
                path = decoder.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
                    .joined(separator: "/")
            }
        }
        struct Outer: Decodable {
            var a: [Spy]
            var b: [String: Spy]
            var c: Spy?
            var d: CompilerMade.Wrapped?
        }
        for input in try Input.all(#"{"a": [1, 2], "b": {"k": 1}, "c": 1}"#) {
            let (outer, _) = try input.decode(Outer.self)
            XCTAssertEqual(outer?.a.map(\.path), ["a/0", "a/1"])
            XCTAssertEqual(outer?.b["k"]?.path, "b/k")
            XCTAssertEqual(outer?.c?.path, "c")
        }
    }

    func testErrorsThatAnInitializerSeesAreTheUsualOnes() throws {
        struct Curious: Decodable {
            var seen: [String] = []
            enum CodingKeys: CodingKey { case a, b, c, d }
            init(from decoder: any Decoder) throws {
                XCTAssertTrue(decoder.userInfo.isEmpty)
                let container = try decoder.container(keyedBy: CodingKeys.self)
                for key in [CodingKeys.a, .b, .c, .d] {
                    do {
                        _ = try container.decode(Int.self, forKey: key)
                    } catch DecodingError.keyNotFound(let key, let context) {
                        seen.append("keyNotFound \(key.stringValue) \(context.codingPath.count)")
                    } catch DecodingError.valueNotFound(_, let context) {
                        seen.append("valueNotFound \(context.codingPath.count)")
                    } catch DecodingError.typeMismatch(_, let context) {
                        seen.append("typeMismatch \(context.codingPath.count)")
                    } catch DecodingError.dataCorrupted(let context) {
                        seen.append("dataCorrupted \(context.codingPath.count)")
                    }
                }
            }
        }
        for input in try Input.all(#"{"x": {"b": null, "c": [], "d": "secret"}}"#) {
            let (value, _) = try input.decode([String: Curious].self)
            XCTAssertEqual(
                value?["x"]?.seen,
                ["keyNotFound a 1", "valueNotFound 2", "typeMismatch 2", "dataCorrupted 2"]
            )
        }
    }

    class Animal: Decodable {
        var name: String
        enum CodingKeys: CodingKey { case name }
    }
    final class Dog: Animal {
        var tricks: Int
        enum CodingKeys: CodingKey { case tricks }
        required init(from decoder: any Decoder) throws {
            tricks = try decoder.container(keyedBy: CodingKeys.self)
                .decode(Int.self, forKey: .tricks)
            try super.init(from: decoder)
        }
    }
    final class Cat: Animal {
        var lives: Int
        enum CodingKeys: CodingKey { case lives }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            lives = try container.decode(Int.self, forKey: .lives)
            try super.init(from: container.superDecoder())
        }
    }

    func testInheritedKeysAreNotUnknown() throws {
        for input in try Input.all(#"{"name": "Rex", "tricks": "3", "other": 1}"#) {
            let (dog, report) = try input.decode(Dog.self)
            XCTAssertEqual(dog?.name, "Rex")
            XCTAssertEqual(dog?.tricks, 3)
            XCTAssertEqual(report.unknownKeyCount, 1)
        }
        for input in try Input.all(#"{"super": {"name": "Tom", "x": 1}, "lives": 9}"#) {
            let (cat, report) = try input.decode(Cat.self)
            XCTAssertEqual(cat?.name, "Tom")
            XCTAssertEqual(report.unknownKeyCount, 1)
        }
        for (lives, path) in [(#""x""#, "$.lives"), ("9", "$.super.name")] {
            for input in try Input.all(#"{"super": {"name": []}, "lives": \#(lives)}"#) {
                let (_, report) = try input.decode(Cat.self)
                XCTAssertEqual(report.issues.map { "\($0.path)" }, [path])
            }
        }
    }

    func testDuplicateKeysFollowTheOptions() throws {
        struct Outer: Decodable, Equatable {
            var a: Int
            var b: Int?
            var inner: [Inner]?
            struct Inner: Decodable, Equatable { var x: Int }
        }
        let json = Data(
            #"{"a": 1, "b": 2, "a": 3, "inner": [{"x": 1, "x": 2}, {"x": 1, "x": 2}]}"#.utf8
        )
        for (policy, a, x) in [
            (MappingOptions.DuplicateKeys.first, 1, 1), (.last, 3, 2),
        ] {
            var decoder = LenientDecoder()
            decoder.options.duplicateKeys = policy
            let (outer, report) = try decoder.decode(Outer.self, json: json)
            XCTAssertEqual(outer, Outer(a: a, b: 2, inner: [.init(x: x), .init(x: x)]))
            XCTAssertEqual(report.duplicateKeyCount, 3)
            XCTAssertEqual(report.unknownKeyCount, 0)
        }
        var decoder = LenientDecoder()
        decoder.options.duplicateKeys = .reject
        let (outer, report) = try decoder.decode(Outer.self, json: json)
        XCTAssertNil(outer)
        XCTAssertEqual(
            report.issues.map { "\($0.path) \($0.code) \($0.resolution)" },
            ["$.a duplicateKey madeNothing"]
        )
        let list = #"{"a": 1, "inner": [{"x": 1, "x": 2}, {"x": 3}, {"x": 1, "x": 2}]}"#
        let (made, dropped) = try decoder.decode(Outer.self, json: Data(list.utf8))
        XCTAssertEqual(made?.inner, [.init(x: 3)])
        XCTAssertEqual(
            dropped.issues.map { "\($0.path) \($0.code) \($0.resolution)" },
            [
                "$.inner[0].x duplicateKey droppedElement",
                "$.inner[2].x duplicateKey droppedElement",
            ]
        )
        XCTAssertEqual(dropped.duplicateKeyCount, 2)
    }

    func testTheOrderOfKeysChangesNothing() throws {
        let names = (0..<12).map { "k\($0)" }
        struct Many: Decodable, Equatable {
            var k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11: Int
        }
        var generator = SeededRandom(seed: 3)
        for _ in 0..<50 {
            let objects = (0..<3).map { _ in
                let members = names.enumerated().shuffled(using: &generator)
                return "{" + members.map { "\"\($1)\": \($0)" }.joined(separator: ", ") + "}"
            }
            let json = Data("[\(objects.joined(separator: ","))]".utf8)
            let (list, report) = try LenientDecoder().decode([Many].self, json: json)
            XCTAssertEqual(list?.count, 3)
            XCTAssertEqual(list?.map(\.k11), [11, 11, 11])
            XCTAssertEqual(list?.map(\.k0), [0, 0, 0])
            XCTAssertTrue(report.isClean)
            XCTAssertEqual(report.unknownKeyCount, 0)
        }
    }

    func testKeysWithEscapesAndLongNamesAreFound() throws {
        struct Long: Decodable, Equatable {
            var aNameThatIsLongerThanSixteenBytes: Int
            var ü: Int
        }
        let json = #"[{"aNameThatIsLongerThanSixteenByte\u0073": 1, "\u00fc": 2}]"#
        for text in [json, json.replacing("]", with: "," + json.dropFirst().dropLast() + "]")] {
            let (list, report) = try LenientDecoder().decode([Long].self, json: Data(text.utf8))
            XCTAssertEqual(list?.last, Long(aNameThatIsLongerThanSixteenBytes: 1, ü: 2))
            XCTAssertTrue(report.isClean)
        }
    }

    func testLimitsStopABranchAndNothingElse() throws {
        struct Outer: Decodable {
            var text: String
            var list: [CompilerMade.Wrapped]
            var table: [String: CompilerMade.Wrapped]
            var object: Inner
            var last: Int
            struct Inner: Decodable { var a: Int }
        }
        var decoder = LenientDecoder()
        decoder.options.limits.elements = 5
        decoder.options.limits.stringBytes = 3
        let many = (0..<6).map { "\"\($0)\": \($0)" }.joined(separator: ", ")
        let good = [
            "text": #""abc""#, "list": "[0]", "table": "{}", "object": #"{"a": 1}"#, "last": "1",
        ]
        for (key, value) in [
            ("text", #""abcd""#), ("list", "[0, 1, 2, 3, 4, 5]"), ("table", "{\(many)}"),
            ("object", "{\(many)}"),
        ] {
            let members = good.merging([key: value]) { $1 }.map { "\"\($0)\": \($1)" }
            for input in try Input.all("{\(members.joined(separator: ", "))}") {
                let (_, report) = try input.decode(Outer.self, decoder)
                XCTAssertEqual(
                    report.issues.map { "\($0.path) \($0.code)" },
                    ["$.\(key) limitExceeded"]
                )
            }
        }
        decoder = LenientDecoder()
        decoder.options.limits.issues = 2
        let bad = Data(#"[{"a": "x"}, {"a": []}, {"a": {}}]"#.utf8)
        let (_, report) = try decoder.decode([Outer.Inner].self, json: bad)
        XCTAssertEqual(report.issues.count, 2)
        XCTAssertEqual(report.issueCount, 3)
    }

    func testEmptyArraysAndTextsStandForOthersIfTheOptionsSaySo() throws {
        struct Outer: Decodable, Equatable {
            struct Inner: Decodable, Equatable { var a: Int? }
            var inner: Inner
            var maybe: Inner?
            var colour: CompilerMade.Plain?
        }
        for input in try Input.all(#"{"inner": [], "maybe": "", "colour": ""}"#) {
            let (outer, report) = try input.decode(Outer.self, LenientDecoder(options: .lenient))
            XCTAssertEqual(outer, Outer(inner: .init()))
            XCTAssertTrue(report.isClean, "\(report.issues)")
        }
        for (json, code) in [
            (#"{"inner": []}"#, MappingIssue.Code.typeMismatch),
            (#"{"inner": {}, "maybe": ""}"#, .typeMismatch),
            (#"{"inner": {}, "colour": ""}"#, .unknownCase),
        ] {
            for input in try Input.all(json) {
                XCTAssertEqual(try input.decode(Outer.self).report.issues.map(\.code), [code])
            }
        }
    }
}

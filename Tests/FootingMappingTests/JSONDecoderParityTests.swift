import FootingMapping
import Foundation
import XCTest

/// Checks that a `LenientDecoder` makes the same values as `JSONDecoder`, however an initializer
/// uses its decoder.
final class JSONDecoderParityTests: XCTestCase {
    /// A type in each position: on its own, in lists and dictionaries, and as an optional.
    private struct Holder<Value: Decodable & Equatable>: Decodable, Equatable {
        let value: Value
        let list: [Value]
        let named: [String: Value]
        let maybe: Value?
        let none: Value?
        let rows: [[Value?]]
    }

    private func check<Value: Decodable & Equatable>(
        _: Value.Type,
        _ documents: String...,
        line: UInt = #line
    ) throws {
        for document in documents {
            let json = """
                {"value": \(document), "list": [\(document), \(document)],
                 "named": {"a": \(document), "é": \(document)}, "maybe": \(document),
                 "none": null, "rows": [[\(document), null], []], "unused": [\(document)]}
                """
            let row = "\(Value.self): \(document)"
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            let expected = try decoder.decode(Holder<Value>.self, from: Data(json.utf8))
            for (name, options) in presets {
                let lenient = LenientDecoder(options: options)
                for input in try Input.all(json) {
                    let (made, report) = try input.decode(Holder<Value>.self, lenient)
                    XCTAssertEqual(report.issues, [], "\(row), \(name)", line: line)
                    XCTAssertEqual(made, expected, "\(row), \(name)", line: line)
                    XCTAssertEqual(report.unknownKeyCount > 0, true, row, line: line)
                }
                let (made, report) = try lenient.decode(Value.self, json: Data(document.utf8))
                XCTAssertEqual(report.issues, [], "\(row), \(name)", line: line)
                XCTAssertEqual(made, expected.value, "\(row), \(name)", line: line)
            }
        }
    }

    private var presets: [(String, MappingOptions)] {
        var strict = MappingOptions.strict
        strict.readsStandardFormats = true
        var listing = MappingOptions.standard
        (listing.listsFields, listing.listsUnknownKeys) = (true, true)
        return [
            ("standard", .standard), ("strict", strict), ("lenient", .lenient),
            ("untrusted", .untrusted), ("listing", listing),
        ]
    }

    func testDecodingThatTheCompilerWrites() throws {
        try check(Scalars.self, Scalars.json)
        try check(
            Shape.self,
            #"{"point": {}}"#,
            #"{"circle": {"radius": 2}}"#,
            #"{"named": {"_0": "x", "at": 7}}"#,
            #"{"many": {"_0": [{"point": {}}, {"circle": {"radius": 1}}]}}"#
        )
        let leaf = #"{"leaf": {"_0": 2}}"#
        try check(
            Twig.self,
            #"{"leaf": {"_0": 1}}"#,
            #"{"node": {"_0": {"leaf": {"_0": 1}}, "_1": {"node": {"_0": \#(leaf), "_1": \#(leaf)}}}}"#
        )
        try check(Page<Page<Int>>.self, #"{"items": [{"items": [1], "next": 2}], "next": null}"#)
        try check(Page<Shape>.self, #"{"items": [{"point": {}}], "next": {"point": {}}}"#)
        try check(Plain.self, #""x""#, #""y""#)
        try check(Grade.self, "1", "2")
        try check(Tag.self, #"{"rawValue": "x"}"#)
    }

    func testKeysOfAllKinds() throws {
        try check([Int: String].self, #"{"1": "a", "-2": "b"}"#, "{}")
        try check([Plain: Int].self, #"["x", 1, "y", 2]"#, "[]")
        try check([Word: Int].self, #"{"one": 1, "two": 2}"#)
        try check([UUID: Int].self, #"["E621E1F8-C36C-495A-93FC-0C247A3E6E5F", 1]"#)
        try check([Pair: [Pair: Int]].self, #"[[1, 2], [[3, 4], 5], [6, 7], []]"#)
        try check([String: [Int: [Plain: Shape]]].self, #"{"a": {"1": ["x", {"point": {}}]}}"#)
        try check(Keys.self, #"{"": 1, "a b": 2, "é": 3, "a.b": 4, "\"": 5, "A": 6, "a": 7}"#)
        try check(Numbered.self, #"{"1": "a", "2": "b", "x": "c"}"#)
    }

    func testContainersInContainers() throws {
        try check(
            Nested.self,
            #"""
            {"inner": {"a": 1, "list": [1, [2, 3], {"b": 4}]}, "super": {"id": 5},
             "up": {"id": 6}}
            """#
        )
        try check(Pair.self, "[1, 2]", "[-1, 0]")
        try check(Mixed.self, #"[1, "a", null, true, [1, 2], {"a": 3}]"#)
        try check(Cat.self, #"{"super": {"name": "Tom"}, "lives": 9}"#)
        try check(Dog.self, #"{"name": "Rex", "tricks": ["sit"]}"#)
        try check(Path.self, #"{"a": {"b": [1, 2], "x": {"c": 1}}}"#)
    }

    func testAlternatives() throws {
        try check(AnyJSON.self, #""x""#, #""yes""#, "1", "1.5", "true", #"["1", 2, [], {}, "on"]"#)
        try check(AnyJSON.self, #"{"a": "7", "b": {"c": ["no", 0, 1, false]}}"#)
        try check(TextOrList.self, #""x""#, #"["x", "y"]"#, "[]")
        try check(OneOrMany.self, "1", "[1, 2]", "[]")
        try check(Flat.self, #"{"a": "1", "b": 1, "c": "yes", "d": true, "e": 0}"#)
        try check(
            Anything.self,
            #"["1", 1, "yes", true, 0, [1, "2"], {"a": "1", "b": ["t"]}, null]"#
        )
        try check(Event.self, #"{"kind": "text", "body": "1"}"#, #"{"kind": "count", "body": 1}"#)
        try check(Either<Circle, Square>.self, #"{"radius": 1}"#, #"{"side": 2}"#)
        try check(Either<Int, String>.self, "1", #""1""#, #""x""#)
        try check(Either<[Int], [String]>.self, "[1]", #"["1"]"#, #"["x"]"#)
        try check(ByPresence.self, #"{"text": "x"}"#, #"{"number": 1}"#, #"{"text": null}"#)
    }

    func testInitializersThatTakeLiberties() throws {
        try check(Twice.self, #"{"a": 1, "b": [1, 2]}"#)
        try check(LossyList.self, #"[1, "x", 2, null, {"a": 1}, [], 3]"#)
        try check(
            Defaults.self,
            "{}",
            #"{"name": null}"#,
            #"{"name": "x", "count": 3, "cents": "12"}"#
        )
        try check(Checked.self, #"{"from": 1, "to": 2}"#)
        try check(Wrapper<Wrapper<Int>>.self, "1")
        try check(Wrapper<[Wrapper<Shape>]>.self, #"[{"point": {}}]"#)
        try check(Wrapper<String?>.self, #""x""#)
        try check(Wrapper<[String: Wrapper<Int?>]>.self, #"{"a": 1, "b": null}"#)
        try check(ID<Shape>.self, #""1""#)
    }

    func testTypesOfTheStandardLibrary() throws {
        try check(Set<Int>.self, "[1, 2]", "[]")
        try check(ContiguousArray<Shape>.self, #"[{"point": {}}]"#)
        try check(Range<Int>.self, "[1, 2]")
        try check(ClosedRange<String>.self, #"["a", "b"]"#)
        try check(SIMD4<Float>.self, "[1, 2, 3.5, 4]")
        try check(Duration.self, "[0, 1000000000000000000]")
        try check([Int??].self, "[1, null]")
        try check([[String: [Int?]]].self, #"[{"a": [1, null]}, {}]"#)
    }

    func testTypesOfFoundation() throws {
        try check(Date.self, #""2026-01-02T03:04:05Z""#)
        try check(Data.self, #""AQI=""#)
        try check(URL.self, #""https://example.org/a?b=c#d""#)
        try check(Decimal.self, "-15", "12345678901234567890")
        try check(UUID.self, #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#)
        try round(IndexSet([1, 2, 5]))
        try round(IndexPath(indexes: [1, 2]))
        try round(CGPoint(x: 1, y: 2.5))
        try round(CGRect(x: 1, y: 2, width: 3, height: 4))
        try round(DateComponents(year: 2026, month: 2))
        try round(Measurement(value: 1, unit: UnitLength.meters))
        try round(Locale(identifier: "de_DE"))
        try round(try XCTUnwrap(TimeZone(identifier: "Europe/Berlin")))
        try round(try XCTUnwrap(URLComponents(string: "https://example.org/a?b=c")))
        try round(CharacterSet(charactersIn: "abc"))
        try round(Calendar(identifier: .gregorian))
        var name = PersonNameComponents()
        name.givenName = "Ada"
        try round(name)
    }

    private func round<Value: Codable & Equatable>(
        _ value: Value,
        line: UInt = #line
    ) throws {
        let document = try JSONEncoder().encode(value)
        try check(Value.self, String(decoding: document, as: UTF8.self), line: line)
    }
}

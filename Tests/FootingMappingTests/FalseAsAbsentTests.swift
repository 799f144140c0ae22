import FootingMapping
import Foundation
import XCTest

/// A false in place of a value that is not there.
final class FalseAsAbsentTests: XCTestCase {
    private struct Inner: Mappable, Equatable, Codable {
        var id = 0
        static let mapping = Mapping<Inner> { Field("id", \.id) }
    }
    private struct Values: Equatable, Codable {
        var text: String?
        var number: Int?
        var flag: Bool?
        var size = 5
        var inner: Inner?
        var list: [String]?

        static let mapping = Mapping<Values> {
            Field("text", \.text)
            Field("number", \.number).aliases("count")
            Field("flag", \.flag)
            Field("size", \.size)
            Field("inner", \.inner)
            Field("list", \.list)
        }
    }
    private static let json = #"""
        {"text": false, "number": false, "flag": false, "size": false, "inner": false, "list": false}
        """#

    private func options(_ preset: MappingOptions = .standard) -> MappingOptions {
        var options = preset
        options.treatsFalseAsAbsent = true
        return options
    }

    func testAFalseLeavesAnOptionalPropertyAsItIs() throws {
        let old = Values(text: "a", number: 1, flag: true, inner: Inner(id: 2), list: ["b"])
        var expected = old
        expected.flag = false
        for preset in [MappingOptions.standard, .lenient] {
            if preset == .lenient { expected.size = 0 }
            try applying(Values.mapping, to: old, Self.json, options(preset)) { values, report in
                XCTAssertEqual(values, expected)
                let isStandard = preset == .standard
                XCTAssertEqual(report.issues.map(\.path.description), isStandard ? ["$.size"] : [])
                XCTAssertEqual(report.appliedCount, isStandard ? 1 : 2)
                XCTAssertEqual(report.unknownKeyCount, 0)
            }
        }
    }

    func testNoPresetDoesSo() throws {
        for preset in [MappingOptions.standard, .strict, .lenient, .untrusted] {
            XCTAssertFalse(preset.treatsFalseAsAbsent)
            try applying(Values.mapping, to: Values(), #"{"inner": false}"#, preset) { _, report in
                XCTAssertEqual(report.issues.map(\.code), [.typeMismatch])
            }
        }
    }

    func testTheFirstAliasWithAnotherValueIsUsed() throws {
        try applying(Values.mapping, to: Values(), #"{"number": false, "count": 3}"#, options()) {
            values,
            report in
            XCTAssertEqual(values.number, 3)
            XCTAssertTrue(report.isClean)
        }
    }

    func testAFalseForAnAliasIsNoUnknownKey() throws {
        var options = options()
        for listsUnknownKeys in [false, true] {
            options.listsUnknownKeys = listsUnknownKeys
            for json in [#"{"count": false}"#, #"{"number": false, "count": 3}"#] {
                try applying(Values.mapping, to: Values(), json, options) { _, report in
                    XCTAssertEqual(report.unknownKeyCount, 0, json)
                    XCTAssertEqual(report.notes, [], json)
                }
            }
        }
    }

    func testARequiredValueIsMissingAndADefaultIsSet() throws {
        struct Item: Equatable {
            var id: Int?
            var name: String?
            var isOpen: String?
            static let mapping = Mapping<Item> {
                Field("id", \.id).required()
                Field("name", \.name).default("none")
                Field("open", \.isOpen) { (isOpen: Bool) in isOpen ? "open" : "closed" }
            }
        }
        let json = Data(#"{"id": false, "name": false, "open": false}"#.utf8)
        let (_, report) = try Item.mapping.make(Item(), json: json, options: options())
        XCTAssertEqual(
            report.issues.map(\.description),
            ["$.id: required, but missing (wanted Int?); failed"]
        )
        var item = Item(id: 1)
        _ = try Item.mapping.apply(json: json, to: &item, options: options())
        XCTAssertEqual(item, Item(id: 1, name: nil, isOpen: "closed"))
        let made = Item.mapping.make(Item(), from: ["id": 1, "name": false], options: options())
        XCTAssertEqual(made.value?.name, "none")
    }

    func testElementsAreNotAbsent() throws {
        struct List {
            var numbers: [Int?] = []
            static let mapping = Mapping<List> { Field("numbers", \.numbers) }
        }
        try applying(List.mapping, to: List(), #"{"numbers": [1, false]}"#, options()) {
            _,
            report in
            XCTAssertEqual(report.issues.map(\.path.description), ["$.numbers[1]"])
        }
    }

    func testADecoderLeavesOptionalPropertiesNil() throws {
        let json = #"""
            {"text": false, "number": false, "flag": false, "size": 1, "inner": false, "list": false}
            """#
        for input in try Input.all(json) {
            for preset in [MappingOptions.standard, .lenient] {
                let decoder = LenientDecoder(options: options(preset))
                let (values, report) = try input.decode(Values.self, decoder)
                XCTAssertEqual(values, Values(flag: false, size: 1))
                XCTAssertEqual(report.issues, [])
                XCTAssertEqual(report.unknownKeyCount, 0)
            }
        }
    }

    func testAFieldWhoseTypeTakesABooleanIsAbsentInAValueThatADecoderTriesFirst() throws {
        struct Switch: MappingConvertible, Codable, Equatable {
            var isOn = false
            static func converted(from source: borrowing MappingSource) -> MappingConversion<Self> {
                Bool.converted(from: source).map { Self(isOn: $0) }
            }
        }
        struct Lamp: Mappable, Codable, Equatable {
            var main: Switch?
            var other: Switch?
            static let mapping = Mapping<Lamp> {
                Field("main", \.main).aliases("first")
                Field("other", \.other)
            }
        }
        /// Reads its value as a lamp, after nothing else was possible.
        struct Either: Decodable {
            var lamp: Lamp
            init(from decoder: any Decoder) throws {
                lamp = try decoder.singleValueContainer().decode(Lamp.self)
            }
        }
        struct Room: Decodable { var either: Either }
        let json = #"{"either": {"main": false, "first": true, "other": false}}"#
        for input in try Input.all(json) {
            let (room, report) = try input.decode(Room.self, LenientDecoder(options: options()))
            XCTAssertEqual(room?.either.lamp, Lamp(main: Switch(isOn: true), other: nil))
            XCTAssertEqual(report.issues, [])
        }
    }
}

import FootingMapping
import Foundation
import XCTest

/// Every option and every limit on its own; the table covers the presets.
final class MappingOptionsTests: XCTestCase {
    struct Values: Equatable {
        var text = "old"
        var number = 7
        var fraction = 0.5
        var optional: Int? = 3
        var inner = Inner()
    }
    struct Inner: Equatable {
        var id = 1
        static let mapping = Mapping<Inner> { Field("id", \.id) }
    }

    static let mapping = Mapping<Values> {
        Field("text", \.text)
        Field("number", \.number)
        Field("fraction", \.fraction)
        Field("optional", \.optional)
        Field("inner", \.inner, Inner.mapping)
    }

    func testEachSwitchOpensItsOwnRowOnly() throws {
        typealias Switch = (WritableKeyPath<MappingOptions, Bool>, String, Values)
        let switches: [Switch] = [
            (\.acceptsBoolAsNumber, #"{"number": true, "text": true}"#, Values(number: 1)),
            (\.acceptsBoolAsString, #"{"number": true, "text": true}"#, Values(text: "true")),
            (\.treatsEmptyStringAsNull, #"{"number": "", "optional": ""}"#, Values(optional: nil)),
            (
                \.allowsRounding, #"{"fraction": 9007199254740993, "number": 0.5}"#,
                Values(fraction: 9_007_199_254_740_992)
            ),
            (
                \.allowsNonFinite, #"{"fraction": "-Infinity", "number": "inf"}"#,
                Values(fraction: -.infinity)
            ),
        ]
        for (path, json, expected) in switches {
            try applying(Self.mapping, to: Values(), json) { values, report in
                XCTAssertEqual(values, Values(), json)
                XCTAssertEqual(report.issueCount, 2, json)
            }
            var options = MappingOptions.standard
            options[keyPath: path] = true
            try applying(Self.mapping, to: Values(), json, options) { values, report in
                XCTAssertEqual(values, expected, json)
                XCTAssertEqual(report.issueCount, 1, json)
            }
        }
    }

    func testNativeNonFiniteNumbersNeedTheSwitch() {
        for number in [Double.nan, .infinity, -.infinity] {
            var values = Values()
            let refused = Self.mapping.apply(["fraction": number, "text": number], to: &values)
            XCTAssertEqual(refused.issues.map(\.code), [.nonFinite, .nonFinite])
            XCTAssertEqual(values, Values())
            var options = MappingOptions.standard
            options.allowsNonFinite = true
            let report = Self.mapping.apply(["fraction": number], to: &values, options: options)
            XCTAssertTrue(report.isClean)
            XCTAssertFalse(values.fraction.isFinite)
        }
    }

    func testTextBeyondItsLimitIsRefusedAndTheRestMapped() throws {
        var options = MappingOptions.untrusted
        options.limits.stringBytes = 4
        for (text, isTaken) in [("abcd", true), ("abcde", false), ("éé", true), ("ééé", false)] {
            let json = #"{"text": "\#(text)", "number": 1}"#
            try applying(Self.mapping, to: Values(), json, options) { values, report in
                XCTAssertEqual(values.text, isTaken ? text : "old")
                XCTAssertEqual(values.number, 1)
                XCTAssertEqual(report.issues.map(\.code), isTaken ? [] : [.limitExceeded])
            }
        }
        for number in ["123456", "-1234", "123.25"] {
            let json = #"{"text": \#(number)}"#
            try applying(Self.mapping, to: Values(), json, options) { values, report in
                XCTAssertEqual(values.text, "old", json)
                XCTAssertEqual(report.issues.map(\.code), [.limitExceeded], json)
            }
        }
        try applying(Self.mapping, to: Values(), #"{"text": -123}"#, options) { values, report in
            XCTAssertEqual(values.text, "-123")
        }
    }

    func testPresetsHaveTheStatedLimits() {
        XCTAssertEqual(MappingOptions.standard.limits.depth, 64)
        XCTAssertEqual(MappingOptions.standard.limits.elements, .max)
        XCTAssertEqual(MappingOptions.standard.limits.stringBytes, .max)
        XCTAssertEqual(MappingOptions.standard.limits.issues, 100)
        XCTAssertEqual(MappingOptions.untrusted.limits.depth, 64)
        XCTAssertEqual(MappingOptions.untrusted.limits.elements, 1_000_000)
        XCTAssertEqual(MappingOptions.untrusted.limits.stringBytes, 16 << 20)
        XCTAssertEqual(MappingOptions.untrusted.limits.issues, 100)
    }
}

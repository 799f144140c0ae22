import FootingMapping
import Foundation
import TestSupport
import XCTest

/// Checks that numbers are converted exactly, in whatever notation.
final class NumberTests: XCTestCase {
    struct Box<Value: MappingConvertible> {
        var v: Value
    }

    private func read<Value: MappingConvertible>(
        _ json: String,
        _ initial: Value,
        _ options: MappingOptions = .standard
    ) throws -> Value {
        let mapping = Mapping<Box<Value>> { Field("v", \.v) }
        var box = Box(v: initial)
        let data = Data("{\"v\":\(json)}".utf8)
        let report = try mapping.apply(json: data, to: &box, options: options)
        XCTAssertTrue(report.isClean, json)
        return box.v
    }

    /// Covers the lengths and exponents at which the algorithm changes.
    func testDecimalTextsAreReadAsTheNearestDouble() throws {
        var generator = SeededRandom(seed: 3)
        var options = MappingOptions.standard
        options.allowsRounding = true
        let mapping = Mapping<Box<Double>> { Field("v", \.v) }
        for _ in 0..<rounds(5_000, underStress: 25_000) {
            let digits = (0..<Int.random(in: 1...24, using: &generator)).map { _ in
                "\(Int.random(in: 0...9, using: &generator))"
            }.joined()
            let exponent = Int.random(in: -45...30, using: &generator)
            let text = "\(Int.random(in: 1...9, using: &generator)).\(digits)e\(exponent)"
            var box = Box(v: 0.0)
            let data = Data("{\"v\":\(text)}".utf8)
            _ = try mapping.apply(json: data, to: &box, options: options)
            XCTAssertEqual(box.v.bitPattern, Double(text)?.bitPattern, text)
        }
    }

    func testTextsHalfwayBetweenTwoDoublesGoToTheEvenOne() throws {
        var options = MappingOptions.standard
        options.allowsRounding = true
        XCTAssertEqual(try read("9007199254740993.0", 0.0, options), 9_007_199_254_740_992)
        XCTAssertEqual(try read("9007199254740995.0", 0.0, options), 9_007_199_254_740_996)
        XCTAssertEqual(try read("900719925474099.30e1", 0.0, options), 9_007_199_254_740_992)
        XCTAssertEqual(
            try read("9007199254740993.00000000000000000001", 0.0),
            9_007_199_254_740_994
        )
        XCTAssertEqual(try read("1.00000000000000011102230246251565e0", 0.0), 1)
        XCTAssertEqual(try read("1.00000000000000011102230246251566e0", 0.0), 1.0.nextUp)
    }

    func testRandomIntegersAndTheEdgesOfEveryWidthRoundTrip() throws {
        func check<Integer: FixedWidthInteger & MappingConvertible>(_ type: Integer.Type) throws {
            var generator = SeededRandom(seed: 4)
            var values: [Integer] = [.min, .max, 0, 1, .min + 1, .max - 1]
            for _ in 0..<rounds(60, underStress: 200) {
                values.append(.random(in: .min ... .max, using: &generator))
            }
            for value in values {
                XCTAssertEqual(try read("\(value)", Integer(0)), value)
                XCTAssertEqual(try read("\"\(value)\"", Integer(0)), value)
                XCTAssertEqual(try read("\(value).000000000000000000000", Integer(0)), value)
                XCTAssertEqual(
                    try read("\"\(value)0000000000000000000000e-22\"", Integer(0)),
                    value
                )
            }
        }
        try check(Int.self)
        try check(Int8.self)
        try check(Int16.self)
        try check(Int32.self)
        try check(Int64.self)
        try check(UInt.self)
        try check(UInt8.self)
        try check(UInt16.self)
        try check(UInt32.self)
        try check(UInt64.self)
    }

    func testNumberTypesOfFoundationAreToldApart() {
        struct Values: Equatable {
            var int = -1
            var double = -1.0
            var bool: Bool?
            var text = "-"
        }
        let mapping = Mapping<Values> {
            Field("v", \.int)
            Field("v", \.double)
            Field("v", \.bool)
            Field("v", \.text)
        }
        let big = NSDecimalNumber(string: "9223372036854775808.5")
        let beyond = NSDecimalNumber(string: "-9223372036854775809")
        let cases: [(Any, Values)] = [
            (NSNumber(value: true), Values(bool: true)),
            (NSNumber(value: Int8(1)), Values(int: 1, double: 1, bool: true, text: "1")),
            (NSNumber(value: Int8(42)), Values(int: 42, double: 42, text: "42")),
            (NSNumber(value: Int8.min), Values(int: -128, double: -128, text: "-128")),
            (NSNumber(value: UInt8(200)), Values(int: 200, double: 200, text: "200")),
            (NSNumber(value: Int64.min), Values(int: .min, double: -0x1p63, text: "\(Int.min)")),
            (NSNumber(value: UInt64.max), Values(text: "18446744073709551615")),
            (NSNumber(value: 0.1), Values(double: 0.1, text: "0.1")),
            (NSNumber(value: Float(0.1)), Values(double: Double(Float(0.1)), text: "0.1")),
            (NSNumber(value: 1.0), Values(int: 1, double: 1, bool: true, text: "1")),
            (NSDecimalNumber(string: "99.99"), Values(double: 99.99, text: "99.99")),
            (big, Values(double: 9_223_372_036_854_775_808, text: "9223372036854775808.5")),
            (beyond, Values(text: "-9223372036854775809")),
            (NSDecimalNumber.notANumber, Values()),
            (Decimal(5), Values(int: 5, double: 5, text: "5")),
            (Int128(7), Values(int: 7, double: 7, text: "7")),
            (UInt(3), Values(int: 3, double: 3, text: "3")),
            (CGFloat(0.5), Values(double: 0.5, text: "0.5")),
            (AnyHashable(5), Values(int: 5, double: 5, text: "5")),
            (AnyHashable("text"), Values(text: "text")),
            (Optional<Any>.some(5) as Any, Values(int: 5, double: 5, text: "5")),
            (Optional<any Hashable>.some(true) as Any, Values(bool: true)),
            (NSNull(), Values(bool: nil)),
            (Date(timeIntervalSinceReferenceDate: 0), Values()),
            (Set([1]), Values()),
            (Data([1]), Values()),
        ]
        for (value, expected) in cases {
            var values = Values()
            _ = mapping.apply(["v": value], to: &values)
            XCTAssertEqual(values, expected, "\(type(of: value)) \(value)")
        }
    }

    func testIntegerThatADoubleLacksIsRefusedHoweverItIsWritten() throws {
        let mapping = Mapping<Box<Double>> { Field("v", \.v) }
        let zeros = String(repeating: "0", count: 30)
        for text in [
            "9007199254740993", "9007199254740993.0", "9007199254740993e0", "900719925474099.3e1",
            "90071992547409930e-1", "9007199254740993\(zeros)e-30", "9007199254740993.\(zeros)",
            "18446744073709551615.0", "1180591620717411303425.0", "-9007199254740993.0",
        ] {
            for options in [MappingOptions.standard, .strict] {
                var box = Box(v: 0.5)
                let report = try mapping.apply(
                    json: Data("{\"v\":\(text)}".utf8),
                    to: &box,
                    options: options
                )
                XCTAssertEqual(report.issues.map(\.code), [.inexact], text)
                XCTAssertEqual(box.v, 0.5)
            }
        }
    }

    func testIntegerThatADoubleHasOrPrintsIsExactHoweverItIsWritten() throws {
        for (text, value) in [
            ("9007199254740992.0", 0x1p53), ("9007199254740994e0", 0x1p53 + 2),
            ("1180591620717411303424.0", 0x1p70), ("118059162071741130342400e-2", 0x1p70),
            ("1180591620717411303424", 0x1p70), ("18446744073709551616.0", 0x1p64),
            ("9.223372036854775808e18", 0x1p63), ("9.223372036854776e+18", 0x1p63),
            ("5.9731018207696339e17", 597_310_182_076_963_328),
            ("1e22", 1e22), ("1e23", 1e23), ("6.022e23", 6.022e23), ("1.0e300", 1e300),
            ("1.7976931348623157e308", .greatestFiniteMagnitude),
        ] {
            XCTAssertEqual(try read(text, 0.0, .strict), value, text)
        }
    }

    func testDigitsBeyondTheNineteenthChangeNeitherRangeNorFraction() throws {
        let zeros = String(repeating: "0", count: 25)
        XCTAssertEqual(try read("1\(zeros).5e270", 0.0).bitPattern, (1e295).bitPattern)
        XCTAssertEqual(
            try read("0.\(zeros)1\(zeros)1e-290", 0.0).bitPattern,
            Double("1e-316")?.bitPattern
        )
        var options = MappingOptions.standard
        options.allowsRounding = true
        XCTAssertEqual(try read("1\(zeros)1e270", 0.0, options).bitPattern, 1e296.bitPattern)
        let mapping = Mapping<Box<Int>> { Field("v", \.v) }
        for (text, code) in [
            ("42.\(zeros)1", MappingIssue.Code.inexact), ("-42.\(zeros)1", .inexact),
            ("42\(zeros).\(zeros)1", .outOfRange), ("42\(zeros)1", .outOfRange),
        ] {
            var box = Box(v: 7)
            let report = try mapping.apply(json: Data("{\"v\":\(text)}".utf8), to: &box)
            XCTAssertEqual(report.issues.map(\.code), [code], text)
            XCTAssertEqual(box.v, 7)
        }
    }
}

/// Random `Decimal` and `Float` values.
final class DecimalNumberTests: XCTestCase {
    struct Values {
        var decimal = Decimal.nan
        var float = Float.nan
        static let mapping = Mapping<Values> {
            Field("decimal", \.decimal)
            Field("float", \.float)
        }
    }

    func testDecimalsOfUpTo38DigitsAreExact() throws {
        var random = SeededRandom(seed: 5)
        for _ in 0..<rounds(3_000, underStress: 15_000) {
            let count = Int.random(in: 1...38, using: &random)
            var digits = (0..<count).map { _ in "\(Int.random(in: 0...9, using: &random))" }
            if digits[0] == "0" { digits[0] = "1" }
            let point = Int.random(in: 0...count, using: &random)
            let number =
                point == 0
                ? "0." + digits.joined()
                : digits[..<point].joined() + (point < count ? "." + digits[point...].joined() : "")
            let sign = Bool.random(using: &random) ? "-" : ""
            let json = "{\"decimal\": \(sign)\(number)}"
            var values = Values()
            XCTAssertTrue(
                try Values.mapping.apply(json: Data(json.utf8), to: &values).isClean,
                json
            )
            var expected = number
            while expected.contains("."), expected.last == "0" { expected.removeLast() }
            if expected.last == "." { expected.removeLast() }
            XCTAssertEqual(values.decimal.description, sign + expected, json)
        }
    }

    func testRandomFloatsComeBackFromTheirShortestText() throws {
        var random = SeededRandom(seed: 6)
        for _ in 0..<rounds(20_000, underStress: 100_000) {
            let value = Float(bitPattern: UInt32.random(in: 0...UInt32.max, using: &random))
            guard value.isFinite else { continue }
            var values = Values()
            let json = Data("{\"float\": \(value)}".utf8)
            let report = try Values.mapping.apply(json: json, to: &values)
            XCTAssertTrue(report.isClean, "\(value): \(report.issues)")
            XCTAssertEqual(values.float.bitPattern, value.bitPattern, "\(value)")
        }
    }
}

import FootingMapping
import Foundation
import TestSupport
import XCTest

/// Many numbers: random ones, and those near the limits of each algorithm.
final class NumberPropertyTests: XCTestCase {
    func testRandomDoublesComeBackBitForBit() throws {
        struct Lists {
            var numbers: [Double] = []
            var texts: [Double] = []
            static let mapping = Mapping<Lists> {
                Field("numbers", \.numbers)
                Field("texts", \.texts)
            }
        }
        var generator = SeededRandom(seed: 31)
        for _ in 0..<(isUnderStress ? 500 : 4) {
            let values = (0..<1_000).map { _ in
                var value = Double.nan
                while !value.isFinite { value = Double(bitPattern: generator.next()) }
                return value
            }
            let numbers = values.map(\.description).joined(separator: ",")
            let texts = values.map(\.description.debugDescription).joined(separator: ",")
            let json = Data("{\"numbers\": [\(numbers)], \"texts\": [\(texts)]}".utf8)
            // Foundation reads numbers with seventeen digits as decimals.
            let dictionary = try JSONSerialization.jsonObject(with: json) as? [String: Any] ?? [:]
            let bits = values.map(\.bitPattern)
            for isFoundation in [false, true] {
                var lists = Lists()
                let report =
                    isFoundation
                    ? Lists.mapping.apply(dictionary, to: &lists)
                    : try Lists.mapping.apply(json: json, to: &lists)
                XCTAssertTrue(report.isClean)
                XCTAssertEqual(lists.numbers.map(\.bitPattern), bits)
                XCTAssertEqual(lists.texts.map(\.bitPattern), bits)
                guard !isFoundation else { continue }
                // The values are written as they were read, in both forms.
                let (data, _) = Lists.mapping.json(from: lists)
                let (written, _) = Lists.mapping.dictionary(from: lists)
                for read in [
                    try Lists.mapping.make(Lists(), json: data).value,
                    Lists.mapping.make(Lists(), from: written).value,
                ] {
                    XCTAssertEqual(read?.numbers.map(\.bitPattern), bits)
                }
            }
        }
    }

    /// A value in each type, or `nil` if the type can't represent it.
    private struct Widths: Equatable {
        var int8: Int8?
        var int16: Int16?
        var int32: Int32?
        var int64: Int64?
        var int128: Int128?
        var uint8: UInt8?
        var uint16: UInt16?
        var uint32: UInt32?
        var uint64: UInt64?
        var uint128: UInt128?
        var double: Double?
        var decimal: Decimal?
        var text: String?

        static let mapping = Mapping<Widths> {
            Field("v", \.int8)
            Field("v", \.int16)
            Field("v", \.int32)
            Field("v", \.int64)
            Field("v", \.int128)
            Field("v", \.uint8)
            Field("v", \.uint16)
            Field("v", \.uint32)
            Field("v", \.uint64)
            Field("v", \.uint128)
            Field("v", \.double)
            Field("v", \.decimal)
            Field("v", \.text)
        }

        init() {}

        init(_ value: Int128) {
            int8 = Int8(exactly: value)
            int16 = Int16(exactly: value)
            int32 = Int32(exactly: value)
            int64 = Int64(exactly: value)
            int128 = value
            uint8 = UInt8(exactly: value)
            uint16 = UInt16(exactly: value)
            uint32 = UInt32(exactly: value)
            uint64 = UInt64(exactly: value)
            uint128 = UInt128(exactly: value)
            double = Double(exactly: value)
            var digits = "\(value.magnitude)"
            while digits.count > 1, digits.hasSuffix("0") { digits.removeLast() }
            decimal = digits.count > 38 ? nil : Decimal(string: "\(value)")
            text = "\(value)"
        }
    }

    func testIntegersAroundEveryPowerAreExactOrRefused() throws {
        var edges: Set<Int128> = [0, .min, .max, .min + 1, .max - 1]
        for bit in 0..<127 { edges.insert(1 << Int128(bit)) }
        var power: Int128 = 1
        for _ in 0..<38 {
            power *= 10
            edges.insert(power)
        }
        let values = edges.flatMap { edge in
            (-1...1).flatMap { step -> [Int128] in
                let (value, overflows) = edge.addingReportingOverflow(Int128(step))
                if overflows { return [] }
                return value == .min ? [value] : [value, -value]
            }
        }
        XCTAssertGreaterThan(Set(values).count, 900)
        for value in Set(values) {
            let expected = Widths(value)
            for json in ["\(value)", "\"\(value)\"", "\"  \(value)\\n\""] {
                var found = Widths()
                let data = Data("{\"v\": \(json)}".utf8)
                _ = try Widths.mapping.apply(json: data, to: &found)
                // A string keeps its spaces.
                found.text = found.text?.trimmingCharacters(in: .whitespacesAndNewlines)
                XCTAssertEqual(found, expected, json)
            }
            var natives: [Any] = [value]
            if let value = Int64(exactly: value) { natives += [value, NSNumber(value: value)] }
            if let value = UInt64(exactly: value) { natives += [value, NSNumber(value: value)] }
            for native in natives {
                var found = Widths()
                _ = Widths.mapping.apply(["v": native], to: &found)
                XCTAssertEqual(found, expected, "\(type(of: native)) \(value)")
            }
        }
    }

    func testDecimalsOf38DigitsKeepEachOfThem() throws {
        struct Pair {
            var number = Decimal.nan
            var text = Decimal.nan
            static let mapping = Mapping<Pair> {
                Field("number", \.number)
                Field("text", \.text)
            }
        }
        var generator = SeededRandom(seed: 32)
        for _ in 0..<rounds(3_000, underStress: 15_000) {
            // No zero at either end, so that all 38 digits are significant.
            var digits = (0..<38).map { _ in Int.random(in: 0...9, using: &generator) }
            digits[0] = Int.random(in: 1...9, using: &generator)
            digits[37] = Int.random(in: 1...9, using: &generator)
            let written = digits.map { "\($0)" }.joined()
            let exponent = Int.random(in: -128...89, using: &generator)
            let sign = Bool.random(using: &generator) ? "-" : ""
            // The same number with its decimal point after the first digit.
            let number = "\(sign)\(written.prefix(1)).\(written.dropFirst())e\(exponent + 37)"
            let json = Data(
                "{\"number\": \(number), \"text\": \"\(sign)\(written)E\(exponent)\"}".utf8
            )
            var pair = Pair()
            XCTAssertTrue(try Pair.mapping.apply(json: json, to: &pair).isClean, number)
            for decimal in [pair.number, pair.text] {
                XCTAssertEqual(decimal.exponent, exponent, number)
                let significand = Decimal(
                    sign: .plus,
                    exponent: 0,
                    significand: decimal.significand
                )
                XCTAssertEqual(significand.description, written, number)
                XCTAssertEqual(decimal.isSignMinus, sign == "-", number)
            }
        }
    }

    /// Each type reads a string as the standard library does, or not at all.
    func testRandomNumberTextsAreReadAsTheStandardLibraryReadsThem() {
        var generator = SeededRandom(seed: 33)
        func digits(_ most: Int) -> String {
            (0..<Int.random(in: 1...most, using: &generator))
                .map { _ in "\(Int.random(in: 0...9, using: &generator))" }.joined()
        }
        for _ in 0..<rounds(2_000, underStress: 25_000) {
            var text = Bool.random(using: &generator) ? "-" : ""
            text +=
                Bool.random(using: &generator) ? "0" : "\(Int.random(in: 1...9, using: &generator))"
            if !text.hasSuffix("0"), Bool.random(using: &generator) { text += digits(25) }
            if Bool.random(using: &generator) { text += "." + digits(25) }
            if Int.random(in: 0..<3, using: &generator) == 0 {
                text += "e\(Int.random(in: -340...320, using: &generator))"
            }
            Corpus.$input.withValue(text) {
                Numbers.check(Data("{\"v\": \(text)}".utf8))
                Numbers.check(Data("{\"v\": \" \(text)\"}".utf8))
            }
        }
    }
}

import FootingMapping
import Foundation
import TestSupport
import XCTest

/// Decimals in dictionaries are read with all the digits of their description.
final class DecimalTextTests: XCTestCase {
    struct Box {
        var text = ""
        static let mapping = Mapping<Box> { Field("v", \.text) }
    }

    private func assertTextIsDescription(
        _ value: Decimal,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        for native in [value, NSDecimalNumber(decimal: value)] as [Any] {
            var box = Box()
            let report = Box.mapping.apply(["v": native], to: &box)
            XCTAssertEqual(box.text, value.description, file: file, line: line)
            XCTAssertTrue(report.isClean, value.description, file: file, line: line)
        }
    }

    func testTextHasEveryDigitAndNoExponent() throws {
        let texts = [
            "0", "1", "-1", "10", "-100", "0.5", "-0.05", "1.5", "78.400", "123e5", "-123e-5",
            "12345678901234567", "0.12345678901234567", "-9223372036854775809",
            "18446744073709551615", "18446744073709551616", "-184467440737095516.16",
            "99999999999999999999999999999999999999", "-0.99999999999999999999999999999999999999",
            "1e-128", "-7e-127", "1e127", "18446744073709551615e-128", "18446744073709551615e100",
        ]
        for text in texts {
            assertTextIsDescription(try XCTUnwrap(Decimal(string: text), text))
        }
    }

    func testTextOfRandomDecimalsIsTheirDescription() {
        var generator = SeededRandom(seed: 7)
        for _ in 0..<rounds(5_000, underStress: 25_000) {
            let magnitude = generator.next() >> (generator.next() % 64)
            assertTextIsDescription(
                Decimal(
                    sign: generator.next().isMultiple(of: 2) ? .plus : .minus,
                    exponent: Int(generator.next() % 228) - 128,
                    significand: Decimal(magnitude)
                )
            )
        }
    }

    func testADecimalOfADictionaryIsUsedAsItIsForADecimal() {
        struct Amount {
            var value = Decimal()
            static let mapping = Mapping<Amount> { Field("v", \.value) }
        }
        for value in [.pi, .greatestFiniteMagnitude, .leastFiniteMagnitude, Decimal(1)] {
            for native in [value, NSDecimalNumber(decimal: value)] as [Any] {
                for options in [MappingOptions.standard, .strict] {
                    var options = options
                    options.listsFields = true
                    var amount = Amount()
                    let report = Amount.mapping.apply(["v": native], to: &amount, options: options)
                    XCTAssertEqual(report.issues, [])
                    XCTAssertEqual(report.notes.map(\.kind), [.applied])
                    XCTAssertEqual(amount.value, value)
                }
            }
        }
        var amount = Amount()
        XCTAssertEqual(
            Amount.mapping.apply(["v": Decimal.nan], to: &amount).issues.map(\.code),
            [.nonFinite]
        )
    }

    func testTextsThatAreNoNumbersAreRefused() {
        var box = Box()
        let report = Box.mapping.apply(["v": Decimal.nan], to: &box)
        XCTAssertEqual(report.issues.map(\.code), [.nonFinite])
        XCTAssertEqual(box.text, "")
    }
}

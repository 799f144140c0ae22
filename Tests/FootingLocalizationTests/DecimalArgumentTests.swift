import FootingLocalization
import Foundation
import TestSupport
import XCTest

/// A `Decimal` is shown with all of its digits: none of the ways leads through a `Double`.
final class DecimalArgumentTests: XCTestCase {
    private typealias Code = LocalizationIssue.Code

    func testEachConversionShowsTheDigits() throws {
        let digits38 = "12345678901234567890123456789012345678"
        let grouped38 = "12,345,678,901,234,567,890,123,456,789,012,345,678"
        let rows: [(format: String, number: String, expected: String, codes: [Code])] = [
            ("%@", "0.1", "0.1", []), ("%@", "-1234.5", "-1,234.5", []), ("%@", "0", "0", []),
            ("%@", digits38, grouped38, []), ("%.0f", digits38, grouped38, []),
            ("%.2f", "0." + digits38, "0.12", []), ("%.40f", "0.1", "0.1" + zeros(39), []),
            ("%f", "2.5", "2.500000", []), ("%.0f|", "2.5", "2|", []), ("%.0f|", "3.5", "4|", []),
            // As a Double these two are 2.67 and 0.
            ("%.2f", "2.675", "2.68", []), ("%.1f", "0.25", "0.2", []),
            ("%.2f", "2.665000000000000000000000000000000001", "2.67", []),
            ("%e", "12345.678", "1.234568e+04", []), ("%.3E", "0.000125", "1.250E-04", []),
            ("%g", "0.0001", "0.0001", []), ("%g", "1e10", "1e+10", []),
            ("%+.1f", "1", "+1.0", []), ("%010.2f|", "-1.5", "-000001.50|", []),
            ("%8@|", "1.5", "     1.5|", []), ("%-8@|", "1.5", "1.5     |", []),
            ("%@", "1e-128", "0." + zeros(127) + "1", []), ("%@", "1e127", "1" + groups(127), []),
            // As with a Double, the integers have integers' conversions, and are noted.
            ("%d", "7", "7", [.mismatchedArgument]), ("%d", "7.5", "7.5", [.mismatchedArgument]),
            ("%d", "-1234567", "-1,234,567", [.mismatchedArgument]),
            ("%lu", "18446744073709551615", "18,446,744,073,709,551,615", [.mismatchedArgument]),
            (
                "%lu", "18446744073709551616", "18,446,744,073,709,551,616",
                [.mismatchedArgument]
            ),
            ("%x", "255", "ff", [.mismatchedArgument]), ("%x", "2.5", "2.5", [.mismatchedArgument]),
            ("%x", "-1", "ffffffffffffffff", [.mismatchedArgument]),
            ("%x", "-9223372036854775809", "-9,223,372,036,854,775,809", [.mismatchedArgument]),
            ("%a", "0.5", "0.5", [.mismatchedArgument]),
            ("%c", "65", "65", [.mismatchedArgument]),
        ]
        for row in rows {
            let store = try makeStore(["en.lproj/Localizable.strings": ""])
            let number = try XCTUnwrap(Decimal(string: row.number), row.number)
            let row = (row.format, row.number, row.expected, row.codes)
            XCTAssertEqual(store.localizer(for: [])(row.0, number), row.2, "\(row.0) \(row.1)")
            XCTAssertEqual(store.report.issues.map(\.code), row.3, "\(row.0) \(row.1)")
        }
    }

    private func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }

    /// So many zeros in groups of three.
    private func groups(_ count: Int) -> String {
        (1...count).reversed().map { $0 % 3 == 0 ? ",0" : "0" }.joined()
    }

    func testTextsThatAreNoNumbersAndNumbersThatAreVerbatim() throws {
        let l10n = try makeLocalizer("")
        XCTAssertEqual(l10n("%@ %.2f", Decimal.nan, Decimal.nan), "NaN NaN")
        let number = try XCTUnwrap(Decimal(string: "1234567.25"))
        XCTAssertEqual(
            l10n("%@ %.1f", .verbatim(number), .verbatim(number)),
            "1234567.25 1234567.2"
        )
        XCTAssertEqual(l10n("%*d", number, 7), "7")
    }

    func testTheDigitsAreThoseOfTheLanguage() throws {
        let files = [
            "de.lproj/Localizable.strings": "k = \"%.2f|%@\";",
            "mr.lproj/Localizable.strings": "k = \"%.2f|%@\";",
        ]
        let store = try makeStore(files)
        let number = try XCTUnwrap(Decimal(string: "-1234.505"))
        XCTAssertEqual(store.localizer(for: ["de"])("k", number, number), "-1.234,50|-1.234,505")
        XCTAssertEqual(
            store.localizer(for: ["mr"])("k", number, number),
            "-\u{967},\u{968}\u{969}\u{96a}.\u{96b}\u{966}|-\u{967},\u{968}\u{969}\u{96a}.\u{96b}\u{966}\u{96b}"
        )
    }

    func testAFormIsChosenByTheDigitsThatAreDisplayed() throws {
        let forms = ["one": "one", "other": "other", "zero": "none"]
        let dict = stringsDict([
            ("d", "%#@n@", "n", "d", forms), ("f", "%#@n@", "n", ".1f", forms),
            ("g", "%#@n@", "n", "@", ["one": "%@ one", "other": "%@ other"]),
        ])
        let store = try makeStore(["en.lproj/Localizable.stringsdict": dict])
        let l10n = store.localizer(for: [])
        let rows: [(key: String, number: String, expected: String)] = [
            ("d", "1", "one"), ("d", "-1", "one"), ("d", "1.5", "other"), ("d", "0", "none"),
            ("f", "1", "other"), ("f", "0.0", "none"), ("d", "0.0000000001", "other"),
            ("g", "1.00000000000000000000000001", "1.00000000000000000000000001 other"),
            ("g", "1.0", "1 one"),
        ]
        for row in rows {
            let number = try XCTUnwrap(Decimal(string: row.number))
            XCTAssertEqual(l10n(row.key, number), row.expected, "\(row)")
        }
        XCTAssertEqual(l10n("d", Decimal.nan), "other")
    }

    func testRandomDecimalsAreShownAsTheyDescribeThemselves() throws {
        let l10n = try makeLocalizer("")
        var generator = SeededRandom(seed: 9)
        for _ in 0..<rounds(500, underStress: 25_000) {
            let magnitude = Decimal(UInt64.random(in: 0 ... .max, using: &generator))
            let factor = Decimal(UInt64.random(in: 0...9_999_999, using: &generator))
            let exponent = Int.random(in: -30...10, using: &generator)
            let number = Decimal(
                sign: Bool.random(using: &generator) ? .minus : .plus,
                exponent: exponent,
                significand: magnitude * factor
            )
            XCTAssertEqual(l10n("%@", .verbatim(number)), number.description)
        }
    }
}

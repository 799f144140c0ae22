import FootingLocalization
import Foundation
import TestSupport
import XCTest

/// Formatting is a total function: each format and each list of arguments has a text.
final class FormattingTests: XCTestCase {
    private typealias Code = LocalizationIssue.Code

    private func makeStore() throws -> LocalizationStore {
        try makeStore(["en.lproj/Localizable.strings": ""])
    }

    func testEachLineOfTheTableOfCrashesHasAText() throws {
        let rows: [Row] = [
            ("%@", [7], "7", []),
            ("%@ %@", [7, "x"], "7 x", []),
            ("%3$@", ["a", "b"], "%3$@", [.missingArgument]),
            ("%s", [7], "7", []),
            ("%#@files@", [7], "%#@files@", []),
            ("%1$#@files@", [7], "%1$#@files@", []),
            ("%d", ["seven"], "seven", [.mismatchedArgument]),
            ("%@", [1.5], "1.5", []),
            ("%.2f", [7], "7.00", []),
            ("%lld", [7.0], "7", [.mismatchedArgument]),
            ("%lld", [7.5], "7.5", [.mismatchedArgument]),
            ("%800000000d", [7], String(repeating: " ", count: 999) + "7", [.limitExceeded]),
            ("%06d", [73], "000073", []),
            ("%d", [7_654_321], "7,654,321", []),
        ]
        try check(rows)
    }

    private typealias Row = (
        format: String, arguments: [any FormatArgument], expected: String, codes: [Code]
    )

    private func check(_ rows: [Row]) throws {
        for row in rows {
            let store = try makeStore()
            for _ in 0..<2 {
                let text = store.localizer(for: [])(row.format, arguments: row.arguments)
                XCTAssertEqual(text, row.expected, row.format)
            }
            XCTAssertEqual(store.report.issues.map(\.code), row.codes, row.format)
        }
    }

    func testTheRulesOfFormatting() throws {
        let rows: [Row] = [
            // Positions, missing and extra arguments.
            ("%2$@ %1$@", ["a", "b"], "b a", []),
            ("%1$@ %1$@", ["a"], "a a", []),
            ("%@", ["a", "b"], "a", []),
            ("%@ %@", ["a"], "a %@", [.missingArgument]),
            ("%5.2f%%", [], "%5.2f%", [.missingArgument]),
            ("%2$@ %@", ["a", "b"], "b a", []),
            ("%999999999999999999999$@", ["a"], "%999999999999999999999$@", [.missingArgument]),
            // Literal text: what is no specifier.
            ("100%% %@", ["a"], "100% a", []),
            ("%n %p %y %@", ["a"], "%n %p %y a", [.suspiciousPercent]),
            ("%@ 100 %", ["a"], "a 100 %", [.suspiciousPercent]),
            ("%@ 5%", ["a"], "a 5%", [.suspiciousPercent]),
            ("%0$@ %@", ["a"], "%0$@ a", [.suspiciousPercent]),
            ("%1 %@", ["a"], "%1 a", [.suspiciousPercent]),
            ("&@ %@", ["a"], "&@ a", []),
            ("%#@", ["a"], "a", []),
            ("%", ["a"], "%", [.suspiciousPercent]),
            ("%%%", ["a"], "%%", [.suspiciousPercent]),
            ("%-", ["a"], "%-", [.suspiciousPercent]),
            ("%ll", ["a"], "%ll", [.suspiciousPercent]),
            ("%.", ["a"], "%.", [.suspiciousPercent]),
            ("%*", [1], "%*", [.suspiciousPercent]),
            // Arguments of another kind are shown naturally.
            ("%x", ["text"], "text", [.mismatchedArgument]),
            ("%x", [1.5], "1.5", [.mismatchedArgument]),
            ("%x", [255.0], "ff", [.mismatchedArgument]),
            ("%f", ["text"], "text", [.mismatchedArgument]),
            ("%c", ["text"], "text", [.mismatchedArgument]),
            ("%d", [1e300], "1e+300", [.mismatchedArgument]),
            ("%d", [-1e15], "-1,000,000,000,000,000", [.mismatchedArgument]),
            ("%d", [Double.nan], "NaN", [.mismatchedArgument]),
            ("%*d", ["wide", 7], "7", [.mismatchedArgument]),
            // Numbers.
            ("%i %D %u %U", [1, 2, 3, 4], "1 2 3 4", []),
            (
                "%hhd %hd %ld %lld %qd %zd %jd %td", [300, 70000, 1, 2, 3, 4, 5, 6],
                "300 70,000 1 2 3 4 5 6", []
            ),
            ("%lu", [UInt64.max], "18,446,744,073,709,551,615", []),
            ("%d", [Int64.min], "-9,223,372,036,854,775,808", []),
            ("%x %X %o", [255, 255, 8], "ff FF 10", []),
            ("%#x %#X %#o %#x", [255, 255, 8, 0], "0xff 0XFF 010 0", []),
            ("%#.4o|%#.1o|%#o|%#.0o|%.0o", [8, 8, 0, 0, 0], "0010|010|0|0|", []),
            ("%+u|% u|%+d", [1, 1, 1], "1|1|+1", []),
            ("%x", [-1], "ffffffffffffffff", []),
            ("%o", [-1], "1777777777777777777777", []),
            ("%x", [1_000_000], "f4240", []),
            ("%c%c%C", [72, 105, 0x1F600], "Hi😀", []),
            ("%c", [0xD800], "\u{FFFD}", [.mismatchedArgument]),
            ("%c", [-1], "\u{FFFD}", [.mismatchedArgument]),
            ("%+d % d %+d", [1, 1, -1], "+1  1 -1", []),
            ("%5d|%-5d|%05d", [42, 42, 42], "   42|42   |00042", []),
            ("%+05d|%-05d|%05d", [42, 42, -42], "+0042|42   |-0042", []),
            ("%.5d|%.0d|%.0d|%8.5d", [42, 0, 7, 42], "00042||7|   00042", []),
            ("%06d|%06.1f|%.6d", [1234, 1234.5, 1234], "001234|1234.5|001234", []),
            ("%09d|%09.1f", [12345, 12345.5], "000012345|0012345.5", []),
            ("%-09d|%0-9.1f|", [12345, 12345.5], "12,345   |12,345.5 |", []),
            ("%0*d|", [-9, 12345], "12,345   |", []),
            ("%8d|%-8d|", [1234, 1234], "   1,234|1,234   |", []),
            ("%*d|%-*d|%*d|", [5, 42, 5, 42, -5, 42], "   42|42   |42   |", []),
            ("%2$*1$d|%.*f", [5, 42, 2, 1.5], "   42|42.00000", []),
            ("%.*f", [-1, 1.5], "1.500000", []),
            ("%.0f %.0f %.0f %.0f", [0.5, 1.5, 2.5, 2.51], "0 2 2 3", []),
            ("%.2f %.1f %.3f", [2.675, 0.25, 1.0005], "2.67 0.2 1.000", []),
            ("%f %F", [1.5, -1.5], "1.500000 -1.500000", []),
            ("%.2f", [1_234_567.891], "1,234,567.89", []),
            ("%f", [Int64.max], "9,223,372,036,854,775,807.000000", []),
            (
                "%e %E %.2e", [12345.678, 0.00012, 9.999], "1.234568e+04 1.200000E-04 1.00e+01",
                []
            ),
            ("%g %g %G %g", [0.0001, 1e-5, 1e10, 100000.0], "0.0001 1e-05 1E+10 100,000", []),
            ("%a %A", [1.0, 0.1], "0x1p+0 0X1.999999999999AP-4", []),
            (
                "%f %e %d", [Double.infinity, -Double.infinity, Double.nan], "∞ -∞ NaN",
                [.mismatchedArgument]
            ),
            (
                "%@ %@ %@ %@", [1.0, 0.1, 1e20, 1e-7],
                "1 0.1 100,000,000,000,000,000,000 0.0000001", []
            ),
            ("%@ %@ %@", [-0.0, 1e22, Double.leastNonzeroMagnitude], "-0 1e+22 5e-324", []),
            ("%@", [1234.5], "1,234.5", []),
            // Text.
            ("%5@|%-5@|%5@", ["ab", "ab", "äöüäöü"], "   ab|ab   |äöüäöü", []),
            ("%5s|%.2s|%.0S", ["👩‍👩‍👧é", "äöü", "x"], "   👩‍👩‍👧é|äö|", []),
            ("%'d", [1000], "1,000", []),
            // Limits.
            ("%.500f", [1], "1." + String(repeating: "0", count: 100), [.limitExceeded]),
            (
                "%*@", [Int.max, "a"], String(repeating: " ", count: 999) + "a",
                [.limitExceeded]
            ),
            (
                "%*@", [Int.min, "a"], "a" + String(repeating: " ", count: 999),
                [.limitExceeded]
            ),
            (
                "%*@", [UInt64.max, "a"], String(repeating: " ", count: 999) + "a",
                [.limitExceeded]
            ),
        ]
        try check(rows)
    }

    func testWidthsCountWhatIsSeen() throws {
        // CLDR puts U+200E before the minus of Hebrew and on both sides of that of Western Punjabi.
        let rows: [(language: String, format: String, argument: any FormatArgument, text: String)] =
            [
                ("he", "%4d|", -5, "  \u{200e}-5|"), ("he", "%-4d|", -5, "\u{200e}-5  |"),
                ("he", "%04d|", -5, "\u{200e}-005|"), ("he", "%5.1f|", -0.5, " \u{200e}-0.5|"),
                ("ar-EG", "%3d|", -5, " \u{61c}-\u{665}|"),
                ("pa-Arab", "%3d|", -5, " \u{200e}-\u{200e}\u{6f5}|"),
                ("ff-Adlm", "%3d|", 5, "  \u{1e955}|"),
                ("ff-Adlm", "%02d|", 5, "\u{1e950}\u{1e955}|"),
                ("en", "%4@|", "\u{202A}ab\u{202C}", "  \u{202A}ab\u{202C}|"),
            ]
        for row in rows {
            let tag = try XCTUnwrap(LanguageTag(row.language))
            let text = try makeStore([:], developmentLanguage: tag)
                .localizer(for: [])(row.format, row.argument)
            XCTAssertEqual(Array(text.unicodeScalars), Array(row.text.unicodeScalars), "\(row)")
        }
    }

    func testATextBeyondTheLimitIsCutBetweenScalars() throws {
        let store = try makeStore()
        let text = store.localizer(for: [])("a%@", String(repeating: "ü", count: 1 << 20))
        XCTAssertEqual(text.utf8.count, (1 << 20) - 1)
        XCTAssertEqual(text.last, "ü")
        XCTAssertEqual(store.report.issues.map(\.code), [.limitExceeded])
    }

    func testRandomLayoutsOfMatchingTypesAreShownAsByC() throws {
        let l10n = try makeStore().localizer(for: [])
        var generator = SeededRandom(seed: 14)
        func random(_ choices: [String]) -> String {
            choices.randomElement(using: &generator) ?? ""
        }
        for _ in 0..<rounds(700, underStress: 50_000) {
            var flags = ""
            for flag in ["-", "+", " ", "0", "#"]
            where Int.random(in: 0...3, using: &generator) == 0 {
                flags += flag
            }
            let width = random(["", "\(Int.random(in: 1...60, using: &generator))"])
            let precision = random(["", ".", ".\(Int.random(in: 0...50, using: &generator))"])
            let layout = flags + width + precision
            let shift = Int.random(in: 0..<64, using: &generator)
            let integer = Int.random(in: .min ... .max, using: &generator) >> shift
            let conversion = random(["d", "i", "u", "x", "X", "o"])
            let format = "%\(layout)l\(conversion)"
            XCTAssertEqual(
                l10n(format, .verbatim(conversion == "u" ? Int(integer.magnitude >> 1) : integer)),
                String(format: format, conversion == "u" ? Int(integer.magnitude >> 1) : integer),
                "\(format) \(integer)"
            )
            let bits = Double(bitPattern: .random(in: .min ... .max, using: &generator))
            let fraction = Double(integer) / Double(1 << Int.random(in: 0...50, using: &generator))
            for number in [bits, Double(Float(bits)), fraction, 0, -0.0, 0.5] where number.isFinite
            {
                let real = "%\(layout)\(random(["f", "F", "e", "E", "g", "G", "a", "A"]))"
                XCTAssertEqual(
                    l10n(real, .verbatim(number)),
                    String(format: real, number),
                    "\(real) \(number)"
                )
            }
            // Two arguments, in the order of their positions.
            let pair = "<%2$\(layout)ld %1$@ %%>"
            XCTAssertEqual(
                l10n(pair, "text", .verbatim(integer)),
                String(format: pair, "text", integer),
                "\(pair) \(integer)"
            )
            let text = random(["", "a", "text", "longer than most"])
            let padded = "%\(flags.contains("-") ? "-" : "")\(width)@|"
            XCTAssertEqual(l10n(padded, text), padding(text, flags, width) + "|", padded)
        }
    }

    /// `String(format:)` doesn't pad objects on Linux.
    private func padding(_ text: String, _ flags: String, _ width: String) -> String {
        let blanks = String(repeating: " ", count: max(0, (Int(width) ?? 0) - text.count))
        return flags.contains("-") ? text + blanks : blanks + text
    }

    func testNumbersAreShownAsByTheSystemsOwnFormatter() throws {
        var generator = SeededRandom(seed: 5)
        for language in ["en", "de", "pl"] {
            let store = try makeStore(
                ["\(language).lproj/Localizable.strings": "i = \"%d\"; f = \"%.2f\"; s = \"%@\";"],
                developmentLanguage: try XCTUnwrap(LanguageTag(language))
            )
            let l10n = store.localizer(for: [])
            let locale = Locale(identifier: language)
            for _ in 0..<rounds(100, underStress: 5_000) {
                let shift = Int.random(in: 0..<64, using: &generator)
                let integer = Int.random(in: .min ... .max, using: &generator) >> shift
                XCTAssertEqual(
                    l10n("i", integer),
                    integer.formatted(.number.locale(locale)),
                    language
                )
                let cents =
                    Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &generator)) / 100
                let style = FloatingPointFormatStyle<Double>.number.locale(locale)
                XCTAssertEqual(
                    l10n("f", cents),
                    cents.formatted(style.precision(.fractionLength(2))),
                    language
                )
                XCTAssertEqual(l10n("s", cents), cents.formatted(style), language)
            }
        }
    }
}

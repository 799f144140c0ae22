import FootingLocalization
import Foundation
import TestSupport
import XCTest

/// The digits of a number are exact, as many as are shown, and rounded half to even.
final class DecimalDigitsTests: XCTestCase {
    func testTheLongestNumbersHaveTheDigitsOfC() throws {
        let l10n = try makeLocalizer("")
        var numbers: [Double] = [
            .leastNonzeroMagnitude, .leastNormalMagnitude, .leastNormalMagnitude.nextDown,
            .greatestFiniteMagnitude, .ulpOfOne, 0.1, 0.5, 1.5, 2.5, 9.5, 99.5, 0.125, 0.375, 1e21,
            1e22, 1e23, 9.999_999_5, 999_999.5, 0.000_099_999_95,
        ]
        // Of all numbers, 2⁻¹⁰⁷⁴ times an odd number of 53 bits has the most digits: 767.
        numbers += (0..<64).map { Double(bitPattern: 1 << $0 &- 1) }.filter(\.isFinite)
        numbers += numbers.map { -$0 }
        let all = [0, 1, 2, 5, 6, 13, 16, 17, 50, 99, 100]
        let precisions = isUnderStress ? all : [0, 6, 17, 100]
        for number in numbers {
            for conversion in ["f", "e", "G", "a"] {
                for precision in precisions {
                    let format = "%.\(precision)\(conversion)"
                    let expected = String(format: format, number)
                    XCTAssertEqual(l10n(format, .verbatim(number)), expected, "\(number)")
                }
            }
        }
    }

    func testDigitsDependOnNoStateOfTheProcess() throws {
        let l10n = try makeLocalizer("")
        XCTAssertEqual(fesetround(FE_UPWARD), 0)
        defer { fesetround(FE_TONEAREST) }
        XCTAssertEqual(l10n("%.1f %.0e %.2g %@", 0.25, 25.0, 1.25, 0.1), "0.2 2e+01 1.2 0.1")
    }

    func testTinyNumbersTakeNoLongerThanTheLimitOfTheWork() throws {
        let form = String(repeating: "%1$.0f", count: 1000)
        let format = String(repeating: "%1$#@n@", count: 20)
        let dict = stringsDict([("k", format, "n", "f", ["other": form])])
        let store = try makeStore(["en.lproj/Localizable.stringsdict": dict])
        let l10n = store.localizer(for: [])
        XCTAssertEqual(l10n("k", 0.25).utf8.count, 20_000)
        XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
        XCTAssertLessThan(l10n("k", 1e-300).utf8.count, 10_000)
        XCTAssertEqual(store.report.issues.map(\.code), [.limitExceeded])
    }
}

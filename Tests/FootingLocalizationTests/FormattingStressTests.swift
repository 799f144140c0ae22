import FootingLocalization
import Foundation
import TestSupport
import XCTest

/// Whatever a translator writes and a program fills in: no trap, an end, and a bounded text.
///
/// A few thousand rounds by default, millions with `FOOTING_STRESS=1`.
final class FormattingStressTests: XCTestCase {
    private static let parts = [
        "%", "%", "%", "@", "d", "f", "x", "s", "c", "e", "g", "a", "n", "p", "$", "1$", "2$", "9$",
        "*", "*1$", ".", "-", "+", " ", "0", "#", "'", "l", "ll", "h", "5", "40", "999999999", "#@",
        "@", "#@n@", "#@m@", "arg", "é", "text", "\u{0}", "%%", "%@", "%d", "%.2f", "%1$#@n@",
        "\u{2068}", "😀",
    ]

    private let arguments: [any FormatArgument] = [
        0, 1, -1, 2, 21, Int.min, Int.max, UInt64.max, Int8.min, 1.5, -0.0, Double.nan,
        Double.infinity, -Double.infinity, 1e308, 1e21, 1e-7, Double.leastNonzeroMagnitude,
        Float(0.1), Float.greatestFiniteMagnitude, Decimal.nan, Decimal(0), Decimal(-7),
        Decimal.greatestFiniteMagnitude, Decimal.leastNonzeroMagnitude,
        Decimal.leastFiniteMagnitude, "", "text", "äöü"[...], "%@%n%s", "\u{0}", "👩‍👩‍👧",
        "\u{202E}abc", String(repeating: "x", count: 300), .verbatim(1234), .verbatim("x"),
        .verbatim(-1e99), .verbatim(Decimal(12345)),
    ]

    private func format(_ count: Int, _ generator: inout SeededRandom) -> String {
        var text = ""
        for _ in 0..<count { text += Self.parts.randomElement(using: &generator) ?? "" }
        return text
    }

    private func list(_ count: Int, _ generator: inout SeededRandom) -> [any FormatArgument] {
        (0..<count).map { _ in arguments.randomElement(using: &generator) ?? 0 }
    }

    func testRandomFormatsWithRandomArgumentsNeverTrapAndEnd() throws {
        let languages = ["en", "he", "mr", "sv", "ff-Adlm"]
        let store = try makeStore(languages: languages)
        let views = try languages.map { name in
            let language = try XCTUnwrap(LanguageTag(name))
            // With other keys than the tables have, the development language would answer.
            let view = try makeStore([:], developmentLanguage: language).localizer(for: [])
            return view.isolatingArguments()
        }
        var generator = SeededRandom(seed: 6)
        let rounds = !isUnderStress ? 3000 : 2_000_000
        for round in 0..<rounds {
            let format = format(.random(in: 0...12, using: &generator), &generator)
            let given = list(.random(in: 0...4, using: &generator), &generator)
            let text = views[round % views.count](format, arguments: given)
            // At most a dozen specifiers, each of a thousand places of four bytes at most.
            XCTAssertLessThan(text.utf8.count, 12 * 4200, format)
        }
        XCTAssertEqual(store.report.issueCount, 0)
    }

    func testRandomPluralEntriesNeverTrapAndEnd() throws {
        var generator = SeededRandom(seed: 7)
        for _ in 0..<rounds(3, underStress: 150) {
            let categories = ["zero", "one", "two", "few", "many", "other"]
            func forms() -> [String: String] {
                var forms: [String: String] = [:]
                for name in categories where Bool.random(using: &generator) {
                    forms[name] = plain(format(.random(in: 0...8, using: &generator), &generator))
                }
                return forms
            }
            func plain(_ text: String) -> String {
                text.replacing("\u{0}", with: "").replacing("<", with: "")
            }
            let keys = (0..<20).map { "key\($0)" }
            let entries = keys.map { key in
                let text = plain(format(.random(in: 1...8, using: &generator), &generator))
                return (key, text + "%#@n@", "n", ["d", ".1f", "@", "lu"][key.count % 4], forms())
            }
            let store = try makeStore(["ru.lproj/Localizable.stringsdict": stringsDict(entries)])
            let l10n = store.localizer(for: ["ru"])
            for key in keys {
                for _ in 0..<10 {
                    let given = list(.random(in: 0...4, using: &generator), &generator)
                    let text = l10n(key, arguments: given)
                    XCTAssertLessThanOrEqual(text.utf8.count, 1 << 20, key)
                }
            }
            let before = store.report.issueCount
            XCTAssertLessThanOrEqual(before, 10_000)
        }
    }

    func testTheLongestTextEndsAtTheLimitWhateverIsInIt() throws {
        let long = String(repeating: "ü", count: 400_000)
        let rows: [(format: String, arguments: [any FormatArgument])] = [
            (String(repeating: "%@", count: 50), Array(repeating: long, count: 50)),
            (String(repeating: "%1$@", count: 50), [long]),
            (String(repeating: "%1000d", count: 1100), Array(repeating: 7, count: 1100)),
            (String(repeating: "%1$01000d", count: 1100), [-7]),
            (String(repeating: "%1$.1000f", count: 11_000), [1e300]),
            (String(repeating: "%1$.1000f", count: 11_000), [Decimal(7)]),
            (String(repeating: "%1$1000@", count: 50), [long]),
        ]
        for row in rows {
            let files = ["he.lproj/Localizable.strings": ""]
            let store = try makeStore(files, developmentLanguage: "he")
            let l10n = store.localizer(for: []).isolatingArguments()
            let text = l10n(row.format, arguments: row.arguments)
            XCTAssertLessThanOrEqual(text.utf8.count, 1 << 20, String(row.format.prefix(20)))
            XCTAssertGreaterThan(text.utf8.count, 1 << 19, String(row.format.prefix(20)))
            XCTAssertEqual(store.report.issues.last?.code, .limitExceeded)
            XCTAssertEqual(store.report.issueCount, 1, "\(store.report.issues)")
        }
    }
}

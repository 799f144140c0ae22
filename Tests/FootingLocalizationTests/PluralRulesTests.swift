import FootingLocalization
import Foundation
import TestSupport
import XCTest

final class PluralRulesTests: XCTestCase {
    func testOperandsAreEqualIfTheSameDigitsAreShown() {
        let operands = [
            PluralOperands(1), PluralOperands(-1), PluralOperands(displayed: "1.0"),
            PluralOperands(1, fractionDigits: 1), PluralOperands(displayed: "1.00"),
        ]
        XCTAssertEqual(Set(operands).count, 3)
    }

    func testCardinalsOfTheLanguagesPeopleKnow() {
        let rows: [(language: LanguageTag, numbers: [String], category: PluralCategory)] = [
            ("en", ["1"], .one),
            ("en", ["0", "2", "11", "21", "1.0", "0.5", "1000000"], .other),
            ("de", ["1"], .one), ("de", ["0", "2", "1.0", "1.5"], .other),
            ("pl", ["1"], .one),
            ("pl", ["2", "3", "4", "22", "34", "102", "1002"], .few),
            ("pl", ["0", "5", "11", "12", "13", "14", "21", "25", "100", "112", "1000000"], .many),
            ("pl", ["1.0", "0.5", "1.5", "2.0", "10.0"], .other),
            ("ru", ["1", "21", "101", "1001"], .one),
            ("ru", ["2", "4", "22", "104"], .few),
            ("ru", ["0", "5", "11", "12", "14", "20", "111", "1000000"], .many),
            ("ru", ["1.0", "1.5", "21.0"], .other),
            ("ar", ["0", "0.0"], .zero), ("ar", ["1", "1.0"], .one), ("ar", ["2"], .two),
            ("ar", ["3", "10", "103", "1010"], .few), ("ar", ["11", "99", "111", "1099"], .many),
            ("ar", ["100", "101", "102", "200", "0.1", "1000000"], .other),
            // Tables from before CLDR 42 have `many` for 20, 30 and so on.
            ("he", ["1", "0.0", "0.5"], .one), ("he", ["2"], .two),
            ("he", ["0", "3", "10", "20", "100", "1.0", "2.0"], .other),
            ("fr", ["0", "1", "0.0", "1.5"], .one), ("fr", ["2", "2.0", "100", "999999"], .other),
            ("fr", ["1000000", "2000000", "1c6", "1.1c6"], .many),
            ("fr", ["1000000.5", "1000001", "1c3"], .other),
            ("pt", ["0", "1", "0.0", "1.5"], .one), ("pt", ["2", "100"], .other),
            ("pt", ["1000000", "1c6"], .many),
            ("pt-PT", ["1"], .one), ("pt-PT", ["0", "1.0", "1.5", "2"], .other),
            ("pt-PT", ["1000000"], .many),
            ("cy", ["0"], .zero), ("cy", ["1", "1.00"], .one), ("cy", ["2"], .two),
            ("cy", ["3"], .few), ("cy", ["6"], .many),
            ("cy", ["4", "5", "7", "20", "0.1"], .other),
            ("ja", ["0", "1", "2", "1.5", "1000000"], .other),
            ("lv", ["0", "10", "11", "19", "20", "100", "0.0", "10.11"], .zero),
            ("lv", ["1", "21", "101", "0.1", "10.1", "1.21"], .one),
            ("lv", ["2", "9", "22", "0.2", "1.2"], .other),
        ]
        for row in rows {
            for number in row.numbers {
                let category = PluralOperands(displayed: number).map {
                    PluralRules(row.language).category(for: $0)
                }
                XCTAssertEqual(category, row.category, "\(row.language) \(number)")
            }
        }
    }

    func testOrdinalsOfTheLanguagesPeopleKnow() {
        let rows: [(language: LanguageTag, numbers: [Int], category: PluralCategory)] = [
            ("en", [1, 21, 101, 1001], .one), ("en", [2, 22, 102], .two),
            ("en", [3, 23, 103], .few), ("en", [0, 4, 11, 12, 13, 20, 111, 112, 113], .other),
            ("fr", [1], .one), ("fr", [0, 2, 21], .other),
            ("it", [8, 11, 80, 800], .many), ("it", [1, 18, 88, 808, 8000], .other),
            ("cy", [0, 7, 9], .zero), ("cy", [1], .one), ("cy", [2], .two), ("cy", [3, 4], .few),
            ("cy", [5, 6], .many), ("cy", [10, 11], .other),
            ("sv", [1, 2, 21, 101], .one), ("sv", [0, 3, 11, 12, 112], .other),
            ("uk", [3, 23, 103], .few), ("uk", [13, 113, 1], .other),
            ("de", [0, 1, 2, 3], .other), ("pl", [1, 2], .other), ("ru", [1, 3], .other),
            ("ar", [0, 1, 2, 3, 11], .other), ("he", [1, 2], .other), ("ja", [1], .other),
            ("pt", [1], .other), ("pt-PT", [1], .other), ("lv", [1], .other),
        ]
        for row in rows {
            let rules = PluralRules(row.language, .ordinal)
            for number in row.numbers {
                XCTAssertEqual(
                    rules.category(for: number),
                    row.category,
                    "\(row.language) \(number)"
                )
            }
        }
    }

    func testALanguageIsLookedUpByItsTagAndThenWithoutScriptAndRegion() {
        XCTAssertEqual(PluralRules("pl-PL").category(for: 2), .few)
        XCTAssertEqual(PluralRules("en-Latn-GB").category(for: 1), .one)
        XCTAssertEqual(PluralRules("sr-Latn-ME").category(for: 2), .few)
        XCTAssertEqual(PluralRules("pt-Latn-PT").category(for: 0), .other)
        XCTAssertEqual(PluralRules("pt-BR").category(for: 0), .one)
        // CLDR's plural rules have no parents: this does not go through `pt-PT`.
        XCTAssertEqual(PluralRules("pt-MZ").category(for: 0), .one)
    }

    func testALanguageWithoutRulesHasOneCategory() {
        for number in 0...100 { XCTAssertEqual(PluralRules("xx").category(for: number), .other) }
    }

    func testAnIntegerHasTheSameCategoryInEveryForm() {
        for language in ["pl", "fr", "br", "kw", "ar", "lv", "ga", "he"] as [LanguageTag] {
            for kind in [PluralRules.Kind.cardinal, .ordinal] {
                let rules = PluralRules(language, kind)
                var generator = SeededRandom(seed: 7)
                for index in 0..<2000 {
                    let shift = UInt64.random(in: 0..<64, using: &generator)
                    let number = index < 1100 ? UInt64(index) : generator.next() >> shift
                    let category = rules.category(for: number)
                    let message = "\(language) \(kind) \(number)"
                    XCTAssertEqual(rules.category(for: PluralOperands(number)), category, message)
                    let displayed = PluralOperands(displayed: String(number))
                    XCTAssertEqual(displayed.map { rules.category(for: $0) }, category, message)
                    // A larger one is not displayed with its own digits.
                    if number < 1 << 53, let double = Double(exactly: number) {
                        XCTAssertEqual(rules.category(for: double), category, message)
                    }
                }
            }
        }
    }

    func testANumberIsTakenAsItIsDisplayed() {
        let rows: [(operands: PluralOperands?, displayed: String)] = [
            (PluralOperands(1.0), "1"), (PluralOperands(-1.5), "1.5"), (PluralOperands(0.1), "0.1"),
            (PluralOperands(1e21), "1000000000000000000000"), (PluralOperands(-0.0), "0"),
            (PluralOperands(1.0, fractionDigits: 2), "1.00"),
            (PluralOperands(1.0, fractionDigits: 0), "1"),
            (PluralOperands(0.999, fractionDigits: 2), "1.00"),
            (PluralOperands(2.5, fractionDigits: 0), "2"),
            (PluralOperands(0.05, fractionDigits: 1), "0.1"),
            (PluralOperands(-12.345, fractionDigits: 1), "12.3"),
            (PluralOperands(1.5, fractionDigits: -1), "2"),
            (PluralOperands(1.5, fractionDigits: .max), "1.5" + String(repeating: "0", count: 99)),
        ]
        for row in rows {
            XCTAssertEqual(row.operands, PluralOperands(displayed: row.displayed), row.displayed)
        }
        for value in [Double.nan, .infinity, -.infinity] {
            XCTAssertNil(PluralOperands(value))
            XCTAssertNil(PluralOperands(value, fractionDigits: 2))
        }
    }

    func testNumbersOfEveryTypeAndSign() {
        let polish = PluralRules("pl")
        XCTAssertEqual(polish.category(for: -2), .few)
        XCTAssertEqual(polish.category(for: UInt8(2)), .few)
        XCTAssertEqual(polish.category(for: Int8.min), .many)
        XCTAssertEqual(polish.category(for: Int.min), .many)
        XCTAssertEqual(polish.category(for: UInt64.max), .many)
        XCTAssertEqual(polish.category(for: 2.0), .few)
        XCTAssertEqual(polish.category(for: -2.0), .few)
        XCTAssertEqual(polish.category(for: 2.5), .other)
        XCTAssertEqual(polish.category(for: 1e-300), .other)
        XCTAssertEqual(polish.category(for: 1e300), .many)
        XCTAssertEqual(polish.category(for: 1e18 + 2048), .many)
        for value in [Double.nan, .infinity, -.infinity] {
            XCTAssertEqual(polish.category(for: value), .other)
        }
    }

    func testANumberTooLargeForAWordIsNotTakenForASmallOne() {
        let rows: [(String, PluralCategory)] = [
            ("1" + String(repeating: "0", count: 18) + "1", .many),
            ("1" + String(repeating: "0", count: 30) + "1", .many),
            ("1" + String(repeating: "0", count: 30) + "2", .few),
            ("1" + String(repeating: "0", count: 30) + "12", .many),
            ("18446744073709551617", .many),
        ]
        for (number, category) in rows {
            let operands = PluralOperands(displayed: number)
            XCTAssertEqual(operands.map { PluralRules("pl").category(for: $0) }, category, number)
        }
        if #available(macOS 15, iOS 18, *) {
            XCTAssertEqual(PluralRules("en").category(for: Int128(1) << 64 + 1), .other)
            XCTAssertEqual(PluralRules("en").category(for: Int128.min), .other)
        }
    }

    func testTextThatIsNoNumberHasNoOperands() {
        let texts = [
            "", "-", "+-1", "1.", ".5", "1,5", "1.2.3", "1c", "1c123", "1cc6", "1c-6", "1c+6", "x",
            "1 ", "ten",
            "１", String(repeating: "1", count: 401),
        ]
        for text in texts { XCTAssertNil(PluralOperands(displayed: text), text) }
    }

    func testDigitsDisplayedCountAndSignsDoNot() {
        XCTAssertNotEqual(PluralOperands(displayed: "1"), PluralOperands(displayed: "1.0"))
        XCTAssertNotEqual(PluralOperands(displayed: "1.0"), PluralOperands(displayed: "1.00"))
        XCTAssertEqual(PluralOperands(displayed: "-1.5"), PluralOperands(displayed: "+1.5"))
        XCTAssertEqual(PluralOperands(displayed: "12"), PluralOperands(12))
        XCTAssertNotEqual(PluralOperands(displayed: "1c3"), PluralOperands(displayed: "1000"))
    }

    func testEverySampleOfCLDROfEveryLanguage() throws {
        var samples = 0
        for (file, kind, groups) in [
            ("plurals", PluralRules.Kind.cardinal, 913), ("ordinals", .ordinal, 180),
        ] {
            var count = 0
            for (language, rules) in try CLDRData.pluralRules(file) {
                let evaluator = PluralRules(try XCTUnwrap(LanguageTag(language), language), kind)
                for (category, rule) in rules {
                    count += rule.split(separator: "@").count - 1
                    for sample in CLDRData.samples(of: rule) {
                        let operands = try XCTUnwrap(PluralOperands(displayed: sample), sample)
                        let found = evaluator.category(for: operands).rawValue
                        XCTAssertEqual(found, category, "\(file) \(language) \(sample)")
                        samples += 1
                    }
                }
            }
            XCTAssertEqual(count, groups, file)
        }
        XCTAssertGreaterThan(samples, 14_000)
    }
}

/// CLDR's own data, in the folder that `FOOTING_CLDR` names.
enum CLDRData {
    /// A table of the supplemental data, by the names on the way to it.
    static func table(_ file: String, _ path: String...) throws -> Any? {
        guard let folder = ProcessInfo.processInfo.environment["FOOTING_CLDR"] else {
            throw XCTSkip("FOOTING_CLDR does not name a folder with CLDR's data.")
        }
        let url = URL(filePath: folder).appending(path: "\(file).json")
        let root = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
        return (["supplemental"] + path).reduce(root as Any?) { ($0 as? [String: Any])?[$1] }
    }

    /// The rules of all languages: by language, the category and the rule's text with its samples.
    static func pluralRules(_ file: String) throws -> [String: [(category: String, rule: String)]] {
        let type = file == "plurals" ? "plurals-type-cardinal" : "plurals-type-ordinal"
        let rules = try table(file, type) as? [String: [String: String]]
        let languages = try XCTUnwrap(rules)
        XCTAssertGreaterThan(languages.count, 100)
        return languages.mapValues { rules in
            rules.map { (String($0.key.dropFirst("pluralRule-count-".count)), $0.value) }
        }
    }

    /// A rule's text without its samples.
    static func condition(of rule: String) -> String {
        rule.prefix { $0 != "@" }.trimmingCharacters(in: .whitespaces)
    }

    /// The numbers that a rule's text gives as samples, ranges spelled out.
    static func samples(of rule: String) -> [String] {
        rule.split(separator: "@").dropFirst().flatMap { group in
            group.split(separator: " ").dropFirst().flatMap { item -> [String] in
                let text = item.hasSuffix(",") ? item.dropLast() : item
                guard text != "…" else { return [] }
                let bounds = text.split(separator: "~")
                guard bounds.count == 2 else { return [String(text)] }
                let digits = bounds[0].split(separator: ".").dropFirst().first?.count ?? 0
                let scale = Int(pow(10, Double(digits)))
                let range = bounds.map { Int((Double($0) ?? 0) * Double(scale) + 0.5) }
                return (range[0]...range[1]).map { value in
                    guard digits > 0 else { return String(value) }
                    let fraction = String(value % scale)
                    let zeros = String(repeating: "0", count: digits - fraction.count)
                    return "\(value / scale).\(zeros)\(fraction)"
                }
            }
        }
    }
}

import FootingLocalization
import Foundation
import XCTest

final class PluralRulesTests: XCTestCase {
    func testCardinalsOfTheLanguagesPresent() {
        let rows: [(language: LanguageTag, numbers: [String], category: PluralCategory)] = [
            ("en", ["1"], .one),
            ("en", ["0", "2", "11", "21", "1.0", "0.5", "1000000"], .other),
            ("de", ["1"], .one), ("de", ["0", "2", "1.0", "1.5"], .other),
            ("pl", ["1"], .one),
            ("pl", ["2", "3", "4", "22", "34", "102", "1002"], .few),
            ("pl", ["0", "5", "11", "12", "13", "14", "21", "25", "100", "112", "1000000"], .many),
            ("pl", ["1.0", "0.5", "1.5", "2.0", "10.0"], .other),
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

    func testOrdinalsOfTheLanguagesPresent() {
        let english = PluralRules("en", .ordinal)
        let expected: [(PluralCategory, [Int])] = [
            (.one, [1, 21, 101, 1001]), (.two, [2, 22, 102]), (.few, [3, 23, 103]),
            (.other, [0, 4, 11, 12, 13, 20, 111, 112, 113]),
        ]
        for (category, numbers) in expected {
            for number in numbers {
                XCTAssertEqual(english.category(for: number), category, "\(number)")
            }
        }
        for language in ["de", "pl"] as [LanguageTag] {
            XCTAssertEqual(PluralRules(language, .ordinal).category(for: 1), .other)
        }
    }

    func testARegionHasTheRulesOfItsLanguage() {
        XCTAssertEqual(PluralRules("pl-PL").category(for: 2), .few)
        XCTAssertEqual(PluralRules("en-Latn-GB").category(for: 1), .one)
    }

    func testALanguageWithoutRulesHasOneCategory() {
        for number in 0...100 { XCTAssertEqual(PluralRules("xx").category(for: number), .other) }
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

    func testEverySampleOfCLDROfTheLanguagesPresent() throws {
        for (file, kind) in [("plurals", PluralRules.Kind.cardinal), ("ordinals", .ordinal)] {
            for (language, rules) in try CLDRData.pluralRules(file)
            where ["en", "de", "pl"].contains(language) {
                let tag = try XCTUnwrap(LanguageTag(language))
                let evaluator = PluralRules(tag, kind)
                for (category, rule) in rules {
                    for sample in CLDRData.samples(of: rule) {
                        let operands = try XCTUnwrap(PluralOperands(displayed: sample), sample)
                        let found = evaluator.category(for: operands).rawValue
                        XCTAssertEqual(found, category, "\(file) \(language) \(sample)")
                    }
                }
            }
        }
    }
}

/// CLDR's own data, in the folder that `FOOTING_CLDR` names.
enum CLDRData {
    /// The rules of all languages: by language, the category and the rule's text with its samples.
    static func pluralRules(_ file: String) throws -> [String: [(category: String, rule: String)]] {
        guard let folder = ProcessInfo.processInfo.environment["FOOTING_CLDR"] else {
            throw XCTSkip("FOOTING_CLDR does not name a folder with CLDR's data.")
        }
        let url = URL(filePath: folder).appending(path: "\(file).json")
        let root = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any]
        let supplemental = root?["supplemental"] as? [String: Any]
        let type = file == "plurals" ? "plurals-type-cardinal" : "plurals-type-ordinal"
        let languages = try XCTUnwrap(supplemental?[type] as? [String: [String: String]])
        XCTAssertGreaterThan(languages.count, 100)
        return languages.mapValues { rules in
            rules.map { (String($0.key.dropFirst("pluralRule-count-".count)), $0.value) }
        }
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

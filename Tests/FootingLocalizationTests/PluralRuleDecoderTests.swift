import XCTest

// Rules that no language has, and the table itself.
@testable import FootingLocalization

final class PluralRuleDecoderTests: XCTestCase {
    func testTheTableHoldsTheRulesOfCLDRWordForWord() throws {
        for (file, table) in [("plurals", PluralTable.cardinal), ("ordinals", PluralTable.ordinal)]
        {
            var languages = try CLDRData.pluralRules(file)
            for row in PluralTable.rows(of: table) {
                for locale in row.locales.split(separator: " ") {
                    let order = PluralCategory.allCases.map(\.rawValue)
                    let rules = try XCTUnwrap(languages.removeValue(forKey: String(locale)))
                        .filter { $0.category != "other" }
                        .sorted {
                            order.firstIndex(of: $0.category) ?? 0 < order.firstIndex(
                                of: $1.category
                            ) ?? 0
                        }
                        .map { "\($0.category): \(CLDRData.condition(of: $0.rule))" }
                    XCTAssertEqual(row.rules, rules.joined(separator: "; "), "\(file) \(locale)")
                }
            }
            // A language without a row has no category but `other`.
            for (language, rules) in languages {
                XCTAssertEqual(rules.map(\.category), ["other"], "\(file) \(language)")
            }
        }
    }

    func testEachOperandAndRelation() {
        let rows: [(rule: String, number: String, holds: Bool)] = [
            ("n = 0..2", "1.0", true), ("n = 0..2", "1.5", false), ("n != 1", "1.5", true),
            ("n % 10 = 5", "15", true), ("w = 1", "1.50", true), ("w = 2", "1.50", false),
            ("v = 2", "1.50", true), ("f = 50", "1.50", true), ("t = 5", "1.50", true),
            ("f % 10 = 5", "0.05", true), ("w = 2", "0.05", true), ("v = 3", "0.001", true),
            ("e = 6", "1.2c6", true), ("c = 6", "1.2e6", true),
            ("i = 1200000 and v = 0", "1.2c6", true),
            ("i = 1 or i = 3", "3", true), ("i = 1,3,5..7", "6", true),
            ("i != 1,3,5..7", "6", false),
            ("i = 1 and v = 0 or v = 1", "2.5", true), ("i = 12 and f = 3", "1.23c1", true),
        ]
        for row in rows {
            let rules = PluralRules(decoding: "one: \(row.rule)")
            let operands = PluralOperands(displayed: row.number)
            let category = operands.map { rules.category(for: $0) }
            XCTAssertEqual(category, row.holds ? .one : .other, "\(row.rule) \(row.number)")
        }
    }

    func testAFaultyRuleHoldsForNothing() {
        let rules = [
            "", "i", "i =", "= 1", "i = x", "i = 2..1", "i % 0 = 1", "i % = 1", "q = 1", "i < 1",
            "i = 1 v = 0",
            "i = 1 and", "i = 1 and x", "or", "i = 99999999999999999999999",
        ]
        for rule in rules where rule != "i = 1 and" {
            let category = PluralRules(decoding: "one: \(rule)").category(for: 1)
            XCTAssertEqual(category, .other, rule)
        }
        XCTAssertEqual(
            PluralRules(decoding: "one: i = 1; nonsense: i = 2; i = 3").category(for: 2),
            .other
        )
        XCTAssertEqual(PluralRules(decoding: "one: i = x or i = 1").category(for: 1), .one)
    }
}

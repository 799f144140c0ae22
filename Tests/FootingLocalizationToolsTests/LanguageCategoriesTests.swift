import FootingLocalization
import Foundation
import TestSupport
import XCTest

@testable import FootingLocalizationTools

final class LanguageCategoriesTests: XCTestCase {
    func testCategoriesAreThoseThatCLDRHasSamplesOf() throws {
        guard let folder = ProcessInfo.processInfo.environment["FOOTING_CLDR"] else {
            throw XCTSkip("FOOTING_CLDR does not name a folder with CLDR's data.")
        }
        let url = URL(filePath: folder).appending(path: "plurals.json")
        let root = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any]
        let supplemental = root?["supplemental"] as? [String: Any]
        let all = try XCTUnwrap(
            supplemental?["plurals-type-cardinal"] as? [String: [String: String]]
        )
        XCTAssertGreaterThan(all.count, 200)
        for (index, (name, rules)) in all.sorted(by: { $0.key < $1.key }).enumerated()
        where isUnderStress || index % 4 == 0 {
            let language = try XCTUnwrap(LanguageTag(name))
            let known = LanguageCategories(language)
            var (everyday, wanted): (Set<PluralCategory>, Set<PluralCategory>) = ([], [])
            for (rule, text) in rules {
                let name = String(rule.dropFirst("pluralRule-count-".count))
                let category = try XCTUnwrap(PluralCategory(rawValue: name))
                wanted.insert(category)
                let integers =
                    text.components(separatedBy: "@integer").dropFirst().first?
                    .components(separatedBy: "@").first ?? ""
                let smallest = integers.split { !$0.isNumber && $0 != "c" }.compactMap { Int($0) }
                    .min()
                if let smallest, smallest < 1_000_000 { everyday.insert(category) }
            }
            XCTAssertEqual(known.everyday, everyday, name)
            let own = Array(known.everyday) + known.millions + known.fractions
            XCTAssertEqual(Set(own), wanted, name)
            XCTAssertEqual(own.count, wanted.count, "\(name): a category stands twice")
        }
    }
}

import FootingLocalization
@testable import FootingLocalizationTools
import TestSupport
import XCTest

/// Plural variables in property lists, and lines in them.
final class PluralLintTests: XCTestCase {
    /// A `.stringsdict` in one language, whose key is on line 5 and whose source text is one
    /// number.
    private func dict(
        _ language: String,
        _ forms: [String],
        type: String = "d",
        format: String = "%#@files@"
    ) -> [String: String] {
        let texts = Dictionary(uniqueKeysWithValues: forms.map { ($0, "%\(type) \($0)") })
        let entry = (key: "a", format: format, variable: "files", type: type, forms: texts)
        let path = "\(language).lproj/Localizable.stringsdict"
        return [
            path: stringsDict([entry]),
            "en.lproj/Localizable.strings": type == "d" ? "a = \"%d\";" : "a = \"%.1f\";",
        ]
    }

    private func row(
        _ language: String,
        _ forms: [String],
        type: String = "d",
        _ codes: String...
    ) -> LintCase {
        LintCase(
            "\(language) \(forms)",
            dict(language, forms, type: type),
            findings: codes.map {
                "\($0) \(language).lproj/Localizable.stringsdict:5 a (\(language))"
            }
        )
    }

    func testFormsThatALanguageNeeds() throws {
        let (error, info) = ("error missingPluralCategory", "info missingPluralCategory")
        try checkLint([
            row("de", ["one", "other"]),
            row("de", ["other"], error),
            row("de", ["one"], error),
            row("de", ["zero", "one", "other"]),
            row("de", ["one", "few", "other"], "info unusedPluralCategory"),
            row("ja", ["other"]),
            row("ja", ["one", "other"], "info unusedPluralCategory"),
            row("ru", ["one", "few", "many", "other"]),
            row("ru", ["one", "many", "other"], error),
            row("ru", ["one", "few", "many"], "warning missingPluralCategory"),
            row("ru", ["other"], error),
            row("fr", ["one", "other"], info),
            row("es", ["one", "other"], info),
            row("it", ["one", "other"], info),
            row("pt", ["one", "other"], info),
            row("ca", ["one", "other"], info),
            row("fr", ["one", "many", "other"]),
            row("ar", ["zero", "one", "two", "few", "many", "other"]),
            row("ar", ["one", "two", "few", "many", "other"], error),
            row("cs", ["one", "few", "other"]),
            row("cs", ["one", "few", "many", "other"]),
            row("cs", ["one", "few", "other"], type: ".1f", error),
            row("ru", ["one", "few", "many"], type: ".1f", error),
            row("kw", ["zero", "one", "two", "few", "many", "other"]),
        ])
    }

    func testCategoriesAreThoseOfTheRules() {
        // Under stress, every number and not a choice of them. No rule has a divisor between 1,000
        // and 100,000.
        let integers =
            isUnderStress
            ? Array(0..<110_000) : Array(0..<1_100) + stride(from: 0, to: 110_000, by: 500)
        for language: LanguageTag in ["kw", "br", "fr", "lt", "gv", "mk", "ar", "cy", "pl"] {
            let rules = PluralRules(language)
            var wanted: Set<PluralCategory> = []
            for number in integers { wanted.insert(rules.category(for: number)) }
            let known = LanguageCategories(language)
            XCTAssertEqual(known.everyday, wanted, "\(language)")
        }
        for language: LanguageTag in ["lt", "hr", "lv", "he"] {
            let rules = PluralRules(language)
            var wanted: Set<PluralCategory> = []
            for number in stride(from: 0, to: 30_000, by: isUnderStress ? 1 : 7) {
                let (integer, fraction) = (number / 1000, "\(1000 + number % 1000)".dropFirst())
                for digits in 1...3 {
                    let operands = PluralOperands(
                        displayed: "\(integer).\(fraction.suffix(digits))"
                    )
                    if let operands { wanted.insert(rules.category(for: operands)) }
                }
            }
            let known = LanguageCategories(language)
            let all = known.everyday.union(known.millions).union(known.fractions)
            XCTAssertTrue(wanted.isSubset(of: all), "\(language)")
        }
    }

    func testVariablesThatNothingNames() throws {
        try checkLint([
            LintCase(
                "unused",
                dict("de", ["one", "other"], format: "%d Dateien"),
                "warning unusedVariable de.lproj/Localizable.stringsdict:5 a (de)"
            ),
            LintCase(
                "undefined",
                dict("de", ["one", "other"], format: "%#@files@ %#@folders@"),
                "error undefinedVariable de.lproj/Localizable.stringsdict:5 a (de)"
            ),
            LintCase(
                "undefined in a text",
                ["en.lproj/Localizable.strings": "\na = \"%#@files@\";"],
                "error undefinedVariable en.lproj/Localizable.strings:2 a (en)"
            ),
        ])
    }

    func testLinesInPropertyLists() throws {
        let list = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "PropertyList-1.0.dtd">
            <!-- <key>a &amp; b</key> --><plist version="1.0">
            <dict>
              <key>x</key><dict><key>a &amp; b</key><string>no table</string></dict>
              <key>d</key><string><![CDATA[<key>a & b</key>]]></string>
              <key
              >a &#38; b</key>
              <string></string>
              <key>a &amp;amp; b</key> <string></string>
              <key><![CDATA[c < d]]></key> <string> </string>
            </dict>
            </plist>
            """
        let file = "de.lproj/Localizable.strings"
        let source = """
            "a & b" = "x"; "a &amp; b" = "x"; "c < d" = "x"; d = "x"; x = "x";
            """
        func row(_ name: String, _ list: Data, _ findings: [String]) -> LintCase {
            let files = [file: list, "en.lproj/Localizable.strings": Data(source.utf8)]
            return LintCase(name, data: files, findings: findings)
        }
        let lines = [
            "error nonStringValue \(file):5 x (de)", "warning emptyValue \(file):7 a & b (de)",
            "warning emptyValue \(file):10 a &amp; b (de)",
            "warning emptyValue \(file):11 c < d (de)",
        ]
        let returns = list.replacing("\n", with: "\r\n")
        try checkLint([
            row("an XML list", Data(list.utf8), lines),
            row("with carriage returns", Data(returns.utf8), lines),
            row(
                "a binary list",
                try binaryPropertyList(Data(list.utf8)),
                [
                    "warning emptyValue \(file) a & b (de)",
                    "warning emptyValue \(file) a &amp; b (de)",
                    "warning emptyValue \(file) c < d (de)",
                    "error nonStringValue \(file) x (de)",
                ]
            ),
        ])
    }

    func testAnUnreadableFileIsNoTrap() throws {
        for bytes in [
            "", "<", "<key", "<plist><dict><key>", "<dict><key>&", "<dict><key>&#x;</key>",
        ] {
            let text = "<?xml?>" + bytes
            _ = LocalizationLint(try makeStore(["en.lproj/Localizable.stringsdict": text]))
        }
    }
}

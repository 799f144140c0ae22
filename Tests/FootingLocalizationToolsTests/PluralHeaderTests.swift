import FootingLocalization
@testable import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

final class PluralHeaderTests: XCTestCase {
    /// A language for each row of CLDR's plural rules, and some without one.
    private var languages: [LanguageTag] {
        let rows = (UInt8(ascii: "a")...UInt8(ascii: "z")).flatMap { first in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).map { second in
                String(decoding: [first, second], as: UTF8.self)
            }
        }
        let longer = [
            "ars", "blo", "ceb", "ckb", "dsb", "hsb", "lag", "lij", "pt-PT", "shi", "sma",
        ]
        return (rows + longer).compactMap { LanguageTag($0) }
    }

    func testHeadersGiveTheCategoriesOfCLDR() throws {
        let maximum = rounds(250, underStress: 1_000)
        var known: Set<String> = []
        var checks = 0
        for language in languages {
            guard known.insert(PluralRules.source(of: language)).inserted else { continue }
            let header = PluralHeader(language)
            let expression = try XCTUnwrap(PluralExpression(header.text), header.text)
            XCTAssertEqual(expression.count, header.categories.count)
            let rules = PluralRules(language)
            for number in 0...maximum {
                let index = try XCTUnwrap(expression.value(UInt(number)))
                checks += 1
                XCTAssertEqual(
                    header.categories[index],
                    rules.category(for: number),
                    "\(language) \(number) \(header.text)"
                )
            }
            XCTAssertEqual(try PluralHeader.read(header.text, language), header.categories)
        }
        XCTAssertGreaterThan(known.count, 30)
        XCTAssertEqual(checks, known.count * (maximum + 1))
    }

    func testHeadersOfSomeLanguages() {
        let rows: [(language: LanguageTag, text: String)] = [
            ("ja", "nplurals=1; plural=(0);"), ("en", "nplurals=2; plural=(n==1 ? 0 : 1);"),
            ("fr", "nplurals=2; plural=((n==0 || n==1) ? 0 : 1);"),
            (
                "ru",
                "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : (n%10>=2 && n%10<=4) && "
                    + "(n%100<12 || n%100>14) ? 1 : 2);"
            ),
        ]
        for row in rows { XCTAssertEqual(PluralHeader(row.language).text, row.text) }
    }

    func testGettextAcceptsTheHeaders() throws {
        try require(["msgfmt", "--version"])
        let folder = try TemporaryFolder(self)
        var (rules, known): (Set<String>, Set<String>) = ([], [])
        for language in languages where rules.insert(PluralRules.source(of: language)).inserted {
            let header = PluralHeader(language)
            guard known.insert(header.text).inserted else { continue }
            let forms = header.categories.indices.map { "msgstr[\($0)] \"%d x\"\n" }.joined()
            let text = """
                msgid ""
                msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: \(header.text)\\n"

                #, c-format
                msgid "%d a"
                msgid_plural "%d b"
                \(forms)
                """
            let file = try folder.write(text, to: "\(language).po")
            let (status, output) = try runProgram(["msgfmt", "-c", "-o", "/dev/null", file.path])
            XCTAssertEqual(status, 0, "\(language) \(header.text) \(output)")
        }
        XCTAssertGreaterThan(known.count, 20)
    }
}

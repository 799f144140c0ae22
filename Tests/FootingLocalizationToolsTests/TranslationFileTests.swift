import FootingLocalization
import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

/// Files for translators as they are read, in all formats.
final class TranslationFileTests: XCTestCase {
    func testTheMarkIsNoCharacter() throws {
        let unit = xliff("<trans-unit id=\"a\"><source>A</source><target>Б</target></trans-unit>")
        XCTAssertEqual(try readTranslations("\u{FEFF}" + unit, "ru.xml").units.map(\.target), ["Б"])
    }

    func testCommentsAndIdsAreReadInLinearTime() throws {
        func rows(_ count: Int) -> [(name: String, path: String, text: String)] {
            let markers = String(repeating: "|==|", count: count)
            return [
                (
                    "comments", "a.po",
                    po("\"Language: de\\n\"", "\n")
                        + String(repeating: "#. a comment\n", count: count)
                        + "msgid \"a\"\nmsgstr \"b\""
                ),
                (
                    "notes", "ru.xliff",
                    xliff(
                        "<trans-unit id=\"a\"><source>A</source>"
                            + String(repeating: "<note>a comment</note>", count: count)
                            + "</trans-unit>"
                    )
                ), ("markers", "ru.csv", "id,target\n\(markers),a\n"),
            ]
        }
        let count = rounds(40_000, underStress: 200_000)
        for (small, large) in zip(rows(count / 10), rows(count)) {
            let times = try [small, large].map { row in
                try ContinuousClock().measure {
                    let file = try readTranslations(row.text, row.path)
                    XCTAssertEqual(file.units.count, 1, row.name)
                    if row.name == "markers" { _ = file.documents(as: .po) }
                }
            }
            // With a copy for each comment or marker, ten times as many take 100 times as long.
            XCTAssertLessThan(times[1], max(times[0], .milliseconds(50)) * 40, large.name)
        }
    }

    func testMoreThanAMillionUnitsAreRefused() throws {
        let count = rounds(0, underStress: 1_000_001)
        let rows: [(path: String, head: String, unit: String, tail: String)] = [
            ("ru.csv", "id,target\n", "a,b\n", ""),
            ("ru.po", "", "msgid \"a\"\nmsgstr \"b\"\n", ""),
            (
                "ru.xliff", "<xliff version=\"1.2\"><file target-language=\"ru\"><body>\n",
                "<trans-unit id=\"a\"/>\n", "</body></file></xliff>"
            ),
        ]
        for row in rows where count > 0 {
            let text = row.head + String(repeating: row.unit, count: count) + row.tail
            XCTAssertThrowsError(try readTranslations(text, row.path, language: "ru"), row.path) {
                error in
                XCTAssertEqual((error as? LocalizationToolsError)?.code, .limitExceeded, row.path)
            }
        }
    }

    func testALargeFileIsRefused() throws {
        let folder = try TemporaryFolder(self)
        let url = try folder.write("<xliff version=\"1.2\">", to: "ru.xliff")
        let handle = try FileHandle(forWritingTo: url)
        try handle.truncate(atOffset: 100 << 20)
        try handle.close()
        XCTAssertThrowsError(try TranslationFile(contentsOf: url)) { error in
            XCTAssertEqual((error as? LocalizationToolsError)?.code, .limitExceeded)
        }
        let missing = folder.url.appending(path: "missing.xliff")
        XCTAssertThrowsError(try TranslationFile(contentsOf: missing)) { error in
            XCTAssertEqual((error as? LocalizationToolsError)?.code, .noSuchFile)
        }
    }

    func testTheLanguageIsNeeded() throws {
        let unit = "<trans-unit id=\"a\"><source>A</source></trans-unit>"
        let rows: [(name: String, text: String, path: String)] = [
            ("none", xliff(unit).replacing(" target-language=\"ru\"", with: ""), "ru.xliff"),
            ("the source's", xliff(unit, target: "en"), "en.xliff"),
            (
                "two",
                xliff(unit + "</body></file><file original=\"B\" target-language=\"pl\"><body>"),
                "ru.xliff"
            ), ("no name", "id,target\na,b\n", "translations of today.csv"),
            ("a template", "msgid \"\"\nmsgstr \"Language: \\n\"\n", "Localizable.pot"),
        ]
        for row in rows {
            XCTAssertThrowsError(try readTranslations(row.text, row.path), row.name) { error in
                XCTAssertEqual(
                    (error as? LocalizationToolsError)?.code,
                    .unusableLanguage,
                    "\(row.name) \(error)"
                )
            }
        }
        let text = xliff(unit).replacing(" target-language=\"ru\"", with: "")
        XCTAssertEqual(try readTranslations(text, language: "pl").language, "pl")
        XCTAssertEqual(try readTranslations("id,target\na,b\n", "x/pt-BR.csv").language, "pt-BR")
    }

    func testAFolderFromXcodeIsRead() throws {
        let folder = try TemporaryFolder(self)
        let text = xliff("<trans-unit id=\"a\"><source>A</source><target>Б</target></trans-unit>")
        try folder.write(text, to: "ru.xcloc/Localized Contents/ru.xliff")
        try folder.write("{}", to: "ru.xcloc/contents.json")
        let file = try TranslationFile(contentsOf: folder.url.appending(path: "ru.xcloc"))
        XCTAssertEqual(file.units.map(\.target), ["Б"])
        XCTAssertThrowsError(try TranslationFile(contentsOf: folder.url)) { error in
            XCTAssertEqual((error as? LocalizationToolsError)?.code, .invalidXLIFF)
        }
    }

    func testTheLastOfTwoUnitsCounts() throws {
        let unit = "<trans-unit id=\"a\"><source>A</source><target>Б</target></trans-unit>\n"
        let other = unit.replacing("Б", with: "В")
        XCTAssertEqual(try readTranslations(xliff(unit + unit)).findings, [])
        let file = try readTranslations(xliff(unit + other))
        XCTAssertEqual(file.units.map(\.target), ["В"])
        XCTAssertEqual(file.findings.map(\.code), [.duplicateKey])
        XCTAssertEqual(file.findings.map(\.line), [5])
    }

    func testTwoUnitsWithOtherStatesAreAFinding() throws {
        let unit = { (state: String) in
            "<trans-unit id=\"a\"><source>A</source><target state=\"\(state)\">Б</target></trans-unit>"
        }
        let file = try readTranslations(xliff(unit("translated") + unit("needs-review-l10n")))
        XCTAssertEqual(file.units.map(\.state), [.needsReview])
        XCTAssertEqual(file.findings.map(\.code), [.duplicateKey])
        XCTAssertEqual(
            try readTranslations(xliff(unit("final") + unit("translated"))).findings.count,
            0
        )
    }
}

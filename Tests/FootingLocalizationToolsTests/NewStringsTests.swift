import FootingLocalization
import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

final class NewStringsTests: XCTestCase {
    private let url = URL(filePath: "/en.lproj/Localizable.strings")

    private func content(_ table: TableFile) -> String {
        String(decoding: table.data, as: UTF8.self)
    }

    func testAnEntryIsALine() throws {
        let entries = ["b": "two \"2\"", "a\n": "\\one\u{B}", "b": "2"] as KeyValuePairs
        let file = TableFile(entries, at: url)
        XCTAssertEqual(content(file), "\"b\" = \"2\";\n\"a\\n\" = \"\\\\one\\U000B\";\n")
        XCTAssertEqual(file.name, "Localizable")
        XCTAssert(file.isChanged)
    }

    func testANewFileReplacesAnother() throws {
        let folder = try TemporaryFolder(self)
        let url = try folder.write("a = old;", to: "de.lproj/T.strings")
        var file = TableFile(["a": "new"] as KeyValuePairs, at: url)
        try file.write()
        XCTAssertFalse(file.isChanged)
        XCTAssertEqual(try String(contentsOf: url, encoding: .utf8), "\"a\" = \"new\";\n")
    }

    func testReadingItGivesTheSameTexts() throws {
        var texts = RandomTexts(seed: 1)
        for _ in 0..<rounds(60, underStress: 3_000) {
            let entries = texts.entries(upTo: 40)
            let file = TableFile(entries, at: url)
            let store = try makeStore(data: ["en.lproj/Localizable.strings": file.data])
            let issues = store.report.issues.filter { $0.code != .undefinedVariable }
            XCTAssertEqual(issues.map(\.description), [])
            let l10n = store.localizer(for: ["en"])
            for (key, text) in entries {
                let shown = l10n(key, default: "missing")
                XCTAssertTrue(isSame(shown, text.isEmpty ? key : text), content(file))
            }
            let again = try TableFile(store, language: "en", at: url)
            XCTAssertEqual(content(again), content(file))
        }
    }

    func testFoundationReadsTheSameTexts() throws {
        var texts = RandomTexts(seed: 2)
        for _ in 0..<rounds(100, underStress: 5_000) {
            let entries = texts.entries(upTo: 20)
            let file = TableFile(entries, at: url)
            let read = try PropertyListDecoder().decode([String: String].self, from: file.data)
            // Foundation's dictionary takes é composed and é decomposed for one key.
            for (key, text) in read {
                let own = entries.filter { $0.key == key }.map { Array($0.value.utf8) }
                XCTAssertTrue(
                    own.contains(Array(text.utf8)),
                    "\(key.debugDescription) \(content(file))"
                )
            }
            XCTAssertEqual(Set(read.keys), Set(entries.map(\.key)))
        }
    }

    func testATableIsWrittenInItsOrder() throws {
        let store = try makeStore([
            "en.lproj/Localizable.strings": "/* c */ b = two;\na = \"one %d\";",
            "en.lproj/Mail.strings": "m = mail;",
        ])
        XCTAssertEqual(
            content(try TableFile(store, language: "en", at: url)),
            "\"b\" = \"two\";\n\"a\" = \"one %d\";\n"
        )
        XCTAssertEqual(
            content(try TableFile(store, table: "Mail", language: "en", at: url)),
            "\"m\" = \"mail\";\n"
        )
        XCTAssertEqual(
            content(try TableFile(store, language: "de", at: url)),
            "/* No strings. */\n"
        )
    }

    func testPluralsAreRefused() throws {
        let forms = ["one": "%d a", "other": "%d b"]
        let store = try makeStore([
            "en.lproj/Localizable.strings": "a = one;",
            "en.lproj/Localizable.stringsdict": stringsDict([
                ("p", "%#@n@", "n", "d", forms), ("q", "%#@n@", "n", "d", forms),
            ]),
        ])
        XCTAssertThrowsError(try TableFile(store, language: "en", at: url)) { error in
            let error = error as? LocalizationToolsError
            XCTAssertEqual(error?.keys, ["p", "q"])
            XCTAssertEqual(
                error?.message,
                "“p” and 1 more of the table “Localizable” in en can't be written as .strings, "
                    + "which has no plural forms, variants for widths or named specifiers: keep them "
                    + "in a .stringsdict or a catalog."
            )
        }
    }

    func testNamedSpecifiersAreRefused() throws {
        let store = try makeStore([
            "Localizable.xcstrings": catalog(
                """
                "named": {"localizations": {"en": \(unit("%(count)lld books"))}},
                "plain": {"localizations": {"en": \(unit("%lld books (%@)"))}}
                """
            )
        ])
        XCTAssertThrowsError(try TableFile(store, language: "en", at: url)) { error in
            XCTAssertEqual((error as? LocalizationToolsError)?.keys, ["named"])
        }
    }

    func testTheRestOfATableWithPluralFormsCanBeWritten() throws {
        let store = try makeStore([
            "de.lproj/Localizable.strings": "a = x;\nb = y;",
            "de.lproj/Localizable.stringsdict": stringsDict([
                ("n", "%#@n@", "n", "d", ["one": "%d x", "other": "%d y"])
            ]),
        ])
        let file: TableFile
        do {
            file = try TableFile(store, language: "de", at: url)
            XCTFail("The forms were written.")
        } catch {
            let joined = JoinedTable(store)
            let rest = joined.rows.compactMap { row -> (key: String, value: String)? in
                guard !error.keys.contains(row.key) else { return nil }
                return joined[row.key, "de"].map { (row.key, $0) }
            }
            file = TableFile(rest, at: url)
        }
        XCTAssertEqual(content(file), "\"a\" = \"x\";\n\"b\" = \"y\";\n")
    }
}

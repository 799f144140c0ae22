import FootingLocalization
import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

final class StringsFileTests: XCTestCase {
    func testAnEntryIsALine() throws {
        let file = StringsFile(["b": "two \"2\"", "a\n": "\\one\u{B}", "b": "2"] as KeyValuePairs)
        XCTAssertEqual(file.text, "\"b\" = \"2\";\n\"a\\n\" = \"\\\\one\\U000B\";\n")
        XCTAssertEqual(file.sorted().entries.map(\.key), ["a\n", "b"])
        XCTAssertEqual(file.data, Data(file.text.utf8))
    }

    func testReadingItGivesTheSameTexts() throws {
        var texts = RandomTexts(seed: 1)
        for _ in 0..<rounds(60, underStress: 3_000) {
            let entries = texts.entries(upTo: 40)
            let file = StringsFile(entries)
            let store = try makeStore(data: ["en.lproj/Localizable.strings": file.data])
            let issues = store.report.issues.filter { $0.code != .undefinedVariable }
            XCTAssertEqual(issues.map(\.description), [])
            let l10n = store.localizer(for: ["en"])
            for (key, text) in entries {
                let shown = l10n(key, default: "missing")
                XCTAssertTrue(isSame(shown, text.isEmpty ? key : text), file.text)
            }
            let again = try StringsFile(store, language: "en")
            XCTAssertEqual(again.text, file.text)
        }
    }

    func testFoundationReadsTheSameTexts() throws {
        var texts = RandomTexts(seed: 2)
        for _ in 0..<rounds(100, underStress: 5_000) {
            let entries = texts.entries(upTo: 20)
            let file = StringsFile(entries)
            let read = try PropertyListDecoder().decode([String: String].self, from: file.data)
            // Foundation's dictionary takes é composed and é decomposed for one key.
            for (key, text) in read {
                let own = entries.filter { $0.key == key }.map { Array($0.value.utf8) }
                XCTAssertTrue(
                    own.contains(Array(text.utf8)),
                    "\(key.debugDescription) \(file.text)"
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
            try StringsFile(store, language: "en").text,
            "\"b\" = \"two\";\n\"a\" = \"one %d\";\n"
        )
        XCTAssertEqual(
            try StringsFile(store, table: "Mail", language: "en").entries.map(\.key),
            ["m"]
        )
        XCTAssertEqual(try StringsFile(store, language: "de").text, "/* No strings. */\n")
    }

    func testPluralsAreRefused() throws {
        let forms = ["one": "%d a", "other": "%d b"]
        let store = try makeStore([
            "en.lproj/Localizable.strings": "a = one;",
            "en.lproj/Localizable.stringsdict": stringsDict([
                ("p", "%#@n@", "n", "d", forms), ("q", "%#@n@", "n", "d", forms),
            ]),
        ])
        XCTAssertThrowsError(try StringsFile(store, language: "en")) { error in
            let error = error as? StringsFileError
            XCTAssertEqual(error?.keys, ["p", "q"])
            XCTAssertEqual(
                error?.description,
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
        XCTAssertThrowsError(try StringsFile(store, language: "en")) { error in
            XCTAssertEqual((error as? StringsFileError)?.keys, ["named"])
        }
    }

    func testTheRestOfATableWithPluralFormsCanBeWritten() throws {
        let store = try makeStore([
            "de.lproj/Localizable.strings": "a = x;\nb = y;",
            "de.lproj/Localizable.stringsdict": stringsDict([
                ("n", "%#@n@", "n", "d", ["one": "%d x", "other": "%d y"])
            ]),
        ])
        let file: StringsFile
        do {
            file = try StringsFile(store, language: "de")
            XCTFail("The forms were written.")
        } catch {
            let joined = JoinedTable(store)
            let rest = joined.rows.compactMap { row -> (key: String, value: String)? in
                guard !error.keys.contains(row.key) else { return nil }
                return joined[row.key, "de"].map { (row.key, $0) }
            }
            file = StringsFile(rest)
        }
        XCTAssertEqual(file.text, "\"a\" = \"x\";\n\"b\" = \"y\";\n")
    }
}

import FootingLocalization
import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

final class JoinedTableTests: XCTestCase {
    func testLanguagesStandBesideEachOther() throws {
        let joined = JoinedTable(
            try makeStore([
                "en.lproj/Localizable.strings": "b = two;\na = one;",
                "de.lproj/Localizable.strings": "c = drei;\na = \"\";",
                "fr.lproj/Mail.strings": "m = x;",
            ])
        )
        XCTAssertEqual(joined.languages, ["en", "de"])
        XCTAssertEqual(joined.rows.map(\.key), ["b", "a", "c"])
        XCTAssertEqual(joined.rows.map(\.cells), [["two", nil], ["one", ""], [nil, "drei"]])
        XCTAssertEqual(joined["a", "de"], "")
        XCTAssertNil(joined["b", "de"])
        XCTAssertNil(joined["a", "fr"])
        XCTAssertEqual(joined.csv(), "key,en,de\r\nb,two,\r\na,one,\"\"\r\nc,,drei\r\n")
        let formula = JoinedTable(try makeStore(["en.lproj/Localizable.strings": "a = \"=b\";"]))
        XCTAssertEqual(formula.csv(disarmingFormulas: true), "key,en\r\na,'=b\r\n")
    }

    func testEachCellIsWhatItsReaderIsShown() throws {
        var texts = RandomTexts(seed: 3)
        for _ in 0..<rounds(25, underStress: 1_250) {
            let languages: [LanguageTag] = ["en", "de", "fr", "ja"]
            var files: [String: Data] = [:]
            var entries: [String: [(key: String, value: String)]] = [:]
            for language in languages {
                let own = texts.entries(upTo: 12)
                entries["\(language)"] = own
                files["\(language).lproj/T.strings"] = stringsData(own)
            }
            let store = try makeStore(data: files)
            let joined = JoinedTable(store, table: "T")
            let keys = Set(entries.values.joined().map { Array($0.key.utf8) })
            XCTAssertEqual(Set(joined.rows.map { Array($0.key.utf8) }), keys)
            XCTAssertEqual(joined.rows.count, keys.count, "a row for each key")
            let records = parseCSV(joined.csv())
            XCTAssertEqual(records.count, joined.rows.count + 1)
            for (row, record) in zip(joined.rows, records.dropFirst()) {
                XCTAssertTrue(isSame(record[0], row.key))
                for (column, language) in joined.languages.enumerated() {
                    let cell = row.cells[column]
                    let own = entries["\(language)"]?.last { isSame($0.key, row.key) }?.value
                    XCTAssertTrue(isSame(cell, own))
                    XCTAssertTrue(isSame(record[column + 1], cell))
                    guard let cell else { continue }
                    let shown = store.localizer(for: [language])(row.key, table: "T")
                    XCTAssertTrue(isSame(shown, cell.isEmpty ? row.key : cell))
                }
            }
        }
    }

    /// The records of a text after RFC 4180; `nil` for a field without anything.
    private func parseCSV(_ text: String) -> [[String?]] {
        var records: [[String?]] = []
        var record: [String?] = []
        var field: String.UnicodeScalarView?
        var isQuoted = false
        let scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            if isQuoted {
                if scalar != "\"" {
                    field?.append(scalar)
                } else if index < scalars.count, scalars[index] == "\"" {
                    field?.append(scalar)
                    index += 1
                } else {
                    isQuoted = false
                }
            } else if scalar == "\"" {
                (field, isQuoted) = (.init(), true)
            } else if scalar == "," || scalar == "\r" {
                record.append(field.map { String($0) })
                field = nil
                if scalar == "\r" {
                    index += 1
                    records.append(record)
                    record = []
                }
            } else {
                field = field ?? .init()
                field?.append(scalar)
            }
        }
        return records
    }
}

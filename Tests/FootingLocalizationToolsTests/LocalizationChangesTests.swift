import FootingLocalization
import FootingLocalizationTools
import XCTest

final class LocalizationChangesTests: XCTestCase {
    func testChangesAreListed() throws {
        let old = try makeStore([
            "en.lproj/Localizable.strings": "same = x;\nsource = old;\nboth = old;\ngone = x;",
            "de.lproj/Localizable.strings": "same = x;\nsource = alt;\nboth = alt;\ngone = y;",
        ])
        let new = try makeStore([
            "en.lproj/Localizable.strings": "added = x;\nboth = new;\nsource = new;\nsame = x;",
            "de.lproj/Localizable.strings": "\nsource = alt;\nboth = neu;\nsame = y;",
        ])
        let changes = LocalizationChanges(from: old, to: new)
        XCTAssertEqual(changes.addedKeys, ["added"])
        XCTAssertEqual(changes.removedKeys, ["gone"])
        XCTAssertEqual(
            changes.sourceChanges.map(\.description),
            [
                "+ en Localizable added: x", "~ en Localizable both: old → new",
                "~ en Localizable source: old → new", "- en Localizable gone: x",
            ]
        )
        XCTAssertEqual(
            changes.translationChanges.map(\.description),
            [
                "~ de Localizable both: alt → neu", "~ de Localizable same: x → y",
                "- de Localizable gone: y",
            ]
        )
        XCTAssertEqual(
            changes.staleTranslations.map { LintCase.summary(of: $0) },
            ["warning staleTranslation de.lproj/Localizable.strings:2 source (de)"]
        )
        XCTAssertEqual(changes.description.split(separator: "\n").count, 8)
    }

    func testFormsCount() throws {
        func store(_ english: String, _ german: String) throws -> LocalizationStore {
            try makeStore([
                "en.lproj/Localizable.stringsdict": stringsDict([
                    ("a", "%#@n@", "n", "d", ["one": "%d file", "other": english])
                ]),
                "de.lproj/Localizable.stringsdict": stringsDict([
                    ("a", "%#@n@", "n", "d", ["one": "%d Datei", "other": german])
                ]),
            ])
        }
        let changes = LocalizationChanges(
            from: try store("%d files", "%d Dateien"),
            to: try store("%d more files", "%d Dateien")
        )
        XCTAssertEqual(
            changes.sourceChanges.first?.new,
            "%#@n@ {n} {one} %d file {other} %d more files"
        )
        XCTAssertEqual(
            changes.staleTranslations.map { LintCase.summary(of: $0) },
            ["warning staleTranslation de.lproj/Localizable.stringsdict:5 a (de)"]
        )
    }

    func testTheSameTablesHaveNoChanges() throws {
        var texts = RandomTexts(seed: 4)
        for _ in 0..<10 {
            let entries = texts.entries(upTo: 30)
            let first = ["en.lproj/Localizable.strings": stringsData(entries)]
            let second = ["en.lproj/Localizable.strings": stringsData(entries.reversed())]
            let (old, new) = (try makeStore(data: first), try makeStore(data: second))
            XCTAssertEqual(LocalizationChanges(from: old, to: new).description, "")
            XCTAssertEqual(LocalizationChanges(from: old, to: old).description, "")
            let none = try makeStore([:])
            let added = LocalizationChanges(from: none, to: new)
            XCTAssertEqual(added.addedKeys.count, entries.count)
            XCTAssertEqual(added.staleTranslations, [])
        }
    }
}

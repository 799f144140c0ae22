import FootingLocalization
import Foundation
import TestSupport
import XCTest

final class MissingKeyTests: XCTestCase {
    private let files = [
        "en.lproj/Localizable.strings": "a = en; b = en; n = \"%d en\"; plain = \"50 % off\";",
        "en.lproj/Mail.strings": "a = en; b = en;",
        "de.lproj/Localizable.strings": "a = de; n = \"%d de\";",
        "de-AT.lproj/Localizable.strings": "t = at;",
        "de.lproj/Mail.strings": "a = de;",
        "es.lproj/Mail.strings": "a = es;",
        "pt.lproj/Localizable.strings": "a = pt;",
        "pt-PT.lproj/Localizable.strings": "t = pt;",
        "pl.lproj/Localizable.strings": "a = pl; only = pl;",
    ]

    private func logging(_ store: LocalizationStore) -> Log<MissingKey> {
        let log = Log<MissingKey>()
        store.onMissingKey { missing in
            log.add(missing)
            return nil
        }
        return log
    }

    func testMissingKeysAreEqualIfTheSameIsMissing() throws {
        let store = try makeStore(files)
        let l10n = store.localizer(for: ["de"])
        let logs = (0..<2).map { _ in
            let log = logging(store)
            _ = (l10n("b"), l10n("c"))
            return log.entries
        }
        XCTAssertEqual(logs[0], logs[1])
        XCTAssertEqual(Set(logs[0] + logs[1]).count, 2)
    }

    func testLookUpsWithoutEndAndHandlersThatLookUpFitASmallStack() throws {
        let store = try makeStore(files)
        let l10n = store.localizer(for: ["de"])
        let told = Shared(0)
        store.onMissingKey { missing in
            told.change { $0 += 1 }
            return missing.key == "missing" ? nil : l10n(missing.key + "x", 1, "a")
        }
        onThread(stackSize: 512 << 10) {
            for _ in 0..<20_000 { _ = l10n("missing") }
            _ = l10n("other", 1)
        }
        XCTAssertEqual(told.value, 1 + 8)
    }

    func testTellsWhatTheReadersBestLanguageLacks() throws {
        typealias Row = (reader: LanguagePreferences, table: String?, key: String, told: [String])
        let rows: [Row] = [
            (["de"], nil, "a", []),
            (["de"], nil, "b", ["de Localizable.b from en"]),
            (["de"], "", "b", ["de Localizable.b from en"]),
            (["de"], "Localizable", "b", ["de Localizable.b from en"]),
            (["de"], nil, "c", ["de Localizable.c nowhere"]),
            (["de"], "Mail", "a", []),
            (["de"], "Mail", "b", ["de Mail.b from en"]),
            (["de"], "None", "b", ["de None.b nowhere"]),
            (["en"], nil, "b", []),
            (["en"], nil, "c", ["en Localizable.c nowhere"]),
            // An inherited text is not missing; another preference's is.
            (["de-AT"], nil, "a", []),
            (["de-AT", "pl"], nil, "only", ["de-AT Localizable.only from pl"]),
            (["pt-PT", "pl"], nil, "a", []),
            (["pt-PT", "pl"], nil, "b", ["pt-PT Localizable.b from en"]),
            // A language that has no such table lacks all of it.
            (["es"], nil, "a", ["es Localizable.a from en"]),
            (["es"], nil, "c", ["es Localizable.c nowhere"]),
            (["es"], "Mail", "b", ["es Mail.b from en"]),
            // A language that the bundle doesn't have is not what is missing.
            (["fr"], nil, "a", []),
            (["fr", "de"], nil, "b", ["de Localizable.b from en"]),
        ]
        for row in rows {
            let store = try makeStore(files)
            let log = logging(store)
            let l10n = store.localizer(for: row.reader)
            let text = l10n(row.key, table: row.table)
            let filled = l10n(row.key, 1, table: row.table)
            XCTAssertEqual(log.lines, row.told, "\(row)")
            store.onMissingKey(nil)
            XCTAssertEqual(text, l10n(row.key, table: row.table), "\(row)")
            XCTAssertEqual(filled, l10n(row.key, 1, table: row.table), "\(row)")
        }
    }

    func testSaysWhereWasLooked() throws {
        let store = try makeStore(files)
        let log = logging(store)
        _ = store.localizer(for: ["de-AT", "pl"])("c")
        let missing = try XCTUnwrap(log.entries.first)
        XCTAssertEqual(missing.bundles, store.bundles)
        XCTAssertEqual(missing.languages, ["de-AT", "de", "pl", "en"])
    }

    func testWithoutAnyTableTheDevelopmentLanguageLacksAll() throws {
        let store = try makeStore([:], developmentLanguage: "pl")
        let log = logging(store)
        XCTAssertEqual(store.localizer(for: ["de"])("c"), "c")
        XCTAssertEqual(log.lines, ["pl Localizable.c nowhere"])
    }

    func testTellsOnceOfAKeyTableAndLanguage() throws {
        let store = try makeStore(files)
        let log = logging(store)
        for reader: LanguagePreferences in [["de"], ["de", "pl"], ["pl"]] {
            let l10n = store.localizer(for: reader)
            for _ in 0..<3 {
                for table in [nil, "", "Mail"] {
                    _ = (l10n("c", table: table), l10n("c", 1, table: table))
                }
            }
        }
        XCTAssertEqual(
            log.lines.sorted(),
            [
                "de Localizable.c nowhere", "de Mail.c nowhere", "pl Localizable.c nowhere",
                "pl Mail.c nowhere",
            ]
        )
    }

    func testTellsAgainWhenTheTablesAreReadAgain() throws {
        let store = try makeStore(files)
        let log = logging(store)
        let before = store.localizer(for: ["de"])
        XCTAssertEqual(before("c"), "c")
        try store.reload()
        let after = store.localizer(for: ["de"])
        for _ in 0..<2 { _ = (before("c"), after("c")) }
        XCTAssertEqual(log.lines.count, 2)
    }

    func testRemembersTenThousandKeysAndThenTellsOfNoOther() throws {
        let store = try makeStore(files)
        let count = Shared(0)
        store.onMissingKey { missing in
            count.change { $0 += 1 }
            return missing.key == "missing 9999" ? "told" : nil
        }
        let l10n = store.localizer(for: ["de"])
        for number in 0..<10_100 { _ = l10n("missing \(number)") }
        XCTAssertEqual(count.value, 10_000)
        XCTAssertEqual(l10n("missing 9999"), "told")
        XCTAssertEqual(l10n("missing 10000"), "missing 10000")
    }

    func testShowsWhatTheHandlerReturnsInPlaceOfAllElse() throws {
        let store = try makeStore(files)
        let l10n = store.localizer(for: ["de"])
        XCTAssertEqual(l10n("b", default: "default"), "en")
        store.onMissingKey { missing in
            switch missing.key {
            case "empty": ""
            case "number": "%d und %@"
            case "n": "never"
            case "silent": nil
            default: "<\(missing.key)> 100 %"
            }
        }
        for _ in 0..<2 {
            XCTAssertEqual(l10n("a"), "de")
            XCTAssertEqual(l10n("b"), "<b> 100 %")
            XCTAssertEqual(l10n("b", default: "default"), "<b> 100 %")
            XCTAssertEqual(l10n("c", default: "default"), "<c> 100 %")
            XCTAssertEqual(l10n("empty", default: "default"), "")
            XCTAssertEqual(l10n("silent", default: "default"), "default")
            XCTAssertEqual(l10n("silent", 1, default: "%d default"), "1 default")
            XCTAssertEqual(l10n("n", 1234), "1.234 de")
            // It is a text of the language that lacks the key, and takes arguments if there are
            // any.
            XCTAssertEqual(l10n("number"), "%d und %@")
            XCTAssertEqual(l10n("number", 1234, "Anna", default: "default"), "1.234 und Anna")
            XCTAssertEqual(l10n("plain", table: "Mail", default: ""), "<plain> 100 %")
        }
    }

    func testAnotherHandlerIsToldOfEverythingAndNoneOfNothing() throws {
        let store = try makeStore(files)
        let l10n = store.localizer(for: ["de"])
        XCTAssertEqual(l10n("b"), "en")
        for name in ["first", "second"] {
            store.onMissingKey { _ in name }
            XCTAssertEqual(l10n("b"), name)
        }
        store.onMissingKey(nil)
        XCTAssertEqual(l10n("b"), "en")
        XCTAssertEqual(l10n("c"), "c")
        store.onMissingKey { _ in nil }
        XCTAssertEqual(l10n("b"), "en")
    }

    func testAHandlerThatIsTakenAwayEnds() throws {
        final class Witness: Sendable {}
        let store = try makeStore(files)
        let l10n = store.localizer(for: ["de"])
        weak let end: Witness?
        do {
            let witness = Witness()
            end = witness
            store.onMissingKey { _ in "\(type(of: witness))" }
        }
        XCTAssertEqual(l10n("b"), "Witness")
        XCTAssertNotNil(end)
        store.onMissingKey(nil)
        XCTAssertNil(end)
    }

    func testAHandlerThatLooksUpTheSameKeySeesTheTextWithoutIt() throws {
        let store = try makeStore(files)
        let l10n = store.localizer(for: ["de"])
        store.onMissingKey { missing in "<" + l10n(missing.key) + ">" }
        for _ in 0..<2 { XCTAssertEqual(l10n("b"), "<en>") }
    }

    func testAHandlerThatMissesEverDeeperEnds() throws {
        let store = try makeStore(files)
        let depth = Shared(0)
        store.onMissingKey { missing in
            depth.change { $0 += 1 }
            // A version of its own each time, in which nothing is remembered.
            try? store.reload()
            return "(" + store.localizer(for: ["de"])(missing.key + "+") + ")"
        }
        let text = store.localizer(for: ["de"])("key")
        XCTAssertEqual(depth.value, 8)
        let parentheses = String(repeating: "(", count: 8)
        XCTAssertTrue(text.hasPrefix(parentheses + "key+"), text)
    }

    func testAHandlerThatTakesItselfAwayIsNotAskedAgain() throws {
        let store = try makeStore(files)
        let l10n = store.localizer(for: ["de"])
        let count = Shared(0)
        store.onMissingKey { _ in
            count.change { $0 += 1 }
            store.onMissingKey(nil)
            return "once"
        }
        XCTAssertEqual(l10n("b"), "once")
        XCTAssertEqual(l10n("b"), "en")
        XCTAssertEqual(l10n("c"), "c")
        XCTAssertEqual(count.value, 1)
    }

    func testManyThreadsAreToldOnceWhileTablesAndHandlersChange() throws {
        let store = try makeStore(files)
        let counts = Shared<[String: Int]>([:])
        let l10n = store.localizer(for: ["de"])
        let handler: @Sendable (MissingKey) -> String? = { missing in
            counts.change { $0[missing.key, default: 0] += 1 }
            return "<\(missing.key)>"
        }
        store.onMissingKey(handler)
        let rounds = 200
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<rounds {
                let key = "k\((thread * 7 + round) % 50)"
                XCTAssertTrue([key, "<\(key)>"].contains(l10n(key)))
            }
        }
        XCTAssertEqual(counts.change { $0.count }, 50)
        XCTAssertTrue(counts.change { $0.values.allSatisfy { $0 == 1 } })
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<rounds {
                let key = "k\((thread * 7 + round) % 50)"
                switch thread {
                case 0: store.onMissingKey(round % 2 == 0 ? nil : handler)
                case 1 where round % 20 == 0: try? store.reload()
                default:
                    let text = store.localizer(for: ["de"])(key, 1)
                    XCTAssertTrue([key, "<\(key)>"].contains(text), text)
                }
            }
        }
    }
}

extension Log<MissingKey> {
    fileprivate var lines: [String] {
        entries.map { missing in
            "\(missing.language) \(missing.table).\(missing.key) "
                + (missing.fallback.map { "from \($0)" } ?? "nowhere")
        }
    }
}

import FootingLocalization
import Foundation
import TestSupport
import XCTest

final class LocalizedValuesTests: XCTestCase {
    private func makeLocalizer() throws -> Localizer {
        try makeStore([
            "en.lproj/Localizable.strings":
                #"a = "A"; "@" = "at"; "́" = accent; p = "50 %"; n = "";"#,
            "en.lproj/Menu.strings": #"a = "menu";"#,
        ]).localizer(for: ["en"])
    }

    func testValuesThatNameKeysAreTextsAndOthersStay() throws {
        let rows: [(value: String, expected: String)] = [
            ("@a", "A"), ("@@", "at"), ("@p", "50 %"), ("@n", "n"), ("@\u{301}", "accent"),
            ("@missing", "missing"), ("@", "@"), ("", ""), ("a", "a"), (" @a", " @a"),
            (#"\@a"#, "@a"), (#"\@"#, "@"), (#"\\@a"#, #"\\@a"#), (#"\a"#, #"\a"#), (#"\"#, #"\"#),
        ]
        let l10n = try makeLocalizer()
        for row in rows {
            XCTAssertEqual(l10n.localizingValue(row.value), row.expected)
            XCTAssertEqual(l10n.localizingValues(in: ["@a": row.value]), ["@a": row.expected])
            XCTAssertEqual(l10n.localizingValues(in: [row.value]), [row.expected])
            let values: [String: Any] = ["@a": [["@a": [row.value]]]]
            let found = l10n.localizingValues(in: values) as? [String: [[String: [String]]]]
            XCTAssertEqual(found, ["@a": [["@a": [row.expected]]]], row.value)
        }
    }

    func testATableCanBeNamed() throws {
        let l10n = try makeLocalizer()
        XCTAssertEqual(l10n.localizingValues(in: ["@a"], table: "Menu"), ["menu"])
        XCTAssertEqual(l10n.localizingValues(in: ["x": ["@a"]], table: "Menu"), ["x": ["menu"]])
        XCTAssertEqual(l10n.localizingValues(in: ["@a"], table: ""), ["A"])
        XCTAssertEqual(l10n.localizingValue("@a", table: "Menu"), "menu")
    }

    func testTypesOfValuesStay() throws {
        let l10n = try makeLocalizer()
        XCTAssertEqual(l10n.localizingValues(in: [["@a", nil], [nil]]), [["A", nil], [nil]])
        XCTAssertEqual(l10n.localizingValues(in: ["k": ["l": ["@a"]]]), ["k": ["l": ["A"]]])
        XCTAssertEqual(l10n.localizingValues(in: [1, 2]), [1, 2])
        XCTAssertEqual(l10n.localizingValues(in: [AnyHashable("@a"), 1]), [AnyHashable("A"), 1])
        XCTAssertEqual(l10n.localizingValues(in: ["@a"[...]]), ["@a"[...]])
        XCTAssertEqual(l10n.localizingValues(in: ["k": Set(["@a"])]), ["k": ["@a"]])
        let sendable: [String: any Sendable] = ["k": "@a", "n": 1]
        let found = l10n.localizingValues(in: sendable)
        XCTAssertEqual(found["k"] as? String, "A")
        XCTAssertEqual(found["n"] as? Int, 1)
        XCTAssertEqual(l10n.localizingValues(in: [String: Any]()).count, 0)
    }

    /// A class with properties of several types, as a view is.
    private final class Label {
        var text = "@a"
        var hint: String? = "@missing"
        var none: String?
        var rows = ["@p", #"\@a"#]
        var details: [String: Any] = ["k": ["@a", 1] as [Any]]
        var count = 1
        var untouched = "@a"
    }

    /// A structure with a nested one.
    private struct Page {
        var label = "@a"
        var footer = Footer()
        struct Footer { var note: Substring = "@a"; var text = "@a" }
    }

    func testNamedPropertiesOfAnObjectAreLocalizedAndOthersStay() throws {
        let label = Label()
        let l10n = try makeLocalizer()
        l10n.localizeValues(of: label, at: \.text, \.hint, \.none, \.rows, \.details, \.count)
        XCTAssertEqual(label.text, "A")
        XCTAssertEqual(label.hint, "missing")
        XCTAssertNil(label.none)
        XCTAssertEqual(label.rows, ["50 %", "@a"])
        XCTAssertEqual((label.details["k"] as? [Any])?.first as? String, "A")
        XCTAssertEqual(label.count, 1)
        XCTAssertEqual(label.untouched, "@a")
        l10n.localizeValues(of: label, at: \.untouched, table: "Menu")
        XCTAssertEqual(label.untouched, "menu")
    }

    func testNamedPropertiesOfAStructureAreLocalized() throws {
        var page = Page()
        let l10n = try makeLocalizer()
        l10n.localizeValues(of: &page, at: \.label, \.footer.note)
        XCTAssertEqual(page.label, "A")
        XCTAssertEqual(page.footer.note, "@a", "A substring is no string.")
        XCTAssertEqual(page.footer.text, "@a")
        l10n.localizeValues(of: &page.footer, at: \.text, table: "Menu")
        XCTAssertEqual(page.footer.text, "menu")
    }

    func testValuesReadFromJSONOrAPropertyListAreGoneThrough() throws {
        let l10n = try makeLocalizer()
        let json = #"{"title": "@a", "rows": [{"@a": "@a"}, 1.5, true, null, "@missing"], "n": 1}"#
        let value = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let found = l10n.localizingValues(in: try XCTUnwrap(value))
        let expected =
            #"{"title": "A", "rows": [{"@a": "A"}, 1.5, true, null, "missing"], "n": 1}"#
        XCTAssertEqual(
            try JSONSerialization.data(withJSONObject: found, options: .sortedKeys),
            try JSONSerialization.data(
                withJSONObject: JSONSerialization.jsonObject(with: Data(expected.utf8)),
                options: .sortedKeys
            )
        )
    }

    func testValuesThatLieTooDeepStay() throws {
        let l10n = try makeLocalizer()
        for depth in [1, 63, 64, 65, 10_000] {
            var value: Any = "@a"
            for level in 0..<depth { value = level % 2 == 0 ? [value] : ["k": value] as Any }
            var found: Any = l10n.localizingValues(in: [value])[0]
            for _ in 0..<depth {
                found = (found as? [Any])?.first ?? (found as? [String: Any])?["k"] ?? found
            }
            XCTAssertEqual(found as? String, depth < 64 ? "A" : "@a", "\(depth)")
        }
    }

    func testAKeyThatIsMissingIsReported() throws {
        let store = try makeStore(["en.lproj/Localizable.strings": "a = A;"])
        let l10n = store.localizer(for: ["en"])
        let keys = Shared<[String]>([])
        store.onMissingKey { missing in
            keys.change { $0.append(missing.key) }
            return missing.key == "b" ? "B" : nil
        }
        XCTAssertEqual(l10n.localizingValues(in: ["@a", "@b", "@c", "d"]), ["A", "B", "c", "d"])
        XCTAssertEqual(keys.value, ["b", "c"])
    }
}

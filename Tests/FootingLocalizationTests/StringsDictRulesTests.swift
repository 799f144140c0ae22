import FootingLocalization
import Foundation
import TestSupport
import XCTest

final class StringsDictRulesTests: XCTestCase {
    private typealias Code = LocalizationIssue.Code

    private func makeStore(entry: String) throws -> LocalizationStore {
        try makeStore([
            "en.lproj/Localizable.stringsdict":
                "<plist><dict><key>k</key><dict>\(entry)</dict></dict></plist>"
        ])
    }

    private func dict(_ pairs: KeyValuePairs<String, String>) -> String {
        let members = pairs.map { "<key>\($0.key)</key>\($0.value)" }
        return "<dict>\(members.joined())</dict>"
    }

    private func text(_ text: String) -> String { "<string>\(text)</string>" }

    private let widths = "<key>NSStringVariableWidthRuleType</key>"
    private let devices = "<key>NSStringDeviceSpecificRuleType</key>"
    private let format = "<key>NSStringLocalizedFormatKey</key>"
    private var variable: String {
        dict([
            "NSStringFormatSpecTypeKey": text("NSStringPluralRuleType"), "one": text("%d file"),
            "other": text("%d files"),
        ])
    }

    func testTheWidestTextThatFitsIsChosenAndWithoutAWidthTheWidest() throws {
        let rule = dict(["20": text("medium"), "5": text("short"), "100": text("long")])
        let store = try makeStore(entry: widths + rule)
        let l10n = store.localizer(for: [])
        let rows: [(width: Int, expected: String)] = [
            (.min, "short"), (0, "short"), (4, "short"), (5, "short"), (19, "short"),
            (20, "medium"), (99, "medium"), (100, "long"), (1_000_000_000, "long"), (.max, "long"),
        ]
        for row in rows {
            XCTAssertEqual(l10n.fitting(width: row.width)("k"), row.expected, "\(row.width)")
            let filled = l10n.fitting(width: row.width)("k", 1)
            XCTAssertEqual(filled, row.expected, "\(row.width)")
        }
        XCTAssertEqual(l10n("k"), "long")
        XCTAssertEqual(l10n("k", 1), "long")
        XCTAssertEqual(l10n("k", table: ""), "long")
        XCTAssertEqual(l10n.fitting(width: 5).languages, l10n.languages)
        XCTAssertEqual(l10n.fitting(width: 5).fitting(width: 20)("k"), "medium")
        XCTAssertEqual(l10n.fitting(width: 5)("nowhere", default: "d"), "d")
        XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
    }

    func testWithoutAnArgumentAPluralStringIsShownAsItIsAndNothingIsReported() throws {
        let entry = format + text("%#@n@") + "<key>n</key>\(variable)"
        let store = try makeStore(entry: entry)
        XCTAssertEqual(store.localizer(for: [])("k"), "%#@n@")
        XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
        XCTAssertEqual(store.localizer(for: [])("k", arguments: []), "%#@n@")
        XCTAssertEqual(store.report.issues.map(\.code), [.missingArgument])
    }

    func testAWrongKindOfArgumentIsReportedForTheVariableAndForTheForm() throws {
        let entry = format + text("%#@n@") + "<key>n</key>\(variable)"
        let store = try makeStore(entry: entry)
        XCTAssertEqual(store.localizer(for: [])("k", "x"), "x files")
        let issues = store.report.issues
        XCTAssertEqual(issues.map(\.code), [.mismatchedArgument, .mismatchedArgument])
        XCTAssertEqual(issues.map { $0.message.contains("“%#@n@”") }, [true, false])
        XCTAssertEqual(issues.map { $0.message.contains("“%d”") }, [false, true])
        XCTAssertEqual(issues.map(\.line), [1, 1])
    }

    func testTextsForWidthsAreFormats() throws {
        let rule = dict(["1": text("%#@n@"), "20": text("%#@n@ of %@"), "50": text("nothing")])
        let store = try makeStore(entry: "<key>n</key>\(variable)" + widths + rule)
        let l10n = store.localizer(for: [])
        XCTAssertEqual(l10n.fitting(width: 1)("k", 1, "Anna"), "1 file")
        XCTAssertEqual(l10n.fitting(width: 20)("k", 2, "Anna"), "2 files of Anna")
        XCTAssertEqual(l10n("k", 2, "Anna"), "nothing")
        XCTAssertEqual(l10n.fitting(width: 20)("k"), "%#@n@ of %@")
        XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
    }

    func testTheDeviceOfTheStoreGoesBeforeAllOthers() throws {
        let rule = dict(["mac": text("m"), "other": text("o"), "ipad": text("p")])
        let dict = "<plist><dict><key>k</key><dict>\(devices + rule)</dict></dict></plist>"
        func unit(_ text: String) -> String {
            #"{"stringUnit": {"state": "translated", "value": "\#(text)"}}"#
        }
        let catalog = #"""
            {"sourceLanguage": "en", "version": "1.0", "strings": {"c": {"localizations": {"en": {
            "variations": {"device": {"mac": \#(unit("m")), "other": \#(unit("o")), "ipad": \#(unit("p"))}}}}}}}
            """#
        let folder = try TemporaryFolder(self)
        try folder.write(dict, to: "Test.bundle/en.lproj/Localizable.stringsdict")
        try folder.write(catalog, to: "Test.bundle/Localizable.xcstrings")
        let bundle = try ResourceBundle.locate("Test", in: [folder.url])
        let rows: [(device: String, expected: String)] = [
            ("ipad", "p"), ("mac", "m"), ("other", "o"), ("appletv", "o"), ("", "o"),
        ]
        for row in rows {
            let store = LocalizationStore(bundle, developmentLanguage: "en", device: row.device)
            XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
            XCTAssertEqual(store.localizer(for: [])("k"), row.expected, row.device)
            XCTAssertEqual(store.localizer(for: [])("c"), row.expected, row.device)
            try store.reload()
            XCTAssertEqual(store.localizer(for: [])("k"), row.expected, row.device)
            XCTAssertEqual(store.localizer(for: [])("c"), row.expected, row.device)
        }
    }

    func testTheDeviceIsKeptWhenATableIsReadAgain() throws {
        let folder = try TemporaryFolder(self)
        let path = "Test.bundle/en.lproj/Localizable.stringsdict"
        let rule = dict(["mac": text("m"), "ipad": text("p")])
        let dict = "<plist><dict><key>k</key><dict>\(devices + rule)</dict></dict></plist>"
        try folder.write(dict, to: path)
        let bundle = try ResourceBundle.locate("Test", in: [folder.url])
        let store = LocalizationStore([bundle], device: "ipad")
        XCTAssertEqual(store.localizer(for: [])("k"), "p")
        try folder.write(dict.replacing(">p<", with: ">pad<"), to: path)
        XCTAssertTrue(try store.reloadIfChanged())
        XCTAssertEqual(store.localizer(for: [])("k"), "pad")
    }

    func testADeviceIsChosenByOurOrder() throws {
        let rows: [(devices: KeyValuePairs<String, String>, expected: String)] = [
            (["mac": text("m"), "other": text("o"), "iphone": text("i")], "o"),
            (["iphone": text("i"), "mac": text("m"), "appletv": text("a")], "m"),
            (["iphone": text("i"), "appletv": text("a")], "i"),
            (["ipad": text("p"), "appletv": text("a")], "a"),
            (["other": "<integer>1</integer>", "mac": text("m")], "m"),
        ]
        for row in rows {
            let store = try makeStore(entry: devices + dict(row.devices))
            #if os(Linux)
            XCTAssertEqual(store.localizer(for: [])("k"), row.expected, "\(row.devices)")
            #endif
            XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
        }
    }

    func testRulesStandInRules() throws {
        let formatted = "<dict>\(format)\(text("%#@n@!"))<key>n</key>\(variable)</dict>"
        let rule = dict(["5": formatted, "20": text("%d of them")])
        let inner = "<dict>\(widths)\(rule)</dict>"
        let store = try makeStore(entry: devices + dict(["other": inner]))
        let l10n = store.localizer(for: [])
        XCTAssertEqual(l10n("k", 2), "2 of them")
        XCTAssertEqual(l10n.fitting(width: 5)("k", 2), "2 files!")
        XCTAssertEqual(store.report.issueCount, 0, "\(store.report.issues)")
    }

    func testARuleThatHasNoTextGivesWayToTheFormat() throws {
        let fallback = format + text("fallback")
        let rows: [(entry: String, expected: String, codes: [Code])] = [
            (devices + "<dict/>" + fallback, "fallback", [.invalidRule]),
            (devices + text("x") + fallback, "fallback", [.invalidRule]),
            (widths + "<dict/>" + fallback, "fallback", [.invalidRule]),
            (widths + dict(["x": text("y")]) + fallback, "fallback", [.invalidRule, .invalidRule]),
            (widths + dict(["5": "<true/>", "7": text("y")]), "y", [.invalidRule]),
            (widths + dict(["-5": text("x"), "7": text("y")]), "y", [.invalidRule]),
            (
                widths + dict(["99999999999999999999": text("x"), "7": text("y")]), "y",
                [.invalidRule]
            ),
            (devices + "<dict/>", "k", [.invalidRule]),
            (widths + "<dict/>", "k", [.invalidRule]),
        ]
        for row in rows {
            let store = try makeStore(entry: row.entry)
            XCTAssertEqual(store.localizer(for: [])("k"), row.expected, row.entry)
            XCTAssertEqual(store.report.issues.map(\.code), row.codes, row.entry)
        }
    }

    func testEndlessRulesInRulesEnd() throws {
        let depth = 20
        let entry =
            String(repeating: devices + "<dict><key>other</key><dict>", count: depth)
            + String(repeating: "</dict></dict>", count: depth)
        let store = try makeStore(entry: entry)
        XCTAssertEqual(store.localizer(for: [])("k"), "k")
        XCTAssertTrue(
            store.report.issues.map(\.code).contains(.invalidRule),
            "\(store.report.issues)"
        )
    }
}

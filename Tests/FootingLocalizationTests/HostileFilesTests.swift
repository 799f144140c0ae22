import FootingLocalization
import Foundation
import TestSupport
import XCTest

/// Files made to cost time, memory or stack.
final class HostileFilesTests: XCTestCase {
    func testHundredsOfThousandsOfOpenersAreNoTrap() throws {
        let strings = "en.lproj/Localizable.strings"
        let dict = "en.lproj/Localizable.stringsdict"
        let catalog = "Localizable.xcstrings"
        let rows: [(file: String, before: String, opener: String)] = [
            (strings, "k = ", "("), (strings, "k = ", "{"), (strings, "", "{k="),
            (strings, "k = ", "<"), (strings, "", "\""), (strings, "<plist>", "<dict>"),
            (dict, "<plist>", "<dict><key>k</key>"), (dict, "<plist>", "<array>"),
            (dict, "<plist>", "<!--"), (dict, "<plist>", "<![CDATA["), (dict, "<plist>", "<!"),
            (dict, "<plist>", "<?"), (dict, "<plist>", "<"), (catalog, "", "["),
            (catalog, "", #"{"strings":"#),
            (catalog, #"{"sourceLanguage":"en","strings":"#, "["),
        ]
        for (file, before, opener) in rows {
            let text = before + String(repeating: opener, count: 200_000)
            let store = try makeStore([file: text])
            XCTAssertEqual(store.localizer(for: [])("k"), "k", "\(file) \(opener)")
            XCTAssertGreaterThan(store.report.issueCount, 0, "\(file) \(opener)")
        }
    }

    func testASingleLineOfManyMegabytesIsRead() throws {
        let text = String(repeating: "0123456789", count: rounds(200_000, underStress: 1_000_000))
        let files = [
            "en.lproj/Localizable.strings": "k = \"\(text)\";",
            "en.lproj/Mail.strings": """
            <plist><dict><key>k</key><string>\(text)</string></dict></plist>
            """,
            "Errors.xcstrings": """
            {"sourceLanguage":"en","strings":{"k":{"localizations":{"en":
            {"stringUnit":{"value":"\(text)"}}}}}}
            """,
        ]
        for (file, content) in files {
            let store = try makeStore([file: content])
            XCTAssertEqual(store.report.issueCount, 0, "\(file) \(store.report.issues)")
            let table = file.split(separator: "/").last?.split(separator: ".").first ?? ""
            let found = store.localizer(for: [])("k", table: String(table))
            XCTAssertEqual(found.utf8.count, text.utf8.count, file)
        }
    }

    func testThousandsOfEqualKeysAreOneEntryAndCounted() throws {
        let count = rounds(4_000, underStress: 100_000)
        let entries = (0..<count).map { number in
            #""k":{"localizations":{"en":{"stringUnit":{"value":"\#(number)"}}}}"#
        }
        let catalog = #"{"sourceLanguage":"en","strings":{\#(entries.joined(separator: ","))}}"#
        let list = (0..<count).map { "<key>k</key><string>\($0)</string>" }.joined()
        for (file, content) in [
            "Localizable.xcstrings": catalog,
            "en.lproj/Localizable.strings": "<plist><dict>\(list)</dict></plist>",
        ] {
            let store = try makeStore([file: content])
            XCTAssertEqual(store.report.issueCount, count - 1, file)
            XCTAssertEqual(store.report.issues.count, 1000, file)
            XCTAssertEqual(store.report.issues.first?.code, .duplicateKey, file)
            let text = store.localizer(for: [])("k")
            XCTAssertNotNil(Int(text), "\(file): \(text)")
        }
    }

    func testEachValueOfACatalogMayBeOfAnyKind() throws {
        let unit: [String: Any] = ["stringUnit": ["state": "translated", "value": "%arg %#@n@"]]
        let localization: [String: Any] = [
            "substitutions": [
                "n": [
                    "argNum": 1, "formatSpecifier": "lld",
                    "variations": ["plural": ["one": unit, "other": unit]],
                ]
            ],
            "variations": ["device": ["mac": unit, "other": unit], "plural": ["other": unit]],
        ]
        let catalog: [String: Any] = [
            "sourceLanguage": "en", "version": "1.0",
            "strings": [
                "k": ["localizations": ["de": unit, "en": localization], "shouldTranslate": true],
                "l": ["extractionState": "manual", "localizations": ["de": localization]],
            ],
        ]
        let others: [Any] = [
            NSNull(), true, 7, -0.5, "", "translated", [Int](), [1, 2, 3, 4, 5, 6], ["a": "b"],
            [String: Any](), [unit], ["stringUnit": unit],
        ]
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed]
        let folder = try TemporaryFolder(self)
        try folder.write("other = text;", to: "Test.bundle/en.lproj/Localizable.strings")
        let all = changes(of: catalog, to: others)
        XCTAssertGreaterThan(all.count, 500)
        // A step that has no divisor in common with the number of values: each place is changed.
        for index in stride(from: 0, to: all.count, by: isUnderStress ? 1 : 5) {
            let changed = all[index]
            let data = try JSONSerialization.data(withJSONObject: changed, options: options)
            try folder.write(data, to: "Test.bundle/Localizable.xcstrings")
            let bundle = try ResourceBundle.locate("Test", in: [folder.url])
            let store = LocalizationStore(bundle, developmentLanguage: "en")
            let l10n = store.localizer(for: ["de"])
            _ = (l10n("k", 1), l10n("l"))
            XCTAssertEqual(l10n("other"), "text", String(decoding: data, as: UTF8.self))
        }
    }

    /// A tree with one of its values, at each place, in turn replaced by each of others.
    private func changes(of value: Any, to others: [Any]) -> [Any] {
        guard let members = value as? [String: Any] else { return others }
        var changes: [Any] = others
        for (key, member) in members.sorted(by: { $0.key < $1.key }) {
            for change in self.changes(of: member, to: others) {
                var changed = members
                changed[key] = change
                changes.append(changed)
            }
        }
        return changes
    }

    func testVariablesOfACatalogThatNameEachOtherEnd() throws {
        func variable(_ name: String, _ form: String) -> String {
            """
            "\(name)":{"formatSpecifier":"d","variations":{"plural":{"other":{"stringUnit":\
            {"value":"\(form)"}}}}}
            """
        }
        let wide = String(repeating: "%1$#@a@", count: 100)
        let store = try makeStore([
            "Localizable.xcstrings": """
            {"sourceLanguage":"en","strings":{"k":{"localizations":{"en":{"stringUnit":{"value":
            "%1$#@a@"},"substitutions":{\(variable("a", "a%1$#@b@")),\(variable("b", "b" + wide))}}}}}}
            """
        ])
        let text = store.localizer(for: [])("k", 1)
        XCTAssertTrue(text.hasPrefix("abababab"))
        XCTAssertLessThan(text.utf8.count, 100)
        XCTAssertEqual(store.report.issues.map(\.code), [.limitExceeded], "\(store.report.issues)")
    }

    func testThousandsOfNamesOfVariablesAreFound() throws {
        let count = rounds(4_000, underStress: 200_000)
        let names = (0..<count).map { "%1$#@e\u{301}\u{327}\($0)@" }.joined()
        let variables = (0..<count).map { number in
            #""e\#u{301}\#u{327}\#(number)":{"variations":{"plural":{"other":{"stringUnit":"#
                + #"{"value":"\#(number),"}}}}}"#
        }
        let store = try makeStore([
            "Localizable.xcstrings": """
            {"sourceLanguage":"en","strings":{"k":{"localizations":{
            "de":{"stringUnit":{"value":"\(names)"}},
            "en":{"stringUnit":{"value":"\(names)"},
            "substitutions":{\(variables.joined(separator: ","))}}}}}}
            """,
            "en.lproj/Mail.strings": "k = \"\(names)\";",
        ])
        XCTAssertEqual(store.report.issueCount, count, "Each name in the file without variables.")
        XCTAssertEqual(store.report.issues.first?.code, .undefinedVariable)
        XCTAssertTrue(store.localizer(for: ["de"])("k", 1).hasPrefix("0,1,2,"))
    }

    func testNumbersBeyondAllBoundsInFormatsAreLimited() throws {
        let rows: [(format: String, count: Int, codes: [LocalizationIssue.Code])] = [
            ("%1000000000d", 1000, [.limitExceeded]), ("%-1000000000d|", 1001, [.limitExceeded]),
            ("%01000000000d", 1000, [.limitExceeded]), ("%.1000000000f", 102, [.limitExceeded]),
            ("%.1000000000d", 100, [.limitExceeded]), ("%999$@", 6, [.missingArgument]),
            ("%1$999$@", 8, [.suspiciousPercent]), ("%*999$d", 1, [.missingArgument]),
        ]
        for row in rows {
            let store = try makeStore(["en.lproj/Localizable.strings": ""])
            let text = store.localizer(for: [])(row.format, 7)
            XCTAssertEqual(text.utf8.count, row.count, "\(row.format): \(text)")
            XCTAssertEqual(store.report.issues.map(\.code), row.codes, row.format)
        }
    }

    func testAFolderThatMayNotBeReadIsAnIssueAndOthersAreRead() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("k = v;", to: "Test.bundle/en.lproj/Localizable.strings")
        let german = try folder.write("k = w;", to: "Test.bundle/de.lproj/Localizable.strings")
            .deletingLastPathComponent()
        addTeardownBlock { _ = unsafe chmod(german.path, 0o700) }
        for mode: mode_t in [0, 0o111, 0o444] {
            XCTAssertEqual(unsafe chmod(german.path, mode), 0)
            // Root may read everything.
            let isRoot = geteuid() == 0
            if isRoot { XCTAssertEqual(seteuid(65534), 0) }
            defer { if isRoot { XCTAssertEqual(seteuid(0), 0) } }
            let store = LocalizationStore(try ResourceBundle.locate("Test", in: [folder.url]))
            XCTAssertEqual(store.localizer(for: ["de", "en"])("k"), "v", "\(mode)")
            XCTAssertEqual(store.report.issues.map(\.code), [.unreadable], "\(mode)")
        }
    }
}

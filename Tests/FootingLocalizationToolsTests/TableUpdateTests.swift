@testable import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

final class TableUpdateTests: XCTestCase {
    private func catalog(_ strings: String) -> String {
        "{\"sourceLanguage\": \"en\", \"strings\": {\(strings)}, \"version\": \"1.0\"}"
    }

    /// Updates a catalog in Xcode's layout, and returns its entries as compact JSON.
    private func update(
        _ strings: String,
        _ source: String,
        options: TableUpdate.Options = .standard,
        name: String = "Localizable.xcstrings"
    ) throws -> (entries: [String: String], changes: [String]) {
        let folder = try TemporaryFolder(self)
        let url = try folder.write(catalog(strings), to: "Tables/" + name)
        try folder.write(source, to: "Source.swift")
        var table = try TableFile(contentsOf: url)
        table.reformat()
        let keys = SourceKeys(in: [folder.url])
        let update = try table.update(from: keys, options: options)
        try table.write()
        let data = try Data(contentsOf: url)
        let root = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let entries = try XCTUnwrap(root?["strings"] as? [String: Any]).mapValues { entry in
            let data = try? JSONSerialization.data(withJSONObject: entry, options: .sortedKeys)
            return String(decoding: data ?? Data(), as: UTF8.self)
                .replacing("\"stringUnit\":", with: "").replacing("\"localizations\":", with: "")
        }
        return (entries, update.changes.map(\.description))
    }

    private func unit(_ language: String, _ state: String, _ value: String) -> String {
        "\"\(language)\": {\"stringUnit\": {\"state\": \"\(state)\", \"value\": \"\(value)\"}}"
    }

    /// A row of the table of changes: an entry, a source and the new entry.
    private struct Row {
        var old: String?
        let source: String
        var options: TableUpdate.Options = .standard
        let new: String?
        let change: String?
    }

    func testCatalogsAreUpdatedAsXcodeDoesIt() throws {
        let translated = unit("de", "translated", "K")
        let withValue = """
            {"extractionState": "extracted_with_value", "localizations": \
            {\(translated), \(unit("en", "new", "old")), \(unit("fr", "new", "x"))}}
            """
        let manual = withValue.replacing("extracted_with_value", with: "manual")
        let (new, known) = (unit("en", "new", "old"), unit("en", "translated", "old"))
        let edited = manual.replacing(new, with: known)
        let rows = [
            // New entries.
            Row(source: "l10n(\"k\")", new: "{}", change: "+ k"),
            Row(source: "l10n(\"k\", default: \"k\")", new: "{}", change: "+ k"),
            Row(
                source: "// Translators: A key.\nl10n(\"k\", default: \"v\")",
                new: #"{"comment":"A key.","extractionState":"extracted_with_value","#
                    + #"{"en":{{"state":"new","value":"v"}}}}"#,
                change: "+ k"
            ),
            Row(
                source: "NSLocalizedString(\"k\", comment: \"b\")\n"
                    + "NSLocalizedString(\"k\", comment: \"a\")",
                new: #"{"comment":"a\nb"}"#,
                change: "+ k"
            ),
            Row(
                source: "l10n(\"k\")",
                options: .with(\.marksManual),
                new: #"{"extractionState":"manual"}"#,
                change: "+ k"
            ),
            // A key that is used again.
            Row(
                old: #"{"extractionState": "stale"}"#,
                source: "l10n(\"k\")",
                new: "{}",
                change: "~ k"
            ),
            Row(
                old: #"{"extractionState": "stale"}"#,
                source: "l10n(\"k\", default: \"v\")",
                new: #"{"extractionState":"extracted_with_value","#
                    + #"{"en":{{"state":"new","value":"v"}}}}"#,
                change: "~ k"
            ),
            Row(
                old: #"{"extractionState": "stale"}"#,
                source: "l10n(\"x\"); let key = \"k\"",
                new: #"{"extractionState":"stale"}"#,
                change: nil
            ),
            // Another default.
            Row(
                old: withValue,
                source: "l10n(\"k\", default: \"v\")",
                new: #"{"extractionState":"extracted_with_value","#
                    + #"{"de":{{"state":"needs_review","value":"K"}},"#
                    + #""en":{{"state":"new","value":"v"}},"fr":{{"state":"new","value":"x"}}}}"#,
                change: "~ k"
            ),
            Row(
                old: withValue,
                source: "l10n(\"k\", default: \"old\")",
                new: nil,
                change: nil
            ),
            Row(old: withValue, source: "l10n(\"k\")", new: nil, change: nil),
            // Another default of an entry that Xcode doesn't see; an edited string stays.
            Row(
                old: manual,
                source: "l10n(\"k\", default: \"v\")",
                options: .with(\.marksManual),
                new: #"{"extractionState":"manual","#
                    + #"{"de":{{"state":"needs_review","value":"K"}},"#
                    + #""en":{{"state":"new","value":"v"}},"fr":{{"state":"new","value":"x"}}}}"#,
                change: "~ k"
            ),
            Row(
                old: manual,
                source: "l10n(\"k\", default: \"old\")",
                options: .with(\.marksManual),
                new: nil,
                change: nil
            ),
            Row(old: manual, source: "l10n(\"k\", default: \"v\")", new: nil, change: nil),
            Row(
                old: edited,
                source: "l10n(\"k\", default: \"v\")",
                options: .with(\.marksManual),
                new: nil,
                change: nil
            ),
            // Another comment.
            Row(
                old: #"{"comment": "old", "isCommentAutoGenerated": true}"#,
                source: "NSLocalizedString(\"k\", comment: \"new\")",
                new: #"{"comment":"new"}"#,
                change: "~ k"
            ),
            // The same characters in other bytes.
            Row(
                old: "{\"comment\": \"e\u{301}\"}",
                source: "NSLocalizedString(\"k\", comment: \"\u{E9}\")",
                new: "{\"comment\":\"\u{E9}\"}",
                change: "~ k"
            ),
            Row(
                old: #"{"comment":"old"}"#,
                source: "l10n(\"k\")",
                new: #"{"comment":"old"}"#,
                change: nil
            ),
            // No use.
            Row(
                old: "{\"localizations\": {\(translated)}}",
                source: "l10n(\"x\")",
                options: .with(\.allowsManyStale),
                new: #"{"extractionState":"stale",{"de":{{"state":"translated","value":"K"}}}}"#,
                change: "- k"
            ),
            Row(
                old: #"{"extractionState": "automatic"}"#,
                source: "l10n(\"x\")",
                new: #"{"extractionState":"stale"}"#,
                change: "- k"
            ),
            Row(old: "{}", source: "l10n(\"x\"); let key = \"k\"", new: "{}", change: nil),
            Row(old: "{}", source: "l10n(\"x\"); let key = .k", new: "{}", change: nil),
            Row(old: "{}", source: "l10n(\"k\", table: name)", new: "{}", change: nil),
            // States that are never changed.
            Row(
                old: #"{"comment":"old","extractionState":"manual"}"#,
                source: "NSLocalizedString(\"k\", value: \"v\", comment: \"new\")",
                new: #"{"comment":"old","extractionState":"manual"}"#,
                change: nil
            ),
            Row(
                old: #"{"extractionState":"migrated"}"#,
                source: "l10n(\"x\")",
                new: #"{"extractionState":"migrated"}"#,
                change: nil
            ),
            // Removal.
            Row(
                old: #"{"extractionState": "stale"}"#,
                source: "l10n(\"x\")",
                new: #"{"extractionState":"stale"}"#,
                change: nil
            ),
            Row(
                old: "{\"extractionState\": \"stale\", \"localizations\": "
                    + "{\(unit("en", "new", "k"))}}",
                source: "l10n(\"x\")",
                options: .with(\.prunes),
                new: nil,
                change: "- k"
            ),
            Row(
                old: "{\"extractionState\": \"stale\", \"localizations\": {\(translated)}}",
                source: "l10n(\"x\")",
                options: .with(\.prunes),
                new: #"{"extractionState":"stale",{"de":{{"state":"translated","value":"K"}}}}"#,
                change: nil
            ),
            // Strings of an unknown kind.
            Row(
                old: #"{"extractionState":"stale","localizations":"#
                    + #"{"de":{"stringSet":{"values":["a"]}}}}"#,
                source: "l10n(\"x\")",
                options: .with(\.prunes),
                new: #"{"extractionState":"stale",{"de":{"stringSet":{"values":["a"]}}}}"#,
                change: nil
            ),
            // Phrases.
            Row(
                old: #"{"localizations": {"en": {"stringSet": {"values": ["a"]}}}}"#,
                source: "l10n(\"x\")",
                options: .with(\.allowsManyStale),
                new: #"{{"en":{"stringSet":{"values":["a"]}}}}"#,
                change: nil
            ),
        ]
        for (index, row) in rows.enumerated() {
            let old = row.old.map { "\"k\": \($0)" } ?? ""
            let result = try update(old, row.source, options: row.options)
            let changes = result.changes.filter { $0 != "+ x" }
            XCTAssertEqual(changes, [row.change].compactMap(\.self), "\(index): \(row)")
            if let new = row.new {
                XCTAssertEqual(result.entries["k"], new, "\(index): \(row)")
            } else if row.change != nil {
                XCTAssertNil(result.entries["k"], "\(index): \(row)")
            }
        }
    }

    func testAKeyThatIsThereTwiceIsNotRemoved() throws {
        let folder = try TemporaryFolder(self)
        let stale = "\"extractionState\": \"stale\""
        let first = "\"k\": {\(stale), \"localizations\": {\(unit("de", "translated", "K"))}}"
        let text = catalog("\(first), \"k\": {\(stale)}, \"l\": {\(stale)}")
        let url = try folder.write(text, to: "Localizable.xcstrings")
        try folder.write("l10n(\"x\")", to: "Source.swift")
        var table = try TableFile(contentsOf: url)
        let update = try table.update(from: SourceKeys(in: [folder.url]), options: .with(\.prunes))
        XCTAssertEqual(update.changes.map(\.description), ["- l", "+ x"])
        XCTAssertTrue(String(decoding: table.data, as: UTF8.self).contains("\"K\""))
    }

    func testSpecifiersOfNewKeysAreNumbered() throws {
        let rows: [(key: String, value: String?)] = [
            ("%@ of %@", "%1$@ of %2$@"),
            ("%d %% of %lld, %@", "%1$d %% of %2$lld, %3$@"),
            ("%%@ %@ %5.2f", "%%@ %1$@ %2$5.2f"),
            ("%1$@ %2$@", nil),
            ("%@ only", nil),
            ("%(a)lld %(b)@", nil),
            ("100 % of %@", nil),
        ]
        for row in rows {
            let entry = try update("", "l10n(\"\(row.key)\")").entries[row.key]
            let wanted = row.value.map { "{{\"en\":{{\"state\":\"new\",\"value\":\"\($0)\"}}}}" }
            XCTAssertEqual(entry, wanted ?? "{}", row.key)
        }
    }

    func testAnInterpolationUsesKeysButAddsNone() throws {
        let result = try update(
            #""Hello, %@!": {"extractionState": "stale"}, "%lld items": {}"#,
            #"String(localized: "Hello, \(name)!"); String(localized: "\(n) items"); "#
                + #"String(localized: "Bye, \(name)!")"#
        )
        XCTAssertEqual(result.changes, ["~ Hello, %@!"])
        XCTAssertEqual(result.entries, ["Hello, %@!": "{}", "%lld items": "{}"])
    }

    func testADefaultWithAnInterpolationIsNoString() throws {
        let source = """
            String(localized: "books", defaultValue: "\\(count) books"); l10n("hi", default: "Hi \\(name)")
            l10n("bye", default: "Bye " + "now")
            """
        let (entries, changes) = try update("", source)
        XCTAssertEqual(changes, ["+ books", "+ hi", "+ bye"])
        XCTAssertEqual(entries["books"], "{}")
        XCTAssertEqual(entries["hi"], "{}")
        XCTAssertEqual(entries["bye"]?.contains("Bye now"), true)
    }

    func testTablesOfTheSystemHaveNoStaleKeys() throws {
        for name in ["InfoPlist.xcstrings", "AppShortcuts.xcstrings", "mul.lproj/Main.xcstrings"] {
            let changes = try update("\"k\": {}", "l10n(\"x\")", name: name).changes
            XCTAssertEqual(changes, [], name)
        }
    }

    func testWithoutASourceNothingIsUpdated() throws {
        let folder = try TemporaryFolder(self)
        let url = try folder.write(catalog("\"k\": {}"), to: "Localizable.xcstrings")
        var table = try TableFile(contentsOf: url)
        XCTAssertThrowsError(try table.update(from: SourceKeys(in: [folder.url]))) { error in
            XCTAssertEqual((error as? LocalizationToolsError)?.code, .noKeys)
        }
        XCTAssertFalse(table.isChanged)
    }

    func testWithoutACallNothingIsUpdated() throws {
        for source in ["", "print(\"k\")"] {
            XCTAssertThrowsError(try update("\"k\": {}", source)) { error in
                XCTAssertEqual((error as? LocalizationToolsError)?.code, .noKeys)
            }
        }
    }

    func testMoreThanHalfOfTheKeysBecomeStaleOnlyOnDemand() throws {
        let entries = #""a": {}, "b": {}, "c": {}, "d": {"extractionState": "manual"}"#
        XCTAssertThrowsError(try update(entries, "l10n(\"a\")")) { error in
            let error = error as? LocalizationToolsError
            XCTAssertEqual(error?.code, .tooManyStale)
            XCTAssertEqual(error?.message.hasPrefix("2 of 3 keys would become stale"), true)
        }
        let result = try update(entries, "l10n(\"a\")", options: .with(\.allowsManyStale))
        XCTAssertEqual(result.changes, ["- b", "- c"])
        XCTAssertEqual(try update(entries, "l10n(\"a\", l10n(\"b\"))").changes, ["- c"])
    }

    func testStringsGetMissingKeysInTheOrderOfTheSources() throws {
        let folder = try TemporaryFolder(self)
        let url = try folder.write(
            "\"b\" = \"B\";\n\"unused\" = \"U\";\n",
            to: "en.lproj/T.strings"
        )
        try folder.write(
            """
            <?xml version="1.0"?><plist><dict><key>d</key><dict>
            <key>NSStringLocalizedFormatKey</key><string>d</string></dict></dict></plist>
            """,
            to: "en.lproj/T.stringsdict"
        )
        try folder.write(
            """
            l10n("z", table: "T", default: "Zed")
            l10n("b", table: "T", default: "other") + l10n("d", table: "T")
            // Translators: First letter.
            l10n("a", table: "T")
            l10n("z", table: "T") + l10n("elsewhere")
            """,
            to: "Source.swift"
        )
        var table = try TableFile(contentsOf: url)
        let update = try table.update(from: SourceKeys(in: [folder.url]))
        XCTAssertEqual(update.changes.map(\.description), ["+ z", "+ a"])
        try table.write()
        XCTAssertEqual(
            try String(contentsOf: url, encoding: .utf8),
            """
            "b" = "B";
            "unused" = "U";
            "z" = "Zed";

            /* First letter. */
            "a" = "a";

            """
        )
        // A second update changes nothing.
        XCTAssertEqual(try table.update(from: SourceKeys(in: [folder.url])).changes, [])
        XCTAssertFalse(table.isChanged)
    }
}

extension TableUpdate.Options {
    fileprivate static func with(_ choice: WritableKeyPath<Self, Bool>) -> Self {
        var options = standard
        options[keyPath: choice] = true
        return options
    }
}

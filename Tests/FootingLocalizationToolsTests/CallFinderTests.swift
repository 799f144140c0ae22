import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

final class CallFinderTests: XCTestCase {
    private func summary(_ call: SourceKeys.Call) -> String {
        "\(call.line) \(call.key) \(call.table ?? "?")"
            + (call.argumentCount.map { " \($0)" } ?? "")
            + (call.defaultText.map { " =\($0)" } ?? "")
            + (call.comment.map { " /\($0)" } ?? "")
    }

    func testRecognisedCalls() throws {
        let rows: [(source: String, calls: [String])] = [
            (#"l10n("k")"#, ["1 k Localizable 0"]),
            (
                #"l10n("k", 5, x(1, 2), table: "Mail", default: "d")"#,
                ["1 k Mail 2 =d"]
            ),
            (#"self.localizer("k", arguments: list)"#, ["1 k Localizable"]),
            (#"l10n.explain("k", count: 1, table: "T")"#, ["1 k T"]),
            (#"explain("k")"#, []),
            (#"LocalizedMessage("k", 1, table: nil)"#, ["1 k Localizable 1"]),
            (#"LocalizedMessage("k", arguments: [1])"#, ["1 k Localizable"]),
            ("// Generated from string tables: edit the tables instead.\nl10n(\"k\")", []),
            (
                #"NSLocalizedString("k", tableName: "T", bundle: .main, value: "v", comment: "c")"#,
                ["1 k T =v /c"]
            ),
            (#"NSLocalizedString("k", comment: "")"#, ["1 k Localizable"]),
            (
                #"String(localized: "k \(n)", defaultValue: "d \(n)", table: "T", comment: "c")"#,
                ["1 k %@ T /c"]
            ),
            (#"String("k"); String(describing: "k")"#, []),
            (#"AttributedString(localized: "k")"#, ["1 k Localizable"]),
            (#"LocalizedStringResource("k", defaultValue: "d")"#, ["1 k Localizable =d"]),
            (#"LocalizedStringKey("k")"#, ["1 k Localizable"]),
            (#"String.LocalizationValue("k")"#, ["1 k Localizable"]),
            (#"bundle.localizedString(forKey: "k", value: "v", table: "T")"#, ["1 k T =v"]),
            (#"static let a: LocalizedStringResource = "k""#, ["1 k Localizable"]),
            (#"var a: LocalizedStringKey? = "k""#, ["1 k Localizable"]),
            (#"var a: String = "k"; f(LocalizedStringKey: "k")"#, []),
            ("l10n(\n  \"k\",\n  1\n)", ["1 k Localizable 1"]),
            (#"l10n("k", table: name)"#, ["1 k ? 0"]),
            (#"l10n("k", table: "T\(name)")"#, ["1 k ? 0"]),
            (#"l10n("k", table: "")"#, ["1 k Localizable 0"]),
            (#"Text("k")"#, []),
            // Keys.
            (#"l10n("a" + "b" + "c", 1)"#, ["1 abc Localizable 1"]),
            (#"l10n(isOn ? "x" : "y")"#, ["1 x Localizable 0", "1 y Localizable 0"]),
            (
                #"l10n(a?.b ? "x" : c(1, 2) ? "y" : "z")"#,
                ["1 x Localizable 0", "1 y Localizable 0", "1 z Localizable 0"]
            ),
            (
                #"l10n(a ? b ? "x" : "y" : "z")"#,
                ["1 x Localizable 0", "1 y Localizable 0", "1 z Localizable 0"]
            ),
            (
                #"l10n(a ? (b ? "x" : "y") : (c ?? "z"))"#,
                ["1 x Localizable 0", "1 y Localizable 0", "1 z Localizable 0"]
            ),
            (#"l10n(name ?? "x")"#, ["1 x Localizable 0"]),
            (#"l10n?("k", 1); self.l10n!("l")"#, ["1 k Localizable 1", "1 l Localizable 0"]),
            (#"l10n("error.\(code)")"#, ["1 error.%@ Localizable 0"]),
            (#"l10n(.booksLeft(count: 5))"#, []),
        ]
        for row in rows {
            let keys = try readSources(row.source)
            XCTAssertEqual(keys.calls.map(summary), row.calls, row.source)
            XCTAssertEqual(try sourceFindings(keys), [], row.source)
        }
    }

    func testKeysThatCanNotBeReadAreFindings() throws {
        let sources = [
            #"l10n(name)"#, #"l10n(prefix + "x")"#, #"l10n("\(a)b")"#, #"l10n(f("x"))"#,
            #"String(localized: resource)"#, #"NSLocalizedString(key, comment: "")"#,
        ]
        for source in sources {
            let keys = try readSources(source)
            XCTAssertEqual(keys.calls, [], source)
            XCTAssertEqual(try sourceFindings(keys), ["info dynamicKey 1"], source)
        }
    }

    func testOwnFunctions() throws {
        let source = """
            tr("a", table: "T", comment: "c")
            L(1, key: "b")
            "c".localized
            "d".localized(comment: "e")
            x.localized
            "f".localizedCase
            tr(key: "g")
            ("h" + "i").localized
            f(.localized)
            return .localized
            f("x").localized
            """
        let keys = try readSources(source, functions: ["tr(_:)", "L(key:)", "_.localized"])
        XCTAssertEqual(
            keys.calls.map(summary),
            [
                "1 a T /c", "2 b Localizable", "3 c Localizable", "4 d Localizable /e",
                "8 hi Localizable",
            ]
        )
        XCTAssertEqual(try sourceFindings(keys), ["info dynamicKey 5", "info dynamicKey 11"])
    }

    func testSpellingsOfFunctions() throws {
        for text in ["tr(_:)", "L(key:)", "tr(_:table:)", "_.localized", "größe(_:)"] {
            XCTAssertEqual(SourceFunction(text)?.description, text)
        }
        for text in ["tr", "", "tr()", "tr(_)", "_.", ".tr", "_.tr(_:)", "a.tr(_:)", "tr(_:) "] {
            XCTAssertNil(SourceFunction(text), text)
        }
    }

    func testSwiftUI() throws {
        let source = """
            Text("a \\(n)"); Text(verbatim: "no"); Text(name)
            Button("b", systemImage: "no") { }
            view.navigationTitle("c").alert(isPresented: x)
            @Parameter(title: "d") var x
            IntentDescription("e")
            Text(title: "f"); Text(flag ? "g" : "h")
            """
        let keys = try readSources(source, functions: .standard + .swiftUI)
        XCTAssertEqual(
            keys.calls.map(\.key),
            ["a %@", "b", "c", "d", "e", "f", "g", "h"]
        )
        XCTAssertEqual(try sourceFindings(keys), [])
    }

    func testNamesOfLocalizers() throws {
        let rows: [(source: String, keys: [String])] = [
            ("let strings: Localizer\nstrings(\"a\"); self.strings(\"b\")", ["a", "b"]),
            ("var strings: Localizer?\nstrings?(\"a\"); strings(\"b\")", ["a", "b"]),
            ("func f(_ s: Localizer) { s(\"a\") }", ["a"]),
            ("s(\"a\")\nlet s = store.localizer(for: [\"de\"])", ["a"]),
            ("let s = store.localizer(for: x).fitting(width: 3); s(\"a\")", ["a"]),
            ("let s = other.isolatingArguments()\ns(\"a\")", ["a"]),
            ("guard let s = a?.localizer(for: b) else { return }\ns(\"a\")", ["a"]),
            ("store.localizer(for: [\"de\"])(\"a\", 1)", ["a"]),
            ("let s = store.localizer(for: x)(\"a\")\ns(\"no\")", ["a"]),
            ("let s = store.localizer(for: x).languages\ns(\"no\")", []),
            ("let s = store.other(for: x)\ns(\"no\")", []),
            ("let s: [String: Localizer] = [:]\nString(\"no\")", []),
            ("let s: [String: Localizer?] = [:]\nString(\"no\")", []),
            ("switch a { case .plain: Localizer.shared }\nplain(\"no\")", []),
            ("let s = a\nstore.localizer(for: x)\ns(\"no\")", []),
            ("let s = a\nreturn store.localizer(for: x)\ns(\"no\")", []),
            ("let s = { return store.localizer(for: x) }\ns(\"no\")", []),
            ("let s = a; store.localizer(for: x)\ns(\"no\")", []),
            ("let s =\n    store\n    .localizer(\n    for: x\n)\ns(\"a\")", ["a"]),
        ]
        for row in rows {
            XCTAssertEqual(try readSources(row.source).calls.map(\.key), row.keys, row.source)
        }
        // Of another file, a declared property counts after a dot.
        let files = [
            "A.swift": "struct S { let strings: Localizer; func f(words: Localizer) {} }",
            "B.swift": "s.strings(\"a\"); strings(\"no\"); s.words(\"no\")",
        ]
        XCTAssertEqual(try readSources(files).calls.map(\.key), ["a"])
    }

    func testCommentsForTranslators() throws {
        let rows: [(source: String, comment: String?)] = [
            ("// Translators: A name.\nl10n(\"k\")", "A name."),
            ("// Translators: A\n// long  name.\nl10n(\"k\")", "A long name."),
            ("/// Translators: A\nl10n(\"k\")", "A"),
            ("// Translators:\n// A\nl10n(\"k\")", "A"), ("// Translators:\nl10n(\"k\")", nil),
            ("/* Translators: A\n * name. */\nl10n(\"k\")", "A * name."),
            ("l10n(\"k\") // Translators: A", "A"),
            ("/* Translators: A */ l10n(\"k\")", "A"),
            ("// Translators: A\n\nl10n(\"k\")", nil),
            ("// For Translators: A\nl10n(\"k\")", nil),
            ("// Translators: A\nNSLocalizedString(\"k\", comment: \"own\")", "own"),
            ("// Translators: A\nNSLocalizedString(\"k\", comment: \"\")", "A"),
            ("// Translators: A\nlet x =\n    l10n(\"k\")", nil),
            ("l10n(\"k\") // Translators: A\n// B", "A"),
            ("// Translators: A\n\(String(repeating: "//\n", count: 63))l10n(\"k\")", "A"),
            ("// Translators: A\n\(String(repeating: "//\n", count: 64))l10n(\"k\")", nil),
        ]
        for row in rows {
            XCTAssertEqual(
                try readSources(row.source).calls.map(\.comment),
                [row.comment],
                row.source
            )
        }
    }
}

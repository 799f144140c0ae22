import FootingLocalization
import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

/// Export, translation by a script, import and export again, for random catalogs.
final class ExchangeRoundTripTests: XCTestCase {
    /// A catalog with plain strings, plural and device forms, variables, notes and all states.
    private func randomCatalog(_ random: inout SeededRandom) -> String {
        let pieces = [
            "a", "Ж", " ", "é", "e\u{301}", "%%", "\"", "\\", "\n", "\t", "\r", "<b>", "&amp;", "😀",
            ";", ",", "|==|", "=1", "#", "'", "]]>",
        ]
        func text(_ specifier: String = "") -> String {
            let parts = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            return parts.joined() + specifier
        }
        func quoted(_ text: String) -> String {
            let data = try? JSONEncoder().encode([text])
            return String(decoding: (data ?? Data()).dropFirst().dropLast(), as: UTF8.self)
        }
        func unit(_ text: String) -> String {
            let state = TranslationUnit.State.allCases.randomElement(using: &random)
            return
                "{\"stringUnit\":{\"state\":\"\(state?.rawValue ?? "")\",\"value\":\(quoted(text))}}"
        }
        func object(_ names: [String], _ value: (String) -> String) -> String {
            "{" + names.map { "\"\($0)\":\(value($0))" }.joined(separator: ",") + "}"
        }
        func plural(_ categories: [String], _ specifier: String) -> String {
            let forms = object(categories) { _ in unit(text(specifier)) }
            return "{\"variations\":{\"plural\":\(forms)}}"
        }
        func localization(_ kind: Int, _ categories: [String]) -> String {
            switch kind {
            case 0: return unit(text("%@"))
            case 1: return plural(categories, "%lld")
            case 2:
                let devices = object(["mac", "other"]) { name in
                    name == "mac" ? plural(categories, "%lld") : unit(text("%lld"))
                }
                return "{\"variations\":{\"device\":\(devices)}}"
            default:
                let whole = unit(text("%#@a@ %#@b.c@")).dropLast()
                let variables = ["a", "b.c"].enumerated().map { index, name in
                    let forms = plural(categories, "%arg").dropFirst()
                    return
                        "\"\(name)\":{\"argNum\":\(index + 1),\"formatSpecifier\":\"lld\",\(forms)"
                }
                return "\(whole),\"substitutions\":{\(variables.joined(separator: ","))}}"
            }
        }
        var entries: [String] = []
        for index in 0..<Int.random(in: 1...12, using: &random) {
            let kind = Int.random(in: 0...3, using: &random)
            var members = ["\"comment\":\(quoted(text()))"]
            var languages = ["\"en\":\(localization(kind, ["one", "other"]))"]
            if Bool.random(using: &random) {
                languages.append("\"ru\":\(localization(kind, ["one", "few", "many", "other"]))")
            }
            members.append("\"localizations\":{\(languages.joined(separator: ","))}")
            entries.append("\(quoted("\(index)" + text())):{\(members.joined(separator: ","))}")
        }
        return catalog(entries.joined(separator: ",\n"))
    }

    private func summary(_ unit: TranslationUnit) -> [String?] {
        [unit.id, unit.source, unit.target, unit.state?.rawValue]
    }

    func testNoUnitIsLostAndDraftsAreKept() throws {
        let folder = try TemporaryFolder(self)
        var random = SeededRandom(seed: 32)
        for round in 0..<rounds(2, underStress: 1_000) {
            let text = randomCatalog(&random)
            let url = try folder.write(text, to: "\(round)/L.xcstrings")
            let table = try TableFile(contentsOf: url)
            let original = try TranslationFile(of: [table], language: "ru", root: folder.url)
            XCTAssertEqual(original.findings, [])
            for format in TranslationFormat.allCases {
                // A file without a change changes nothing.
                var same = table
                let result = try apply(original, as: format, to: &same)
                XCTAssertFalse(same.isChanged, "\(format) \(url)")
                XCTAssertEqual(result.refusedCount, 0, "\(result.findings)")
                // A script translates all units that have no finished string, half of them.
                var translated = original
                for index in translated.units.indices where index % 2 == 0 {
                    let unit = translated.units[index]
                    guard unit.state == nil || unit.state == .needsReview || unit.state == .new
                    else { continue }
                    translated.units[index].target = "Я" + (unit.source ?? "")
                    translated.units[index].state = index % 4 == 0 ? .translated : .needsReview
                }
                var copy = table
                copy.reformat()
                let imported = try apply(translated, as: format, to: &copy)
                XCTAssertEqual(imported.refusedCount, 0, "\(format) \(imported.findings)")
                let again = try TranslationFile(of: [copy], language: "ru", root: folder.url)
                check(again, like: translated, format)
                // Once more, nothing changes.
                try folder.write(text, to: "\(round)/L.xcstrings")
                try copy.write()
                let fixed = try apply(again, as: format, to: &copy)
                XCTAssertFalse(copy.isChanged, "\(format) \(fixed.findings)")
            }
        }
    }

    /// In PO, a draft makes all forms of an entry drafts, and a form that no integer has is filled.
    private func check(
        _ again: TranslationFile,
        like translated: TranslationFile,
        _ format: TranslationFormat
    ) {
        XCTAssertEqual(again.units.map(\.id), translated.units.map(\.id))
        for (now, wanted) in zip(again.units, translated.units) {
            // A translated variable brings the string around it.
            if wanted.target == nil, now.state == .new {
                XCTAssertEqual(now.target, now.source)
            } else if format != .po {
                XCTAssertEqual(summary(now), summary(wanted), "\(format)")
            } else if !wanted.id.hasSuffix("plural.other") {
                XCTAssertEqual(now.target, wanted.target, wanted.id)
                if now.state == .translated { XCTAssertEqual(wanted.state, .translated) }
            }
        }
    }

    /// Writes a file in a format, reads it, and imports it.
    private func apply(
        _ file: TranslationFile,
        as format: TranslationFormat,
        to table: inout TableFile
    ) throws -> TranslationImport {
        let documents = file.documents(as: format)
        XCTAssertEqual(documents.count, 1)
        XCTAssertEqual(documents.map(\.content), file.documents(as: format).map(\.content))
        let read = try TranslationFile.read(Array(documents[0].content.utf8), at: documents[0].path)
        XCTAssertEqual(read.language, "ru")
        XCTAssertEqual(read.findings, [])
        if format != .po {
            XCTAssertEqual(read.units.map(summary), file.units.map(summary))
        }
        return table.apply(read)
    }

    func testAnExportLooksAsXcodeWritesIt() throws {
        let folder = try TemporaryFolder(self)
        let entries = """
            "Hi\\n\\"%@\\"": {"comment": "a < b", "isCommentAutoGenerated": true, "localizations":
                {"ru": \(unit("При\\r<\\nвет\\t>", "needs_review"))}},
            "books": {"localizations": {"en": \(plural([("one", "%lld book"), ("other", "%lld books")]))}},
            "fixed": {"shouldTranslate": false}, "old": {"extractionState": "stale"},
            "k|==|plural.one": {}, "bad\\u0001": {}
            """
        let url = try folder.write(catalog(entries), to: "Sources/L.xcstrings")
        let strings = try folder.write("/* N */ a = A;", to: "Sources/en.lproj/M.strings")
        try folder.write("a = \"Б\";", to: "Sources/ru.lproj/M.strings")
        let tables = try [TableFile(contentsOf: strings), TableFile(contentsOf: url)]
        let file = try TranslationFile(of: tables, language: "ru", root: folder.url)
        XCTAssertEqual(file.findings.map(\.code), [.unknownUnit, .unknownUnit])
        XCTAssertEqual(file.findings.compactMap(\.key), ["bad\u{1}", "k|==|plural.one"])
        let (document, schema) = (
            "urn:oasis:names:tc:xliff:document:1.2",
            "http://docs.oasis-open.org/xliff/v1.2/os/xliff-core-1.2-strict.xsd"
        )
        func form(_ category: String, _ source: String) -> String {
            """
                  <trans-unit id="books|==|plural.\(category)" xml:space="preserve">
                    <source>\(source)</source>
                    <note/>
                  </trans-unit>

            """
        }
        let expected = """
            <?xml version="1.0" encoding="UTF-8"?>
            <xliff xmlns="\(document)" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
            version="1.2" xsi:schemaLocation="\(document) \(schema)">
              <file original="Sources/L.xcstrings" source-language="en" target-language="ru" \
            datatype="plaintext">
                <header>
                  <tool tool-id="footing" tool-name="footing"/>
                </header>
                <body>
            \(form("few", "%lld books"))\(form("many", "%lld books"))\
            \(form("one", "%lld book"))\(form("other", "%lld books"))\
                  <trans-unit id="Hi&#10;&quot;%@&quot;" xml:space="preserve">
                    <source>Hi
            "%@"</source>
                    <target state="needs-review-l10n">При&#13;&lt;
            вет\t&gt;</target>
                    <note from="auto-generated">a &lt; b</note>
                  </trans-unit>
                  <trans-unit id="old" xml:space="preserve">
                    <source>old</source>
                    <note/>
                  </trans-unit>
                </body>
              </file>
              <file original="Sources/en.lproj/M.strings" source-language="en" \
            target-language="ru" datatype="plaintext">
                <header>
                  <tool tool-id="footing" tool-name="footing"/>
                </header>
                <body>
                  <trans-unit id="a" xml:space="preserve">
                    <source>A</source>
                    <target>Б</target>
                    <note>N</note>
                  </trans-unit>
                </body>
              </file>
            </xliff>

            """
        let content = file.documents(as: .xliff).map(\.content).joined()
        let lines = zip(content.split(separator: "\n"), expected.split(separator: "\n"))
        for (line, wanted) in lines { XCTAssertEqual(line, wanted) }
        XCTAssertEqual(content, expected)
        XCTAssertThrowsError(try TranslationFile(of: tables, language: "en")) { error in
            XCTAssertEqual((error as? LocalizationToolsError)?.code, .unusableLanguage)
        }
    }

    func testEachTableHasItsSourceLanguage() throws {
        let folder = try TemporaryFolder(self)
        let text = catalog("\"k\": {}")
        let german = text.replacing("\"en\"", with: "\"de\"")
        let tables = try [("A", text), ("B", german)].map { name, text in
            try TableFile(contentsOf: folder.write(text, to: "\(name).xcstrings"))
        }
        let file = try TranslationFile(of: tables, language: "ru", root: folder.url)
        let document = file.documents(as: .xliff)[0].content
        XCTAssertTrue(document.contains("\"A.xcstrings\" source-language=\"en\""), document)
        XCTAssertTrue(document.contains("\"B.xcstrings\" source-language=\"de\""), document)
        let read = try TranslationFile.read(Array(document.utf8), at: "ru.xliff")
        XCTAssertEqual(read.sourceLanguage, "en")
        XCTAssertEqual(read.documents(as: .xliff)[0].content, document)
        let other = try TranslationFile(of: tables, language: "de", root: folder.url)
        XCTAssertEqual(other.units.map(\.original), ["A.xcstrings"])
    }

    func testTheSourceOfADeviceIsThatOfOther() throws {
        let entries = """
            "k": {"localizations": {
                "en": {"variations": {"device": {"iphone": \(unit("Tap")), "other": \(unit("Press"))}}},
                "de": {"variations": {"device": {"mac": \(unit("Klick")), "other": \(unit("Druck"))}}}}},
            "p": {"localizations": {
                "en": {"variations": {"device": {"other": \(plural([("one", "1"), ("other", "%lld")]))}}},
                "de": {"variations": {"device": {"mac": \(plural([("few", "w"), ("one", "e")]))}}}}}
            """
        let folder = try TemporaryFolder(self)
        let table = try TableFile(contentsOf: folder.write(catalog(entries), to: "L.xcstrings"))
        let file = try TranslationFile(of: [table], language: "de")
        let sources = Dictionary(file.units.map { ($0.id, $0.source ?? "") }) { first, _ in first }
        XCTAssertEqual(sources["k|==|device.iphone"], "Tap")
        XCTAssertEqual(sources["k|==|device.mac"], "Press")
        XCTAssertEqual(sources["p|==|device.mac.plural.one"], "1")
        XCTAssertEqual(sources["p|==|device.mac.plural.few"], "%lld")
    }

    func testFormsThatTheHeaderOfPOLacksAreExchanged() throws {
        let entries = """
            "k": {"localizations": {
                "en": \(plural([("one", "%lld one"), ("other", "%lld other"), ("zero", "none")])),
                "de": \(plural([("few", "%lld f"), ("one", "%lld o"), ("other", "%lld x"),
                    ("zero", "keine")]))}}
            """
        let folder = try TemporaryFolder(self)
        let table = try TableFile(contentsOf: folder.write(catalog(entries), to: "L.xcstrings"))
        let file = try TranslationFile(of: [table], language: "de")
        let po = try XCTUnwrap(file.documents(as: .po).first)
        let again = try TranslationFile.read(Array(po.content.utf8), at: "de.po")
        func summary(_ file: TranslationFile) -> [String] {
            file.units.map { "\($0.id) \($0.source ?? "-") \($0.target ?? "-")" }.sorted()
        }
        XCTAssertEqual(summary(again), summary(file))
        XCTAssertEqual(again.units.count, 4)
        try checkWithMsgfmt(po.content, folder)
    }

    private func checkWithMsgfmt(_ content: String, _ folder: TemporaryFolder) throws {
        try require(["msgfmt", "--version"])
        let url = try folder.write(content, to: "de.po")
        let (status, output) = try runProgram(["msgfmt", "-c", "-o", "/dev/null", url.path])
        XCTAssertEqual(status, 0, output)
    }

    func testGroupsAreCompletedByTheCategoriesOfTheLanguage() throws {
        let folder = try TemporaryFolder(self)
        let forms = plural([("one", "%lld book"), ("other", "%lld books")])
        let text = catalog("\"k\": {\"localizations\": {\"en\": \(forms)}}")
        let table = try TableFile(contentsOf: folder.write(text, to: "L.xcstrings"))
        let rows: [(language: LanguageTag, categories: [String])] = [
            ("fr", ["one", "other"]), ("es", ["one", "other"]),
            ("pl", ["few", "many", "one", "other"]),
            ("ar", ["few", "many", "one", "other", "two", "zero"]), ("de", ["one", "other"]),
        ]
        for row in rows {
            let units = try TranslationFile(of: [table], language: row.language).units
            XCTAssertEqual(units.map(\.id), row.categories.map { "k|==|plural.\($0)" })
            for unit in units {
                let isOne = unit.id.hasSuffix(".one")
                XCTAssertEqual(unit.source, isOne ? "%lld book" : "%lld books")
            }
        }
    }
}

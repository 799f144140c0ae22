import FootingLocalization
@testable import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

/// The tables and the languages into which a file is imported.
final class TranslationImportTablesTests: XCTestCase {
    private func file(_ units: [TranslationUnit]) -> TranslationFile {
        TranslationFile(units: units, language: "ru", sourceLanguage: "en")
    }

    func testALanguageIsThatOfTheTableWithTheSameScriptAndRegion() throws {
        let folder = try TemporaryFolder(self)
        let entries = """
            "title": {"localizations": {"ru": \(unit("Имя")), "pt": \(unit("Nome"))}}, "new": {}
            """
        let url = try folder.write(catalog(entries), to: "L.xcstrings")
        let source = try folder.write("title = Title;\nnew = New;", to: "en.lproj/M.strings")
        try folder.write("title = \"Имя\";", to: "ru.lproj/M.strings")
        let rows: [(file: LanguageTag, table: LanguageTag)] = [
            ("ru-RU", "ru"), ("ru-Cyrl", "ru"), ("ru-KZ", "ru-KZ"), ("ru-Latn", "ru-Latn"),
            ("pt-PT", "pt-PT"), ("en-US", "en-US"),
        ]
        for url in [url, source] {
            for row in rows {
                var table = try TableFile(contentsOf: url)
                table.reformat()
                let file = try TranslationFile(of: [table], language: row.file)
                let isOwn = row.table == "ru"
                let name = table.path.split(separator: "/").last.map(String.init) ?? ""
                XCTAssertEqual(file.language, row.file)
                XCTAssertEqual(file.units.last?.target, isOwn ? "Имя" : nil, "\(row)")
                let unit = TranslationUnit(original: name, id: "new", target: "x")
                let result = table.apply(TranslationFile(units: [unit], language: row.file))
                XCTAssertEqual(result.importedCount, 1, "\(result.findings)")
                XCTAssertEqual(
                    table.content.strings(of: "new", in: row.table).map(\.value),
                    ["x"],
                    "\(row)"
                )
                if isOwn { XCTAssertEqual(table.content.strings(of: "new", in: row.file), []) }
            }
        }
    }

    func testLanguagesAreTheSameWithALikelyScriptAndRegion() {
        let rows: [(first: LanguageTag, second: LanguageTag, isSame: Bool)] = [
            ("zh-CN", "zh-Hans", true), ("zh-TW", "zh-Hant", true), ("zh-TW", "zh-Hans", false),
            ("sr", "sr-Cyrl", true), ("sr", "sr-Latn", false), ("pt", "pt-BR", true),
            ("pt", "pt-PT", false), ("ca", "ca-valencia", false), ("en", "en-x-pirate", false),
        ]
        for row in rows {
            XCTAssertEqual(row.first.isSame(as: row.second), row.isSame, "\(row)")
            XCTAssertEqual(row.second.isSame(as: row.first), row.isSame, "\(row)")
        }
    }

    func testATableWithAnotherLayoutRefusesUnits() throws {
        let folder = try TemporaryFolder(self)
        let entries = "\"a\": {}"
        let url = try folder.write(catalog(entries), to: "L.xcstrings")
        let other = try folder.write("a = A;", to: "en.lproj/M.strings")
        var tables = try [TableFile(contentsOf: url), TableFile(contentsOf: other)]
        let units = ["L.xcstrings", "M.strings"].map {
            TranslationUnit(original: $0, id: "a", target: "б")
        }
        let result = tables.apply(file(units))
        XCTAssertEqual([result.importedCount, result.refusedCount], [1, 1])
        XCTAssertEqual(result.findings.map(\.code), [.layoutNotReproducible])
        let message = try XCTUnwrap(result.findings.first).message
        XCTAssertTrue(message.contains("update --reformat"), message)
        XCTAssertEqual(tables.map(\.isChanged), [false, true])
    }

    func testTablesAreFoundByTheirPaths() throws {
        let folder = try TemporaryFolder(self)
        for path in ["Sources/A/L.xcstrings", "Sources/B/L.xcstrings", "Sources/B/M.xcstrings"] {
            try folder.write(catalog("\"a\": {}"), to: path)
        }
        let tables = try ["A/L", "B/L", "B/M"].map {
            var table = try TableFile(
                contentsOf: folder.url.appending(path: "Sources/\($0).xcstrings")
            )
            table.reformat()
            try table.write()
            return table
        }
        let rows: [(original: String, root: String?, table: Int?)] = [
            ("Sources/A/L.xcstrings", "", 0), ("A/L.xcstrings", "", 0), ("A/L.xcstrings", nil, 0),
            ("L.xcstrings", "", nil), ("M.xcstrings", "", 2), ("App/Sources/B/L.xcstrings", "", 1),
            ("b/M.xcstrings", "", nil), ("xM.xcstrings", "", nil), ("B/L.xcstrings", "Sources", 1),
            ("L.xcstrings", "Sources/B", 1), ("", "", nil), ("N.xcstrings", "", nil),
        ]
        for row in rows {
            var tables = tables
            let unit = TranslationUnit(original: row.original, id: "a", target: "б")
            let root = row.root.map { folder.url.appending(path: $0) }
            let result = tables.apply(file([unit]), root: root)
            XCTAssertEqual(tables.firstIndex { $0.isChanged }, row.table, "\(row)")
            XCTAssertEqual(result.refusedCount, row.table == nil ? 1 : 0, "\(row)")
            XCTAssertEqual(result.findings.map(\.code), row.table == nil ? [.unknownUnit] : [])
        }
    }

    func testAnImportIntoStringsTakesLinearTime() throws {
        let folder = try TemporaryFolder(self)
        func time(_ count: Int) throws -> Duration {
            let keys = (0..<count).map { "key \($0)" }
            let text = keys.map { "\"\($0)\";\n" }.joined()
            let url = try folder.write(text, to: "\(count)/en.lproj/Mail.strings")
            var table = try TableFile(contentsOf: url)
            let units = keys.map { TranslationUnit(original: "Mail.strings", id: $0, target: "x") }
            let file = TranslationFile(units: units, language: "ru")
            return ContinuousClock().measure { _ = table.apply(file) }
        }
        // With a copy of all entries for each unit, ten times as many take 50 times as long.
        let count = rounds(1_000, underStress: 2_000)
        let limit = max(try time(count), .milliseconds(50)) * 25
        XCTAssertLessThan(try time(10 * count), limit)
    }

    func testStringsAreReplacedAppendedOrCreated() throws {
        let folder = try TemporaryFolder(self)
        let source = "/* A */\n\"a\" = \"A %@\";\n\"b\" = \"B\";\n"
        let url = try folder.write(source, to: "en.lproj/Mail.strings")
        try folder.write("// x\n\"a\" = \"А %@\"; // y\n", to: "ru.lproj/Mail.strings")
        for (language, expected) in [
            ("ru", "// x\n\"a\" = \"Я %@\"; // y\n\"b\" = \"Б\";\n"),
            ("pl", "\"a\" = \"Я %@\";\n\"b\" = \"Б\";\n"),
        ] {
            var table = try TableFile(contentsOf: url)
            let units = [("a", "Я %@"), ("b", "Б"), ("c", "В")].map { id, target in
                TranslationUnit(original: "en.lproj/Mail.strings", id: id, target: target)
            }
            let file = TranslationFile(units: units, language: LanguageTag(language))
            let result = table.apply(file)
            XCTAssertEqual([result.importedCount, result.refusedCount], [2, 1])
            try table.write()
            let written = folder.url.appending(path: "\(language).lproj/Mail.strings")
            let text = try String(contentsOf: written, encoding: .utf8)
            XCTAssertTrue(text.hasSuffix(expected), text)
        }
        XCTAssertEqual(try String(contentsOf: url, encoding: .utf8), source)
    }
}

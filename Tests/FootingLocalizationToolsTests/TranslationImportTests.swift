import FootingLocalization
@testable import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

/// Imports into tables: a finished translation is never replaced by less.
final class TranslationImportTests: XCTestCase {
    private let entries = """
        "title": {"localizations": {"ru": \(unit("Заголовок"))}},
        "draft": {"localizations": {"ru": \(unit("черновик", "needs_review"))}},
        "machine": {"localizations": {"ru": \(unit("машина", "machine_translated"))}},
        "new": {"localizations": {"ru": \(unit("new", "new"))}},
        "empty": {},
        "shelf": {"localizations": {
            "en": \(plural([("one", "%lld shelf"), ("other", "%lld shelves")])),
            "ru": \(unit("полки"))}},
        "tapped": {"localizations": {
            "en": {"variations": {"device": {"mac": \(unit("Click")), "other": \(unit("Tap"))}}},
            "ru": \(unit("Нажмите"))}},
        "both finished": {"localizations": {
            "en": {"stringUnit": {"state": "translated", "value": "%#@files@"}, "substitutions": {
                "files": {"argNum": 1, "formatSpecifier": "lld", \(
                plural([("one", "%arg file"), ("other", "%arg files")]).dropFirst())}},
            "ru": \(unit("%#@files@"))}},
        "fixed": {"shouldTranslate": false},
        "%@ has %lld": {},
        "%(name)@ has %(count)lld": {},
        "100 % of %@": {},
        "books": {"localizations": {"en": \(plural([("one", "%lld book"), ("other", "%lld books")]))}},
        "tap": {"localizations": {"en": {"variations": {"device": {
            "mac": \(unit("Click")), "other": \(unit("Tap"))}}}}},
        "both": {"localizations": {"en": {"stringUnit": {"state": "translated", "value":
            "%#@files@ in %#@a.b@"}, "substitutions": {
            "files": {"argNum": 1, "formatSpecifier": "lld", \(
                plural([("one", "%arg file"), ("other", "%arg files")]).dropFirst()),
            "a.b": {"argNum": 2, "formatSpecifier": "d", \(
                plural([("one", "%arg folder"), ("other", "%arg folders")]).dropFirst())}}}},
        "a|==|plural.x": {}
        """

    private func table() throws -> TableFile {
        let text = catalog(entries)
        let folder = try TemporaryFolder(self)
        var table = try TableFile(
            contentsOf: folder.write(text, to: "Sources/Shop/Localizable.xcstrings")
        )
        table.reformat()
        try table.write()
        return table
    }

    private func file(_ units: [TranslationUnit]) -> TranslationFile {
        TranslationFile(units: units, language: "ru", sourceLanguage: "en")
    }

    private func translated(
        _ id: String,
        _ target: String?,
        _ state: TranslationUnit.State? = nil,
        source: String? = nil
    ) -> TranslationUnit {
        TranslationUnit(
            original: "Localizable.xcstrings",
            id: id,
            source: source,
            target: target,
            state: state
        )
    }

    /// The target and the state of a unit in an export.
    private func exported(_ id: String, _ table: TableFile) throws -> String {
        let file = try TranslationFile(of: [table], language: "ru")
        let unit = file.units.first { $0.id == id }
        return "\(unit?.target ?? "-") \(unit?.state?.rawValue ?? "-")"
    }

    func testUnitsAndTheirResults() throws {
        typealias Row = (
            unit: TranslationUnit, result: String, counts: [Int], findings: [String]
        )
        let rows: [Row] = [
            // No target, or that of the table, whatever the state.
            (translated("title", nil), "Заголовок translated", [0, 1, 0], []),
            (translated("title", "Заголовок", .new), "Заголовок translated", [0, 1, 0], []),
            (translated("draft", "черновик"), "черновик needs_review", [0, 1, 0], []),
            // An empty target.
            (translated("title", ""), "Заголовок translated", [0, 0, 1], ["warning emptyValue"]),
            (translated("empty", ""), "- -", [0, 0, 1], ["warning emptyValue"]),
            // Finished.
            (translated("title", "Имя"), "Имя translated", [1, 0, 0], []),
            (translated("empty", "Пусто", .translated), "Пусто translated", [1, 0, 0], []),
            (translated("draft", "Готово"), "Готово translated", [1, 0, 0], []),
            (
                translated("empty", "Пусто", .machineTranslated), "Пусто machine_translated",
                [1, 0, 0], []
            ),
            // Drafts.
            (translated("empty", "Пусто", .needsReview), "Пусто needs_review", [1, 0, 0], []),
            (translated("empty", "Пусто", .new), "Пусто needs_review", [1, 0, 0], []),
            (translated("new", "Новый", .new), "Новый needs_review", [1, 0, 0], []),
            (translated("draft", "Ещё", .needsReview), "Ещё needs_review", [1, 0, 0], []),
            (translated("empty", "empty", .new), "- -", [0, 1, 0], []),
            (
                translated("title", "Имя", .needsReview), "Заголовок translated", [0, 1, 0],
                ["info draftSkipped"]
            ),
            (
                translated("machine", "м", .new), "машина machine_translated", [0, 1, 0],
                ["info draftSkipped"]
            ),
            // A plain string that a form would hide.
            (
                translated("shelf|==|plural.other", "полок", .needsReview), "- -", [0, 1, 0],
                ["info draftSkipped"]
            ),
            (
                translated("shelf|==|plural.few", "полки", .needsReview), "- -", [0, 1, 0],
                ["info draftSkipped"]
            ),
            (
                translated("tapped|==|device.other", "Тап", .new), "- -", [0, 1, 0],
                ["info draftSkipped"]
            ),
            (translated("shelf|==|plural.few", "полки"), "полки translated", [1, 0, 0], []),
            (
                translated(
                    "both finished|==|substitutions.files.plural.few",
                    "%1$lld файла",
                    .needsReview
                ), "%1$lld файла needs_review", [1, 0, 0], []
            ),
            // An older source.
            (
                translated("title", "Имя", source: "caption"), "Заголовок translated", [0, 1, 0],
                ["warning sourceChanged"]
            ), (translated("title", "Имя", source: "title"), "Имя translated", [1, 0, 0], []),
            (
                translated("shelf|==|plural.other", "полок", source: "racks"), "- -", [0, 1, 0],
                ["warning sourceChanged"]
            ),
            (
                translated("draft", "Имя", source: "caption"), "Имя needs_review", [1, 0, 0],
                ["warning sourceChanged"]
            ),
            (
                translated("empty", "Пусто", source: "none"), "Пусто needs_review", [1, 0, 0],
                ["warning sourceChanged"]
            ),
            // The same characters in other bytes.
            (translated("draft", "Мои\u{306}"), "Мои\u{306} translated", [1, 0, 0], []),
            // Specifiers that can't be formatted.
            (
                translated("%@ has %lld", "%@ и %@"), "- -", [0, 0, 1],
                ["error argumentTypeConflict"]
            ),
            (
                translated("%@ has %lld", "%lld у %@"), "- -", [0, 0, 1],
                ["error unnumberedReorder"]
            ),
            (translated("%@ has %lld", "%@ %lld %@"), "- -", [0, 0, 1], ["error unknownArgument"]),
            (
                translated("title", "%@"), "Заголовок translated", [0, 0, 1],
                ["error unknownArgument"]
            ),
            (
                translated("%@ has %lld", "%2$lld у %1$@"), "%2$lld у %1$@ translated", [1, 0, 0],
                []
            ),
            (
                translated("%(name)@ has %(count)lld", "%(count)lld у %(name)@"),
                "%(count)lld у %(name)@ translated", [1, 0, 0], []
            ),
            (
                translated("%(name)@ has %(count)lld", "%(count)@"), "- -", [0, 0, 1],
                ["error argumentTypeConflict"]
            ), (translated("100 % of %@", "100 % от %@"), "100 % от %@ translated", [1, 0, 0], []),
            // Forms.
            (
                translated("books|==|plural.few", "%lld книги"), "%lld книги translated",
                [1, 0, 0], []
            ),
            (translated("books|==|plural.one", "книга"), "книга translated", [1, 0, 0], []),
            (
                translated("books|==|plural.few", "%@"), "- -", [0, 0, 1],
                ["error argumentTypeConflict"]
            ), (translated("books|==|plural.lots", "x"), "- -", [0, 0, 1], ["error unknownName"]),
            (translated("books|==|plural.two", "x"), "- -", [0, 0, 1], ["error unknownName"]),
            (translated("books|==|plural.zero", "нет"), "нет translated", [1, 0, 0], []),
            (translated("tap|==|device.fridge", "x"), "- -", [0, 0, 1], ["error unknownName"]),
            (translated("tap|==|device.ipad", "x"), "x translated", [1, 0, 0], []),
            (translated("books", "x"), "- -", [0, 0, 1], ["error unknownUnit"]),
            (translated("title|==|plural.one", "x"), "- -", [0, 0, 1], ["error unknownUnit"]),
            (
                translated("both|==|substitutions.files.plural.few", "%1$lld файла"),
                "%1$lld файла translated", [1, 0, 0], []
            ),
            (
                translated("both|==|substitutions.@a.b@.plural.one", "%2$d папка"),
                "%2$d папка translated", [1, 0, 0], []
            ),
            (
                translated("both|==|substitutions.x.plural.one", "x"), "- -", [0, 0, 1],
                ["error unknownUnit"]
            ),
            (
                translated("both", "%2$#@a.b@: %1$#@files@"), "%2$#@a.b@: %1$#@files@ translated",
                [1, 0, 0], []
            ),
            // Unknown units.
            (translated("unknown", "x"), "- -", [0, 0, 1], ["error unknownUnit"]),
            (translated("fixed", "x"), "- -", [0, 0, 1], ["error unknownUnit"]),
        ]
        let original = try table()
        for row in rows {
            var table = original
            let result = table.apply(file([row.unit]))
            let context = "\(row.unit.id) \(row.unit.target ?? "-") \(result.findings)"
            XCTAssertEqual(try exported(row.unit.id, table), row.result, context)
            XCTAssertEqual(
                [result.importedCount, result.unchangedCount, result.refusedCount],
                row.counts,
                context
            )
            XCTAssertEqual(
                result.findings.map { "\($0.severity) \($0.code)" },
                row.findings,
                context
            )
            XCTAssertEqual(table.isChanged, row.counts[0] > 0, context)
        }
    }

    func testLineEndsOfEditorsAreThoseOfTheSource() throws {
        let folder = try TemporaryFolder(self)
        let entries = #"""
            "a\nb": {"localizations": {"ru": \#(unit("а\\nб"))}}, "c": {"localizations": {
            "en": \#(unit("C\\nC")), "ru": \#(unit("с\\nс"))}}, "r\r\nr": {}
            """#
        let url = try folder.write(catalog(entries), to: "L.xcstrings")
        var table = try TableFile(contentsOf: url)
        table.reformat()
        let text = try TranslationFile(of: [table], language: "ru", root: folder.url)
            .documents(as: .csv)[0].content
        XCTAssertTrue(text.contains("\"с\nс\""), text)
        let rows = text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
        func result(_ rows: String) throws -> [Int] {
            let file = try TranslationFile.read(Array(rows.utf8), at: "ru.csv")
            let result = table.apply(file)
            XCTAssertEqual(result.findings.map(\.description), [])
            return [result.importedCount, result.unchangedCount, result.refusedCount]
        }
        XCTAssertEqual(try result(rows), [0, 3, 0])
        let changed = rows.replacing("\"с\r\nс\"", with: "\"с\r\n\r\nс\"")
            .replacing("\"r\r\nr\",,\r\n", with: "\"r\r\nr\",\"р\r\nр\",\r\n")
        XCTAssertEqual(try result(changed), [2, 1, 0], changed)
        XCTAssertEqual(try result(changed), [0, 3, 0])
        XCTAssertEqual(try exported("c", table), "с\n\nс translated")
        XCTAssertEqual(try exported("r\r\nr", table), "р\r\nр translated")
    }

    func testASegmentWithoutATranslationIsAFinding() throws {
        var table = try table()
        let text = """
            <xliff version="2.0" srcLang="en" trgLang="ru"><file id="f" original="Localizable.xcstrings">
            <unit id="title"><segment><source>ti</source><target>Им</target></segment>
            <segment><source>tle</source></segment></unit>
            <unit id="empty"><segment><source>empty</source></segment></unit></file></xliff>
            """
        let result = table.apply(try TranslationFile.read(Array(text.utf8), at: "ru.xliff"))
        XCTAssertEqual(result.findings.map(\.code), [.emptyValue])
        XCTAssertEqual(result.findings.map(\.line), [2])
        XCTAssertEqual([result.unchangedCount, result.refusedCount], [1, 1])
        XCTAssertFalse(table.isChanged)
    }

    func testTextsAreComparedByTheirBytes() throws {
        var table = try table()
        _ = table.apply(file([translated("draft", "Мои\u{306}")]))
        XCTAssertEqual(table.apply(file([translated("draft", "Мо\u{439}")])).importedCount, 1)
    }

    func testAKeyThatLooksLikeAnIdIsThatKey() throws {
        var table = try table()
        let result = table.apply(file([translated("a|==|plural.x", "б")]))
        XCTAssertEqual(result.importedCount, 1)
    }

    func testAVariableBringsItsGroupAndTheStringAroundIt() throws {
        var table = try table()
        let id = "both|==|substitutions.files.plural.few"
        _ = table.apply(file([translated(id, "%1$lld файла")]))
        try table.write()
        let text = try String(contentsOf: URL(filePath: table.path), encoding: .utf8)
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let start = try XCTUnwrap(lines.lastIndex(of: "\"ru\" : {"))
        XCTAssertEqual(
            lines[start...].prefix(18).joined(separator: " "),
            """
            "ru" : { "stringUnit" : { "state" : "new", "value" : "%#@files@ in %#@a.b@" }, \
            "substitutions" : { "files" : { "argNum" : 1, "formatSpecifier" : "lld", \
            "variations" : { "plural" : { "few" : { "stringUnit" : { "state" : "translated", \
            "value" : "%arg файла" } } }
            """
        )
    }

    func testFindingsHaveLineKeyTableAndLanguage() throws {
        var table = try table()
        let text = "id,file,target\ntitle,Localizable.xcstrings,%@\n"
        let file = try TranslationFile.read(Array(text.utf8), at: "ru.csv")
        let finding = try XCTUnwrap(table.apply(file).findings.first)
        XCTAssertEqual(finding.file, "ru.csv")
        XCTAssertEqual(finding.line, 2)
        XCTAssertEqual(finding.key, "title")
        XCTAssertEqual(finding.table, "Localizable")
        XCTAssertEqual(finding.language, "ru")
    }

    func testMarkupWithoutATextIsRefused() throws {
        var table = try table()
        let text = """
            <xliff version="1.2"><file original="Localizable.xcstrings" source-language="en"
            target-language="ru"><body><trans-unit id="title"><source>title</source>
            <target>Имя <x id="1"/></target></trans-unit></body></file></xliff>
            """
        let result = table.apply(try TranslationFile.read(Array(text.utf8), at: "ru.xliff"))
        XCTAssertEqual(result.findings.map(\.code), [.inlineMarkup])
        XCTAssertEqual(result.refusedCount, 1)
        XCTAssertFalse(table.isChanged)
    }

    func testOtherPluralFormsAreRefusedAndTheRestIsImported() throws {
        var table = try table()
        let text = """
            msgid ""
            msgstr "Language: ru\\nPlural-Forms: nplurals=2; plural=n != 1;\\nX-Original: Localizable.xcstrings\\n"

            msgctxt "books"
            msgid "%lld book"
            msgid_plural "%lld books"
            msgstr[0] "%lld книга"
            msgstr[1] "%lld книг"

            msgctxt "title"
            msgid "title"
            msgstr "Имя"
            """
        let result = table.apply(try TranslationFile.read(Array(text.utf8), at: "ru.po"))
        XCTAssertEqual(result.findings.map(\.code), [.pluralMismatch])
        XCTAssertEqual([result.importedCount, result.refusedCount], [1, 1])
        XCTAssertEqual(try exported("title", table), "Имя translated")
    }

    func testOtherPluralFormsAreRefusedIfOneIsTranslated() throws {
        func po(_ second: String) throws -> TranslationFile {
            let text = """
                msgid ""
                msgstr "Language: ru\\nPlural-Forms: nplurals=2; plural=n != 1;\\nX-Original: Localizable.xcstrings\\n"

                msgctxt "books"
                msgid "%lld book"
                msgid_plural "%lld books"
                msgstr[0] ""
                msgstr[1] "\(second)"
                """
            return try TranslationFile.read(Array(text.utf8), at: "ru.po")
        }
        var table = try table()
        let result = table.apply(try po("%lld книг"))
        XCTAssertEqual(result.findings.map(\.code), [.pluralMismatch])
        XCTAssertEqual(result.refusedCount, 1)
        XCTAssertEqual(table.apply(try po("")).unchangedCount, 1)
    }

    func testAFinishedStringIsNotReplacedByTheTranslationOfAnOlderSource() throws {
        let folder = try TemporaryFolder(self)
        let url = try folder.write("a = A;\nb = B;\n", to: "en.lproj/Mail.strings")
        try folder.write("a = \"А\";\n", to: "ru.lproj/Mail.strings")
        var table = try TableFile(contentsOf: url)
        let units = ["a", "b"].map {
            TranslationUnit(original: "Mail.strings", id: $0, source: "old", target: "x")
        }
        let result = table.apply(file(units))
        XCTAssertEqual(result.findings.map(\.code), [.sourceChanged, .sourceChanged])
        XCTAssertEqual([result.importedCount, result.unchangedCount], [1, 1])
        XCTAssertEqual(try exported("a", table).prefix(1), "А")
    }

    /// Imports the forms of “books” from PO, and returns the text and the state of `other`.
    private func other(_ forms: [String], isDraft: Bool = false, to table: inout TableFile) throws
        -> String
    {
        let header = """
            "Language: ru\\n"
            "Plural-Forms: \(PluralHeader("ru").text)\\n"
            "X-Original: Localizable.xcstrings\\n"
            """
        let lines = forms.enumerated().map { "msgstr[\($0)] \"\($1)\"" }
        let entry = """
            \(isDraft ? "#, fuzzy" : "#")
            msgctxt "books"
            msgid "%lld book"
            msgid_plural "%lld books"
            \(lines.joined(separator: "\n"))
            """
        let result = table.apply(try readTranslations(po(header, entry), "ru.po"))
        XCTAssertEqual(result.refusedCount, 0, "\(result.findings)")
        XCTAssertEqual(result.importedCount + result.unchangedCount, 3)
        return try exported("books|==|plural.other", table)
    }

    func testTheFormOfNoIntegerIsACopyOfTheLastForm() throws {
        let old = ["%lld книга", "%lld книги", "%lld книг"]
        let new = ["%lld том", "%lld тома", "%lld томов"]
        var table = try table()
        // A draft and its copy are finished together.
        XCTAssertEqual(try other(old, isDraft: true, to: &table), "%lld книг needs_review")
        XCTAssertEqual(try other(new, to: &table), "%lld томов translated")
        XCTAssertEqual(try other(old, to: &table), "%lld книг translated")
        XCTAssertEqual(try other(new, isDraft: true, to: &table), "%lld книг translated")
    }

    func testATextOfItsOwnIsNotReplacedByTheCopyOfAnotherForm() throws {
        for state in [nil, .needsReview] as [TranslationUnit.State?] {
            var table = try table()
            let forms = ["%lld книга", "%lld книги", "%lld книг"]
            _ = table.apply(file([translated("books|==|plural.other", "%lld книги", state)]))
            let name = state == nil ? "translated" : "needs_review"
            XCTAssertEqual(try other(forms, to: &table), "%lld книги \(name)")
            XCTAssertEqual(try exported("books|==|plural.many", table), "%lld книг translated")
        }
    }

    func testACompleteImportOfPOIsClean() throws {
        // A number with a fraction has the form of no integer, so its copy is a draft.
        for (format, codes) in [("%lld", []), ("%.1f", [LocalizationFinding.Code.needsReview])] {
            let forms = [("one", "\(format) km a"), ("other", "\(format) km b")]
            let entries = #""way": {"localizations": {"en": \#(plural(forms))}}"#
            let folder = try TemporaryFolder(self)
            let url = try folder.write(catalog(entries), to: "T.bundle/L.xcstrings")
            var table = try TableFile(contentsOf: url)
            table.reformat()
            let document = try TranslationFile(of: [table], language: "pl").documents(as: .po)[0]
            var text = document.content
            for index in 0..<3 {
                text.replace("msgstr[\(index)] \"\"", with: "msgstr[\(index)] \"\(format) km\"")
            }
            XCTAssertEqual(table.apply(try readTranslations(text, "pl.po")).findings, [])
            try table.write()
            let bundle = try ResourceBundle.locate("T", in: [folder.url])
            let lint = LocalizationLint(bundle)
            XCTAssertEqual(lint.findings.map(\.code), codes, "\(lint)")
        }
    }

    func testTheLanguageOfTheSourcesIsNotImported() throws {
        var table = try table()
        let units = [translated("title", "x"), translated("empty", "y")]
        let result = table.apply(TranslationFile(units: units, language: "en"))
        XCTAssertEqual(result.refusedCount, 2)
        XCTAssertEqual(result.findings.map(\.code), [.unknownUnit, .unknownUnit])
        XCTAssertFalse(table.isChanged)
    }
}

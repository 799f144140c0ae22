import FootingLocalization
import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

/// The tools of gettext, and Python's polib, with PO files of ours.
final class GettextTests: XCTestCase {
    private func export(_ language: LanguageTag?, _ folder: TemporaryFolder) throws -> URL {
        let entries = """
            "a \\"b\\"\\\\ \\n\\t": {"comment": "two\\nlines",
                "localizations": {"ru": \(unit("а \\\"б\\\"\\\\ \\n\\t"))}},
            "100 % of %@": {"localizations": {"ru": \(unit("100 % от %@", "needs_review"))}},
            "%@ has %lld": {"localizations": {"ru": \(unit("%2$lld у %1$@"))}},
            "%(name)@": {"localizations": {"ru": \(unit("%(name)@!"))}},
            "books": {"localizations": {
                "en": \(plural([("one", "%lld book"), ("other", "%lld books")])),
                "ru": \(plural([("one", "%lld книга"), ("few", "%lld книги"), ("many", "%lld книг"),
                    ("other", "%lld книги")]))}}
            """
        let url = try folder.write(catalog(entries), to: "L.xcstrings")
        let source = try folder.write("l10n(\"books\", 5, table: \"L\")\n", to: "Sources/A.swift")
        let keys = SourceKeys(in: [source.deletingLastPathComponent()])
        let table = try TableFile(contentsOf: url)
        let file = try TranslationFile(
            of: [table],
            language: language,
            root: folder.url,
            usedBy: keys
        )
        let document = try XCTUnwrap(file.documents(as: .po).first)
        XCTAssertEqual(document.path, language == nil ? "L.xcstrings.pot" : "ru/L.xcstrings.po")
        return try folder.write(document.content, to: document.path)
    }

    func testTheFileIsWhole() throws {
        let folder = try TemporaryFolder(self)
        let text = try String(contentsOf: export("ru", folder), encoding: .utf8)
        XCTAssertEqual(
            text,
            #"""
            msgid ""
            msgstr ""
            "MIME-Version: 1.0\n"
            "Content-Type: text/plain; charset=UTF-8\n"
            "Content-Transfer-Encoding: 8bit\n"
            "Language: ru\n"
            "Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : (n%10>=2 && n%10<=4) && (n%100<12 || n%100>14) ? 1 : 2);\n"
            "X-Original: L.xcstrings\n"

            msgctxt "%(name)@"
            msgid "%(name)@"
            msgstr "%(name)@!"

            #, objc-format
            msgctxt "%@ has %lld"
            msgid "%@ has %lld"
            msgstr "%2$lld у %1$@"

            #, fuzzy
            msgctxt "100 % of %@"
            msgid "100 % of %@"
            msgstr "100 % от %@"

            #. two
            #. lines
            msgctxt ""
            "a \"b\"\\ \n"
            "\t"
            msgid ""
            "a \"b\"\\ \n"
            "\t"
            msgstr ""
            "а \"б\"\\ \n"
            "\t"

            #: Sources/A.swift
            #, objc-format
            msgctxt "books"
            msgid "%lld book"
            msgid_plural "%lld books"
            msgstr[0] "%lld книга"
            msgstr[1] "%lld книги"
            msgstr[2] "%lld книг"

            """#
        )
    }

    func testAFileWithAMessageIsNamed() throws {
        let folder = try TemporaryFolder(self)
        let sources = [
            "A": "send(.title)", "B": "throw LocalizedMessage.title", "C": "l10n(\"title\")",
            "D": "return .Mail.title", "E": "view.title; view?.title; map(\\.title)",
            "F": "a.b.title; f().title", "G": "send(.titles); title", "H": "\"title\"",
        ]
        for (name, text) in sources {
            try folder.write("\(text)\n", to: "Sources/\(name).swift")
        }
        let url = try folder.write(catalog("\"title\": {}"), to: "Localizable.xcstrings")
        let file = try TranslationFile(
            of: [try TableFile(contentsOf: url)],
            language: "ru",
            root: folder.url,
            usedBy: SourceKeys(in: [folder.url])
        )
        let lines = file.documents(as: .po).flatMap { $0.content.split(separator: "\n") }
        XCTAssertEqual(
            lines.filter { $0.hasPrefix("#:") },
            ["A", "B", "C", "D"].map { "#: Sources/\($0).swift" }
        )
    }

    func testMsgfmtChecksOurFiles() throws {
        try require(["msgfmt", "--version"])
        let folder = try TemporaryFolder(self)
        for language in ["ru", nil] as [LanguageTag?] {
            let file = try export(language, folder)
            let command = ["msgfmt", "-c", "-o", "/dev/null", file.path]
            let (status, output) = try runProgram(command)
            XCTAssertEqual(status, 0, output)
        }
    }

    func testMsgmergeAndMsgcatKeepEveryUnit() throws {
        try require(["msgmerge", "--version"])
        let folder = try TemporaryFolder(self)
        let (file, template) = (try export("ru", folder), try export(nil, folder))
        for command in [
            ["msgmerge", "-q", file.path, template.path], ["msgcat", "--width=20", file.path],
        ] {
            let text = try bytesPrinted(by: command)
            let merged = try TranslationFile.read(Array(text), at: "merged.po")
            let own = try TranslationFile(contentsOf: file)
            XCTAssertEqual(merged.language, "ru")
            func summary(_ file: TranslationFile) -> [[String?]] {
                file.units.map { [$0.original, $0.id, $0.source, $0.target, $0.state?.rawValue] }
                    .sorted { ($0[1] ?? "") < ($1[1] ?? "") }
            }
            XCTAssertEqual(summary(merged), summary(own), "\(command)")
        }
    }

    func testPolibReadsOurFilesAndWritesThemBack() throws {
        try require(["python3", "-c", "import polib"])
        let folder = try TemporaryFolder(self)
        let file = try export("ru", folder)
        let script = """
            import polib, sys
            po = polib.pofile(sys.argv[1])
            for e in po:
                print(e.msgctxt.strip(), e.fuzzy, len(e.msgstr_plural))
            po.save(sys.argv[2])
            """
        let copy = folder.url.appending(path: "copy.po")
        let output = try bytesPrinted(by: ["python3", "-c", script, file.path, copy.path])
        XCTAssertEqual(
            String(decoding: output, as: UTF8.self).split(separator: "\n").suffix(1),
            ["books False 3"]
        )
        let (own, again) = try (
            TranslationFile(contentsOf: file), TranslationFile(contentsOf: copy)
        )
        XCTAssertEqual(own.units.map(\.target), again.units.map(\.target))
        XCTAssertEqual(own.units.map(\.id), again.units.map(\.id))
    }
}

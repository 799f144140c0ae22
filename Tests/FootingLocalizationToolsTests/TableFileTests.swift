import FootingLocalization
import FootingLocalizationMembers
@testable import FootingLocalizationTools
import Foundation
import TestSupport
import XCTest

final class TableFileTests: XCTestCase {
    private func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }

    private func write(_ text: String, to path: String) throws -> URL {
        try TemporaryFolder(self).write(text, to: path)
    }

    private func error(
        of body: @autoclosure () throws -> some Any
    ) -> LocalizationToolsError? {
        do {
            _ = try body()
            return nil
        } catch {
            return error as? LocalizationToolsError
        }
    }

    // `.strings`.

    func testStringsAreReplacedInPlaceAndAppended() throws {
        let rows: [(old: String, new: String)] = [
            ("a = x;\n", "a = \"new\";\n\"b\" = \"new\";\n"),
            (
                "/* A */\n\"a\"  =\t'x' ; // one\n\n// two\n\"c\" = \"\\U00e4\";",
                "/* A */\n\"a\"  =\t\"new\" ; // one\n\n// two\n\"c\" = \"\\U00e4\";\n"
                    + "\"b\" = \"new\";\n"
            ),
            ("a;\r\n", "a = \"new\";\r\n\"b\" = \"new\";\r\n"),
            // The last of two counts.
            ("a = x; a = y;", "a = x; a = \"new\";\n\"b\" = \"new\";\n"),
            ("\u{FEFF}\"a\" = \"ä\";\n", "\u{FEFF}\"a\" = \"new\";\n\"b\" = \"new\";\n"),
            (
                "// none\n\"a\"=\"\";\n/* end */",
                "// none\n\"a\"=\"new\";\n/* end */\n\"b\" = \"new\";\n"
            ),
        ]
        for row in rows {
            for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian, .utf16] {
                let data = try XCTUnwrap(row.old.data(using: encoding))
                var text = try StringsText([UInt8](data))
                XCTAssert(text.bytes == [UInt8](data))
                text.set("new", of: "a")
                text.set("x", of: "b")
                text.set("new", of: "b")
                XCTAssertEqual(
                    Data(text.bytes),
                    row.new.data(using: encoding),
                    "\(row) \(encoding)"
                )
                XCTAssertEqual(text.value(of: "a"), "new")
                let again = try StringsText(text.bytes)
                XCTAssertEqual(again.value(of: "b"), "new")
                XCTAssertEqual(again.keys.suffix(1), ["b"])
            }
        }
    }

    func testCommentsOfStrings() throws {
        let source = """
            /* File */

            /* The title
               of the window. */
            "a" = "A"; // beside
            "b" = "B";
            // line
            "c" = "C";
            """
        var text = try StringsText(Array(source.utf8))
        XCTAssertEqual(text.keys.map(text.comment), ["The title\nof the window.", nil, nil])
        XCTAssertEqual(text.keys.map(text.line), [5, 6, 8])
        text.set("D", of: "d", comment: "One\nTwo */ three")
        XCTAssertEqual(
            String(decoding: text.bytes, as: UTF8.self),
            source + "\n\n/* One\n   Two * / three */\n\"d\" = \"D\";\n"
        )
        let again = try StringsText(text.bytes)
        XCTAssertEqual(again.comment(of: "d"), "One\nTwo * / three")
        let lines = try StringsText(Array("/* One\r\n   two */ a = b;".utf8))
        XCTAssertEqual(lines.comment(of: "a"), "One\ntwo")
        for accent in ["\u{301}", "\u{FE0F}", "\u{200D}"] {
            text = StringsText()
            text.set("A", of: "a", comment: "a */\(accent) b")
            text = try StringsText(text.bytes)
            XCTAssertEqual(text.value(of: "a"), "A")
            XCTAssertEqual(text.comment(of: "a"), "a * /\(accent) b")
        }
    }

    func testStringsWithFaultsAreRefused() throws {
        let rows: [(text: String, code: LocalizationToolsError.Code, line: Int?)] = [
            ("a = x;\nb = \"x;\n", .invalidStrings, 2),
            ("a = x;\n\nb = x\n", .invalidStrings, 3),
            ("a = (x);\n", .invalidStrings, 1),
            ("{ a = x; }\n", .invalidStrings, 1),
            ("a = x;\n/* open", .invalidStrings, 2),
            ("a = x; \"b\" = \"y\" z;", .invalidStrings, 1),
            ("<?xml version=\"1.0\"?><plist><dict/></plist>", .unsupportedTable, nil),
        ]
        for row in rows {
            let url = try write(row.text, to: "en.lproj/T.strings")
            let error = error(of: try TableFile(contentsOf: url))
            XCTAssertEqual(error?.code, row.code, row.text)
            XCTAssertEqual(error?.line, row.line, row.text)
            XCTAssertEqual(error?.file, url.path)
        }
        for data in [Data([0x61, 0xFF, 0x3B]), Data([0xFF, 0xFE, 0x00, 0xD8, 0x61, 0x00])] {
            let folder = try TemporaryFolder(self)
            let url = try folder.write(data, to: "en.lproj/T.strings")
            XCTAssertEqual(error(of: try TableFile(contentsOf: url))?.code, .invalidStrings)
        }
    }

    func testRandomStringsKeepTheTextBetweenThem() throws {
        var random = RandomTexts(seed: 7)
        for _ in 0..<rounds(100, underStress: 10_000) {
            let entries = random.entries(upTo: 6)
            let blanks = ["\n", " ", "/* x */", "// y\n", "\r\n"]
            var text = StringsText()
            for (key, value) in entries { text.set(value, of: key) }
            let source = String(decoding: text.bytes, as: UTF8.self) + blanks.shuffled().joined()
            text = try StringsText(Array(source.utf8))
            XCTAssertEqual(text.keys.count, entries.count)
            for (key, value) in entries { XCTAssert(isSame(text.value(of: key), value)) }
            XCTAssert(text.bytes == Array(source.utf8))
            guard let (key, value) = entries.randomElement() else { continue }
            text.set(value + "!", of: key)
            let edited = text.bytes
            text = try StringsText(edited)
            text.set(value, of: key)
            XCTAssert(text.bytes == Array(source.utf8))
        }
    }

    func testATableOfStringsHasAllLanguages() throws {
        let folder = try TemporaryFolder(self)
        let url = try folder.write("/* A */\n\"a\" = \"A\";\n", to: "en.lproj/T.strings")
        let german = try folder.write("\"a\" = \"Ä\";\n", to: "de.lproj/T.strings")
        try folder.write("a = \"\n", to: "fr.lproj/T.strings")
        try folder.makeFolder("it.lproj")
        var table = try TableFile(contentsOf: url)
        XCTAssertEqual(table.name, "T")
        XCTAssertFalse(table.isCatalog)
        XCTAssertEqual(table.content.languages, ["en", "de", "fr"])
        XCTAssertEqual(table.content.strings(of: "a", in: "de"), [TableString(value: "Ä")])
        XCTAssertEqual(table.content.strings(of: "a", in: "fr"), [])
        XCTAssertEqual(table.content.attributes(of: "a").comment, "A")

        XCTAssert(try table.content.set(TableString(value: "neu"), of: "a", in: "de"))
        XCTAssert(try table.content.set(TableString(value: "novo"), of: "a", in: "pt-BR"))
        XCTAssertFalse(try table.content.set(TableString(value: "x"), of: "b", in: "de"))
        let fault = error(of: try table.content.set(TableString(value: "x"), of: "a", in: "fr"))
        XCTAssertEqual(fault?.code, .invalidStrings)
        XCTAssertEqual(fault?.file?.hasSuffix("/fr.lproj/T.strings"), true)
        XCTAssert(table.isChanged)
        try table.write()
        XCTAssertFalse(table.isChanged)
        XCTAssertEqual(try text(german), "\"a\" = \"neu\";\n")
        let new = folder.url.appending(path: "pt-BR.lproj/T.strings")
        XCTAssertEqual(try text(new), "/* A */\n\"a\" = \"novo\";\n")
    }

    func testTheLanguageOfBaseIsThatOfDevelopment() throws {
        let url = try write("a = b;", to: "Base.lproj/T.strings")
        XCTAssertEqual(
            try TableFile(contentsOf: url, sourceLanguage: "fr").sourceLanguage,
            "fr"
        )
    }

    // Catalogs.

    func testFoldersHaveLegacyNamesOfLanguages() throws {
        let folder = try TemporaryFolder(self)
        let url = try folder.write("a = \"A\";\n", to: "English.lproj/L.strings")
        let german = try folder.write("a = \"B\";\n", to: "German.lproj/L.strings")
        var table = try TableFile(contentsOf: url)
        XCTAssertEqual(table.sourceLanguage, "en")
        XCTAssertEqual(table.content.languages, ["en", "de"])
        let unit = TranslationUnit(original: "English.lproj/L.strings", id: "a", target: "C")
        let file = TranslationFile(units: [unit], language: "de")
        XCTAssertEqual(table.apply(file, root: folder.url).importedCount, 1)
        try table.write()
        XCTAssertEqual(try text(german), "a = \"C\";\n")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        XCTAssertEqual(names, ["English.lproj", "German.lproj"])
    }

    func testACatalogIsReadAsItIs() throws {
        let url = try write(catalogOfXcode, to: "Books.xcstrings")
        let table = try TableFile(contentsOf: url)
        XCTAssertEqual(table.name, "Books")
        XCTAssert(table.isCatalog)
        XCTAssertEqual(table.sourceLanguage, "en")
        XCTAssertEqual(table.content.languages, ["en", "de"])
        XCTAssertEqual(table.content.keys, ["", "%lld books", "Open ${file}", "Quit"])
        let attributes = table.content.attributes(of: "%lld books")
        XCTAssertEqual(attributes.comment, "A number of \"books\"\n")
        XCTAssertEqual(
            table.content.strings(of: "%lld books", in: "de"),
            [
                TableString(path: VariationPath([.plural(.one)]), value: "%lld Buch"),
                TableString(
                    path: VariationPath([.plural(.other)]),
                    value: "%lld Bücher",
                    state: .needsReview
                ),
            ]
        )
        XCTAssertEqual(table.content.strings(of: "Quit", in: "en"), [])
        XCTAssertEqual(table.content.line(of: "Quit"), 54)
    }

    func testAFileWithoutAChangeIsNotTouched() throws {
        for (name, text) in [
            ("T.xcstrings", catalogOfXcode), ("T.xcstrings", catalogOfXcode + " "),
            ("en.lproj/T.strings", "\"Quit\" = \"Quit\";"),
        ] {
            let url = try write(text, to: name)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1000)],
                ofItemAtPath: url.path
            )
            var table = try TableFile(contentsOf: url)
            _ = try table.content.set(TableString(value: "x"), of: "none", in: "en")
            XCTAssertFalse(table.isChanged)
            try table.write()
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            XCTAssertEqual(
                attributes[.modificationDate] as? Date,
                Date(timeIntervalSince1970: 1000)
            )
        }
    }

    func testAnotherLayoutIsWrittenOnlyAfterReformatting() throws {
        let url = try write(catalogOfXcode.replacing("\n  ", with: "\n "), to: "T.xcstrings")
        var table = try TableFile(contentsOf: url)
        XCTAssertFalse(table.isChanged)
        XCTAssert(try table.content.set(TableString(value: "x"), of: "Quit", in: "de"))
        let old = try text(url)
        let error = error(of: try table.write())
        XCTAssertEqual(error?.code, .layoutNotReproducible)
        XCTAssertEqual(error?.line, 4)
        XCTAssertEqual(try text(url), old)

        table = try TableFile(contentsOf: url)
        XCTAssert(table.reformat())
        try table.write()
        XCTAssertEqual(try text(url), catalogOfXcode)
        XCTAssertFalse(table.reformat())
    }

    // Writing.

    func testPermissionsAreKeptAndALinkStays() throws {
        let folder = try TemporaryFolder(self)
        let file = try folder.write(catalogOfXcode, to: "real/T.xcstrings")
        let link = folder.url.appending(path: "T.xcstrings")
        try FileManager.default.createSymbolicLink(
            atPath: link.path,
            withDestinationPath: "real/T.xcstrings"
        )
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
        var table = try TableFile(contentsOf: link)
        XCTAssert(try table.content.set(TableString(value: "Beenden"), of: "Quit", in: "de"))
        try table.write()
        XCTAssert(try text(file).contains("Beenden"))
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o640)
        XCTAssertEqual(
            try FileManager.default.destinationOfSymbolicLink(atPath: link.path),
            "real/T.xcstrings"
        )
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/real")
        XCTAssertEqual(names, ["T.xcstrings"])
    }

    /// A table in a folder, with a change.
    private func changed(
        _ path: String,
        in folder: TemporaryFolder,
        _ language: LanguageTag = "de"
    ) throws -> TableFile {
        var table = try TableFile(contentsOf: folder.url.appending(path: path))
        let key = table.isCatalog ? "Quit" : "a"
        XCTAssert(try table.content.set(TableString(value: "neu"), of: key, in: language))
        return table
    }

    func testAFileThatHasChangedIsNotOverwritten() throws {
        let folder = try TemporaryFolder(self)
        let url = try folder.write(catalogOfXcode, to: "T.xcstrings")
        try folder.write("a = x;", to: "en.lproj/T.strings")
        var tables = try [
            changed("en.lproj/T.strings", in: folder), changed("T.xcstrings", in: folder),
        ]
        let other = catalogOfXcode.replacing("Quit", with: "Exit")
        try folder.write(other, to: "T.xcstrings")
        let fault = error(of: try TableFile.write(tables))
        XCTAssertEqual(fault?.code, .notWritten)
        XCTAssertEqual(fault?.file, url.path)
        XCTAssertEqual(fault?.message.contains("another program"), true)
        XCTAssertEqual(try text(url), other)
        let manager = FileManager.default
        XCTAssertEqual(
            try manager.contentsOfDirectory(atPath: folder.url.path).sorted(),
            ["T.xcstrings", "en.lproj"]
        )
        // A new file that another program has made.
        tables.removeLast()
        let german = try folder.write("a = y;", to: "de.lproj/T.strings")
        XCTAssertEqual(error(of: try TableFile.write(tables))?.code, .notWritten)
        XCTAssertEqual(try text(german), "a = y;")
    }

    func testTwoTablesInOneFileAreRefused() throws {
        let folder = try TemporaryFolder(self)
        let url = try folder.write(catalogOfXcode, to: "A/T.xcstrings")
        try folder.makeFolder("B")
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.path + "/B/T.xcstrings",
            withDestinationPath: "../A/T.xcstrings"
        )
        let tables = try ["A", "B"].map { try changed("\($0)/T.xcstrings", in: folder) }
        let error = error(of: try TableFile.write(tables))
        XCTAssertEqual(error?.code, .notWritten)
        XCTAssertEqual(error?.file, tables[1].path)
        XCTAssertEqual(try text(url), catalogOfXcode)
    }

    func testAFileWithoutWritePermissionStays() throws {
        let folder = try TemporaryFolder(self)
        let url = try folder.write(catalogOfXcode, to: "T.xcstrings")
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: url.path)
        var table = try changed("T.xcstrings", in: folder)
        let error = error(of: try table.write())
        XCTAssertEqual(error?.code, .accessDenied)
        XCTAssertEqual(error?.errno, EACCES)
        XCTAssertEqual(error?.message.contains("Permission denied"), true)
        XCTAssertEqual(try text(url), catalogOfXcode)
    }

    func testANewTableReplacesTheTargetOfALink() throws {
        let folder = try TemporaryFolder(self)
        let file = try folder.write("a = x;", to: "real.strings")
        let manager = FileManager.default
        try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
        let link = folder.url.appending(path: "T.strings")
        try manager.createSymbolicLink(atPath: link.path, withDestinationPath: "real.strings")
        var table = TableFile([(key: "a", value: "b")], at: link)
        try table.write()
        XCTAssertEqual(try text(file), "\"a\" = \"b\";\n")
        let attributes = try manager.attributesOfItem(atPath: file.path)
        XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o640)
        XCTAssertEqual(
            try manager.destinationOfSymbolicLink(atPath: link.path),
            "real.strings"
        )
    }

    func testATableThatIsTooLargeIsNotWritten() throws {
        let folder = try TemporaryFolder(self)
        var file = EditedFile(newFileAt: folder.url.path + "/T.strings")
        file.content = Array(repeating: 0x20, count: 64 << 20 + 1)
        XCTAssertEqual(error(of: try FileBatch.write([file]))?.code, .limitExceeded)
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.url.path), [])
    }

    func testTheFolderOfANewLanguageDoesNotStayAlone() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("a = x;", to: "A/en.lproj/T.strings")
        try folder.write(catalogOfXcode, to: "B/T.xcstrings")
        let tables = try [
            changed("A/en.lproj/T.strings", in: folder), changed("B/T.xcstrings", in: folder),
        ]
        try FileManager.default.removeItem(at: folder.url.appending(path: "B"))
        XCTAssertEqual(error(of: try TableFile.write(tables))?.code, .noSuchFile)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/A")
        XCTAssertEqual(names, ["en.lproj"])
    }

    func testAllFilesArePreparedBeforeTheFirstIsWritten() throws {
        let folder = try TemporaryFolder(self)
        var tables: [TableFile] = []
        for name in ["A", "B"] {
            let url = try folder.write(catalogOfXcode, to: "\(name)/T.xcstrings")
            var table = try TableFile(contentsOf: url)
            XCTAssert(try table.content.set(TableString(value: "x"), of: "Quit", in: "de"))
            tables.append(table)
        }
        try FileManager.default.removeItem(at: folder.url.appending(path: "B"))
        let error = error(of: try TableFile.write(tables))
        XCTAssertEqual(error?.code, .noSuchFile)
        XCTAssertEqual(error?.file, tables[1].path)
        XCTAssertEqual(try text(folder.url.appending(path: "A/T.xcstrings")), catalogOfXcode)
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/A"),
            ["T.xcstrings"]
        )
    }

    func testAnErrorNamesTheFilesThatWereWritten() throws {
        let folder = try TemporaryFolder(self)
        var tables: [TableFile] = []
        for name in ["A", "B"] {
            let url = try folder.write("a = x;", to: "\(name)/en.lproj/T.strings")
            var table = try TableFile(contentsOf: url)
            XCTAssert(try table.content.set(TableString(value: "y"), of: "a", in: "de"))
            tables.append(table)
        }
        // A file can't replace a folder.
        try folder.makeFolder("B/de.lproj/T.strings/x")
        let error = error(of: try TableFile.write(tables))
        XCTAssertEqual(error?.code, .notWritten)
        XCTAssertEqual(error?.file?.hasSuffix("B/de.lproj/T.strings"), true)
        XCTAssertEqual(error?.message.contains("A/de.lproj/T.strings"), true, "\(error as Any)")
    }

    // Errors.

    func testTheDescriptionIsThatOfLocalizedErrors() throws {
        let url = URL(filePath: "/none/T.xcstrings")
        let error = try XCTUnwrap(error(of: try TableFile(contentsOf: url)))
        XCTAssertEqual(error.errno, ENOENT)
        XCTAssertEqual((error as any Error).localizedDescription, error.description)
        XCTAssertTrue(error.description.hasPrefix("/none/T.xcstrings: error: The file couldn't"))
    }

    func testAURLThatIsNoFileIsRefused() throws {
        for text in ["https://example.com/T.xcstrings", "file://host/T.xcstrings"] {
            let url = try XCTUnwrap(URL(string: text))
            let table = error(of: try TableFile(contentsOf: url))
            let file = error(of: try TranslationFile(contentsOf: url))
            XCTAssertEqual([table?.code, file?.code], [.invalidPath, .invalidPath], text)
        }
    }

    func testErrorsOfReading() throws {
        let folder = try TemporaryFolder(self)
        let rows: [(path: String, text: String?, code: LocalizationToolsError.Code)] = [
            ("none.xcstrings", nil, .noSuchFile),
            ("en.lproj/none.strings", nil, .noSuchFile),
            ("T.strings", "a = b;", .unsupportedTable),
            ("en.lproj/T.stringsdict", "{}", .unsupportedTable),
            ("no language.lproj/T.strings", "", .unsupportedTable),
            ("T.txt", "", .unsupportedTable),
            ("T.xcstrings", "{}", .invalidCatalog),
        ]
        for row in rows {
            let url = folder.url.appending(path: row.path)
            if let text = row.text { try folder.write(text, to: row.path) }
            let error = error(of: try TableFile(contentsOf: url))
            XCTAssertEqual(error?.code, row.code, row.path)
            XCTAssertEqual(error?.file, url.path)
            let description = try XCTUnwrap(error).description
            XCTAssert(description.hasPrefix(url.path + ": error: "), description)
            XCTAssert(description.hasSuffix("[\(row.code)]"), description)
        }
        let large = try folder.write("", to: "large.xcstrings")
        try FileHandle(forWritingTo: large).truncate(atOffset: 64 << 20 + 1)
        XCTAssertEqual(error(of: try TableFile(contentsOf: large))?.code, .limitExceeded)
    }
}

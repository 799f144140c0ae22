import Foundation
@testable import localization
import TestSupport
import XCTest

final class ExchangeCommandTests: XCTestCase {
    private func run(_ command: Command, _ arguments: [String]) -> CommandResult {
        command.run(arguments)
    }

    private func contents(of folder: TemporaryFolder) throws -> [String: String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
        var contents: [String: String] = [:]
        for name in names where name.contains(".strings") || name.contains(".xcstrings") {
            let url = folder.url.appending(path: name)
            contents[name] = try String(contentsOf: url, encoding: .utf8)
        }
        return contents
    }

    private func makePackage() throws -> TemporaryFolder {
        let folder = try TemporaryFolder(self)
        let catalog = """
            {
              "sourceLanguage" : "en",
              "strings" : {
                "a" : {
                  "localizations" : {
                    "ru" : {
                      "stringUnit" : {
                        "state" : "translated",
                        "value" : "А"
                      }
                    }
                  }
                },
                "b %@" : {

                }
              },
              "version" : "1.0"
            }
            """
        try folder.write(catalog, to: "Sources/Shop/L.xcstrings")
        try folder.write("\"m\" = \"M\";\n", to: "Sources/Shop/en.lproj/Mail.strings")
        try folder.write("<plist/>", to: "Sources/Shop/en.lproj/Old.stringsdict")
        return folder
    }

    func testExportedFilesAreImported() throws {
        let folder = try makePackage()
        let path = folder.url.path
        let target = ["--package-target", "Shop=\(path)/Sources/Shop", "--root", path]
        for format in ["xliff", "po", "csv"] {
            let to = "\(path)/\(format)"
            let arguments = target + ["--language", "ru", "--language=pl", "--to", to]
            let result = run(.export, arguments + ["--format", format])
            XCTAssertEqual(result.status, 0, result.output)
            XCTAssertNil(result.message)
            let files = result.output.split(separator: "\n").map(String.init)
            XCTAssertTrue(files[0].hasSuffix("[unknownUnit]"), result.output)
            XCTAssertEqual(
                files.dropFirst().map { $0.dropFirst(to.count + 1) },
                format == "po"
                    ? [
                        "ru/Sources.Shop.L.xcstrings.po",
                        "ru/Sources.Shop.en.lproj.Mail.strings.po",
                        "pl/Sources.Shop.L.xcstrings.po",
                        "pl/Sources.Shop.en.lproj.Mail.strings.po",
                    ] : ["ru.\(format)", "pl.\(format)"]
            )
            let before = try contents(of: folder)
            let again = run(.import, target + files.dropFirst())
            XCTAssertEqual(again.status, 0, again.output)
            XCTAssertEqual(try contents(of: folder), before)
        }
        let file = folder.url.appending(path: "xliff/ru.xliff")
        let text = try String(contentsOf: file, encoding: .utf8)
        let translated = text.replacing(
            "<source>M</source>",
            with: "<source>M</source><target>П</target>"
        )
        .replacing("<source>b %@</source>", with: "<source>b %@</source><target>б %@</target>")
        try folder.write(translated, to: "xliff/ru.xliff")
        let before = try contents(of: folder)
        let check = run(.import, target + ["--check", file.path])
        XCTAssertEqual(check.status, 1)
        XCTAssertTrue(check.output.hasSuffix("ru.xliff: 2 imported, 1 unchanged, 0 refused\n"))
        XCTAssertEqual(try contents(of: folder), before)
        let result = run(.import, target + [file.path])
        XCTAssertEqual(result.status, 0, result.output)
        let after = try contents(of: folder)
        XCTAssertEqual(after["Sources/Shop/ru.lproj/Mail.strings"], "\"m\" = \"П\";\n")
        let added = after["Sources/Shop/L.xcstrings"]?.split(separator: "\n").filter {
            before["Sources/Shop/L.xcstrings"]?.contains($0) == false
        }
        XCTAssertEqual(
            added?.map { $0.trimmingCharacters(in: .whitespaces) },
            ["\"value\" : \"б %@\""]
        )
        let last = run(.import, target + ["--check", file.path])
        XCTAssertEqual(last.status, 0, last.output)
    }

    func testUnreadableFilesChangeNothingAndOthersAreImported() throws {
        let folder = try makePackage()
        let path = folder.url.path
        try folder.write("id,file,target\nb %@,L.xcstrings,б %@\nb %@,x,y\n", to: "ru.csv")
        try folder.write("<xliff version=\"1.2\">", to: "bad.xliff")
        let target = ["--package-target", "Shop=\(path)/Sources/Shop", "--root", path]
        let result = run(.import, target + ["\(path)/bad.xliff", "\(path)/ru.csv"])
        XCTAssertEqual(result.status, 1)
        let lines = result.output.split(separator: "\n")
        XCTAssertEqual(lines.count, 3)
        XCTAssertTrue(lines[0].hasPrefix("\(path)/bad.xliff:1: error: "), "\(lines)")
        XCTAssertTrue(lines[1].hasPrefix("\(path)/ru.csv:3: error: "), "\(lines)")
        XCTAssertEqual(lines[2], "\(path)/ru.csv: 1 imported, 0 unchanged, 1 refused")
        XCTAssertTrue(
            try XCTUnwrap(contents(of: folder)["Sources/Shop/L.xcstrings"]).contains("б %@")
        )
    }

    func testTablesWithOneFileAreNotExported() throws {
        let folder = try makePackage()
        let path = folder.url.path
        let text = try XCTUnwrap(contents(of: folder)["Sources/Shop/L.xcstrings"])
        try folder.write(text, to: "a.b/L.xcstrings")
        try folder.write(text, to: "a/b/L.xcstrings")
        let options = ["--root", path, "--format=po", "--language=ru", "--to", "\(path)/out"]
        let result = run(.export, [path] + options)
        XCTAssertEqual(result.status, 1)
        XCTAssertEqual(
            result.message,
            "\(path)/out/ru/a.b.L.xcstrings.po: two tables have this file: rename a folder"
        )
    }

    func testACatalogWithAnotherLayoutIsNotWritten() throws {
        let folder = try makePackage()
        let path = folder.url.path
        try folder.write("id,file,target\nb %@,L.xcstrings,б %@\n", to: "ru.csv")
        let table = "Sources/Shop/L.xcstrings"
        let text = try XCTUnwrap(contents(of: folder)[table]).replacing("\n  ", with: "\n ")
        try folder.write(text, to: table)
        let target = ["--package-target", "Shop=\(path)/Sources/Shop", "--root", path]
        for options in [[], ["--check"]] {
            let result = run(.import, target + options + ["\(path)/ru.csv"])
            XCTAssertEqual(result.status, 1)
            XCTAssertTrue(result.output.contains("update --reformat"), "\(result)")
            XCTAssertTrue(result.output.hasSuffix("0 imported, 0 unchanged, 1 refused\n"))
            XCTAssertEqual(try contents(of: folder)[table], text)
        }
    }

    func testTemplatesHaveNoLanguage() throws {
        let folder = try makePackage()
        let path = folder.url.path
        let result = run(.export, [path, "--root", path, "--format=po", "--to", "\(path)/out"])
        XCTAssertEqual(result.status, 0, result.output)
        XCTAssertTrue(
            result.output.hasSuffix("\(path)/out/Sources.Shop.en.lproj.Mail.strings.pot\n")
        )
        let source = run(.export, [path, "--language", "en", "--to", "\(path)/out"])
        XCTAssertEqual(source.status, 1)
        XCTAssertTrue(source.output.hasSuffix("[unusableLanguage]\n"), source.output)
    }

    func testALaterFaultLeavesTheStatusOfAFolderThatCannotBeWritten() throws {
        let folder = try makePackage()
        let path = folder.url.path
        try folder.write("", to: "out")
        let languages = ["--language", "ru", "--language", "en"]
        let result = run(.export, [path, "--to", "\(path)/out"] + languages)
        XCTAssertEqual(result.status, 74, result.output)
        XCTAssertTrue(result.output.hasSuffix("[unusableLanguage]\n"), result.output)
    }

    func testCatalogsOfStoryboardsAreExchanged() throws {
        let folder = try makePackage()
        let path = folder.url.path
        let catalog =
            #"{"sourceLanguage": "en", "strings": {"Ab1-cd-2eF.text": {}}, "version": "1.0"}"#
        try folder.write(catalog, to: "Sources/Shop/mul.lproj/Main.xcstrings")
        let result = run(.export, [path, "--root", path, "--language=ru", "--to", "\(path)/out"])
        XCTAssertEqual(result.status, 0, result.output)
        let text = try String(
            contentsOf: folder.url.appending(path: "out/ru.xliff"),
            encoding: .utf8
        )
        XCTAssertTrue(text.contains("original=\"Sources/Shop/mul.lproj/Main.xcstrings\""), text)
    }

    func testATableInTheLanguageIsLeftOutByName() throws {
        let folder = try makePackage()
        let path = folder.url.path
        let catalog = #"{"sourceLanguage": "ru", "strings": {"r": {}}, "version": "1.0"}"#
        try folder.write(catalog, to: "Sources/R.xcstrings")
        let result = run(.export, [path, "--root", path, "--language=ru", "--to", "\(path)/out"])
        XCTAssertEqual(result.status, 0, result.output)
        let lines = result.output.split(separator: "\n").filter { $0.contains("R.xcstrings") }
        XCTAssertEqual(
            lines,
            [
                "\(path)/Sources/R.xcstrings: info: The language of the sources is ru: nothing is "
                    + "translated. [unknownUnit]"
            ]
        )
    }

    func testInvalidArgumentsAreNamed() {
        let rows: [(command: Command, arguments: [String], message: String)] = [
            (.export, [], "export needs the folder --to FOLDER"),
            (
                .export, ["--to", "x"],
                "export needs --language TAG, but for templates in --format po"
            ),
            (.export, ["--format", "xls"], "“xls” is not one of xliff, po, csv"),
            (.export, ["--check"], "there is no option “--check”"),
            (.import, [], "import needs a FILE"),
            (.import, ["--to", "x"], "there is no option “--to”"),
            (.import, ["f", "--language", "ru", "--language", "pl"], "import has one --language"),
            (.import, ["f", "--target", "T"], "the package has no target “T”"),
        ]
        for row in rows {
            let result = run(row.command, row.arguments)
            XCTAssertEqual(result.message, "\(row.message); see --help")
            XCTAssertEqual(result.status, 64)
        }
        XCTAssertEqual(run(.export, ["--help"]).output, Command.export.help)
        XCTAssertEqual(run(.import, ["-h"]).output, Command.import.help)
    }

    func testAFolderThatCannotBeWrittenIsNamed() throws {
        let folder = try makePackage()
        let path = folder.url.path
        try folder.write("", to: "out")
        let result = run(.export, [path, "--language", "ru", "--to", "\(path)/out"])
        XCTAssertEqual(result.status, 74)
        XCTAssertTrue(result.message?.hasPrefix("\(path)/out/ru.xliff: ") == true)
    }
}

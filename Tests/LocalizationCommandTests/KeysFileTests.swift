import Foundation
@testable import localization
import TestSupport
import XCTest

final class KeysFileTests: XCTestCase {
    private func run(_ arguments: [String]) -> CommandResult {
        Command.keys.run(arguments)
    }

    func testTheFileHasTheMessagesOfAllFolders() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("title = Inbox;\n", to: "A/en.lproj/Mail.strings")
        try folder.write("title = Posteingang;\nx = y;\n", to: "A/de.lproj/Mail.strings")
        let catalog = #"{"sourceLanguage": "de", "version": "1.0", "strings": {"left %lld": {}}}"#
        try folder.write(catalog, to: "A/B/Localizable.xcstrings")
        let file = folder.url.appending(path: "Messages.swift")
        let target = ["--package-target", "Shop=\(folder.url.path)/A", "--target", "Shop"]
        XCTAssertEqual(run(target + ["--to", file.path]), CommandResult())
        let content = try String(contentsOf: file, encoding: .utf8)
        let members = content.split(separator: "\n").filter { $0.contains("static") }
        XCTAssertEqual(
            members.map { $0.trimmingCharacters(in: .whitespaces) },
            [
                "static func left(_ arg1: some NumericArgument) -> LocalizedMessage {",
                "static var title: LocalizedMessage {",
            ]
        )
        // A file with the same content isn't written.
        let date = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate]
        XCTAssertEqual(run(["\(folder.url.path)/A", "--to=\(file.path)"]), CommandResult())
        let same = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate]
        XCTAssertEqual(same as? Date, date as? Date)
    }

    func testFaultsInTablesArePrinted() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("a = A;\nok = a;\nOK = b;\nb = \n", to: "en.lproj/Localizable.strings")
        let file = folder.url.appending(path: "Messages.swift")
        let result = run([folder.url.path, "--to", file.path])
        XCTAssertEqual(result.status, 0)
        let lines = result.output.split(separator: "\n")
        for (line, code) in [(2, "memberCollision"), (3, "memberCollision"), (4, "syntax")] {
            let place = "\(folder.url.path)/en.lproj/Localizable.strings:\(line): warning: "
            XCTAssert(
                lines.contains { $0.hasPrefix(place) && $0.hasSuffix("[\(code)]") },
                result.output
            )
        }
        XCTAssert(try String(contentsOf: file, encoding: .utf8).contains("static var a:"))
    }

    func testWithoutATableNothingIsWritten() throws {
        let folder = try TemporaryFolder(self)
        let file = folder.url.appending(path: "Messages.swift")
        let result = run([folder.url.path, "--to", file.path])
        XCTAssertEqual(result.status, 1)
        XCTAssert(result.output.hasSuffix("[noTables]\n"), result.output)
        XCTAssertFalse(FileManager.default.fileExists(atPath: file.path))
    }

    func testAFileThatCannotBeWrittenIsNamed() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("a = A;\n", to: "en.lproj/Localizable.strings")
        let path = folder.url.path + "/none/Messages.swift"
        let result = run([folder.url.path, "--to", path])
        XCTAssertEqual(result.status, 74)
        XCTAssert(result.message?.hasPrefix("\(path): The file can't be written") == true)
    }

    func testInvalidArguments() {
        let rows: [(arguments: [String], reason: String)] = [
            ([], "keys needs the file --to FILE"),
            (["--to", "x"], "keys needs --target NAME or a FOLDER"),
            (
                ["--to", "x", "--package-target", "A=b"],
                "keys needs --target NAME or a FOLDER"
            ),
            (["--to", "x", "--target", "A"], "the package has no target “A”"),
            (["--to"], "“--to” needs a value"),
            (["--join", "x"], "there is no option “--join”"),
            (
                ["--source-language", "no language"],
                "“no language” is not the name of a language"
            ),
        ]
        for row in rows {
            let wanted = CommandResult(message: row.reason + "; see --help", status: 64)
            XCTAssertEqual(run(row.arguments), wanted, "\(row.arguments)")
        }
        XCTAssertEqual(run(["--help"]), CommandResult(output: Command.keys.help))
    }

    func testTheProgramNeedsACommand() {
        XCTAssertEqual(Command.usage("--help"), CommandResult(output: Command.overview))
        for (name, reason) in [
            (nil, "a command is missing"), ("join", "there is no command “join”"),
        ] {
            let wanted = CommandResult(message: reason + "; see --help", status: 64)
            XCTAssertEqual(Command.usage(name), wanted)
        }
    }
}

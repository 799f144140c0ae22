import FootingLocalizationTools
import Foundation
@testable import localization
import TestSupport
import XCTest

final class UpdatedTablesTests: XCTestCase {
    private func run(_ arguments: [String]) -> CommandResult {
        Command.update.run(arguments)
    }

    private func catalog(_ strings: String) -> String {
        let strings = strings.isEmpty ? "" : strings + "\n"
        return """
            {
              "sourceLanguage" : "en",
              "strings" : {
            \(strings)
              },
              "version" : "1.0"
            }
            """
    }

    private func text(_ folder: TemporaryFolder, _ path: String) throws -> String {
        try String(contentsOf: folder.url.appending(path: path), encoding: .utf8)
    }

    /// Two targets: the first with a catalog, the second with files of `.strings`.
    private func makePackage() throws -> (folder: TemporaryFolder, arguments: [String]) {
        let folder = try TemporaryFolder(self)
        let sources = folder.url.path + "/Sources"
        try folder.write(
            "l10n(\"title\")\nl10n(\"only in B\", table: \"B\")\nl10n(\"none\", table: \"C\")\n",
            to: "Sources/A/A.swift"
        )
        try folder.write(catalog(""), to: "Sources/A/Localizable.xcstrings")
        try folder.write("l10n(\"b\")\nl10n(\"x\", table: \"B\")\n", to: "Sources/B/B.swift")
        try folder.write("\"b\" = \"B\";\n", to: "Sources/B/en.lproj/Localizable.strings")
        try folder.write("", to: "Sources/B/en.lproj/B.strings")
        try folder.write("", to: "Sources/B/de.lproj/B.strings")
        return (
            folder,
            [
                "--package-target", "A=\(sources)/A", "--package-target", "B=\(sources)/B",
            ]
        )
    }

    func testKeysAreWrittenIntoTheTablesOfTheirTargets() throws {
        let (folder, arguments) = try makePackage()
        let sources = folder.url.path + "/Sources"
        let lines = """
            \(sources)/A/Localizable.xcstrings: + title
            \(sources)/B/en.lproj/B.strings: + only in B
            \(sources)/B/en.lproj/B.strings: + x

            """
        let finding = """
            \(sources)/A/A.swift:3: error: “none” is not added, since no target has a table “C”: \
            create one in the target, or correct the name. [undefinedKey]

            """
        // A check writes nothing.
        let check = run(arguments + ["--check"])
        XCTAssertEqual(check.output, lines + finding)
        XCTAssertEqual(check.message, "3 changes: run it without --check")
        XCTAssertEqual(check.status, 1)
        XCTAssertEqual(try text(folder, "Sources/A/Localizable.xcstrings"), catalog(""))

        let update = run(arguments)
        XCTAssertEqual(update.output, lines + finding)
        XCTAssertEqual(update.message, "1 finding")
        XCTAssertEqual(update.status, 1)
        XCTAssertEqual(
            try text(folder, "Sources/A/Localizable.xcstrings"),
            catalog("    \"title\" : {\n\n    }").replacing("}\n\n", with: "}\n")
        )
        XCTAssertEqual(
            try text(folder, "Sources/B/en.lproj/B.strings"),
            "\"only in B\" = \"only in B\";\n\"x\" = \"x\";\n"
        )
        XCTAssertEqual(try text(folder, "Sources/B/de.lproj/B.strings"), "")
        XCTAssertEqual(
            try text(folder, "Sources/B/en.lproj/Localizable.strings"),
            "\"b\" = \"B\";\n"
        )

        // Nothing is left to do.
        try folder.write("l10n(\"title\")\n", to: "Sources/A/A.swift")
        XCTAssertEqual(run(arguments + ["--check"]), CommandResult())
        XCTAssertEqual(run(arguments), CommandResult())
    }

    func testATargetWithoutATableUsesTheOnlyOtherOne() throws {
        let folder = try TemporaryFolder(self)
        let path = folder.url.path
        for name in ["A", "B"] {
            try folder.write("\"a\" = \"A\";", to: "\(name)/en.lproj/Localizable.strings")
        }
        try folder.write("l10n(\"k\")", to: "C/C.swift")
        let result = run(["\(path)/A", "\(path)/B", "\(path)/C"])
        XCTAssertEqual(result.status, 1)
        XCTAssertEqual(
            result.output,
            "\(path)/C/C.swift:1: error: “k” is not added, since several other targets have a table "
                + "“Localizable”: create one in the target, or correct the name. [undefinedKey]\n"
        )
        XCTAssertEqual(
            run(["\(path)/A", "\(path)/C"]),
            CommandResult(output: "\(path)/A/en.lproj/Localizable.strings: + k\n")
        )
        // An inner folder is a target of its own.
        try folder.write("l10n(\"inner\")", to: "A/Inner/I.swift")
        try folder.write("", to: "A/Inner/en.lproj/Localizable.strings")
        XCTAssertEqual(
            run(["\(path)/A", "\(path)/A/Inner"]).output,
            "\(path)/A/Inner/en.lproj/Localizable.strings: + inner\n"
        )
    }

    func testATableWithTwoPathsIsUpdatedOnce() throws {
        let folder = try TemporaryFolder(self)
        let path = folder.url.path
        try folder.write("l10n(\"a\")", to: "A/A.swift")
        try folder.write("l10n(\"b\")", to: "B/B.swift")
        try folder.write(catalog(""), to: "A/Localizable.xcstrings")
        try FileManager.default.createSymbolicLink(
            atPath: path + "/B/Localizable.xcstrings",
            withDestinationPath: "../A/Localizable.xcstrings"
        )
        let table = "\(path)/A/Localizable.xcstrings"
        let result = run([
            "--package-target", "A=\(path)/A", "--package-target", "B=\(path)/B",
        ])
        XCTAssertEqual(result, CommandResult(output: "\(table): + a\n\(table): + b\n"))
        XCTAssertEqual(run([path]), CommandResult(output: ""))
    }

    func testOptions() throws {
        let folder = try TemporaryFolder(self)
        let path = folder.url.path
        try folder.write(
            "tr(\"mine\"); Text(\"view\"); let other = l10n(\"old %d\")",
            to: "A.swift"
        )
        let entries = """
                "gone" : {
                  "extractionState" : "stale"
                },
                "unused" : {

                }
            """
        let table = path + "/Localizable.xcstrings"
        let rows: [(arguments: [String], lines: [String])] = [
            (["--force"], ["- unused", "+ old %d"]),
            (["--force", "--prune"], ["- gone", "- unused", "+ old %d"]),
            (
                ["--force", "--function", "tr(_:)", "--swiftui"],
                ["- unused", "+ mine", "+ view", "+ old %d"]
            ),
            (["--force", "--manual"], ["- unused", "+ old %d"]),
        ]
        for row in rows {
            try folder.write(
                catalog(entries).replacing("}\n\n  }", with: "}\n  }"),
                to: "Localizable.xcstrings"
            )
            let result = run(row.arguments + [path])
            XCTAssertEqual(
                result,
                CommandResult(output: row.lines.map { "\(table): \($0)\n" }.joined())
            )
        }
        XCTAssert(
            try text(folder, "Localizable.xcstrings").contains("\"extractionState\" : \"manual\"")
        )
    }

    func testAnotherLayoutNeedsAnOption() throws {
        let folder = try TemporaryFolder(self)
        let path = folder.url.path + "/Localizable.xcstrings"
        let minified = "{\"sourceLanguage\":\"en\",\"strings\":{\"a\":{}}}"
        try folder.write(minified, to: "Localizable.xcstrings")
        try folder.write("l10n(\"a\")", to: "A.swift")
        // A catalog that needs no change may have any layout.
        XCTAssertEqual(run([folder.url.path]), CommandResult())
        try folder.write("l10n(\"a\", l10n(\"b\"))", to: "A.swift")
        let result = run([folder.url.path])
        XCTAssertEqual(result.status, 1)
        XCTAssertEqual(result.message, "nothing is written")
        XCTAssertEqual(result.output.hasPrefix("\(path):1: error: "), true, result.output)
        XCTAssertEqual(result.output.hasSuffix(" [layoutNotReproducible]\n"), true, result.output)
        XCTAssertEqual(try text(folder, "Localizable.xcstrings"), minified)
        XCTAssertEqual(
            run([folder.url.path, "--reformat"]),
            CommandResult(output: "\(path): reformatted\n\(path): + b\n")
        )
        XCTAssertEqual(
            try text(folder, "Localizable.xcstrings"),
            """
            {
              "sourceLanguage" : "en",
              "strings" : {
                "a" : {

                },
                "b" : {

                }
              }
            }
            """
        )
    }

    func testFoldersHaveLegacyNamesOfLanguages() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("l10n(\"a\")", to: "A.swift")
        try folder.write("", to: "English.lproj/Localizable.strings")
        let path = folder.url.path + "/English.lproj/Localizable.strings"
        XCTAssertEqual(run([folder.url.path]), CommandResult(output: "\(path): + a\n"))
    }

    func testOtherTablesThanOneThatCannotBeReadAreUpdated() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("l10n(\"a\"); l10n(\"b\", table: \"T\")", to: "A.swift")
        try folder.write(catalog(""), to: "Localizable.xcstrings")
        let info = try folder.write("<plist/>", to: "en.lproj/InfoPlist.strings").path
        let path = try folder.write("{\n  \"strings\" : {},\n}", to: "T.xcstrings").path
        let result = run([folder.url.path])
        let lines = result.output.split(separator: "\n").sorted()
        XCTAssertEqual(lines.count, 3, result.output)
        XCTAssertEqual(lines.first, "\(folder.url.path)/Localizable.xcstrings: + a")
        XCTAssertEqual(lines[1].hasPrefix("\(path):3: error: "), true, result.output)
        XCTAssertEqual(lines[1].hasSuffix(" [invalidCatalog]"), true, result.output)
        XCTAssertEqual(lines[2].hasPrefix("\(info): error: "), true, result.output)
        XCTAssertEqual(result.status, 1)
        XCTAssertEqual(result.message, "2 findings")
        XCTAssertTrue(try text(folder, "Localizable.xcstrings").contains("\"a\" : {"))
    }

    func testWithoutATableOrACallNothingIsWritten() throws {
        let folder = try TemporaryFolder(self)
        try folder.write("let a = 1", to: "A.swift")
        var result = run([folder.url.path])
        XCTAssertEqual(result.output.hasSuffix("[noTables]\n"), true, result.output)
        XCTAssertEqual(result.status, 1)
        try folder.write(catalog(""), to: "Localizable.xcstrings")
        result = run([folder.url.path])
        XCTAssertEqual(result.output.hasSuffix("[noKeys]\n"), true, result.output)
        XCTAssertEqual(result.status, 1)
    }

    private static let folderKey = "FOOTING_UPDATED_FOLDER"

    /// Updates a folder, if another test's process runs this one.
    private func updateIfChild() -> Bool {
        guard let path = ProcessInfo.processInfo.environment[Self.folderKey] else { return false }
        let result = run([path])
        print("Result: \(result.status) \(result.output)")
        return true
    }

    /// Runs this test again in a program, where it only updates a folder.
    private func result(
        ofUpdating folder: TemporaryFolder,
        by program: [String]
    ) throws -> String {
        let environment = [Self.folderKey: folder.url.path]
        let end = try Process(program + command, environment: environment).runToEnd()
        let line = end.output.split(separator: "\n").first { $0.hasPrefix("Result: ") }
        return line.map(String.init) ?? end.output
    }

    /// A folder whose catalog has to grow by 200 entries.
    private func makeLargeUpdate() throws -> TemporaryFolder {
        let folder = try TemporaryFolder(self)
        let calls = (0..<200).map { "l10n(\"a key with the number \($0)\")\n" }
        try folder.write(calls.joined(), to: "A.swift")
        try folder.write("", to: "A/en.lproj/Small.strings")
        try folder.write("l10n(\"s\", table: \"Small\")", to: "B.swift")
        try folder.write(catalog(""), to: "Localizable.xcstrings")
        return folder
    }

    func testAFullDiskLeavesAllTables() throws {
        if updateIfChild() { return }
        let folder = try makeLargeUpdate()
        // At most 512 bytes a file.
        let program = ["sh", "-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\" | cat", "sh"]
        let result = try result(ofUpdating: folder, by: program)
        let path = folder.url.path
        XCTAssert(result.hasPrefix("Result: 74 \(path)/Localizable.xcstrings: error: "), result)
        XCTAssert(result.hasSuffix("no table was written. [fileTooLarge]"), result)
        XCTAssertEqual(try text(folder, "Localizable.xcstrings"), catalog(""))
        XCTAssertEqual(try text(folder, "A/en.lproj/Small.strings"), "")
        let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        XCTAssertEqual(names, ["A", "A.swift", "B.swift", "Localizable.xcstrings"])
    }

    func testAFolderWithoutPermissionLeavesItsTable() throws {
        if updateIfChild() { return }
        let folder = try makeLargeUpdate()
        let path = folder.url.path
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
        addTeardownBlock {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
        let program = getuid() == 0 ? ["setpriv", "--reuid", "65534"] : []
        let result = try result(ofUpdating: folder, by: program)
        XCTAssert(result.hasPrefix("Result: 74 \(path)/Localizable.xcstrings: error: "), result)
        XCTAssert(result.contains("Permission denied"), result)
        XCTAssertEqual(try text(folder, "Localizable.xcstrings"), catalog(""))
    }

    func testInvalidArguments() {
        let rows: [(arguments: [String], reason: String)] = [
            (["--function", "tr"], "“tr” is not spelled as “tr(_:)”, “L(key:)” or “_.tr”"),
            (["--check=yes"], "“--check” takes no value"),
            (["--to", "x"], "there is no option “--to”"),
            (["--target", "A"], "the package has no target “A”"),
            (["--source-language"], "“--source-language” needs a value"),
        ]
        for row in rows {
            let wanted = CommandResult(message: row.reason + "; see --help", status: 64)
            XCTAssertEqual(run(row.arguments), wanted, "\(row.arguments)")
        }
        XCTAssertEqual(run(["--help"]), CommandResult(output: Command.update.help))
    }
}

import FootingLocalizationTools
@testable import localization
import TestSupport
import XCTest

final class CommandTests: XCTestCase {
    private func run(_ arguments: [String]) -> CommandResult {
        Command.report.run(arguments)
    }

    /// A folder with a text that is missing, one that is empty, and one that is the same.
    private func makeTables() throws -> TemporaryFolder {
        let folder = try TemporaryFolder(self)
        try folder.write("a = \"x\";\nb = y;\nc = zz;\n", to: "T/en.lproj/Localizable.strings")
        try folder.write("a = \"\";\nc = zz;\n", to: "T/de.lproj/Localizable.strings")
        return folder
    }

    func testTextIsALineForEachFinding() throws {
        let path = try makeTables().url.path
        let outcome = run([path])
        XCTAssertEqual(
            outcome.output,
            """
            \(path)/T/de.lproj/Localizable.strings:1: warning: “a” is empty in de: translate it. \
            [emptyValue]
            \(path)/T/en.lproj/Localizable.strings:2: warning: “b” is missing in de: translate it. \
            [missingKey]

            """
        )
        XCTAssertEqual(outcome.message, "0 errors, 2 warnings, 1 info")
        XCTAssertEqual(outcome.status, 1)
    }

    func testStatuses() throws {
        let path = try makeTables().url.path
        let rows: [(arguments: [String], status: Int32)] = [
            ([], 1), (["--severity", "error"], 0), (["--severity", "info"], 1),
            (["--fail-on", "error"], 0), (["--fail-on", "never"], 0), (["--fail-on", "info"], 1),
            (["--ignore", "missingKey"], 1),
            (["--ignore", "missingKey", "--ignore", "emptyValue"], 0), (["--join"], 0),
            (["--diff", path], 0), (["--diff", path + "/none"], 1),
            (["--join", path + "/none"], 1), (["--nothing"], 64), (["--help"], 0),
        ]
        for row in rows {
            let outcome = run(row.arguments + [path])
            XCTAssertEqual(outcome.status, row.status, "\(row.arguments)")
            XCTAssertEqual(outcome.message != nil, row.status != 0, "\(row.arguments)")
        }
        XCTAssertEqual(run(["--severity", "error", path]), CommandResult())
        XCTAssertEqual(run(["--diff", path, path]), CommandResult())
    }

    func testARequiredLanguageIsInEachTable() throws {
        let path = try makeTables().url.path
        let options = ["--ignore", "emptyValue", "--severity", "warning", path]
        // “b” is missing in de.
        XCTAssertEqual(run(["--require", "de", "--require", "en"] + options), run(options))
        let outcome = run(["--require", "pl"] + options)
        XCTAssertEqual(outcome.message, "0 errors, 2 warnings, 1 info")
        let line = "warning: The table “Localizable” with 3 keys is missing in pl: add it."
        XCTAssertTrue(outcome.output.contains(line), outcome.output)
    }

    func testSourcesAreComparedWithAllTables() throws {
        let path = try makeTables().url.path
        let source = """
            l10n("a"); tr("b"); l10n("c"); l10n("d", table: "Mail")
            l10n("none"); l10n(key); tr("other")
            """
        let folder = URL(filePath: path, directoryHint: .isDirectory)
        try Data(source.utf8).write(to: folder.appending(path: "Source.swift"))
        try FileManager.default.createDirectory(
            at: folder.appending(path: "U/de.lproj"),
            withIntermediateDirectories: true
        )
        let mail = folder.appending(path: "U/de.lproj/Mail.strings")
        try Data("d = x;".utf8).write(to: mail)
        let ignored = ["missingKey", "emptyValue", "sameAsSource", "noTables"].flatMap {
            ["--ignore", $0]
        }
        let options = ["--sources", "--severity", "info"] + ignored
        func lines(_ more: String...) -> [String] {
            run(options + more + [path]).output.split(separator: "\n").map { line in
                let code = line.split(separator: "[").last ?? ""
                let location = line.dropFirst(path.count + 1).split(separator: " ").first ?? ""
                return "\(location) \(code.dropLast())"
            }
        }
        XCTAssertEqual(
            lines(),
            [
                "Source.swift:2: dynamicKey", "Source.swift:2: undefinedKey",
            ]
        )
        XCTAssertEqual(
            lines("--function", "tr(_:)"),
            [
                "Source.swift:2: dynamicKey", "Source.swift:2: undefinedKey",
                "Source.swift:2: undefinedKey",
            ]
        )
        try Data(#"l10n("a")"#.utf8).write(to: folder.appending(path: "Source.swift"))
        XCTAssertEqual(
            lines(),
            [
                "T/en.lproj/Localizable.strings:2: unusedKey",
                "T/en.lproj/Localizable.strings:3: unusedKey",
            ]
        )
        XCTAssertEqual(run(options + [path]).message, "0 errors, 0 warnings, 2 infos")
        let missing = run(options + [path + "/none"])
        XCTAssertEqual(missing.output.split(separator: "\n").count, 1, missing.output)
    }

    func testJSONIsReadBack() throws {
        let path = try makeTables().url.path
        let output = run(["--format", "json", "--severity", "info", path]).output
        let document = try ReportDocument(json: output)
        XCTAssertEqual(document.findings.map(\.code), ["emptyValue", "sameAsSource", "missingKey"])
        XCTAssertEqual(document.findings.map(\.line), [1, 2, 2])
        XCTAssertEqual(document.findings.map(\.key), ["a", "c", "b"])
        XCTAssertEqual(document.findings.map(\.language), ["de", "de", "de"])
        XCTAssertEqual(document.counts.description, "0 errors, 2 warnings, 1 info")
    }

    func testAJoinedTableHasEveryText() throws {
        let path = try makeTables().url.path
        let start = "\(path)/T,Localizable"
        XCTAssertEqual(
            run(["--join", path]).output,
            "folder,table,key,en,de\r\n\(start),a,x,\"\"\r\n\(start),b,y,\r\n\(start),c,zz,zz\r\n"
        )
        let json = run(["--join", "--format", "json", path]).output
        let rows = try JSONDecoder().decode([JoinedReport.Row].self, from: Data(json.utf8))
        XCTAssertEqual(
            rows.map(\.texts),
            [["en": "x", "de": ""], ["en": "y"], ["en": "zz", "de": "zz"]]
        )
    }

    func testChangesSinceAnOlderCopyAreReported() throws {
        let folder = try makeTables()
        try folder.write("a = \"w\";\nc = zz;\n", to: "old/T/en.lproj/Localizable.strings")
        try folder.write("a = \"\";\nc = x;\n", to: "old/T/de.lproj/Localizable.strings")
        try folder.write("d = one;\n", to: "old/T/Gone/en.lproj/Localizable.strings")
        let (new, old) = (folder.url.path + "/T", folder.url.path + "/old/T")
        let outcome = run(["--diff", old, new])
        XCTAssertEqual(
            outcome.output,
            """
            \(new): ~ en Localizable a: w → x
            \(new): + en Localizable b: y
            \(new): ~ de Localizable c: x → zz
            \(new)/Gone: - en Localizable d: one
            \(new)/de.lproj/Localizable.strings:1: warning: “a” has changed in en but not in de: \
            translate it again. [staleTranslation]

            """
        )
        XCTAssertEqual(outcome.status, 1)
        XCTAssertEqual(run(["--diff", old, new, "--ignore", "staleTranslation"]).status, 0)

        let json = run(["--diff", old, new, "--format", "json"]).output
        let document = try ReportDocument(json: json)
        XCTAssertEqual(document.changes?.map(\.kind), ["changed", "added", "changed", "removed"])
        XCTAssertEqual(document.findings.map(\.code), ["staleTranslation"])
    }

    func testAFileThatCannotBeReadOnEitherSideIsAnErrorOfTheComparison() throws {
        for broken in ["old", "new"] {
            let folder = try TemporaryFolder(self)
            for side in ["old", "new"] {
                try folder.write("a = x;\n", to: "\(side)/en.lproj/Localizable.strings")
                try folder.write("a = y;\n", to: "\(side)/de.lproj/Localizable.strings")
            }
            try folder.write("\na = ;\n", to: "\(broken)/de.lproj/Localizable.strings")
            try folder.write("<plist>", to: "\(broken)/en.lproj/Shop.stringsdict")
            let path = folder.url.path
            let arguments = ["--diff", path + "/old", path + "/new", "--severity", "error"]
            let outcome = run(arguments)
            let lines = outcome.output.split(separator: "\n").filter { $0.contains(": error: ") }
            XCTAssertEqual(lines.count, 2, outcome.output)
            let start = "\(path)/\(broken)/"
            XCTAssertEqual(lines.first?.hasPrefix(start + "de.lproj/Localizable.strings:2:"), true)
            XCTAssertEqual(lines.last?.hasPrefix(start + "en.lproj/Shop.stringsdict"), true)
            XCTAssertEqual(outcome.message, "2 errors, 0 warnings, 0 infos")
            XCTAssertEqual(outcome.status, 1)
            let ignoring = ["--ignore", "syntax", "--ignore", "invalidPropertyList"]
            XCTAssertEqual(run(arguments + ignoring).status, 0)
        }
    }

    func testACopyInWhichNothingStandsIsAnError() throws {
        let folder = try makeTables()
        try folder.write("a = x;\n", to: "other/Else/en.lproj/Localizable.strings")
        try folder.makeFolder("empty")
        let path = folder.url.path
        for old in ["other", "empty"] {
            for folders in [["T"], ["T", "T"]] {
                let outcome = run(["--diff", "\(path)/\(old)"] + folders.map { "\(path)/\($0)" })
                let line =
                    "\(path)/\(old): error: No table here corresponds to a current table: pass an "
                    + "older copy. [noTables]\n"
                XCTAssertTrue(outcome.output.hasSuffix(line), outcome.output)
                XCTAssertEqual(outcome.message, "1 error, 0 warnings, 0 infos")
            }
        }
    }

    func testFoldersThatWereMovedPairByTheirNames() throws {
        let rows: [(name: String, new: [String], old: [String], lines: [String])] = [
            ("moved", ["b/c/T"], ["a/T"], ["b/c/T: ~ en Localizable k: a/T → b/c/T"]),
            (
                "one of two", ["a/S", "b/T"], ["a/S", "a/T"],
                ["a/S: ~ en Localizable k: old → a/S", "b/T: ~ en Localizable k: a/T → b/T"]
            ),
            (
                "two of a name", ["a/S", "b/T"], ["a/S", "a/T", "c/T"],
                [
                    "a/S: ~ en Localizable k: old → a/S", "b/T: + en Localizable k: b/T",
                    "a/T: - en Localizable k: a/T", "c/T: - en Localizable k: c/T",
                ]
            ),
        ]
        for row in rows {
            let folder = try TemporaryFolder(self)
            for path in row.new {
                try folder.write("k = \"\(path)\";", to: "new/\(path)/en.lproj/Localizable.strings")
            }
            for path in row.old {
                let text = row.new.contains(path) ? "old" : path
                try folder.write("k = \"\(text)\";", to: "old/\(path)/en.lproj/Localizable.strings")
            }
            let root = folder.url.path
            let outcome = run(["--diff", root + "/old", root + "/new"])
            XCTAssertEqual(
                outcome.output.split(separator: "\n").map(String.init),
                row.lines.map { "\(root)/new/\($0)" },
                row.name
            )
            XCTAssertEqual(outcome.status, 0, row.name)
        }
    }

    func testANewFolderIsNotTakenForOneThatStandsWhereItDid() throws {
        let folder = try TemporaryFolder(self)
        for path in [
            "old/A/Texts", "old/Elsewhere/Texts", "new/A/Texts", "new/B/Texts",
            "new/Elsewhere/Texts",
        ] {
            let text = path.hasPrefix("new/B") ? "b" : "a"
            try folder.write("k = \(text);", to: path + "/en.lproj/Localizable.strings")
        }
        let files = FileManager.default
        let current = files.currentDirectoryPath
        defer { XCTAssertTrue(files.changeCurrentDirectoryPath(current)) }
        XCTAssertTrue(files.changeCurrentDirectoryPath(folder.url.path + "/new"))
        let targets = ["--package-target", "A=A", "--package-target", "B=B"]
        XCTAssertEqual(
            run(targets + ["--diff", "../old"]),
            CommandResult(output: "B/Texts: + en Localizable k: b\n")
        )
    }

    func testFoldersStandWhereTheyDidOrAreOneCopyAlone() throws {
        let folder = try TemporaryFolder(self)
        try folder.makeFolder("copy/a/b")
        let copy = folder.url.path + "/copy"
        let inside = Counterparts(of: ["a", "new"], in: copy)
        XCTAssertEqual(inside.roots, [copy + "/a"])
        XCTAssertEqual(inside.oldPath(of: "a/b"), copy + "/a/b")
        XCTAssertEqual(inside.oldPath(of: "new/b"), copy + "/new/b")
        XCTAssertEqual(inside.newPath(of: copy + "/a/b"), "a/b")
        let alone = Counterparts(of: ["elsewhere"], in: copy)
        XCTAssertEqual(alone.oldPath(of: "elsewhere/a"), copy + "/a")
        let current = Counterparts(of: ["."], in: copy)
        XCTAssertEqual(current.oldPath(of: "a/b"), copy + "/a/b")
        XCTAssertEqual(current.newPath(of: copy + "/a"), "a")
    }

    func testFindingsBeyondTheLimitAreCounted() throws {
        let folder = try TemporaryFolder(self)
        let text = (0..<10_005).map { "k\($0) = \"\";" }.joined(separator: "\n")
        try folder.write(text, to: "de.lproj/Localizable.strings")
        try folder.write(text.replacing("\"\"", with: "x"), to: "en.lproj/Localizable.strings")
        let outcome = run([folder.url.path])
        XCTAssertTrue(outcome.output.hasSuffix("[emptyValue]\n… and 5 more\n"))
        XCTAssertEqual(outcome.message, "0 errors, 10005 warnings, 0 infos")
    }
}

import FootingLocalization
import FootingLocalizationMembers
import FootingLocalizationTools
import Foundation
@testable import localization
import TestSupport
import XCTest

final class OptionsTests: XCTestCase {
    func testWithoutArgumentsTheCurrentFolderIsCheckedForWarnings() throws {
        let options = try Options([], of: .report)
        XCTAssertEqual(options.task, .lint)
        XCTAssertEqual(options.folders, ["."])
        XCTAssertEqual(options.language, "en")
        XCTAssertEqual(options.format, .text)
        XCTAssertEqual(options.shown, .warning)
        XCTAssertEqual(options.failing, .warning)
        XCTAssertEqual(options.ignored, [])
        XCTAssertFalse(options.isHelp)
    }

    func testFormsOfOptions() throws {
        let spaced = ["--format", "json", "--severity", "info", "--source-language", "de", "x"]
        let attached = ["--format=json", "--severity=info", "--source-language=de", "x"]
        XCTAssertEqual(try Options(spaced, of: .report), try Options(attached, of: .report))
        XCTAssertEqual(try Options(spaced, of: .report).language, "de")
        XCTAssertEqual(
            try Options(["x", "--format", "csv", "--format", "json"], of: .report).format,
            .json
        )
        XCTAssertEqual(
            try Options(["--", "--format", "-x"], of: .report).folders,
            ["--format", "-x"]
        )
        XCTAssertEqual(try Options(["-"], of: .report).folders, ["-"])
        XCTAssertTrue(try Options(["-h"], of: .report).isHelp)
        XCTAssertTrue(try Options(["--help", "--target", "A"], of: .report).isHelp)
    }

    func testFoldersThatAreNoTargetsShouldHaveTables() throws {
        let target = ["--package-target", "A=Sources/A"]
        let rows: [(arguments: [String], folders: [String], expected: [String])] = [
            ([], ["."], ["."]), (["x", "y"], ["x", "y"], ["x", "y"]),
            (target, ["Sources/A"], []), (target + ["x"], ["x"], ["x"]),
            (target + ["x", "--target", "A"], ["x", "Sources/A"], ["x"]),
        ]
        for row in rows {
            let options = try Options(row.arguments, of: .report)
            XCTAssertEqual(options.folders, row.folders, "\(row.arguments)")
            XCTAssertEqual(options.expectedFolders, row.expected, "\(row.arguments)")
        }
    }

    func testFailingSeveritiesAreShown() throws {
        let rows: [(arguments: [String], shown: Severity, failing: Severity?)] = [
            (["--severity", "error"], .error, .error),
            (["--severity", "info"], .info, .info),
            (["--fail-on", "error"], .warning, .error),
            (["--fail-on", "info"], .info, .info),
            (["--severity", "error", "--fail-on", "warning"], .warning, .warning),
            (["--severity", "error", "--fail-on", "never"], .error, nil),
        ]
        for row in rows {
            let options = try Options(row.arguments, of: .report)
            XCTAssertEqual(options.shown, row.shown, "\(row.arguments)")
            XCTAssertEqual(options.failing, row.failing, "\(row.arguments)")
        }
    }

    func testTargetsOfAPackage() throws {
        let package = ["--package-target", "A=Sources/A", "--package-target=B=a=b"]
        XCTAssertEqual(try Options(package, of: .report).folders, ["Sources/A", "a=b"])
        XCTAssertEqual(try Options(package + ["--target", "B"], of: .report).folders, ["a=b"])
        XCTAssertEqual(
            try Options(package + ["--target=B", "--target=A"], of: .report).folders,
            ["a=b", "Sources/A"]
        )
        XCTAssertEqual(try Options(package + ["x"], of: .report).folders, ["x"])
        XCTAssertEqual(
            try Options(package + ["x", "--target", "A"], of: .report).folders,
            ["x", "Sources/A"]
        )
    }

    func testTasks() throws {
        XCTAssertEqual(try Options(["--join"], of: .report).task, .join)
        XCTAssertEqual(try Options(["--join"], of: .report).format, .csv)
        XCTAssertEqual(try Options(["--join", "--format", "json"], of: .report).format, .json)
        XCTAssertEqual(try Options(["--diff", "old"], of: .report).task, .compare(with: "old"))
        XCTAssertEqual(try Options(["--diff", "old"], of: .report).format, .text)
        XCTAssertEqual(
            try Options(["--ignore", "missingKey", "--ignore=stale"], of: .report).ignored,
            [.missingKey, .stale]
        )
    }

    func testFunctionsOfSources() throws {
        XCTAssertFalse(try Options([], of: .report).readsSources)
        let options = try Options(
            ["--sources", "--function", "tr(_:)", "--function=_.localized"],
            of: .report
        )
        XCTAssertTrue(options.readsSources)
        XCTAssertEqual(options.functions, ["tr(_:)", "_.localized"])
        XCTAssertEqual(try Options(["--sources", "--swiftui"], of: .report).functions, .swiftUI)
    }

    func testFunctionsInAFile() throws {
        let folder = try TemporaryFolder(self)
        XCTAssertEqual(try LocalizationSettings.functions(in: folder.url.path), [])
        let notAnObject =
            ".localization.json is not an object with “functions”, strings, “swiftUI”, a "
            + "Boolean, and “access”, a string"
        let rows: [(text: String, functions: [SourceFunction], reason: String)] = [
            ("{}", [], ""),
            (#"{"functions": ["tr(_:)"]}"#, ["tr(_:)"], ""),
            (#"{"functions": ["tr(_:)"], "swiftUI": true}"#, .swiftUI + ["tr(_:)"], ""),
            (#"{"swiftUI": false}"#, [], ""),
            (#"{"function": []}"#, [], ".localization.json has an unknown member “function”"),
            (
                #"{"functions": ["tr"]}"#, [],
                "“tr” is not spelled as “tr(_:)”, “L(key:)” or “_.tr”"
            ),
            (#"{"access": "public"}"#, [], ""),
            (
                #"{"access": "open"}"#, [],
                "“access” in .localization.json is not one of “internal”, “package”, “public”"
            ),
            (#"{"functions": "tr(_:)"}"#, [], notAnObject),
            (#"{"swiftUI": 1}"#, [], notAnObject), ("[]", [], notAnObject), ("", [], notAnObject),
        ]
        for row in rows {
            try folder.write(Data(row.text.utf8), to: LocalizationSettings.fileName)
            var reason = ""
            do {
                let functions = try LocalizationSettings.functions(in: folder.url.path)
                XCTAssertEqual(functions, row.functions, row.text)
            } catch {
                reason = error.reason
            }
            XCTAssertEqual(reason, row.reason, row.text)
        }
    }

    func testMisuse() {
        let rows: [(arguments: [String], reason: String)] = [
            (["--frobnicate"], "there is no option “--frobnicate”"),
            (["-x"], "there is no option “-x”"),
            (["--"] + ["--join"] + ["--format"], ""),
            (["--format"], "“--format” needs a value"),
            (["--format="], "“--format” needs a value"),
            (["--format", ""], "“--format” needs a value"),
            (["--format", "xml"], "“xml” is not one of text, json, csv"),
            (["--severity", "fatal"], "“fatal” is not one of info, warning, error"),
            (["--fail-on", "fatal"], "“fatal” is not one of info, warning, error, never"),
            (["--language", "de"], "there is no option “--language”"),
            (["--source-language", "?"], "“?” is not the name of a language"),
            (["--ignore", "nothing"], "no finding has the code “nothing”"),
            (["--target", "A"], "the package has no target “A”"),
            (["--package-target", "A"], "--package-target needs NAME=FOLDER"),
            (["--package-target", "A="], "--package-target needs NAME=FOLDER"),
            (["--join=1"], "“--join” takes no value"),
            (["--help=1"], "“--help” takes no value"),
            (["--join", "--diff", "old"], "--join and --diff can't be combined"),
            (["--diff", "a", "--diff", "b"], "--diff is given twice"),
            (["--join", "--format", "text"], "--join writes csv or json, not text"),
            (["--sources", "--join"], "--sources can't be combined with --join or --diff"),
            (["--require", "de", "--join"], "--require can't be combined with --join or --diff"),
            (["--require", "no tag"], "“no tag” is not the name of a language"),
            (["--swiftui"], "--function and --swiftui need --sources"),
            (
                ["--sources", "--function", "tr"],
                "“tr” is not spelled as “tr(_:)”, “L(key:)” or “_.tr”"
            ),
        ]
        for row in rows {
            var reason = ""
            do {
                _ = try Options(row.arguments, of: .report)
            } catch {
                reason = error.reason
            }
            XCTAssertEqual(reason, row.reason, "\(row.arguments)")
        }
    }

    func testHelpFitsATerminal() {
        let texts = Command.overview + Command.allCases.map(\.help).joined()
        for line in texts.split(separator: "\n") {
            XCTAssertLessThanOrEqual(line.count, 100, "\(line)")
        }
    }
}

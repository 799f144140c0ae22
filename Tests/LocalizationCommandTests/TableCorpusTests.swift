import FootingLocalizationMembers
import FootingLocalizationTools
import Foundation
@testable import localization
import XCTest

/// Tables and catalogs after what real ones look like, in `Tests/Data/Tables`: a folder for each
/// kind of slip or habit, in which `findings.csv` has what is found there and nothing else.
final class TableCorpusTests: XCTestCase {
    static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Data/Tables")

    override func setUpWithError() throws {
        let current = FileManager.default.currentDirectoryPath
        addTeardownBlock { _ = FileManager.default.changeCurrentDirectoryPath(current) }
        XCTAssertTrue(FileManager.default.changeCurrentDirectoryPath(Self.corpus.path))
    }

    private func run(_ format: String, _ folder: String) -> String {
        let arguments = ["--format", format, "--severity", "info", "--fail-on", "never", folder]
        return Command.report.run(arguments).output
    }

    func testEachFolderHasItsFindingsAndNoOthers() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path).sorted()
        XCTAssertEqual(names.count, 51)
        for name in names {
            let wanted = try String(contentsOfFile: name + "/findings.csv", encoding: .utf8)
            let found = run("csv", name).replacing("\r\n", with: "\n")
            XCTAssertEqual(found.split(separator: "\n"), wanted.split(separator: "\n"), name)
        }
    }

    func testTextJSONAndCSVSayTheSameWithPathsAsTheyWereNamed() throws {
        let json = run("json", ".")
        let document = try ReportDocument(json: json)
        let (text, csv) = (run("text", "."), run("csv", "."))
        XCTAssertEqual(text, document.findings.map { $0.text + "\n" }.joined())
        let records = document.findings.map { finding in
            CSV.document([
                [
                    finding.file, finding.line.map(String.init), finding.severity,
                    finding.code, finding.message, finding.table, finding.key,
                    finding.language,
                ]
            ])
        }
        XCTAssertEqual(csv.split(separator: "\r\n").dropFirst().map { $0 + "\r\n" }, records)
        // The folder as a program sees it, whatever links lead there.
        let path = FileManager.default.currentDirectoryPath
        for output in [text, json, csv] { XCTAssertFalse(output.contains(path)) }
    }

    func testAFindingAboutALanguageNamesIt() throws {
        let document = try ReportDocument(json: run("json", "."))
        for finding in document.findings {
            // A folder has the name of its language, but a catalog has several languages.
            guard let language = finding.language, finding.file?.hasSuffix(".xcstrings") == true
            else { continue }
            let words = finding.message.split { !$0.isLetter && !$0.isNumber && $0 != "-" }
            XCTAssertTrue(words.contains(Substring(language)), finding.text)
        }
    }

    func testNewStringsAreNoErrorOfAComparison() {
        let name = "catalog-new-variables"
        let outcome = Command.report.run(
            ["--diff", name, name])
        // That of a variable which is not even defined remains, in both copies.
        XCTAssertEqual(outcome.message, "2 errors, 0 warnings, 0 infos")
        XCTAssertFalse(outcome.output.contains("has no form"), outcome.output)
    }

    func testFindingsAboutEntriesHaveTheirKeysAndNoneStandsTwice() throws {
        let document = try ReportDocument(json: run("json", "."))
        for finding in document.findings where finding.line != nil {
            let isOfFile = finding.code == "invalidCatalog"
            XCTAssertEqual(finding.key == nil, isOfFile, finding.text)
        }
        XCTAssertEqual(Set(document.findings.map(\.text)).count, document.findings.count)
    }
}

/// A report in JSON, as programs read it.
struct ReportDocument: Decodable {
    struct Change: Decodable, Equatable {
        let folder: String
        let table: String
        let key: String
        let language: String
        let old: String?
        let new: String?

        var kind: String { old == nil ? "added" : new == nil ? "removed" : "changed" }
    }

    let changes: [Change]?
    let counts: FindingCounts
    let findings: [Report.Finding]

    init(json: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
    }
}

extension Report.Finding {
    var text: String {
        FindingLocation(file: file, line: line).line(severity, message, code)
    }
}

import FootingLocalization
import FootingLocalizationReports
import Foundation
@testable import localization_report
import TestSupport
import XCTest

/// The order in reports, which doesn't depend on the seed of a process's hashes.
final class ReportOrderTests: XCTestCase {
    /// The folder into which a child process writes.
    private static let variable = "FOOTING_REPORTS_FOLDER"

    func testEveryReportHasTheSameBytesInTwentyProcesses() throws {
        if let path = ProcessInfo.processInfo.environment[Self.variable] {
            let folder = URL(filePath: path)
            try Data(reports().utf8).write(to: folder.appending(path: "reports"))
            return try Data("\(Set(0..<100))".utf8).write(to: folder.appending(path: "set"))
        }
        let folder = try TemporaryFolder(self)
        var (reports, sets): (Set<Data>, Set<Data>) = ([], [])
        let children = try (0..<20).map { try startChild(writingTo: folder.makeFolder("\($0)")) }
        for (process, child) in children {
            process.waitUntilExit()
            XCTAssertEqual(process.terminationStatus, 0)
            try reports.insert(Data(contentsOf: child.appending(path: "reports")))
            try sets.insert(Data(contentsOf: child.appending(path: "set")))
        }
        XCTAssertEqual(reports.count, 1, "other bytes in another process")
        XCTAssertGreaterThan(reports.first?.count ?? 0, 50_000)
        XCTAssertGreaterThan(sets.count, 1, "the processes have one seed")
    }

    /// Starts this test in a process with a seed of its own.
    private func startChild(writingTo folder: URL) throws -> (process: Process, folder: URL) {
        let environment = ["SWIFT_DETERMINISTIC_HASHING": nil, Self.variable: folder.path]
        let process = Process(command, environment: environment)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return (process, folder)
    }

    /// All reports on the folders of the corpus, each of which is also an older copy of the next.
    private func reports() throws -> String {
        let corpus = TableCorpusTests.corpus.path
        let names = try FileManager.default.contentsOfDirectory(atPath: corpus).sorted()
        let paths = names.map { corpus + "/" + $0 }
        var reports: [String] = []
        func run(_ arguments: String...) {
            let shown = ["--severity", "info"]
            let outcome = Command.run(arguments + shown, progress: Progress(isVisible: false))
            reports += [outcome.output, outcome.message ?? "", "\(outcome.status)"]
        }
        // The formats have the same content, so one of them has all folders.
        run("--format", "json", corpus)
        run("--join", corpus)
        for format in ["text", "csv"] { run("--format", format, paths[0]) }
        for format in ["text", "json", "csv"] {
            run("--diff", paths[0], paths[1], "--format", format)
        }
        run("--join", "--format", "json", paths[0])
        var old: LocalizationStore?
        for path in ResourceFolders(below: paths).paths {
            let store = LocalizationStore(SearchedFolder(path).bundle)
            reports.append("\(store.report)")
            if let old {
                let changes = LocalizationChanges(from: old, to: store)
                reports += ["\(changes)", "\(changes.addedKeys)", "\(changes.removedKeys)"]
            }
            reports += tables(of: store)
            old = store
        }
        if let old { reports.append("\(LocalizationLint(old))") }
        return reports.joined(separator: "\n")
    }

    /// The joined table, the written files, and the explanations for each language.
    private func tables(of store: LocalizationStore) -> [String] {
        let joined = JoinedTable(store)
        var reports = [joined.csv()]
        for language in store.languages {
            do throws(StringsFileError) {
                reports.append(try StringsFile(store, language: language).text)
            } catch {
                reports.append("\(error)")
            }
            let l10n = store.localizer(for: LanguagePreferences([language]))
            reports += joined.rows.map { "\(l10n.explain($0.key, count: 2))" }
        }
        return reports
    }
}

import FootingLocalization
import FootingLocalizationTools
import Foundation
@testable import localization
import TestSupport
import XCTest

/// The order in reports, which doesn't depend on the seed of a process's hashes.
final class ReportOrderTests: XCTestCase {
    func testEveryReportHasTheSameBytesInManyProcesses() throws {
        try assertSameInManyProcesses { _ in
            let reports = try reports()
            XCTAssertGreaterThan(reports.utf8.count, 50_000)
            return [reports]
        }
    }

    /// All reports on the folders of the corpus, each of which is also an older copy of the next.
    private func reports() throws -> String {
        let corpus = TableCorpusTests.corpus.path
        let names = try FileManager.default.contentsOfDirectory(atPath: corpus).sorted()
        let paths = names.map { corpus + "/" + $0 }
        var reports: [String] = []
        func run(_ arguments: String...) {
            let shown = ["--severity", "info"]
            let outcome = Command.report.run(
                arguments + shown
            )
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
            reports.append("\(store.report.issues)")
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
            do throws(LocalizationToolsError) {
                let url = URL(filePath: "/Localizable.strings")
                let file = try TableFile(store, language: language, at: url)
                reports.append(String(decoding: file.data, as: UTF8.self))
            } catch {
                reports.append("\(error)")
            }
            let l10n = store.localizer(for: LanguagePreferences([language]))
            reports += joined.rows.map { "\(l10n.explain($0.key, count: 2))" }
        }
        return reports
    }
}

import FootingLocalization
import FootingLocalizationReports

/// The findings about the tables of folders, in the order of the folders.
struct FindingsReport {
    /// The findings that are shown.
    private(set) var findings: [ReportFinding] = []
    private(set) var counts = FindingCounts()

    private let options: Options

    init(_ options: Options) { self.options = options }

    /// Checks all folders in the options.
    mutating func lint(_ progress: Progress) {
        let folders = ResourceFolders(options)
        add(folders.findings)
        for (index, path) in folders.paths.enumerated() {
            progress.show("Checking \(path) (\(index + 1) of \(folders.paths.count))")
            let folder = SearchedFolder(path)
            let lint = LocalizationLint(
                folder.bundle,
                developmentLanguage: options.language,
                ignoring: options.ignored
            )
            add(lint.findings, in: folder)
            for severity in Severity.allCases { counts[severity] += lint.count(of: severity) }
        }
    }

    /// Adds findings, and counts them.
    mutating func add(_ new: [ReportFinding]) {
        for finding in new where !options.ignored.contains(finding.code) {
            counts[finding.severity] += 1
            if finding.severity >= options.shown { findings.append(finding) }
        }
    }

    /// Adds the findings of a folder, without counting them.
    mutating func add(_ new: [LocalizationFinding], in folder: SearchedFolder) {
        for finding in new where finding.severity >= options.shown {
            findings.append(ReportFinding(finding, file: finding.file.map(folder.shownPath)))
        }
    }

    /// Adds and counts the errors of a lint of a folder.
    mutating func addErrors(of lint: LocalizationLint, in folder: SearchedFolder) {
        add(lint.findings.filter { $0.severity == .error }, in: folder)
        counts[.error] += lint.count(of: .error)
    }

    /// The number of findings that are not listed because a folder has too many.
    var unlisted: Int {
        Severity.allCases.filter { $0 >= options.shown }.reduce(-findings.count) {
            $0 + counts[$1]
        }
    }

    /// Whether the command fails.
    var fails: Bool {
        guard let least = options.failing else { return false }
        return Severity.allCases.contains { $0 >= least && counts[$0] > 0 }
    }
}

import FootingLocalization
import FootingLocalizationTools

/// The findings about the tables of folders, in the order of the folders, with the changes since an
/// older copy or all tables side by side, if the task is to compare or to join.
struct Report {
    /// The findings that are shown.
    private(set) var findings: [LocalizationFinding] = []
    private(set) var counts = FindingCounts()
    var changes: [Change]?
    private(set) var joined: JoinedReport?

    let options: Options

    init(_ options: Options) { self.options = options }

    /// Finds the folders with tables, and adds the findings of the search.
    mutating func search() -> [String] {
        let folders = ResourceFolders(options)
        add(folders.findings)
        return folders.paths
    }

    /// Joins the readable tables, and adds findings about unreadable folders.
    mutating func join() {
        joined = JoinedReport(search(), developmentLanguage: options.language)
    }

    mutating func lint() {
        let paths = search()
        for folder in paths.map(SearchedFolder.init) {
            let lint = LocalizationLint(
                folder.bundle,
                developmentLanguage: options.language,
                requiring: Set(options.languages),
                ignoring: options.ignored
            )
            add(lint, of: folder)
        }
        if options.readsSources { compareSources(with: paths.map(SearchedFolder.init)) }
    }

    /// Compares the keys of the sources in all folders of the options with the tables.
    private mutating func compareSources(with folders: [SearchedFolder]) {
        let keys = SourceKeys(
            below: options.folders,
            functions: .standard + options.functions,
            ignoring: options.ignored
        )
        let store = LocalizationStore(
            folders.map(\.bundle),
            developmentLanguage: options.language
        )
        let (found, counts) = keys.comparison(with: store)
        // Paths of sources begin with a folder of the options, those of tables with a bundle.
        findings += found.filter { $0.severity >= options.shown }.map { finding in
            folders.lazy.map { $0.finding(finding) }.first { $0.file != finding.file } ?? finding
        }
        for severity in Severity.allCases { self.counts[severity] += counts[severity] }
    }

    /// Adds findings, and counts them.
    mutating func add(_ new: [LocalizationFinding]) {
        for finding in new where !options.ignored.contains(finding.code) {
            counts[finding.severity] += 1
            if finding.severity >= options.shown { findings.append(finding) }
        }
    }

    /// Adds the findings of a lint of a folder from a severity upwards, and counts also those that
    /// the lint doesn't list.
    mutating func add(
        _ lint: LocalizationLint,
        of folder: SearchedFolder,
        from least: Severity = .info
    ) {
        let shown = max(least, options.shown)
        findings += lint.findings.filter { $0.severity >= shown }.map(folder.finding)
        for severity in Severity.allCases where severity >= least {
            counts[severity] += lint.count(of: severity)
        }
    }

    var fails: Bool { options.failing.map { counts.total(from: $0) > 0 } ?? false }
}

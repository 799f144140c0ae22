public import FootingLocalization

/// A check of the tables of bundles in all languages, for missing strings, mismatched arguments,
/// missing plural forms and malformed files.
///
/// ```swift
/// let lint = LocalizationLint(bundle, developmentLanguage: "en")
/// for finding in lint.findings where finding.severity >= .warning { print(finding) }
/// ```
///
/// Each table is compared with the table of the same name in the development language, in the same
/// bundle. A language that inherits from another, such as `de-AT` from `de`, needs only strings
/// that differ. If the development language has no table of a name, its keys are used as source
/// strings.
///
/// The time is linear in the size of the files, whatever their content; the limits of a store
/// apply. The check is for tests and tools, not for programs that serve readers.
public struct LocalizationLint: Sendable {
    /// The findings by file, line and key; at most 10,000 of each severity, of which ``count(of:)``
    /// returns the exact number.
    public let findings: [LocalizationFinding]

    private let counts: FindingCounts

    /// Reads the files of a bundle and checks them.
    ///
    /// - Parameters:
    ///   - bundle: The bundle.
    ///   - developmentLanguage: The language of the source strings.
    ///   - ignored: Codes of findings that are neither listed nor counted.
    /// - Complexity: O(*n* log *n*) in the size of the files.
    public init(
        _ bundle: ResourceBundle,
        developmentLanguage: LanguageTag = "en",
        ignoring ignored: Set<LocalizationFinding.Code> = []
    ) {
        let store = LocalizationStore(bundle, developmentLanguage: developmentLanguage)
        self.init(reading: store, ignoring: ignored, isWhole: true)
    }

    /// Reads the files of a store's bundles again, in all languages, and checks them.
    ///
    /// The tables in the store are ignored: they may be of an older version, or for one reader
    /// only.
    ///
    /// - Parameters:
    ///   - store: The store, whose bundles, development language and device are used.
    ///   - ignored: Codes of findings that are neither listed nor counted.
    /// - Complexity: O(*n* log *n*) in the size of the files.
    public init(_ store: LocalizationStore, ignoring ignored: Set<LocalizationFinding.Code> = []) {
        let whole = LocalizationStore(
            store.bundles,
            developmentLanguage: store.developmentLanguage,
            device: store.device
        )
        self.init(reading: whole, ignoring: ignored, isWhole: true)
    }

    /// Reports the issues that a store found when it read its files and, if `isWhole`, checks its
    /// tables.
    package init(
        reading store: LocalizationStore,
        ignoring ignored: Set<LocalizationFinding.Code>,
        isWhole: Bool = false
    ) {
        var linter = Linter(store, ignoring: ignored)
        linter.addFileIssues()
        if isWhole { linter.checkTables() }
        findings = linter.list.sorted
        counts = linter.list.counts
    }

    /// Returns the number of findings of a severity, listed or not.
    public func count(of severity: LocalizationFinding.Severity) -> Int { counts[severity] }

    /// The highest severity of all findings, including infos, or `nil` if there are none.
    ///
    /// By default, the command fails for warnings and errors. To do the same in a test, use
    /// ``count(of:)`` for these severities.
    public var worst: LocalizationFinding.Severity? {
        LocalizationFinding.Severity.allCases.last { count(of: $0) > 0 }
    }
}

extension LocalizationLint: CustomStringConvertible {
    /// Each listed finding on its own line, followed by the counts.
    public var description: String {
        var text = ""
        for finding in findings { text += "\(finding)\n" }
        let all = counts.total(from: .info)
        if all > findings.count { text += "… and \(all - findings.count) more\n" }
        return text + counts.description
    }
}

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
public struct LocalizationLint: Hashable, Sendable {
    /// The findings by file, line and key; at most 10,000 of each severity, of which ``count(of:)``
    /// returns the exact number.
    public let findings: [LocalizationFinding]

    private let counts: FindingCounts

    /// Reads the files of a bundle and checks them.
    ///
    /// - Parameters:
    ///   - bundle: The bundle.
    ///   - developmentLanguage: The language of the source strings.
    ///   - languages: Languages that each table needs, whether a file has them or not.
    ///   - ignored: Codes of findings that are neither listed nor counted.
    /// - Complexity: O(*n* log *n*) in the size of the files.
    public init(
        _ bundle: ResourceBundle,
        developmentLanguage: LanguageTag = "en",
        requiring languages: Set<LanguageTag> = [],
        ignoring ignored: Set<LocalizationFinding.Code> = []
    ) {
        let store = LocalizationStore(bundle, developmentLanguage: developmentLanguage)
        self.init(reading: store, requiring: languages, ignoring: ignored, isWhole: true)
    }

    /// Reads the files of a store's bundles again, in all languages, and checks them.
    ///
    /// The tables in the store are ignored: they may be of an older version, or for one reader
    /// only.
    ///
    /// - Parameters:
    ///   - store: The store, whose bundles, development language and device are used.
    ///   - languages: Languages that each table needs, whether a file has them or not.
    ///   - ignored: Codes of findings that are neither listed nor counted.
    /// - Complexity: O(*n* log *n*) in the size of the files.
    public init(
        _ store: LocalizationStore,
        requiring languages: Set<LanguageTag> = [],
        ignoring ignored: Set<LocalizationFinding.Code> = []
    ) {
        let whole = LocalizationStore(
            store.bundles,
            developmentLanguage: store.developmentLanguage,
            device: store.device
        )
        self.init(reading: whole, requiring: languages, ignoring: ignored, isWhole: true)
    }

    /// Reports the issues that a store found when it read its files and, if `isWhole`, checks its
    /// tables.
    package init(
        reading store: LocalizationStore,
        requiring languages: Set<LanguageTag> = [],
        ignoring ignored: Set<LocalizationFinding.Code>,
        isWhole: Bool = false
    ) {
        var linter = Linter(store, requiring: languages, ignoring: ignored)
        linter.addFileIssues()
        if isWhole { linter.checkTables() }
        findings = linter.list.sorted
        counts = linter.list.counts
    }

    /// Returns the number of findings of a severity, listed or not.
    public func count(of severity: LocalizationFinding.Severity) -> Int { counts[severity] }

    /// Whether there are no findings, infos included.
    public var isClean: Bool { counts.total(from: .info) == 0 }

    /// Throws an error with this lint if it has findings of a severity or a higher one.
    ///
    /// By default these are warnings and errors, for which the command fails, too.
    ///
    /// - Throws: ``LocalizationToolsError`` with the code ``LocalizationToolsError/Code/notClean``.
    public func requireClean(
        from severity: LocalizationFinding.Severity = .warning
    ) throws(LocalizationToolsError) {
        guard counts.total(from: severity) > 0 else { return }
        let first = findings.filter { $0.severity >= severity }.prefix(3).map(\.description)
        let message = (["The tables have \(counts)"] + first).joined(separator: "; ")
        throw LocalizationToolsError(.notClean, file: nil, lint: self, message)
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

public import FootingLocalization

/// What is wrong in the tables of bundles, in all their languages: what is missing, what doesn't fit
/// the source text, what a language's plurals need.
///
/// ```swift
/// let lint = LocalizationLint(bundle, developmentLanguage: "en")
/// for finding in lint.findings where finding.severity >= .warning { print(finding) }
/// ```
///
/// Each table is compared with the one of its name in the development language, in the same bundle.
/// A language that inherits from another, as `de-AT` does from `de`, needs the other's texts only
/// where they differ. Where the development language has no table of a name, the keys are taken for
/// its texts.
///
/// The work is linear in the size of the files, whatever is in them; the files may be as large as
/// for a store. It is a check for tests and tools, not for programs that serve readers.
public struct LocalizationLint: Sendable {
    /// What was found, by file, line and key; at most 10,000 of each severity, while ``count(of:)``
    /// knows no limit.
    public let findings: [LocalizationFinding]

    private let counts: [Int]

    /// Reads the files of a bundle and checks them.
    ///
    /// - Parameters:
    ///   - bundle: The bundle.
    ///   - developmentLanguage: The language that texts are written in first.
    ///   - ignored: Kinds of findings that are neither listed nor counted.
    /// - Complexity: O(*n* log *n*) in the size of the files.
    public init(
        _ bundle: ResourceBundle,
        developmentLanguage: LanguageTag = "en",
        ignoring ignored: Set<LocalizationFinding.Code> = []
    ) {
        let store = LocalizationStore(bundle, developmentLanguage: developmentLanguage)
        self.init(whole: store, ignoring: ignored)
    }

    /// Reads the files of a store's bundles again, in all languages, and checks them.
    ///
    /// What the store holds of an earlier version of the files, or for one reader only, is not
    /// looked at.
    ///
    /// - Parameters:
    ///   - store: The store, of which the bundles, the development language and the device count.
    ///   - ignored: Kinds of findings that are neither listed nor counted.
    /// - Complexity: O(*n* log *n*) in the size of the files.
    public init(_ store: LocalizationStore, ignoring ignored: Set<LocalizationFinding.Code> = []) {
        let whole = LocalizationStore(
            store.bundles,
            developmentLanguage: store.developmentLanguage,
            device: store.device
        )
        self.init(whole: whole, ignoring: ignored)
    }

    /// Takes over what a store found when it read its files, and checks nothing else.
    package init(
        reading store: LocalizationStore,
        ignoring ignored: Set<LocalizationFinding.Code> = []
    ) {
        var linter = Linter(store, ignoring: ignored)
        linter.addFileIssues()
        findings = linter.list.sorted
        counts = linter.list.counts
    }

    private init(whole store: LocalizationStore, ignoring ignored: Set<LocalizationFinding.Code>) {
        var linter = Linter(store, ignoring: ignored)
        linter.run()
        findings = linter.list.sorted
        counts = linter.list.counts
    }

    /// How many findings there are of a severity, listed or not.
    public func count(of severity: LocalizationFinding.Severity) -> Int { counts[severity.rank] }

    /// The worst severity of all findings, infos too, or `nil` if there are none.
    ///
    /// The command fails for warnings and errors unless it is told otherwise: ask ``count(of:)`` for
    /// these where a test should do the same.
    public var worst: LocalizationFinding.Severity? {
        LocalizationFinding.Severity.allCases.last { count(of: $0) > 0 }
    }
}

extension LocalizationLint: CustomStringConvertible {
    /// Every listed finding on a line of its own, and at last how many there are.
    public var description: String {
        var text = ""
        for finding in findings { text += "\(finding)\n" }
        let more = counts.reduce(0, +) - findings.count
        if more > 0 { text += "… and \(more) more\n" }
        return text
            + "errors: \(count(of: .error)), warnings: \(count(of: .warning)), "
            + "infos: \(count(of: .info))"
    }
}

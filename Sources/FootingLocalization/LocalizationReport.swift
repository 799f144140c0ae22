/// The issues of bundles, with their resolutions.
///
/// Faults of files are found when a store reads them. Faults of formats are added when a string is
/// formatted, each once.
public struct LocalizationReport: Hashable, Sendable {
    /// The issues in the order in which they were found; at most the first 1,000.
    public internal(set) var issues: [LocalizationIssue] = []

    /// The number of issues, listed or not; issues of formatting are counted up to 10,000.
    public internal(set) var issueCount = 0

    /// The number of issues that are not listed.
    @export(implementation)
    public var omittedIssueCount: Int { issueCount - issues.count }

    /// Whether there are no issues.
    @export(implementation)
    public var isClean: Bool { issueCount == 0 }
}

extension LocalizationReport: CustomStringConvertible {
    /// The number of issues in one line: `1 issue`.
    public var description: String {
        String(issueCount) + (issueCount == 1 ? " issue" : " issues")
    }
}

extension LocalizationReport {
    /// Throws an error with this report if it has an issue.
    ///
    /// - Throws: ``LocalizationError`` with the code ``LocalizationError/Code/notClean`` if the
    ///   report is not ``isClean``.
    @inline(never)
    public func requireClean() throws(LocalizationError) {
        guard !isClean else { return }
        throw LocalizationError(code: .notClean, bundleName: "", searchedPaths: [], report: self)
    }
}

/// The list is capped, since a file can have as many faults as bytes; the count is not.
extension LocalizationReport {
    static let maximumListed = 1000

    @inline(never)
    mutating func add(
        _ code: LocalizationIssue.Code,
        file: String?,
        line: Int? = nil,
        key: String? = nil,
        language: LanguageTag? = nil,
        about subject: String? = nil,
        _ resolution: LocalizationIssue.Resolution,
        _ message: String
    ) {
        issueCount += 1
        guard issues.count < Self.maximumListed else { return }
        issues.append(
            LocalizationIssue(
                code: code,
                file: file,
                line: line,
                key: key,
                language: language,
                subject: subject,
                resolution: resolution,
                message: message
            )
        )
    }

    @inline(never)
    mutating func addUnusableName(_ name: String, file: String) {
        let message = name.quoted + " is not the name of a language."
        add(.unusableLanguage, file: file, .skippedInput, message)
    }

    mutating func add(_ other: LocalizationReport) {
        issues += other.issues.prefix(Self.maximumListed - issues.count)
        issueCount += other.issueCount
    }
}

/// A place can have as many faults as bytes, so the list is capped and the count is not.
extension LocalizationReport {
    static let maximumListed = 1000

    /// Adds an issue.
    @inline(never)
    mutating func add(
        _ code: LocalizationReport.Code,
        file: String?,
        line: Int? = nil,
        key: String? = nil,
        language: LanguageTag? = nil,
        _ outcome: LocalizationReport.Issue.Outcome,
        _ message: String
    ) {
        count += 1
        guard issues.count < Self.maximumListed else { return }
        issues.append(
            LocalizationReport.Issue(
                code: code,
                file: file,
                line: line,
                key: key,
                language: language,
                outcome: outcome,
                message: message
            )
        )
    }

    mutating func addSkipped(
        _ code: LocalizationReport.Code,
        file: String,
        line: Int? = nil,
        _ message: String
    ) {
        add(code, file: file, line: line, .skipped, message)
    }

    mutating func add(_ other: LocalizationReport) {
        issues += other.issues.prefix(Self.maximumListed - issues.count)
        count += other.count
    }
}

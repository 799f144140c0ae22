import FootingLocalization
import FootingLocalizationMembers

/// Collects findings: the first findings of each severity are listed, and all are counted.
struct FindingList {
    private(set) var findings: [LocalizationFinding] = []
    private(set) var counts = FindingCounts()
    private var listed = FindingCounts()
    private let ignored: Set<LocalizationFinding.Code>

    /// The limit for findings of one severity, so that many infos don't displace errors.
    static let maximumListed = 10_000

    init(ignoring ignored: Set<LocalizationFinding.Code> = []) { self.ignored = ignored }

    func isFull(of severity: LocalizationFinding.Severity) -> Bool {
        listed[severity] >= Self.maximumListed
    }

    func isIgnored(_ code: LocalizationFinding.Code) -> Bool { ignored.contains(code) }

    mutating func count(_ code: LocalizationFinding.Code, _ number: Int) {
        if !isIgnored(code) { counts[code.severity] += number }
    }

    mutating func add(_ finding: LocalizationFinding) {
        guard !isIgnored(finding.code) else { return }
        counts[finding.severity] += 1
        guard !isFull(of: finding.severity) else { return }
        listed[finding.severity] += 1
        findings.append(finding)
    }

    /// Adds a finding; without a severity, with that of its code.
    mutating func add(
        _ code: LocalizationFinding.Code,
        _ severity: LocalizationFinding.Severity? = nil,
        at location: FindingLocation,
        language: LanguageTag? = nil,
        _ message: String
    ) {
        add(LocalizationFinding(code, severity, at: location, language: language, message))
    }

    /// The findings by file, line, key, code, language and message.
    var sorted: [LocalizationFinding] {
        findings.sorted { first, second in
            if first.file != second.file { return (first.file ?? "") < (second.file ?? "") }
            if first.line != second.line { return (first.line ?? 0) < (second.line ?? 0) }
            if first.key != second.key { return (first.key ?? "") < (second.key ?? "") }
            if first.code != second.code { return first.code.rawValue < second.code.rawValue }
            let languages = (first.language?.description ?? "", second.language?.description ?? "")
            if languages.0 != languages.1 { return languages.0 < languages.1 }
            return first.message < second.message
        }
    }
}

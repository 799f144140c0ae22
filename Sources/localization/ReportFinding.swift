import FootingLocalization
import FootingLocalizationTools

/// A finding for output, whose path begins with an argument of the command.
struct ReportFinding: Codable, Equatable {
    let file: String?
    let line: Int?
    let severity: Severity
    let code: LocalizationFinding.Code
    let message: String
    let table: String?
    let key: String?
    let language: String?

    /// Creates an error about a path itself.
    init(
        _ code: LocalizationFinding.Code,
        file: String,
        line: Int? = nil,
        _ message: String
    ) {
        (self.code, severity, self.file, self.message) = (code, .error, file, message)
        (self.line, table, key, language) = (line, nil, nil, nil)
    }

    init(_ finding: LocalizationFinding, file: String?) {
        self.file = file
        line = finding.line
        severity = finding.severity
        code = finding.code
        message = finding.message
        table = finding.table
        key = finding.key
        language = finding.language?.description
    }

    /// The finding on one line, in the format of compilers, which editors parse:
    /// `path:3: warning: … [emptyValue]`.
    var text: String {
        var location = file.map { $0.onOneLine + ":" } ?? ""
        if let line { location += "\(line):" }
        if !location.isEmpty { location += " " }
        return "\(location)\(severity.rawValue): \(message.onOneLine) [\(code)]"
    }
}

extension LocalizationFinding.Code: Codable {}
extension LocalizationFinding.Severity: Codable {}

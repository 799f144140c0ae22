import FootingLocalization
import FootingLocalizationReports

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

    /// Creates a finding about a path itself.
    init(
        _ code: LocalizationFinding.Code,
        _ severity: Severity,
        file: String,
        _ message: String
    ) {
        (self.code, self.severity, self.file, self.message) = (code, severity, file, message)
        (line, table, key, language) = (nil, nil, nil, nil)
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
        var place = file.map { $0.onOneLine + ":" } ?? ""
        if let line { place += "\(line):" }
        if !place.isEmpty { place += " " }
        return "\(place)\(severity.rawValue): \(message.onOneLine) [\(code)]"
    }
}

extension LocalizationFinding.Code: Codable {}
extension LocalizationFinding.Severity: Codable {}

extension String {
    /// The string with line ends, control characters and directional marks escaped, such as
    /// `\u{A}`.
    ///
    /// Keys and strings are untrusted.
    var onOneLine: String {
        var line = ""
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069:
                line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}

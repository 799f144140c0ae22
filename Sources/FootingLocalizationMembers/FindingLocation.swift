/// The file, the line, the table and the key of a finding.
package struct FindingLocation: Sendable {
    package var file: String?
    package var line: Int?
    package var table: String?
    package var key: String?

    package init(
        file: String? = nil,
        line: Int? = nil,
        table: String? = nil,
        key: String? = nil
    ) {
        (self.file, self.line, self.table, self.key) = (file, line, table, key)
    }
}

extension FindingLocation {
    /// A finding on one line, in the format of compilers, which editors parse:
    /// `path:3: warning: … [emptyValue]`.
    package func line(_ severity: String, _ message: String, _ code: String) -> String {
        var location = file ?? ""
        if let line { location += (location.isEmpty ? "" : ":") + String(line) }
        if !location.isEmpty { location += ": " }
        return "\(location)\(severity): \(message) [\(code)]".onOneLine
    }
}

extension String {
    /// The string with line ends, control characters and directional marks escaped, such as
    /// `\u{A}`.
    ///
    /// Keys and strings are untrusted.
    package var onOneLine: String {
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

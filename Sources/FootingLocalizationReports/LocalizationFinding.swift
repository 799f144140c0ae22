public import FootingLocalization

/// One thing in a bundle's tables that a reader or a program would stumble over.
public struct LocalizationFinding: Hashable, Sendable {
    /// How much harm a finding does.
    public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
        /// It may be meant, or readers don't see it.
        case info
        /// Readers see something poor: another language, a text without its number.
        case warning
        /// Readers see something wrong, or a file, an entry or a part of it is lost.
        case error

        /// Whether the first does less harm.
        public static func < (first: Severity, second: Severity) -> Bool {
            first.rank < second.rank
        }

        var rank: Int {
            switch self {
            case .info: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// The kind of the finding.
    public let code: Code
    /// How much harm it does.
    public let severity: Severity
    /// The path of the file or folder, or `nil` if there is none.
    ///
    /// For a text that is missing, it is the file that has the text in the development language.
    public let file: String?
    /// The line of the file, from 1, on which the entry begins; `nil` in binary property lists, and
    /// where the finding is about the whole file.
    public let line: Int?
    /// The name of the table.
    public let table: String?
    /// The key of the entry.
    public let key: String?
    /// The language that the text is in, or should be.
    public let language: LanguageTag?
    /// A sentence that says what is wrong and what to do.
    public let message: String
}

extension LocalizationFinding: CustomStringConvertible {
    /// The finding on one line, as compilers print theirs: `file:3: warning: … [emptyValue]`.
    public var description: String {
        var place = file ?? ""
        if let line { place += (place.isEmpty ? "" : ":") + String(line) }
        if !place.isEmpty { place += ": " }
        return "\(place)\(severity.rawValue): \(message) [\(code)]"
    }
}

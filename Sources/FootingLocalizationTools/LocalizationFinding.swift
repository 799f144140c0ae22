public import FootingLocalization
package import FootingLocalizationMembers

/// A problem in a bundle's tables that affects readers or programs.
public struct LocalizationFinding: Hashable, Sendable {
    /// The severity of a finding.
    public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
        /// It may be intended, or readers don't see it.
        case info
        /// Readers see a poor string: in another language, or without its number.
        case warning
        /// Readers see a wrong string, or a file, an entry or a part of it is lost.
        case error

        /// Whether the first severity is lower.
        public static func < (first: Severity, second: Severity) -> Bool {
            allCases.firstIndex(of: first) ?? 0 < allCases.firstIndex(of: second) ?? 0
        }
    }

    /// The kind of the finding.
    public let code: Code
    /// The severity of the finding.
    public let severity: Severity
    /// The path of the file or folder, or `nil` if there is none.
    ///
    /// For a missing string, this is the file with the string in the development language.
    public package(set) var file: String?
    /// The line on which the entry begins, counted from 1; `nil` in binary property lists, and if
    /// the finding is about the whole file.
    public let line: Int?
    /// The name of the table.
    public let table: String?
    /// The key of the entry.
    public let key: String?
    /// The language of the string, or of the missing string; `nil` if the finding is about several
    /// languages, which its message names.
    public let language: LanguageTag?
    /// A sentence with the problem and the remedy.
    public let message: String

    /// Creates a finding; without a severity, with that of its code.
    package init(
        _ code: Code,
        _ severity: Severity? = nil,
        at location: FindingLocation,
        language: LanguageTag? = nil,
        _ message: String
    ) {
        (self.code, self.severity) = (code, severity ?? code.severity)
        (file, line, table, key) = (location.file, location.line, location.table, location.key)
        (self.language, self.message) = (language, message)
    }
}

extension LocalizationFinding: CustomStringConvertible {
    /// The finding on one line, in the format of compilers: `file:3: warning: … [emptyValue]`.
    ///
    /// Control characters are escaped.
    public var description: String {
        FindingLocation(file: file, line: line).line(severity.rawValue, message, code.rawValue)
    }
}

/// The number of findings of each severity, listed or not.
package struct FindingCounts: Codable, Hashable, Sendable {
    private var errors = 0
    private var warnings = 0
    private var infos = 0

    package init() {}

    package subscript(severity: LocalizationFinding.Severity) -> Int {
        get { self[keyPath: Self.count(of: severity)] }
        set { self[keyPath: Self.count(of: severity)] = newValue }
    }

    /// The number of findings of a severity and all higher ones.
    package func total(from least: LocalizationFinding.Severity) -> Int {
        LocalizationFinding.Severity.allCases.reduce(0) { $0 + ($1 >= least ? self[$1] : 0) }
    }

    private static func count(
        of severity: LocalizationFinding.Severity
    ) -> WritableKeyPath<Self, Int> {
        switch severity {
        case .info: \.infos
        case .warning: \.warnings
        case .error: \.errors
        }
    }
}

extension FindingCounts: CustomStringConvertible {
    /// The counts in words: `1 error, 3 warnings, 2 infos`.
    package var description: String {
        [(errors, "error"), (warnings, "warning"), (infos, "info")]
            .map { "\($0) \($1)\($0 == 1 ? "" : "s")" }
            .joined(separator: ", ")
    }
}

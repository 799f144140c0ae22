import FootingLocalizationReports

extension FindingsReport {
    /// The JSON document, with changes if folders were compared.
    struct Document: Codable, Equatable {
        var changes: [ChangesReport.Change]?
        let counts: FindingCounts
        let findings: [ReportFinding]
    }

    /// The findings in the given format.
    func output(_ format: Options.Format) throws -> String {
        switch format {
        case .text: text
        case .json: try JSON.document(Document(counts: counts, findings: findings))
        case .csv: csv
        }
    }

    private var text: String {
        var text = ""
        for finding in findings { text += finding.text + "\n" }
        return unlisted > 0 ? text + "… and \(unlisted) more\n" : text
    }

    private var csv: String {
        CSV.document(
            [["file", "line", "severity", "code", "message", "table", "key", "language"]]
                + findings.map { finding in
                    [
                        finding.file, finding.line.map(String.init), finding.severity.rawValue,
                        finding.code.rawValue, finding.message, finding.table, finding.key,
                        finding.language,
                    ]
                }
        )
    }
}

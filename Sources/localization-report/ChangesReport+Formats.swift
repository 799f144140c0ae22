import FootingLocalizationReports

extension ChangesReport {
    /// The changes and findings in the given format.
    func output(_ format: Options.Format) throws -> String {
        switch format {
        case .text:
            return try changes.map { $0.text + "\n" }.joined() + findings.output(.text)
        case .json:
            let (counts, findings) = (findings.counts, findings.findings)
            return try JSON.document(
                FindingsReport.Document(changes: changes, counts: counts, findings: findings)
            )
        case .csv:
            return csv
        }
    }

    /// A record for each change, and one for each finding, with its code.
    private var csv: String {
        CSV.document(
            [["change", "folder", "table", "key", "language", "old", "new"]]
                + changes.map { change in
                    [
                        change.kind, change.folder, change.table, change.key, change.language,
                        change.old, change.new,
                    ]
                }
                + findings.findings.map { finding in
                    [
                        finding.code.rawValue, finding.file, finding.table, finding.key,
                        finding.language, nil, nil,
                    ]
                }
        )
    }
}

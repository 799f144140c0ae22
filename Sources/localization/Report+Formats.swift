import FootingLocalizationTools

extension Report {
    /// The JSON document, with changes if folders were compared.
    struct Document: Codable, Equatable {
        let changes: [Change]?
        let counts: FindingCounts
        let findings: [ReportFinding]
    }

    /// The tables, or the changes and findings, in the format of the options.
    func output() throws -> String {
        if let joined {
            return options.format == .json ? try JSON.document(joined.rows) : joined.csv
        }
        return switch options.format {
        case .text: text
        case .json:
            try JSON.document(Document(changes: changes, counts: counts, findings: findings))
        case .csv: CSV.document(changes.map(records) ?? records)
        }
    }

    /// The message of a failure: the number of findings or, if the output doesn't have them, the
    /// findings.
    var message: String {
        joined == nil
            ? counts.description : findings.map(\.text).joined(separator: "\n")
    }

    private var text: String {
        let lines = (changes ?? []).map(\.text) + findings.map(\.text)
        let text = lines.map { $0 + "\n" }.joined()
        // A lint doesn't list all findings of a folder that has too many.
        let unlisted = counts.total(from: options.shown) - findings.count
        return unlisted > 0 ? text + "… and \(unlisted) more\n" : text
    }

    private var records: [[String?]] {
        [["file", "line", "severity", "code", "message", "table", "key", "language"]]
            + findings.map { finding in
                [
                    finding.file, finding.line.map(String.init), finding.severity.rawValue,
                    finding.code.rawValue, finding.message, finding.table, finding.key,
                    finding.language,
                ]
            }
    }

    /// A record for each change, and one for each finding, with its code.
    private func records(of changes: [Change]) -> [[String?]] {
        [["change", "folder", "table", "key", "language", "old", "new"]]
            + changes.map { change in
                [
                    change.kind, change.folder, change.table, change.key, change.language,
                    change.old, change.new,
                ]
            }
            + findings.map { finding in
                [
                    finding.code.rawValue, finding.file, finding.table, finding.key,
                    finding.language, nil, nil,
                ]
            }
    }
}

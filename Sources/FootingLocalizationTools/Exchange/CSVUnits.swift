/// The units of a file in CSV, a record each.
enum CSVUnits {
    private static let columns = ["file", "id", "comment", "source", "target", "state"]

    static func document(_ file: TranslationFile) -> String {
        CSV.document(
            [columns]
                + file.units.map { unit in
                    [
                        unit.original, unit.id, unit.comment, unit.source, unit.target,
                        unit.state?.rawValue,
                    ]
                }
        )
    }

    /// Reads the content of a file in UTF-8; columns have any order, and only `id` and `target`
    /// must be there.
    static func read(
        _ bytes: [UInt8],
        at path: String
    ) throws(LocalizationToolsError) -> TranslationFile {
        let separators = [",", ";", "\t"].compactMap(\.utf8.first)
        let headers = separators.lazy.compactMap { separator -> (UInt8, [String])? in
            var reader = CSV.Reader(bytes, separator: separator)
            guard let header = reader.next(), header.contains("id"), header.contains("target")
            else { return nil }
            return (separator, header)
        }
        guard let (separator, header) = headers.first else {
            let message = "The first line has no columns “id” and “target”: add them."
            throw LocalizationToolsError(.invalidCSV, file: path, line: 1, message)
        }
        var reader = CSV.Reader(bytes, separator: separator)
        _ = reader.next()
        var units: [TranslationUnit] = []
        var findings: [LocalizationFinding] = []
        var line = reader.line
        while let record = reader.next() {
            defer { line = reader.line }
            guard units.count < TranslationFile.maximumUnits else {
                throw TranslationFile.tooManyUnits(path, line: line)
            }
            func field(_ column: String) -> String? {
                let index = header.firstIndex(of: column)
                let text = index.flatMap { record.indices ~= $0 ? record[$0] : nil }
                return text?.isEmpty == false ? text : nil
            }
            // A spreadsheet writes empty records.
            guard record.contains(where: { !$0.isEmpty }) else { continue }
            var unit = TranslationUnit(original: field("file") ?? "", id: field("id") ?? "")
            (unit.source, unit.target) = (field("source"), field("target"))
            (unit.comment, unit.line) = (field("comment"), line)
            if let name = field("state") {
                unit.state = TranslationUnit.State(named: name)
                if unit.state == nil { findings.append(.unknownState(name, unit, path)) }
            }
            units.append(unit)
        }
        if reader.isUnterminated {
            let message = "A quotation mark has no counterpart: add one at the end of its field."
            throw LocalizationToolsError(.invalidCSV, file: path, line: line, message)
        }
        var file = TranslationFile(units: units, language: nil)
        file.findings = findings
        return file
    }
}

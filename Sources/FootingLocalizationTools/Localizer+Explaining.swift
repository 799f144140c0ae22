public import FootingLocalization
import FootingLocalizationMembers

extension Localizer {
    /// Explains how the string of a key is found: the languages that are searched, the file and
    /// line of the entry, and the plural form that a number selects.
    ///
    /// Use this for debugging, not for each look-up.
    ///
    /// - Parameters:
    ///   - key: The key, which is compared by its bytes.
    ///   - count: The number that selects plural forms, or `nil`.
    ///   - table: The name of the table; `nil` and the empty string mean `Localizable`.
    /// - Returns: The explanation, whose description has a few lines.
    /// - Complexity: O(*n*) in the size of the tables that are searched.
    public func explain(
        _ key: String,
        count: Int? = nil,
        table: String? = nil
    ) -> LookupExplanation {
        let name = table.tableName
        let tables = MergedTable.tables(named: name, in: self.tables)
        var steps: [LookupExplanation.Step] = []
        var answer: LookupExplanation.Answer?
        for language in languages where answer == nil {
            let entry = tables[language]?[key]
            let step = LookupExplanation.Step(
                language: language,
                files: tables[language]?.files ?? [],
                hasKey: entry != nil
            )
            steps.append(step)
            answer = entry.map { self.answer(in: $0, count: count) }
        }
        return LookupExplanation(
            key: key,
            table: name,
            steps: steps,
            answer: answer,
            count: count
        )
    }

    private func answer(in entry: TableEntry, count: Int?) -> LookupExplanation.Answer {
        let strings = EntryString.strings(of: entry, includingSource: true)
        // The widest string that fits, or the narrowest if none fits.
        let fitting = width.flatMap { width in
            strings.last { ($0.width ?? 0) <= width } ?? strings.first
        }
        let shown = fitting ?? strings.last
        let source = entry.table.sourceLanguage(ofEntryAt: entry.index)
        let forms = count.flatMap { shown?.forms(for: $0, in: entry.language, orIn: source) }
        return LookupExplanation.Answer(
            language: entry.language,
            file: entry.location.file ?? "",
            line: entry.location.line,
            string: shown?.string ?? entry.string,
            forms: forms ?? []
        )
    }
}

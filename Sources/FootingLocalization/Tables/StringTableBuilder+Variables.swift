extension StringTableBuilder {
    /// Notes an issue of an entry, or of one of its members, whose `name` precedes the key.
    ///
    /// `fault` continues the sentence after their names: `has no form.`
    @inline(never)
    func note(
        _ code: LocalizationIssue.Code,
        line: Int? = nil,
        name: String? = nil,
        of key: String,
        _ resolution: LocalizationIssue.Resolution,
        _ fault: String
    ) {
        let owner = name.map { $0.quoted + " of " } ?? ""
        note(code, line: line, key: key, resolution, owner + key.quoted + " " + fault)
    }

    /// Creates a variable, or notes an issue.
    ///
    /// `type` is a specifier with or without `%`, denoted by `%arg` in the forms if `namesOwn` is
    /// set. `source` is used for missing forms.
    func variable(
        _ name: String,
        of key: String,
        line: Int? = nil,
        _ texts: PluralForms<String>,
        type: String,
        argument: Int32? = nil,
        namesOwn: Bool = false,
        source: FormatCompiler.Variable? = nil
    ) -> FormatCompiler.Variable? {
        @inline(never)
        func noteFault(
            _ code: LocalizationIssue.Code,
            _ resolution: LocalizationIssue.Resolution,
            _ fault: String
        ) {
            let subject = name.quoted + ", a variable of the key " + key.quoted + ", "
            note(code, line: line, key: key, about: name, resolution, subject + fault)
        }
        if texts.first == nil, source == nil {
            noteFault(.invalidVariable, .skippedInput, "has no form.")
            return nil
        }
        if texts[.other] == nil, source == nil {
            noteFault(.missingPluralCategory, .usedAsWritten, "has no form “other”.")
        }
        let own = FormatString.Piece(valueType: type)
        if own == nil {
            let fault = "has the type “" + type + "”, which is not numeric."
            noteFault(.unknownValueType, .usedRepaired, fault)
        }
        return FormatCompiler.Variable(
            name: name,
            display: own?.display ?? .integer,
            texts: texts,
            argument: argument,
            own: namesOwn ? own ?? FormatString.Piece(valueType: "") : nil,
            source: source
        )
    }
}

extension StringTableBuilder {
    /// Notes something wrong with an entry, or with one of its variables or rules.
    ///
    /// `fault` goes on from their names: `has no form.`
    @inline(never)
    func note(
        _ code: LocalizationReport.Code,
        line: Int? = nil,
        part: String? = nil,
        of key: String,
        _ resolution: LocalizationReport.Issue.Resolution,
        _ fault: String
    ) {
        let subject = part.map { "“" + $0 + "” of “" + key } ?? "“" + key
        note(code, line: line, key: key, resolution, subject + "” " + fault)
    }

    /// Makes a variable of an entry, or notes why that can't be.
    ///
    /// `type` says how a number is displayed, as a specifier does; with `namesOwn`, it is also what
    /// `%arg` means in the strings.
    func variable(
        _ name: String,
        of key: String,
        line: Int? = nil,
        _ texts: PluralForms<String>,
        type: String,
        argument: Int32? = nil,
        namesOwn: Bool = false
    ) -> FormatCompiler.Variable? {
        if texts.first == nil {
            note(.invalidVariable, line: line, part: name, of: key, .skipped, "has no form.")
            return nil
        }
        if texts[.other] == nil {
            let fault = "has no form “other”."
            note(.missingPluralForm, line: line, part: name, of: key, .kept, fault)
        }
        let own = FormatString.Piece(valueType: type)
        if own == nil {
            let fault = "has the type “" + type + "”, which is none of a number."
            note(.unknownValueType, line: line, part: name, of: key, .repaired, fault)
        }
        return FormatCompiler.Variable(
            name: name,
            display: own?.display ?? .integer,
            texts: texts,
            argument: argument,
            own: namesOwn ? own ?? FormatString.Piece(valueType: "") : nil
        )
    }
}

extension FormatString.Piece {
    /// Reads a value type (`d`, `lu`, `%ld`, `0.2f`; the empty one is `d`), or answers `nil` if it
    /// is none of a number.
    fileprivate init?(valueType type: String) {
        let text = type.isEmpty ? "%d" : type.hasPrefix("%") ? type : "%" + type
        let format = FormatString(text)
        guard format.pieces.count == 1, let specifier = format.firstNumber else { return nil }
        self = specifier
    }
}

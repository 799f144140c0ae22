/// Makes entries of a `.stringsdict`: texts with variables that have a form for each category.
struct StringsDictReader {
    private var file = TableFile()

    static func read(_ root: [String: PropertyListNode]) -> TableFile {
        var reader = StringsDictReader()
        // In order of the keys, so that the report is the same every time.
        for (key, node) in root.sorted(by: { $0.key < $1.key }) { reader.readEntry(key, node) }
        return reader.file
    }

    private mutating func readEntry(_ key: String, _ node: PropertyListNode) {
        guard let entry = node.dictionary else {
            note(.nonStringValue, key, .skipped, "“\(key)” is no dictionary.")
            return
        }
        guard let text = entry["NSStringLocalizedFormatKey"]?.text else {
            note(.missingFormat, key, .skipped, "“\(key)” has no NSStringLocalizedFormatKey.")
            return
        }
        var forms:
            [(name: String, display: PluralVariable.Display, texts: [PluralCategory: String])]
        forms = []
        for (name, node) in entry.sorted(by: { $0.key < $1.key }) {
            guard name != "NSStringLocalizedFormatKey" else { continue }
            guard let variable = node.dictionary,
                variable["NSStringFormatSpecTypeKey"]?.text == "NSStringPluralRuleType"
            else {
                note(
                    .invalidVariable,
                    key,
                    .skipped,
                    "“\(name)” of “\(key)” is no plural variable."
                )
                continue
            }
            let texts = readForms(of: variable)
            guard !texts.isEmpty else {
                note(.invalidVariable, key, .skipped, "“\(name)” of “\(key)” has no form.")
                continue
            }
            if texts[.other] == nil {
                note(.missingPluralForm, key, .kept, "“\(name)” of “\(key)” has no form “other”.")
            }
            let display = readDisplay(of: variable, name: name, key: key)
            forms.append((name, display, texts))
        }
        let indices = Dictionary(uniqueKeysWithValues: forms.indices.map { (forms[$0].name, $0) })
        let variables = forms.map { form in
            PluralVariable(
                display: form.display,
                forms: form.texts.mapValues { compile($0, key: key, variables: indices) }
            )
        }
        let format = compile(text, key: key, variables: indices)
        file.entries.append(
            TableEntry(key: key, text: text, format: LocalizedFormat(format, variables: variables))
        )
    }

    private func readForms(of variable: [String: PropertyListNode]) -> [PluralCategory: String] {
        var texts: [PluralCategory: String] = [:]
        for category in PluralCategory.allCases {
            texts[category] = variable[category.rawValue]?.text
        }
        return texts
    }

    /// Reads the value type: `d`, `lu`, `%ld`, `0.2f`.
    private mutating func readDisplay(
        of variable: [String: PropertyListNode],
        name: String,
        key: String
    ) -> PluralVariable.Display {
        guard let type = variable["NSStringFormatValueTypeKey"]?.text, !type.isEmpty else {
            return .integer
        }
        let format = FormatString(type.hasPrefix("%") ? type : "%" + type)
        if format.pieces.count == 1, case .value(let specifier) = format.pieces[0] {
            if "dDiuUxXoO".utf8.contains(specifier.conversion) { return .integer }
            if "fFeEgGaA".utf8.contains(specifier.conversion) {
                guard case .fixed(let digits) = specifier.precision else {
                    return .floatingPoint(fractionDigits: nil)
                }
                let count = min(digits, FormatRenderer.maximumPrecision)
                return .floatingPoint(fractionDigits: count)
            }
        }
        note(
            .unknownValueType,
            key,
            .repaired,
            "The value type “\(type)” of “\(name)” of “\(key)” is none of a number."
        )
        return .integer
    }

    private mutating func compile(
        _ text: String,
        key: String,
        variables: [String: Int]
    ) -> FormatString {
        let format = FormatString(text, variables: variables)
        for name in format.undefinedVariables {
            note(
                .undefinedVariable,
                key,
                .kept,
                "“\(key)” names “\(name)”, which it doesn't define."
            )
        }
        return format
    }

    private mutating func note(
        _ code: LocalizationReport.Code,
        _ key: String,
        _ outcome: LocalizationReport.Issue.Outcome,
        _ message: @autoclosure () -> String
    ) {
        file.add(TableFile.Finding(code: code, key: key, outcome: outcome, message: message()))
    }
}

import FootingLocalization

extension Linter {
    /// Checks a plural variable against the categories of its language.
    mutating func check(
        _ variable: FormatShape.Variable,
        of entry: TableContents.Entry,
        _ table: StringTable
    ) {
        let (key, language) = (entry.key, table.languageTag)
        let subject = variable.name.isEmpty ? "“\(key)”" : "“\(variable.name)” of “\(key)”"
        if !variable.isNamed {
            let message = "\(subject) is named by no text: name it, or remove it."
            note(.unusedVariable, entry, in: table, message)
        }
        let known = categories(of: language)
        for category in PluralCategory.allCases {
            let name = category.rawValue
            if variable.forms.contains(category) {
                if variable.emptyForms.contains(category) {
                    let message = "\(subject) has an empty form “\(name)” in \(language): write it."
                    note(.emptyValue, entry, in: table, message)
                }
                // A form for zero is used in every language, and `other` where one is missing.
                if category != .zero, category != .other, !known.contains(category) {
                    let message =
                        "\(subject) has a form “\(name)”, which no number has in \(language): "
                        + "remove it."
                    note(.unusedPluralCategory, entry, in: table, message)
                }
            } else if let severity = severity(ofMissing: category, variable, known) {
                let numbers = severity == .info ? "whole millions" : "numbers"
                let message =
                    "\(subject) has no form “\(name)”, which \(numbers) have in \(language): write it."
                note(.missingPluralCategory, entry, in: table, severity: severity, message)
            }
        }
    }

    private func severity(
        ofMissing category: PluralCategory,
        _ variable: FormatShape.Variable,
        _ known: LanguageCategories
    ) -> LocalizationFinding.Severity? {
        if known.everyday.contains(category) { return .error }
        if variable.hasFraction, known.fractions.contains(category) { return .error }
        // It stands in for the others, and Foundation doesn't do without.
        if category == .other { return .warning }
        return known.millions.contains(category) ? .info : nil
    }
}

import FootingLocalization

extension Linter {
    /// Checks a plural variable against the categories of its language, and its forms against those
    /// of the source; of an entry that was misread, only what that doesn't explain.
    mutating func check(
        _ variable: FormatShape.Variable,
        of text: Translation,
        isMisread: Bool
    ) {
        let (entry, table, language) = (text.entry, text.table, text.table.languageTag)
        let subject =
            variable.name.isEmpty ? "“\(entry.key)”" : "“\(variable.name)” of “\(entry.key)”"
        if !variable.isNamed, !isMisread {
            let message = "\(subject) is named by no text: name it, or remove it."
            note(.unusedVariable, entry, in: table, message)
        }
        let emptied = variable.emptyForms.filter { text.hasSource(ofForm: $0, of: variable) }
        if let names = Self.names(emptied) {
            let message = "\(subject) has an empty \(names) in \(language): write it."
            note(.emptyValue, entry, in: table, message)
        }
        let known = categories(of: language)
        // A form for zero is used in every language, and `other` where one is missing.
        let unused = variable.forms.filter { $0 != .zero && $0 != .other && !known.contains($0) }
        if let names = Self.names(unused) {
            let message =
                "\(subject) has a \(names), which no number has in \(language): remove it."
            note(.unusedPluralCategory, entry, in: table, message)
        }
        guard !isMisread else { return }
        for severity in LocalizationFinding.Severity.allCases.reversed() {
            let missing = PluralCategory.allCases.filter {
                !variable.forms.contains($0)
                    && self.severity(ofMissing: $0, variable, known) == severity
            }
            guard let names = Self.names(missing) else { continue }
            let numbers = severity == .info ? "whole millions" : "numbers"
            let message =
                "\(subject) has no \(names), which \(numbers) have in \(language): write it."
            note(.missingPluralCategory, entry, in: table, severity: severity, message)
        }
    }

    /// The names of forms, `form “few” or “many”`; `nil` for none.
    private static func names(_ categories: [PluralCategory]) -> String? {
        guard !categories.isEmpty else { return nil }
        return "form " + categories.map { "“\($0.rawValue)”" }.joined(separator: " or ")
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

extension Translation {
    /// Whether the source has a text for a form: its own, or the one that stands in.
    fileprivate func hasSource(
        ofForm category: PluralCategory,
        of variable: FormatShape.Variable
    ) -> Bool {
        guard let source else { return false }
        guard let other = source.variables.first(where: { $0.name == variable.name }) else {
            return !source.hasEmptyText
        }
        return !other.emptyForms.contains(other.forms.contains(category) ? category : .other)
    }
}

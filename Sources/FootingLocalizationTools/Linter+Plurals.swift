import FootingLocalization
import FootingLocalizationMembers

extension Linter {
    /// Checks a plural variable against the categories of its language, and its forms against those
    /// of the source; for a misread entry, skips checks whose failure the misreading explains.
    mutating func check(
        _ variable: EntryString.Variable,
        of text: Translation,
        _ new: NewStrings?,
        isMisread: Bool
    ) {
        let (entry, language) = (text.entry, text.entry.language)
        let subject =
            variable.name.isEmpty
            ? "“\(entry.key)”" : "“\(variable.name)”, a variable of the key “\(entry.key)”,"
        if !variable.isNamed, !isMisread {
            let message =
                "\(subject) is not used in any string in \(language): use it, or remove it."
            note(.unusedVariable, entry, message)
        }
        let emptied = variable.emptyForms.filter { text.hasSource(ofForm: $0, of: variable) }
        if let names = Self.names(emptied) {
            let message = "\(subject) has an empty \(names) in \(language): write it."
            note(.emptyValue, entry, message)
        }
        let known = categories(of: language)
        // `zero` is used for 0 in every language, and `other` for missing forms.
        let unused = variable.categories.filter {
            $0 != .zero && $0 != .other && !known.contains($0)
        }
        if let names = Self.names(unused) {
            let message =
                "\(subject) has a \(names), which no number uses in \(language): remove it."
            note(.unusedPluralCategory, entry, message)
        }
        guard !isMisread else { return }
        for severity in LocalizationFinding.Severity.allCases.reversed() {
            let missing = PluralCategory.allCases.filter {
                !variable.categories.contains($0)
                    && new?.hasForm($0, ofVariable: variable.name) != true
                    && self.severity(ofMissing: $0, variable, known) == severity
            }
            guard let names = Self.names(missing) else { continue }
            let numbers = severity == .info ? "whole millions" : "numbers"
            let message =
                "\(subject) has no \(names), which \(numbers) need in \(language): add it."
            note(.missingPluralCategory, entry, severity: severity, message)
        }
    }

    /// The names of forms, such as `form “few” or “many”`; `nil` for none.
    private static func names(_ categories: [PluralCategory]) -> String? {
        guard !categories.isEmpty else { return nil }
        return "form " + categories.map { "“\($0.rawValue)”" }.joined(separator: " or ")
    }

    private func severity(
        ofMissing category: PluralCategory,
        _ variable: EntryString.Variable,
        _ known: LanguageCategories
    ) -> LocalizationFinding.Severity? {
        if known.everyday.contains(category) { return .error }
        if variable.hasFraction, known.fractions.contains(category) { return .error }
        // `other` replaces missing forms, and Foundation requires it.
        if category == .other { return .warning }
        return known.millions.contains(category) ? .info : nil
    }
}

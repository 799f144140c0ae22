import FootingLocalization
import FootingLocalizationMembers

extension EntryString {
    /// The forms that are shown for a number in a language, or else in the source language.
    func forms(
        for number: Int,
        in language: LanguageTag,
        orIn source: LanguageTag?
    ) -> [LookupExplanation.Form] {
        let sources = Set(variables.compactMap(\.source))
        return variables.indices.filter { !sources.contains($0) }.compactMap { index in
            let variable = variables[index]
            if let form = variable.form(for: number, in: language) { return form }
            guard let source, let index = variable.source else { return nil }
            return variables[index].form(for: number, in: source)
        }
    }
}

extension EntryString.Variable {
    /// The form that is shown for a number in a language: `zero` for 0, the form of the number's
    /// category or, if no source replaces it, the first existing substitute.
    fileprivate func form(for number: Int, in language: LanguageTag) -> LookupExplanation.Form? {
        let category = PluralRules(language).category(for: number)
        let zero: [PluralCategory] = number == 0 ? [.zero] : []
        let substitutes: [PluralCategory] =
            source == nil ? [.other, .many, .few, .two, .one, .zero] : []
        for used in zero + [category] + substitutes {
            guard let form = forms.first(where: { $0.category == used }) else { continue }
            return LookupExplanation.Form(
                variable: name,
                language: language,
                category: category,
                usedCategory: used,
                string: form.string
            )
        }
        return nil
    }
}

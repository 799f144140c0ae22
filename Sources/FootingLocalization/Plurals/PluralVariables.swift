final class PluralVariables: Sendable {
    /// How a number is displayed, as far as plural rules depend on it.
    enum Display: Sendable {
        case integer
        case floatingPoint(fractionDigits: Int?)
    }

    struct Variable: Sendable {
        /// Empty for the entry's own plural forms.
        let name: String
        var display: Display
        /// The argument of a form's first unnumbered specifier; `nil` for the one that selected it.
        let firstArgument: Int?
        /// The range of each form among the pieces of all variables.
        let forms: PluralForms<Range<Int32>>
        /// The index of the source's variable, for numbers of whose category this one has no form.
        var source: Int32?

        /// Returns the pieces of the form for a category, or else of `other`, or else of the first
        /// form; `nil` if the source's form is used instead.
        ///
        /// A `zero` form is used for zero in every language.
        @inline(__always)
        func pieces(for category: PluralCategory, isZero: Bool) -> Range<Int32>? {
            if isZero, let form = forms[.zero] { return form }
            return forms[category] ?? (source == nil ? forms.first : nil)
        }
    }

    /// The variables of the entry, followed by those of its source that replace missing forms.
    let variables: [Variable]
    let ownCount: Int
    /// The language of the source.
    let source: LanguageContext?
    /// The concatenated forms of all variables.
    let text: FormatString

    init(
        _ variables: [Variable],
        ownCount: Int? = nil,
        source: LanguageContext? = nil,
        text: FormatString
    ) {
        self.variables = variables
        self.ownCount = ownCount ?? variables.count
        self.source = source
        self.text = text
    }

    static let none = PluralVariables([], text: FormatString())
}

final class PluralVariables: Sendable {
    /// How a number is displayed, as far as plural rules depend on it.
    enum Display: Sendable {
        case integer
        case floatingPoint(fractionDigits: Int?)
    }

    struct Variable: Sendable {
        /// Empty for the entry's own plural forms.
        let name: String
        let display: Display
        /// The argument of a form's first unnumbered specifier; `nil` for the one that selected it.
        let firstArgument: Int?
        /// The range of each form among the pieces of all variables.
        let forms: PluralForms<Range<Int32>>

        /// Returns the pieces of the form for a category, or else of `other`, or else of the first
        /// form.
        ///
        /// A `zero` form is used for zero in every language.
        @inline(__always)
        func pieces(for category: PluralCategory, isZero: Bool) -> Range<Int32>? {
            if isZero, let form = forms[.zero] { return form }
            return forms[category] ?? forms.first
        }
    }

    let variables: [Variable]
    /// The concatenated forms of all variables.
    let text: FormatString

    init(_ variables: [Variable], text: FormatString) {
        self.variables = variables
        self.text = text
    }

    static let none = PluralVariables([], text: FormatString())
}

/// The parts of a text that depend on numbers, with the forms that the translator wrote of each.
final class PluralVariables: Sendable {
    /// How a number is displayed, as far as that decides about the form.
    enum Display: Sendable {
        case integer
        case floatingPoint(fractionDigits: Int?)
    }

    /// A variable with its forms.
    struct Variable: Sendable {
        /// The variable's name in strings; empty for the key's own number.
        let name: String
        let display: Display
        /// The argument from which a form counts its own; `nil` is the one that chose the form.
        let firstArgument: Int?
        /// Which pieces of the text each form is.
        let forms: PluralForms<Range<Int32>>

        /// The pieces of the form for a category; `nil` for a variable without any form.
        ///
        /// A `zero` form is for zero in every language. Where the form of a category is missing,
        /// `other` stands in, and where that is missing too, the first there is.
        @inline(__always)
        func pieces(for category: PluralCategory, isZero: Bool) -> Range<Int32>? {
            if isZero, let form = forms[.zero] { return form }
            return forms[category] ?? forms.first
        }
    }

    let variables: [Variable]
    /// The forms of all variables, one after the other.
    let text: FormatString

    /// Creates the variables of an entry, or answers `nil` if there are none.
    convenience init?(_ variables: [Variable], text: FormatString) {
        if variables.isEmpty { return nil }
        self.init(text, variables)
    }

    private init(_ text: FormatString, _ variables: [Variable]) {
        self.variables = variables
        self.text = text
    }

    /// No variables at all.
    static let none = PluralVariables(FormatString(""), [])
}

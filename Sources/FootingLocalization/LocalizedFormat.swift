/// A text of a table that has something to fill in, read once when the table is loaded.
final class LocalizedFormat: Sendable {
    let format: FormatString
    let variables: [PluralVariable]
    /// The texts for widths, the narrowest first; the format is that of the last.
    let variants: [WidthVariant]

    init(
        _ format: FormatString,
        variables: [PluralVariable] = [],
        variants: [WidthVariant] = []
    ) {
        self.format = format
        self.variables = variables
        self.variants = variants
    }

    /// The text for a width: the widest that fits or, if none does, the narrowest.
    func variant(fitting width: Int) -> WidthVariant? {
        variants.last { $0.width <= width } ?? variants.first
    }
}

/// A text for places of at least a certain width.
struct WidthVariant: Sendable {
    let width: Int
    let text: String
    /// The text's format, or `nil` if it has nothing to fill in.
    let format: LocalizedFormat?
}

/// A part of a text that depends on a number, with a form for each category the translator wrote.
struct PluralVariable: Sendable {
    /// How the number is displayed, as far as that decides about the form.
    enum Display: Equatable, Sendable {
        case integer
        case floatingPoint(fractionDigits: Int?)
    }

    let display: Display
    /// The argument from which a form counts its own; `nil` for the one that chose the form.
    let firstArgument: Int?
    private let forms: [PluralCategory: FormatString]

    init(
        display: Display,
        forms: [PluralCategory: FormatString],
        firstArgument: Int? = nil
    ) {
        self.display = display
        self.forms = forms
        self.firstArgument = firstArgument
    }

    /// The form for a number, or `nil` for one without any form.
    ///
    /// A `zero` form is for zero in every language. Where the form of the category is missing,
    /// `other` stands in, and where that is missing too, the first there is.
    func form(for operands: PluralOperands?, in rules: PluralRules) -> FormatString? {
        if let operands, operands.isZero, let form = forms[.zero] { return form }
        let category = operands.map { rules.category(for: $0) } ?? .other
        if let form = forms[category] ?? forms[.other] { return form }
        let substitutes: [PluralCategory] = [.many, .few, .two, .one, .zero]
        return substitutes.lazy.compactMap { forms[$0] }.first
    }
}

/// The language of a table, with what formatting needs of it.
final class LanguageContext: Sendable {
    let tag: LanguageTag
    let pluralRules: PluralRules
    let symbols: NumberSymbols

    init(_ tag: LanguageTag) {
        self.tag = tag
        pluralRules = PluralRules(tag)
        symbols = .symbols(of: tag)
    }
}

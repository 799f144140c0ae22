/// The parts of a text that depend on numbers, with the forms that the translator wrote of each.
///
/// All forms stand behind one another in one format, so that choosing one is a look at a table.
final class PluralVariables: Sendable {
    /// How a number is displayed, as far as that decides about the form.
    enum Display: Sendable {
        case integer
        case floatingPoint(fractionDigits: Int?)
    }

    /// A variable with its forms.
    ///
    /// `name` is what texts call it, and empty for that of a key's own number. `firstArgument` is the
    /// one from which a form counts its own; `nil` is the one that chose the form.
    typealias Source = (
        name: String, display: Display, forms: PluralForms<FormatString>, firstArgument: Int?
    )

    typealias Variable = (display: Display, firstArgument: Int?)

    /// A form that was chosen.
    struct Form {
        /// Which pieces of the text it is.
        let pieces: Range<Int32>
        let firstArgument: Int?
    }

    let variables: [Variable]
    /// Their names, for tools.
    let names: [String]
    /// The forms of all variables.
    let text: FormatString
    /// Which pieces of the text are a form: for each variable those for each category, and the one
    /// for the number zero, if it has any.
    private let forms: [Range<Int32>?]
    /// The categories of each variable that have a form of their own, a bit each, for tools.
    private let written: [UInt8]

    /// Those of a text that names none.
    static let none = PluralVariables([])

    /// Makes the table of the forms.
    ///
    /// Where the form of a category is missing, `other` stands in, and where that is missing too,
    /// the first there is.
    init(_ sources: [Source], after earlier: PluralVariables? = nil) {
        var text = earlier?.text ?? FormatString()
        var forms = earlier?.forms ?? []
        var (names, written) = (earlier?.names ?? [], earlier?.written ?? [])
        for source in sources {
            names.append(source.name)
            let first = forms.count
            var substitute: Range<Int32>?
            var bits: UInt8 = 0
            for category in PluralCategory.allCases {
                let own = source.forms[category].map { text.append($0) }
                if own != nil {
                    substitute = own
                    bits |= 1 << UInt8(category.index)
                }
                forms.append(own)
            }
            written.append(bits)
            forms.append(forms[first])
            for index in first..<(first + 6) where forms[index] == nil { forms[index] = substitute }
        }
        self.text = text
        self.forms = forms
        self.names = names
        self.written = written
        variables =
            (earlier?.variables ?? [])
            + sources.map { ($0.display, $0.firstArgument) }
    }

    /// The pieces of the form that was written for a category, if one was.
    func writtenPieces(ofVariable variable: Int, for category: PluralCategory) -> Range<Int32>? {
        guard written[variable] >> UInt8(category.index) & 1 == 1 else { return nil }
        return forms[variable * 7 + category.index]
    }

    /// Makes a table of the same forms, whose text has other words, but as many pieces.
    init(_ other: PluralVariables, text: FormatString) {
        (variables, forms) = (other.variables, other.forms)
        (names, written) = (other.names, other.written)
        self.text = text
    }

    /// The pieces of the form for a category; `nil` for a variable without any form.
    ///
    /// A `zero` form is for zero in every language.
    @inline(__always)
    func pieces(
        ofVariable variable: Int,
        for category: PluralCategory,
        isZero: Bool
    ) -> Range<Int32>? {
        let first = variable * 7
        if isZero, let form = forms[first + 6] { return form }
        return forms[first + category.index]
    }
}

extension PluralCategory {
    /// The place among all cases.
    @inline(__always)
    fileprivate var index: Int {
        switch self {
        case .zero: 0
        case .one: 1
        case .two: 2
        case .few: 3
        case .many: 4
        case .other: 5
        }
    }
}

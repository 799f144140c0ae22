extension FormatRenderer {
    /// The form of a variable that its argument chooses.
    mutating func form(
        _ reference: FormatString.Piece,
        of bytes: Span<UInt8>,
        at place: Int,
        _ variables: PluralVariables,
        _ language: LanguageContext,
        _ depth: Int
    ) -> PluralVariables.Form? {
        guard let value = value(at: place)?.storage else {
            note(.missingArgument(specifier: text(of: reference.source, in: bytes)))
            append(bytes, reference.source)
            return nil
        }
        expansions += 1
        guard depth < Self.maximumDepth, expansions <= Self.maximumExpansions else {
            note(.limitExceeded)
            return nil
        }
        let index = Int(reference.variable)
        let variable = variables.variables[index]
        var (category, isZero) = (PluralCategory.other, false)
        if case .integer(_, let magnitude) = value, case .integer = variable.display {
            category = language.pluralRules.category(ofMagnitude: magnitude)
            isZero = magnitude == 0
        } else if let operands = operands(of: value, displayedAs: variable.display) {
            category = language.pluralRules.category(for: operands)
            isZero = operands.isZero
        } else {
            note(.mismatchedArgument(specifier: text(of: reference.source, in: bytes)))
        }
        return variables.pieces(ofVariable: index, for: category, isZero: isZero)
            .map { PluralVariables.Form(pieces: $0, firstArgument: variable.firstArgument) }
    }

    /// The operands of an argument, or `nil` if it is no finite number.
    private func operands(
        of value: FormatValue.Storage,
        displayedAs display: PluralVariables.Display
    ) -> PluralOperands? {
        var fractionDigits: Int?
        if case .floatingPoint(let digits) = display { fractionDigits = digits }
        switch value {
        case .integer(_, let magnitude):
            return PluralOperands(magnitude: magnitude, fractionDigits: fractionDigits ?? 0)
        case .floatingPoint(let number):
            guard let fractionDigits else { return PluralOperands(number) }
            return PluralOperands(number, fractionDigits: fractionDigits)
        case .decimal(let text):
            return DecimalDigits.withStorage { digits in
                guard digits.read(text) else { return nil }
                return PluralOperands(&digits, fractionDigits: fractionDigits)
            }
        case .text:
            return nil
        }
    }
}

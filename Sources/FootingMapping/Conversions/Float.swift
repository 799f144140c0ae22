import FootingFormats

extension Float: MappingConvertible {
    /// Takes a number, and text that spells one; an integer must be exact in 24 bits.
    ///
    /// A `Double` of a dictionary counts as the shortest text that says it: nine digits are as many
    /// as any `Float` needs.
    public static func converted(from source: borrowing MappingSource) -> MappingConversion<Float> {
        source.fractional()
    }
}

extension Float: FractionalNumber {
    static func converted(
        _ value: Double,
        from source: borrowing MappingSource
    ) -> MappingConversion<Float> {
        let options = source.options
        if !value.isFinite {
            return options.allowsNonFinite ? .exact(Float(value)) : .failed(.nonFinite)
        }
        if let value = Float(exactly: value) { return .exact(value) }
        return source.withShortestText(of: value) { converted($0, options) }
    }

    static func converted(
        _ number: NumberText,
        _ options: MappingOptions
    ) -> MappingConversion<Float> {
        guard number.significand != 0 else { return .exact(number.isNegative ? -0.0 : 0.0) }
        // The text itself is read, since the nearest `Double` may lie between two others.
        let text = number.bytes.text
        guard let value = Float(text), value.isFinite, value != 0 else {
            return .failed(.outOfRange)
        }
        if number.isInteger {
            if case .exact(let wide) = number.double, wide == Double(value) {
                return .exact(value)
            }
            return options.allowsRounding ? .rounded(value) : .failed(.inexact)
        }
        if number.significance <= 9 { return .exact(value) }
        let isWelcome = options.convertsKinds || options.allowsRounding
        return isWelcome ? .rounded(value) : .failed(.inexact)
    }
}

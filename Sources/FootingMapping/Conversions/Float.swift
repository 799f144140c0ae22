import FootingBytes

extension Float: MappingConvertible {
    /// Converts a number, or a string that contains one; an integer must be exact in 24 bits.
    ///
    /// A `Double` in a dictionary is converted from its shortest decimal representation: nine
    /// digits are as many as any `Float` needs.
    public static func converted(from source: borrowing MappingSource) -> MappingConversion<Float> {
        source.fractional()
    }
}

extension Float: FractionalNumber {
    static func converted(
        _ value: Double,
        from source: borrowing MappingSource
    ) -> MappingConversion<Float> {
        if !value.isFinite {
            return source.options.allowsNonFinite ? .exact(Float(value)) : .failed(.nonFinite)
        }
        if let value = Float(exactly: value) { return .exact(value) }
        return source.withShortestText(of: value) { converted($0, source.context) }
    }

    static func converted(
        _ number: NumberText,
        _ context: ContextReference
    ) -> MappingConversion<Float> {
        guard number.significand != 0 else { return .exact(number.isNegative ? -0.0 : 0.0) }
        // Parses the string itself, since the nearest `Double` may be halfway between two floats.
        let text = number.bytes.text
        guard let value = Float(text), value.isFinite, value != 0 else {
            return .failed(.outOfRange)
        }
        if number.isInteger {
            if case .exact(let wide) = number.double, wide == Double(value) {
                return .exact(value)
            }
            return context.options.allowsRounding ? .rounded(value) : .failed(.inexact)
        }
        if number.significance <= 9 { return .exact(value) }
        let isWelcome = context.options.convertsKinds || context.options.allowsRounding
        return isWelcome ? .rounded(value) : .failed(.inexact)
    }
}

extension Double: MappingConvertible {
    /// Converts a number, or a string that contains one; an integer must be exact in 53 bits.
    ///
    /// Trailing zeros of a `Decimal` or `NSDecimalNumber` in a dictionary are treated as if an
    /// exponent added them, since Foundation parses 4.2e40 as such a number.
    public static func converted(
        from source: borrowing MappingSource
    ) -> MappingConversion<Double> {
        source.fractional()
    }
}

extension Double: FractionalNumber {
    static func converted(
        _ value: Double,
        from source: borrowing MappingSource
    ) -> MappingConversion<Double> {
        value.isFinite || source.options.allowsNonFinite ? .exact(value) : .failed(.nonFinite)
    }

    static func converted(
        _ number: NumberText,
        _ context: ContextReference
    ) -> MappingConversion<Double> {
        let conversion = number.double
        guard case .rounded = conversion else { return conversion }
        // An integer may be an identifier, however it is written, so its last digits must not
        // change. A fraction with too many digits is a result of arithmetic.
        let isWelcome = context.options.convertsKinds && !number.isInteger
        return isWelcome || context.options.allowsRounding ? conversion : .failed(.inexact)
    }
}

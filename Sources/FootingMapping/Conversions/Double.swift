extension Double: MappingConvertible {
    /// Takes a number, and text that spells one; an integer must be exact in 53 bits.
    ///
    /// Zeros at the end of a `Decimal` or `NSDecimalNumber` in a dictionary count as written by an
    /// exponent, since Foundation reads 4.2e40 as such a number.
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
        _ options: MappingOptions
    ) -> MappingConversion<Double> {
        switch number.double {
        case .exact(let value):
            return .exact(value)
        case .rounded(let value):
            // An integer is an identity as often as an amount, however it is written: losing its
            // last digits is never right. A fraction with too many digits has been printed by
            // arithmetic.
            let isWelcome = options.convertsKinds && !number.isInteger
            return isWelcome || options.allowsRounding ? .rounded(value) : .failed(.inexact)
        case .tooLarge:
            return .failed(.outOfRange)
        }
    }
}

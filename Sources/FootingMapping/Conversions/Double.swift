extension Double: MappingConvertible {
    /// Takes a number, and text that spells one; an integer must be exact in 53 bits.
    public static func converted(
        from source: borrowing MappingSource
    ) -> MappingConversion<Double> {
        let options = source.options
        return source.withScalar { scalar in
            switch scalar {
            case .number(let bytes):
                guard let number = NumberText(bytes) else { return .failed(.nonFinite) }
                return convert(number, options)
            case .integer(let magnitude, let isNegative):
                let value = isNegative ? -Double(magnitude) : Double(magnitude)
                if Double(exactly: magnitude) != nil { return .exact(value) }
                return options.allowsRounding ? .rounded(value) : .failed(.inexact)
            case .double(let value):
                return value.isFinite || options.allowsNonFinite
                    ? .exact(value) : .failed(.nonFinite)
            case .text(let bytes):
                guard options.convertsKinds else { return .failed(.typeMismatch) }
                if let number = bytes.number { return convert(number, options).asConverted }
                guard let value = bytes.nonFiniteNumber else { return .failed(.notNumeric) }
                return options.allowsNonFinite ? .converted(value) : .failed(.nonFinite)
            case .brokenText:
                return .failed(options.convertsKinds ? .notNumeric : .typeMismatch)
            case .bool(let value):
                guard options.acceptsBoolAsNumber else { return .failed(.typeMismatch) }
                return .converted(value ? 1 : 0)
            case .null:
                return .failed(.null)
            case .other:
                return .failed(.typeMismatch)
            }
        }
    }

    private static func convert(
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

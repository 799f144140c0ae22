import FootingFormats

extension Float: MappingConvertible {
    /// Takes a number, and text that spells one; an integer must be exact in 24 bits.
    ///
    /// A `Double` of a dictionary counts as the shortest text that says it: nine digits are as many
    /// as any `Float` needs.
    public static func converted(from source: borrowing MappingSource) -> MappingConversion<Float> {
        let options = source.options
        return source.withScalar { scalar in
            switch scalar {
            case .number(let bytes):
                guard let number = NumberText(bytes) else { return .failed(.nonFinite) }
                return convert(number, options)
            case .integer(let magnitude, let isNegative):
                let value = isNegative ? -Float(magnitude) : Float(magnitude)
                if Float(exactly: magnitude) != nil { return .exact(value) }
                return options.allowsRounding ? .rounded(value) : .failed(.inexact)
            case .double(let value):
                if !value.isFinite {
                    return options.allowsNonFinite ? .exact(Float(value)) : .failed(.nonFinite)
                }
                if let value = Float(exactly: value) { return .exact(value) }
                return source.withShortestText(of: value) { convert($0, options) }
            case .text(let bytes):
                guard options.convertsKinds else { return .failed(.typeMismatch) }
                if let number = bytes.number { return convert(number, options).asConverted }
                guard let value = bytes.nonFiniteNumber else { return .failed(.notNumeric) }
                return options.allowsNonFinite ? .converted(Float(value)) : .failed(.nonFinite)
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

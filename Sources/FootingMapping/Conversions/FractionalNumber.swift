import FootingBytes
import Foundation

/// A type of numbers with fractions, and its steps of the conversion.
protocol FractionalNumber: ExpressibleByIntegerLiteral {
    /// Converts a number written in decimal digits.
    static func converted(_ number: NumberText, _ context: ContextReference) -> MappingConversion<
        Self
    >
    /// Converts an integer in a dictionary.
    static func converted(
        magnitude: UInt64,
        isNegative: Bool,
        _ context: ContextReference
    ) -> MappingConversion<Self>
    /// Converts a `Double`, which is the number of `source` in a dictionary.
    static func converted(
        _ value: Double,
        from source: borrowing MappingSource
    ) -> MappingConversion<Self>
    /// Returns infinity or NaN, if the type has such a value.
    static func nonFinite(_ value: Double) -> Self?
}

extension MappingSource {
    /// Converts this value as the rows “Double”, “Float” and “Decimal” of ConversionTable.md
    /// specify.
    @inline(__always)
    func fractional<Number: FractionalNumber>() -> MappingConversion<Number> {
        if context.options.acceptsArrayOfOne, isList { return onlyElement { $0.fractional() } }
        return withScalar { scalar in
            switch scalar {
            case .number(let bytes):
                guard var number = NumberText(bytes) else { return .failed(.nonFinite) }
                // A `Decimal` does not record whether its trailing zeros were written.
                number.mayHideExponent = stored(as: Decimal.self) != nil
                return Number.converted(number, context)
            case .integer(let magnitude, let isNegative):
                return Number.converted(magnitude: magnitude, isNegative: isNegative, context)
            case .double(let value):
                return Number.converted(value, from: self)
            case .text(let bytes):
                guard options.convertsKinds else { return .failed(.typeMismatch) }
                if let number = bytes.number {
                    return Number.converted(number, context).asConverted
                }
                guard let value = bytes.nonFiniteNumber else { return .failed(.notNumeric) }
                guard options.allowsNonFinite, let value = Number.nonFinite(value) else {
                    return .failed(.nonFinite)
                }
                return .converted(value)
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
}

extension FractionalNumber where Self: BinaryFloatingPoint {
    static func converted(
        magnitude: UInt64,
        isNegative: Bool,
        _ context: ContextReference
    ) -> MappingConversion<Self> {
        let value = isNegative ? -Self(magnitude) : Self(magnitude)
        if Self(exactly: magnitude) != nil { return .exact(value) }
        return context.options.allowsRounding ? .rounded(value) : .failed(.inexact)
    }

    static func nonFinite(_ value: Double) -> Self? { Self(value) }
}

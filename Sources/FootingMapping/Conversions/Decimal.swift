import FootingBytes
public import Foundation

extension Decimal: MappingConvertible {
    /// Converts a number, or a string that contains one, digit by digit: at most 38 digits, times a
    /// power of ten from -128 to 127.
    ///
    /// A `Double` in a dictionary is converted from its shortest decimal representation, so 68.32
    /// stays 68.32. A `Decimal` is used unchanged, also with 39 digits.
    public static func converted(
        from source: borrowing MappingSource
    ) -> MappingConversion<Decimal> {
        if let value = source.stored(as: Decimal.self), !value.isNaN { return .exact(value) }
        return source.fractional()
    }
}

extension Decimal: FractionalNumber {
    static func converted(
        magnitude: UInt64,
        isNegative: Bool,
        _ context: ContextReference
    ) -> MappingConversion<Decimal> {
        .exact(isNegative ? -Decimal(magnitude) : Decimal(magnitude))
    }

    static func converted(
        _ value: Double,
        from source: borrowing MappingSource
    ) -> MappingConversion<Decimal> {
        guard source.options.convertsKinds else { return .failed(.typeMismatch) }
        guard value.isFinite else { return .failed(.nonFinite) }
        return source.withShortestText(of: value) { converted($0) }.asConverted
    }

    static func nonFinite(_ value: Double) -> Decimal? { nil }

    static func converted(
        _ number: NumberText,
        _ context: ContextReference
    ) -> MappingConversion<Decimal> {
        converted(number)
    }

    static func converted(_ number: NumberText) -> MappingConversion<Decimal> {
        guard let (significand, exponent) = number.wide, significand < tenToThe38 else {
            // 38 digits times the greatest power are below 10^165.
            let isTooLarge = number.lowestExponent &+ number.significance > 165
            return .failed(isTooLarge ? .outOfRange : .inexact)
        }
        guard -128...127 ~= exponent else { return .failed(.outOfRange) }
        // The addition is exact, because a `Decimal` holds 38 digits.
        let (high, low) = significand.quotientAndRemainder(dividingBy: tenToThe19)
        var value = Decimal(UInt64(truncatingIfNeeded: low))
        if high != 0 {
            value += Decimal(
                sign: .plus,
                exponent: 19,
                significand: Decimal(UInt64(truncatingIfNeeded: high))
            )
        }
        let sign = number.isNegative && significand != 0 ? FloatingPointSign.minus : .plus
        return .exact(Decimal(sign: sign, exponent: exponent, significand: value))
    }

    private static let tenToThe19: UInt128 = 10_000_000_000_000_000_000
    private static let tenToThe38 = tenToThe19 * tenToThe19
}

extension MappingSource {
    /// Lends the shortest decimal representation of `value`, which is this source's finite number.
    func withShortestText<Value>(
        of value: Double,
        _ body: (NumberText) -> MappingConversion<Value>
    ) -> MappingConversion<Value> {
        var text = stored(as: Float.self)?.description ?? value.description
        return text.withUTF8 { buffer in
            // The standard library prints finite numbers with digits, a point and an exponent.
            NumberText(unsafe ByteView(buffer)).map(body) ?? .failed(.nonFinite)
        }
    }
}

extension MappingSource {
    /// Converts this value as the row “an integer” of ConversionTable.md does, for every width.
    @inlinable
    @inline(__always)
    func integer<Integer: FixedWidthInteger>() -> MappingConversion<Integer> {
        switch anyInteger() {
        case .exact(let value):
            Integer(magnitude: value.magnitude, isNegative: value.isNegative)
                .map { .exact($0) } ?? .failed(.outOfRange)
        case .converted(let value), .rounded(let value), .fallback(let value):
            Integer(magnitude: value.magnitude, isNegative: value.isNegative)
                .map { .converted($0) } ?? .failed(.outOfRange)
        case .refused(let refusal):
            .refused(refusal)
        }
    }

    @usableFromInline
    @inline(never)
    func anyInteger() -> MappingConversion<SignAndMagnitude> {
        let converts = options.convertsKinds
        return withScalar { scalar in
            switch scalar {
            case .integer(let magnitude, let isNegative):
                return .exact((magnitude, isNegative))
            case .number(let bytes):
                guard let number = NumberText(bytes) else { return .failed(.nonFinite) }
                if number.isPlainInteger { return number.integer }
                return converts ? number.integer.asConverted : .failed(.typeMismatch)
            case .double(let value):
                return converts ? Self.signAndMagnitude(of: value) : .failed(.typeMismatch)
            case .text(let bytes):
                guard converts else { return .failed(.typeMismatch) }
                guard let number = bytes.number else { return .failed(.notNumeric) }
                return number.integer.asConverted
            case .brokenText:
                return .failed(converts ? .notNumeric : .typeMismatch)
            case .bool(let value):
                guard options.acceptsBoolAsNumber else { return .failed(.typeMismatch) }
                return .converted((value ? 1 : 0, false))
            case .null:
                return .failed(.null)
            case .other:
                return onlyElement { $0.anyInteger() }
            }
        }
    }

    private static func signAndMagnitude(of value: Double) -> MappingConversion<SignAndMagnitude> {
        guard value.isFinite else { return .failed(.nonFinite) }
        guard value == value.rounded(.towardZero) else { return .failed(.inexact) }
        guard let magnitude = UInt64(exactly: value.magnitude) else { return .failed(.outOfRange) }
        return .converted((magnitude, value < 0))
    }
}

extension MappingConvertible where Self: FixedWidthInteger {
    /// Converts a whole number in this type's range, or a string that spells one.
    @inlinable
    public static func converted(from source: borrowing MappingSource) -> MappingConversion<Self> {
        let conversion: MappingConversion<Self> = source.integer()
        guard bitWidth > 64, case .refused(let refusal) = conversion, refusal.code == .outOfRange
        else { return conversion }
        return source.wideInteger()
    }
}

extension Int: MappingConvertible {}
extension Int8: MappingConvertible {}
extension Int16: MappingConvertible {}
extension Int32: MappingConvertible {}
extension Int64: MappingConvertible {}
extension Int128: MappingConvertible {}
extension UInt: MappingConvertible {}
extension UInt8: MappingConvertible {}
extension UInt16: MappingConvertible {}
extension UInt32: MappingConvertible {}
extension UInt64: MappingConvertible {}
extension UInt128: MappingConvertible {}

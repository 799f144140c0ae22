extension MappingSource {
    /// Converts this value, whose magnitude has more than 64 bits.
    @usableFromInline
    func wideInteger<Integer: FixedWidthInteger>() -> MappingConversion<Integer> {
        let converts = options.convertsKinds
        return withScalar { scalar in
            switch scalar {
            case .number(let bytes):
                guard let number = NumberText(bytes) else { return .failed(.nonFinite) }
                let conversion: MappingConversion<Integer> = number.wideInteger()
                if number.isPlainInteger { return conversion }
                return converts ? conversion.asConverted : .failed(.typeMismatch)
            case .text(let bytes):
                guard converts, let number = bytes.number else { return .failed(.notNumeric) }
                return number.wideInteger().asConverted
            case .double(let value):
                return Integer(exactly: value).map { .converted($0) } ?? .failed(.outOfRange)
            case .other:
                return onlyElement { $0.wideInteger() }
            default:
                return .failed(.outOfRange)
            }
        }
    }
}

extension NumberText {
    fileprivate func wideInteger<Integer: FixedWidthInteger>() -> MappingConversion<Integer> {
        guard lowestExponent >= 0 else { return .failed(.inexact) }
        // 10^39 is out of range.
        guard var (magnitude, exponent) = wide, exponent <= 38 else { return .failed(.outOfRange) }
        while exponent > 0 {
            let (product, overflows) = magnitude.multipliedReportingOverflow(by: 10)
            guard !overflows else { return .failed(.outOfRange) }
            magnitude = product
            exponent &-= 1
        }
        guard isNegative else {
            return Integer(exactly: magnitude).map { .exact($0) } ?? .failed(.outOfRange)
        }
        // The largest magnitude, that of the minimum, is its own negative in 128 bits.
        guard magnitude <= UInt128(Int128.max) &+ 1 else { return .failed(.outOfRange) }
        let value = Int128(truncatingIfNeeded: 0 &- magnitude)
        return Integer(exactly: value).map { .exact($0) } ?? .failed(.outOfRange)
    }
}

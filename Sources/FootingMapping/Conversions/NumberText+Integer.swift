/// A number as an integer.
enum IntegerReading {
    case value(magnitude: UInt64, isNegative: Bool)
    case fraction
    case tooLarge
}

extension NumberText {
    /// The number as an integer, if it has no fraction and its magnitude fits in 64 bits.
    var integer: IntegerReading {
        let (magnitude, exponent) = reduced
        guard magnitude != 0 else { return .value(magnitude: 0, isNegative: false) }
        guard exponent >= 0 else { return .fraction }
        guard exponent < powersOfTen.count else { return .tooLarge }
        let (scaled, overflow) = magnitude.multipliedReportingOverflow(by: powersOfTen[exponent])
        if overflow { return .tooLarge }
        // The omitted digits are either a fraction or make the number larger than 64 bits.
        if isTruncated { return lowestExponent < 0 ? .fraction : .tooLarge }
        return .value(magnitude: scaled, isNegative: isNegative)
    }
}

extension FixedWidthInteger {
    /// The value with this sign and magnitude, or `nil` if it is out of range.
    @inlinable
    @inline(__always)
    init?(magnitude: UInt64, isNegative: Bool) {
        if isNegative {
            guard magnitude <= UInt64(Int64.max) &+ 1 else { return nil }
            self.init(exactly: Int64(truncatingIfNeeded: 0 &- magnitude))
        } else {
            self.init(exactly: magnitude)
        }
    }
}

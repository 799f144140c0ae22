/// An integer of up to 64 bits and its sign.
@usableFromInline
typealias SignAndMagnitude = (magnitude: UInt64, isNegative: Bool)

extension NumberText {
    /// The number as an integer, if it has no fraction and its magnitude fits in 64 bits.
    var integer: MappingConversion<SignAndMagnitude> {
        let (magnitude, exponent) = reduced
        guard magnitude != 0 else { return .exact((0, false)) }
        guard exponent >= 0 else { return .failed(.inexact) }
        guard exponent < powersOfTen.count else { return .failed(.outOfRange) }
        let (scaled, overflow) = magnitude.multipliedReportingOverflow(by: powersOfTen[exponent])
        if overflow { return .failed(.outOfRange) }
        // The omitted digits are either a fraction or make the number larger than 64 bits.
        if isTruncated { return .failed(lowestExponent < 0 ? .inexact : .outOfRange) }
        return .exact((scaled, isNegative))
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

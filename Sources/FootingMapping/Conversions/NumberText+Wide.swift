import FootingBytes

extension NumberText {
    /// The number as an integer of up to 128 bits without trailing zeros, and a power of ten; `nil`
    /// if its digits need more bits.
    ///
    /// - Complexity: O(*n*) in the number of digits.
    var wide: (significand: UInt128, exponent: Int)? {
        guard significand != 0 else { return (0, 0) }
        guard isTruncated else {
            var (significand, exponent) = (significand, exponent)
            while significand % 10 == 0 {
                significand /= 10
                exponent &+= 1
            }
            return (UInt128(significand), exponent)
        }
        // In a truncated number, the last of the significant digits is not zero.
        var value: UInt128 = 0
        var digits = 0
        for index in 0..<bytes.count where isDigit(bytes[index]) && digits < significance {
            let digit = bytes[index] &- UInt8(ascii: "0")
            if digits == 0, digit == 0 { continue }
            digits &+= 1
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, carries) = product.addingReportingOverflow(UInt128(digit))
            guard !overflows, !carries else { return nil }
            value = sum
        }
        return (value, lowestExponent)
    }
}

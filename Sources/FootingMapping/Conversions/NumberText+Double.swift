import FootingBytes

extension NumberText {
    /// The nearest `Double`, with ties to even, and whether it counts as exact.
    ///
    /// An integer is exact if all of its digits are represented. A number with a fraction, or with
    /// zeros that an exponent adds, is exact with up to seventeen significant digits: more digits
    /// are never needed to identify a `Double`.
    var double: MappingConversion<Double> {
        guard significand != 0 else { return .exact(isNegative ? -0.0 : 0.0) }
        // The number is 1 to 10^20 times this power of ten: outside of the range, it is infinite or
        // zero as a `Double`.
        guard case -350...310 = exponent else { return .failed(.outOfRange) }
        let magnitude = nearestMagnitude
        guard magnitude.isFinite, magnitude != 0 else { return .failed(.outOfRange) }
        let value = isNegative ? -magnitude : magnitude
        let isExact = isInteger ? isExactInteger : !hasManyDigits
        return isExact ? .exact(value) : .rounded(value)
    }

    /// Whether the number is an integer with all its digits written: 42, `42.0` and `4.2e1`, but
    /// not `42e1`.
    var isInteger: Bool {
        let last = bytes.count &- 1
        if mayHideExponent, bytes.has(last), bytes[last] == UInt8(ascii: "0") { return false }
        return isPlainInteger || (lowestExponent >= 0 && writtenExponent <= 0)
    }

    private var nearestMagnitude: Double {
        guard !isTruncated else { return parsedMagnitude }
        if significand <= 1 << 53 {
            // Both operands are exact, so the one operation rounds once.
            if case 0...22 = exponent { return Double(significand) * exactPowersOfTen[exponent] }
            if case -22..<0 = exponent { return Double(significand) / exactPowersOfTen[-exponent] }
        }
        if case -19..<0 = exponent { return quotient(by: powersOfTen[-exponent]) }
        if exponent == 0 { return Double(significand) }
        return parsedMagnitude
    }

    /// `significand` ÷ `divisor`, rounded once: the integer quotient has more bits than a `Double`,
    /// and its last bit is set if there is a remainder.
    private func quotient(by divisor: UInt64) -> Double {
        let shift = 64 &+ significand.leadingZeroBitCount
        let dividend = UInt128(significand) << UInt128(shift)
        let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: UInt128(divisor))
        let dropped = max(0, 64 &- quotient.leadingZeroBitCount)
        let kept = UInt64(truncatingIfNeeded: quotient >> UInt128(dropped))
        let isInexact = rest != 0 || quotient != UInt128(kept) << UInt128(dropped)
        return Double(sign: .plus, exponent: dropped &- shift, significand: 1)
            * Double(kept | (isInexact ? 1 : 0))
    }

    /// The standard library's result for the string, whose syntax has been checked before.
    private var parsedMagnitude: Double {
        Double(bytes.text)?.magnitude ?? .infinity
    }

    /// Whether a number without a fraction has at most 53 bits from its highest to its lowest set
    /// bit.
    private var isExactInteger: Bool {
        if !isTruncated {
            let (significand, exponent) = reduced
            // 5^23 is odd and has more than 53 bits.
            guard exponent <= 22 else { return false }
            var odd = significand >> UInt64(significand.trailingZeroBitCount)
            for _ in 0..<exponent {
                let (product, overflow) = odd.multipliedReportingOverflow(by: 5)
                if overflow { return false }
                odd = product
            }
            return odd <= 1 << 53
        }
        // There are at most 310 digits here, with trailing zeros: a longer number is out of range.
        var limbs: [UInt32] = [0]
        var digits = 0
        for index in 0..<bytes.count where isDigit(bytes[index]) && digits < significance {
            if digits == 0, bytes[index] == UInt8(ascii: "0") { continue }
            digits &+= 1
            limbs.append(digit: UInt64(bytes[index] &- UInt8(ascii: "0")))
        }
        for _ in 0..<lowestExponent { limbs.append(digit: 0) }
        guard let low = limbs.firstIndex(where: { $0 != 0 }), let high = limbs.last else {
            return true
        }
        let width = limbs.count &* 32 &- high.leadingZeroBitCount
        return width &- (low &* 32 &+ limbs[low].trailingZeroBitCount) <= 53
    }
}

extension [UInt32] {
    /// Multiplies this number by ten and adds `digit`; the lowest bits are first.
    fileprivate mutating func append(digit: UInt64) {
        var carry = digit
        for limb in indices {
            carry &+= UInt64(self[limb]) &* 10
            self[limb] = UInt32(truncatingIfNeeded: carry)
            carry >>= 32
        }
        if carry != 0 { append(UInt32(truncatingIfNeeded: carry)) }
    }
}

/// 10^0 … 10^22, the powers that a `Double` holds exactly.
private let exactPowersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]

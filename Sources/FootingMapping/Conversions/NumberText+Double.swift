/// What a number is as a `Double`.
enum DoubleReading {
    case exact(Double)
    /// The nearest, of a number that says more than a `Double` holds.
    case rounded(Double)
    case tooLarge
}

extension NumberText {
    /// The nearest `Double`, with ties to even, and whether it says the same.
    ///
    /// An integer without point and exponent says every digit it has. With a fraction, seventeen
    /// digits are as many as any `Double` needs, so more of them ask for more than it can hold.
    var double: DoubleReading {
        guard significand != 0 else { return .exact(isNegative ? -0.0 : 0.0) }
        // Bounds from 10^-330 to 10^310 keep the slow way from ever seeing a huge exponent.
        guard case -350...310 = exponent &+ (isTruncated ? 19 : 0) else { return .tooLarge }
        let magnitude = nearestMagnitude
        guard magnitude.isFinite, magnitude != 0 else { return .tooLarge }
        let value = isNegative ? -magnitude : magnitude
        let isExact = isPlainInteger ? isExactInteger : significance <= 17
        return isExact ? .exact(value) : .rounded(value)
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
    /// and its last bit says whether anything was left over.
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

    /// The standard library's reading of the text, whose grammar is known to be right by now.
    private var parsedMagnitude: Double {
        Double(bytes.text)?.magnitude ?? .infinity
    }

    /// Whether an integer without point and exponent has at most 53 bits between its highest and
    /// its lowest one.
    private var isExactInteger: Bool {
        if !isTruncated, exponent == 0 {
            let width = UInt64.bitWidth &- significand.leadingZeroBitCount
            return width &- significand.trailingZeroBitCount <= 53
        }
        // At most 310 digits come here: anything longer is out of range.
        var limbs: [UInt32] = [0]
        for index in 0..<bytes.count where isDigit(bytes[index]) {
            var carry = UInt64(bytes[index] &- UInt8(ascii: "0"))
            for limb in limbs.indices {
                carry &+= UInt64(limbs[limb]) &* 10
                limbs[limb] = UInt32(truncatingIfNeeded: carry)
                carry >>= 32
            }
            if carry != 0 { limbs.append(UInt32(truncatingIfNeeded: carry)) }
        }
        guard let low = limbs.firstIndex(where: { $0 != 0 }), let high = limbs.last else {
            return true
        }
        let width = limbs.count &* 32 &- high.leadingZeroBitCount
        return width &- (low &* 32 &+ limbs[low].trailingZeroBitCount) <= 53
    }
}

/// 10^0 … 10^22, the powers that a `Double` holds exactly.
private let exactPowersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]

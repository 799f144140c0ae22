/// A finite number as decimal digits: 0.d₁d₂d₃… × 10^`pointPosition`.
///
/// This is what the C library does for `%f` and `%e`, without its dependence on `setlocale` and
/// without variadic calls: the digits are exact and are rounded half to even.
struct DecimalDigits: Equatable {
    var isNegative: Bool
    /// The digits, 0 to 9, the most significant first; zero has none.
    var digits: [UInt8]
    var pointPosition: Int

    var isZero: Bool { digits.allSatisfy { $0 == 0 } }

    /// All digits of the value, which are finitely many: at most 767 that count.
    ///
    /// - Precondition: The value is finite.
    init(exactly value: Double) {
        isNegative = value.sign == .minus
        let subnormal = value.exponentBitPattern == 0
        let fraction = value.significandBitPattern
        var mantissa = subnormal ? fraction : fraction | 1 << 52
        var exponent = (subnormal ? 1 : Int(value.exponentBitPattern)) - 1075
        guard mantissa != 0 else {
            (digits, pointPosition) = ([], 0)
            return
        }
        let zeros = mantissa.trailingZeroBitCount
        mantissa >>= UInt64(zeros)
        exponent += zeros
        // mantissa × 2^exponent, and for a negative exponent mantissa × 5^-exponent / 10^-exponent.
        var number = BigDecimal(mantissa)
        number.multiply(by: exponent < 0 ? 5 : 2, times: abs(exponent))
        digits = number.digits
        pointPosition = digits.count + min(0, exponent)
    }

    /// The fewest digits that read back as the same value.
    ///
    /// - Precondition: The value is finite.
    init(shortest value: Double) {
        // The library's description has these digits: 0.1, 100.0, 5e-324 or 1.25e+300.
        self.init(reading: value.magnitude.description.utf8[...])
        isNegative = value.sign == .minus
    }

    /// The digits of a number of Foundation's `Decimal` as it describes itself: -12.5; `nil` for the
    /// one that is no number.
    init?(describing text: String) {
        var bytes = text.utf8[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { bytes.removeFirst() }
        guard let first = bytes.first, first &- UInt8(ascii: "0") < 10 else { return nil }
        self.init(reading: bytes)
        self.isNegative = isNegative
    }

    /// Reads digits with a point among them or none, and perhaps `e` and an exponent.
    private init(reading bytes: Substring.UTF8View) {
        isNegative = false
        digits = []
        pointPosition = 0
        var sawPoint = false
        var text = bytes
        while let byte = text.popFirst(), byte != UInt8(ascii: "e") {
            guard byte != UInt8(ascii: ".") else {
                sawPoint = true
                continue
            }
            digits.append(byte &- UInt8(ascii: "0"))
            if !sawPoint { pointPosition += 1 }
        }
        if let exponent = Int(String(Substring(text))) { pointPosition += exponent }
        let leadingZeros = digits.prefix { $0 == 0 }.count
        digits.removeFirst(leadingZeros)
        pointPosition -= leadingZeros
        while digits.last == 0 { digits.removeLast() }
        if digits.isEmpty { pointPosition = 0 }
    }

    /// The value without its sign, if it is an integer of 64 bits.
    var magnitudeOfInteger: UInt64? {
        guard digits.count <= pointPosition, pointPosition <= 20 else { return nil }
        var value: UInt64 = 0
        for position in 0..<pointPosition {
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let digit = position < digits.count ? UInt64(digits[position]) : 0
            let (sum, overflows) = product.addingReportingOverflow(digit)
            if isTooLarge || overflows { return nil }
            value = sum
        }
        return value
    }

    /// Rounds to `count` digits after the point.
    mutating func round(toFractionDigits count: Int) {
        round(keeping: pointPosition + count)
    }

    /// Keeps `count` digits at most, rounding half to even; all of them go if `count` is negative.
    mutating func round(keeping count: Int) {
        guard count < digits.count else { return }
        guard count >= 0 else {
            (digits, pointPosition) = ([], 0)
            return
        }
        let next = digits[count]
        let isOdd = count > 0 && digits[count - 1] % 2 == 1
        let roundsUp =
            next > 5 || next == 5 && (isOdd || digits[(count + 1)...].contains { $0 != 0 })
        digits.removeSubrange(count...)
        guard roundsUp else {
            if digits.isEmpty { pointPosition = 0 }
            return
        }
        var index = count - 1
        while index >= 0, digits[index] == 9 {
            digits[index] = 0
            index -= 1
        }
        if index >= 0 {
            digits[index] += 1
        } else {
            digits.insert(1, at: 0)
            pointPosition += 1
        }
    }
}

/// A positive integer in limbs of nine decimal digits, the least significant first.
private struct BigDecimal {
    private var limbs: [UInt64]

    init(_ value: UInt64) {
        limbs = [value % Self.base, value / Self.base % Self.base, value / Self.base / Self.base]
    }

    private static let base: UInt64 = 1_000_000_000

    /// Multiplies by `factor` (2 or 5) `count` times, as many at once as stay below 2³².
    mutating func multiply(by factor: UInt64, times count: Int) {
        let (step, power): (Int, UInt64) = factor == 5 ? (13, 1_220_703_125) : (31, 1 << 31)
        for _ in 0..<(count / step) { multiply(by: power) }
        var rest: UInt64 = 1
        for _ in 0..<(count % step) { rest *= factor }
        multiply(by: rest)
    }

    // limb × factor + carry < 10⁹ × 2³² + 2³³, which is below 2⁶³.
    private mutating func multiply(by factor: UInt64) {
        var carry: UInt64 = 0
        for index in limbs.indices {
            let product = limbs[index] * factor + carry
            limbs[index] = product % Self.base
            carry = product / Self.base
        }
        while carry > 0 {
            limbs.append(carry % Self.base)
            carry /= Self.base
        }
    }

    var digits: [UInt8] {
        var reversed: [UInt8] = []
        reversed.reserveCapacity(limbs.count * 9)
        for limb in limbs {
            var limb = limb
            for _ in 0..<9 {
                reversed.append(UInt8(truncatingIfNeeded: limb % 10))
                limb /= 10
            }
        }
        while reversed.last == 0 { reversed.removeLast() }
        return reversed.reversed()
    }
}

/// A finite number as decimal digits: 0.d₁d₂d₃… × 10^`pointPosition`.
///
/// Unlike `printf`, this does not depend on `setlocale` and `fesetround`. Rounding is half to even.
/// Neither the first nor the last digit is zero, and the number zero has no digits.
// Safe because digits are created only in `withStorage`, whose memory outlives them, and each index
// is checked: against `count` before a read, against the capacity before a write.
@safe
struct DecimalDigits: ~Copyable {
    private(set) var count = 0
    private(set) var pointPosition = 0
    private(set) var isNegative = false
    private let memory: UnsafeMutableBufferPointer<UInt8>

    /// Limbs of nine digits for the longest number, a `Double` of 767 digits.
    private static let limbCount = 86

    /// Calls `body` with digits in stack memory, which are zero at first.
    @inline(__always)
    static func withStorage<Result>(_ body: (inout DecimalDigits) -> Result) -> Result {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: limbCount * 9) { memory in
            var digits = unsafe DecimalDigits(memory: memory)
            return body(&digits)
        }
    }

    var isZero: Bool { count == 0 }

    /// The exponent of the first digit; 0 for zero.
    var exponent: Int { isZero ? 0 : pointPosition - 1 }

    var fractionCount: Int { max(0, count - pointPosition) }

    /// The digit at a position, or 0 before the first and after the last one.
    func digit(at position: Int) -> UInt8 {
        position >= 0 && position < count ? unsafe memory[position] : 0
    }

    /// Reads the exact decimal expansion of a number.
    ///
    /// - Precondition: The number is finite.
    mutating func read(exactly number: Double) {
        let isSubnormal = number.exponentBitPattern == 0
        let fraction = number.significandBitPattern
        read(
            isSubnormal ? fraction : fraction | 1 << 52,
            exponent: (isSubnormal ? 1 : Int(number.exponentBitPattern)) - 1075,
            isNegative: number.sign == .minus
        )
    }

    /// Reads the shortest digits that identify a number.
    ///
    /// - Precondition: The number is finite.
    mutating func read(shortest number: Double) {
        // The description has these digits: 0.1, -100.0, 5e-324 or 1.25e+300.
        _ = read(number.description)
    }

    /// Reads significand × 2^exponent.
    mutating func read(_ significand: UInt64, exponent: Int = 0, isNegative: Bool) {
        (count, pointPosition, self.isNegative) = (0, 0, isNegative)
        guard significand != 0 else { return }
        let zeros = significand.trailingZeroBitCount
        let exponent = exponent + zeros
        // For a negative exponent this is significand × 5^-exponent / 10^-exponent.
        unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.limbCount) { limbs in
            var number = unsafe BigDecimal(significand >> UInt64(zeros), in: limbs)
            number.multiply(by: exponent < 0 ? 5 : 2, times: abs(exponent))
            count = unsafe number.write(to: memory)
        }
        pointPosition = count + min(0, exponent)
        removeLast(where: 0)
    }

    /// Reads the description of a `Decimal` or a `Double`: digits with an optional sign, decimal
    /// point and exponent (`e`); returns `false` if it is not a number.
    mutating func read(_ text: String) -> Bool {
        (count, pointPosition, isNegative) = (0, 0, false)
        var (hasPoint, hasExponent) = (false, false)
        var (exponent, sign) = (0, 1)
        for byte in text.utf8 {
            let digit = byte &- UInt8(ascii: "0")
            switch byte {
            case UInt8(ascii: "-") where hasExponent: sign = -1
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "+"): break
            case UInt8(ascii: "."): hasPoint = true
            case UInt8(ascii: "e"): hasExponent = true
            case _ where digit >= 10: return false
            case _ where hasExponent: exponent = min(exponent * 10 + Int(digit), 10_000)
            case _ where digit == 0 && count == 0: pointPosition -= hasPoint ? 1 : 0
            default:
                pointPosition += hasPoint ? 0 : 1
                append(digit)
            }
        }
        pointPosition += sign * exponent
        removeLast(where: 0)
        return true
    }

    /// The magnitude, if the value is an integer and the magnitude fits in 64 bits.
    var magnitudeOfInteger: UInt64? {
        guard fractionCount == 0, pointPosition <= 20 else { return nil }
        var value: UInt64 = 0
        for position in 0..<max(0, pointPosition) {
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = product.addingReportingOverflow(UInt64(digit(at: position)))
            if isTooLarge || overflows { return nil }
            value = sum
        }
        return value
    }

    mutating func round(toFractionDigits count: Int) {
        round(keeping: pointPosition + count)
    }

    /// Rounds half to even to at most `limit` digits; a negative `limit` yields zero.
    mutating func round(keeping limit: Int) {
        guard limit < count else { return }
        let next = limit < 0 ? 0 : digit(at: limit)
        let isOdd = digit(at: limit - 1) % 2 == 1
        // If any digits follow the next one, they are not all zero.
        let roundsUp = next > 5 || next == 5 && (isOdd || limit + 1 < count)
        count = max(0, limit)
        removeLast(where: roundsUp ? 9 : 0)
        guard roundsUp else { return }
        if count > 0 {
            unsafe memory[count - 1] = memory[count - 1] + 1
        } else {
            append(1)
            pointPosition += 1
        }
    }

    private mutating func append(_ digit: UInt8) {
        // The capacity suffices for every number.
        guard unsafe count < memory.count else { return }
        unsafe memory[count] = digit
        count += 1
    }

    private mutating func removeLast(where digit: UInt8) {
        while count > 0, self.digit(at: count - 1) == digit { count -= 1 }
        if count == 0, digit == 0 { pointPosition = 0 }
    }
}

/// A positive integer in limbs of nine decimal digits, least significant first.
// Safe because the limbs outlive the number, as `init` requires. Only the first `count` limbs are
// read. `append` has written them, and it checks the capacity.
@safe
private struct BigDecimal: ~Copyable {
    private var count = 0
    private let limbs: UnsafeMutableBufferPointer<UInt32>

    private static let base: UInt64 = 1_000_000_000

    init(_ value: UInt64, in limbs: UnsafeMutableBufferPointer<UInt32>) {
        unsafe self.limbs = limbs
        append(value)
    }

    /// Appends the limbs of a number, for which the capacity suffices.
    private mutating func append(_ value: UInt64) {
        var rest = value
        while rest > 0, unsafe count < limbs.count {
            unsafe limbs[count] = UInt32(truncatingIfNeeded: rest % Self.base)
            count += 1
            rest /= Self.base
        }
    }

    /// Multiplies by `factor` (2 or 5) to the power of `times`, in steps below 2³².
    mutating func multiply(by factor: UInt64, times: Int) {
        let (step, power): (Int, UInt64) = factor == 5 ? (13, 1_220_703_125) : (31, 1 << 31)
        for _ in 0..<(times / step) { multiply(by: power) }
        var rest: UInt64 = 1
        for _ in 0..<(times % step) { rest *= factor }
        multiply(by: rest)
    }

    // limb × factor + carry < 10⁹ × 2³² + 2³³, which is below 2⁶³.
    private mutating func multiply(by factor: UInt64) {
        var carry: UInt64 = 0
        for index in 0..<count {
            let product = unsafe UInt64(limbs[index]) &* factor &+ carry
            unsafe limbs[index] = UInt32(truncatingIfNeeded: product % Self.base)
            carry = product / Self.base
        }
        append(carry)
    }

    /// Writes the digits, most significant first, and returns their number.
    ///
    /// - Precondition: The memory has room for nine digits per limb.
    func write(to memory: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var end = 0
        for index in (0..<count).reversed() {
            var rest = unsafe limbs[index]
            let width = end == 0 ? UInt64(rest).decimalDigitCount : 9
            for offset in (0..<width).reversed() {
                unsafe memory[end + offset] = UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            end += width
        }
        return end
    }
}

extension UInt64 {
    /// The number of decimal digits; 1 for zero.
    var decimalDigitCount: Int {
        var (count, limit, isTooLarge) = (1, UInt64(10), false)
        while !isTooLarge, self >= limit {
            count &+= 1
            (limit, isTooLarge) = limit.multipliedReportingOverflow(by: 10)
        }
        return count
    }
}

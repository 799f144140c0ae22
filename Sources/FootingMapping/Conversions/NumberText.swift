import FootingBytes

/// A decimal number parsed from a string: ±`significand` × 10^`exponent`.
///
/// The syntax is an optional sign, digits (with leading zeros or without), an optional point with
/// digits, and an optional exponent, all ASCII. It includes every JSON number.
struct NumberText {
    let bytes: ByteView
    private(set) var isNegative = false
    private(set) var significand: UInt64 = 0
    private(set) var exponent = 0
    /// The number has more digits than `significand` can hold.
    private(set) var isTruncated = false
    /// The string contains neither a point nor an exponent.
    private(set) var isPlainInteger = true
    /// Trailing zeros of an integer may result from an exponent.
    var mayHideExponent = false
    private var significantDigitCount = 0
    /// The number of digits that `exponent` counts in place of `significand`; the last is not zero.
    private var unreadCount = 0
    /// The number of trailing zeros, which `exponent` counts, too.
    private var trailingZeroCount = 0

    init?(_ bytes: ByteView) {
        self.bytes = bytes
        var index = 0
        if bytes.has(0), bytes[0] == UInt8(ascii: "-") || bytes[0] == UInt8(ascii: "+") {
            isNegative = bytes[0] == UInt8(ascii: "-")
            index = 1
        }
        // Nineteen digits can't overflow.
        let end = bytes.count &- index <= 19 ? readFew(from: index) : readMany(from: index)
        guard let end else { return nil }
        index = end
        if bytes.has(index), bytes[index] | 0x20 == UInt8(ascii: "e") {
            isPlainInteger = false
            guard let written = Self.exponent(in: bytes, after: &index) else { return nil }
            exponent &+= written
        }
        guard index == bytes.count else { return nil }
    }

    /// The power of ten of the last digit, without zeros at the end of a fraction.
    var lowestExponent: Int {
        if isTruncated { return exponent &- unreadCount }
        return reduced.exponent
    }

    /// The power of ten of the last digit in the string.
    var writtenExponent: Int { exponent &- unreadCount &- trailingZeroCount }

    /// `significand` and `exponent` without the zeros at the end of a fraction.
    var reduced: (significand: UInt64, exponent: Int) {
        var significand = significand
        var exponent = exponent
        while exponent < 0, significand != 0, significand % 10 == 0 {
            significand /= 10
            exponent &+= 1
        }
        return (significand, exponent)
    }

    /// Whether there are more digits than ever identify a `Double` from the first to the last digit
    /// that is not zero: more than seventeen.
    var hasManyDigits: Bool {
        // Most numbers need no count.
        (significand >= 100_000_000_000_000_000 || significantDigitCount > 17) && significance > 17
    }

    /// The number of digits from the first to the last digit that is not zero.
    var significance: Int {
        guard significantDigitCount == 0 else { return significantDigitCount }
        var rest = significand
        while rest != 0, rest % 10 == 0 { rest /= 10 }
        var count = 0
        while rest != 0 {
            rest /= 10
            count &+= 1
        }
        return count
    }

    /// Parses the digits and the fraction, and returns the index after them.
    @inline(__always)
    private mutating func readFew(from start: Int) -> Int? {
        var index = start
        readDigits(at: &index)
        guard index > start else { return nil }
        guard bytes.has(index), bytes[index] == UInt8(ascii: ".") else { return index }
        isPlainInteger = false
        index &+= 1
        let point = index
        readDigits(at: &index)
        exponent = point &- index
        return index > point ? index : nil
    }

    @inline(__always)
    private mutating func readDigits(at index: inout Int) {
        while bytes.has(index), isDigit(bytes[index]) {
            significand = significand &* 10 &+ UInt64(bytes[index] &- UInt8(ascii: "0"))
            index &+= 1
        }
    }

    /// The same for any number of digits: zeros are pending until another digit follows, and digits
    /// that don't fit into `significand` only raise the exponent.
    private mutating func readMany(from start: Int) -> Int? {
        var index = start
        var point: Int?
        var pendingZeros = 0
        var firstDigit: Int?
        var lastDigit = 0
        var digits = 0
        scan: while bytes.has(index) {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "0"):
                if firstDigit != nil { pendingZeros &+= 1 }
            case UInt8(ascii: "1")...UInt8(ascii: "9"):
                firstDigit = firstDigit ?? digits
                lastDigit = digits
                if !append(byte &- UInt8(ascii: "0"), afterZeros: pendingZeros) {
                    unreadCount &+= pendingZeros &+ 1
                }
                pendingZeros = 0
            case UInt8(ascii: ".") where point == nil && index > start:
                point = index
                isPlainInteger = false
                index &+= 1
                continue scan
            default:
                break scan
            }
            digits &+= 1
            index &+= 1
        }
        if let point {
            guard index > point &+ 1 else { return nil }
            exponent = point &+ 1 &- index
        }
        trailingZeroCount = pendingZeros
        exponent &+= pendingZeros &+ unreadCount
        if let firstDigit { significantDigitCount = lastDigit &- firstDigit &+ 1 }
        return index > start ? index : nil
    }

    private mutating func append(_ digit: UInt8, afterZeros zeros: Int) -> Bool {
        guard !isTruncated else { return false }
        isTruncated = true
        guard zeros < powersOfTen.count &- 1 else { return false }
        let (scaled, overflow) = significand.multipliedReportingOverflow(
            by: powersOfTen[zeros &+ 1]
        )
        let (sum, carry) = scaled.addingReportingOverflow(UInt64(digit))
        guard !overflow, !carry else { return false }
        significand = sum
        isTruncated = false
        return true
    }

    /// Parses an exponent, limited to ten thousand million: no document has enough digits to
    /// compensate for it.
    private static func exponent(in bytes: ByteView, after index: inout Int) -> Int? {
        index &+= 1
        var isNegative = false
        if bytes.has(index), bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+")
        {
            isNegative = bytes[index] == UInt8(ascii: "-")
            index &+= 1
        }
        let start = index
        var value = 0
        while bytes.has(index), isDigit(bytes[index]) {
            value = min(value &* 10 &+ Int(bytes[index] &- UInt8(ascii: "0")), 10_000_000_000)
            index &+= 1
        }
        guard index > start else { return nil }
        return isNegative ? -value : value
    }
}

/// 10^0 … 10^19, the powers that fit in 64 bits.
let powersOfTen: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000,
    10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000,
    100_000_000_000_000, 1_000_000_000_000_000, 10_000_000_000_000_000,
    100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
]

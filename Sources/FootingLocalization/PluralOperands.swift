/// What plural rules look at in a number: not only its value but the digits it is displayed with.
///
/// In English 1 is `one` and 1.0 is `other`: one book, 1.0 books.
public struct PluralOperands: Equatable, Sendable {
    /// The operands of CLDR's rules.
    ///
    /// - `n` is the value itself; it compares as an integer, and is unequal to all of them if it is
    ///   none;
    /// - `i` is the integer part;
    /// - `v` is the number of fraction digits displayed, and `w` the same without trailing zeros;
    /// - `f` is the fraction digits as an integer, and `t` the same without trailing zeros;
    /// - `e` is the exponent of a compact form such as 1.2c6; `c` is its newer name.
    static var operands: String { "nivwftec" }

    private var i: UInt64
    private var v: UInt64
    private var w: UInt64
    private var f: UInt64
    private var t: UInt64
    private var e: UInt64

    /// Creates the operands of an integer displayed without fraction digits; the sign does not
    /// count.
    public init(_ value: some BinaryInteger) {
        let magnitude = value.magnitude
        if let magnitude = UInt64(exactly: magnitude) {
            self.init(magnitude: magnitude)
        } else {
            let rest = UInt64(truncatingIfNeeded: magnitude % numericCast(Self.limit))
            self.init(magnitude: Self.limit + rest)
        }
    }

    init(magnitude: UInt64) {
        (i, v, w, f, t, e) = (magnitude, 0, 0, 0, 0, 0)
    }

    /// Creates the operands of a number displayed with its shortest digits, or `nil` if it is not
    /// finite: 1.0 counts as 1, and 0.1 has one fraction digit.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        self.init(DecimalDigits(shortest: value))
    }

    /// Creates the operands of a number displayed with so many fraction digits, or `nil` if it is
    /// not finite.
    ///
    /// The number is rounded half to even, as `%.2f` does. Fewer digits than none are none, and
    /// more than 100 are 100.
    public init?(_ value: Double, fractionDigits: Int) {
        guard value.isFinite else { return nil }
        let count = min(max(0, fractionDigits), FormatRenderer.maximumPrecision)
        self.init(DecimalDigits(exactly: value), fractionDigits: count)
    }

    /// Reads a number as it is displayed, or answers `nil` when `text` is none.
    ///
    /// An optional sign, digits, optionally `.` and more digits, and optionally `c` or `e` and the
    /// exponent of a compact form of at most two digits: `12`, `-1.50`, `1.2c6`.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public init?(displayed text: String) {
        var digits: [UInt8] = []
        var point: Int?
        var exponent: Int?
        var exponentDigits = 0
        for (index, byte) in text.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "+") where index == 0, UInt8(ascii: "-") where index == 0:
                break
            case UInt8(ascii: ".") where point == nil && exponent == nil:
                point = digits.count
            case UInt8(ascii: "c") where exponent == nil, UInt8(ascii: "e") where exponent == nil:
                exponent = 0
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let digit = byte &- UInt8(ascii: "0")
                if let value = exponent {
                    exponentDigits += 1
                    guard exponentDigits <= 2 else { return nil }
                    exponent = value * 10 + Int(digit)
                } else {
                    digits.append(digit)
                    guard digits.count <= 400 else { return nil }
                }
            default:
                return nil
            }
        }
        guard !digits.isEmpty, point != 0, point != digits.count,
            exponent == nil || exponentDigits > 0
        else { return nil }
        self.init(digits: digits, pointPosition: (point ?? digits.count) + (exponent ?? 0))
        e = UInt64(exponent ?? 0)
    }

    /// The operands of a number displayed with all its digits.
    init(_ decimal: DecimalDigits) {
        self.init(digits: decimal.digits, pointPosition: decimal.pointPosition)
    }

    /// The operands of a number displayed with `fractionDigits` digits after the point.
    init(_ decimal: DecimalDigits, fractionDigits: Int) {
        var rounded = decimal
        rounded.round(toFractionDigits: fractionDigits)
        let missing = rounded.pointPosition + fractionDigits - rounded.digits.count
        rounded.digits.append(contentsOf: repeatElement(0, count: max(0, missing)))
        self.init(rounded)
    }

    /// `digits` with the decimal point after `pointPosition` of them, where a negative position
    /// means zeros between the point and the digits and a position beyond the end means zeros up to
    /// there.
    private init(digits: [UInt8], pointPosition: Int) {
        self.init(magnitude: 0)
        let integerDigits = max(0, pointPosition)
        for position in 0..<integerDigits {
            i = Self.appending(position < digits.count ? digits[position] : 0, to: i)
        }
        v = UInt64(-min(0, pointPosition))
        for digit in digits.dropFirst(integerDigits) {
            v += 1
            f = Self.appending(digit, to: f)
            if digit != 0 { (w, t) = (v, f) }
        }
    }

    /// Rules compare with small numbers and take remainders of powers of ten up to a million, so a
    /// number beyond 18 digits is kept as its last 18 plus this limit: equal to no small number,
    /// and with the same remainders.
    private static var limit: UInt64 { 1_000_000_000_000_000_000 }

    private static func appending(_ digit: UInt8, to value: UInt64) -> UInt64 {
        let (isLarge, kept) = (value >= limit / 10, value % (limit / 10))
        return kept * 10 + UInt64(digit) + (isLarge ? limit : 0)
    }

    /// The value, if it is an integer displayed as one; beyond 18 digits it can be a substitute that
    /// no rule tells from it.
    @inline(__always)
    var magnitudeOfInteger: UInt64? { v == 0 && e == 0 ? i : nil }

    /// Whether the value is zero, whatever digits display it.
    var isZero: Bool { i == 0 && t == 0 }

    /// The value of an operand, or `nil` for `n` when it is no integer.
    @inline(__always)
    func value(of operand: UInt8) -> UInt64? {
        switch operand {
        case UInt8(ascii: "n"): t == 0 ? i : nil
        case UInt8(ascii: "i"): i
        case UInt8(ascii: "v"): v
        case UInt8(ascii: "w"): w
        case UInt8(ascii: "f"): f
        case UInt8(ascii: "t"): t
        default: e
        }
    }
}

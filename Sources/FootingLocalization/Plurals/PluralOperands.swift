/// The operands of plural rules: the value of a number, and the digits that are displayed.
///
/// In English, 1 is `one` and 1.0 is `other`: one book, 1.0 books.
public struct PluralOperands: Hashable, Sendable {
    /// The operands of CLDR's rules.
    ///
    /// - `n` is the value; a value with a fraction is unequal to every integer;
    /// - `i` is the integer part;
    /// - `v` is the number of fraction digits displayed, and `w` the same without trailing zeros;
    /// - `f` is the fraction digits as an integer, and `t` the same without trailing zeros;
    /// - `e` is the exponent in compact notation such as 1.2c6; `c` is its newer name.
    static var operands: String { "nivwftec" }

    private var i: UInt64
    private var v: UInt64
    private var w: UInt64
    private var f: UInt64
    private var t: UInt64
    private var e: UInt64

    /// Creates the operands of an integer without fraction digits; the sign is ignored.
    @export(implementation)  // Avoids generic code in programs that only use `Int`.
    public init(_ value: some BinaryInteger) {
        let magnitude = value.magnitude
        if let magnitude = UInt64(exactly: magnitude) {
            self.init(magnitude: magnitude)
        } else {
            let rest = UInt64(truncatingIfNeeded: magnitude % numericCast(Self.limit))
            self.init(magnitude: Self.limit + rest)
        }
    }

    @usableFromInline
    init(magnitude: UInt64) {
        (i, v, w, f, t, e) = (magnitude, 0, 0, 0, 0, 0)
    }

    init(magnitude: UInt64, fractionDigits: Int) {
        self.init(magnitude: magnitude)
        v = UInt64(fractionDigits)
    }

    /// Creates the operands of a number displayed with its shortest digits, or `nil` if it is not
    /// finite: 1.0 counts as 1, and 0.1 has one fraction digit.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        self = DecimalDigits.withStorage { digits in
            digits.read(shortest: value)
            return PluralOperands(&digits)
        }
    }

    /// Creates the operands of a number displayed with `fractionDigits`, or `nil` if it is not
    /// finite.
    ///
    /// The number is rounded half to even, as by `%.2f`, and `fractionDigits` is clamped to
    /// 0...100.
    public init?(_ value: Double, fractionDigits: Int) {
        guard value.isFinite else { return nil }
        let count = min(max(0, fractionDigits), FormatRenderer.maximumPrecision)
        self = DecimalDigits.withStorage { digits in
            digits.read(exactly: value)
            return PluralOperands(&digits, fractionDigits: count)
        }
    }

    /// Creates the operands of a displayed number, or returns `nil` if `text` is not a number.
    ///
    /// A number consists of an optional sign, up to 400 digits, optionally with `.` between them,
    /// and an optional exponent of one or two digits after `c` or `e`: `12`, `-1.50`, `1.2c6`.
    ///
    /// - Complexity: O(*n*) in the length of `text`.
    public init?(displayed text: String) {
        var digits: [UInt8] = []
        var point: Int?
        var exponent: Int?
        var exponentDigits = 0
        for (index, byte) in Array(text.utf8).enumerated() {
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
        let pointPosition = (point ?? digits.count) + (exponent ?? 0)
        self.init(pointPosition: pointPosition, fractionDigits: digits.count - pointPosition) {
            $0 < digits.count ? digits[$0] : 0
        }
        e = UInt64(exponent ?? 0)
    }

    /// Rounds a number half to even to `fractionDigits`, if given, and creates its operands.
    init(_ digits: inout DecimalDigits, fractionDigits: Int? = nil) {
        if let fractionDigits { digits.round(toFractionDigits: fractionDigits) }
        let count = fractionDigits ?? digits.fractionCount
        let pointPosition = digits.pointPosition
        self.init(pointPosition: pointPosition, fractionDigits: count) { digits.digit(at: $0) }
    }

    /// Creates the operands of digits with a decimal point at `pointPosition`; `digit` returns 0
    /// for a position outside the digits.
    private init(pointPosition: Int, fractionDigits: Int, digit: (Int) -> UInt8) {
        self.init(magnitude: 0)
        for position in 0..<max(0, pointPosition) { i = Self.appending(digit(position), to: i) }
        for position in pointPosition..<(pointPosition + max(0, fractionDigits)) {
            let digit = digit(position)
            v += 1
            f = Self.appending(digit, to: f)
            if digit != 0 { (w, t) = (v, f) }
        }
    }

    /// Replaces the digits before the last 18, with the same result: rules compare with small
    /// numbers only, and with remainders of powers of ten up to a million.
    @usableFromInline static var limit: UInt64 { 1_000_000_000_000_000_000 }

    private static func appending(_ digit: UInt8, to value: UInt64) -> UInt64 {
        let (isLarge, kept) = (value >= limit / 10, value % (limit / 10))
        return kept * 10 + UInt64(digit) + (isLarge ? limit : 0)
    }

    /// The value, if it is an integer displayed as one; beyond 18 digits, possibly a substitute
    /// that rules can't distinguish from it.
    @inline(__always)
    var magnitudeOfInteger: UInt64? { v == 0 && e == 0 ? i : nil }

    var isZero: Bool { i == 0 && t == 0 }

    /// The value of an operand; `nil` for `n` if the number is not an integer.
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

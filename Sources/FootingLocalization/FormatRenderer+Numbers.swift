extension FormatRenderer {
    /// Appends an integer in the digits and groups of the language.
    ///
    /// Zeros in front, by the flag or by a precision, and groups exclude each other.
    mutating func appendInteger(_ magnitude: UInt64, isNegative: Bool, _ layout: Layout) {
        let start = output.count
        appendSign(isNegative: isNegative, layout)
        let body = output.count
        if let precision = layout.precision {
            let zeros = precision - decimalDigitCount(magnitude)
            output.insert(layout.symbols.zero, times: zeros, at: body)
            let isBlank = precision == 0 && magnitude == 0
            if !isBlank { appendDigits(of: magnitude, isGrouped: false, layout.symbols) }
        } else {
            let isPadded = layout.flags.contains(.zero) && layout.width > 0
            appendDigits(of: magnitude, isGrouped: !isPadded, layout.symbols)
        }
        pad(from: start, zerosAt: layout.precision == nil ? body : nil, layout)
    }

    /// Appends the digits from the last one to the first, where they will stand.
    mutating func appendDigits(
        of magnitude: UInt64,
        isGrouped: Bool,
        _ symbols: NumberSymbols
    ) {
        let count = decimalDigitCount(magnitude)
        var separators = isGrouped ? symbols.separators(in: count) : 0
        let length = count &* symbols.zero.count &+ separators &* symbols.group.count
        unsafe output.append(length) { memory in
            var end = length
            var rest = magnitude
            var untilSeparator = symbols.primaryGroup
            for _ in 0..<count {
                if separators > 0, untilSeparator == 0 {
                    unsafe symbols.group.write(to: memory, before: end)
                    end &-= symbols.group.count
                    separators &-= 1
                    untilSeparator = symbols.secondaryGroup
                }
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                let symbol = symbols.zero.digit(UInt8(truncatingIfNeeded: digit))
                unsafe symbol.write(to: memory, before: end)
                end &-= symbols.zero.count
                untilSeparator &-= 1
                rest = quotient
            }
        }
    }

    /// Appends all digits of a number of Foundation's `Decimal`.
    mutating func appendDecimal(_ text: String, _ layout: Layout) {
        guard let decimal = DecimalDigits(describing: text) else {
            return appendNonFinite(.nan, layout)
        }
        let fractionDigits = max(0, decimal.digits.count - decimal.pointPosition)
        appendFixed(decimal, fractionDigits: fractionDigits, layout)
    }

    /// Appends a number with the fewest digits that read back as the same one.
    mutating func appendShortest(_ number: Double, _ layout: Layout) {
        guard number.isFinite else { return appendNonFinite(number, layout) }
        let decimal = DecimalDigits(shortest: number)
        // As many zeros as this are no longer natural to read.
        guard decimal.isZero || (-6...21).contains(decimal.pointPosition) else {
            return appendScientific(decimal, fractionDigits: nil, letter: "e", layout)
        }
        let fractionDigits = max(0, decimal.digits.count - decimal.pointPosition)
        appendFixed(decimal, fractionDigits: decimal.isZero ? 0 : fractionDigits, layout)
    }

    mutating func appendFloatingPoint(
        _ value: FormatValue.Storage,
        as conversion: UInt8,
        _ layout: Layout
    ) -> Bool {
        let decimal: DecimalDigits
        var number: Double?
        switch value {
        case .text:
            appendNaturally(value, layout)
            return false
        case .decimal(let text):
            guard let exact = DecimalDigits(describing: text) else {
                appendNonFinite(.nan, layout)
                return true
            }
            decimal = exact
        case .integer(let isNegative, let magnitude):
            decimal = DecimalDigits(magnitude, isNegative: isNegative)
            number = isNegative ? -Double(magnitude) : Double(magnitude)
        case .floatingPoint(let value):
            guard value.isFinite else {
                appendNonFinite(value, layout)
                return true
            }
            // All digits of a tiny or huge number, up to a thousand, however few are shown.
            charge(abs(Int(value.exponentBitPattern) - 1023) / 8)
            decimal = DecimalDigits(exactly: value)
            number = value
        }
        let isUpper = conversion & 0x20 == 0
        if conversion | 0x20 == UInt8(ascii: "a") {
            // A decimal number has no bits that are meant.
            guard let number else {
                appendNaturally(value, layout)
                return false
            }
            appendHexadecimal(number, isUpper: isUpper, layout)
            return true
        }
        switch conversion | 0x20 {
        case UInt8(ascii: "e"):
            let digits = layout.precision ?? 6
            appendScientific(decimal, fractionDigits: digits, letter: isUpper ? "E" : "e", layout)
        case UInt8(ascii: "g"):
            appendGeneral(decimal, letter: isUpper ? "E" : "e", layout)
        default:
            var rounded = decimal
            rounded.round(toFractionDigits: layout.precision ?? 6)
            appendFixed(rounded, fractionDigits: layout.precision ?? 6, layout)
        }
        return true
    }

    /// Appends digits already rounded, with so many of them after the decimal sign.
    private mutating func appendFixed(
        _ decimal: DecimalDigits,
        fractionDigits: Int,
        _ layout: Layout
    ) {
        let start = output.count
        appendSign(isNegative: decimal.isNegative, layout)
        let body = output.count
        let isPadded = layout.flags.contains(.zero) && layout.width > 0
        let count = max(1, decimal.pointPosition)
        for position in 0..<count {
            let digit = decimal.digit(at: decimal.pointPosition > 0 ? position : -1)
            output.append(layout.symbols.zero.digit(digit))
            if !isPadded, layout.symbols.separates(remaining: count - 1 - position, of: count) {
                output.append(layout.symbols.group)
            }
        }
        if fractionDigits > 0 || layout.flags.contains(.alternate) {
            output.append(layout.symbols.decimal)
        }
        for position in 0..<fractionDigits {
            let digit = decimal.digit(at: decimal.pointPosition + position)
            output.append(layout.symbols.zero.digit(digit))
        }
        pad(from: start, zerosAt: body, layout)
    }

    /// Appends d.ddde+xx in the language's digits, and with all of them there are for `nil`.
    private mutating func appendScientific(
        _ decimal: DecimalDigits,
        fractionDigits: Int?,
        letter: Unicode.Scalar,
        _ layout: Layout
    ) {
        var rounded = decimal
        if let fractionDigits { rounded.round(keeping: fractionDigits + 1) }
        let start = output.count
        appendSign(isNegative: decimal.isNegative, layout)
        let body = output.count
        output.append(layout.symbols.zero.digit(rounded.digit(at: 0)))
        let count = fractionDigits ?? max(0, rounded.digits.count - 1)
        if count > 0 || layout.flags.contains(.alternate) {
            output.append(layout.symbols.decimal)
        }
        for position in 0..<count {
            output.append(layout.symbols.zero.digit(rounded.digit(at: position + 1)))
        }
        let exponent = rounded.isZero ? 0 : rounded.pointPosition - 1
        output.append(UInt8(ascii: letter))
        output.append(exponent < 0 ? layout.symbols.minus : layout.symbols.plus)
        // Two digits at least, as by C.
        if abs(exponent) < 10 { output.append(layout.symbols.zero.digit(0)) }
        for byte in String(abs(exponent)).utf8 {
            output.append(layout.symbols.zero.digit(byte &- UInt8(ascii: "0")))
        }
        pad(from: start, zerosAt: body, layout)
    }

    /// Appends as `%e` or `%f`, whichever C says is shorter, without zeros at the end.
    private mutating func appendGeneral(
        _ decimal: DecimalDigits,
        letter: Unicode.Scalar,
        _ layout: Layout
    ) {
        let precision = max(1, layout.precision ?? 6)
        var rounded = decimal
        rounded.round(keeping: precision)
        let exponent = rounded.isZero ? 0 : rounded.pointPosition - 1
        let isScientific = exponent < -4 || exponent >= precision
        if !layout.flags.contains(.alternate) {
            while rounded.digits.last == 0 { rounded.digits.removeLast() }
        }
        let kept = layout.flags.contains(.alternate) ? precision : rounded.digits.count
        if isScientific {
            appendScientific(rounded, fractionDigits: max(0, kept - 1), letter: letter, layout)
        } else {
            let fractionDigits = rounded.isZero ? max(0, kept - 1) : max(0, kept - exponent - 1)
            appendFixed(rounded, fractionDigits: fractionDigits, layout)
        }
    }

    /// Appends the bits of the number: 0x1.8p+1, which no language writes in another way.
    private mutating func appendHexadecimal(_ number: Double, isUpper: Bool, _ layout: Layout) {
        let layout = layout.plain
        let fractionBits = UInt64(52)
        var significand = number.significandBitPattern
        var exponent = 0
        if number != 0 {
            let isNormal = number.exponentBitPattern != 0
            exponent = isNormal ? Int(number.exponentBitPattern) - 1023 : -1022
            if isNormal { significand |= 1 << fractionBits }
        }
        if let precision = layout.precision, precision < 13 {
            let dropped = UInt64(52 - 4 * precision)
            let half: UInt64 = 1 << (dropped - 1)
            let rest = significand & ((1 << dropped) - 1)
            significand >>= dropped
            if rest > half || rest == half && significand % 2 == 1 { significand += 1 }
            significand <<= dropped
        }
        var digits = String(significand & ((1 << fractionBits) - 1), radix: 16)
        digits = String(repeating: "0", count: 13 - digits.utf8.count) + digits
        if let precision = layout.precision {
            digits += String(repeating: "0", count: max(0, precision - 13))
            digits = String(digits.prefix(precision))
        } else {
            while digits.hasSuffix("0") { digits.removeLast() }
        }
        let point = digits.isEmpty && !layout.flags.contains(.alternate) ? "" : "."
        let power = exponent < 0 ? "-\(-exponent)" : "+\(exponent)"
        let text = "\(significand >> fractionBits)\(point)\(digits)p\(power)"

        let start = output.count
        appendSign(isNegative: number.sign == .minus, layout)
        output.append(isUpper ? "0X" : "0x")
        let body = output.count
        output.append(isUpper ? text.uppercased() : text)
        pad(from: start, zerosAt: body, layout)
    }

    private mutating func appendNonFinite(_ number: Double, _ layout: Layout) {
        let start = output.count
        appendSign(isNegative: number.sign == .minus && !number.isNaN, layout)
        output.append(number.isNaN ? "NaN" : "∞")
        pad(from: start, zerosAt: nil, layout)
    }

    private mutating func appendSign(isNegative: Bool, _ layout: Layout) {
        if isNegative {
            output.append(layout.symbols.minus)
        } else if layout.flags.contains(.plus) {
            output.append(layout.symbols.plus)
        } else if layout.flags.contains(.space) {
            output.append(UInt8(ascii: " "))
        }
    }

    private func decimalDigitCount(_ value: UInt64) -> Int {
        var (count, limit, isTooLarge) = (1, UInt64(10), false)
        while !isTooLarge, value >= limit {
            count &+= 1
            (limit, isTooLarge) = limit.multipliedReportingOverflow(by: 10)
        }
        return count
    }
}

extension DecimalDigits {
    /// The digits of an integer.
    init(_ magnitude: UInt64, isNegative: Bool = false) {
        self.isNegative = isNegative
        digits = magnitude == 0 ? [] : String(magnitude).utf8.map { $0 &- UInt8(ascii: "0") }
        pointPosition = digits.count
    }

    /// The digit at a position, which is 0 before the first one and after the last.
    fileprivate func digit(at position: Int) -> UInt8 {
        digits.indices.contains(position) ? digits[position] : 0
    }
}
